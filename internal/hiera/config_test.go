package hiera

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
)

// problemsOf are the problems of a hiera.yaml, each with its line.
func problemsOf(config *Config) string {
	var lines []string
	for _, problem := range config.Problems {
		lines = append(lines, fmt.Sprintf("%d: %s", problem.Position().Line, problem.Message))
	}
	return strings.Join(lines, "\n")
}

// filesOf are the data files of a configuration, in order of priority.
func filesOf(config *Config) string {
	var files []string
	for _, from := range config.Sources() {
		relative, err := filepath.Rel(native("/e"), from.Path)
		if err != nil {
			panic(err)
		}
		files = append(files, from.Level.Name+"="+filepath.ToSlash(relative))
	}
	return strings.Join(files, " ")
}

// TestVersions checks files of all versions, in an environment, in a module and as the server's
// configuration.
func TestVersions(t *testing.T) {
	const inEnvironment = "this hiera.yaml has version 3, which is not supported in an environment"
	for _, test := range []struct {
		text, module string
		version      int
		want         string
	}{
		{"version: 5\n", "", 5, ""},
		{"version: '5'\n", "", 5, "1: version must be the number 5, not a string"},
		{"version: 5.7\n", "", 5, "1: version must be the number 5, not a number"},
		{"version: 6\n", "", 6, "1: hiera.yaml has no version 6; use version 5"},
		{"version: ''\n", "", 0, "1: hiera.yaml has no version ; use version 5"},
		{"version: [5]\n", "", 0, "1: hiera.yaml has no version ; use version 5"},
		{"version: 3\n", "", 3, "1: " + inEnvironment},
		{"# old\n:backends: yaml\n", "", 3, "2: " + inEnvironment},
		{":backends: yaml\n", "m", 3, "1: this hiera.yaml has version 3, which is not supported in a module"},
		{"[]\n", "", 3, "1: this is not a hash, so Hiera reads the file as version 3, which is not supported in an environment"},
		{"# nothing\n", "m", 3, "1: this is not a hash, so Hiera reads the file as version 3, which is not supported in a module"},
		{"{}\n", "", 3, "1: " + inEnvironment},
	} {
		loader := loaderOf(&txtar.Archive{Files: []txtar.File{{Name: FileName, Data: []byte(test.text)}}})
		config := Read(loader, native("/e"), test.module, false)
		if got := problemsOf(config); got != test.want || config.Version != test.version {
			t.Errorf("%q: version %d, %s", test.text, config.Version, got)
		}
		global := ReadGlobal(loader, native("/e/hiera.yaml"))
		loader.Older = true
		older := Read(loader, native("/e"), "", false)
		if isOlder := test.version == 3; global.Opaque() != isOlder || older.Opaque() != isOlder || isOlder && len(global.Problems)+len(older.Problems) > 0 {
			t.Errorf("%q: on the server, %t with %s", test.text, global.Opaque(), problemsOf(global))
		}
	}
	if config := Read(loaderOf(&txtar.Archive{}), native("/e"), "", false); config != nil {
		t.Error("a file that is not there is read")
	}
	broken := Read(loaderOf(txtar.Parse([]byte("-- hiera.yaml --\nversion: [\n"))), native("/e"), "", false)
	if broken == nil || broken.Opaque() || len(broken.Sources()) > 0 {
		t.Error("a file that Ruby rejects has a hierarchy")
	}
}

// TestProblems checks the mistakes for which Puppet refuses a hiera.yaml of version 5.
func TestProblems(t *testing.T) {
	for text, want := range map[string]string{
		"defaults: [1]\n":                                                 "2: defaults must be a hash, not an array",
		"defaults: {datadir: 1}\n":                                        "2: datadir must be a string, not a number",
		"defaults: {data_hash: x, lookup_key: y}\n":                       "2: only one of data_hash, lookup_key and data_dig can be set in defaults",
		"defaults: {options: x, data_hash: y}\n":                          "2: options must be a hash, not a string",
		"defaults:\nhierarchy:\n":                                         "",
		"hierarchy: {a: 1}\n":                                             "2: hierarchy must be an array of levels, not a hash",
		"hierarchy: [on]\n":                                               "2: a level of the hierarchy must be a hash, not a boolean",
		"hierarchy:\n- {}\n":                                              "3: this level of the hierarchy has no name\n3: 'yaml_data' needs one of path, paths, glob, globs and mapped_paths",
		"hierarchy:\n- name: :a\n  path: b\n":                             "3: name must be a string, not a symbol",
		"hierarchy:\n- {name: a, path: ''}\n":                             "3: path cannot be an empty string",
		"hierarchy:\n- {name: a, paths: b}\n":                             "3: paths must be an array of strings, not a string",
		"hierarchy:\n- {name: a, paths: []}\n":                            "3: paths is empty",
		"hierarchy:\n- {name: a, paths: [~]}\n":                           "3: paths must be a string, not nothing",
		"hierarchy:\n- {name: a, path: [b]}\n":                            "3: path must be a string, not an array",
		"hierarchy:\n- {name: a, options: {}}\n":                          "3: 'yaml_data' needs one of path, paths, glob, globs and mapped_paths",
		"hierarchy:\n- {name: a, lookup_key: b}\n":                        "",
		"defaults: {}\nhierarchy:\n- {name: a}\n":                         "4: this level has no backend: one of data_hash, lookup_key, data_dig and hiera3_backend is needed here or in defaults",
		"plan_hierarchy: 1\n":                                             "2: hierarchy must be an array of levels, not a number",
		"default_hierarchy:\n- {name: a, path: b}\n":                      "2: default_hierarchy is only allowed in a module's hiera.yaml",
		"hierarchy:\n- {name: a, path: b, glob: c}\n":                     "3: only one of path, paths, glob, globs, uri, uris and mapped_paths can be set for a level",
		"hierarchy:\n- {name: a, mapped_paths: [b]}\n":                    "3: mapped_paths needs three elements: a variable, a name for each of its values, and a path",
		"hierarchy:\n- {name: a, uri: 'http://b'}\n":                      "3: 'yaml_data' reads files: it needs one of path, paths, glob, globs and mapped_paths, not uri",
		"hierarchy:\n- {name: a, data_hash: b, data_dig: c}\n":            "3: only one of data_hash, lookup_key, data_dig and hiera3_backend can be set for a level",
		"hierarchy:\n- {name: a, hiera3_backend: b}\n":                    "3: hiera3_backend is only allowed in the server's own hiera.yaml",
		"hierarchy:\n- {name: a, path: \"%{lookup('b')}\"}\n":             "3: a path cannot call a method such as lookup(): only variables can be interpolated here",
		"hierarchy:\n- {name: a, path: b, datadir: \"%{lookup('b')}\"}\n": "3: the datadir cannot call a method such as lookup()",
		"hierarchy:\n- {name: a, lookup_key: b, options: {-x: 1}}\n":      "3: the name of an option must begin with a letter and contain only letters, digits, _ and -",
		"hierarchy:\n- {name: a, lookup_key: b, options: {path: 1}}\n":    "3: Puppet sets the option 'path' itself",
		"defaults: {data_hash: yaml_data, options: {x: 1}}\n" +
			"hierarchy:\n- {name: a, path: b.yaml}\n": "2: 'yaml_data', which reads the level 'a', takes no options: every lookup fails",
	} {
		archive := &txtar.Archive{Files: []txtar.File{{Name: FileName, Data: []byte("version: 5\n" + text)}, {Name: "data/b.yaml", Data: []byte("k: 1\n")}}}
		config := Read(loaderOf(archive), native("/e"), "", false)
		if got := problemsOf(config); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestVersion4 reads the hierarchy of a file of version 4.
func TestVersion4(t *testing.T) {
	archive := txtar.Parse([]byte(`
-- hiera.yaml --
version: 4
datadir: hieradata
hierarchy:
  - {name: one, backend: yaml}
  - {name: two, backend: json, path: "%{facts.role}"}
  - {name: three, backend: yaml, datadir: other, paths: [a.yaml, b]}
  - {name: four, backend: own}
-- hieradata/one.yaml --
k: 1
-- hieradata/web.json --
{"k": 2}
-- other/a.yaml --
k: 3
-- other/b.yaml --
k: 4
-- hieradata/four.own --
k: 5
`))
	config := Read(loaderOf(archive), native("/e"), "", false)
	if got, want := filesOf(config), "one=hieradata/one.yaml two=hieradata/web.json three=other/a.yaml three=other/b.yaml"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := config.ReadOtherwise(); !config.Opaque() || !slices.Equal(got, []string{native("/e/hieradata/four.own")}) {
		t.Errorf("the other backend reads %v", got)
	}
	for text, want := range map[string]string{
		"hierarchy:\n- {name: a}\n":                             "3: a level of the hierarchy needs a name and a backend",
		"datadir: 1\nhierarchy: []\n":                           "2: datadir must be a string, not a number",
		"hierarchy:\n- {name: a, backend: yaml, datadir: {}}\n": "3: datadir must be a string, not a hash",
		"hierarchy: x\n":                                        "",
	} {
		config := Read(loaderOf(&txtar.Archive{Files: []txtar.File{{Name: FileName, Data: []byte("version: 4\n" + text)}}}), native("/e"), "", false)
		if got := problemsOf(config); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestReadBy checks which node reads which file.
func TestReadBy(t *testing.T) {
	archive := txtar.Parse([]byte(`
-- hiera.yaml --
version: 5
hierarchy:
  - {name: node, path: "nodes/%{trusted.certname}.yaml"}
  - {name: all, glob: "%{facts.role}/*.yaml"}
  - {name: mapped, mapped_paths: [services, one, "services/%{one}.yaml"]}
  - {name: common, paths: [common.yaml, absent.yaml]}
-- data/nodes/web1.yaml --
-- data/nodes/web2.yaml --
-- data/db/a.yaml --
-- data/services/s.yaml --
-- data/common.yaml --
`))
	config := Read(loaderOf(archive), native("/e"), "", false)
	answers := map[string]string{}
	for _, from := range config.Sources() {
		reads, known := from.ReadBy(func(one Interpolation) (string, bool) {
			text, known := map[string]string{"trusted.certname": "web1", "facts.role": "db"}[one.Key]
			return text, known
		})
		if variable, isMapped := from.Location.IsMapped(); isMapped {
			for _, elements := range [][]string{{"a", "s", "s"}, {"a"}, {}} {
				element := func(i int, keys []string) (string, bool) { return elements[i], len(keys) == 0 }
				at, known := from.MappedReadBy(len(elements), element, func(Interpolation) (string, bool) { return "", false })
				answers[variable] += fmt.Sprint(at, known, " ")
			}
		}
		_, blind := from.ReadBy(func(Interpolation) (string, bool) { return "", false })
		answers[from.Level.Name+" "+filepath.Base(from.Path)] = fmt.Sprint(reads, known, blind)
	}
	for which, want := range map[string]string{
		"node web1.yaml": "true true false", "node web2.yaml": "false true false", "all a.yaml": "true true false",
		"mapped s.yaml": "false false false", "common common.yaml": "true true true",
		"services": "[1 2] true [] true [] true ",
	} {
		if answers[which] != want {
			t.Errorf("%s: %s, want %s", which, answers[which], want)
		}
	}
	var paths []string
	for _, level := range config.Levels {
		count, known := level.Paths()
		paths = append(paths, fmt.Sprintf("%s %d %t", level.Name, count, known))
	}
	if got, want := strings.Join(paths, ", "), "node 1 true, all 0 false, mapped 0 false, common 2 true"; got != want {
		t.Errorf("paths: %s, want %s", got, want)
	}
}

// TestDataElsewhere checks data folders with absolute paths, one of which exists.
func TestDataElsewhere(t *testing.T) {
	text := "version: 5\nhierarchy:\n" +
		"  - {name: here, datadir: '" + filepath.ToSlash(native("/e/other")) + "', path: a.yaml}\n" +
		"  - {name: gone, datadir: '" + filepath.ToSlash(native("/gone")) + "', path: a.yaml}\n"
	archive := &txtar.Archive{Files: []txtar.File{{Name: FileName, Data: []byte(text)}, {Name: "other/a.yaml", Data: []byte("k: ENC[x]\n")}}}
	config := Read(loaderOf(archive), native("/e"), "", false)
	if got := filesOf(config); got != "here=other/a.yaml" || config.Levels[0].Opaque || !config.Levels[1].Opaque {
		t.Errorf("the files are %s, %v", got, problemsOf(config))
	}
	if found := config.Check(); len(found) > 0 {
		t.Errorf("a path outside of the tree is reported: %v", found)
	}
	for text, want := range map[string]bool{"ENC[PKCS7,x]": true, "a ENC[x] b": true, "ENC[x": false, "]ENC[": false, "x": false} {
		if IsEncrypted(text) != want {
			t.Errorf("%q is encrypted: %t", text, !want)
		}
	}
}

// TestUnread checks files that nothing is known to read.
func TestUnread(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\n":                    "",
		"a: [\n":                    "data_syntax",
		"a: *b\n":                   "data_syntax",
		"a: \xff\n":                 "data_syntax",
		"a: 2024-01-02\n":           "", // others may read a date
		"a: 1\na: 2\nb: 1\nb: 2\n":  "duplicate_data_key",
		"a: 1\n---\nb: 1\n":         "unread_yaml_document",
		"a: 1\n---\n...\n":          "",
		"a: 1\n...\n\n# no more\n":  "",
		"a: 1\n---\n# x\n- 1\n":     "unread_yaml_document",
		"a: !ruby/regexp /x/\nb: [": "data_syntax",
	} {
		found := CheckUnread(yaml.Read(source.NewFile("x.yaml", text), yaml.Options{}))
		got := ""
		for _, one := range found {
			got += one.Rule.Name
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestUnreadDuplicatesAreFixedAtOnce checks that the only finding shown for a file that nothing reads
// has a fix only if a second run finds nothing more.
func TestUnreadDuplicatesAreFixedAtOnce(t *testing.T) {
	for text, want := range map[string]int{"a: 1\na: 1\n": 1, "a: 1\nb: 2\na: 1\nb: 2\n": 0, "a: 1\nb: 2\na: 1\nb: 3\n": 0} {
		found := CheckUnread(yaml.Read(source.NewFile("x.yaml", text), yaml.Options{}))
		if len(found) != 1 || len(found[0].Fixes) != want {
			t.Errorf("%q: %d findings, %+v", text, len(found), found)
		}
	}
}

// TestDuplicatesAreRemoved applies the fixes of keys that are repeated with the same value.
func TestDuplicatesAreRemoved(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\nb: 2\na: 1\n":               "a: 1\nb: 2\n",
		"a: 1\na: 1":                       "a: 1\n",
		"a: [x]\na:\n  - x\nb: 1\n":        "a: [x]\nb: 1\n",
		"h:\n  a: 1\n  a: 1\n":             "h:\n  a: 1\n",
		"a: 1\na: 2\n":                     "", // another value
		"{a: 1, a: 1}\n":                   "",
		"a: 1\na: 1 # why\n":               "",
		"a: 1\na: &x 1\nb: *x\n":           "",
		"- a: 1\n- a: 1\n  a: 1\n  b: 2\n": "- a: 1\n- a: 1\n  b: 2\n",
		"- b: 2\n-\n  a: 1\n  a: 1\n":      "- b: 2\n-\n  a: 1\n",
	} {
		read := yaml.Read(source.NewFile("x.yaml", text), yaml.Options{})
		found := CheckDocument(read)
		if isMistaken := len(read.Root.Duplicates()) > 0 || len(found) > 0; !isMistaken {
			t.Errorf("%q: nothing is found", text)
			continue
		}
		got := ""
		for _, one := range found {
			for _, fix := range one.Fixes {
				if fix.Safety != diag.Safe {
					t.Errorf("%q: the fix is not safe", text)
				}
				got += diag.Apply(read.File, fix.Edits)
			}
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
