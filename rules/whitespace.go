package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// gap is the blanks and line endings between two other tokens. Comments are not part of a gap.
type gap struct {
	source.Span
	// Before and After are the indices of the tokens around the gap; -1 and len(Tokens) at the
	// ends of the file.
	Before, After int
	// Newlines is the number of lines that end in the gap. The end of a heredoc counts.
	Newlines int
}

// isNone reports whether nothing is between the tokens, isSpace whether a single space is.
func (g *gap) isNone() bool             { return g.Start == g.End && g.Newlines == 0 }
func (g *gap) isSpace(pass *Pass) bool  { return pass.Source.Slice(g.Span) == " " }
func (g *gap) isBlanks() bool           { return g.Newlines == 0 && g.Start < g.End }
func (g *gap) isAtFileEnd(p *Pass) bool { return g.After >= len(p.File.Tokens) }

func isGapToken(kind syntax.TokenKind) bool {
	return kind == syntax.Newline || kind == syntax.Indent || kind == syntax.Whitespace
}

// gapBefore returns the gap before the token.
func (p *Pass) gapBefore(index int) gap {
	before := index - 1
	for before >= 0 && isGapToken(p.Token(before).Kind) {
		before--
	}
	return gapBetween(p, before, index)
}

// gapAfter returns the gap after the token.
func (p *Pass) gapAfter(index int) gap {
	after := index + 1
	for isGapToken(p.Token(after).Kind) {
		after++
	}
	return gapBetween(p, index, after)
}

func gapBetween(p *Pass, before, after int) gap {
	found := gap{Before: before, After: after, Span: source.Span{End: p.Token(after).Start}}
	if before >= 0 {
		found.Start = p.Token(before).End
		if p.Token(before).Kind == syntax.HeredocEnd {
			found.Newlines++
		}
	}
	for i := before + 1; i < after; i++ {
		if p.Token(i).Kind == syntax.Newline {
			found.Newlines++
		}
	}
	return found
}

// trailingBlanks reports whether blanks at the end of a line follow the token and count. They
// count only for puppet-lint (Ruby). Otherwise trailing_whitespace reports them.
func trailingBlanks(p *Pass, index int) bool {
	return p.AsRuby() && p.Token(index+1).Kind == syntax.Whitespace && p.Token(index+2).Kind == syntax.Newline
}

// isSubscriptForRuby reports whether puppet-lint (Ruby) reads the token as part of the
// preceding variable.
func isSubscriptForRuby(p *Pass, index int) bool {
	return p.AsRuby() && p.hiddenFromRuby(p.Token(index).Start)
}

// lastLine returns the part of the gap from its last line ending on. It is what remains of a
// gap with too many lines.
func (g *gap) lastLine(pass *Pass) string {
	text := pass.Source.Slice(g.Span)
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == '\n' {
			if i > 0 && text[i-1] == '\r' {
				i--
			}
			return text[i:]
		}
	}
	return text
}

// withOneLineEnd returns the edit that leaves one line ending in the gap.
func (g *gap) withOneLineEnd(pass *Pass) diag.Edit {
	if g.Before >= 0 && pass.Token(g.Before).Kind == syntax.HeredocEnd {
		rest := g.lastLine(pass)
		for len(rest) > 0 && (rest[0] == '\r' || rest[0] == '\n') {
			rest = rest[1:]
		}
		return pass.Replace(g.Span, rest)
	}
	return pass.Replace(g.Span, g.lastLine(pass))
}

// inTemplate reports whether the file is an EPP template, in which blanks around the tags are
// text.
func inTemplate(p *Pass) bool {
	_, isTemplate := p.File.Program.Body.(*syntax.LambdaExpression)
	return isTemplate
}

func opensBracket(kind syntax.TokenKind) bool {
	return kind == syntax.LeftBracket || kind == syntax.ListStart
}

func opensBrace(kind syntax.TokenKind) bool {
	return kind == syntax.LeftBrace || kind == syntax.SelectBrace
}

func opensParenthesis(kind syntax.TokenKind) bool {
	return kind == syntax.LeftParen || kind == syntax.LineLeftParen
}

// isUnary reports whether a token of the kind is directly followed by its operand: "*[1]",
// "!{}", "${[1]}", "<%=[1]".
func isUnary(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.Times, syntax.Not, syntax.Minus, syntax.InterpolationStart, syntax.EppStart, syntax.EppExpressionStart:
		return true
	}
	return false
}

// manifestWhitespace completes a rule of the plugin.
func manifestWhitespace(rule diag.Rule) diag.Rule {
	rule.Name = "manifest_whitespace_" + rule.Name
	rule.Group, rule.Severity, rule.RubyKind = diag.Style, diag.Warning, diag.Error
	rule.OffByDefault, rule.VoxPupuli = true, true
	rule.Plugin = "puppet-lint-manifest_whitespace-check"
	rule.Since = "1.0.0"
	rule.References = []string{"https://github.com/voxpupuli/puppet-lint-manifest_whitespace-check"}
	rule.Fix.Safety, rule.Fix.LayoutOnly = diag.Safe, true
	return rule
}

// example returns a class with the given lines in it.
func example(body string) string { return "# An example.\nclass example {\n" + body + "}\n" }

// badExample returns a class whose lines the fix fixes.
func badExample(body, fixed string) []diag.Example {
	return []diag.Example{{Code: example(body), Fixed: example(fixed)}}
}

// examples returns a class with the given lines in it, as the only example of a rule.
func examples(body string) []diag.Example { return []diag.Example{{Code: example(body)}} }

// closingAfter returns a Visit that reports what must not follow a closing bracket: code
// without a blank, or a blank before punctuation. The blank before a closing brace is reported
// by manifest_whitespace_closing_brace_before.
func closingAfter(closing syntax.TokenKind, message string) Visit {
	return Tokens(func(pass *Pass, index int) {
		if isSubscriptForRuby(pass, index) {
			return
		}
		gap := pass.gapAfter(index)
		next := pass.Token(gap.After).Kind
		switch {
		case gap.Newlines > 0 && trailingBlanks(pass, index) && mayFollowClosing(next):
			pass.Fix(pass.Report(pass.Token(index+1).Span, message), pass.Delete(pass.Token(index+1).Span))
		case gap.Newlines > 0 || next == syntax.EndOfFile || isEppToken(next):
		case gap.isNone():
			if !mayFollowClosing(next) && (next != syntax.RightBrace || pass.AsRuby()) {
				finding := pass.Report(pass.Token(gap.After).Span, message)
				pass.Fix(finding, pass.Insert(gap.End, " "))
			}
		case next == syntax.RightBracket && !pass.AsRuby(): // manifest_whitespace_closing_bracket_before reports it
		case mayFollowClosing(next) && next != syntax.StringText:
			pass.Fix(pass.Report(gap.Span, message), pass.Delete(gap.Span))
		}
	}, closing)
}

// mayFollowClosing reports whether a token of the kind may directly follow a closing bracket.
func mayFollowClosing(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.RightBracket, syntax.RightParen, syntax.Semicolon, syntax.Comma, syntax.Colon, syntax.Dot, syntax.LeftBracket,
		syntax.InterpolationEnd, syntax.StringText, syntax.StringEnd:
		return true
	}
	return false
}

func isEppToken(kind syntax.TokenKind) bool {
	return kind >= syntax.EppText && kind <= syntax.EppEndTrim
}
