package rules

import (
	"unicode"
	"unicode/utf8"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/syntax"
)

var unknownDocumentedParameter = Rule{
	Rule: diag.Rule{
		Name:      "unknown_documented_parameter",
		Group:     diag.Docs,
		Severity:  diag.Warning,
		Summary:   "an `@param` tag of a function or plan names a parameter that does not exist",
		Rationale: "The parameter was renamed or removed and its documentation was not, or the name is misspelt. `parameter_documentation` does the same for classes and defined types.",
		Bad:       []diag.Example{{Path: "functions/twice.pp", Code: "# @summary Doubles\n#\n# @param nummer what to double\n# @return the double\nfunction example::twice(Integer $number) >> Integer {\n  $number * 2\n}\n"}},
		Good:      []diag.Example{{Path: "functions/twice.pp", Code: "# @summary Doubles\n#\n# @param number what to double\n# @return the double\nfunction example::twice(Integer $number) >> Integer {\n  $number * 2\n}\n"}},
		Since:     "1.0.0",
	},
	Visits: []Visit{functionsAndPlans(func(pass *Pass, node syntax.Node, named *syntax.NamedDefinition) {
		var names []string
		isParameter := map[string]bool{"block": true}
		for _, parameter := range named.Parameters {
			names = append(names, parameter.Name)
			isParameter[parameter.Name] = true
		}
		known := spell.NewIndex(names)
		for _, documented := range pass.docComment(node).parameters {
			if isParameter[documented.Name] {
				continue
			}
			finding := pass.Report(documented.Span, "the "+definitionKind(node)+" has no parameter "+documented.Name)
			if first, _ := utf8.DecodeRuneInString(documented.Name); unicode.IsUpper(first) {
				finding.Help = "a type is written in brackets: @param [Type] name"
				continue
			}
			best := known.Best(documented.Name)
			finding.Suggest(diag.Suggestion{Written: documented.Name, Meant: best, Shown: best})
		}
	})},
}
