package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var paramsEmptyStringAssignment = Rule{
	Rule: diag.Rule{
		Name:         "params_empty_string_assignment",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-params_empty_string-check",
		Narrower:     true,
		VoxPupuli:    true,
		Summary:      "a String parameter that is empty by default",
		Advice:       "write the default undef and the type Optional[String[1]]",
		Rationale: "An empty string usually means \"nothing\", but it is true as a condition, so `if $owner` is taken. Use " +
			"`undef` and `Optional[String[1]]`, which also keeps callers from passing an empty string.",
		Bad:        []diag.Example{{Code: "# An example.\n#\n# @param owner\n#   Who owns it.\nclass example (\n  String $owner = '',\n) {\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\n#\n# @param owner\n#   Who owns it.\nclass example (\n  Optional[String[1]] $owner = undef,\n) {\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-params_empty_string-check"},
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		for _, parameter := range definition.Parameters {
			if text, isString := parameter.Node.Value.(*syntax.LiteralString); isString && text.Value == "" && isStringType(parameter.Node.TypeExpr) {
				pass.Report(parameter.NameSpan, "class parameter with String type defaults to empty string")
			}
		}
	})},
}

// isStringType reports whether the type is String, or a Variant that contains it.
func isStringType(node syntax.Node) bool {
	name, keys := typeReference(node)
	if name != "Variant" {
		return name == "String"
	}
	for _, key := range keys {
		if isStringType(key) {
			return true
		}
	}
	return false
}
