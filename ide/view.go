package ide

import (
	"context"
	"path/filepath"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/module"
	"puppet-lint/source"
	"puppet-lint/syntax"
	"puppet-lint/workspace"
)

// View is a file of a snapshot, about which questions are asked.
type View struct {
	*workspace.Snapshot
	ctx context.Context
	// Path is the file's, absolute; File its text.
	Path string
	File *source.File
	// Index joins the names of the project, Table has those of the file; it is nil
	// for a file that defines and uses nothing.
	Index *symbols.Index
	Table *symbols.Table
	// Manifest is the file parsed, nil for one that is no manifest or EPP template.
	Manifest *module.Manifest
	tree     *module.Tree
}

// Open prepares questions about a file.
func Open(ctx context.Context, snapshot *workspace.Snapshot, path string) (*View, error) {
	file, err := snapshot.Read(path)
	if err != nil {
		return nil, err
	}
	index, err := snapshot.Index(ctx, path)
	if err != nil {
		return nil, err
	}
	if index == nil {
		index = symbols.NewIndex()
	}
	return &View{
		Snapshot: snapshot, ctx: ctx, Path: path, File: file, Index: index, Table: index.Table(path),
		Manifest: snapshot.Manifest(path), tree: snapshot.Tree(path),
	}, nil
}

// Place is a span of a file.
type Place struct {
	File *source.File
	// Span is the name, or what else is to be shown; Whole is all of the thing.
	Span, Whole source.Span
}

// at is the name at an offset with what it means: the smallest one that means
// something, where one lies in another.
func (v *View) at(offset int32) (one *symbols.Occurrence, meant []symbols.Symbol) {
	if v.Table == nil {
		return nil, nil
	}
	// The sign before a variable belongs to it.
	for _, sign := range []string{"${::", "${", "$::", "$", "@"} {
		if strings.HasPrefix(v.File.Text[offset:], sign) {
			offset += int32(len(sign))
			break
		}
	}
	for _, candidate := range v.Table.AllAt(offset) {
		if meant = v.Index.Resolve(v.Table, candidate); len(meant) > 0 {
			return candidate, meant
		}
	}
	return v.mentionAt(offset)
}

// mentionAt is the text at an offset that may name a class or the like, if there is
// one of the name. It is no use: only who reads it knows what it is for.
func (v *View) mentionAt(offset int32) (*symbols.Occurrence, []symbols.Symbol) {
	for _, mention := range v.Table.Mentions {
		if offset < mention.Span.Start || mention.Span.End < offset {
			continue
		}
		for _, kind := range []symbols.Kind{symbols.Class, symbols.DefinedType, symbols.Function, symbols.Plan, symbols.TypeAlias} {
			symbol := symbols.Symbol{Kind: kind, Name: mention.Text}
			if strings.Contains(mention.Text, "::") && v.Index.IsDefined(symbol) {
				return &symbols.Occurrence{Symbol: symbol, Span: mention.Span, Style: symbols.Composed}, []symbols.Symbol{symbol}
			}
		}
	}
	return nil, nil
}

// moduleOf is the module that the file lies in, or nil.
func (v *View) moduleOf() *module.Module {
	if v.tree == nil {
		return nil
	}
	owner, _ := v.tree.ModuleOf(v.Path)
	return owner
}

// nodesAt are the nodes that lie at an offset, the outermost first. The end of a
// node belongs to it.
func nodesAt(file *syntax.File, offset int32) (found []syntax.Node) {
	syntax.Inspect(file.Program, func(node syntax.Node) bool {
		extent := file.Extent(node)
		if _, whole := node.(*syntax.Program); !whole && (offset < extent.Start || offset > extent.End) {
			return false
		}
		found = append(found, node)
		return true
	})
	return found
}

// definitionNode is the node that defines a class, defined type, function, plan or
// type alias, with its manifest.
func (v *View) definitionNode(symbol symbols.Symbol) (*module.Manifest, syntax.Node) {
	for _, place := range v.Index.Definitions(symbol) {
		manifest := v.Snapshot.Manifest(place.Table.Path)
		if manifest == nil {
			continue
		}
		for _, definition := range manifest.Definitions {
			if definition.Name == symbol.Name && kindsOf[definition.Kind] == symbol.Kind {
				return manifest, definition.Node
			}
		}
	}
	return nil, nil
}

// kindsOf are the kinds of definitions as symbols have them.
var kindsOf = map[module.Kind]symbols.Kind{
	module.Class: symbols.Class, module.DefinedType: symbols.DefinedType, module.Function: symbols.Function,
	module.TypeAlias: symbols.TypeAlias, module.Plan: symbols.Plan, module.Task: symbols.Task,
}

// parametersOf are the parameters of a definition.
func parametersOf(node syntax.Node) []*syntax.Parameter {
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		return node.Parameters
	case *syntax.ResourceTypeDefinition:
		return node.Parameters
	case *syntax.FunctionDefinition:
		return node.Parameters
	case *syntax.PlanDefinition:
		return node.Parameters
	case *syntax.LambdaExpression:
		return node.Parameters
	}
	return nil
}

// nameToken is the index of the token that names a definition, -1 for what has none.
func nameToken(node syntax.Node) int {
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		return int(node.NameToken)
	case *syntax.ResourceTypeDefinition:
		return int(node.NameToken)
	case *syntax.FunctionDefinition:
		return int(node.NameToken)
	case *syntax.PlanDefinition:
		return int(node.NameToken)
	case *syntax.TypeAlias:
		return int(node.NameToken)
	case *syntax.TypeDefinition:
		return int(node.NameToken)
	}
	return -1
}

// ownerOf is what a variable belongs to, as a symbol of its own.
func ownerOf(symbol symbols.Symbol) symbols.Symbol {
	return symbols.Symbol{Kind: symbol.In, Name: symbol.Owner}
}

// capitalize is Foo::Bar for foo::bar.
func capitalize(name string) string {
	segments := strings.Split(name, "::")
	for i, segment := range segments {
		if segment != "" {
			segments[i] = strings.ToUpper(segment[:1]) + segment[1:]
		}
	}
	return strings.Join(segments, "::")
}

func isManifest(path string) bool {
	return filepath.Ext(path) == ".pp" || filepath.Ext(path) == ".epp"
}
