//go:build develop

package main

import (
	"math/rand/v2"
	"strings"
)

// configurations are valid and invalid hiera.yaml files for data/common.yaml, data/one.yaml,
// data/Debian.yaml and data/nested/two.yaml.
var configurations = []string{
	"version: 5\nhierarchy:\n  - name: a\n    mapped_paths: [words, item, \"%{item}.yaml\"]\n  - name: b\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: a\n    mapped_paths: [facts.words, item, \"%{item}.yaml\"]\n  - name: b\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: a\n    mapped_paths: [words, item]\n  - name: b\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: a\n    mapped_paths: words\n  - name: b\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: a\n    mapped_paths: [1, item, \"%{item}.yaml\"]\n  - name: b\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: a\n    glob: \"nested/*.yaml\"\n  - name: b\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: a\n    globs: [\"**/*.yaml\"]\n",
	"version: 5\nhierarchy:\n  - name: a\n    globs: \"*.yaml\"\n",
	"version: 5\nhierarchy:\n  - name: a\n    globs: []\n  - name: b\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: a\n    paths: []\n  - name: b\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: a\n    path: ''\n  - name: b\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: a\n    path: [common.yaml]\n",
	"version: 5\nhierarchy:\n  - name: a\n    path: ~\n  - name: b\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: ''\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: 5\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: ~\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - common.yaml\n",
	"version: 5\nhierarchy: common.yaml\n",
	"version: 5\nhierarchy: ~\n",
	"version: 5\nhierarchy: []\n",
	"version: 5.0\nhierarchy:\n  - name: a\n    path: common.yaml\n",
	"version: five\n",
	"version: ~\nhierarchy:\n  - name: a\n    path: common.yaml\n",
	"version: 4\nhierarchy:\n  - name: a\n    backend: yaml\n    path: common\n",
	"version: 4\nhierarchy:\n  - name: common\n    backend: yaml\n",
	"version: 4\nhierarchy:\n  - name: a\n    path: common\n",
	"version: 4\nhierarchy:\n  - name: a\n    backend: toml\n    path: common\n",
	"version: 4\ndatadir: 5\n",
	"version: 4\nhierarchy: common\n",
	"version: 4\nhierarchy:\n  - name: common\n    backend: yaml\n    options: {}\n",
	"version: 4\n",
	"version: 6\n",
	":backends: [yaml]\n:hierarchy: [common]\n",
	":version: 5\n:hierarchy:\n  - :name: a\n    :path: common.yaml\n",
	"version: 5\ndefaults: {datadir: nested}\nhierarchy:\n  - name: a\n    path: two.yaml\n  - name: b\n    path: common.yaml\n    datadir: data\n",
	"version: 5\ndefaults: {datadir: 5}\nhierarchy:\n  - name: b\n    path: common.yaml\n",
	"version: 5\ndefaults: {data_hash: yaml_data, lookup_key: eyaml_lookup_key}\nhierarchy:\n  - name: b\n    path: common.yaml\n",
	"version: 5\ndefaults: {path: common.yaml}\nhierarchy:\n  - name: b\n    path: common.yaml\n",
	"version: 5\ndefaults: {data_hash: yaml}\nhierarchy:\n  - name: b\n    path: common.yaml\n",
	"version: 5\ndefaults: ~\nhierarchy:\n  - name: b\n    path: common.yaml\n",
	"version: 5\ndefaults: []\nhierarchy:\n  - name: b\n    path: common.yaml\n",
	"version: 5\ndefaults: {}\nhierarchy:\n  - name: b\n    path: common.yaml\n",
	"version: 5\ndefaults: {options: {a: 1}}\nhierarchy:\n  - name: b\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    data_hash: json_data\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    data_hash: hocon_data\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    data_hash: nothing_data\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    data_hash: yaml_data\n    lookup_key: a\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    hiera3_backend: yaml\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    datadir: 5\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    datadir: ''\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    datadir: nowhere\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    datadir: \"%{facts.os.family}\"\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    options: {}\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    options: {a: 1, b-c: 2}\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    options: {'1a': 1}\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    options: []\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    options: {uri: x}\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    uri: http://x\n",
	"version: 5\nhierarchy:\n  - name: b\n    uri: http://x\n",
	"version: 5\nhierarchy:\n  - name: b\n    uris: ['not a uri %']\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n    paths: [one.yaml]\n",
	"version: 5\nhierarchy:\n  - name: b\n    Path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: \"%{facts.os.family}.yaml\"\n  - name: c\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: \"%{::osfamily}.yaml\"\n  - name: c\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: \"%{nothing}.yaml\"\n  - name: c\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: \"%{facts.os.family.x}.yaml\"\n  - name: c\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: \"%{literal('common')}.yaml\"\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: \"%{scope('kernel')}.yaml\"\n  - name: c\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: \"%{facts.kernel}\"\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: \"%{lookup('x')}\"\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: b\n    path: ../data/common.yaml\n",
	"version: 5\nhierarchy:\n  - name: b\n    lookup_key: eyaml_lookup_key\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: b\n    lookup_key: eyaml_lookup_key\n    path: common.yaml\n    options: {pkcs7_private_key: /x, pkcs7_public_key: /y}\n",
	"version: 5\nplan_hierarchy:\n  - name: a\n    path: common.yaml\nhierarchy:\n  - name: b\n    path: common.yaml\n",
	"version: 5\nplan_hierarchy: common\nhierarchy:\n  - name: b\n    path: common.yaml\n",
	"version: 5\ndefault_hierarchy:\n  - name: a\n    path: common.yaml\n",
	"version: 5\nhierarchie: []\n",
	"version: 5\nversion: 5\nhierarchy:\n  - name: b\n    path: common.yaml\n",
	"--- 5\n", "[]\n", "", "version: 5\nhierarchy:\n- name: b\n   path: common.yaml\n",
}

// strategies are values of merge in lookup_options.
var strategies = []string{
	"first", "unique", "hash", "deep", "default", "Deep", "reverse_deep", "unconstrained_deep", "''", "~", "true", "false", "[deep]", "{}",
	"{strategy: deep}", "{strategy: ~}", "{strategy: deep, knockout_prefix: '--'}", "{strategy: deep, knockout_prefix: 5}", "{strategy: deep, knockout_prefix: ''}",
	"{strategy: deep, sort_merged_arrays: true}", "{strategy: deep, sort_merged_arrays: 1}", "{strategy: deep, merge_hash_arrays: true}",
	"{strategy: deep, merge_nil_values: true}", "{strategy: deep, unknown: 1}", "{strategy: hash, sort_merged_arrays: true}", "{strategy: first}", "{strategy: unique, a: 1}",
	"{knockout_prefix: '--'}", "{strategy: deep, :knockout_prefix: '--'}", "{strategy: [deep]}", "{Strategy: deep}",
}

// patterns are keys of lookup_options for the key subject::p.
var patterns = []string{
	"subject::p", "'^subject::'", "'^subject::.*$'", "'^subject::(p|q)$'", "'^subject::['", "'^sub'", "'^other::'", "'.*'", "'^.*'", "'^'", "'^subject::(?<a>p)'", "'^subject::p{1'", "'^(?i)SUBJECT::P'",
	"'^subject::[[:alpha:]]+$'", "'^subject::\\w+\\z'", "'^subject::*'", "'^subject::p++'", "5", "subject", "'subject::*'", "'*'", "lookup_options",
}

// interpolated are values with interpolations.
var interpolated = []string{
	"\"%{facts.os.family}\"", "\"%{facts.os.name}\"", "\"%{::facts.os.family}\"", "\"%{facts.'os'.family}\"", "\"%{facts.\\\"os\\\".family}\"", "\"%{facts['os']['family']}\"", "\"%{facts.os.release.major}\"", "\"%{facts.os.nothing}\"", "\"%{facts.os.family.0}\"",
	"\"%{facts.networking.interfaces.eth0.ip}\"", "\"%{trusted.certname}\"", "\"%{trusted.extensions.pp_role}\"", "\"%{server_facts.environment}\"", "\"%{environment}\"", "\"%{kernel}\"", "\"%{::kernel}\"", "\"%{nothing}\"", "\"%{nothing.at.all}\"",
	"\"%{subject::p}\"", "\"%{module_name}\"", "\"%{calling_class}\"", "\"%{calling_module}\"", "\"%{ facts.kernel }\"", "\"%{facts.kernel\"", "\"%{facts.}\"", "\"%{.facts}\"", "\"%{'facts.kernel'}\"", "\"%{facts..kernel}\"",
	"\"%{lookup('number')}\"", "\"%{lookup(number)}\"", "\"%{lookup('number', 'x')}\"", "\"%{lookup('words.0')}\"", "\"%{lookup('words.x')}\"", "\"%{lookup('words.9')}\"", "\"%{lookup('hash.a.b')}\"", "\"%{lookup('hash.a.b.c')}\"", "\"%{lookup('')}\"", "\"%{lookup()}\"",
	"\"%{alias('words')}\"", "\"%{alias('hash.a')}\"", "\"%{alias('hash.a.b')}\"", "\"%{alias('nothing')}\"", "\"%{alias('words')} \"", "\" %{alias('words')}\"", "\"%{alias('words.0')}\"", "\"%{alias(\\\"words\\\")}\"", "\"%{alias(words)}\"",
	"\"%{hiera('number')}\"", "\"%{hiera('hash')}\"", "\"%{scope('kernel')}\"", "\"%{scope('facts.kernel')}\"", "\"%{scope('nothing')}\"", "\"%{literal('%')}{x}\"", "\"%{literal('%')}\"", "\"%{literal(%)}\"", "\"%{literal('')}\"", "\"%%{x}\"", "\"%{}\"", "\"%{''}\"", "\"%{::}\"", "\"%{\\\"\\\"}\"",
	"\"%{lookup('number')}%{lookup('number')}\"", "\"%{Lookup('number')}\"", "\"%{lookup ('number')}\"", "\"%{eval('x')}\"", "[\"%{alias('words')}\"]", "{a: \"%{alias('hash')}\"}", "{\"%{alias('words')}\": 1}", "{\"%{lookup('number')}\": 1}", "\"%{lookup('deep')}\"", "\"%{alias('deep')}\"",
}

const referred = "number: 5\nflag: true\nwords: [/a, b]\nhash: {a: {b: 1}}\ndeep: \"%{alias('hash')}\"\n"

// knocked are values of two levels where a deep merge removes something.
var knocked = [][2]string{
	{"[--a, c]", "[a, b]"}, {"{--a: 1}", "{a: 1, b: 2}"}, {"{a: --x}", "{a: x}"}, {"'--'", "[a]"}, {"[a]", "{b: 1}"}, {"{b: 1}", "[a]"}, {"a", "{b: 1}"}, {"{b: {c: --}}", "{b: {c: 1}}"}, {"~", "[a]"}, {"[a]", "~"}, {"{a: ~}", "{a: 1}"},
}

// environmentConfigurations are texts of environment.conf.
var environmentConfigurations = []string{
	"modulepath = modules\nenvironment_data_provider = hiera\n", "modulepath = modules\nenvironment_data_provider = none\n", "modulepath = modules\nenvironment_data_provider = nothing\n",
	"modulepath = ./modules:$basemodulepath\n", "modulepath = modules\nmanifest = manifests\nconfig_version = x\n",
}

// newUnusualCase generates a case with rarely used features.
func newUnusualCase(random *rand.Rand) *testCase {
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	chosen := shapes[random.IntN(len(shapes))]
	typ := chosen.Type
	if random.IntN(2) == 0 {
		typ = pick([]string{"String", "Integer", "Array[String]", "Hash", "Any", "Optional[String[1]]", "Array", "Variant[Integer, Array[Integer]]", "Hash[String, Integer]", "Data"})
	}
	one := &testCase{subject: parameter{Name: "p", Type: typ}, files: map[string]string{"hiera.yaml": twoLevels}, source: "include subject"}
	one.files["modules/subject/manifests/init.pp"] = "class subject (" + typ + " $p) { }\n"
	value := pick(chosen.Values)
	common := referred
	switch random.IntN(9) {
	case 0, 1:
		one.files["hiera.yaml"] = pick(configurations)
		common += "subject::p: " + value + "\n"
		one.files["data/nested/two.yaml"] = "subject::p: " + pick(chosen.Values) + "\n"
		if random.IntN(2) == 0 {
			one.files["data/Debian.yaml"] = "subject::p: " + pick(chosen.Values) + "\n"
		}
	case 2: // the hierarchy of the module
		one.files["modules/subject/hiera.yaml"] = pick(configurations)
		one.files["modules/subject/data/common.yaml"] = "subject::p: " + value + "\n"
		one.files["modules/subject/data/nested/two.yaml"] = "subject::p: " + pick(chosen.Values) + "\n"
	case 3, 4:
		common += "subject::p: " + pick(interpolated) + "\n"
	case 5: // two levels and a merge
		pair := knocked[random.IntN(len(knocked))]
		if random.IntN(2) == 0 {
			pair = [2]string{pick(chosen.Values), pick(chosen.Values)}
		}
		one.files["data/one.yaml"] = "subject::p: " + pair[0] + "\n"
		common += "subject::p: " + pair[1] + "\nlookup_options:\n  " + pick(patterns) + ": {merge: " + pick(strategies) + "}\n"
	case 6: // options of the module for data of the environment
		one.files["modules/subject/hiera.yaml"] = "version: 5\n"
		one.files["modules/subject/data/common.yaml"] = pick([]string{"", "subject::p: " + pick(chosen.Values) + "\n"}) +
			"lookup_options:\n  " + pick(patterns) + ": {merge: " + pick(strategies) + pick([]string{"", "", ", convert_to: " + pick(conversions)}) + "}\n"
		common += "subject::p: " + value + "\n"
	case 7:
		one.files["environment.conf"] = pick(environmentConfigurations)
		common += "subject::p: " + value + "\n"
	case 8: // lookups in code, with all parameters of lookup()
		common += "asked: " + pick([]string{value, pick(interpolated)}) + "\n"
		one.files["data/one.yaml"] = pick([]string{"", "asked: " + pick(chosen.Values) + "\n"})
		one.source = "notice(lookup(" + pick([]string{
			"'asked'", "'asked', " + typ, "{ 'name' => 'asked', 'value_type' => " + typ + " }", "'absent', { 'default_value' => 1 }", "'absent', " + typ + ", 'first', " + pick(literals),
			"{ 'name' => 'asked', 'merge' => 'deep' }", "{ 'name' => 'asked', 'merge' => { 'strategy' => 'deep', 'knockout_prefix' => '--' } }", "{ 'nme' => 'asked' }", "['absent', 'asked'], " + typ,
			"'asked', { 'merge' => 'nope' }", "'asked', " + typ + ", 'deep'", "'absent'", "'hash.a.b', Integer", "'hash.a.c', Integer", "'words.0', String", "'words.7'", "'asked', 'unique'",
		}) + "))"
	}
	one.files["data/common.yaml"] = common
	if one.files["data/one.yaml"] == "" {
		delete(one.files, "data/one.yaml")
	}
	one.source = strings.TrimSpace(one.source)
	return one
}
