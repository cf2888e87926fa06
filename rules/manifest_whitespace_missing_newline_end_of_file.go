package rules

import (
	"strings"

	"puppet-lint/internal/diag"
)

var manifestWhitespaceMissingNewlineEndOfFile = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:    "missing_newline_end_of_file",
		Summary: "the file does not end with a line feed",
		Rationale: "Diffs mark the last line as having no newline, and change it when a line is added after it. Tools that " +
			"concatenate files join it with the first line of the next file.",
		Bad:  []diag.Example{{Code: "# Installs the NTP client.\nclass example {\n  package { 'ntp': }\n}", Fixed: "# Installs the NTP client.\nclass example {\n  package { 'ntp': }\n}\n"}},
		Good: []diag.Example{{Code: "# Installs the NTP client.\nclass example {\n  package { 'ntp': }\n}\n"}},
		Fix:  diag.FixInfo{Summary: "end the last line"},
	}),
	Visits: []Visit{Start(func(pass *Pass) {
		text := pass.Source.Text
		if text == "" || strings.HasSuffix(text, "\n") || inTemplate(pass) {
			return
		}
		span := pass.Token(len(pass.File.Tokens) - 1).Span
		pass.Fix(pass.Report(span, "there should be a single newline at the end of a manifest"), pass.Insert(int32(len(text)), pass.LineEnding()))
	})},
}
