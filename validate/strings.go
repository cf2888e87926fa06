package validate

import "puppet-lint/diag"

var unrecognizedEscape = diag.Rule{
	Name: "unrecognized_escape", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"UNRECOGNIZED_ESCAPE"},
	Summary:     "a double-quoted string has an escape that does not exist",
	Rationale:   "In double quotes there are `\\\\ \\\" \\' \\$ \\n \\r \\t \\s \\uXXXX \\u{…}`; a backslash before anything else stays as it is. Double it, or use single quotes.",
	Bad:         code("$pattern = \"\\d+\"\n"),
	Good:        code("$pattern = '\\d+'\nnotice($pattern)\n"),
}

var illegalUnicodeEscape = diag.Rule{
	Name: "illegal_unicode_escape", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	PuppetCodes: []string{"ILLEGAL_UNICODE_ESCAPE"},
	Summary:     "`\\u` is not followed by the number of a character",
	Rationale: "`\\u` takes four hexadecimal digits, or one to six in braces, of a character up to 10ffff that is no surrogate. " +
		"Puppet keeps the text as it is, and fails where the number is no character's.",
	Bad:  code("$sign = \"\\u20\"\n"),
	Good: code("$sign = \"\\u20ac\"\nnotice($sign)\n"),
}

var invalidRegexp = diag.Rule{
	Name: "invalid_regexp", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary:   "a regular expression cannot be compiled",
	Rationale: "Regular expressions are Ruby's. One that Ruby refuses stops Puppet while it reads the file, without saying where.",
	Bad:       code("if $facts['kernel'] =~ /Lin(ux/ {\n  notice('Linux')\n}\n"),
	Good:      code("if $facts['kernel'] =~ /Lin(ux)/ {\n  notice('Linux')\n}\n"),
}

var invalidHeredocContent = diag.Rule{
	Name: "invalid_heredoc_content", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_JSON", "ILLEGAL_PP", "ILLEGAL_EPP", "ILLEGAL_BASE64"},
	Summary:     "a heredoc's text is not of the syntax that its tag names",
	Rationale:   "`@(END:json)` promises JSON, and Puppet checks the promise for `json`, `pp`, `epp` and `base64`. Mend the text, or leave the syntax out of the tag.",
	Bad:         code("$settings = @(END:json)\n  { \"port\": 80, }\n  | END\n"),
	Good:        code("$settings = @(END:json)\n  { \"port\": 80 }\n  | END\nnotice($settings)\n"),
}

var interpolatedBoolean = diag.Rule{
	Name: "interpolated_boolean", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary:   "`\"${true}\"` or `\"${false}\"`, on which Puppet crashes",
	Rationale: "A word alone between `${` and `}` is taken for a variable's name, and Puppet itself fails with an internal error if it is `true` or `false`. Write the word without the braces.",
	Bad:       code("$text = \"enabled: ${true}\"\n"),
	Good:      code("$text = 'enabled: true'\nnotice($text)\n"),
}
