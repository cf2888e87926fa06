package rules

import (
	"fmt"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var stdlibDeprecatedFunctions = Rule{
	Rule: communityRule(diag.Rule{
		Name:      "stdlib_deprecated_functions",
		Templates: true,
		Group:     diag.Migration,
		Plugin:    "puppet-lint-stdlib_deprecations",
		Summary:   "a function that stdlib 9 removed or moved into its namespace",
		Rationale: "stdlib 9 removed the `validate_` and `is_` functions, which types replace, and functions that Puppet now has " +
			"itself; others exist only as `stdlib::…`. A call of an old name stops the compilation there. `size` and `merge` are " +
			"reported because the plugin reports them, although Puppet has its own `size`. There is no fix where the code may run " +
			"with an older version of stdlib: the tree has one, or metadata.json allows it.",
		Bad:  badExample("  $x = to_yaml({ 'a' => 1 })\n", "  $x = stdlib::to_yaml({ 'a' => 1 })\n"),
		Good: examples("  $x = stdlib::to_yaml({ 'a' => 1 })\n"),
		Fix:  diag.FixInfo{Safety: diag.Unsafe, Summary: "call the function by its name in stdlib's namespace"},
	}),
	Visits: []Visit{prefixCalls(func(pass *Pass, name string, token int, _ *syntax.CallExpression) {
		switch message := fmt.Sprintf("Deprecated function found: '%s'", name); {
		case movedFunctions[name]:
			finding := pass.Report(pass.Token(token).Span, fmt.Sprintf("%s. Use stdlib::%s instead.", message, name))
			if old := pass.Location().MayHaveOldStdlib; old == nil || !old() {
				pass.Fix(finding, pass.Insert(pass.Token(token).Start, "stdlib::"))
			}
		case removedFunctions[name] != "" && (pass.AsRuby() || !builtinFunctions[name]):
			if instead := removedFunctions[name]; instead != "-" {
				message += ". Use " + instead + " instead."
			}
			pass.Report(pass.Token(token).Span, message).Severity = diag.Error
		}
	})},
}

// builtinFunctions holds Puppet's own functions that had these names first or adopted them. It
// never changes.
var builtinFunctions = setOf("size")

// movedFunctions holds the functions that are in stdlib's namespace since version 9. It never
// changes.
var movedFunctions = setOf("batch_escape", "ensure_packages", "fqdn_rand_string", "has_interface_with", "merge", "os_version_gte",
	"parsehocon", "parsepson", "powershell_escape", "seeded_rand", "seeded_rand_string", "shell_escape", "to_json",
	"to_json_pretty", "to_python", "to_ruby", "to_toml", "to_yaml", "type_of", "validate_domain_name", "validate_email_address")

// removedFunctions maps functions removed in version 9 to their replacements, or to "-". It
// never changes.
var removedFunctions = map[string]string{
	"is_absolute_path": "-", "type3x": "-", "private": "assert_private()", "is_bool": "-", "validate_bool": "-", "is_string": "-",
	"validate_string": "-", "is_integer": "-", "validate_integer": "-", "is_hash": "-", "is_float": "-", "validate_hash": "-",
	"absolute_path": "-", "validate_re": "-", "validate_slength": "-", "is_ipv6_address": "-", "validate_ipv6_address": "-",
	"is_ipv4_address": "-", "validate_ipv4_address": "-", "is_ip_address": "-", "validate_ip_address": "-", "size": "length()",
	"sprintf_hash": "sprintf()", "is_email_address": "-", "is_mac_address": "-", "is_domain_name": "-", "is_function_available": "-",
	"hash": "Puppets built-in Hash.new()", "has_key": `"if 'key' in $my_hash"`, "is_array": "-",
}
