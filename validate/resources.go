package validate

import "puppet-lint/diag"

var illegalAttributeAppend = diag.Rule{
	Name: "illegal_attribute_append", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_ATTRIBUTE_APPEND"},
	Summary:     "`+>` is used where there is nothing to add to",
	Rationale:   "`+>` adds to an attribute that a resource has already, so it belongs into an override (`File['/x'] { … }`) or a collector; a new resource or a default takes `=>`.",
	Bad:         code("file { '/tmp/x':\n  require +> File['/tmp'],\n}\n"),
	Good:        code("# Adds a dependency.\nclass example {\n  File <| title == '/tmp/x' |> { require +> File['/tmp'] }\n}\n"),
}

var repeatedAttributeSplat = diag.Rule{
	Name: "repeated_attribute_splat", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"MULTIPLE_ATTRIBUTES_UNFOLD"},
	Summary:     "a resource has more than one `* =>`",
	Rationale:   "A resource takes the attributes of one hash. Merge several before: `* => $defaults + $given`.",
	Bad:         code("file { '/tmp/x':\n  * => $defaults,\n  * => $given,\n}\n"),
	Good:        code("# Merges attributes.\n#\n# @param given what to set\n#\nclass example (\n  Hash $given = {},\n) {\n  file { '/tmp/x':\n    * => { 'mode' => '0644' } + $given,\n  }\n}\n"),
}

var notVirtualizable = diag.Rule{
	Name: "not_virtualizable", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"CLASS_NOT_VIRTUALIZABLE", "NOT_VIRTUALIZEABLE"},
	Summary:     "a class, default or override is made virtual or exported",
	Rationale:   "`@` and `@@` go before a resource that is to be realized or collected later. A class is not collected, and defaults and overrides declare nothing.",
	Bad:         code("@class { 'example': }\n", "@@File { mode => '0644' }\n"),
	Good:        code("@file { '/tmp/x':\n  ensure => file,\n}\n"),
}

var collectorWithoutType = diag.Rule{
	Name: "collector_without_type", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_EXPRESSION"},
	Summary:     "what stands before a collector's `<|` is not a resource type",
	Rationale:   "A collector is written with the type's capitalized name: `User <| … |>`.",
	Bad:         code("user <| groups == 'admin' |>\n"),
	Good:        code("# Realizes users.\nclass example {\n  User <| groups == 'admin' |>\n}\n"),
}

var invalidQuery = diag.Rule{
	Name: "invalid_query", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_QUERY_EXPRESSION"},
	Summary:     "a collector's query uses more than `==`, `!=`, `and` and `or`",
	Rationale:   "The query between `<|` and `|>` is a small language of its own: attribute names compared by `==` or `!=`, joined by `and`, `or` and parentheses. Numbers are not ordered there, and there is no `!`.",
	Bad:         code("User <| uid > 1000 |>\n", "User <| !(groups == 'admin') |>\n"),
	Good:        code("# Realizes users.\nclass example {\n  User <| groups == 'admin' and title != 'root' |>\n}\n"),
}
