package code

import "puppet-lint/internal/diag"

// supportingExample is the metadata of a module that supports two systems.
const supportingExample = "-- metadata.json --\n" + `{"name": "me-example", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "s", "source": "s", "dependencies": [],
 "operatingsystem_support": [{"operatingsystem": "Debian", "operatingsystemrelease": ["12"]}, {"operatingsystem": "SLES", "operatingsystemrelease": ["15"]}]}
`

func supporting(texts ...string) []diag.Example {
	examples := make([]diag.Example, len(texts))
	for i, text := range texts {
		examples[i] = diag.Example{Code: "# An example.\nclass example {\n" + text + "}\n", Tree: supportingExample}
	}
	return examples
}

// UnhandledSystem is the rule unhandled_system, which reports a case or selector without an
// option for an operating system that metadata.json lists as supported.
var UnhandledSystem = diag.Rule{
	Name: "unhandled_system", Group: diag.Strict, Severity: diag.Warning, Since: since,
	Supersedes: []string{"possibly_unmatched_selector"},
	Summary:    "a case or selector does not handle an operating system that metadata.json lists",
	Advice:     "handle the system, or remove it from metadata.json",
	Rationale: "On the systems under `operatingsystem_support`, the facts `os.family`, `os.name`, `os.release.major` and `kernel` " +
		"have known values. On one of these systems no option matches: the selector or the `default` with `fail()` fails " +
		"there, or the `case` does nothing.",
	Bad: supporting("  case $facts['os']['family'] {\n    'Debian': { notice('apt') }\n    default: { fail('this system is not supported') }\n  }\n",
		"  $tool = $facts['os']['family'] ? {\n    'Debian' => 'apt',\n  }\n  notice($tool)\n"),
	Good: supporting("  case $facts['os']['family'] {\n    'Debian': { notice('apt') }\n    'Suse': { notice('zypper') }\n    default: { fail('this system is not supported') }\n  }\n"),
}

// UnsupportedSystem is the rule unsupported_system, which reports code for an operating system
// that metadata.json does not list.
var UnsupportedSystem = diag.Rule{
	Name: "unsupported_system", Group: diag.Strict, Severity: diag.Warning, Since: since,
	Summary: "code is for an operating system that metadata.json does not list",
	Advice:  "remove the branch, or list the system in metadata.json",
	Rationale: "A fact about the operating system is compared with a value that it has on none of the systems under " +
		"`operatingsystem_support`. Either the system is supported and should be listed, or the code is no longer needed, " +
		"or the value is misspelt.",
	Bad:  supporting("  if $facts['os']['family'] == 'RedHat' {\n    notice('dnf')\n  }\n"),
	Good: supporting("  if $facts['os']['family'] == 'Suse' {\n    notice('zypper')\n  }\n"),
}
