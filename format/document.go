package format

import (
	"strings"

	"puppet-lint/internal/layout"
	"puppet-lint/syntax"
)

// The document of a file is a sequence of pieces, the texts that are never
// changed, with a gap before each. A gap is laid out flat (nothing or a space)
// or as a line end. What decides is its line:
//
//	never   flat, unless a comment or a heredoc needs the line end
//	kept    a line end where the author has one
//	always  a line end
//	grouped a line end if the group that the gap belongs to is broken
//
// Groups are what stands between two brackets (and, of an if, all its branches)
// and break as a whole, because the author broke them or because their line is
// too long. Indentation is no part of the document: it follows from the
// brackets, by the rule that strict_indent has.
type line uint8

const (
	lineNever line = iota
	lineKept
	lineAlways
	lineGrouped
)

// piece is a token, a whole string with what is interpolated, or a comment.
type piece struct {
	// first and last are indices of tokens, start and end offsets.
	first, last int32
	start, end  int32
	// width is the number of characters on the piece's first line, and
	// lastWidth on its last one.
	width, lastWidth int32
	// group is what the gap before the piece belongs to, 0 if to none.
	group int32
	// previous and next are the pieces of code around this one, -1 and
	// len(pieces) at the ends.
	previous, next int32
	// newlines is how many line ends the source has before the piece; those in
	// the text of a heredoc do not count.
	newlines int32
	kind     syntax.TokenKind
	line     line
	// isFlatSpace reports that the gap, laid out flat, is a space.
	isFlatSpace bool
	// mayBlank reports that the author may have a blank line before the piece.
	mayBlank bool
	// opensHeredoc reports that the text of a heredoc follows the piece's line.
	opensHeredoc bool
	// hasHeredoc reports that the text of heredocs lies in the gap.
	hasHeredoc bool
	// isFrozen reports that the gap before the piece stays as it is.
	isFrozen bool
	// isMultiline reports that the piece itself has line ends.
	isMultiline bool
	// wantsComma adds a trailing comma behind the piece.
	wantsComma bool
	// breaks is what is decided: the gap is a line end, or two.
	breaks, blank bool
	// isBroken is set where a line is too long and no group of brackets helps.
	isBroken bool
	// pad is how many spaces more than one stand before the piece, to align it.
	pad int32
}

// group is the gaps that break together. The zeroth stands for none.
type group struct {
	// open and close are the pieces of the brackets; of several blocks, the
	// first's and the last's.
	open, close int32
	// last is the last piece of the last element, -1 if there is none.
	last  int32
	comma commaStyle
	// isBroken is the decision.
	isBroken bool
	// isLiteral marks a list or a hash, which breaks alone where it is the last
	// thing in another group.
	isLiteral bool
	// isTight marks a group that is not broken for being too long.
	isTight bool
}

// follower is a group that is broken if another one is.
type follower struct{ group, leader int32 }

// commaStyle says which trailing comma a broken group has.
type commaStyle uint8

const (
	commaNone   commaStyle = iota // as the author has it
	commaWanted                   // always
)

// document is a file on its way to its layout.
type document struct {
	file    *syntax.File
	text    string
	options Options
	isEpp   bool
	pieces  []piece
	groups  []group
	mates   []int32
	// pieceOf is the piece that a token belongs to, -1 for blanks.
	pieceOf []int32
	// aligned is the sets of pieces that may stand in one column.
	aligned []alignment
	// moved is the arrows that have changed places with comments.
	moved []movedArrow
	// follow is the groups that break with others.
	follow  []follower
	lineEnd string
	// indents holds, for each piece that begins a line, its indentation, and
	// heredocIndents that of the end tag of heredocs in the gap before.
	indents, heredocIndents []int32
	columns                 []int32
	lines                   []lineRange
	tokens                  []layout.Token
	// endIndent is the indentation of heredocs behind the last piece.
	endIndent     int32
	isFrozenAtEnd bool
	// sharesText tells that a string or comment runs into the text of a heredoc, which
	// Puppet reads twice: no gap behind it can change without changing the text.
	sharesText bool
}

// newDocument cuts a file into pieces.
func newDocument(file *syntax.File, options Options) *document {
	tokens := file.Tokens
	d := &document{
		file: file, text: file.Source.Text, options: options, isEpp: file.Options.EPP,
		pieces: make([]piece, 0, len(tokens)*2/3+8), pieceOf: make([]int32, len(tokens)+1), groups: make([]group, 1, len(tokens)/16+4),
		lineEnd: "\n",
	}
	cut := cutter{document: d, previous: -1}
	for i := 0; i < len(tokens); {
		i = cut.take(i)
	}
	d.pieceOf[len(tokens)] = int32(len(d.pieces))
	next := int32(len(d.pieces))
	for i := len(d.pieces) - 1; i >= 0; i-- {
		d.pieces[i].next = next
		if !d.pieces[i].kind.IsTrivia() {
			next = int32(i)
		}
	}
	d.pair()
	return d
}

// cutter is the state of newDocument.
type cutter struct {
	*document
	previous   int32
	newlines   int32
	heredocs   int // how many tags wait for their text
	before     int // how many did when the last piece was added
	hasHeredoc bool
	seenLine   bool
}

// take adds the piece that the token at index begins, if any, and returns the
// index behind it.
func (c *cutter) take(index int) int {
	token := c.file.Tokens[index]
	c.pieceOf[index] = -1
	switch token.Kind {
	case syntax.Newline:
		if !c.seenLine {
			c.seenLine = true
			c.lineEnd = c.text[token.Start:token.End]
		}
		c.newlines++
		index++
		for c.heredocs > 0 {
			index = c.heredocText(index)
			c.heredocs--
			c.hasHeredoc = true
		}
		c.before = 0
		return index
	case syntax.Indent, syntax.Whitespace:
		return index + 1
	case syntax.HeredocTag:
		c.heredocs++
	case syntax.StringStart:
		return c.add(index, c.stringEnd(index))
	}
	return c.add(index, index+1)
}

// stringEnd is the index behind an interpolated string.
func (c *cutter) stringEnd(index int) int {
	depth, tagEnd := 0, int32(0)
	for ; index < len(c.file.Tokens); index++ {
		c.pieceOf[index] = int32(len(c.pieces))
		token := c.file.Tokens[index]
		switch token.Kind {
		case syntax.StringStart:
			depth++
		case syntax.StringEnd:
			if depth--; depth == 0 {
				c.sharesText = c.sharesText || c.heredocs > c.before && strings.Contains(c.text[tagEnd:token.End], "\n")
				return index + 1
			}
		case syntax.HeredocTag:
			if c.heredocs == c.before {
				tagEnd = token.End
			}
			c.heredocs++
		case syntax.HeredocEnd:
			c.heredocs-- // its text is in the interpolation, too
		}
	}
	return index
}

// heredocText is the index behind the text of one heredoc.
func (c *cutter) heredocText(index int) int {
	for ; index < len(c.file.Tokens); index++ {
		c.pieceOf[index] = -1
		switch c.file.Tokens[index].Kind {
		case syntax.HeredocTag:
			c.heredocs++
		case syntax.HeredocEnd:
			return index + 1
		}
	}
	return index
}

func (c *cutter) add(first, behind int) int {
	tokens := c.file.Tokens
	added := piece{
		opensHeredoc: c.heredocs > c.before,
		first:        int32(first), last: int32(behind - 1), start: tokens[first].Start, end: tokens[behind-1].End,
		kind: tokens[first].Kind, previous: c.previous, newlines: c.newlines, hasHeredoc: c.hasHeredoc,
	}
	if count := len(c.pieces); count > 0 && c.endsInReturn(&c.pieces[count-1]) {
		added.isFrozen = true
	}
	c.pieceOf[first] = int32(len(c.pieces))
	added.measure(c.text[added.start:added.end])
	c.sharesText = c.sharesText || added.isMultiline && c.before > 0
	if !added.kind.IsTrivia() {
		c.previous = int32(len(c.pieces))
	}
	c.pieces = append(c.pieces, added)
	c.newlines, c.hasHeredoc, c.before = 0, false, c.heredocs
	return behind
}

// endsInReturn reports whether a piece is a comment that ends with a carriage
// return: another line end behind it would take that away.
func (d *document) endsInReturn(p *piece) bool {
	return p.kind == syntax.LineComment && d.text[p.end-1] == '\r'
}

func (p *piece) measure(text string) {
	lastLine := strings.LastIndexByte(text, '\n') + 1
	p.lastWidth = characters(text[lastLine:])
	p.width, p.isMultiline = p.lastWidth, lastLine > 0
	if p.isMultiline {
		p.width = characters(text[:strings.IndexByte(text, '\n')])
	}
}

// pair finds the partner of each bracket.
func (d *document) pair() {
	d.mates = make([]int32, len(d.pieces))
	var open []int32
	for i := range d.pieces {
		d.mates[i] = int32(i)
		switch kind := d.pieces[i].kind; {
		case opens(kind):
			open = append(open, int32(i))
		case closes(kind) && len(open) > 0:
			mate := open[len(open)-1]
			open = open[:len(open)-1]
			d.mates[i], d.mates[mate] = mate, int32(i)
		}
	}
}

// newlinesBefore is how many line ends the source has between the piece of code
// before the piece and the piece, comments in between or not. The line end
// behind a heredoc's tag, which has to be there, does not count.
func (d *document) hasBreak(index int32) bool {
	for i := d.pieces[index].previous + 1; i <= index; i++ {
		if p := &d.pieces[i]; p.newlines > 0 && !(p.hasHeredoc && p.newlines == 1) {
			return true
		}
	}
	return false
}
