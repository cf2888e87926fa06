package validate

import "puppet-lint/diag"

var illegalVariableName = diag.Rule{
	Name: "illegal_variable_name", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_VAR_NAME", "ILLEGAL_NUMERIC_VAR_NAME", "ILLEGAL_EXPRESSION"},
	Summary:     "a variable has a name that it cannot have",
	Rationale: "A variable's name starts with a lower case letter or an underscore and goes on with letters, digits and " +
		"underscores; before it may stand namespaces joined by `::`, each starting with a lower case letter. A name that is a " +
		"number is decimal and has no leading zero.",
	Bad:        code("$Port = 80\n", "notice($01)\n", "notice(\"${my-port}\")\n"),
	Good:       code("$port = 80\nnotice($port)\n"),
	References: []string{"Puppet language specification, Values and Variables, Variable Names"},
}

var reservedName = diag.Rule{
	Name: "reserved_name", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "a definition or parameter has a name that the language reserves for a type",
	Rationale: "The specification reserves the names of Puppet's types, in lower case as well, because every class, defined type " +
		"and resource type is also known by its capitalized name: `define data` makes `Data['x']` mean two things. Puppet refuses some of these names " +
		"and lets others pass, which then clash when they are referred to. Put the name into a namespace or choose another.",
	Bad:        code("class data {\n}\n", "define catalogentry {\n}\n"),
	Good:       code("# Holds data.\nclass example::data {\n}\n"),
	References: []string{"Puppet language specification, Lexical Structure, Reserved Names"},
}

var underscoreInQualifiedName = diag.Rule{
	Name: "underscore_in_qualified_name", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "a segment of a qualified variable name starts with an underscore",
	Rationale: "A variable whose name starts with an underscore is private to its scope, and the specification does not allow to " +
		"reach it from outside: `$example::_port`. Puppet accepts it today. Give the variable a name without the underscore.",
	Bad:        code("notice($example::_port)\n"),
	Good:       code("# Uses a variable.\nclass example {\n  $port = 80\n  notice($example::port)\n}\n"),
	References: []string{"Puppet language specification, Values and Variables, Variable Names"},
}

var mixedCaseName = diag.Rule{
	Name: "mixed_case_name", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "the name of a class, defined type or plan has capital letters",
	Rationale: "Puppet compares these names without regard to case and looks for their files under the name in lower case, so that " +
		"`class example::fooBar` is `example::foobar`, is loaded from `foobar.pp` only, and clashes with a class of that name. " +
		"Write names in lower case, with underscores between words.",
	Bad:  codeAt("manifests/fooBar.pp", "class example::fooBar {\n}\n"),
	Good: codeAt("manifests/foo_bar.pp", "# A class.\nclass example::foo_bar {\n}\n"),
}
