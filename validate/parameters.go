package validate

import "puppet-lint/diag"

var illegalParameterName = diag.Rule{
	Name: "illegal_parameter_name", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_PARAM_NAME", "ILLEGAL_NUMERIC_PARAMETER"},
	Summary:     "a parameter has a name that it cannot have",
	Rationale:   "A parameter's name starts with a lower case letter or an underscore, goes on with letters, digits and underscores, and has no `::`. A number would clash with the match variables.",
	Bad:         code("class example (\n  $Port,\n) {\n}\n", "class example (\n  $1,\n) {\n}\n"),
	Good:        code("# Has a port.\n#\n# @param port the port\n#\nclass example (\n  Integer $port,\n) {\n  notice($port)\n}\n"),
}

var duplicateParameter = diag.Rule{
	Name: "duplicate_parameter", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"DUPLICATE_PARAMETER"},
	Summary:     "two parameters have the same name",
	Rationale:   "Each parameter needs a name of its own; one of the two is most likely a copy that was to be renamed.",
	Bad:         code("class example (\n  $port,\n  $port,\n) {\n}\n"),
	Good:        code("# Has two ports.\n#\n# @param port the port\n# @param tls_port the port for TLS\n#\nclass example (\n  Integer $port,\n  Integer $tls_port,\n) {\n  notice($port, $tls_port)\n}\n"),
}

var reservedParameter = diag.Rule{
	Name: "reserved_parameter", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"RESERVED_PARAMETER"},
	Summary:     "a class or defined type declares `$name` or `$title`",
	Rationale:   "Both have these two variables anyway; a parameter of that name would hide them.",
	Bad:         codeAt("manifests/user.pp", "define example::user (\n  $name,\n) {\n}\n"),
	Good:        codeAt("manifests/user.pp", "# A user.\n#\n# @param user the user's name\n#\ndefine example::user (\n  String $user = $title,\n) {\n  notice($user)\n}\n"),
}

var metaparameterAsParameter = diag.Rule{
	Name: "metaparameter_as_parameter", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a class or defined type declares a parameter named as a metaparameter",
	Rationale: "`require`, `before`, `tag`, `noop`, `stage` and the other metaparameters can be given to every class and defined type " +
		"already. Puppet refuses a parameter of that name without a default, and warns of one with a default, because its value is " +
		"handed down to every resource inside.",
	Bad:  codeAt("manifests/user.pp", "define example::user (\n  $tag,\n) {\n}\n"),
	Good: codeAt("manifests/user.pp", "# A user.\n#\n# @param label a label\n#\ndefine example::user (\n  String $label,\n) {\n  notice($label)\n}\n"),
}

var misplacedCapturesRest = diag.Rule{
	Name: "misplaced_captures_rest", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"CAPTURES_REST_NOT_LAST", "CAPTURES_REST_NOT_SUPPORTED"},
	Summary:     "a parameter `*$rest` stands where it cannot",
	Rationale:   "Only functions and lambdas are called with a list of arguments, so only they can collect the rest of it, in their last parameter. Classes, defined types and templates get their parameters by name.",
	Bad:         code("class example (\n  *$rest,\n) {\n}\n", "[1, 2].each |*$rest, $last| {\n  notice($last)\n}\n"),
	Good:        codeAt("functions/f.pp", "# Counts.\n#\n# @param rest what to count\n#\n# @return how many\n#\nfunction example::f(Any *$rest) >> Integer {\n  $rest.length\n}\n"),
}

var nonliteralParameterType = diag.Rule{
	Name: "nonliteral_parameter_type", Group: diag.Suspicious, Severity: diag.Warning, Since: since, MinTarget: 8,
	PuppetCodes: []string{"ILLEGAL_NONLITERAL_PARAMETER_TYPE"},
	Summary:     "the type of a class's parameter depends on a computed value",
	Rationale:   "Types of class parameters are read without evaluating anything, and Puppet 8 warns where that is not possible: a variable, a call, an operator, or a list as the only type parameter. Write the values out, or make a type alias.",
	Bad:         code("class example (\n  Enum[$modes] $mode,\n) {\n}\n", "class example (\n  Enum[['a', 'b']] $mode,\n) {\n}\n"),
	Good:        code("# Has a mode.\n#\n# @param mode the mode\n#\nclass example (\n  Enum['a', 'b'] $mode,\n) {\n  notice($mode)\n}\n"),
}
