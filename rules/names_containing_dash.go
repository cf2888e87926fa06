package rules

import (
	"strings"

	"puppet-lint/internal/diag"
)

var namesContainingDash = Rule{
	Rule: diag.Rule{
		Name:        "names_containing_dash",
		Group:       diag.Correctness,
		Severity:    diag.Error,
		Core:        true,
		RubyKind:    diag.Error,
		RubyDefault: true,
		Summary:     "a class or defined type with a dash in its name",
		Advice:      "write an underscore instead of the dash",
		Rationale: "Names of classes and defined types consist of lower-case letters, digits and underscores. Puppet " +
			"refuses a file with a dash in such a name. Write an underscore instead.",
		Bad:   []diag.Example{{Path: "manifests/tls-proxy.pp", Code: "# The proxy.\nclass example::tls-proxy {\n}\n"}},
		Good:  []diag.Example{{Path: "manifests/tls_proxy.pp", Code: "# The proxy.\nclass example::tls_proxy {\n}\n"}},
		Since: "1.0.0",
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		if strings.Contains(definition.Name, "-") {
			pass.Report(definition.NameSpan, definition.kind()+" name containing a dash")
		}
	})},
}
