package code

import "puppet-lint/diag"

// PossiblyUnsetVariable is the rule possibly_unset_variable: a variable is used that only
// some of the paths set.
var PossiblyUnsetVariable = diag.Rule{
	Name: "possibly_unset_variable", Group: diag.Strict, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"UNKNOWN_VARIABLE"},
	Summary:     "a variable is used that only some of the paths set",
	Rationale: "Where no path sets the variable this is an error by default (`unknown_variable`). Here some do: whether the " +
		"compilation fails depends on facts or parameters. Set the variable on every path, or use it where it has been set.",
	Bad: examples("# Sets a variable for one family only.\nclass example {\n  if $facts['os']['family'] == 'Debian' {\n    $package = 'apache2'\n  }\n" +
		"  package { $package:\n    ensure => installed,\n  }\n}\n"),
	Good: examples("# Sets a variable on all paths.\nclass example {\n  if $facts['os']['family'] == 'Debian' {\n    $package = 'apache2'\n  } else {\n" +
		"    $package = 'httpd'\n  }\n  package { $package:\n    ensure => installed,\n  }\n}\n"),
}

// PossibleTypeMismatch is the rule possible_type_mismatch: a value is, for some inputs,
// not of the type that is asked for.
var PossibleTypeMismatch = diag.Rule{
	Name: "possible_type_mismatch", Group: diag.Strict, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"TYPE_MISMATCH"},
	Summary:     "a value does not have the expected type for some inputs",
	Rationale: "Where no value would do this is an error by default (`type_mismatch`). Here some do: an `Optional[String]` that " +
		"is given to a `String` works until nobody sets it. Test the value first, or declare what is really needed.",
	Bad: examples("# Listens.\n#\n# @param port the port\n#\ndefine example::listen (\n  Optional[Integer] $port,\n) {\n  notice($port)\n}\n\n" +
		"# Passes a port on that may be a string.\n#\n# @param port the port\n#\nclass example (\n  Variant[Integer, String] $port = 80,\n) {\n" +
		"  example::listen { 'a':\n    port => $port,\n  }\n}\n"),
	Good: examples("# Listens.\n#\n# @param port the port\n#\ndefine example::listen (\n  Optional[Integer] $port,\n) {\n  notice($port)\n}\n\n" +
		"# Passes a port on.\n#\n# @param port the port\n#\nclass example (\n  Variant[Integer, String] $port = 80,\n) {\n" +
		"  example::listen { 'a':\n    port => Integer($port),\n  }\n}\n"),
}

// PossibleArgumentMismatch is the rule possible_argument_mismatch: a function is, for
// some inputs, given an argument that it does not accept.
var PossibleArgumentMismatch = diag.Rule{
	Name: "possible_argument_mismatch", Group: diag.Strict, Severity: diag.Warning, Since: since,
	Summary: "a function is, for some inputs, given an argument that it does not accept",
	Rationale: "Where no value would do this is an error by default (`argument_mismatch`). Here no signature of the function takes " +
		"a part of what the argument may be, most often undef.",
	Bad: examples("# Splits a path that need not be there.\n#\n# @param path some folders\n#\nclass example (\n  Optional[String] $path = undef,\n) {\n" +
		"  notice(split($path, ':'))\n}\n"),
	Good: examples("# Splits a path if there is one.\n#\n# @param path some folders\n#\nclass example (\n  Optional[String] $path = undef,\n) {\n" +
		"  if $path {\n    notice(split($path, ':'))\n  }\n}\n"),
}

// PossibleOperatorMismatch is the rule possible_operator_mismatch: an operator is, for
// some inputs, given an operand that it does not work with.
var PossibleOperatorMismatch = diag.Rule{
	Name: "possible_operator_mismatch", Group: diag.Strict, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"NOT_NUMERIC", "NUMERIC_COERCION", "OPERATOR_NOT_APPLICABLE", "OPERATOR_NOT_APPLICABLE_WHEN"},
	Summary:     "an operator is, for some inputs, given an operand that it does not work with",
	Rationale: "Where no value would do this is an error by default (`operator_mismatch`, `comparison_mismatch`, `invalid_index`). " +
		"Here a part of what the operand may be is refused, most often undef.",
	Bad: examples("# Counts from a number that need not be there.\n#\n# @param offset where to start\n#\nclass example (\n  Optional[Integer] $offset = undef,\n) {\n" +
		"  notice($offset + 1)\n}\n"),
	Good: examples("# Counts from a number.\n#\n# @param offset where to start\n#\nclass example (\n  Integer $offset = 0,\n) {\n  notice($offset + 1)\n}\n"),
}

// PossiblyUnmatchedSelector is the rule possibly_unmatched_selector: a selector without a
// default has no option for some of the values that it may be given.
var PossiblyUnmatchedSelector = diag.Rule{
	Name: "possibly_unmatched_selector", Group: diag.Strict, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"UNMATCHED_SELECTOR"},
	Summary:     "a selector without a default has no option for some of the values that it may be given",
	Rationale: "Where no option matches a selector fails. Here the declared type, or the type of a fact, has values that none of the " +
		"options matches (`unmatched_selector` reports where no value has one). Add an option, or a default that calls `fail`.",
	Bad: examples("# Knows two of three sizes.\n#\n# @param size how big\n#\nclass example (\n  Enum['small', 'medium', 'big'] $size,\n) {\n" +
		"  $count = $size ? {\n    'small' => 1,\n    'big'   => 9,\n  }\n  notice($count)\n}\n"),
	Good: examples("# Knows all sizes.\n#\n# @param size how big\n#\nclass example (\n  Enum['small', 'big'] $size,\n) {\n" +
		"  $count = $size ? {\n    'small' => 1,\n    'big'   => 9,\n  }\n  notice($count)\n}\n"),
}
