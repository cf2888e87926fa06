package ide

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Node is a definition in a hierarchy of calls or types.
type Node struct {
	Symbol symbols.Symbol
	Location
}

// Call is a definition with the spans of its calls or declarations.
type Call struct {
	Node
	From []source.Span
}

// CallNode returns the class, defined type, function or plan at an offset.
func (v *View) CallNode(offset int32) (nodes []Node) {
	_, meant := v.at(offset)
	for _, symbol := range meant {
		nodes = append(nodes, v.nodes(symbol)...)
	}
	return nodes
}

func (v *View) nodes(symbol symbols.Symbol) (nodes []Node) {
	switch symbol.Kind {
	case symbols.Class, symbols.DefinedType, symbols.Function, symbols.Plan:
		for _, definition := range v.definitions(symbol) {
			nodes = append(nodes, Node{symbol, v.locationOf(definition)})
		}
	}
	return nodes
}

// Callers returns the definitions that include, declare or call a symbol.
func (v *View) Callers(symbol symbols.Symbol) (calls []Call) {
	for _, use := range v.Index.References(symbol) {
		if use.Occurrence.Role == symbols.Definition || use.Occurrence.Span.Len() == 0 || len(use.Table.Scopes) == 0 {
			continue
		}
		if use.Occurrence.Symbol.Kind == symbols.DataKey || module.IsDocumentName(use.Table.Path) && filepath.Ext(use.Table.Path) != ".erb" {
			continue // data only sets parameters
		}
		owner := use.Table.Scopes[outermost(use)].Owner
		node := Node{Symbol: owner, Location: Location{File: use.Table.File, Span: use.Occurrence.Span, Whole: use.Occurrence.Span}}
		if found := v.nodes(owner); len(found) > 0 {
			node = found[0]
		} else {
			node.Symbol.Name = v.FileOf(use.Table.File)
			node.Span = source.Span{}
			node.Whole = source.Span{End: int32(len(use.Table.File.Text))}
		}
		calls = addCall(calls, node, use.Occurrence.Span)
	}
	return calls
}

// outermost returns the index of the outermost scope around a use: the scope of the definition
// or file that contains it.
func outermost(use symbols.Reference) int32 {
	at := use.Occurrence.Scope
	for use.Table.Scopes[at].Outer >= 0 {
		at = use.Table.Scopes[at].Outer
	}
	return at
}

// Callees returns the definitions that a symbol's own code includes, declares, inherits from or
// calls.
func (v *View) Callees(symbol symbols.Symbol) (calls []Call) {
	for _, definition := range v.Index.Definitions(symbol) {
		table := definition.Table
		for i := range table.Occurrences {
			one := &table.Occurrences[i]
			use := symbols.Reference{Table: table, Occurrence: one}
			if one.Role == symbols.Definition || table.Scopes[outermost(use)].Owner != symbol {
				continue
			}
			for _, meant := range v.Index.Resolve(table, one) {
				if one.Role != symbols.Inheritance && meant.Kind != symbols.Function && one.Role != symbols.Declaration {
					continue
				}
				for _, node := range v.nodes(meant) {
					calls = addCall(calls, node, one.Span)
				}
			}
		}
	}
	return calls
}

func addCall(calls []Call, node Node, from source.Span) []Call {
	for i := range calls {
		if calls[i].Symbol == node.Symbol && calls[i].File == node.File {
			calls[i].From = append(calls[i].From, from)
			return calls
		}
	}
	return append(calls, Call{node, []source.Span{from}})
}

// TypeNode returns the class or type alias at an offset.
func (v *View) TypeNode(offset int32) (nodes []Node) {
	_, meant := v.at(offset)
	for _, symbol := range meant {
		nodes = append(nodes, v.typeNodes(symbol)...)
	}
	return nodes
}

func (v *View) typeNodes(symbol symbols.Symbol) (nodes []Node) {
	switch symbol.Kind {
	case symbols.Class, symbols.TypeAlias:
		for _, definition := range v.definitions(symbol) {
			nodes = append(nodes, Node{symbol, v.locationOf(definition)})
		}
	}
	return nodes
}

// Supertypes returns the class that a class inherits from, or the aliases that every value of an
// alias is a value of.
func (v *View) Supertypes(symbol symbols.Symbol) (nodes []Node) {
	if symbol.Kind == symbols.Class {
		return v.typeNodes(symbols.Symbol{Kind: symbols.Class, Name: v.Index.Parent(symbol.Name)})
	}
	for _, use := range v.Index.References(symbol) {
		for i := range use.Table.Occurrences {
			one := &use.Table.Occurrences[i]
			if one.Role == symbols.Definition && one.Symbol.Kind == symbols.TypeAlias && one.Symbol != symbol && slices.Contains(v.includedIn(one.Symbol), symbol) {
				nodes = addNodes(nodes, v.typeNodes(one.Symbol))
			}
		}
	}
	return nodes
}

// Subtypes returns the classes that inherit from a class, or the aliases that an alias
// includes.
func (v *View) Subtypes(symbol symbols.Symbol) (nodes []Node) {
	if symbol.Kind == symbols.Class {
		for _, child := range v.Index.Children(symbol.Name) {
			nodes = append(nodes, v.typeNodes(symbols.Symbol{Kind: symbols.Class, Name: child})...)
		}
		return nodes
	}
	for _, included := range v.includedIn(symbol) {
		nodes = addNodes(nodes, v.typeNodes(included))
	}
	return nodes
}

// includedIn returns the aliases whose values all belong to an alias: the alias that it is
// another name of, or the members of its Variant or Optional.
func (v *View) includedIn(symbol symbols.Symbol) (included []symbols.Symbol) {
	manifest, node := v.definitionNode(symbol)
	alias, ok := node.(*syntax.TypeAlias)
	if !ok {
		return nil
	}
	var visit func(t written)
	visit = func(t written) {
		switch name, keys := t.split(); name {
		case "variant", "optional":
			for _, key := range keys {
				visit(written{t.file, key})
			}
		default:
			if other := (symbols.Symbol{Kind: symbols.TypeAlias, Name: name}); name != "" && v.Index.IsDefined(other) {
				included = append(included, other)
			}
		}
	}
	visit(written{manifest.File, alias.TypeExpr})
	return included
}

func addNodes(nodes, more []Node) []Node {
	for _, one := range more {
		if !slices.ContainsFunc(nodes, func(other Node) bool { return other.Symbol == one.Symbol }) {
			nodes = append(nodes, one)
		}
	}
	return nodes
}

// NameOf returns the name of a node for display.
func (n *Node) NameOf() string {
	if n.Symbol.Kind == symbols.TypeAlias {
		return capitalize(n.Symbol.Name)
	}
	return strings.TrimPrefix(n.Symbol.Name, "::")
}
