package known_test

import (
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/document/json"
	"puppet-lint/internal/source"
	"puppet-lint/module/known"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// eachFile visits the files of a module below a folder.
func eachFile(t *testing.T, files source.FileSystem, folder string, visit func(path string)) {
	t.Helper()
	entries, err := files.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		info, err := files.Stat(path)
		if err != nil || info.IsDir() != entry.IsDir() {
			t.Errorf("%s: %v %v", path, info, err)
			continue
		}
		if entry.IsDir() {
			eachFile(t, files, path, visit)
		} else {
			visit(path)
		}
	}
}

// TestEveryFileReads reads every file of every module, in each version and in all versions at
// once, and checks that it defines what its path says.
func TestEveryFileReads(t *testing.T) {
	modules := known.Embedded().Modules()
	if len(modules) < 100 {
		t.Errorf("the index has only %d modules", len(modules))
	}
	read := 0
	for _, module := range modules {
		sets := []known.Versions{module.All()}
		resourceTypes := map[string]bool{}
		for i := range module.Versions {
			sets = append(sets, 1<<i)
		}
		for _, set := range sets {
			files := known.NewFiles(source.NewOverlay(nil, nil))
			view := module.View(set)
			folder := files.Add(view)
			eachFile(t, files, folder, func(path string) {
				read++
				file, err := files.Read(path)
				if err != nil {
					t.Error(err)
					return
				}
				_, relative := files.View(path)
				if name, isType := known.ResourceTypeAt(relative); isType {
					resourceTypes[name] = true
				}
				switch filepath.Ext(path) {
				case ".pp":
					parsed := syntax.Parse(file, syntax.Options{Tasks: strings.HasPrefix(relative, "plans/")})
					if len(parsed.Errors) > 0 || len(parsed.Program.Definitions) == 0 {
						t.Errorf("%s: %v\n%s", path, parsed.Errors, file.Text)
					}
				case ".json":
					if document := json.Read(file); len(document.Errors) > 0 {
						t.Errorf("%s: %v", path, document.Errors)
					}
				default:
					if declarations := view.Declarations(file, relative); declarations.File != file {
						t.Errorf("%s: %v", path, declarations)
					}
				}
			})
		}
		if got := slices.Sorted(maps.Keys(resourceTypes)); !slices.Equal(got, module.ResourceTypes) {
			t.Errorf("%s: the list of modules says that it has the resource types %v, and its files say %v", module.FullName(), module.ResourceTypes, got)
		}
	}
	t.Logf("%d files", read)
}

// TestAbsentFiles checks the answers for files that do not exist.
func TestAbsentFiles(t *testing.T) {
	files := known.NewFiles(source.NewOverlay(nil, map[string]string{"/a/b.pp": "class b {}"}))
	folder := files.Add(known.Embedded().Find("puppetlabs", "stdlib").View(1))
	for _, path := range []string{"manifests/none.pp", "none", "manifests/init.pp/none"} {
		path = filepath.Join(folder, path)
		if _, err := files.Read(path); !strings.Contains(source.Explain(err), "no such file") {
			t.Errorf("%s: %v", path, err)
		}
		if _, err := files.Stat(path); err == nil {
			t.Errorf("%s is there", path)
		}
		if entries, err := files.ReadDir(path); err == nil {
			t.Errorf("%s holds %v", path, entries)
		}
	}
	if _, err := files.Read(filepath.Join(folder, "manifests")); err == nil {
		t.Error("a folder can be read")
	}
	if file, err := files.Read("/a/b.pp"); err != nil || file.Text != "class b {}" {
		t.Errorf("a file of the disk: %v %v", file, err)
	}
	if _, err := files.Read("/a/c.pp"); err == nil {
		t.Error("a file is there that the disk does not have")
	}
	if known.IsKnown("/a/b.pp") || !known.IsKnown(filepath.Join(folder, "x")) {
		t.Error("IsKnown does not tell them apart")
	}
	var entry fs.DirEntry
	entries, err := files.ReadDir("/a")
	if err != nil || len(entries) != 1 {
		t.Fatalf("%v %v %v", entry, entries, err)
	}
}

// TestAllowed checks that a range allows the known versions of the major versions in it.
func TestAllowed(t *testing.T) {
	module := known.Embedded().Find("puppetlabs", "stdlib")
	for _, test := range []struct{ allowed, want string }{
		{">= 4.13.1 < 5.0.0", "4.25.1"},
		{">= 4.13.1 < 9.0.0", "4.25.1 5.2.0 6.6.0 7.1.0 8.6.0"},
		{"9.1.0", "9.7.0"},
		{"4.13.1", "4.25.1"},
		{"> 4.13.1 < 4.13.5", "4.25.1"},
		{"4.99.1", ""},
		{">= 9.8.0", "9.7.0"},
		{">= 20.0.0", ""},
		{"< 1.0.0", ""},
	} {
		allowed, err := types.ParseVersionRange(test.allowed)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, version := range module.In(module.Allowed(allowed)) {
			names = append(names, version.String())
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s allows %q, want %q", test.allowed, got, test.want)
		}
	}
}

// TestRubyDocumentation checks that types, attributes and functions in Ruby have the first
// sentence of their documentation, whatever versions are allowed.
func TestRubyDocumentation(t *testing.T) {
	concat := known.Embedded().Find("puppetlabs", "concat")
	for _, allowed := range []known.Versions{concat.All(), 1} {
		found := concat.View(allowed).Declarations(source.NewFile("x.rb", ""), "lib/puppet/type/concat_fragment.rb")
		if len(found.Types) != 1 {
			t.Fatalf("concat_fragment: %d types", len(found.Types))
		}
		if doc := found.Types[0].Attribute("content").Doc; doc != "Supplies the content of the fragment" {
			t.Errorf("content of concat_fragment: %q", doc)
		}
	}
	stdlib := known.Embedded().Find("puppetlabs", "stdlib")
	for file, want := range map[string]string{
		"lib/puppet/functions/stdlib/to_toml.rb": "Convert a data structure and output to TOML",
		"lib/puppet/type/file_line.rb":           "Ensures that a given line is contained within a file",
	} {
		found := stdlib.View(stdlib.All()).Declarations(source.NewFile("x.rb", ""), file)
		got := ""
		switch {
		case len(found.Functions) == 1:
			got = string(found.Functions[0].Doc)
		case len(found.Types) == 1:
			got = string(found.Types[0].Doc)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}
