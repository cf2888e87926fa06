package conventions

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
)

// Regexps reports package variables that compile a regular expression, because they would slow
// down every start of the program. Package lazyregexp compiles them on first use.
var Regexps = &analysis.Analyzer{
	Name: "lazyregexps",
	Doc:  "reports package variables that compile regular expressions at the start of the program",
	Run:  eachFile(compiledRegexps),
}

// developers lists the programs that only developers run. They may start slowly.
var developers = []string{"internal/treetest/", "internal/dirty/", "internal/oracle/", "internal/bench/", "internal/gen/"}

// compiledRegexps reports the package variables of one file that compile regular expressions.
func compiledRegexps(pass *analysis.Pass, file *ast.File, path string) {
	if isTest(path) || isBelowAny(path, developers) {
		return
	}
	for _, declaration := range file.Decls {
		group, ok := declaration.(*ast.GenDecl)
		if !ok {
			continue
		}
		ast.Inspect(group, func(node ast.Node) bool {
			if _, isFunction := node.(*ast.FuncLit); isFunction {
				return false
			}
			if call, ok := node.(*ast.SelectorExpr); ok && call.Sel.Name == "MustCompile" {
				pass.Reportf(call.Pos(), "a package variable compiles a regular expression: use package lazyregexp")
			}
			return true
		})
	}
}
