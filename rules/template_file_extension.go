package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var templateFileExtension = Rule{
	Rule: communityRule(diag.Rule{
		Name:     "template_file_extension",
		OldNames: []string{"non_erb_template_filename"},
		Group:    diag.Style,
		Plugin:   "puppet-lint-template_file_extension-check",
		Narrower: true,
		Summary:  "a template file has the wrong extension",
		Rationale: "Editors, linters and Puppet's own validation recognize templates by `.epp` and `.erb`; without the " +
			"extension nothing checks them, and a syntax error is found only when a node is compiled. Rename the " +
			"file.",
		Bad:  examples("  file { '/tmp/a':\n    content => epp('example/a'),\n  }\n"),
		Good: examples("  file { '/tmp/a':\n    content => epp('example/a.epp'),\n  }\n"),
	}),
	Visits: []Visit{contentTemplates(func(pass *Pass, name string, token int, call *syntax.CallExpression) {
		extension, kind := ".epp", "epp"
		arguments := call.Arguments
		if name == "template" {
			extension, kind = ".erb", "template"
		} else if len(arguments) > 1 {
			arguments = arguments[:1]
		}
		for _, argument := range arguments {
			if file, isString := argument.(*syntax.LiteralString); isString && !strings.HasSuffix(file.Value, extension) {
				pass.Report(pass.Token(token).Span, "all "+kind+" file names should end with "+extension)
			}
		}
	})},
}
