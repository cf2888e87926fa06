package conventions

import (
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// reference matches the name of a Go or Markdown file, or of a test archive, in a comment
// or a page: lower case only, since NAME.go stands for any file.
var reference = regexp.MustCompile(`(?:^|[\s` + "`" + `"'(])((?:\.\./)*[a-z0-9_][a-z0-9_./-]*\.(?:go|md|txtar))(?:$|[\s` + "`" + `"'),:;.])`)

// foreign are files that a comment or page may name although they are not in the
// repository, each with the reason.
var foreign = []string{
	"findings.md", "impact.md", "types.md", // what examples write
	"docs/own-rules.md", // in messages, from the top folder
	"readme.md",         // of a checked module
}

// TestReferencesExist checks that the files that comments and pages name are there: by
// their path from the top folder, from the folder of who names them, or, for a bare name,
// in a folder below.
func TestReferencesExist(t *testing.T) {
	byName := map[string][]string{}
	for _, extension := range []string{".go", ".md", ".txtar"} {
		collectNames(t, byName, extension)
	}
	check := func(from, text string) {
		for line := range strings.Lines(text) {
			for _, match := range reference.FindAllStringSubmatch(line, -1) {
				if !exists(byName, path.Dir(from), match[1]) {
					t.Errorf("%s names %s, which does not exist: %s", from, match[1], strings.TrimSpace(line))
				}
			}
		}
	}
	goFiles(t, func(file sourceFile) {
		for _, group := range file.tree.Comments {
			check(file.path, group.Text())
		}
	})
	files(t, ".md", check)
}

// collectNames notes the paths of all files with an extension by their base names.
func collectNames(t *testing.T, byName map[string][]string, extension string) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if filepath.Ext(name) == extension {
			relative, err := filepath.Rel(root, name)
			if err != nil {
				return err
			}
			relative = filepath.ToSlash(relative)
			byName[path.Base(relative)] = append(byName[path.Base(relative)], relative)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// exists reports whether a file that is named from a folder is there.
func exists(byName map[string][]string, folder, name string) bool {
	if slices.Contains(foreign, strings.ToLower(name)) {
		return true
	}
	paths := byName[path.Base(name)]
	if slices.Contains(paths, name) || slices.Contains(paths, path.Join(folder, name)) {
		return true
	}
	return !strings.Contains(name, "/") && slices.ContainsFunc(paths, func(one string) bool {
		return folder == "." || strings.HasPrefix(one, folder+"/")
	})
}

// compound matches a name of several words in a comment, such as sortedKeys.
var compound = regexp.MustCompile(`\b[A-Za-z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+\b`)

// foreignNames are compound names that comments may use although nothing is declared by them.
var foreignNames = []string{
	// Classes of Puppet and of Ruby's libraries, whose behavior the code follows.
	"AccessOperator", "CaseFolding", "CollectorTransformer", "CompareOperator", "EvaluatorImpl", "ExplicitScanner", "FormatParser",
	"HieraConfigV5", "LiteralEvaluator", "LookupAdapter", "OptionParser", "Runtime3Support", "ScalarScanner", "StaticLoader", "ToRuby",
	"TypeAsserter", "TypeFactory", "TypeFormatter", "TypeLoader", "TypeMismatchDescriber", "TypeParser", "ValueCollection",
	// Products.
	"GnuTLS", "IntelliJ", "MySQL", "OpenBolt", "OpenPGP", "macOS",
	// Fields of Go's runtime and of SARIF, and its example of a rule's name.
	"HeapAlloc", "UnusedVariable", "columnKind",
}

// TestNamesInCommentsExist checks that compound names in comments are in the code, too, alone or
// in the plural: as an identifier or in a text.
func TestNamesInCommentsExist(t *testing.T) {
	known := map[string]bool{}
	for _, name := range foreignNames {
		known[name] = true
	}
	goFiles(t, func(file sourceFile) {
		ast.Inspect(file.tree, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.Ident:
				known[node.Name] = true
			case *ast.BasicLit:
				for _, name := range compound.FindAllString(node.Value, -1) {
					known[name] = true
				}
			}
			return true
		})
	})
	goFiles(t, func(file sourceFile) {
		for _, group := range file.tree.Comments {
			for _, name := range compound.FindAllString(group.Text(), -1) {
				if !known[name] && !known[strings.TrimSuffix(name, "s")] {
					t.Errorf("%s: the comment names %s, which does not exist", file.set.Position(group.Pos()), name)
				}
			}
		}
	})
}
