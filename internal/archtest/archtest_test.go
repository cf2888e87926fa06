// Package archtest checks the order in which packages may import each other.
package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// modulePath is the path of this module, which whoever hosts it may change.
func modulePath(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(strings.TrimPrefix(line, "module "))
}

// floors lists the packages from the lowest to the highest. A package may import packages on
// earlier lines and on its own line. A package in a folder has the line of the folder, unless it
// is listed itself.
var floors = [][]string{
	{"internal/ascii", "internal/english", "internal/htmlpage", "internal/spell", "internal/glob", "internal/lazyregexp", "internal/wordset", "internal/wordwrap", "internal/atomicfile", "internal/cputime", "internal/parallel", "internal/compressed", "internal/segmented", "internal/sharded", "internal/incremental"},
	{"internal/secret"},
	{"internal/source"},
	{"internal/diag", "internal/git", "internal/markdown"},
	{"internal/rubyregexp"},
	{"internal/rubytime"},
	{"syntax", "syntax/pn"},
	{"internal/layout"},
	{"lint/suppress", "format"},
	{"syntax/validate"},
	{"syntax/validate/jsonl"},
	{"types"},
	{"types/typeexpr"},
	{"internal/pattern"},
	{"checker/catalog"},
	{"internal/document"},
	{"internal/hiera"},
	{"module/known"},
	{"module"},
	{"rules/flow"},
	{"rules/taint"},
	{"checker/symbols"},
	{"checker/code"},
	{"checker/lattice"},
	{"checker/deps"},
	{"checker/program"},
	{"checker/declarations"},
	{"checker/documents"},
	{"checker/eval"},
	{"checker/compile"},
	{"checker"},
	{"checker/infer", "checker/typesummary"},
	{"graph"},
	{"report/typereport"},
	{"rules"},
	{"config"},
	{"lint"},
	{"lint/upgrade"},
	{"report"},
	{"internal/workspace"},
	{"internal/ide"},
	{"server"},
	{"cmd"},
}

// hermetic packages access neither the disk nor the environment. They may use values of Go's time
// package, but not the clock, which this test does not check.
var hermetic = []string{"internal/diag", "syntax", "types", "internal/pattern", "internal/layout", "format"}

var outside = []string{"os", "os/exec", "io/fs", "net", "net/http", "math/rand", "path/filepath"}

// reading lists packages below a hermetic one that do read files.
var reading = []string{"syntax/validate/jsonl"}

func hermeticPackage(path string) bool {
	return !slices.Contains(reading, path) && slices.ContainsFunc(hermetic, func(h string) bool {
		return path == h || strings.HasPrefix(path, h+"/")
	})
}

// floor returns the line of a package in floors, or -1 if it has none: programs and helpers of
// tests may import anything, and nothing may import them.
func floor(path string) int {
	best, at := "", -1
	for i, packages := range floors {
		for _, name := range packages {
			if (path == name || strings.HasPrefix(path, name+"/")) && len(name) > len(best) {
				best, at = name, i
			}
		}
	}
	return at
}

// The files are read here, not by go list in another process: the test cache
// knows what a test reads itself, and must not answer for a tree that changed.
func TestImportOrder(t *testing.T) {
	seen, module := 0, modulePath(t)
	for path, imports := range packageImports(t, filepath.Join("..", "..")) {
		own := floor(path)
		seen++
		if own < 0 && !strings.HasPrefix(path, "internal/") {
			t.Errorf("%s has no place in the order; give it one in floors", path)
		}
		for _, imported := range imports {
			name, isOwn := strings.CutPrefix(imported, module+"/")
			if !isOwn {
				if slices.Contains(outside, imported) && hermeticPackage(path) {
					t.Errorf("%s must not import %s", path, imported)
				}
				continue
			}
			if own < 0 {
				continue
			}
			if other := floor(name); other < 0 || other > own {
				t.Errorf("%s imports %s, which stands above it", path, name)
			}
		}
	}
	if seen < 40 {
		t.Fatalf("found only %d packages", seen)
	}
}

// packageImports returns the imports of the Go files in each folder, without tests.
func packageImports(t *testing.T, root string) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if name == "testdata" || strings.HasPrefix(name, ".") && path != root {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		folder = filepath.ToSlash(folder)
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if !slices.Contains(imports[folder], imported) {
				imports[folder] = append(imports[folder], imported)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}
