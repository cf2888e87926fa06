package graph

import (
	"cmp"
	"slices"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// declared describes what is known of the declarations in a tree.
type declared struct {
	*builder
	// isClosed is set if nobody outside of the tree declares classes and resources.
	isClosed bool
	// computes holds the kinds of definitions that code declares by computed names.
	computes map[Kind]bool
	// mentioned holds the texts in code and data that may name something.
	mentioned map[string]bool
}

// declared examines the declarations of the tree on first use.
func (b *builder) declared() *declared {
	b.declaring.Do(func() {
		d := &declared{builder: b, computes: map[Kind]bool{}, mentioned: map[string]bool{}}
		for _, one := range b.order {
			for i := range one.computed {
				if one.computed[i].edge == Declares {
					d.computes[one.computed[i].kind] = true
				}
			}
			for _, mention := range one.table.Mentions {
				d.mentioned[mention.Text] = true
			}
			if b.Tree.Environment != "" && b.Tree.IsInitial(one.table.Path) {
				d.isClosed = d.isClosed || slices.ContainsFunc(one.table.Occurrences, func(o symbols.Occurrence) bool {
					return o.Symbol.Kind == symbols.Class && o.Role == symbols.Declaration
				})
			}
		}
		b.declarations = d
	})
	return b.declarations
}

// isComplete reports whether all declarations of a class or defined type are in the tree and name it,
// so that the index has them.
func (d *declared) isComplete(owner symbols.Symbol) bool {
	kind := Class
	if owner.Kind == symbols.DefinedType {
		kind = DefinedType
	}
	return d.isClosed && !d.computes[kind]
}

// finds reports whether the index has all declarations of a class or defined type in the tree, apart
// from those that compute its name.
func (d *declared) finds(owner symbols.Symbol) bool {
	return !d.mentioned[owner.Name] && len(d.Index.Definitions(owner)) == 1
}

// listAttributes reports whether the declarations that the index has list their attributes.
func (d *declared) listAttributes(owner symbols.Symbol) bool {
	return !slices.ContainsFunc(d.Index.References(owner), func(use symbols.Reference) bool { return d.hides(use) })
}

// hides reports whether a use of a class or defined type may set parameters that it does not list.
func (d *declared) hides(use symbols.Reference) bool {
	from := d.parts[use.Table.Path]
	switch {
	case use.Occurrence.Role == symbols.Definition || use.Occurrence.Qualifies:
		return false
	case from == nil || from.manifest == nil || from.table.Broken:
		return true
	case !from.isDeclaration(use.Occurrence):
		return false
	}
	switch from.meaningAt(use.Occurrence.Span) {
	case Includes, Contains, Requires:
		return false
	}
	resource, isResource := from.declarationIndex().at(use.Occurrence.Span.Start).(*syntax.ResourceExpression)
	return !isResource || slices.ContainsFunc(resource.Bodies, func(body *syntax.ResourceBody) bool {
		return slices.ContainsFunc(body.Operations, func(operation syntax.Node) bool {
			_, listed := operation.(*syntax.AttributeOperation)
			return !listed
		})
	})
}

// declarationIndex finds the places of a manifest that declare resources and set their attributes.
type declarationIndex struct {
	// names are, by position, the names of classes and resource types, with the node that declares
	// these: a resource expression, or a call of a function such as create_resources.
	names []declaredName
	// values are the values of the attributes, by the offset of the attribute's name.
	values map[int32]syntax.Node
}

type declaredName struct {
	span source.Span
	node syntax.Node
}

// declarationIndex indexes the declarations of the part on first use. The part must have a manifest.
func (p *part) declarationIndex() *declarationIndex {
	p.indexing.Do(func() {
		found := &declarationIndex{values: map[int32]syntax.Node{}}
		add := func(name, node syntax.Node) {
			found.names = append(found.names, declaredName{p.manifest.Extent(name), node})
		}
		syntax.Inspect(p.manifest.Program, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.AttributeOperation:
				found.values[p.manifest.Tokens[node.NameToken].Start] = node.Value
			case *syntax.ResourceExpression:
				add(node.TypeName, node)
				if name, ok := textOf(node.TypeName); ok && module.Normalize(name) == "class" {
					for _, body := range node.Bodies {
						add(body.Title, node)
					}
				}
			case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
				switch name, arguments := syntax.CalledFunction(node); module.Normalize(name) {
				case "create_resources", "ensure_resource", "ensure_resources":
					if len(arguments) > 1 {
						add(arguments[0], node)
					}
				}
			}
			return true
		})
		slices.SortStableFunc(found.names, func(a, b declaredName) int { return cmp.Compare(a.span.Start, b.span.Start) })
		p.index = found
	})
	return p.index
}

// at returns the node that declares the class or the resources whose name or type is at an offset, or
// nil.
func (d *declarationIndex) at(offset int32) syntax.Node {
	at, _ := slices.BinarySearchFunc(d.names, offset+1, func(one declaredName, offset int32) int { return cmp.Compare(one.span.Start, offset) })
	if at == 0 || d.names[at-1].span.End <= offset {
		return nil
	}
	return d.names[at-1].node
}
