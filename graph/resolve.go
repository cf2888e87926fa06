package graph

import (
	"strings"

	"puppet-lint/checker"
	"puppet-lint/checker/symbols"
	"puppet-lint/internal/hiera"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/source"
)

// resolver resolves what one part names.
type resolver struct {
	*part
	*builder
	types *checker.Inference
	joined
	// seen are the links that there are already, so that a name that is written twice
	// in one definition counts once.
	seen map[linkKey]bool
}

type linkKey struct {
	from, to ID
	kind     EdgeKind
	certain  bool
	isOrder  bool
}

func (r *resolver) resolve() {
	r.seen = map[linkKey]bool{}
	for i := range r.table.Occurrences {
		r.occurrence(&r.table.Occurrences[i])
	}
	for _, one := range r.orders {
		r.relate(one)
	}
	naming := &namer{part: r.part, data: r.Data, types: r.types}
	for i := range r.computed {
		r.compute(naming, &r.computed[i])
	}
}

// link adds an edge, once.
func (r *resolver) link(one link) {
	key := linkKey{one.from, one.to, one.kind, one.reason == "", one.isOrder}
	if one.from.Kind == Key && one.from.Name == hiera.OptionsKey {
		return // it says how others are looked up, and looks nothing up
	}
	if one.from != one.to && !r.seen[key] {
		r.seen[key] = true
		r.links = append(r.links, one)
	}
}

// occurrence adds the edges of a name that is written.
func (r *resolver) occurrence(one *symbols.Occurrence) {
	if one.Role == symbols.Definition {
		if one.Symbol.Kind == symbols.DataKey {
			r.parameterKey(one)
		}
		return
	}
	if one.Quiet || one.Symbol.Kind == symbols.Resource {
		return // a key of data has an edge of its own, a resource none
	}
	if one.Symbol.Kind == symbols.Variable && (!one.Unscoped || one.Symbol.In == symbols.Class && one.Role == symbols.Use && r.isQualified(one)) {
		return
	}
	if one.Symbol.Kind == symbols.Variable && !r.isFact(one.Symbol.Name) {
		return // without edges, and costly to resolve
	}
	if one.Symbol.Kind == symbols.ServedFile && r.isPartOfName(one.Span) {
		return
	}
	for _, symbol := range r.Index.Resolve(r.table, one) {
		to, ok := r.target(symbol, one)
		if ok && to.Kind == File && r.byID[to] == nil && r.folder(to, one.Span) {
			continue
		}
		if ok {
			r.link(link{from: r.ownerAt(one.Span.Start), to: to, kind: r.edgeKind(to, one), span: one.Span})
		}
	}
}

// isFact reports whether a variable without a class may be a fact.
func (r *resolver) isFact(name string) bool {
	return r.Index.IsDefined(symbols.Symbol{Kind: symbols.Fact, Name: name}) || isBuiltin(r.Tree, ID{Fact, name})
}

// isPartOfName reports whether a text is a part of a name that is computed.
func (r *resolver) isPartOfName(span source.Span) bool {
	for i := range r.computed {
		if extent := r.manifest.Extent(r.computed[i].node); r.computed[i].ofURL && extent.Start <= span.Start && span.End <= extent.End {
			return true
		}
	}
	return false
}

// folder adds the files in a folder that is served as a whole.
func (r *resolver) folder(folder ID, span source.Span) (found bool) {
	if !strings.Contains(folder.Name, "/") {
		folder.Name += "/"
	}
	for _, node := range r.byPrefix(strings.TrimSuffix(folder.Name, "/") + "/") {
		if node.Kind == File {
			found = true
			r.link(link{from: r.ownerAt(span.Start), to: node.ID, kind: Serves, span: span})
		}
	}
	return found
}

// isQualified reports whether a variable is written with its class, which has an
// occurrence of its own.
func (r *resolver) isQualified(one *symbols.Occurrence) bool {
	return one.Span.Start >= 2 && strings.HasSuffix(r.table.File.Text[:one.Span.Start], "::")
}

// target is the node that a name means; ok is false where it has none: for variables
// that are no facts, and for what Puppet brings and is everywhere.
func (r *resolver) target(symbol symbols.Symbol, one *symbols.Occurrence) (id ID, ok bool) {
	switch symbol.Kind {
	case symbols.TypeName:
		if one.Style == symbols.Capitalized {
			return ID{TypeAlias, symbol.Name}, strings.Contains(symbol.Name, "::") // else a type of Puppet's
		}
		return ID{DefinedType, symbol.Name}, true
	case symbols.Fact:
		return ID{Fact, symbol.Name}, true
	case symbols.Function:
		if !r.Index.IsDefined(symbol) && isBuiltin(r.Tree, ID{Function, symbol.Name}) {
			return ID{}, false
		}
	}
	return IDOf(symbol)
}

// edgeKind is what the thing around a name does with the thing that it means.
func (r *resolver) edgeKind(to ID, one *symbols.Occurrence) EdgeKind {
	switch to.Kind {
	case Class:
		switch {
		case one.Role == symbols.Inheritance:
			return Inherits
		case one.Member != "":
			return Reads
		case one.Role == symbols.Declaration:
			if kind := r.markAt(one.Span); kind != 0 {
				return kind
			}
			return Declares
		}
	case DefinedType, ResourceType:
		if one.Role == symbols.Declaration {
			return Declares
		}
		if one.Style == symbols.Capitalized && r.markAt(one.Span) == 0 && !r.isReference(one.Span) {
			return UsesType
		}
	case Function, Plan, Task:
		return Calls
	case TypeAlias:
		return UsesType
	case Fact:
		return Reads
	case Template:
		return Renders
	case File:
		return Serves
	case Key:
		return LooksUp
	}
	if kind := r.markAt(one.Span); kind == Requires || kind == Notifies {
		return kind
	}
	return Refers
}

// isReference reports whether a bracket, or a collector's query, follows a name.
func (r *resolver) isReference(span source.Span) bool {
	rest := strings.TrimLeft(r.table.File.Text[span.End:], " \t")
	return strings.HasPrefix(rest, "[") || strings.HasPrefix(rest, "<|") || strings.HasPrefix(rest, "<<|") || strings.HasPrefix(rest, "{")
}

// parameterKey adds that a class looks up the key of one of its parameters.
func (r *resolver) parameterKey(one *symbols.Occurrence) {
	key := one.Symbol.Name
	if at := strings.LastIndex(key, "::"); at > 0 {
		class := key[:at]
		if r.Index.IsParameter(symbols.Symbol{Kind: symbols.Variable, In: symbols.Class, Owner: class, Name: key[at+2:]}) {
			r.link(link{from: ID{Class, class}, to: ID{Key, key}, kind: LooksUp, span: one.Span})
		}
	}
}

// relate adds the edges between the classes of a relationship.
func (r *resolver) relate(one order) {
	for _, left := range one.left {
		for _, right := range one.right {
			r.link(link{from: ID{Class, right}, to: ID{Class, left}, kind: Requires, span: one.span, isOrder: true})
			if one.notifies {
				r.link(link{from: ID{Class, left}, to: ID{Class, right}, kind: Notifies, span: one.span, isOrder: true})
			}
		}
	}
}

// compute adds the edges of a computed name.
func (r *resolver) compute(naming *namer, one *computed) {
	found, span := naming.namesOf(one), r.manifest.Extent(one.node)
	found.prefix, _ = one.nameOf(found.prefix)
	from, reason := r.ownerAt(span.Start), found.reason()
	why := reason
	if found.isOpen && len(found.texts) > 0 { // these are what the data say
		why = ""
	}
	for _, text := range found.texts {
		if name, ok := one.nameOf(text); ok {
			to := r.named(ID{one.kind, name})
			if to.Kind == Function && r.byID[to] == nil {
				continue
			}
			r.link(link{from: from, to: to, kind: one.edge, span: span, reason: why})
		}
	}
	if !found.isOpen {
		return
	}
	o := open{from: from, Open: Open{Kind: one.kind, Edge: one.edge, Place: Place{Span: span}}}
	prefix := found.prefix
	o.Prefix, o.Suffix = prefix, strings.ToLower(found.suffix)
	if one.kind == File || one.kind == Template || one.kind == Key {
		o.Suffix = found.suffix
	}
	if !strings.ContainsAny(prefix, ":/") {
		r.opens = append(r.opens, o)
		return
	}
	// The module is known: these are few.
	for _, node := range r.byPrefix(prefix) {
		if o.Matches(node.ID) && node.ID != from {
			r.link(link{from: from, to: node.ID, kind: one.edge, span: span, reason: reason})
		}
	}
}

// named is the node that a text names where a class or a type may be meant.
func (r *resolver) named(id ID) ID {
	if id.Kind != DefinedType {
		return id
	}
	if id.Name == "class" {
		return id
	}
	if resource := (ID{ResourceType, id.Name}); r.byID[id] == nil && (r.byID[resource] != nil || builtin.FindResourceType(id.Name) != nil) {
		return resource
	}
	return id
}

// isBuiltin reports whether Puppet brings something, or stdlib where the tree lacks it.
func isBuiltin(tree *module.Tree, id ID) bool {
	switch id.Kind {
	case Function:
		return builtin.FindFunction(id.Name) != nil || builtin.FindBoltFunction(id.Name) != nil || tree.FindRubyFunction(id.Name) != nil
	case ResourceType:
		return builtin.FindResourceType(id.Name) != nil
	case Fact:
		return builtin.FindFact(id.Name) != nil || builtin.LegacyFact(id.Name) != nil
	}
	return false
}
