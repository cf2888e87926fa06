package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/layout"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var arrowAlignment = Rule{
	Rule: diag.Rule{
		Name:        "arrow_alignment",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "an arrow is not aligned with its neighbours",
		Rationale: "Arrows in a column separate names on one side from values on the other, so that a list of attributes " +
			"can be read like a table. The column is one space after the longest name of a group.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n    owner => 'a',\n  }\n}\n", Fixed: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n    owner  => 'a',\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n    owner  => 'a',\n  }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "move the arrow", LayoutOnly: true},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#spacing-indentation-and-whitespace"},
	},
	Visits: []Visit{Enter(alignBlocks), resourceBodies(alignAsRuby)},
}

// arrowGroup holds the arrows that belong in one column.
type arrowGroup struct {
	arrows []arrow
	keys   []layout.Key
	// column is the correct column of the arrows: 1-based, in characters.
	column int
	// firstKey is the column of the first key of the group.
	firstKey int
}

type arrow struct {
	token, key int // token indices
	// column and line are the position of the arrow. keyLine is the line of its key. keyFirst
	// is set if the key begins that line.
	column, line, keyLine int
	keyFirst              bool
}

// alignBlocks visits a resource that is not in the attributes of another one. The formatter
// aligns the same blocks.
func alignBlocks(pass *Pass, node *syntax.ResourceExpression) {
	if pass.AsRuby() || pass.SameLine(pass.Token(node.FirstToken()).Start, pass.Token(node.LastToken()).Start) {
		return
	}
	for i := 0; ; i++ {
		parent := pass.Parent(i)
		if parent == nil {
			break
		}
		if _, isInner := parent.(*syntax.ResourceExpression); isInner {
			return
		}
	}
	layout.ArrowBlocks(pass.File, node, func(block *layout.ArrowBlock) {
		if !block.IsInResource {
			return
		}
		count := len(block.Arrows)
		group := arrowGroup{arrows: make([]arrow, 0, count), keys: make([]layout.Key, 0, count)}
		for _, found := range block.Arrows {
			if pass.Token(found.Arrow).Kind != syntax.FatArrow {
				return // the tree of a file with a syntax error
			}
			if !isApart(pass, found) {
				group.add(pass, found.Arrow, found.Key)
			}
		}
		group.report(pass)
	})
}

// isApart reports whether the key and its arrow cannot be on one line: the key spans lines, or
// a comment is in between.
func isApart(p *Pass, found layout.Arrow) bool {
	last := p.PreviousCode(found.Arrow)
	return !p.SameLine(p.Token(found.Key).Start, p.Token(last).End) || isBelowComment(p, found.Arrow)
}

// beginsLine reports whether only blanks and comments precede a token on its line.
func beginsLine(p *Pass, token int) bool {
	for token--; token >= 0 && p.Token(token).Kind.IsTrivia(); token-- {
		if kind := p.Token(token).Kind; kind == syntax.Newline || kind == syntax.Indent {
			return true
		}
	}
	return token < 0 || p.Token(token).Kind == syntax.HeredocEnd
}

// alignAsRuby visits the tokens of a resource body, including its hashes, selectors and blocks,
// as puppet-lint (Ruby) does. The arrows between two braces, except for those within inner
// braces, form a group. A semicolon ends a hash, too.
func alignAsRuby(pass *Pass, body *resourceBody) {
	if !pass.AsRuby() {
		return
	}
	first, last := arrowsWithin(pass, body)
	if first == last || pass.SameLine(pass.Token(first).Start, pass.Token(last).Start) {
		return
	}
	levels := []arrowGroup{{}}
	for i := body.Colon; i <= body.End; i++ {
		group := &levels[len(levels)-1]
		switch pass.Token(i).Kind {
		case syntax.FatArrow:
			group.add(pass, i, pass.keyBefore(i))
		case syntax.LeftBrace, syntax.SelectBrace:
			levels = append(levels, arrowGroup{})
		case syntax.Semicolon, syntax.RightBrace:
			group.report(pass)
			*group = arrowGroup{}
			if len(levels) > 1 {
				levels = levels[:len(levels)-1]
			}
		}
	}
}

// arrowsWithin returns the token indices of the first and last arrow of the body. Both are 0 if
// there is none.
func arrowsWithin(pass *Pass, body *resourceBody) (first, last int) {
	for i := body.Colon; i <= body.End; i++ {
		if pass.Token(i).Kind == syntax.FatArrow {
			if first == 0 {
				first = i
			}
			last = i
		}
	}
	return first, last
}

// add adds the arrow at a token, whose key begins with the token key. It follows the arrows of the
// group.
func (g *arrowGroup) add(pass *Pass, token, key int) {
	at := pass.Token(token).Start
	added := arrow{token: token, key: key, column: pass.Column(at), line: pass.Source.Line(at)}
	start, end := pass.Token(key).Start, pass.Token(pass.PreviousCode(token)).End
	if before := pass.gapBefore(token).Before; !pass.AsRuby() && pass.SameLine(end, pass.Token(before).End) {
		end = pass.Token(before).End // of a comment after the key
	}
	column := pass.Column(start)
	added.keyLine, added.keyFirst = pass.Source.Line(start), column == len(pass.Indentation(start))+1 || !pass.AsRuby() && beginsLine(pass, key)
	if len(g.arrows) == 0 {
		g.firstKey = column
	}
	shares := !added.keyFirst
	if pass.AsRuby() {
		shares = len(g.arrows) > 0 && g.arrows[len(g.arrows)-1].line == added.line
	}
	width := utf8.RuneCountInString(pass.Source.Text[start:end])
	if !shares {
		width = pass.Column(end) - column
	}
	g.keys = append(g.keys, layout.Key{Column: column, Width: width, BeginsLine: !shares})
	g.arrows = append(g.arrows, added)
}

// keyBefore returns the first token of the key before the arrow: the opening quote of an
// interpolated string, or the token before the arrow.
func (p *Pass) keyBefore(arrow int) int {
	key := p.PreviousCode(arrow)
	if p.Token(key).Kind != syntax.StringEnd {
		return key
	}
	for depth := 0; key >= 0; key-- {
		switch p.Token(key).Kind {
		case syntax.StringEnd:
			depth++
		case syntax.StringStart:
			if depth--; depth == 0 {
				return key
			}
		}
	}
	return 0
}

func (g *arrowGroup) report(pass *Pass) {
	if len(g.arrows) == 0 || g.arrows[0].line == g.arrows[len(g.arrows)-1].line {
		return
	}
	g.column = layout.ArrowColumn(g.keys)
	moving := g.moving(pass)
	for i, arrow := range g.arrows {
		if arrow.column == g.column {
			continue
		}
		finding := pass.Report(pass.Token(arrow.token).Span, fmt.Sprintf(
			"indentation of => is not properly aligned (expected in column %d, but found it in column %d)", g.column, arrow.column))
		breaking := -1
		switch {
		case moving > 0 && moving != i:
			breaking = moving
		case i > 0 && g.breaksLine(pass, i):
			breaking = i
		}
		switch {
		case breaking >= 0 && pass.heredocBegins(g.arrows[breaking].key):
		case breaking >= 0 && breaking != i:
			pass.Fix(finding, g.newLine(pass, g.arrows[breaking]))
		default:
			g.fix(pass, finding, arrow, breaking == i)
		}
	}
}

// moving returns the index of an arrow whose key follows the end of a hash, or 0. Aligning the
// hash moves such a key, and with it all others, further to the right in each run. Only
// puppet-lint (Ruby) includes it in the alignment.
func (g *arrowGroup) moving(pass *Pass) int {
	if !pass.AsRuby() {
		return 0
	}
	for i := 1; i < len(g.arrows); i++ {
		if g.arrows[i].line != g.arrows[i-1].line && g.breaksLine(pass, i) {
			return i
		}
	}
	return 0
}

// newLine returns the edit that puts the arrow's key on a new line, below the first key.
func (g *arrowGroup) newLine(pass *Pass, arrow arrow) diag.Edit {
	return pass.Replace(pass.BlanksBefore(pass.Token(arrow.key).Start), pass.LineEnding()+spaces(g.firstKey-1))
}

// breaksLine reports whether the key of the arrow at index, which is not the first, must move
// to a new line: other keys precede it or, for puppet-lint (Ruby), other arrows.
func (g *arrowGroup) breaksLine(pass *Pass, index int) bool {
	key := g.arrows[index].key
	if g.arrows[index].keyFirst || !pass.AsRuby() {
		return !g.arrows[index].keyFirst
	}
	start := pass.Token(key).Start
	for i := key - 1; i > 0 && pass.SameLine(pass.Token(i).Start, start); i-- {
		if pass.Token(i).Kind == syntax.FatArrow {
			return true
		}
	}
	return false
}

// fix moves the arrow. If other keys precede its key on the line, it moves the key to a new
// line. An arrow on a line below its key moves up to the key, unless a comment separates them.
// puppet-lint (Ruby) leaves such an arrow where it is, and so does its profile unless the key
// moves.
func (g *arrowGroup) fix(pass *Pass, finding *diag.Diagnostic, arrow arrow, breakLine bool) {
	key, keyEnd, at := pass.Token(arrow.key), pass.Token(pass.PreviousCode(arrow.token)).End, pass.Token(arrow.token).Start
	gap := source.Span{Start: keyEnd, End: at}
	isBlank := strings.Trim(pass.Source.Slice(gap), " \t\r\n") == ""
	start := pass.Column(key.Start)
	var edits []diag.Edit
	if breakLine {
		start = g.firstKey
		edits = append(edits, g.newLine(pass, arrow))
	}
	switch {
	case isBlank && (arrow.line == arrow.keyLine || breakLine || !pass.AsRuby()):
		if width := g.column - start - utf8.RuneCountInString(pass.Source.Text[key.Start:keyEnd]); width > 0 {
			pass.Fix(finding, append(edits, pass.Replace(gap, spaces(width)))...)
		}
	case breakLine:
		// A later pass moves the arrow, once its key is in the right place.
		pass.Fix(finding, edits...)
	default:
		before, missing := pass.BlanksBefore(at), g.column-arrow.column
		if missing >= 0 && (before.Start == 0 || pass.Source.Text[before.Start-1] == '\n') {
			pass.Fix(finding, pass.Insert(at, spaces(missing)))
		} else if before.Len()+missing >= 0 {
			pass.Fix(finding, pass.Replace(before, spaces(before.Len()+missing)))
		}
	}
}
