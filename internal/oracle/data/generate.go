package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// parameter is a parameter of a class of the corpus.
type parameter struct {
	Name, Type string
	// Default is the text of its default; empty when there is none.
	Default string
}

// testCase is a control repository over a class with one parameter.
type testCase struct {
	subject parameter
	files   map[string]string
}

// values are texts of YAML values, each of which fits some parameters and does
// not fit others.
var values = []string{
	"5", "-1", "0", "8080", "99999", "'5'", "1.5", "yes", "false", "'true'", "~", "text", "''", "present", "running", "latest",
	"/etc/example", "'0644'", "0644", "007", "12:30", "1_000", "https://example.com", "example.com", "192.0.2.7",
	"[]", "[1]", "[a, b]", "[[a], b]", "{}", "{a: 1}", "{a: b}", "{a: {ensure: present}}", "{1: x}",
	"'%{facts.os.family}'", "'x%{lookup(\"number\")}'", "\"%{alias('number')}\"", "\"%{alias('words')}\"", "\"%{alias('nothing')}\"",
	"'%{literal(\"%\")}'", "&anchor [a]", "!!str 5", "|\n  several\n  lines\n", "2.0e3", "0x1F", ":symbol",
}

// more are values for lower levels of the hierarchy, which hold what values
// refer to.
const shared = "number: 5\nwords: [a, b]\n"

var conversions = []string{
	"Integer", "String", "Sensitive", "Boolean", "'Array[String]'", "Float", "[Array, true]", "[Integer, 16]", "'Optional[Integer]'", "'Enum[a, b]'", "Intger",
}

var merges = []string{"first", "unique", "hash", "deep", "{strategy: deep, knockout_prefix: '--'}", "nope", "{strategy: hash, knockout_prefix: x}", "{merge_hash_arrays: true}"}

// hierarchies are faults and near misses of a hiera.yaml.
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

// structures are whole data files that are wrong, or nearly so.
var structures = []string{
	"- a\n", "a: [\n", "", "--- false\n", "text\n", "a: 1\n\tb: 2\n", "when: 2024-01-01\n", "a: *unknown\n", "a: 'open\n",
	"{a: 1}\n", "---\na: 1\n---\n- b\n", "lookup_options: []\n", "lookup_options: ~\n", "a: !ruby/object:Object {}\n", "a: &x {<<: *x}\n",
}

const twoLevels = "version: 5\nhierarchy:\n  - name: one\n    path: one.yaml\n  - name: common\n    path: common.yaml\n"

// newCase makes one case.
func newCase(random *rand.Rand, subjects []parameter) *testCase {
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	one := &testCase{subject: subjects[random.IntN(len(subjects))], files: map[string]string{"hiera.yaml": twoLevels}}
	key := "subject::" + one.subject.Name
	declaration := one.subject.Type + " $" + one.subject.Name
	if one.subject.Default != "" {
		declaration += " = " + one.subject.Default
	}
	one.files["modules/subject/manifests/init.pp"] = "class subject (" + declaration + ") { }\n"
	common, first := shared+key+": "+pick(values)+"\n", ""
	switch random.IntN(10) {
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

// write lays the case out as an environment in a folder.
func (c *testCase) write(folder, corpus string) error {
	files := map[string]string{"environment.conf": "modulepath = modules:" + corpus + "\n", "hiera.yaml": twoLevels}
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
	return nil
}

// text shows the case.
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
	return out.String()
}
