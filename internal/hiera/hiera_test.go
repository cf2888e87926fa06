package hiera

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/document/json"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
)

// native is an absolute path as this system writes it.
func native(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		panic(err)
	}
	return absolute
}

// loaderOf lays the files of an archive out below /e.
func loaderOf(archive *txtar.Archive) Loader {
	texts := map[string]string{}
	for _, file := range archive.Files {
		texts[native("/e/"+file.Name)] = string(file.Data)
	}
	files := source.NewOverlay(nil, texts)
	known := map[string]*document.Document{}
	read := func(path string) (read *document.Document) {
		if known[path] != nil {
			return known[path]
		}
		defer func() { known[path] = read }()
		file, err := files.Read(path)
		if err != nil {
			return &document.Document{File: source.NewFile(path, "")}
		}
		if filepath.Ext(path) == ".json" {
			return json.Read(file)
		}
		return yaml.Read(file, yaml.Options{})
	}
	return Loader{Files: files, Document: read, Data: read}
}

// checkAll checks the hierarchy and every data file of an archive.
func checkAll(archive *txtar.Archive, module string) []*diag.Diagnostic {
	loader := loaderOf(archive)
	config := Read(loader, native("/e"), module, strings.Contains(string(archive.Comment), "an environment, too"))
	var found []*diag.Diagnostic
	if config != nil {
		found = append(found, config.Check()...)
	}
	for _, file := range archive.Files {
		path := native("/e/" + file.Name)
		if !slices.Contains([]string{".yaml", ".json"}, filepath.Ext(path)) {
			continue
		}
		read := loader.Document(path)
		found = append(found, CheckDocument(read)...)
		if config == nil || filepath.Base(path) == FileName || len(read.Errors) > 0 {
			continue
		}
		at := slices.IndexFunc(config.Sources(), func(s *Source) bool { return s.Path == path })
		if at >= 0 {
			found = append(found, config.CheckSource(config.Sources()[at])...)
		} else {
			found = append(found, config.Unreached(read)...)
		}
	}
	return found
}

var wantPattern = regexp.MustCompile(`# want "([^"]*)"`)

// TestTrees checks trees: a comment # want "regexp" says what is found on its
// line, and nothing else is.
func TestTrees(t *testing.T) {
	for _, module := range []string{"", "example"} {
		names, err := filepath.Glob("testdata/" + map[string]string{"": "environment", "example": "module"}[module] + "*.txtar")
		if err != nil || len(names) == 0 {
			t.Fatal("no trees", err)
		}
		for _, name := range names {
			t.Run(filepath.Base(name), func(t *testing.T) {
				archive, err := txtar.ParseFile(name)
				if err != nil {
					t.Fatal(err)
				}
				found := checkAll(archive, module)
				for _, file := range archive.Files {
					for number, line := range strings.Split(string(file.Data), "\n") {
						match := wantPattern.FindStringSubmatch(line)
						if match == nil {
							continue
						}
						at := slices.IndexFunc(found, func(d *diag.Diagnostic) bool {
							return d.File.Name == native("/e/"+file.Name) && d.Position().Line == number+1 && regexp.MustCompile(match[1]).MatchString(d.Rule.Name+": "+d.Message+" "+d.Help)
						})
						if at < 0 {
							t.Errorf("%s:%d: nothing matches %q", file.Name, number+1, match[1])
							continue
						}
						found = slices.Delete(found, at, at+1)
					}
				}
				for _, one := range found {
					t.Errorf("%s:%d: unexpected %s: %s", one.File.Name, one.Position().Line, one.Rule.Name, one.Message)
				}
			})
		}
	}
}

// TestExamples checks the examples of every rule.
func TestExamples(t *testing.T) {
	for _, rule := range Rules() {
		t.Run(rule.Name, func(t *testing.T) {
			for kind, examples := range map[string][]diag.Example{"bad": rule.Bad, "good": rule.Good} {
				for _, example := range examples {
					archive := txtar.Parse([]byte(example.Tree))
					module := "example"
					if strings.Contains(example.Tree, "environment.conf") {
						module = ""
					}
					archive.Files = append(archive.Files, txtar.File{Name: example.Path, Data: []byte(example.Code)})
					found := checkAll(archive, module)
					raised := slices.ContainsFunc(found, func(d *diag.Diagnostic) bool { return d.Rule == rule })
					if raised != (kind == "bad") || kind == "good" && len(found) > 0 {
						t.Errorf("the %s example\n%s\nraises %v", kind, example.Code, found)
					}
				}
			}
		})
	}
}

func TestPatterns(t *testing.T) {
	for _, test := range []struct {
		pattern, path string
		glob, matches bool
	}{
		{"/d/common.yaml", "/d/common.yaml", false, true},
		{"/d/./common.yaml", "/d/common.yaml", false, true},
		{"/d/%{facts.os.family}.yaml", "/d/Debian.yaml", false, true},
		{"/d/%{facts.role}.yaml", "/d/a/b.yaml", false, true},
		{"/d/%{facts.os.family}.yaml", "/d/a/b.yaml", false, false},
		{"/d/%{::environment}/%{role}.yaml", "/d/a/b/c.yaml", false, true},
		{"/d/%{role}/%{ trusted.certname }.yaml", "/d/a/b/c.yaml", false, true},
		{"/d/%{kernel}/x/%{trusted.certname}.yaml", "/d/a/b/x/c.yaml", false, false},
		{"/d/%{facts.os.family}.yaml", "/e/Debian.yaml", false, false},
		{"/d/%{a}-%{b}.yaml", "/d/x-y.yaml", false, true},
		{"/d/%{a}-%{b}.yaml", "/d/xy.yaml", false, false},
		{"/d/%{a}x%{kernel}x%{b}.yaml", "/d/x/xxx/.yaml", false, true},
		{"/d/%{a}x%{kernel}x%{b}.yaml", "/d/x/x.yaml", false, false},
		{"/d/%{kernel}%{a}/%{kernel}.yaml", "/d/x/y/z.yaml", false, true},
		{"/d/%{kernel}/y%{kernel}.yaml", "/d/x/y/z.yaml", false, false},
		{"/d/" + strings.Repeat("%{a}x", 50) + ".yaml", "/d/" + strings.Repeat("x", 200) + ".yaml", false, true},
		{"/d/" + strings.Repeat("%{a}x", 50) + "y.yaml", "/d/" + strings.Repeat("x", 200) + ".yaml", false, false},
		{"/d/" + strings.Repeat("%{kernel}x", 50) + "/.yaml", "/d/" + strings.Repeat("x", 200) + ".yaml", false, false},
		{"/d/*.yaml", "/d/x.yaml", true, true},
		{"/d/*.yaml", "/d/x/y.yaml", true, false},
		{"/d/**/*.yaml", "/d/x/y.yaml", true, true},
		{"/d/{a,b}.yaml", "/d/b.yaml", true, true},
		{"/d/[!a].yaml", "/d/a.yaml", true, false},
		{"/d/*.yaml", "/d/x.yaml", false, false},
	} {
		p := newPattern(test.pattern, test.glob)
		if got := p.match(test.path); got != test.matches {
			t.Errorf("%s matches %s: %v", test.pattern, test.path, got)
		}
	}
}

// TestTooManyPaths checks that a hierarchy does not cost the number of its paths times the number of
// files. Levels beyond the bounds are opaque.
func TestTooManyPaths(t *testing.T) {
	const files, levels = 20, 3000
	for name, location := range map[string]string{
		"interpolations": "path: \"%{level_N}.yaml\"",
		"globs":          "glob: \"*.yaml\"",
		"one path":       "path: 1.yaml",
		"lists":          "paths: [\"%{a}.yaml\", \"%{b}.yaml\"]",
		"long paths":     "path: \"" + strings.Repeat("x", 5000) + "%{a}.yaml\"",
	} {
		t.Run(name, func(t *testing.T) {
			archive := &txtar.Archive{}
			for i := range files {
				archive.Files = append(archive.Files, txtar.File{Name: fmt.Sprintf("data/%d.yaml", i), Data: []byte("a: 1\n")})
			}
			var text bytes.Buffer
			text.WriteString("version: 5\nhierarchy:\n")
			for i := range levels {
				fmt.Fprintf(&text, "  - name: l%d\n    %s\n", i, strings.ReplaceAll(location, "N", fmt.Sprint(i)))
			}
			archive.Files = append(archive.Files, txtar.File{Name: FileName, Data: text.Bytes()})
			config := Read(loaderOf(archive), native("/e"), "", false)
			if !config.Opaque() || len(config.Problems) > 0 {
				t.Errorf("not opaque, or with problems: %v", config.Problems)
			}
			if count := len(config.Sources()); count > files*maxReaders {
				t.Errorf("%d sources", count)
			}
		})
	}
}

func TestInterpolations(t *testing.T) {
	for text, want := range map[string][]Interpolation{
		"plain":                      nil,
		"%{x":                        nil,
		"a%{ facts.os }b":            {{Start: 1, End: 14, Method: "", Key: "facts.os"}},
		"%{lookup('a::b')}":          {{Start: 0, End: 17, Method: "lookup", Key: "a::b"}},
		"%{}%{'::'}":                 {{Start: 0, End: 3, Method: "", Key: ""}, {Start: 3, End: 10, Method: "", Key: ""}},
		`%{literal("%")}{x}`:         {{Start: 0, End: 15, Method: "literal", Key: "%"}},
		"%{lookup(x)}":               {{Start: 0, End: 12, Method: "", Key: "lookup(x)"}},
		"%{alias('a')}%{alias('b')}": {{Start: 0, End: 13, Method: "alias", Key: "a"}, {Start: 13, End: 26, Method: "alias", Key: "b"}},
	} {
		if got := Interpolations(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v", text, got)
		}
	}
	if key, ok := Alias("%{alias('a')}"); !ok || key != "a" {
		t.Errorf("got %q, %v", key, ok)
	}
	for _, text := range []string{"%{alias('a')} ", "%{lookup('a')}", "x"} {
		if _, ok := Alias(text); ok {
			t.Errorf("%q is taken for an alias", text)
		}
	}
}

func TestSplitKey(t *testing.T) {
	for key, want := range map[string]string{
		"a": "a", "a.b": "a|b", "'a.b'.c": "a.b|c", `a."b.c"`: "a|b.c", "a . b": "a|b",
		"": "", ".a": "!", "a.": "!", "a..b": "!", "'a": "!", "a'b'": "!",
	} {
		segments, ok := SplitKey(key)
		got := strings.Join(segments, "|")
		if !ok {
			got = "!"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", key, got, want)
		}
	}
}

// TestMethodCalls takes interpolations apart.
func TestMethodCalls(t *testing.T) {
	for text, want := range map[string]Interpolation{
		"%{lookup('a.b')}":   {Method: "lookup", Key: "a.b"},
		`%{ alias("x y") }`:  {Method: "alias", Key: "x y"},
		"%{lookup('a'b')}":   {Key: "lookup('a'b')"},
		`%{lookup('a")}`:     {Key: `lookup('a")`},
		"%{lookup('')}":      {Key: "lookup('')"},
		"%{lookup(a)}":       {Key: "lookup(a)"},
		"%{look-up('a')}":    {Key: "look-up('a')"},
		"%{('a')}":           {Key: "('a')"},
		"%{}":                {},
		"%{::}":              {},
		"%{facts.os.family}": {Key: "facts.os.family"},
	} {
		found := Interpolations(text)
		if len(found) != 1 || found[0].Method != want.Method || found[0].Key != want.Key {
			t.Errorf("%s: got %+v, want %+v", text, found, want)
		}
	}
}

// TestKeysOfLevels has two levels read the same file.
func TestKeysOfLevels(t *testing.T) {
	archive := txtar.Parse([]byte(`
-- hiera.yaml --
version: 5
hierarchy:
  - {name: a, path: "%{facts.a}.yaml"}
  - {name: b, path: "%{facts.b}.yaml"}
-- data/x.yaml --
example::one: 1
other::two: 2
example::three: &three [3]
example::four: *three
`))
	config := Read(loaderOf(archive), native("/e"), "example", false)
	sources := config.Sources()
	if len(sources) != 2 {
		t.Fatalf("%d levels read the file, not 2", len(sources))
	}
	for _, from := range sources {
		var names []string
		for _, key := range from.Keys() {
			names = append(names, key.Name)
			if same, ok := from.Key(key.Name); !ok || same != key || key.Source != from {
				t.Errorf("the key %s is %v, %t and of another level", key.Name, same, ok)
			}
		}
		if got := strings.Join(names, " "); got != "example::one example::three example::four" {
			t.Errorf("the keys of level %s are %s", from.Level.Name, got)
		}
		if _, ok := from.Key("other::two"); ok {
			t.Error("the module reads a key of another one")
		}
	}
}
