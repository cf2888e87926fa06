package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var unquotedFileMode = Rule{
	Rule: diag.Rule{
		Name:        "unquoted_file_mode",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a file mode that is not a string",
		Rationale: "A mode must be a string. Puppet refuses a number such as 644, and the catalog cannot be applied. Quote " +
			"the mode.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    mode => 0644,\n  }\n}\n", Fixed: "# An example.\nclass example {\n  file { '/tmp/a':\n    mode => '0644',\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    mode => '0644',\n  }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "quote the mode"},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#file-modes"},
	},
	Visits: []Visit{resourcesOf([]string{"file", "concat"}, func(pass *Pass, body *resourceBody) {
		for i := range body.Attributes {
			mode := &body.Attributes[i]
			if mode.Name != "mode" || !isUnquotedMode(pass, mode) {
				continue
			}
			span := pass.Token(mode.First).Span
			finding := pass.Report(span, "unquoted file mode")
			if span.End == mode.End {
				pass.Fix(finding, pass.Replace(span, "'"+pass.Source.Slice(span)+"'"))
			}
		}
	})},
}

// isUnquotedMode reports whether the value is a number or a bare word. For puppet-lint (Ruby),
// it need only start with one.
func isUnquotedMode(pass *Pass, mode *attribute) bool {
	token := pass.Token(mode.First)
	if token.End != mode.End && !pass.AsRuby() {
		return false
	}
	switch token.Kind {
	case syntax.Number:
		return true
	case syntax.Name, syntax.Word:
		return int(token.End) >= len(pass.Source.Text) || pass.Source.Text[token.End] != '('
	}
	return false
}
