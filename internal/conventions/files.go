package conventions

import (
	"go/ast"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// FileSystem reports calls that read files around the file system layer.
var FileSystem = &analysis.Analyzer{
	Name: "filesystem",
	Doc:  "reports calls that read files around package source",
	Run:  eachFile(readsAround),
}

// fileSystem lists the packages and files that access the disk directly, each with the reason. All
// others read through source.FS and write through source.Confined.
var fileSystem = []string{
	"internal/source/", // the layer itself
	"internal/oracle/", // programs that compare with other programs
	"internal/bench/",
	"internal/gen/",
	"cmd/",                 // what a flag or argument names
	"internal/git/",        // looks at what git would read, before git runs
	"internal/atomicfile/", // replaces files with their permissions, owner and links
	"lint/changes.go",      // moves files
	"lint/names.go",        // resolves links to the file that a path means
	"lint/unused.go",       // removes files
	"lint/watch.go",        // looks at when a file was saved
	"lint/write.go",        // replaces files, whose permissions and links it looks at
}

// readsAround reports the calls in one file that access the disk.
func readsAround(pass *analysis.Pass, file *ast.File, path string) {
	if isTest(path) || isBelowAny(path, fileSystem) {
		return
	}
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if from, ok := call.X.(*ast.Ident); ok && from.Name == "os" && slices.Contains([]string{"Stat", "Lstat", "Open", "OpenFile", "ReadFile", "ReadDir"}, call.Sel.Name) {
			pass.Reportf(call.Pos(), "os.%s goes around the file system layer: use package source", call.Sel.Name)
		}
		return true
	})
}

// isBelowAny reports whether a path begins with one of prefixes.
func isBelowAny(path string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(path, prefix) })
}
