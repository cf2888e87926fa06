package rules

import (
	"fmt"
	"strings"

	"puppet-lint/internal/diag"
)

var namesContainingUppercase = Rule{
	Rule: diag.Rule{
		Name:        "names_containing_uppercase",
		Group:       diag.Correctness,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Error,
		RubyDefault: true,
		Summary:     "a class or defined type with an upper-case letter in its name",
		Rationale: "Puppet turns the name of a class or defined type into lower case. It then looks for the definition in a " +
			"file with a lower-case name, and shows the lower-case name in catalogs and reports. A search for the " +
			"name in the code does not find it.",
		Bad:   []diag.Example{{Path: "manifests/tlsproxy.pp", Code: "# The proxy.\nclass example::tlsProxy {\n}\n", Fixed: "# The proxy.\nclass example::tlsproxy {\n}\n"}},
		Good:  []diag.Example{{Path: "manifests/tls_proxy.pp", Code: "# The proxy.\nclass example::tls_proxy {\n}\n"}},
		Fix:   diag.FixInfo{Safety: diag.Unsafe, Summary: "write the name in lower case"},
		Since: "1.0.0",
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		if lower := strings.ToLower(definition.Name); lower != definition.Name {
			finding := pass.Report(definition.NameSpan, fmt.Sprintf("%s '%s' contains illegal uppercase", definition.kind(), definition.Name))
			pass.Fix(finding, pass.Replace(definition.NameSpan, lower))
		}
	})},
}
