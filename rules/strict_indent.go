package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"puppet-lint/diag"
	"puppet-lint/source"
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
		Summary:      "a line is not indented as the brackets around it say",
		Rationale: "Every bracket that a line leaves open indents the next lines by one step, whatever the number of brackets that are closed together; so does a title's colon at the end of a line, " +
			"and, for one line, `=` and `=>`. Lines that go on with an expression stand where a new one would. Comments and empty lines are left alone. " +
			"The text of a heredoc is indented by one step, which is measured at its end tag.",
		Bad:  badExample("    include foo\n", "  include foo\n"),
		Good: examples("  $x = [\n    'a',\n    { 'b' => 1 },\n  ]\n"),
		Fix:  diag.FixInfo{Safety: diag.Safe, Summary: "indent the line", LayoutOnly: true},
		Options: []diag.Option{{
			Name: "chars_per_indent", Kind: diag.Int, Default: 2, Summary: "how many blanks one step has",
		}},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-strict_indent-check"},
	},
	Visits: []Visit{Start(func(pass *Pass) {
		if len(pass.File.Errors) == 0 && !pass.inTemplate() {
			indenter := indenter{pass: pass, mates: bracketMates(pass), lines: tokenLines(pass)}
			indenter.run()
		}
	})},
}

// indenter goes through the lines and keeps how far the next one should be
// indented.
type indenter struct {
	pass *Pass
	// mates holds, for each bracket, the index of the one that it belongs to,
	// and for every other token its own.
	mates []int32
	// lines tells on which line each token is. A token that goes over several
	// lines, such as a string, does not end the line that it is on: what a
	// bracket behind it closes is on the same one.
	lines []int32
	// steps is what the open brackets and colons ask for.
	steps int
	// colon is the index of the title's colon that indents, 0 if none does.
	colon int
}

// tokenLines makes the lines of an indenter. To puppet-lint (Ruby) what is behind a
// string of several lines is on the string's last line.
func tokenLines(pass *Pass) []int32 {
	tokens := pass.File.Tokens
	lines, line := make([]int32, len(tokens)), int32(0)
	for i, token := range tokens {
		if pass.AsRuby() {
			line = int32(pass.Source.Line(token.Start))
		}
		lines[i] = line
		if token.Kind == syntax.Newline || token.Kind == syntax.HeredocEnd {
			line++
		}
	}
	return lines
}

// opensIndent and closesIndent report whether a token indents the lines up to
// the one that belongs to it.
func opensIndent(kind syntax.TokenKind) bool {
	return opensBlock(kind) || kind == syntax.LeftCollect || kind == syntax.LeftExportedCollect
}

func closesIndent(kind syntax.TokenKind) bool {
	return closesBlock(kind) || kind == syntax.RightCollect || kind == syntax.RightExportedCollect
}

// bracketMates pairs the brackets of a file that parses. puppet-lint (Ruby) does not
// know those of collectors.
func bracketMates(pass *Pass) []int32 {
	tokens := pass.File.Tokens
	mates := make([]int32, len(tokens))
	var open []int
	for i, token := range tokens {
		mates[i] = int32(i)
		switch {
		case pass.AsRuby() && !opensBlock(token.Kind) && !closesBlock(token.Kind):
		case opensIndent(token.Kind):
			open = append(open, i)
		case closesIndent(token.Kind) && len(open) > 0:
			mate := open[len(open)-1]
			open = open[:len(open)-1]
			mates[i], mates[mate] = int32(mate), int32(i)
		}
	}
	return mates
}

func (in *indenter) run() {
	tokens := in.pass.File.Tokens
	first := 0
	for first < len(tokens) {
		end, heredocs := in.lineEnd(first)
		extra := in.afterLine(first, end)
		first = end + 1
		for range heredocs {
			bodyEnd := first
			for bodyEnd < len(tokens) && tokens[bodyEnd].Kind != syntax.HeredocEnd {
				bodyEnd++
			}
			if bodyEnd == len(tokens) {
				return
			}
			in.judgeHeredoc(first, bodyEnd, in.steps+extra+1)
			first, extra = bodyEnd+1, 0
		}
		if first >= len(tokens) {
			return
		}
		extra += in.beforeLine(first)
		if in.steps < 0 && in.pass.AsRuby() {
			return // puppet-lint (Ruby) has lost count, and stops
		}
		in.judge(first, in.steps+extra)
	}
}

// lineEnd is the index of the token that ends the line, and how many heredocs
// have their tags on it.
func (in *indenter) lineEnd(first int) (end, heredocs int) {
	tokens := in.pass.File.Tokens
	for end = first; end < len(tokens) && tokens[end].Kind != syntax.Newline; end++ {
		if tokens[end].Kind == syntax.HeredocTag {
			heredocs++
		}
	}
	return end, heredocs
}

func (in *indenter) line(index int) int { return int(in.lines[index]) }

// afterLine adds what the line leaves open and returns by how many steps only
// the next line is indented.
func (in *indenter) afterLine(first, end int) (extra int) {
	opened, lastMate := 0, -1
	last := -1
	for i := first; i < end; i++ {
		token := in.pass.Token(i)
		if !token.Kind.IsTrivia() {
			last = i
		}
		if !opensIndent(token.Kind) {
			continue
		}
		if line := in.line(int(in.mates[i])); line > in.line(i) && line != lastMate {
			opened++
			lastMate = line
		}
	}
	in.steps += opened
	if last < 0 {
		return 0
	}
	switch in.pass.Token(last).Kind {
	case syntax.Colon:
		if opened == 0 && in.colon == 0 {
			in.colon = last
			in.steps++
		}
	case syntax.Semicolon:
		if in.colon != 0 {
			in.colon = 0
			in.steps--
		}
	case syntax.Equals, syntax.FatArrow:
		return 1
	}
	return 0
}

// beforeLine takes away what the line closes.
func (in *indenter) beforeLine(first int) (extra int) {
	lastMate := -1
	end, _ := in.lineEnd(first)
	for i := first; i < end; i++ {
		if !closesIndent(in.pass.Token(i).Kind) {
			continue
		}
		mate := int(in.mates[i])
		if in.line(mate) >= in.line(i) {
			continue
		}
		if line := in.line(mate); line != lastMate {
			in.steps--
			lastMate = line
		}
		if in.colon != 0 && in.pass.Token(i).Kind == syntax.RightBrace && in.line(mate) < in.line(in.colon) {
			in.colon = 0
			in.steps--
		}
	}
	if in.colon == 0 {
		return 0
	}
	if code := in.pass.NextCode(first - 1); code < end && in.pass.Token(code).Kind == syntax.Semicolon && in.pass.NextCode(code) > end {
		return -1
	}
	return 0
}

// judge reports the line if it is not indented by so many steps.
func (in *indenter) judge(first, steps int) {
	pass := in.pass
	blanks := source.Span{Start: pass.Token(first).Start, End: pass.Token(first).Start}
	content := first
	if kind := pass.Token(first).Kind; kind == syntax.Indent || kind == syntax.Whitespace {
		blanks, content = pass.Token(first).Span, first+1
	}
	switch kind := pass.Token(content).Kind; {
	case pass.AsRuby() && (content > first || kind == syntax.BlockComment) && kind != syntax.EndOfFile:
		// Its exception for comments and empty lines is one for those that begin in
		// the first column.
	case kind == syntax.Newline || kind == syntax.EndOfFile || kind.IsComment():
		return
	case kind == syntax.FatArrow && !pass.AsRuby():
		return // arrow_alignment says where it belongs
	}
	want, has := max(steps, 0)*pass.Int("chars_per_indent"), utf8.RuneCountInString(pass.Source.Slice(blanks))
	if want == has {
		return
	}
	finding := pass.ReportAt(pass.Token(content).Span, blanks.Start, fmt.Sprintf("indent should be %d chars and is %d", want, has))
	pass.Fix(finding, pass.Replace(blanks, spaces(want)))
}

// judgeHeredoc reports a heredoc whose end tag is not indented by so many
// steps.
func (in *indenter) judgeHeredoc(first, end, steps int) {
	text := in.pass.Source.LineText(in.pass.Source.Line(in.pass.Token(end).End - 1))
	has := len(text) - len(strings.TrimLeft(text, " \t"))
	if want := max(steps, 0) * in.pass.Int("chars_per_indent"); want != has {
		in.pass.Report(in.pass.Token(first).Span, fmt.Sprintf("indent should be %d chars and is %d", want, has))
	}
}
