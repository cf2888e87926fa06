package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

var slashComments = Rule{
	Rule: diag.Rule{
		Name:        "slash_comments",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a // comment",
		Rationale:   "Puppet has no such comments: what looks like one is an empty regular expression, and what follows is code. The Ruby puppet-lint lets it pass as a comment.",
		Bad:         []diag.Example{{Code: "# An example.\nclass example {\n  // one\n  $x = 1\n}\n", Fixed: "# An example.\nclass example {\n  # one\n  $x = 1\n}\n"}},
		Good:        []diag.Example{{Code: "# An example.\nclass example {\n  # one\n  $x = 1\n}\n"}},
		Fix:         diag.FixInfo{Safety: diag.Safe, Summary: "write the comment with #"},
		Since:       "1.0.0",
		References:  []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#comments"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		start := pass.Token(index).Start
		rest := pass.Source.Text[start:]
		if !strings.HasPrefix(rest, "//") || !pass.AsRuby() && isEmptyRegex(pass, index) {
			return
		}
		span := source.Span{Start: start, End: lineEnd(pass.Source, start)}
		finding := pass.Report(span, "// comment found")
		pass.Fix(finding, pass.Replace(source.Span{Start: start, End: start + 2}, "#"))
	}, syntax.Regex, syntax.Divide)},
}

// isEmptyRegex reports whether "//" is meant as the regular expression that it
// is to Puppet: behind a match operator, or before something that ends an
// argument.
func isEmptyRegex(pass *Pass, index int) bool {
	switch pass.Token(pass.PreviousCode(index)).Kind {
	case syntax.Match, syntax.NoMatch:
		return true
	}
	switch pass.Token(index + 1).Kind {
	case syntax.RightParen, syntax.RightBracket, syntax.Comma:
		return true
	}
	return false
}
