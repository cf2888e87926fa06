package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var manifestWhitespaceNewlineBeginningOfFile = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "newline_beginning_of_file",
		Summary:   "the file begins with an empty line",
		Rationale: "A file begins with its documentation, not with an empty line.",
		Bad:       []diag.Example{{Code: "\n# Installs the NTP client.\nclass example {\n  package { 'ntp': }\n}\n", Fixed: "# Installs the NTP client.\nclass example {\n  package { 'ntp': }\n}\n"}},
		Good:      []diag.Example{{Code: "# Installs the NTP client.\nclass example {\n  package { 'ntp': }\n}\n"}},
		Fix:       diag.FixInfo{Summary: "remove the empty line"},
	}),
	Visits: []Visit{Start(func(pass *Pass) {
		for i := 0; pass.Token(i).Kind == syntax.Newline; i++ {
			span := pass.Token(i).Span
			pass.Fix(pass.Report(span, "there should not be a newline at the beginning of a manifest"), pass.Delete(span))
		}
	})},
}
