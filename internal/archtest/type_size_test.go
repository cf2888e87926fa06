package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// mostMethods and mostFields limit the size of a type. A larger type has several jobs.
const (
	mostMethods = 60
	mostFields  = 22
)

// largeTypes may have more methods or fields, for the reason given.
var largeTypes = map[string]string{
	"checker/eval.Evaluator":             "the interpreter: a method for each construct and function",
	"config.Settings":                    "a field for each setting of the configuration",
	"internal/diag.Rule":                 "a field for each thing that documentation and formats say of a rule",
	"internal/rubyregexp.node":           "a field for each property of a kind of node",
	"server/protocol.ServerCapabilities": "a field for each capability, as the protocol has them",
	"syntax.parser":                      "a method for each rule of the grammar",
	"syntax.slabs":                       "a field for each kind of node",
	"types.BasicTypes":                   "a field for each type without parameters",
}

// typeSize holds the numbers of methods and fields of a type.
type typeSize struct{ methods, fields int }

func TestTypesAreSmall(t *testing.T) {
	sizes := typeSizes(t, filepath.Join("..", ".."))
	if len(sizes) < 500 {
		t.Fatalf("found only %d types", len(sizes))
	}
	for name, size := range sizes {
		isLarge := size.methods > mostMethods || size.fields > mostFields
		if _, mayBe := largeTypes[name]; isLarge && !mayBe {
			t.Errorf("%s has %d methods and %d fields: split it", name, size.methods, size.fields)
		}
	}
	for name := range largeTypes {
		if size := sizes[name]; size.methods <= mostMethods && size.fields <= mostFields {
			t.Errorf("%s is no longer large, or no longer there: remove it from largeTypes", name)
		}
	}
}

// typeSizes counts the methods and fields of the types that Go files declare, without tests and
// files in testdata.
func typeSizes(t *testing.T, root string) map[string]typeSize {
	t.Helper()
	sizes := map[string]typeSize{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && (name == "testdata" || strings.HasPrefix(name, ".") && path != root):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		for _, declaration := range file.Decls {
			countIn(declaration, filepath.ToSlash(folder)+".", sizes)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return sizes
}

// countIn adds the methods or fields of a declaration to the sizes of types. prefix is put before
// the names of the types.
func countIn(declaration ast.Decl, prefix string, sizes map[string]typeSize) {
	switch declaration := declaration.(type) {
	case *ast.FuncDecl:
		if declaration.Recv == nil {
			return
		}
		size := sizes[prefix+receiverName(declaration.Recv.List[0].Type)]
		size.methods++
		sizes[prefix+receiverName(declaration.Recv.List[0].Type)] = size
	case *ast.GenDecl:
		for _, spec := range declaration.Specs {
			spec, isType := spec.(*ast.TypeSpec)
			if !isType {
				continue
			}
			size := sizes[prefix+spec.Name.Name]
			if structure, isStruct := spec.Type.(*ast.StructType); isStruct {
				for _, field := range structure.Fields.List {
					size.fields += max(len(field.Names), 1)
				}
			}
			sizes[prefix+spec.Name.Name] = size
		}
	}
}

// receiverName returns the name of the type of a receiver.
func receiverName(expression ast.Expr) string {
	for {
		switch inner := expression.(type) {
		case *ast.StarExpr:
			expression = inner.X
		case *ast.IndexExpr:
			expression = inner.X
		case *ast.Ident:
			return inner.Name
		default:
			return ""
		}
	}
}
