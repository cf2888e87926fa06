package validate

import "puppet-lint/diag"

var notAValue = diag.Rule{
	Name: "not_a_value", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"NOT_RVALUE"},
	Summary:     "something that has no value stands where a value is needed",
	Rationale: "A collector, a definition and a node have no value, so they cannot be assigned, compared, put into a " +
		"list or passed on. Give them a statement of their own.",
	Bad:  code("$users = User <| groups == 'admin' |>\n", "$list = [class x { }]\n"),
	Good: code("# Realizes users.\nclass example {\n  User <| groups == 'admin' |>\n}\n"),
}

var callOfNonFunction = diag.Rule{
	Name: "call_of_non_function", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_EXPRESSION"},
	Summary:     "something that is neither a function name nor a type is called",
	Rationale: "What stands before the `(` must be the bare name of a function, or a type to make a value of. A variable, " +
		"a string or the result of another call cannot be called; use `call($name, …)` for a name that is computed.",
	Bad:  code("$name('x')\n", "'notice'('x')\n"),
	Good: code("$name = 'notice'\ncall($name, 'x')\n"),
}

var duplicateKey = diag.Rule{
	Name: "duplicate_key", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"DUPLICATE_KEY"},
	Summary:     "a hash has the same key twice",
	Rationale: "Only the last of two equal keys counts, so one value is lost without a word. How Puppet takes it depends " +
		"on its setting `strict`: an error by default since Puppet 8, a warning before.",
	Bad:  code("$ports = {\n  'http' => 80,\n  'http' => 8080,\n}\n"),
	Good: code("$ports = {\n  'http'     => 80,\n  'http-alt' => 8080,\n}\nnotice($ports)\n"),
}

var duplicateDefault = diag.Rule{
	Name: "duplicate_default", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"DUPLICATE_DEFAULT"},
	Summary:     "a `case` or selector has more than one `default`",
	Rationale:   "Only one `default` can ever be chosen; the other is dead code, and most likely one of them is misspelt.",
	Bad:         code("case $facts['os']['family'] {\n  default: { notice('a') }\n  default: { notice('b') }\n}\n"),
	Good:        code("case $facts['os']['family'] {\n  'Debian': { notice('a') }\n  default: { notice('b') }\n}\n"),
}

var integerOverflow = diag.Rule{
	Name: "integer_overflow", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"NUMERIC_OVERFLOW"},
	Summary:     "a number does not fit into 64 bits",
	Rationale: "Puppet's integers range from -9223372036854775808 to 9223372036854775807, and the minus sign is not part " +
		"of the number, so that the smallest of them cannot be written down. Use a string, or a float such as `1.0e19`.",
	Bad:  code("$big = 9223372036854775808\n"),
	Good: code("$big = 9223372036854775807\nnotice($big)\n"),
}

var reservedWord = diag.Rule{
	Name: "reserved_word", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"RESERVED_WORD"},
	Summary:     "`private` or `attr` is used as a value",
	Rationale:   "Both words are kept for the language itself and cannot be bare strings: quote them.",
	Bad:         code("$mode = private\n"),
	Good:        code("$mode = 'private'\nnotice($mode)\n"),
}

var ambiguousEppParameters = diag.Rule{
	Name: "ambiguous_epp_parameters", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_EPP_PARAMETERS"},
	Summary:     "text before an EPP tag turns what follows into a call",
	Rationale: "In a template the text before `<% (` is an expression, and a parenthesis after an expression is a call. " +
		"Parameters go between bars in the first tag, with nothing before it: `<%- | $x | -%>`.",
	Bad:  codeAt("templates/bad.epp", "Hello\n<%- ($name) -%>\n"),
	Good: codeAt("templates/good.epp", "<%- | String $name | -%>\nHello <%= $name %>\n"),
}
