package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var optionalDefault = Rule{
	Rule: diag.Rule{
		Name:         "optional_default",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-optional_default-check",
		VoxPupuli:    true,
		Summary:      "an Optional parameter whose default is not undef",
		Rationale: "A parameter that has a default need not be `Optional`: that only lets a caller pass an explicit " +
			"`undef`, which Puppet replaces with the default. Readers think that the value can be `undef` and test " +
			"for it. The rule also reports a parameter of a defined type that is `Optional` but has no default, " +
			"because it must still be given.",
		Bad: []diag.Example{
			{Code: "# An example.\n#\n# @param owner\n#   Who owns it.\nclass example (\n  Optional[String[1]] $owner = 'root',\n) {\n}\n"},
			{Path: "manifests/thing.pp", Code: "# An example.\n#\n# @param owner\n#   Who owns it.\ndefine example::thing (\n  Optional[String[1]] $owner,\n) {\n}\n"},
		},
		Good:       []diag.Example{{Code: "# An example.\n#\n# @param owner\n#   Who owns it.\n# @param group\n#   Who else.\nclass example (\n  String[1] $owner = 'root',\n  Optional[String[1]] $group = undef,\n) {\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-optional_default-check"},
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		for _, parameter := range definition.Parameters {
			if name, _ := typeReference(parameter.Node.TypeExpr); name != "Optional" {
				continue
			}
			switch value := parameter.Node.Value; {
			case value != nil && isSurelyDefined(value):
				pass.Report(parameter.NameSpan, "Optional parameter defaults to something other than undef").Help = "remove Optional, or write the default undef"
			case value == nil && !definition.IsClass:
				pass.Report(parameter.NameSpan, "Optional defined type parameter doesn't have a default").Help = "add the default undef"
			}
		}
	})},
}

// isSurelyDefined reports whether the expression cannot be undef.
func isSurelyDefined(node syntax.Node) bool {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.LiteralString, *syntax.ConcatenatedString, *syntax.HeredocExpression, *syntax.QualifiedName, *syntax.LiteralInteger,
		*syntax.LiteralFloat, *syntax.LiteralBoolean, *syntax.LiteralDefault, *syntax.LiteralRegularExpression, *syntax.LiteralList,
		*syntax.LiteralHash, *syntax.QualifiedReference, *syntax.ArithmeticExpression, *syntax.ComparisonExpression,
		*syntax.AndExpression, *syntax.OrExpression, *syntax.NotExpression, *syntax.UnaryMinusExpression:
		return true
	case *syntax.AccessExpression:
		name, _ := typeReference(node)
		return name != ""
	}
	return false
}
