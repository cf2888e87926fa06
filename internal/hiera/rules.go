package hiera

import "puppet-lint/internal/diag"

const since = "1.0.0"

// Rules returns the metadata of all rules of this package. The caller must not change it.
func Rules() []*diag.Rule {
	return []*diag.Rule{
		&dataSyntax, &duplicateDataKey, &unreadDocument, &hieraConfig, &dataNotHash, &invalidDataValue,
		&invalidInterpolation, &foreignDataKey, &emptyHieraPath, &unreachedDataFile,
	}
}

// environment is the smallest environment for an example of data.
const environment = "-- environment.conf --\n-- hiera.yaml --\nversion: 5\n"

func data(texts ...string) []diag.Example {
	examples := make([]diag.Example, len(texts))
	for i, text := range texts {
		examples[i] = diag.Example{Path: "data/common.yaml", Code: text, Tree: environment}
	}
	return examples
}

func config(texts ...string) []diag.Example {
	examples := make([]diag.Example, len(texts))
	for i, text := range texts {
		examples[i] = diag.Example{Path: "hiera.yaml", Code: text, Tree: "-- environment.conf --\n-- data/common.yaml --\nkey: value\n"}
	}
	return examples
}

var dataSyntax = diag.Rule{
	Name: "data_syntax", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a YAML or JSON file cannot be read",
	Rationale: "Puppet reads YAML with Ruby's Psych and JSON with Ruby's json. If they refuse a file, every catalog " +
		"that reads it fails. Besides syntax errors, Psych refuses tabs as indentation, unquoted dates (their class " +
		"is not allowed) and unknown anchors. puppet-lint itself also refuses files above 16 MiB, and values that " +
		"become too large when aliases are expanded.",
	Bad:  data("ntp::servers: [a, b\n", "key: 'value\n"),
	Good: data("ntp::servers: [a, b]\n"),
}

var duplicateDataKey = diag.Rule{
	Name: "duplicate_data_key", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary:   "a hash in a YAML or JSON file has a key twice",
	Rationale: "Puppet silently uses the last value and ignores the others.",
	Bad:       data("colour: red\nsize: 5\ncolour: blue\n"),
	Good:      data("colour: red\nsize: 5\n"),
	Fix:       diag.FixInfo{Safety: diag.Safe, Summary: "remove the second one if both have the same value"},
}

var unreadDocument = diag.Rule{
	Name: "unread_yaml_document", Group: diag.Suspicious, Severity: diag.Warning, Since: since,
	Summary: "a YAML file has a second document, which is ignored",
	Rationale: "A line `---` within a file ends its first document. Puppet reads only that one, so the keys after the " +
		"line have no effect. Remove the line.",
	Bad:  data("---\ncolour: red\n---\nsize: 5\n"),
	Good: data("---\ncolour: red\nsize: 5\n"),
}

var hieraConfig = diag.Rule{
	Name: "hiera_config", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a hiera.yaml file is not valid",
	Rationale: "With an invalid hiera.yaml every lookup fails, including those of class parameters. Version 3 is " +
		"only allowed in the server's own configuration, `default_hierarchy` only in modules.",
	Bad: config("version: 5\nhierarchy:\n  - name: common\n    file: common.yaml\n", "hierarchy:\n  - name: common\n    path: common.yaml\n",
		"version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n    globs: ['*.yaml']\n"),
	Good:       config("version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"),
	References: []string{"https://www.puppet.com/docs/puppet/8/hiera_config_yaml_5"},
}

var dataNotHash = diag.Rule{
	Name: "data_not_hash", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a Hiera data file does not hold a hash",
	Rationale: "Hiera looks keys up in a hash. With any other value, every lookup that reaches this file fails. Write " +
		"the data as keys and values.",
	Bad:  data("- colour\n- size\n"),
	Good: data("colour: red\n"),
}

var invalidDataValue = diag.Rule{
	Name: "invalid_data_value", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "a data file holds a value that Puppet cannot use",
	Rationale: "An unquoted word that begins with a colon is a Ruby symbol, for which Puppet has no type. The keys of a hash " +
		"within a value must be strings or numbers; without quotes, `on`, `yes`, `no`, `off` and `~` are neither. Quote them.",
	Bad:  data("level: :debug\n", "switches: {on: 1, off: 0}\n"),
	Good: data("level: ':debug'\n", "switches: {'on': 1, 'off': 0}\n"),
}

var invalidInterpolation = diag.Rule{
	Name: "invalid_data_interpolation", Group: diag.Correctness, Severity: diag.Error, Since: since,
	Summary: "Hiera refuses an interpolation in data",
	Rationale: "`%{…}` holds a variable (`%{facts.os.family}`) or a method with its argument in quotes: " +
		"`lookup('key')`, `hiera('key')`, `literal('%')`, `scope('name')`, and `alias('key')`, which must be the " +
		"whole string. With anything else, each lookup of the key fails.",
	Bad:  data("path: \"/opt/%{alias('home')}\"\n", "path: \"%{lookup(home)}\"\n", "path: \"%{look('home')}\"\n"),
	Good: data("home: /opt\npath: \"%{lookup('home')}/bin\"\n"),
}

var foreignDataKey = diag.Rule{
	Name: "foreign_data_key", Group: diag.Correctness, Severity: diag.Warning, Since: since,
	Summary: "a module's data has a key outside of the module's namespace",
	Rationale: "Hiera ignores every key in a module's data that does not begin with the module's name and `::`, and logs a warning. " +
		"A key whose value only holds anchors, for other keys to use, is not reported.",
	Bad:  []diag.Example{{Path: "data/common.yaml", Code: "ntp::servers: []\n", Tree: "-- hiera.yaml --\nversion: 5\n-- manifests/init.pp --\n# An example.\nclass example {\n}\n"}},
	Good: []diag.Example{{Path: "data/common.yaml", Code: "example::servers: []\n", Tree: "-- hiera.yaml --\nversion: 5\n-- manifests/init.pp --\n# An example.\n# @param servers to ask\nclass example (Array $servers) {\n  notice($servers)\n}\n"}},
}

var emptyHieraPath = diag.Rule{
	Name: "empty_hiera_path", Group: diag.Suspicious, Severity: diag.Warning, Since: since, OffByDefault: true,
	Summary: "no file matches a path of the hierarchy",
	Rationale: "No file in the tree matches the path, whatever the values of its variables, so the level never provides " +
		"a value. That may be intended: files for single nodes may be added later. It may also be a typo, or a " +
		"level that is no longer used.",
	Bad:  config("version: 5\nhierarchy:\n  - name: common\n    path: comon.yaml\n"),
	Good: config("version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"),
}

var unreachedDataFile = diag.Rule{
	Name: "unreached_data_file", Group: diag.Suspicious, Severity: diag.Warning, Since: since, OffByDefault: true,
	Summary: "no level of the hierarchy reads a data file",
	Advice:  "add a level that reads it, or remove the file",
	Rationale: "No path in the hierarchy matches this file, whatever the values of its variables, so its values have no " +
		"effect. The name may be misspelt, or the file may no longer be used.",
	Bad:  []diag.Example{{Path: "data/comon.yaml", Code: "key: value\n", Tree: environment}},
	Good: data("key: value\n"),
}
