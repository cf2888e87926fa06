package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var paramsNotOptionalWithUndef = Rule{
	Rule: diag.Rule{
		Name:         "params_not_optional_with_undef",
		Group:        diag.Suspicious,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-params_not_optional_with_undef-check",
		Narrower:     true,
		VoxPupuli:    true,
		Summary:      "a parameter is undef by default, but its type does not accept undef",
		Advice:       "write Optional[…] around the type, or remove the default",
		Rationale: "The class cannot be declared without the parameter, whatever its default says. Write `Optional[…]`, or leave the default out. " +
			"Types that accept `undef` (`Any`, `Data`, a `Variant` with `Undef` or `Optional` in it) are fine, and so are types that are not Puppet's own.",
		Bad:        []diag.Example{{Code: "# An example.\n#\n# @param owner\n#   Who owns it.\nclass example (\n  String[1] $owner = undef,\n) {\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\n#\n# @param owner\n#   Who owns it.\nclass example (\n  Optional[String[1]] $owner = undef,\n) {\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-params_not_optional_with_undef-check"},
	},
	Visits: []Visit{definitions(func(pass *Pass, definition *definition) {
		for _, parameter := range definition.Parameters {
			if _, isUndef := parameter.Node.Value.(*syntax.LiteralUndef); isUndef && refusesUndef(parameter.Node.TypeExpr) {
				pass.Report(parameter.NameSpan, "Not optional parameter defaults to undef")
			}
		}
	})},
}

// neverUndef holds the names of Puppet's types that do not include undef. It never changes.
var neverUndef = setOf("Array", "Binary", "Boolean", "Callable", "CatalogEntry", "Class", "Collection", "Default", "Enum", "Error",
	"Float", "Hash", "Integer", "Iterable", "Iterator", "Numeric", "Pattern", "Regexp", "Resource", "Scalar", "ScalarData", "SemVer",
	"SemVerRange", "String", "Struct", "Timespan", "Timestamp", "Tuple", "Type", "URI")

// refusesUndef reports whether undef is certainly not an instance of the type.
func refusesUndef(node syntax.Node) bool {
	name, keys := typeReference(node)
	if name != "Variant" {
		return neverUndef[name]
	}
	for _, key := range keys {
		if !refusesUndef(key) {
			return false
		}
	}
	return len(keys) > 0
}
