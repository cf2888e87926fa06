package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var functionTypes = Rule{
	Rule: diag.Rule{
		Name:     "function_types",
		Group:    diag.Strict,
		Severity: diag.Warning,
		Summary:  "a function or plan whose parameters or result have no type",
		Rationale: "With a type on every parameter and result, Puppet refuses wrong values where they are passed, and puppet-lint can " +
			"infer what callers get. `parameter_types` does the same for classes and defined types.",
		Bad:   []diag.Example{{Path: "functions/twice.pp", Code: "# Doubles.\nfunction example::twice($number) {\n  $number * 2\n}\n"}},
		Good:  []diag.Example{{Path: "functions/twice.pp", Code: "# Doubles.\nfunction example::twice(Integer $number) >> Integer {\n  $number * 2\n}\n"}},
		Since: "1.0.0",
	},
	Visits: []Visit{functionsAndPlans(func(pass *Pass, node syntax.Node, named *syntax.NamedDefinition) {
		for _, parameter := range named.Parameters {
			if parameter.TypeExpr == nil {
				pass.Report(pass.Token(int(parameter.NameToken)).Span, "$"+parameter.Name+" has no type")
			}
		}
		if function, ok := node.(*syntax.FunctionDefinition); ok && function.ReturnType == nil {
			pass.Report(pass.Token(int(named.NameToken)).Span, "the function has no return type")
		}
	})},
}
