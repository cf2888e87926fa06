package rules

import (
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var functionDocumentation = Rule{
	Rule: diag.Rule{
		Name:         "function_documentation",
		Group:        diag.Docs,
		Severity:     diag.Warning,
		OffByDefault: true,
		Summary:      "a function or plan whose parameters or result are not documented",
		Rationale: "Puppet Strings warns about parameters without an `@param` and about functions without a `@return`, and " +
			"the reference that it writes does not explain them. `parameter_documentation` does the same for classes " +
			"and defined types. Code marked `@api private` needs no documentation.",
		Bad:   []diag.Example{{Path: "functions/twice.pp", Code: "# @summary Doubles\nfunction example::twice(Integer $number) >> Integer {\n  $number * 2\n}\n"}},
		Good:  []diag.Example{{Path: "functions/twice.pp", Code: "# @summary Doubles\n#\n# @param number what to double\n# @return the double\nfunction example::twice(Integer $number) >> Integer {\n  $number * 2\n}\n"}},
		Since: "1.0.0",
	},
	Visits: []Visit{functionsAndPlans(func(pass *Pass, node syntax.Node, named *syntax.NamedDefinition) {
		comment := pass.docComment(node)
		if comment.isPrivate {
			return
		}
		for _, parameter := range named.Parameters {
			if !slices.ContainsFunc(comment.parameters, func(p syntax.ParameterTag) bool { return p.Name == parameter.Name }) {
				pass.Report(pass.Token(int(parameter.NameToken)).Span, "no @param tag documents $"+parameter.Name)
			}
		}
		if node.Kind() == syntax.KindFunctionDefinition && !comment.hasReturn {
			pass.Report(pass.Token(int(named.NameToken)).Span, "no @return tag documents the result")
		}
	})},
}
