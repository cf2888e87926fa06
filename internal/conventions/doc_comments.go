package conventions

import (
	"go/ast"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// DocComments reports exported names without a doc comment. It also reports outdated doc comments:
// those that begin with a different name, or with the name in different case.
var DocComments = &analysis.Analyzer{
	Name: "doccomments",
	Doc:  "reports exported names without a doc comment, and doc comments that miswrite the name",
	Run:  eachFile(docComments),
}

// docComments reports the missing and outdated doc comments of one file.
func docComments(pass *analysis.Pass, file *ast.File, path string) {
	needsDocs := !isTest(path) && file.Name.Name != "main"
	missing := func(name *ast.Ident) {
		if needsDocs {
			pass.Reportf(name.Pos(), "%s has no doc comment", name.Name)
		}
	}
	for _, declaration := range file.Decls {
		switch declaration := declaration.(type) {
		case *ast.FuncDecl:
			if declaration.Doc == nil && declaration.Name.IsExported() && isReachable(declaration) {
				missing(declaration.Name)
			}
			miswritten(pass, declaration.Doc, declaration.Name)
		case *ast.GenDecl:
			for _, spec := range declaration.Specs {
				undocumented(declaration, spec, missing)
				miswrittenIn(pass, declaration, spec)
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		if field, ok := node.(*ast.Field); ok {
			miswritten(pass, field.Doc, field.Names...)
		}
		return true
	})
}

// miswrittenIn is miswritten for the names of a specification in a declaration.
func miswrittenIn(pass *analysis.Pass, declaration *ast.GenDecl, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		miswritten(pass, declaration.Doc, spec.Name)
	case *ast.ValueSpec:
		if !declaration.Lparen.IsValid() {
			miswritten(pass, declaration.Doc, spec.Names...)
		}
		miswritten(pass, spec.Doc, spec.Names...)
	}
}

// miswritten reports a doc comment whose first word is one of the names in different case, or a
// different name. A word with a capital letter after a small one is a name.
func miswritten(pass *analysis.Pass, doc *ast.CommentGroup, names ...*ast.Ident) {
	if doc == nil {
		return
	}
	first, _, _ := strings.Cut(strings.TrimSpace(doc.Text()), " ")
	first = strings.TrimRight(first, ",.:")
	for _, name := range names {
		if first == name.Name {
			return
		}
	}
	if first == "" || strings.ToLower(first[1:]) == first[1:] {
		return // it is no name
	}
	isOther := otherName.MatchString(first)
	for _, name := range names {
		if isOther || strings.EqualFold(first, name.Name) {
			pass.Reportf(doc.Pos(), "the comment names %s, but describes %s", first, name.Name)
		}
	}
}

// otherName matches words that can only be names in code.
var otherName = regexp.MustCompile(`^[a-z][a-z0-9]*[A-Z]\w*$`)

// undocumented reports the exported names of a declaration that no comment describes: neither one
// of their own, nor one beside them, nor that of their group.
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

// isReachable reports whether other packages can call a function. A method of an unexported type
// only implements an interface, whose methods are documented at its declaration.
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
