package graph

import (
	"hash/maphash"
	"slices"
	"strings"

	"puppet-lint/checker/infer"
	"puppet-lint/checker/symbols"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// resolver resolves the names of one part.
type resolver struct {
	*part
	*builder
	types *infer.Types
	joined
	// seen holds the hashes of the existing links, so that a name that occurs twice in one definition
	// is counted once. The links themselves would take as much memory again. Two of a million links
	// have the same hash once in ten million runs.
	seen map[uint64]struct{}
	seed maphash.Seed
}

type linkKey struct {
	from, to ID
	kind     EdgeKind
	certain  bool
	isOrder  bool
}

func (r *resolver) resolve() {
	r.seen, r.seed = map[uint64]struct{}{}, maphash.MakeSeed()
	for i := range r.table.Occurrences {
		r.occurrence(&r.table.Occurrences[i])
	}
	for _, one := range r.orders {
		r.relate(one)
	}
	naming := &namer{part: r.part, builder: r.builder, data: r.Data, types: r.types}
	for i := range r.computed {
		r.compute(naming, &r.computed[i])
	}
	for i := range r.calls {
		r.call(&r.calls[i])
	}
}

// call adds edges to the classes that a function in Ruby may declare: those that its arguments name,
// alone or after a prefix that its file contains.
func (r *resolver) call(one *literalCall) {
	declarer := r.Tree.Plugins.FindDeclarer(one.name)
	if declarer == nil {
		return
	}
	for _, text := range one.texts {
		for _, prefix := range append([]string{""}, declarer.Prefixes...) {
			to := ID{Class, module.Normalize(prefix + strings.TrimPrefix(text, "::"))}
			if node := r.byID[to]; node != nil && node.IsDefined() {
				r.link(link{from: r.ownerAt(one.span.Start), to: to, kind: Includes, span: one.span, reason: "the function '" + one.name + "' may declare it"})
			}
		}
	}
}

// link adds an edge unless it exists.
func (r *resolver) link(one link) {
	if one.from.Kind == Key && one.from.Name == hiera.OptionsKey {
		return // it configures other lookups, and looks up no key itself
	}
	if one.from == one.to {
		return
	}
	hash := maphash.Comparable(r.seed, linkKey{one.from, one.to, one.kind, one.reason == "", one.isOrder})
	if _, isThere := r.seen[hash]; !isThere {
		r.seen[hash] = struct{}{}
		r.links.Append(one)
	}
}

// occurrence adds the edges of a literal name.
func (r *resolver) occurrence(one *symbols.Occurrence) {
	if one.Role == symbols.Definition {
		if one.Symbol.Kind == symbols.DataKey {
			r.parameterKey(one)
		}
		return
	}
	if one.Quiet || one.Symbol.Kind == symbols.Resource {
		return // a data key has its own edge, a resource has none
	}
	if one.Symbol.Kind == symbols.Variable && (!one.Unscoped || one.Symbol.In == symbols.Class && one.Role == symbols.Use && r.isQualified(one)) {
		return
	}
	if one.Symbol.Kind == symbols.Variable && !r.isFact(one.Symbol.Name) {
		return // it has no edges, and is costly to resolve
	}
	if one.Symbol.Kind == symbols.ServedFile && r.isPartOfName(one.Span) {
		return
	}
	for _, symbol := range r.Index.Resolve(r.table, one) {
		to, ok := r.target(symbol, one)
		if ok && to.Kind == File && r.byID[to] == nil && r.folder(to, one.Span, "") {
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

// isPartOfName reports whether a text is part of a computed name.
func (r *resolver) isPartOfName(span source.Span) bool {
	for i := range r.computed {
		if extent := r.manifest.Extent(r.computed[i].node); r.computed[i].ofURL && extent.Start <= span.Start && span.End <= extent.End {
			return true
		}
	}
	return false
}

// folder adds edges to all files in a folder that is served as a whole. With a reason, they are
// uncertain.
func (r *resolver) folder(folder ID, span source.Span, reason string) (found bool) {
	if !strings.Contains(folder.Name, "/") {
		folder.Name += "/"
	}
	for _, node := range r.byPrefix(strings.TrimSuffix(folder.Name, "/") + "/") {
		if node.Kind == File {
			found = true
			r.link(link{from: r.ownerAt(span.Start), to: node.ID, kind: Serves, span: span, reason: reason})
		}
	}
	return found
}

// isQualified reports whether a variable is written with its class, which has its own
// occurrence.
func (r *resolver) isQualified(one *symbols.Occurrence) bool {
	return one.Span.Start >= 2 && strings.HasSuffix(r.table.File.Text[:one.Span.Start], "::")
}

// target returns the node that a name refers to. ok is false if it has none: for variables that
// are not facts, and for Puppet's own functions.
func (r *resolver) target(symbol symbols.Symbol, one *symbols.Occurrence) (id ID, ok bool) {
	switch symbol.Kind {
	case symbols.TypeName:
		if one.Style == symbols.Capitalized {
			return ID{TypeAlias, symbol.Name}, strings.Contains(symbol.Name, "::") // otherwise a built-in type
		}
		return ID{DefinedType, symbol.Name}, true
	case symbols.Fact:
		return ID{Fact, symbol.Name}, true
	case symbols.Function:
		if !r.Index.IsDefined(symbol) && isBuiltin(r.Tree, ID{Function, symbol.Name}) && moduleOfFunction(r.Tree, symbol.Name) == "" {
			return ID{}, false
		}
	}
	return IDOf(symbol)
}

// edgeKind returns how the code around a name uses the node that the name refers to.
func (r *resolver) edgeKind(to ID, one *symbols.Occurrence) EdgeKind {
	switch to.Kind {
	case Class:
		meaning := r.meaningAt(one.Span)
		switch {
		case one.Role == symbols.Inheritance:
			return Inherits
		case one.Qualifies:
			return Reads
		case meaning != 0 && one.Role == symbols.Declaration, meaning == Includes, meaning == Contains: // also include Class['a']
			return meaning
		case one.Role == symbols.Declaration:
			return Declares
		}
	case DefinedType, ResourceType:
		if r.isDeclaration(one) {
			return Declares
		}
		if one.Style == symbols.Capitalized && r.meaningAt(one.Span) == 0 && !r.isReference(one.Span) {
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
	if kind := r.meaningAt(one.Span); kind == Requires || kind == Notifies {
		return kind
	}
	return Refers
}

// isReference reports whether a bracket, a brace or a collector's query follows a name.
func (r *resolver) isReference(span source.Span) bool {
	rest := strings.TrimLeft(r.table.File.Text[span.End:], " \t")
	return strings.HasPrefix(rest, "[") || strings.HasPrefix(rest, "<|") || strings.HasPrefix(rest, "<<|") || strings.HasPrefix(rest, "{")
}

// parameterKey adds the lookup of a class parameter's key by its class.
func (r *resolver) parameterKey(one *symbols.Occurrence) {
	key := one.Symbol.Name
	if at := strings.LastIndex(key, "::"); at > 0 {
		class := key[:at]
		if r.Index.IsParameter(symbols.Symbol{Kind: symbols.Variable, In: symbols.Class, Owner: class, Name: key[at+2:]}) {
			r.link(link{from: ID{Class, class}, to: ID{Key, key}, kind: LooksUp, span: one.Span})
		} else if _, has, _ := r.KnownParameter(key); has {
			r.ofKnown = append(r.ofKnown, link{from: ID{Class, class}, to: ID{Key, key}, kind: LooksUp, span: one.Span})
		}
	}
}

// KnownParameter returns the class of a data key if only the interface of its module is known, and
// whether the class has the parameter that the key belongs to. ok is false if there is no such class.
func (g *Graph) KnownParameter(key string) (class string, has, ok bool) {
	at := strings.LastIndex(key, "::")
	if at <= 0 {
		return "", false, false
	}
	class = key[:at]
	first, _, _ := strings.Cut(class, "::")
	if owner := g.Tree.Module(first); owner == nil || owner.Known == nil {
		return class, false, false
	}
	found := g.Tree.Manifests.Find(module.Class, class)
	if found == nil {
		return class, false, false
	}
	host, ok := found.Node.(*syntax.HostClassDefinition)
	return class, ok && slices.ContainsFunc(host.Parameters, func(one *syntax.Parameter) bool { return one.Name == key[at+2:] }), ok
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

// compute adds the edges that a computed name may cause.
func (r *resolver) compute(naming *namer, one *computed) {
	found, span := naming.namesOf(one), r.manifest.Extent(one.node)
	found.open.prefix, _ = one.nameOf(found.open.prefix)
	found.outside.prefix, _ = one.nameOf(found.outside.prefix)
	from, why := r.ownerAt(span.Start), found.reason()
	if found.others().exists && !found.hasAlternatives {
		why = ""
	}
	for _, text := range found.texts {
		why := why
		if slices.Contains(found.surely, text) {
			why = ""
		}
		if name, ok := one.nameOf(text); ok {
			to := r.named(ID{one.kind, name})
			if to.Kind == Function && r.byID[to] == nil {
				continue
			}
			if one.ofURL && r.byID[to] == nil && r.folder(to, span, why) {
				continue
			}
			r.link(link{from: from, to: to, kind: one.edge, span: span, reason: why})
		}
	}
	for _, text := range found.ofUndef {
		if name, ok := one.nameOf(text); ok {
			if node := r.byID[ID{one.kind, name}]; node != nil && node.IsDefined() {
				r.link(link{from: from, to: node.ID, kind: one.edge, span: span, reason: "the name is computed from a value that may be undef"})
			}
		}
	}
	r.addOpen(one, found.open, found.reason(), nil)
	r.addOpen(one, found.outside, found.reason(), found.declarers)
}

// addOpen adds what an unknown part of the values of a computed name may refer to. declarers are nil if
// code in the tree may give the values.
func (r *resolver) addOpen(one *computed, text openText, reason string, declarers []symbols.Symbol) {
	if !text.exists {
		return
	}
	span := r.manifest.Extent(one.node)
	from := r.ownerAt(span.Start)
	o := open{from: from, declarers: declarers, Open: Open{Kind: one.kind, Edge: one.edge, Prefix: text.prefix, Suffix: strings.ToLower(text.suffix), Location: Location{Span: span}}}
	if one.kind == File || one.kind == Template || one.kind == Key {
		o.Suffix = text.suffix
	}
	o.hasEdges = strings.ContainsAny(text.prefix, ":/")
	r.opens = append(r.opens, o)
	if !o.hasEdges {
		return
	}
	// The module is known, so there are few such nodes.
	for _, node := range r.byPrefix(text.prefix) {
		if o.Matches(node.ID) && node.ID != from {
			r.link(link{from: from, to: node.ID, kind: one.edge, span: span, reason: reason})
		}
	}
}

// named returns the node that a text refers to where a class or a type is expected.
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

// moduleOfFunction returns the module of a Ruby function whose file is not in the tree, but
// whose interface is known, or "".
func moduleOfFunction(tree *module.Tree, name string) string {
	found := tree.Plugins.FindFunction(name)
	switch {
	case found == nil: // the tree's own stdlib may lack it
		if known := builtin.FindFunction(name); known != nil {
			return known.Module
		}
		return ""
	case found.Module != nil:
		return found.Module.Name
	case found.Builtin != nil:
		return found.Builtin.Module
	}
	return ""
}

// isBuiltin reports whether something is part of Puppet, or of stdlib if the tree does not
// contain stdlib.
func isBuiltin(tree *module.Tree, id ID) bool {
	switch id.Kind {
	case Class:
		return id.Name == "settings" || id.Name == "main"
	case Function:
		return builtin.FindFunction(id.Name) != nil || builtin.FindBoltFunction(id.Name) != nil || tree.Plugins.FindFunction(id.Name) != nil
	case ResourceType:
		return builtin.FindResourceType(id.Name) != nil
	case Fact:
		return builtin.FindFact(id.Name) != nil || builtin.LegacyFact(id.Name) != nil
	}
	return false
}
