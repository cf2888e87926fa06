// Package conventions holds what reviews of this repository would otherwise have to look
// for: retired words, exported names without a doc comment, comments that name what does not
// exist, and access to files around the file system layer.
//
// Each convention is an analyzer of golang.org/x/tools/go/analysis. The tests of this package
// run them over all Go files of the repository. Editors and CI run them by "go vet":
//
//	go build -tags develop -o /tmp/conventions ./internal/conventions/vet
//	go vet -vettool=/tmp/conventions ./...
package conventions

import (
	"go/ast"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Analyzers returns the analyzers of all conventions. They need syntax only, no types.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{Words, DocComments, FileSystem, Regexps}
}

// eachFile returns the Run function of an analyzer that examines one file at a time. inFile gets
// the path of the file, relative to the top folder of the repository.
func eachFile(inFile func(pass *analysis.Pass, file *ast.File, path string)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		folder := folderOf(pass)
		for _, file := range pass.Files {
			name := filepath.Base(pass.Fset.Position(file.Pos()).Filename)
			if filepath.Ext(name) != ".go" || folder == ownFolder || ast.IsGenerated(file) && isTest(name) {
				continue // made by go test
			}
			inFile(pass, file, path.Join(folder, name))
		}
		return nil, nil
	}
}

// ownFolder is the folder of this package. Its files are exempt, because they contain the words
// that it looks for.
const ownFolder = "internal/conventions"

// folderOf returns the folder of the analyzed package, relative to the top folder of the
// repository. The path of a package of tests has an addition: "a [a.test]", "a_test".
func folderOf(pass *analysis.Pass) string {
	folder, _, _ := strings.Cut(pass.Pkg.Path(), " ")
	folder = strings.TrimSuffix(folder, "_test")
	if pass.Module != nil {
		folder = strings.TrimPrefix(strings.TrimPrefix(folder, pass.Module.Path), "/")
	}
	return folder
}

// isTest reports whether a Go file contains tests.
func isTest(path string) bool { return strings.HasSuffix(path, "_test.go") }
