package rules

import "puppet-lint/internal/diag"

var noSymbolicFileModes = Rule{
	Rule: communityRule(diag.Rule{
		Name:     "no_symbolic_file_modes",
		Group:    diag.Style,
		Plugin:   "puppet-lint-no_symbolic_file_modes-check",
		Narrower: true,
		Summary:  "a file mode that is not four octal digits",
		Rationale: "This rule is for teams that write all modes in the same way. Digits define the whole mode, while " +
			"symbols such as `u+x` change only a part of it, so that the result depends on the mode that the file " +
			"had before.",
		Bad:  examples("  file { '/tmp/a':\n    mode => 'u=rw,go=r',\n  }\n"),
		Good: examples("  file { '/tmp/a':\n    mode => '0644',\n  }\n"),
	}),
	Visits: []Visit{resourcesOf([]string{"file"}, func(pass *Pass, body *resourceBody) {
		mode := body.attribute("mode")
		if mode == nil {
			return
		}
		if text, isLiteral := literalText(mode.Value); isLiteral && isFileMode(text) && !isOctal(text) {
			pass.Report(mode.valueSpan(pass), "mode should be a 4 digit octal value, not a symbolic mode")
		}
	})},
}
