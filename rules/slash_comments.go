package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
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
		Summary:     "a comment starts with `//`",
		Rationale: "Puppet has no such comments: `//` is an empty regular expression, and the text after it is code, so the " +
			"file does not compile. puppet-lint (Ruby) treats it as a comment. Write `#`.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  // one\n  $x = 1\n}\n", Fixed: "# An example.\nclass example {\n  # one\n  $x = 1\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  # one\n  $x = 1\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "write the comment with #"},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#comments"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		if span := pass.Token(index).Span; pass.slashes[span.Start] {
			finding := pass.Report(span, "// comment found")
			// In a broken file, it may be an empty regular expression, as Puppet reads it.
			if !pass.File.Broken() {
				pass.Fix(finding, pass.Replace(source.Span{Start: span.Start, End: span.Start + 2}, "#"))
			}
		}
	}, syntax.LineComment)},
}
