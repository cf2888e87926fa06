package code

import "puppet-lint/internal/diag"

// TypeMismatch is the rule type_mismatch, which reports a value that can never have the
// required type.
var TypeMismatch = diag.Rule{
	Name: "type_mismatch", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"TYPE_MISMATCH"},
	Summary:     "a value never has the expected type",
	Rationale: "A parameter, a return type or `assert_type` defines which type a value must have; this value has a different type " +
		"on every path, so the compilation fails here. Nothing is reported if some possible value is accepted.",
	Bad: append(examples("# Has a default of the wrong type.\n#\n# @param port the port\n#\nclass example (\n  Integer $port = 'http',\n) {\n  notice($port)\n}\n",
		"$port = assert_type(Integer, 'http')\nnotice($port)\n"), diag.Example{
		Code:  "$mode = assert_type(Enum['fast', 'slow'], 'fsat')\nnotice($mode)\n",
		Fixed: "$mode = assert_type(Enum['fast', 'slow'], 'fast')\nnotice($mode)\n",
	}),
	Good: examples("# Has a default.\n#\n# @param port the port\n#\nclass example (\n  Integer $port = 80,\n) {\n  notice($port)\n}\n"),
	Fix:  diag.FixInfo{Safety: diag.Unsafe, Summary: "write the intended value, if it is the only one of the type that is similar"},
}

// ArgumentMismatch is the rule argument_mismatch, which reports an argument that a function
// never accepts.
var ArgumentMismatch = diag.Rule{
	Name: "argument_mismatch", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a function is given an argument that it never accepts",
	Rationale: "Puppet compares the arguments with each signature of the function. None of them accepts these " +
		"arguments, whatever values they have, so the compilation fails at this call. Convert the argument, or " +
		"call the function that takes this type.",
	Bad:  examples("notice(join('a', ','))\n", "notice([1, 2].map)\n"),
	Good: examples("notice(join(['a', 'b'], ','))\n"),
}

// ArgumentCount is the rule argument_count, which reports a call of a function with too few or
// too many arguments.
var ArgumentCount = diag.Rule{
	Name: "argument_count", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"MISSING_REQUIRED_PARAMETER", "REQUIRED_PARAMETER_AFTER_OPTIONAL"},
	Summary:     "a function is given too few or too many arguments",
	Rationale: "No signature of the function accepts this number of arguments, or the lambda has parameters that get no " +
		"value. The compilation fails at this call, on every node that reaches it. Look up the parameters of the " +
		"function, and add or remove arguments.",
	Bad:  examples("notice(upcase())\n", "notice(upcase('a', 'b'))\n"),
	Good: examples("notice(upcase('a'))\n"),
}

// ConversionFails is the rule conversion_fails, which reports a value that can never be
// converted to the called type.
var ConversionFails = diag.Rule{
	Name: "conversion_fails", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a value can never be converted to the type that is called",
	Rationale: "Calling a type (`Integer('5')`, `new`, `convert_to`) converts a value. This value cannot be converted, " +
		"or the type has no values that can be made this way, so the compilation fails here.",
	Bad:  examples("notice(Integer('http'))\n", "notice(Enum('a'))\n"),
	Good: examples("notice(Integer('80'))\n"),
}

// OperatorMismatch is the rule operator_mismatch, which reports an operand that an operator
// does not accept.
var OperatorMismatch = diag.Rule{
	Name: "operator_mismatch", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"NOT_NUMERIC", "NUMERIC_COERCION", "OPERATOR_NOT_APPLICABLE", "OPERATOR_NOT_APPLICABLE_WHEN"},
	Summary:     "an operator is given an operand that it does not work with",
	Rationale: "Arithmetic works with numbers, times, and for `+`, `-` and `<<` with arrays and hashes; with any other " +
		"value the compilation fails. Join strings by interpolation, not by `+`. Since Puppet 8 a string that " +
		"holds a number is not a number either: convert it with `Integer()` or `Numeric()`.",
	Bad:  examples("$greeting = 'hello ' + 'world'\nnotice($greeting)\n", "notice([1] * 2)\n"),
	Good: examples("$name     = 'world'\n$greeting = \"hello ${name}\"\nnotice($greeting)\n"),
}

// DivisionByZero is the rule division_by_zero, which reports the division of a number by zero.
var DivisionByZero = diag.Rule{
	Name: "division_by_zero", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"DIV_BY_ZERO", "RESULT_IS_INFINITY"},
	Summary:     "a number is divided by zero",
	Rationale: "The right operand of `/` or `%` is zero whenever the expression is evaluated, so the compilation always " +
		"fails here.",
	Bad:  examples("notice(1 / 0)\n"),
	Good: examples("notice(1 / 2)\n"),
}

// ArithmeticOverflow is the rule arithmetic_overflow, which reports a calculation whose result
// exceeds the range of Puppet's numbers.
var ArithmeticOverflow = diag.Rule{
	Name: "arithmetic_overflow", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"NUMERIC_OVERFLOW", "RESULT_IS_INFINITY"},
	Summary:     "the result of a calculation is outside Puppet's range of numbers",
	Rationale: "Puppet's integers have 64 bits, and its floats cannot be infinite. A result outside of that range stops " +
		"the compilation. Calculate with smaller numbers, or with floats.",
	Bad:  examples("notice(9223372036854775807 + 1)\n"),
	Good: examples("notice(9223372036854775806 + 1)\n"),
}

// ComparisonMismatch is the rule comparison_mismatch, which reports the comparison of two
// values without an order.
var ComparisonMismatch = diag.Rule{
	Name: "comparison_mismatch", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"COMPARISON_NOT_POSSIBLE"},
	Summary:     "values that have no order are compared",
	Rationale: "`<`, `<=`, `>` and `>=` compare numbers with numbers, strings with strings, times with times or " +
		"numbers, and versions with versions. Any other pair stops the compilation. Use `versioncmp()` to " +
		"compare version strings. Convert a string to a number before you compare it with one.",
	Bad:  examples("if '10' > 9 {\n  notice('more')\n}\n"),
	Good: examples("if versioncmp('10', '9') > 0 {\n  notice('more')\n}\n"),
}

// MatchMismatch is the rule match_mismatch, which reports an operand of `=~` or `!~` that
// cannot be matched.
var MatchMismatch = diag.Rule{
	Name: "match_mismatch", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"MATCH_NOT_STRING", "MATCH_NOT_REGEXP"},
	Summary:     "`=~` or `!~` is given something that cannot be matched",
	Rationale: "The right side is a type, a version range, a regular expression or the text of one. With a regular " +
		"expression, the left side must be a String. Otherwise the compilation fails. Convert a number with " +
		"`String()`.",
	Bad:  examples("if 80 =~ /^8/ {\n  notice('yes')\n}\n"),
	Good: examples("if '80' =~ /^8/ {\n  notice('yes')\n}\n"),
}

// InvalidIndex is the rule invalid_index, which reports `[]` on a value without elements, or
// with an index that the value does not accept.
var InvalidIndex = diag.Rule{
	Name: "invalid_index", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"BAD_STRING_SLICE_KEY_TYPE", "BAD_STRING_SLICE_ARITY", "BAD_SLICE_KEY_TYPE", "BAD_ARRAY_SLICE_ARITY", "BAD_HASH_SLICE_ARITY"},
	Summary:     "`[]` is used on a value without elements, or with an index that it does not take",
	Rationale: "Arrays and strings are indexed by one or two integers, hashes by any key. Nothing else can be " +
		"indexed, in particular not `undef`, the value of a missing hash key: use `dig` or `get` for nested data.",
	Bad:  examples("$ports = { 'http' => 80 }\nnotice($ports['https']['plain'])\n", "notice([1, 2]['first'])\n"),
	Good: examples("$ports = { 'http' => 80 }\nnotice($ports.dig('https', 'plain'))\n"),
}

// InvalidTypeParameters is the rule invalid_type_parameters, which reports parameters that a
// type does not accept.
var InvalidTypeParameters = diag.Rule{
	Name: "invalid_type_parameters", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{
		"BAD_TYPE_SLICE_ARITY", "BAD_TYPE_SLICE_TYPE", "BAD_NOT_UNDEF_SLICE_TYPE", "BAD_INTEGER_SLICE_ARITY",
		"BAD_INTEGER_SLICE_TYPE", "BAD_COLLECTION_SLICE_TYPE", "BAD_TYPE_SPECIALIZATION", "ILLEGAL_RESOURCE_SPECIALIZATION",
		"ILLEGAL_HOSTCLASS_NAME", "ILLEGAL_NAME",
	},
	Summary: "a type is given parameters that it does not accept",
	Rationale: "Each type takes its own parameters in brackets: ranges for numbers, types for collections, words for " +
		"Enum. With any others the compilation fails when it reaches the type.",
	Bad:  examples("notice(1 =~ Integer['a'])\n", "notice([] =~ Array[1])\n"),
	Good: examples("notice(1 =~ Integer[1, 2])\n"),
}

// AssignmentMismatch is the rule assignment_mismatch, which reports the assignment to a list of
// variables from a value with another structure.
var AssignmentMismatch = diag.Rule{
	Name: "assignment_mismatch", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_MULTI_ASSIGNMENT_SIZE", "MISSING_MULTI_ASSIGNMENT_KEY", "MISSING_MULTI_ASSIGNMENT_VARIABLE"},
	Summary:     "a list of variables is assigned a value that does not fit",
	Rationale: "An array must have as many elements as there are variables; a hash must have a key for each variable. " +
		"Otherwise the compilation fails. Add the missing variable or value.",
	Bad:  examples("[$first, $second] = [1, 2, 3]\nnotice($first + $second)\n"),
	Good: examples("[$first, $second] = [1, 2]\nnotice($first + $second)\n"),
}

// UnmatchedSelector is the rule unmatched_selector, which reports a selector without an option
// for its value.
var UnmatchedSelector = diag.Rule{
	Name: "unmatched_selector", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"UNMATCHED_SELECTOR"},
	Summary:     "no option of a selector matches its value",
	Advice:      "add an option or a default",
	Rationale: "Unlike a `case`, a selector without a matching option and without a default stops the compilation. Add " +
		"an option for the value, or a default.",
	Bad:  examples("$size = 'big'\n$count = $size ? {\n  'small' => 1,\n}\nnotice($count)\n"),
	Good: examples("$size  = 'big'\n$count = $size ? {\n  'small' => 1,\n  default => 2,\n}\nnotice($count)\n"),
}

// IllegalLeave is the rule illegal_leave, which reports a `return`, `next` or `break` outside
// any construct that it could leave.
var IllegalLeave = diag.Rule{
	Name: "illegal_leave", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "`return`, `next` or `break` is used where there is nothing to leave",
	Rationale: "`return` ends a function, class or defined type. `next` also ends one pass of a lambda, and `break` " +
		"ends an iteration. Elsewhere there is nothing to end, and the compilation fails.",
	Bad:  examples("return(5)\n"),
	Good: examples("[1, 2].each |$number| {\n  if $number == 2 {\n    next()\n  }\n  notice($number)\n}\n"),
}

// RevealedType is the rule revealed_type, which reports the type of an expression if a comment
// on its line requests it.
var RevealedType = diag.Rule{
	Name: "revealed_type", Group: diag.Suspicious, Severity: diag.Info, Since: since,
	Summary: "a comment requests the type of the expression on its line",
	Rationale: "`# lint:reveal` at the end of a line, or on a line of its own before it, reports what the checker " +
		"infers for the outermost expressions that start there; in a template, `<%# lint:reveal %>` does the same. " +
		"It never fails a run; remove the comment when you have seen the type.",
	Bad:  examples("$ports = [80, 443] # lint:reveal\nnotice($ports)\n"),
	Good: examples("$ports = [80, 443]\nnotice($ports)\n"),
}

// DiscontinuedFunction is the rule discontinued_function, which reports a call of a function
// that Puppet keeps only to raise an error.
var DiscontinuedFunction = diag.Rule{
	Name: "discontinued_function", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Supersedes:  []string{"statement_outside_definition"},
	PuppetCodes: []string{"DISCONTINUED_IMPORT"},
	Summary:     "a called function always fails",
	Rationale: "Since Puppet 4 `import` fails whenever it is called. Remove the call: Puppet reads all manifests in " +
		"the `manifests` folder of an environment anyway, and finds classes and defined types by their names.",
	Bad:  examples("import 'nodes/*.pp'\n", "import('classes.pp')\n"),
	Good: examples("# Nothing has to be imported to declare a class of another file.\nnode 'web.example.com' {\n  include ntp\n}\n"),
}

// DeprecatedCall is the rule deprecated_call, which reports a call of a function in a
// deprecated form, about which Puppet warns.
var DeprecatedCall = diag.Rule{
	Name: "deprecated_call", Group: diag.Suspicious, Severity: diag.Warning, Since: since, CWE: []int{477},
	Summary: "a function is called in a deprecated form",
	Rationale: "`abs`, `ceiling` and `floor` of a String, `max` and `min` of numbers mixed with strings, `empty` of a number, " +
		"`strftime` without a time and the encoding of `regsubst` are left from old releases. Puppet logs a warning " +
		"whenever such a call is evaluated, and later releases remove some of these forms (Puppet 9 that of `regsubst`). A " +
		"call is reported only if it certainly has such a form.",
	Bad:  examples("notice(abs('-5'))\n", "notice(max('3', 2))\n", "notice(strftime('%Y'))\n"),
	Good: examples("notice(abs(Numeric('-5')))\n", "notice(max(Numeric('3'), 2))\n", "notice(strftime(Timestamp(), '%Y'))\n"),
}

// UnreachableCode is the rule unreachable_code, which reports a statement that is never
// reached.
var UnreachableCode = diag.Rule{
	Name: "unreachable_code", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "a statement is never reached",
	Rationale: "The statement before it calls `fail`, `return`, `next` or `break`, so this one is never evaluated. " +
		"Remove it, or move it to the front.",
	Bad:  examples("# Never says anything.\nclass example {\n  fail('not supported')\n  notice('hello')\n}\n"),
	Good: examples("# Fails at the end.\nclass example {\n  notice('hello')\n  fail('not supported')\n}\n"),
}

// ImpossibleComparison is the rule impossible_comparison, which reports the comparison of a
// parameter or fact with a value that it never has.
var ImpossibleComparison = diag.Rule{
	Name: "impossible_comparison", Group: diag.Suspicious, Severity: diag.Warning, Since: since, CWE: []int{570, 571},
	Summary: "a parameter or fact is compared with a value that it never has",
	Rationale: "An `Enum['present', 'absent']` is never `'latest'`, a Boolean never the string `'true'`, and a release that is a " +
		"String never the number 7: the branch is never taken. Most often the value is misspelt, or one side is a string " +
		"and the other a number.",
	Bad: []diag.Example{{
		Code: "# An example.\n#\n# @param ensure what is wanted\nclass example (\n  Enum['present', 'absent'] $ensure,\n) {\n  if $ensure == 'latest' {\n    notice('newest')\n  }\n}\n",
	}, {
		Code:  "# An example.\n#\n# @param ensure what is wanted\nclass example (\n  Enum['present', 'absent'] $ensure,\n) {\n  if $ensure == 'absnet' {\n    notice('gone')\n  }\n}\n",
		Fixed: "# An example.\n#\n# @param ensure what is wanted\nclass example (\n  Enum['present', 'absent'] $ensure,\n) {\n  if $ensure == 'absent' {\n    notice('gone')\n  }\n}\n",
	}},
	Good: examples("# An example.\n#\n# @param ensure what is wanted\nclass example (\n  Enum['present', 'absent'] $ensure,\n) {\n  if $ensure == 'absent' {\n    notice('gone')\n  }\n}\n"),
	Fix:  diag.FixInfo{Safety: diag.Unsafe, Summary: "write the intended value, if it is the only one of the type that is similar"},
}

// SensitiveInString is the rule sensitive_in_string, which reports the conversion of a
// Sensitive value to text.
var SensitiveInString = diag.Rule{
	Name: "sensitive_in_string", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "a `Sensitive` value becomes text",
	Advice:  "make the whole string Sensitive, and unwrap the value in it",
	Rationale: "In a string, in the result of `join`, `sprintf` and `String`, and in an array or hash that a " +
		"template renders, a `Sensitive` value becomes the text `Sensitive [value redacted]`, so the resulting file, " +
		"command or URL does not work. Unwrap the value and make the whole text `Sensitive` again. The rule reports " +
		"values whose inferred type is certainly `Sensitive` or undef, including variables of other classes and " +
		"elements of hashes. It does not report log messages, in which the secret should be hidden.",
	Bad: examples("# An example.\n#\n# @param password a secret\nclass example (\n  Sensitive[String] $password,\n) {\n"+
		"  file { '/etc/example.conf':\n    content => \"password=${password}\\n\",\n  }\n}\n", "# An example.\n#\n# @param password a secret\nclass example (\n  Sensitive[String] $password,\n) {\n"+
		"  file { '/etc/example.conf':\n    content => join(['password', $password], '='),\n  }\n}\n"),
	Good: examples("# An example.\n#\n# @param password a secret\nclass example (\n  Sensitive[String] $password,\n) {\n" +
		"  file { '/etc/example.conf':\n    content => Sensitive(\"password=${password.unwrap}\\n\"),\n  }\n}\n"),
	References: []string{"https://www.puppet.com/docs/puppet/8/lang_data_sensitive.html"},
}

// InvalidDeferred is the rule invalid_deferred, which reports a Deferred that cannot be
// resolved, or that is inserted into a string.
var InvalidDeferred = diag.Rule{
	Name: "invalid_deferred", Group: diag.Correctness, Severity: diag.Warning, Since: since,
	Summary: "a `Deferred` cannot be resolved, or is put into a string",
	Rationale: "A `Deferred` is a function call that the agent makes when it applies the catalog. The compiler does " +
		"not check it: if the agent lacks the function, the arguments do not fit, or the function needs a block, the " +
		"agent's run fails. Until then it has no value: in a string it becomes the text `Deferred({...})`. The " +
		"catalog compiles, which is why this is a warning.",
	Bad: examples("notify { 'a':\n  message => Deferred('map', [[1, 2]]),\n}\n", "notify { 'a':\n  message => Deferred('upcasse', ['a']),\n}\n",
		"$password = Deferred('upcase', ['a'])\nnotify { 'a':\n  message => \"password=${password}\",\n}\n"),
	Good: examples("notify { 'a':\n  message => Deferred('upcase', ['a']),\n}\n",
		"$password = Deferred('upcase', ['a'])\nnotify { 'a':\n  message => Deferred('sprintf', ['password=%s', $password]),\n}\n"),
}

// CheckerInternalError is the rule checker_internal_error, which reports code that triggers a bug in
// the checker.
var CheckerInternalError = diag.Rule{
	Name: "checker_internal_error", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "this code triggers a bug in the checker",
	Rationale: "The checker stopped at this class, function or file. Everything else was checked. Please report it, with the code " +
		"if you can share it.",
}
