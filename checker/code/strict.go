package code

import "puppet-lint/internal/diag"

// PossiblyUnsetVariable is the rule possibly_unset_variable, which reports the use of a
// variable that only some of the paths set.
var PossiblyUnsetVariable = diag.Rule{
	Name: "possibly_unset_variable", Group: diag.Strict, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"UNKNOWN_VARIABLE"},
	Summary:     "a variable is used but set only on some paths",
	Advice:      "set it in every branch, or before them",
	Rationale: "Some paths through the code set the variable and others do not, so whether the compilation fails depends on facts " +
		"or parameters. Set the variable on every path, or use it only where it is set. If no path sets it, " +
		"`unknown_variable` reports an error by default.",
	Bad: examples("# Sets a variable for one family only.\nclass example {\n  if $facts['os']['family'] == 'Debian' {\n    $package = 'apache2'\n  }\n" +
		"  package { $package:\n    ensure => installed,\n  }\n}\n"),
	Good: examples("# Sets a variable on all paths.\nclass example {\n  if $facts['os']['family'] == 'Debian' {\n    $package = 'apache2'\n  } else {\n" +
		"    $package = 'httpd'\n  }\n  package { $package:\n    ensure => installed,\n  }\n}\n"),
}

// PossibleTypeMismatch is the rule possible_type_mismatch, which reports a value that does not
// have the required type for some inputs.
var PossibleTypeMismatch = diag.Rule{
	Name: "possible_type_mismatch", Group: diag.Strict, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"TYPE_MISMATCH"},
	Summary:     "for some inputs, a value does not have the expected type",
	Advice:      "test the value first, or narrow its type",
	Rationale: "Some of the possible values have the expected type, but not all: an `Optional[String]` passed to a `String` fails " +
		"when it is not set. Test the value first, or declare the type that is needed. If no value has the type, " +
		"`type_mismatch` reports an error by default.",
	Bad: examples("# Listens.\n#\n# @param port the port\n#\ndefine example::listen (\n  Optional[Integer] $port,\n) {\n  notice($port)\n}\n\n" +
		"# Passes a port on that may be a string.\n#\n# @param port the port\n#\nclass example (\n  Variant[Integer, String] $port = 80,\n) {\n" +
		"  example::listen { 'a':\n    port => $port,\n  }\n}\n"),
	Good: examples("# Listens.\n#\n# @param port the port\n#\ndefine example::listen (\n  Optional[Integer] $port,\n) {\n  notice($port)\n}\n\n" +
		"# Passes a port on.\n#\n# @param port the port\n#\nclass example (\n  Variant[Integer, String] $port = 80,\n) {\n" +
		"  example::listen { 'a':\n    port => Integer($port),\n  }\n}\n"),
}

// PossibleArgumentMismatch is the rule possible_argument_mismatch, which reports an argument
// that a function does not accept for some inputs.
var PossibleArgumentMismatch = diag.Rule{
	Name: "possible_argument_mismatch", Group: diag.Strict, Severity: diag.Warning, Since: since,
	Summary: "for some inputs, a function is given an argument that it does not accept",
	Advice:  "test the value first, or narrow its type",
	Rationale: "The function accepts some of the possible values of the argument, but not all. Most often it does " +
		"not accept undef. If it accepts none of them, `argument_mismatch` reports an error by default.",
	Bad: examples("# Splits a path that need not be there.\n#\n# @param path some folders\n#\nclass example (\n  Optional[String] $path = undef,\n) {\n" +
		"  notice(split($path, ':'))\n}\n"),
	Good: examples("# Splits a path if there is one.\n#\n# @param path some folders\n#\nclass example (\n  Optional[String] $path = undef,\n) {\n" +
		"  if $path {\n    notice(split($path, ':'))\n  }\n}\n"),
}

// PossibleOperatorMismatch is the rule possible_operator_mismatch, which reports an operand
// that an operator does not accept for some inputs.
var PossibleOperatorMismatch = diag.Rule{
	Name: "possible_operator_mismatch", Group: diag.Strict, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"NOT_NUMERIC", "NUMERIC_COERCION", "OPERATOR_NOT_APPLICABLE", "OPERATOR_NOT_APPLICABLE_WHEN"},
	Summary:     "for some inputs, an operator is given an operand that it does not work with",
	Advice:      "test the value first, or narrow its type",
	Rationale: "The operator accepts some of the possible values of the operand, but not all. Most often it does not " +
		"accept undef. If it accepts none of them, `operator_mismatch`, `comparison_mismatch` or `invalid_index` " +
		"reports an error by default.",
	Bad: examples("# Counts from a number that need not be there.\n#\n# @param offset where to start\n#\nclass example (\n  Optional[Integer] $offset = undef,\n) {\n" +
		"  notice($offset + 1)\n}\n"),
	Good: examples("# Counts from a number.\n#\n# @param offset where to start\n#\nclass example (\n  Integer $offset = 0,\n) {\n  notice($offset + 1)\n}\n"),
}

// PossiblyUnmatchedSelector is the rule possibly_unmatched_selector, which reports a selector
// without a default that has no option for some possible values.
var PossiblyUnmatchedSelector = diag.Rule{
	Name: "possibly_unmatched_selector", Group: diag.Strict, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"UNMATCHED_SELECTOR"},
	Summary:     "a selector without a default has no option for some possible values",
	Advice:      "add an option or a default",
	Rationale: "A selector fails if no option matches. The declared type, or the type of the fact, has values that no option " +
		"matches. (If no option matches any value, `unmatched_selector` reports an error.) Add an option, or a default that " +
		"calls `fail`.",
	Bad: examples("# Knows two of three sizes.\n#\n# @param size how big\n#\nclass example (\n  Enum['small', 'medium', 'big'] $size,\n) {\n" +
		"  $count = $size ? {\n    'small' => 1,\n    'big'   => 9,\n  }\n  notice($count)\n}\n"),
	Good: examples("# Knows all sizes.\n#\n# @param size how big\n#\nclass example (\n  Enum['small', 'big'] $size,\n) {\n" +
		"  $count = $size ? {\n    'small' => 1,\n    'big'   => 9,\n  }\n  notice($count)\n}\n"),
}
