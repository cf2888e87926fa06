package validate

import "puppet-lint/diag"

var nestedDefinition = diag.Rule{
	Name: "nested_definition", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"NOT_TOP_LEVEL", "NOT_ABSOLUTE_TOP_LEVEL"},
	Summary:     "a definition stands inside something that cannot hold one",
	Rationale: "Classes, defined types and nodes may be defined at top level or in a class; functions and type aliases at top " +
		"level only. Inside a condition, a lambda, a function or an expression a definition would depend on what is evaluated. " +
		"Move it to a file of its own.",
	Bad:  code("if $facts['os']['family'] == 'Debian' {\n  class example { }\n}\n", "class example {\n  function example::f() { 1 }\n}\n"),
	Good: codeAt("functions/f.pp", "# One.\n#\n# @return one\n#\nfunction example::f() >> Integer {\n  1\n}\n"),
}

var illegalDefinitionName = diag.Rule{
	Name: "illegal_definition_name", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_DEFINITION_NAME"},
	Summary:     "a class, defined type, function, plan or type alias has a name that it cannot have",
	Rationale: "Each segment of a name starts with a lower case letter (for a type alias, with a capital one) and goes on with " +
		"letters, digits and underscores; segments are joined by `::`, and there is none at the start. The name is not quoted " +
		"and `class` is none.",
	Bad:  code("class Example {\n}\n", "class my-example {\n}\n", "define 'example' {\n}\n"),
	Good: code("# A class.\nclass example {\n}\n"),
}

var reservedTypeName = diag.Rule{
	Name: "reserved_type_name", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"RESERVED_TYPE_NAME"},
	Summary:     "a definition takes the name of one of Puppet's own types",
	Rationale:   "A class, defined type or function named `integer` and a type alias named `Integer` or `File` would hide the type that Puppet itself has under that name, so Puppet refuses them. Put the name into your module's namespace.",
	Bad:         code("class integer {\n}\n", "type Integer = String\n"),
	Good:        codeAt("types/integer.pp", "# A small number.\ntype Example::Integer = Integer[0, 9]\n"),
}

var futureReservedWord = diag.Rule{
	Name: "future_reserved_word", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"FUTURE_RESERVED_WORD"},
	Summary:     "`plan` or `Plan` is used as a name",
	Rationale:   "Puppet warns that `plan` is to become a word of the language (it is one already where tasks and plans are run). Choose another name.",
	Bad:         code("class plan {\n}\n", "function example::f() >> Plan {\n}\n"),
	Good:        code("# A plan.\nclass example::schedule {\n}\n"),
}

var duplicateDefinition = diag.Rule{
	Name: "duplicate_definition", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "the same file defines a name twice",
	Rationale: "A class, defined type, function, type alias or node can be defined once. A class and a defined type share one " +
		"set of names, and so do classes and nodes. Names are compared without regard to case, and of two node patterns " +
		"only letters, digits, `-`, `_`, `:` and `.` are compared, so that `/^web$/` and `/web/` clash.",
	Bad:  code("class example {\n}\nclass example {\n}\n", "node 'a' { }\nnode 'A' { }\n"),
	Good: code("# One.\nclass example {\n}\n"),
}

var invalidTypeReference = diag.Rule{
	Name: "invalid_type_reference", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_EXPRESSION", "ILLEGAL_CLASSREF"},
	Summary:     "a type alias stands for something that is no type",
	Rationale:   "The right side of a type alias, and a return type, is a type: a capitalized name with optional parameters in brackets.",
	Bad:         codeAt("types/port.pp", "type Example::Port = [Integer]\n"),
	Good:        codeAt("types/port.pp", "# A port.\ntype Example::Port = Integer[1, 65535]\n"),
}

var unsupportedTypeDefinition = diag.Rule{
	Name: "unsupported_type_definition", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"UNSUPPORTED_EXPRESSION"},
	Summary:     "a `type` statement has a form that Puppet reads but does not support",
	Rationale:   "`type Name { … }` and `type Name inherits Other { … }` are in the grammar only. Define an alias, `type Name = Other`, or an object type, `type Name = Object[{ … }]`.",
	Bad:         codeAt("types/port.pp", "type Example::Port {\n}\n"),
	Good:        codeAt("types/port.pp", "# A port.\ntype Example::Port = Integer[1, 65535]\n"),
}

var illegalTypeMapping = diag.Rule{
	Name: "illegal_type_mapping", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_TYPE_MAPPING"},
	Summary:     "the two sides of a mapping from a `Runtime` type do not fit together",
	Rationale:   "`type Runtime[ruby, 'Name'] = …` maps one name to a type; with a pattern and its replacement on the left, `[/re/, 'replacement']`, the right side has the same form.",
	Bad:         codeAt("types/init.pp", "type Runtime[ruby, 'Example'] = [/a/, 'b']\n"),
	Good:        codeAt("types/port.pp", "# A port.\ntype Example::Port = Integer[1, 65535]\n"),
}
