package rules

import (
	"puppet-lint/internal/diag"
)

var shadowedVariable = Rule{
	Rule: diag.Rule{
		Name:         "shadowed_variable",
		Group:        diag.Suspicious,
		Severity:     diag.Warning,
		OffByDefault: true,
		Summary:      "a variable of a block hides a variable of the same name outside",
		Advice:       "give one of the two another name",
		Rationale: "A block has its own scope: a parameter or an assignment in it creates a new variable, and the variable outside " +
			"keeps its value. Readers easily confuse the two. Use another name.",
		Bad:   []diag.Example{{Code: "$name_of = 'a'\n['b'].each |$name_of| {\n  notice($name_of)\n}\nnotice($name_of)\n"}},
		Good:  []diag.Example{{Code: "$first = 'a'\n['b'].each |$other| {\n  notice($other)\n}\nnotice($first)\n"}},
		Since: "1.0.0",
		CWE:   []int{1109},
	},
	Visits: []Visit{End(func(pass *Pass) {
		for _, scope := range pass.flow().Scopes {
			if scope.Outer == nil {
				continue
			}
			for _, variable := range scope.Variables {
				if hidden := scope.Outer.Lookup(variable.Name); hidden != nil {
					finding := pass.Report(variable.Span, "$"+variable.Name+" hides a variable of the same name outside of the block")
					finding.Related = append(finding.Related, diag.Related{File: pass.Source, Span: hidden.Span, Message: "the variable outside"})
				}
			}
		}
	})},
}
