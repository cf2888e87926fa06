package ide

import (
	"context"
	"path/filepath"
	"strings"
	"sync"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/internal/workspace"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/syntax"
)

// View is a file of a snapshot that can be queried.
type View struct {
	*workspace.Snapshot
	ctx context.Context
	// Path is the absolute path of the file. File is its text.
	Path string
	File *source.File
	// Index holds the names of the project as the file sees them. Table holds those of the file;
	// it is nil if the file defines and uses nothing.
	Index *symbols.Scoped
	Table *symbols.Table
	// Manifest is the parsed file, or nil if it is not a manifest or an EPP template.
	Manifest *module.Manifest
	tree     *module.Tree
	// target is the major version of Puppet for the file; 0 until Target is called.
	target int
}

// Target returns the major version of Puppet for the file. It reads metadata.json only once.
func (v *View) Target() int {
	if v.target == 0 {
		v.target = v.Snapshot.Target(v.Path)
	}
	return v.target
}

// Open returns the View of a file.
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
	trees := &treesOf{snapshot: snapshot}
	scoped := &symbols.Scoped{Index: index, From: path, SeesAll: !trees.isInEnvironment(path), Sees: trees.sees, IsApart: trees.areApart}
	return &View{
		Snapshot: snapshot, ctx: ctx, Path: path, File: file, Index: scoped, Table: index.Table(path),
		Manifest: snapshot.Manifest(path), tree: snapshot.Tree(path),
	}, nil
}

// treesOf finds the trees of files, once for each folder.
type treesOf struct {
	snapshot *workspace.Snapshot
	byFolder sync.Map // of *module.Tree
}

func (t *treesOf) tree(path string) *module.Tree {
	folder := filepath.Dir(path)
	if found, isKnown := t.byFolder.Load(folder); isKnown {
		return found.(*module.Tree)
	}
	found := t.snapshot.Tree(path)
	t.byFolder.Store(folder, found)
	return found
}

// sees reports whether the tree of a file contains another file.
func (t *treesOf) sees(from, path string) bool {
	tree := t.tree(from)
	if tree == nil || tree == t.tree(path) {
		return true
	}
	owner, _ := tree.ModuleOf(path)
	return owner != nil
}

// areApart reports whether two files belong to different environments.
func (t *treesOf) areApart(from, path string) bool {
	if !t.isInEnvironment(from) || t.sees(from, path) {
		return false
	}
	own, other := t.tree(from), t.tree(path)
	return other != nil && other.Environment != "" && own.Environment != other.Environment
}

// isInEnvironment reports whether a file belongs to an environment.
func (t *treesOf) isInEnvironment(path string) bool {
	tree := t.tree(path)
	return tree != nil && tree.Environment != ""
}

// Location is a location in a file.
type Location struct {
	File *source.File
	// Span is the name, or whatever else is to be selected. Whole is the entire definition.
	Span, Whole source.Span
}

// at returns the occurrence at an offset and the symbols that it may mean. If occurrences are
// nested, it returns the smallest one that means something.
func (v *View) at(offset int32) (one *symbols.Occurrence, meant []symbols.Symbol) {
	if v.Table == nil {
		return nil, nil
	}
	// The sign before a variable is part of it.
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

// mentionAt returns the text at an offset if a class or other definition of that name exists.
// The text may name the definition, but it does not count as a use, because its purpose is
// unknown. A single word counts only in a list of classes.
func (v *View) mentionAt(offset int32) (*symbols.Occurrence, []symbols.Symbol) {
	for _, mention := range v.Table.Mentions {
		if offset < mention.Span.Start || mention.Span.End < offset {
			continue
		}
		for _, kind := range []symbols.Kind{symbols.Class, symbols.DefinedType, symbols.Function, symbols.Plan, symbols.TypeAlias} {
			symbol := symbols.Symbol{Kind: kind, Name: mention.Text}
			if !v.Index.IsDefined(symbol) {
				continue
			}
			isNamed := strings.Contains(mention.Text, "::")
			if !isNamed && kind == symbols.Class {
				_, isNamed = newClassLists(v).use(v.Table, mention)
			}
			if isNamed {
				return &symbols.Occurrence{Symbol: symbol, Span: mention.Span, Style: symbols.Composed}, []symbols.Symbol{symbol}
			}
		}
	}
	return nil, nil
}

// moduleOf returns the module that contains the file, or nil.
func (v *View) moduleOf() *module.Module {
	if v.tree == nil {
		return nil
	}
	owner, _ := v.tree.ModuleOf(v.Path)
	return owner
}

// nodesAt returns the nodes at an offset, outermost first. A node includes its end offset.
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

// definitionNode returns the node that defines a class, defined type, function, plan or type
// alias, and its manifest.
func (v *View) definitionNode(symbol symbols.Symbol) (*module.Manifest, syntax.Node) {
	if v.tree != nil {
		for kind, as := range kindsOf {
			if as != symbol.Kind {
				continue
			}
			if found := v.tree.Manifests.Find(kind, symbol.Name); found != nil && !known.IsKnown(found.Manifest.Source.Name) {
				return found.Manifest, found.Node
			}
		}
	}
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

// kindsOf maps the kinds of definitions to those of symbols.
var kindsOf = map[module.Kind]symbols.Kind{
	module.Class: symbols.Class, module.DefinedType: symbols.DefinedType, module.Function: symbols.Function,
	module.TypeAlias: symbols.TypeAlias, module.Plan: symbols.Plan, module.Task: symbols.Task,
}

// nameToken returns the index of the token that names a definition, or -1 if the node has none.
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

// ownerOf returns the symbol that owns a variable.
func ownerOf(symbol symbols.Symbol) symbols.Symbol {
	return symbols.Symbol{Kind: symbol.In, Name: symbol.Owner}
}

// capitalize returns Foo::Bar for foo::bar.
func capitalize(name string) string {
	segments := strings.Split(name, "::")
	for i, segment := range segments {
		if segment != "" {
			segments[i] = strings.ToUpper(segment[:1]) + segment[1:]
		}
	}
	return strings.Join(segments, "::")
}
