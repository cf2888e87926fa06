package config

import (
	"strconv"

	"puppet-lint/internal/diag"
)

// keyKind is the type of a key's value.
type keyKind uint8

const (
	boolKey keyKind = iota + 1
	intKey
	stringKey
	stringsKey // a list of strings; a single string is taken as a list of one
	tableKey   // a table with the keys in key.keys
	tablesKey  // an array of such tables
	mapKey     // a table whose keys are selectors; each value is key.keys[0]
	ruleMapKey // a table of tables, one a rule
	// a table of named tables; the inner tables have the keys in key.keys
	namedTablesKey
	textOrTableKey // a string or a table of strings
	// a list of strings, as a stringsKey, or a table with the keys in key.keys
	stringsOrTableKey
	numberLimit = 1 << 31
)

// describe returns the name of the kind for a message.
func (k keyKind) describe() string {
	return [...]string{
		boolKey: "true or false", intKey: "a whole number", stringKey: "a string",
		stringsKey: "a list of strings", tableKey: "a table", tablesKey: "an array of tables",
		mapKey: "a table", ruleMapKey: "a table", namedTablesKey: "a table of tables",
		textOrTableKey: "a string or a table of strings", stringsOrTableKey: "a list of strings or a table",
	}[k]
}

// key describes a key of puppet-lint.toml. Reading, checking, the JSON schema, the commented
// file of init and its documentation derive from it.
type key struct {
	name    string
	kind    keyKind
	summary string
	// values are the only allowed strings (or numbers); nil allows any.
	values []string
	// selectors is true if the strings select rules.
	selectors bool
	// paths is true if the strings are paths relative to the configuration file.
	paths bool
	// example is an example value, in TOML, for the file that init writes.
	example string
	// keys are the keys of a table; for a mapKey, the one key describes all values.
	keys []key
}

// severityNames returns the names of the severities in the configuration.
func severityNames() []string {
	names := make([]string, 0, len(severities))
	for _, severity := range severities {
		names = append(names, severity.String())
	}
	return names
}

// ruleKeys returns the keys that select rules. They are the same at the top level and in an
// override.
func ruleKeys() []key {
	return []key{
		{name: "select", kind: stringsKey, selectors: true, example: `["default"]`,
			summary: "The rules to run: names, groups (" + groupList() + "), severities, \"recommended\" (correctness and security), \"default\" or \"all\"."},
		{name: "extend-select", kind: stringsKey, selectors: true, example: `["strict"]`,
			summary: "Rules to run in addition to those selected."},
		{name: "ignore", kind: stringsKey, selectors: true, example: `["documentation"]`,
			summary: "Rules not to run. The narrower selector wins: a rule's name over its group."},
		{name: "severity", kind: mapKey, example: `{ documentation = "info" }`,
			summary: "Severities other than the rules' own, by rule, group or severity.",
			keys:    []key{{kind: stringKey, values: severityNames()}}},
		{name: "rules", kind: ruleMapKey, summary: "Options of single rules, a table for each."},
	}
}

func groupList() string {
	text := ""
	for i, group := range diag.Groups() {
		if i > 0 {
			text += ", "
		}
		text += string(group)
	}
	return text
}

// The names of the profiles.
const (
	ProfileDefault    = "default"
	ProfilePuppetLint = "puppet-lint"
)

// topKeys returns the keys of puppet-lint.toml, in the order of init and the documentation.
// formats are the names of the report formats.
func topKeys(formats []string) []key {
	keys := []key{
		{name: "extend", kind: stringsKey, paths: true, example: `["../puppet-lint.toml"]`,
			summary: "Configuration files to extend: their settings apply first. No other file is merged."},
		{name: "required-version", kind: stringKey, example: strconv.Quote(">= " + Version),
			summary: "The versions of puppet-lint that may use this file; any other version refuses to run."},
		{name: "rule-set", kind: stringKey, example: strconv.Quote(Version),
			summary: "Leave out rules that were added after this version, so that an upgrade adds no findings."},
		{name: "profile", kind: stringKey, values: []string{ProfileDefault, ProfilePuppetLint}, example: `"default"`,
			summary: "\"puppet-lint\" behaves as puppet-lint (Ruby) does: checks, output, exit status."},
		{name: "target-version", kind: intKey, values: TargetVersions(), example: `8`,
			summary: "The version of Puppet that the code is for. The default is from metadata.json, else 8."},
		{name: "modulepath", kind: stringsKey, paths: true, example: `["modules", "site"]`,
			summary: "Folders that hold modules. The default is from environment.conf and the layout of the folders."},
		{name: "known-modules", kind: boolKey, example: `true`,
			summary: "If a dependency is missing, use what puppet-lint knows about its versions."},
		{name: "hiera-config", kind: stringKey, paths: true, example: `"/etc/puppetlabs/puppet/hiera.yaml"`,
			summary: "The server's own hiera.yaml, whose data has priority over that of environments and modules."},
		{name: "exclude", kind: stringsKey, example: `["spec/fixtures", "vendor", "vendor_modules", "r10k_modules", "pkg", ".git", ".bundle"]`,
			summary: "Paths to exclude, in the syntax of .gitignore, instead of the default and of the modules that a Puppetfile installs."},
		{name: "extend-exclude", kind: stringsKey, example: `["generated/"]`,
			summary: "Further paths to exclude."},
		{name: "respect-gitignore", kind: boolKey, example: `true`,
			summary: "Exclude what .gitignore names."},
		{name: "fail-level", kind: stringKey, values: append(severityNames(), "never"), example: `"warning"`,
			summary: "The lowest severity of a finding that makes the run fail."},
		{name: "max-findings", kind: intKey, example: `0`,
			summary: "How many findings of that severity are allowed."},
		{name: "unsafe-fixes", kind: boolKey, example: `false`,
			summary: "Let --fix also make fixes that may change behaviour."},
		{name: "baseline", kind: stringKey, paths: true, example: `"puppet-lint-baseline.json"`,
			summary: "A file of known findings that are not reported (see --baseline)."},
		{name: "output-format", kind: stringsKey, example: `["text", "sarif=puppet-lint.sarif"]`,
			summary: "Report formats, each with =FILE to write it to a file: " + joinWords(formats) + "."},
		{name: "color", kind: stringKey, values: []string{"auto", "always", "never"}, example: `"auto"`,
			summary: "Colour in the report."},
	}
	keys = append(keys, ruleKeys()...)
	return append(keys, formatKey(), customRulesTable(), key{name: "overrides", kind: tablesKey,
		summary: "Other rules for some paths; later tables win.",
		keys: append([]key{{name: "files", kind: stringsKey, example: `["spec/**"]`,
			summary: "The paths that the table applies to, in the syntax of .gitignore, relative to this file."}}, ruleKeys()...)})
}

// formatKey returns the key of the table that configures the formatter. If its value is a list,
// it is the older name of output-format.
func formatKey() key {
	return key{name: "format", kind: stringsOrTableKey,
		summary: "The style of `puppet-lint format`. A list of report formats, as in output-format, is accepted as well.",
		keys: []key{
			{name: "indent-width", kind: intKey, example: "2", summary: "The number of spaces of one step of indentation."},
			{name: "line-width", kind: intKey, example: "140", summary: "The number of characters after which a line is broken, if possible."},
			{name: "align-arrows", kind: boolKey, example: "true", summary: "Put the arrows of a block into one column."},
			{name: "exclude", kind: stringsKey, example: `["generated/"]`, summary: "Paths that are not formatted, in the syntax of .gitignore, relative to this file."},
		}}
}

func joinWords(words []string) string {
	text := ""
	for i, word := range words {
		if i > 0 {
			text += ", "
		}
		text += word
	}
	return text
}

// optionKeys returns the keys of the table that configures a rule.
func optionKeys(rule *diag.Rule) []key {
	keys := make([]key, 0, len(rule.Options)+1)
	keys = append(keys, key{name: "severity", kind: stringKey, values: severityNames(),
		summary: "The severity of its findings."})
	for _, option := range rule.Options {
		kind := map[diag.OptionKind]keyKind{diag.Bool: boolKey, diag.Int: intKey, diag.String: stringKey,
			diag.Strings: stringsKey, diag.OneOf: stringKey}[option.Kind]
		keys = append(keys, key{name: option.Name, kind: kind, values: option.Values, summary: option.Summary,
			example: tomlValue(option.Default)})
	}
	return keys
}
