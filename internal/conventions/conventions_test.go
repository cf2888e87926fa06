// Package conventions holds what reviews of this repository would otherwise have to look
// for: retired words, exported names without a doc comment, and access to files around
// the file system layer.
package conventions

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
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

// files calls visit for each file of the repository with an extension.
func files(t *testing.T, extension string, visit func(path, text string)) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
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
		seen++
		visit(filepath.ToSlash(relative), string(text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 10 {
		t.Fatalf("found only %d files with the extension %s", seen, extension)
	}
}

// goFiles calls visit for each Go file but this one.
func goFiles(t *testing.T, visit func(file sourceFile)) {
	t.Helper()
	files(t, ".go", func(path, text string) {
		if strings.HasPrefix(path, "internal/conventions/") {
			return
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		visit(sourceFile{path, set, tree})
	})
}

// retired are words that the project used in a meaning of its own, with the term that
// took their place. No identifier is made of them, and no comment, text or page of the
// documentation holds them.
var retired = map[string]string{
	"mend": "fix", "mended": "fixed", "mending": "fixing", "mends": "fixes",
	"silence": "suppress", "silenced": "suppressed", "silences": "suppresses", "silencing": "suppressing",
	"survey": "type summary", "surveys": "type summaries", "surveyed": "summarized",
	"blame": "origin", "blamed": "origin", "blames": "names",
	"renewal": "invalidation", "renewals": "invalidations",
	"fitter": "data checker", "fitters": "data checkers", "slip": "typo", "slips": "typos",
	"verdict": "answer", "verdicts": "answers", "doubts": "error region, uncertain",
	"ours": "the name of the program", "theirs": "the name of the other program",
}

// retiredNames are names that no package declares anything by, with what took their
// place. The words are fine in sentences and for local variables.
var retiredNames = map[string]string{
	"face": "exported signature", "documentFace": "exported signature", "mentions": "name index",
	"asked": "recorded query", "alike": "unchanged", "recall": "reuse", "recalled": "reused",
	"stray": "unresolved owner", "strays": "unresolved", "lacking": "already reported",
	"meeting": "join point", "fault": "operation error", "doubt": "error region", "told": "layout detection",
	"loose": "partly typed", "hole": "untyped", "holes": "untyped", "direct": "local declarations",
	"heads": "parameter signatures", "requirements": "parameter type inference",
}

// allowedNames are declarations by a retired name that have its plain sense, by file.
var allowedNames = map[string]string{
	"checker/symbols/symbol.go": "Mentions", // texts that may name something
	"module/metadata.go":        "Requirements",
	"rules/security_checks.go":  "mentions",
}

// phrases are retired, too, each in one line: terms of several words, and the messages
// that were replaced.
var phrases = map[string]string{
	"is to stand": "treat … as", "what is in force": "the effective configuration", "what was meant": "suggestion",
	"the Ruby tool": "puppet-lint (Ruby)", "the Ruby puppet-lint": "puppet-lint (Ruby)",
	"The Ruby puppet-lint": "puppet-lint (Ruby)", "the Ruby program": "puppet-lint (Ruby)",
	"elements to take": "cannot be indexed", "lets anybody stand": "disables verification",
	"everybody may write to": "world-writable", "excludes next to nothing": "accepts almost anything",
	"is said of": "the finding on …, the report on …", "is asked of": "a query for …", "comes upon": "detects, uses, evaluates",
	"is let be": "is not reported", "belongs into": "belongs in", "belong into": "belong in", "himself": "name who",
	"a Enum": "an Enum", "got an Array[Unit]": "got an empty array", "with this title": "report it where it is caused",
}

// excused are the words that a file may hold, each with the reason.
var excused = map[string][]string{
	// A class of its data is called so.
	"lint/session_metadata_test.go": {"slip"},
}

// isAllowedName reports whether a file may declare something by a retired name. The
// comparison programs may: they ask judges, are told answers, and put faults into code.
func isAllowedName(path, name string) bool {
	if strings.HasPrefix(path, "internal/oracle/") {
		return true
	}
	for prefix, allowed := range allowedNames {
		if strings.HasPrefix(path, prefix) && allowed == name {
			return true
		}
	}
	return false
}

// isExcused reports whether a file may hold a word.
func isExcused(path, word string) bool {
	for prefix, words := range excused {
		if strings.HasPrefix(path, prefix) && slices.Contains(words, word) {
			return true
		}
	}
	return false
}

var wordPattern = regexp.MustCompile(`[a-z]+`)

// wordsOf are the words that an identifier is made of, in lower case.
func wordsOf(identifier string) []string {
	var words []string
	start := 0
	runes := []rune(identifier)
	for i := 1; i <= len(runes); i++ {
		if i == len(runes) || runes[i] == '_' || unicode.IsUpper(runes[i]) && !unicode.IsUpper(runes[i-1]) {
			words = append(words, strings.ToLower(strings.Trim(string(runes[start:i]), "_")))
			start = i
		}
	}
	return words
}

// checkText reports the retired words and phrases in a text.
func checkText(t *testing.T, path, text string) {
	t.Helper()
	for _, word := range wordPattern.FindAllString(strings.ToLower(text), -1) {
		if term := retired[word]; term != "" && !isExcused(path, word) {
			t.Errorf("%s: %q is retired: write %q in %q", path, word, term, excerpt(text, word))
		}
	}
	for phrase, term := range phrases {
		if strings.Contains(text, phrase) {
			t.Errorf("%s: %q is retired: write %q", path, phrase, term)
		}
	}
}

// excerpt is the line of a text that holds a word.
func excerpt(text, word string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(strings.ToLower(line), word) {
			return strings.TrimSpace(line)
		}
	}
	return text
}

// declared are the names that a file declares for its package: functions, methods, types,
// fields, constants and variables, but no local ones.
func declared(file *ast.File) iter.Seq[*ast.Ident] {
	return func(yield func(*ast.Ident) bool) {
		for _, declaration := range file.Decls {
			switch declaration := declaration.(type) {
			case *ast.FuncDecl:
				if !yield(declaration.Name) {
					return
				}
			case *ast.GenDecl:
				for _, spec := range declaration.Specs {
					for _, name := range declaredBy(spec) {
						if !yield(name) {
							return
						}
					}
				}
			}
		}
	}
}

// declaredBy are the names that one specification declares, with the fields of types.
func declaredBy(spec ast.Spec) []*ast.Ident {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		return spec.Names
	case *ast.TypeSpec:
		names := []*ast.Ident{spec.Name}
		ast.Inspect(spec.Type, func(node ast.Node) bool {
			if field, ok := node.(*ast.Field); ok {
				names = append(names, field.Names...)
			}
			return true
		})
		return names
	}
	return nil
}

func TestRetiredWords(t *testing.T) {
	goFiles(t, func(file sourceFile) {
		for _, group := range file.tree.Comments {
			checkText(t, file.path, group.Text())
		}
		isTest := strings.HasSuffix(file.path, "_test.go")
		for name := range declared(file.tree) {
			word := strings.ToLower(name.Name[:1]) + name.Name[1:]
			if term := retiredNames[word]; term != "" && !isAllowedName(file.path, name.Name) {
				t.Errorf("%s: the name %s is retired: use %q", file.set.Position(name.Pos()), name.Name, term)
			}
		}
		ast.Inspect(file.tree, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.BasicLit:
				if node.Kind == token.STRING && !isTest {
					checkText(t, file.path, node.Value)
				}
			case *ast.Ident:
				at := file.set.Position(node.Pos())
				for _, word := range wordsOf(node.Name) {
					if term := retired[word]; term != "" && !isExcused(file.path, word) {
						t.Errorf("%s: the name %s holds a retired word: use %q", at, node.Name, term)
					}
				}
			}
			return true
		})
	})
	files(t, ".md", func(path, text string) {
		if path != "CHANGELOG.md" {
			checkText(t, path, text)
		}
	})
}

func TestExportedNamesAreDocumented(t *testing.T) {
	goFiles(t, func(file sourceFile) {
		if strings.HasSuffix(file.path, "_test.go") || file.tree.Name.Name == "main" {
			return
		}
		report := func(name *ast.Ident) {
			t.Errorf("%s: %s has no doc comment", file.set.Position(name.Pos()), name.Name)
		}
		for _, declaration := range file.tree.Decls {
			switch declaration := declaration.(type) {
			case *ast.FuncDecl:
				if declaration.Doc == nil && declaration.Name.IsExported() && isReachable(declaration) {
					report(declaration.Name)
				}
			case *ast.GenDecl:
				for _, spec := range declaration.Specs {
					undocumented(declaration, spec, report)
				}
			}
		}
	})
}

// undocumented reports the exported names of a declaration that no comment describes: one
// of its own, one beside it, or that of its group.
func undocumented(group *ast.GenDecl, spec ast.Spec, report func(*ast.Ident)) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if spec.Name.IsExported() && spec.Doc == nil && group.Doc == nil {
			report(spec.Name)
		}
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			if name.IsExported() && spec.Doc == nil && spec.Comment == nil && group.Doc == nil && !group.Lparen.IsValid() {
				report(name)
			}
		}
	}
}

// isReachable reports whether other packages can call a function: a method of a type that
// is not exported only serves an interface, which is documented where it is declared.
func isReachable(declaration *ast.FuncDecl) bool {
	if declaration.Recv == nil {
		return true
	}
	receiver := declaration.Recv.List[0].Type
	if pointer, ok := receiver.(*ast.StarExpr); ok {
		receiver = pointer.X
	}
	switch generic := receiver.(type) {
	case *ast.IndexExpr:
		receiver = generic.X
	case *ast.IndexListExpr:
		receiver = generic.X
	}
	name, ok := receiver.(*ast.Ident)
	return ok && name.IsExported()
}

// fileSystem are the packages that ask the disk themselves, with the reason: all others
// read through source.FS and write through source.Confined.
var fileSystem = []string{
	"source/",          // the layer itself
	"internal/oracle/", // programs that compare with other programs
	"internal/bench/",
	"internal/gen/",
	"cmd/",                 // what a flag or argument names
	"internal/atomicfile/", // replaces files with their permissions, owner and links
	"lint/changes.go",      // moves files
	"lint/confine.go",      // decides what may be written
	"lint/names.go",        // resolves links to the file that a path means
	"lint/unused.go",       // removes files
	"lint/watch.go",        // looks at when a file was saved
	"lint/write.go",        // replaces files, whose permissions and links it looks at
}

func TestFilesAreReadThroughTheFileSystemLayer(t *testing.T) {
	goFiles(t, func(file sourceFile) {
		if strings.HasSuffix(file.path, "_test.go") || slices.ContainsFunc(fileSystem, func(prefix string) bool { return strings.HasPrefix(file.path, prefix) }) {
			return
		}
		ast.Inspect(file.tree, func(node ast.Node) bool {
			call, ok := node.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if from, ok := call.X.(*ast.Ident); ok && from.Name == "os" && slices.Contains([]string{"Stat", "Lstat", "Open", "OpenFile", "ReadFile", "ReadDir"}, call.Sel.Name) {
				t.Errorf("%s: os.%s goes around the file system layer: use package source", file.set.Position(call.Pos()), call.Sel.Name)
			}
			return true
		})
	})
}

// TestPackageVariablesCompileNoRegexps holds that the start of the program compiles no regular
// expressions: package variables use lazyregexp.
func TestPackageVariablesCompileNoRegexps(t *testing.T) {
	goFiles(t, func(file sourceFile) {
		// Programs that only developers run may take their time to start.
		developers := []string{"internal/treetest/", "internal/dirty/", "internal/oracle/", "internal/bench/", "internal/gen/"}
		if strings.HasSuffix(file.path, "_test.go") || slices.ContainsFunc(developers, func(prefix string) bool { return strings.HasPrefix(file.path, prefix) }) {
			return
		}
		for _, declaration := range file.tree.Decls {
			group, ok := declaration.(*ast.GenDecl)
			if !ok {
				continue
			}
			ast.Inspect(group, func(node ast.Node) bool {
				if _, isFunction := node.(*ast.FuncLit); isFunction {
					return false
				}
				if call, ok := node.(*ast.SelectorExpr); ok && call.Sel.Name == "MustCompile" {
					t.Errorf("%s: a package variable compiles a regular expression: use package lazyregexp", file.set.Position(call.Pos()))
				}
				return true
			})
		}
	})
}
