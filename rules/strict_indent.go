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

var strictIndent = Rule{
	Rule: diag.Rule{
		Name:         "strict_indent",
		Supersedes:   []string{"2sp_soft_tabs"},
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-strict_indent-check",
		VoxPupuli:    true,
		Summary:      "the indentation of a line does not match the brackets around it",
		Rationale: "A line that is indented too far, or not far enough, looks as if it belonged to another block. After a " +
			"line with open brackets, however many, the next lines are indented by one step. So are the lines after " +
			"the colon of a title and the one line after `=` or `=>`. Lines that continue an expression are not " +
			"indented further. The text of a heredoc is indented by one step, measured at its end tag. Comments and " +
			"empty lines are not checked.",
		Bad:  badExample("    include foo\n", "  include foo\n"),
		Good: examples("  $x = [\n    'a',\n    { 'b' => 1 },\n  ]\n"),
		Fix:  diag.FixInfo{Safety: diag.Safe, Summary: "indent the line", LayoutOnly: true},
		Options: []diag.Option{{
			Name: "chars_per_indent", Kind: diag.Int, Default: 2, Summary: "the number of spaces of one step",
		}},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-strict_indent-check"},
	},
	Visits: []Visit{Start(func(pass *Pass) {
		if len(pass.File.Errors) == 0 && !inTemplate(pass) {
			indenter := indenter{pass, layout.Indenter{Tokens: layoutTokens(pass)}}
			indenter.run()
		}
	})},
}

// indenter visits the lines and tracks the indentation of the next one. The formatter shares
// the computation.
type indenter struct {
	pass *Pass
	layout.Indenter
}

// layoutTokens returns the tokens with their lines and, for brackets, their partners. For
// puppet-lint (Ruby), the code after a multi-line string is on the string's last line, and the
// brackets of collectors are not brackets.
func layoutTokens(pass *Pass) []layout.Token {
	tokens := pass.File.Tokens
	made, line := make([]layout.Token, len(tokens)), int32(0)
	var open []int
	for i, token := range tokens {
		if pass.AsRuby() {
			line = int32(pass.Source.Line(token.Start))
		}
		made[i] = layout.Token{Kind: token.Kind, Line: line, Mate: int32(i)}
		switch {
		case token.Kind == syntax.Newline || token.Kind == syntax.HeredocEnd:
			line++
		case pass.AsRuby() && !opensBlock(token.Kind) && !closesBlock(token.Kind):
		case layout.Opens(token.Kind):
			open = append(open, i)
		case layout.Closes(token.Kind) && len(open) > 0:
			mate := open[len(open)-1]
			open = open[:len(open)-1]
			made[i].Mate, made[mate].Mate = int32(mate), int32(i)
		}
	}
	return made
}

func (in *indenter) run() {
	tokens := in.pass.File.Tokens
	first := 0
	for first < len(tokens) {
		end, heredocs := in.lineEnd(first)
		extra := in.After(first, end)
		first = end + 1
		for range heredocs {
			bodyEnd := first
			for bodyEnd < len(tokens) && tokens[bodyEnd].Kind != syntax.HeredocEnd {
				bodyEnd++
			}
			if bodyEnd == len(tokens) {
				return
			}
			in.judgeHeredoc(first, bodyEnd, in.Steps+extra+1)
			first, extra = bodyEnd+1, 0
		}
		if first >= len(tokens) {
			return
		}
		next, _ := in.lineEnd(first)
		extra += in.Before(first, next)
		if in.Steps < 0 && in.pass.AsRuby() {
			return // puppet-lint (Ruby) loses count here and stops
		}
		in.judge(first, in.Steps+extra)
	}
}

// lineEnd returns the index of the token that ends the line, and the number of heredoc tags on
// it.
func (in *indenter) lineEnd(first int) (end, heredocs int) {
	tokens := in.pass.File.Tokens
	for end = first; end < len(tokens) && tokens[end].Kind != syntax.Newline; end++ {
		if tokens[end].Kind == syntax.HeredocTag {
			heredocs++
		}
	}
	return end, heredocs
}

// judge reports the line if it is not indented by that many steps.
func (in *indenter) judge(first, steps int) {
	pass := in.pass
	blanks := source.Span{Start: pass.Token(first).Start, End: pass.Token(first).Start}
	content := first
	if kind := pass.Token(first).Kind; kind == syntax.Indent || kind == syntax.Whitespace {
		blanks, content = pass.Token(first).Span, first+1
	}
	switch kind := pass.Token(content).Kind; {
	case pass.AsRuby() && (content > first || kind == syntax.BlockComment) && kind != syntax.EndOfFile:
		// puppet-lint (Ruby) exempts only comments and empty lines that begin in the first
		// column.
	case kind == syntax.Newline || kind == syntax.EndOfFile || kind.IsComment():
		return
	case kind == syntax.FatArrow && !pass.AsRuby():
		return // arrow_alignment decides its position
	}
	want, has := max(steps, 0)*pass.Int("chars_per_indent"), utf8.RuneCountInString(pass.Source.Slice(blanks))
	if want == has {
		return
	}
	finding := pass.ReportAt(pass.Token(content).Span, blanks.Start, fmt.Sprintf("indent should be %d chars and is %d", want, has))
	pass.Fix(finding, pass.Replace(blanks, spaces(want)))
}

// judgeHeredoc reports a heredoc whose end tag is not indented by that many steps.
func (in *indenter) judgeHeredoc(first, end, steps int) {
	text := in.pass.Source.LineText(in.pass.Source.Line(in.pass.Token(end).End - 1))
	has := len(text) - len(strings.TrimLeft(text, " \t"))
	if want := max(steps, 0) * in.pass.Int("chars_per_indent"); want != has {
		in.pass.Report(in.pass.Token(first).Span, fmt.Sprintf("indent should be %d chars and is %d", want, has))
	}
}
