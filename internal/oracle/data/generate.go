//go:build develop

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// parameter is a parameter of a class of the corpus.
type parameter struct {
	Name, Type string
	// Default is the text of its default; empty if there is none.
	Default string
}

// testCase is a control repository for a class with one parameter, and the code that is
// compiled in it.
type testCase struct {
	subject parameter
	files   map[string]string
	source  string
}

// values are texts of YAML values, each valid for some parameters and invalid for others.
var values = []string{
	"5", "-1", "0", "8080", "99999", "'5'", "1.5", "yes", "false", "'true'", "~", "text", "''", "present", "running", "latest",
	"/etc/example", "'0644'", "0644", "007", "12:30", "1_000", "https://example.com", "example.com", "192.0.2.7",
	"[]", "[1]", "[a, b]", "[[a], b]", "{}", "{a: 1}", "{a: b}", "{a: {ensure: present}}", "{1: x}",
	"'%{facts.os.family}'", "'x%{lookup(\"number\")}'", "\"%{alias('number')}\"", "\"%{alias('words')}\"", "\"%{alias('nothing')}\"",
	"{a: {b: [1, {c: d}]}, e: ~}", "[{name: a, port: 80}, {name: b}]", "{ensure: present, port: '80', options: [x, 1]}", "[[1, 2], [3]]",
	"{'%{facts.os.family}': x}", "[\"%{lookup('number')}\", \"%{alias('words')}\"]", "{a: \"%{alias('number')}\"}", "\"%{hiera('words')}\"",
	"\"%{nomethod('x')}\"", "\"a%{alias('number')}\"", "\"%{lookup('number.x')}\"", "\"%{lookup('a..b')}\"", "\"%{}%{facts.os.family}%{::}\"",
	"'%{literal(\"%\")}'", "&anchor [a]", "!!str 5", "|\n  several\n  lines\n", "2.0e3", "0x1F", ":symbol",
}

// shared is the lower level of the hierarchy, with the values that other values refer to.
const shared = "number: 5\nwords: [a, b]\n"

var conversions = []string{
	"Integer", "String", "Sensitive", "Boolean", "'Array[String]'", "Float", "[Array, true]", "[Integer, 16]", "'Optional[Integer]'", "'Enum[a, b]'", "Intger",
}

var merges = []string{"first", "unique", "hash", "deep", "{strategy: deep, knockout_prefix: '--'}", "nope", "{strategy: hash, knockout_prefix: x}", "{merge_hash_arrays: true}"}

// literals are values in the Puppet language.
var literals = []string{
	"5", "-1", "8080", "'5'", "1.5", "true", "undef", "'text'", "''", "'present'", "'/etc/example'", "'https://example.com'", "[]", "[1]", "['a', 'b']",
	"{}", "{ 'a' => 1 }", "{ 'a' => { 'ensure' => 'present' } }", "Sensitive('x')", "default",
}

// optionFaults are complete entries of lookup_options; %s is the key.
var optionFaults = []string{
	"{merge: deep, convert_to: Integer}", "{merge: {strategy: deep, merge_hash_arrays: 'yes'}}", "{merge: {strategy: deep, knockout: '--'}}", "{merge: {strategy: unique}}",
	"{convert_to: [Integer, 2, 3]}", "{convert_to: []}", "{convert_to: ~}", "{merge: ~}", "{merge: reverse_deep}", "{merge: 5}", "{convert_to: 5}", "~", "{}",
	"{convert_to: [String, '%p']}", "{merge: hash, convert_to: Array}", "{merge: first, convert_to: 'Array[Integer]'}",
}

// hierarchies are texts of hiera.yaml that are wrong or nearly so.
var hierarchies = []string{
	"version: 5\nhierarchy:\n  - name: common\n    paths: [one.yaml, common.yaml]\n",
	"version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n    glob: '*.yaml'\n",
	"version: 5\nhierarchy:\n  - name: common\n    file: common.yaml\n",
	"version: '5'\nhierarchy:\n  - name: common\n    path: common.yaml\n",
	"version: 3\nhierarchy: []\n",
	"hierarchy:\n  - name: common\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: a\n    path: one.yaml\n  - name: a\n    path: common.yaml\n",
	"version: 5\ndefaults:\n  datadir: data\nhierarchy:\n  - name: common\n    path: common.yaml\n",
	"version: 5\nhierarchy:\n  - name: common\n    path: \"%{lookup('number')}.yaml\"\n",
	"version: 5\nhierarchy:\n  - name: common\n    path: \"%{facts.os.family}.yaml\"\n  - name: other\n    path: common.yaml\n",
	"version: 5\ndefault_hierarchy: []\n",
	"version: 5\nhierarchy:\n  - name: common\n    data_hash: yaml_data\n",
	"version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n    options: {path: x}\n",
	"version: 5\nhierarchy: {}\n",
	"version: 7\n",
	"version: 5\n",
	"version: 5\nhierarchy:\n  - name: common\n    mapped_paths: [a, b]\n",
	"version: 5\nhierarchy:\n  - name: common\n    globs: ['*.yaml']\n",
}

// structures are complete data files that are wrong or nearly so.
var structures = []string{
	"- a\n", "a: [\n", "", "--- false\n", "text\n", "a: 1\n\tb: 2\n", "when: 2024-01-01\n", "a: *unknown\n", "a: 'open\n",
	"{a: 1}\n", "---\na: 1\n---\n- b\n", "lookup_options: []\n", "lookup_options: ~\n", "a: !ruby/object:Object {}\n", "a: &x {<<: *x}\n",
}

const twoLevels = "version: 5\nhierarchy:\n  - name: one\n    path: one.yaml\n  - name: common\n    path: common.yaml\n"

// newCase generates a case.
func newCase(random *rand.Rand, subjects []parameter) *testCase {
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	one := &testCase{subject: subjects[random.IntN(len(subjects))], files: map[string]string{"hiera.yaml": twoLevels}, source: "include subject"}
	key := "subject::" + one.subject.Name
	declaration := one.subject.Type + " $" + one.subject.Name
	if one.subject.Default != "" {
		declaration += " = " + one.subject.Default
	}
	one.files["modules/subject/manifests/init.pp"] = "class subject (" + declaration + ") { }\n"
	common, first := shared+key+": "+pick(values)+"\n", ""
	switch random.IntN(32) {
	case 14, 15, 16, 17, 18, 19:
		return newShapedCase(random)
	case 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31:
		return newUnusualCase(random)
	case 6:
		common += "lookup_options:\n  " + key + ": " + pick(optionFaults) + "\n"
		first = key + ": " + pick(values) + "\n"
	case 7, 8:
		common = shared + "asked: " + pick(values) + "\n"
		if random.IntN(3) == 0 {
			first = "asked: " + pick(values) + "\n"
		}
		one.source = "notice(lookup(" + pick([]string{"'asked'", "'asked'", "'asked'", "'absent'", "['absent', 'asked']", "'asked.a'"}) + ", " + one.subject.Type + pick([]string{
			")", ")", ")", ", " + quoted(pick(merges)) + ")", ", undef, " + pick(literals) + ")", ", { 'strategy' => '" + pick([]string{"deep", "hash", "dep"}) + "' })",
		}) + ")"
	case 9, 10:
		one.files["modules/subject/templates/t.epp"] = "<%- | " + strings.ReplaceAll(declaration, "\n", " ") + ", Any $other = undef | -%>\n<%= $" + one.subject.Name + " %> <%= $" + pick([]string{"other", "other", "other", "facts['kernel']", "absent"}) + " %>\n"
		common = shared
		one.source = "notice(epp('" + pick([]string{"subject/t.epp", "subject/t.epp", "subject/t", "subject/u.epp"}) + "'" + pick([]string{
			", { '" + one.subject.Name + "' => " + pick(literals) + " }", ", { '" + one.subject.Name + "' => " + pick(literals) + ", 'other' => 1 }",
			", { '" + one.subject.Name + "' => " + pick(literals) + ", 'more' => 1 }", "",
		}) + "))"
	case 11:
		one.files["modules/subject/templates/t.epp"] = "<%= $" + pick([]string{"given", "local", "facts['kernel']", "subject::" + one.subject.Name, "subject::absent", "kernel"}) + " %>\n"
		one.files["modules/subject/manifests/init.pp"] = "class subject (" + declaration + ") {\n  $local = 1\n  notice(epp('subject/t.epp'" + pick([]string{"", ", { 'given' => 1 }", ", { 'local' => $local }"}) + "))\n}\n"
		common = shared + key + ": " + fitting(one.subject.Type) + "\n"
	case 0: // a merge of two levels
		common += "lookup_options:\n  " + key + ": {merge: " + pick(merges) + "}\n"
		first = key + ": " + pick(values) + "\n"
	case 1:
		common += "lookup_options:\n  " + key + ": {convert_to: " + pick(conversions) + "}\n"
	case 2:
		common += "lookup_options:\n  '^subject::.*': {convert_to: " + pick(conversions) + "}\n"
	case 3:
		one.files["hiera.yaml"] = pick(hierarchies)
	case 4:
		if random.IntN(3) == 0 {
			first = pick(structures)
		}
	case 5:
		common = shared + key + ": \"%{alias('loop')}\"\nloop: \"%{alias('" + pick([]string{key, "number", "loop", "words"}) + "')}\"\n"
	}
	one.files["data/common.yaml"] = common
	if first != "" {
		one.files["data/one.yaml"] = first
	}
	return one
}

// fitting returns a YAML value that is usually valid for parameters of a type.
func fitting(typ string) string {
	for part, value := range map[string]string{"Boolean": "true", "Integer": "5", "Array": "[]", "Hash": "{}", "Optional": "~"} {
		if strings.HasPrefix(typ, part) {
			return value
		}
	}
	return "/text"
}

// quoted returns a YAML word as a Puppet string.
func quoted(text string) string { return "'" + strings.Trim(text, "'{}") + "'" }

// write writes the case as an environment into a folder.
func (c *testCase) write(folder, corpus string) error {
	files := map[string]string{"environment.conf": "modulepath = modules\n", "hiera.yaml": twoLevels}
	for name, text := range c.files {
		files[name] = text
	}
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return c.link(folder, corpus)
}

// moduleInType matches the modules whose aliases a type names.
var moduleInType = regexp.MustCompile(`([A-Z]\w*)::`)

// link adds only those modules of the corpus to the case that its type needs, since with all of
// them the judge would take many times as long.
func (c *testCase) link(folder, corpus string) error {
	needed := map[string]bool{"stdlib": true}
	for _, found := range moduleInType.FindAllStringSubmatch(c.subject.Type, -1) {
		needed[strings.ToLower(found[1])] = true
	}
	for name := range needed {
		if _, err := os.Stat(filepath.Join(corpus, name)); err != nil {
			continue
		}
		if err := os.Symlink(filepath.Join(corpus, name), filepath.Join(folder, "modules", name)); err != nil {
			return err
		}
	}
	return nil
}

// text returns the case for display.
func (c *testCase) text() string {
	var names []string
	for name := range c.files {
		names = append(names, name)
	}
	sort.Strings(names)
	var out strings.Builder
	for _, name := range names {
		if c.files[name] != twoLevels {
			fmt.Fprintf(&out, "  -- %s\n  %s\n", name, strings.ReplaceAll(strings.TrimSpace(c.files[name]), "\n", "\n  "))
		}
	}
	fmt.Fprintf(&out, "  -- compiled\n  %s\n", c.source)
	return out.String()
}
