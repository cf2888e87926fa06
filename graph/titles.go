package graph

import (
	"slices"

	"puppet-lint/checker/symbols"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// resolveTitle returns the texts of $title or $name. In a class, that is its name; in a defined
// type, the titles that its declarations give.
func (n *namer) resolveTitle(read *syntax.VariableExpression, wanted selection, steps int) names {
	if !wanted.isWhole() {
		return names{}
	}
	switch owner := n.ownerAt(n.manifest.Extent(read).Start); owner.Kind {
	case Class:
		return names{texts: []string{owner.Name}}
	case DefinedType:
		return n.titlesOf(symbols.Symbol{Kind: symbols.DefinedType, Name: owner.Name}, steps)
	}
	return anyName()
}

// titlesOf returns the titles that the declarations of a defined type in the tree give. Code outside
// of the tree may give others.
func (n *namer) titlesOf(owner symbols.Symbol, steps int) names {
	title := symbols.Symbol{Kind: symbols.Variable, In: owner.Kind, Owner: owner.Name, Name: "title"}
	if n.following[title] {
		return names{} // the outer call returns its values
	}
	n.following[title] = true
	defer delete(n.following, title)
	found := names{}
	for _, use := range n.Index.References(owner) {
		other := n.parts[use.Table.Path]
		if other == nil || other.manifest == nil || other.table.Broken {
			return anyName()
		}
		if !other.isDeclaration(use.Occurrence) {
			continue
		}
		titles, wanted, ok := titlesIn(other.declarationIndex().at(use.Occurrence.Span.Start), n.defaultOf)
		if !ok || *n.left < 0 {
			return anyName()
		}
		found.add(n.in(other).resolveAll(titles, wanted, steps))
	}
	if n.declared().finds(owner) {
		found.add(anyNameOutside(owner))
	} else {
		found.add(anyName())
	}
	return found
}

// titlesIn returns the expressions for the titles of the resources that a node declares, and which
// part of their values the titles are. Resources that set a certain parameter are left out. ok is
// false if the node declares no resources in a known way.
func titlesIn(node syntax.Node, without string) (titles []syntax.Node, wanted selection, ok bool) {
	if resource, isResource := node.(*syntax.ResourceExpression); isResource {
		for _, body := range resource.Bodies {
			if _, isDefault := body.Title.(*syntax.LiteralDefault); !isDefault && !sets(body, without) {
				titles = append(titles, body.Title)
			}
		}
		return titles, selection{}, true
	}
	if node == nil {
		return nil, selection{}, false
	}
	name, arguments := syntax.CalledFunction(node)
	return arguments[1:2], selection{ofKeys: module.Normalize(name) != "ensure_resource"}, true
}

// sets reports whether a resource lists an attribute.
func sets(body *syntax.ResourceBody, name string) bool {
	return slices.ContainsFunc(body.Operations, func(operation syntax.Node) bool {
		attribute, isAttribute := operation.(*syntax.AttributeOperation)
		return isAttribute && attribute.Name == name
	})
}

// settle clears the declarers of computed names that code in the tree may give after all: one of
// their declarers may be declared by a computed name whose values in the tree are not known.
func settle(all []joined) {
	var pending, unknown []*open
	for i := range all {
		for j := range all[i].opens {
			switch one := &all[i].opens[j]; {
			case one.declarers != nil:
				pending = append(pending, one)
			case one.Edge == Declares:
				unknown = append(unknown, one)
			}
		}
	}
	for at := 0; at < len(unknown) && len(pending) > 0; at++ {
		pending = slices.DeleteFunc(pending, func(one *open) bool {
			mayDeclare := slices.ContainsFunc(one.declarers, func(owner symbols.Symbol) bool {
				id, _ := IDOf(owner)
				return unknown[at].Matches(id)
			})
			if mayDeclare {
				if one.declarers = nil; one.Edge == Declares {
					unknown = append(unknown, one)
				}
			}
			return mayDeclare
		})
	}
}
