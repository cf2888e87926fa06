package conventions

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// root is the top folder of the repository.
var root = filepath.Join("..", "..")

// sourceFile is a Go file of the repository, by its path from the top folder.
type sourceFile struct {
	path string
	set  *token.FileSet
	tree *ast.File
}

// isOurs reports whether a folder holds files that this test looks at. Data of tests is
// written by others, or on purpose as others write.
func isOurs(entry fs.DirEntry) bool {
	name := entry.Name()
	return name == "." || name == ".." || name != "testdata" && name != "node_modules" && !strings.HasPrefix(name, ".")
}

// eachPath calls visit for each file of the repository with an extension, until it fails.
func eachPath(extension string, visit func(path, text string) error) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && !isOurs(entry):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(path) != extension:
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return visit(filepath.ToSlash(relative), string(text))
	})
}

// files calls visit for each file of the repository with an extension.
func files(t *testing.T, extension string, visit func(path, text string)) {
	t.Helper()
	seen := 0
	err := eachPath(extension, func(path, text string) error {
		seen++
		visit(path, text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 10 {
		t.Fatalf("found only %d files with the extension %s", seen, extension)
	}
}

// parsed returns the Go files of the repository, except for those of this package.
var parsed = sync.OnceValues(func() (all []sourceFile, failed error) {
	failed = eachPath(".go", func(path, text string) error {
		if strings.HasPrefix(path, ownFolder+"/") {
			return nil
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, path, text, parser.ParseComments|parser.SkipObjectResolution)
		all = append(all, sourceFile{path, set, tree})
		return err
	})
	return all, failed
})

// goFiles calls visit for each Go file, except for those of this package.
func goFiles(t *testing.T, visit func(file sourceFile)) {
	t.Helper()
	all, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 10 {
		t.Fatalf("found only %d Go files", len(all))
	}
	for _, file := range all {
		visit(file)
	}
}

// run runs an analyzer over one file.
func run(t *testing.T, analyzer *analysis.Analyzer, file sourceFile, report func(at token.Position, message string)) {
	t.Helper()
	pass := &analysis.Pass{
		Analyzer: analyzer, Fset: file.set, Files: []*ast.File{file.tree},
		Pkg:    types.NewPackage(path.Dir(file.path), file.tree.Name.Name),
		Report: func(found analysis.Diagnostic) { report(file.set.Position(found.Pos), found.Message) },
	}
	if _, err := analyzer.Run(pass); err != nil {
		t.Fatal(err)
	}
}

// TestConventions runs all analyzers over the repository.
func TestConventions(t *testing.T) {
	if err := analysis.Validate(Analyzers()); err != nil {
		t.Fatal(err)
	}
	goFiles(t, func(file sourceFile) {
		for _, analyzer := range Analyzers() {
			run(t, analyzer, file, func(at token.Position, message string) { t.Errorf("%s: %s", at, message) })
		}
	})
}

func TestPagesHoldNoRetiredWords(t *testing.T) {
	files(t, ".md", func(path, text string) {
		if path != "CHANGELOG.md" {
			retiredIn(path, text, func(message string) { t.Errorf("%s: %s", path, message) })
		}
	})
}

// TestAnalyzers compares the reports of the analyzers on the files in testdata with the comments
// there. After "want", a comment has a part of the expected message for its line.
func TestAnalyzers(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.go"))
	if err != nil || len(paths) < len(Analyzers()) {
		t.Fatalf("found %d files for %d analyzers: %v", len(paths), len(Analyzers()), err)
	}
	for _, name := range paths {
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		wanted, reported := map[int]string{}, map[int]bool{}
		for _, group := range tree.Comments {
			for _, comment := range group.List {
				if _, want, ok := strings.Cut(comment.Text, "// want "); ok {
					wanted[set.Position(comment.Pos()).Line] = want
				}
			}
		}
		for _, analyzer := range Analyzers() {
			run(t, analyzer, sourceFile{"example/" + filepath.Base(name), set, tree}, func(at token.Position, message string) {
				if want := wanted[at.Line]; want == "" || !strings.Contains(message, want) {
					t.Errorf("%s: got %q, want %q", at, message, want)
				}
				reported[at.Line] = true
			})
		}
		for line, want := range wanted {
			if !reported[line] {
				t.Errorf("%s:%d: nothing is reported, want %q", name, line, want)
			}
		}
	}
}
