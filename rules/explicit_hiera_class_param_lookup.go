package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var explicitHieraClassParamLookup = Rule{
	Rule: communityRule(diag.Rule{
		Name:     "explicit_hiera_class_param_lookup",
		Group:    diag.Style,
		Severity: diag.Warning,
		RubyKind: diag.Error,
		Plugin:   "puppet-lint-explicit_hiera_class_param_lookup-check",
		Summary:  "the default of a class parameter calls `hiera()`",
		Advice:   "use the parameter of the class, which Puppet looks up by itself",
		Rationale: "Puppet looks up class parameters in Hiera automatically, under the key `class::parameter`. With " +
			"`hiera()` in the default there are two keys for one parameter, and Puppet 9 no longer has the function " +
			"`hiera`. Move the value to the key of the parameter.",
		Bad:  []diag.Example{{Code: "# An example.\n#\n# @param port\n#   Where to listen.\nclass example (\n  Integer $port = hiera('site::port'),\n) {\n}\n"}},
		Good: []diag.Example{{Code: "# An example.\n#\n# @param port\n#   Where to listen.\nclass example (\n  Integer $port = 80,\n) {\n}\n"}},
	}),
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		if !definition.IsClass {
			return
		}
		for _, parameter := range definition.Parameters {
			call, isCall := parameter.Node.Value.(*syntax.CallNamedFunctionExpression)
			if !isCall || len(call.Arguments) == 0 {
				continue
			}
			if name, isName := call.Functor.(*syntax.QualifiedName); isName && name.Value == "hiera" {
				pass.ReportAt(pass.extent(call), pass.extent(call.Arguments[0]).Start, "explicit hiera() lookup of "+keyText(pass, call.Arguments[0]))
			}
		}
	})},
}

// keyText returns the text of a literal, or the source of any other expression.
func keyText(pass *Pass, node syntax.Node) string {
	if text, isLiteral := literalText(node); isLiteral {
		return text
	}
	return pass.Source.Slice(pass.extent(node))
}
