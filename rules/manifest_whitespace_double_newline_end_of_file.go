package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var manifestWhitespaceDoubleNewlineEndOfFile = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:    "double_newline_end_of_file",
		Summary: "the file ends with an empty line",
		Rationale: "An empty line separates two things, and nothing follows here. Text that is added later would follow two " +
			"empty lines.",
		Bad:  []diag.Example{{Code: "# Installs the NTP client.\nclass example {\n  package { 'ntp': }\n}\n\n", Fixed: "# Installs the NTP client.\nclass example {\n  package { 'ntp': }\n}\n"}},
		Good: []diag.Example{{Code: "# Installs the NTP client.\nclass example {\n  package { 'ntp': }\n}\n"}},
		Fix:  diag.FixInfo{Summary: "remove the empty line"},
	}),
	Visits: []Visit{Start(func(pass *Pass) {
		for i := len(pass.File.Tokens) - 1; i > 0 && pass.Token(i).Kind == syntax.Newline; i-- {
			if before := pass.Token(i - 1).Kind; before != syntax.Newline && before != syntax.HeredocEnd {
				return
			}
			span := pass.Token(i).Span
			pass.Fix(pass.Report(span, "there should be a single newline at the end of a manifest"), pass.Delete(span))
		}
	})},
}
