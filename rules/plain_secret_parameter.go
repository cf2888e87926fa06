package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/secret"
	"puppet-lint/rules/flow"
)

var plainSecretParameter = Rule{
	Rule: diag.Rule{
		Name:             "plain_secret_parameter",
		Group:            diag.Security,
		Severity:         diag.Warning,
		OffByDefault:     true,
		SecuritySeverity: 4.3,
		Summary:          "a parameter for a secret is not Sensitive",
		Advice:           "write Sensitive[…] around the type",
		Rationale: "A parameter whose type is `String` is shown in reports, logs and PuppetDB. `Sensitive[String]` " +
			"is not; `Variant[String, Sensitive[String]]` lets callers migrate step by step. The rule reports " +
			"parameters of classes and defined types whose name says that they hold a secret.",
		Bad:   []diag.Example{{Code: "# An example.\n#\n# @param password a secret\nclass example (\n  String[1] $password,\n) {\n  notice($password)\n}\n"}},
		Good:  []diag.Example{{Code: "# An example.\n#\n# @param password a secret\nclass example (\n  Sensitive[String[1]] $password,\n) {\n  notice($password)\n}\n"}},
		Since: "1.0.0",
		CWE:   []int{256, 532},
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		for _, parameter := range definition.Parameters {
			if !secret.Named(parameter.Name).IsConfidential() {
				continue
			}
			isText := parameter.Node.TypeExpr != nil
			for _, leaf := range flow.Leaves(parameter.Node.TypeExpr) {
				isText = isText && flow.TypeName(leaf) == "String"
			}
			if isText {
				pass.Report(parameter.NameSpan, "$"+parameter.Name+" holds a secret, but its type is not Sensitive")
			}
		}
	})},
}
