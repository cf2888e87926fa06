package format

import (
	"strings"

	"puppet-lint/internal/layout"
	"puppet-lint/lint/suppress"
	"puppet-lint/syntax"
)

// The document of a file is a sequence of pieces, texts that are never changed, with a gap
// before each. A gap is laid out flat (nothing or a space) or as a line ending. Its line
// decides which:
//
//	never   flat, unless a comment or a heredoc needs the line ending
//	kept    a line ending where the author has one
//	always  a line ending
//	grouped a line ending if the group that the gap belongs to is broken
//	led     a line ending if the group is broken and the line of its bracket is too long
//
// A group is the code between two brackets (or all branches of an if). It breaks as a whole,
// because the author broke it or because its line is too long. Indentation is not part of the
// document: it follows from the brackets, by the rule of strict_indent.
type line uint8

const (
	lineNever line = iota
	lineKept
	lineAlways
	lineGrouped
	lineLed
)

// piece is a token, a whole string with its interpolations, or a comment.
type piece struct {
	gap
	// first and last are the indices of its first and last token. start and end are offsets.
	first, last int32
	start, end  int32
	// width is the number of characters on the piece's first line, lastWidth the number on its
	// last line.
	width, lastWidth int32
	// previous and next are the nearest pieces of code before and after this one; -1 and
	// len(pieces) at the ends.
	previous, next int32
	kind           syntax.TokenKind
	line           line
	// opensHeredoc is set if the text of a heredoc follows the piece's line.
	opensHeredoc bool
	// leadsTag is set for the first piece of a template's tag, or its first parameter. The
	// lines below it are aligned as if the piece began a line.
	leadsTag bool
	// isMultiline is set if the piece itself contains line endings.
	isMultiline bool
	// wantsComma adds a trailing comma after the piece.
	wantsComma bool
	// mayBeLong is set between comments that suppress a rule about long lines.
	mayBeLong bool
	// isBroken is set if a line is too long and breaking groups does not help, or if a comment
	// freezes the line that the piece begins.
	isBroken bool
}

// gap is what is between a piece and the one before it.
type gap struct {
	// group is the group of the gap, or 0.
	group int32
	// newlines is the number of line endings in the source. Those in the text of a heredoc do
	// not count.
	newlines int32
	// pad is the number of additional spaces that align the piece.
	pad int32
	// isFlatSpace is set if the flat gap is a space.
	isFlatSpace bool
	// mayBlank is set if the author may have a blank line here.
	mayBlank bool
	// hasHeredoc is set if the gap contains the text of heredocs.
	hasHeredoc bool
	// isFrozen is set if the gap must not change.
	isFrozen bool
	// breaks means that the gap is a line ending, blank that it is two.
	breaks, blank bool
}

// group is a set of gaps that break together. The group with index 0 means none.
type group struct {
	// open and close are the pieces of the brackets. If there are several blocks, open belongs
	// to the first and close to the last.
	open, close int32
	// last is the last piece of the last element, or -1.
	last int32
	// lastEntry is the first piece of the last "key => value", or -1 if there are not several.
	// An entry that is not on the line of the first one breaks the group.
	lastEntry int32
	comma     commaStyle
	// isBroken means that the group is broken.
	isBroken bool
	// isLiteral marks a list or hash. It breaks alone if it is the last element of another
	// group.
	isLiteral bool
	// isTight marks a group that does not break because of a long line.
	isTight bool
	// isBlock marks the statements in braces.
	isBlock bool
	// isExploded means that the group is also broken before the elements with lineLed.
	isExploded bool
}

// follower is a group that breaks if another one does.
type follower struct{ group, leader int32 }

// commaStyle defines the trailing comma of a broken group.
type commaStyle uint8

const (
	commaNone   commaStyle = iota // as the author has it
	commaWanted                   // always
)

// document is the state of formatting a file.
type document struct {
	file    *syntax.File
	text    string
	options Options
	isEpp   bool
	pieces  []piece
	groups  []group
	mates   []int32
	// pieceOf maps tokens to pieces; -1 for blanks.
	pieceOf []int32
	// aligned are the sets of pieces that may be aligned. keys is a buffer for aligning one
	// set.
	aligned []alignment
	keys    []layout.Key
	// tags are the tags of a template; atTag is the index of the tag that tagOf last returned.
	tags  []tag
	atTag int
	// moved are the arrows that were swapped with comments.
	moved []movedArrow
	// follow lists the groups that break together with others.
	follow  []follower
	lineEnd string
	indentation
	// sharesText is set if a string or comment overlaps the text of a heredoc, which Puppet
	// then reads twice. No gap after it can change without changing the text.
	sharesText bool
}

// indentation holds the indentation of the lines of a document.
type indentation struct {
	// indents holds the indentation of each piece that begins a line. heredocIndents holds the
	// indentation of the end tags of heredocs in the gap before each piece.
	indents, heredocIndents []int32
	columns                 []int32
	lines                   []lineRange
	tokens                  []layout.Token
	// endIndent is the indentation of heredocs after the last piece.
	endIndent     int32
	isFrozenAtEnd bool
}

// newDocument splits a file into pieces.
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
	d.allowLongLines()
	return d
}

// cutter is the state of newDocument.
type cutter struct {
	*document
	previous   int32
	newlines   int32
	heredocs   int // number of heredocs whose text has not begun
	before     int // the same number, before the last piece was added
	hasHeredoc bool
	seenLine   bool
}

// take adds the piece that begins with the token at index, if there is one, and returns the
// index after it.
func (c *cutter) take(index int) int {
	token := c.file.Tokens[index]
	c.pieceOf[index] = -1
	switch token.Kind {
	case syntax.Newline:
		// A file with line endings of both kinds gets line feeds: a line ending that is kept, or that
		// vanishes, must not decide what the next run would write.
		if lineEnd := c.text[token.Start:token.End]; !c.seenLine || lineEnd == "\n" {
			c.seenLine = true
			c.lineEnd = lineEnd
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

// stringEnd returns the index after an interpolated string.
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
			c.heredocs-- // its text is part of the interpolation too
		}
	}
	return index
}

// heredocText returns the index after the text of one heredoc.
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
		kind: tokens[first].Kind, previous: c.previous, gap: gap{newlines: c.newlines, hasHeredoc: c.hasHeredoc},
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

// endsInReturn reports whether a piece is a comment that ends with a carriage return. A line
// feed after it would make the carriage return part of the line ending.
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

// allowLongLines finds the code between comments that suppress a rule about long lines.
func (d *document) allowLongLines() {
	if !suppress.MayControl(d.file.Source) {
		return
	}
	blocks := suppress.Parse(d.file.Source, suppress.Comments(d.file)).Blocks("140chars", "80chars")
	end := int32(0)
	for i := range d.pieces {
		p := &d.pieces[i]
		for len(blocks) > 0 && blocks[0].Start <= p.start {
			end, blocks = max(end, blocks[0].End), blocks[1:]
		}
		p.mayBeLong = p.start < end
	}
}

// pair finds the counterpart of each bracket.
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

// hasBreak reports whether the source has a line ending between the preceding piece of code and
// the piece, with or without comments in between. The required line ending after a heredoc's
// tag does not count.
func (d *document) hasBreak(index int32) bool {
	for i := d.pieces[index].previous + 1; i <= index; i++ {
		if p := &d.pieces[i]; p.newlines > 0 && !(p.hasHeredoc && p.newlines == 1) {
			return true
		}
	}
	return false
}
