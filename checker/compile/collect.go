package compile

import (
	"slices"
	"strings"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// collector is a collector Type<| query |> { … }.
type collector struct {
	in       *scope
	kind     string
	query    syntax.Node
	exported bool
	certain  bool
	with     override
	// values holds the values that the query compares with, as they are where the code has the
	// collector.
	values map[syntax.Node]types.Type
	// applied holds the numbers of the resources that the collector has been applied to.
	applied numbers
}

// newCollector evaluates the query of a collector.
func newCollector(s *scope, node *syntax.CollectExpression, kind eval.ResourceKind) collector {
	c := collector{kind: kind.Name, values: map[syntax.Node]types.Type{}}
	switch query := node.Query.(type) {
	case *syntax.VirtualQuery:
		c.query = query.Expr
	case *syntax.ExportedQuery:
		c.query, c.exported = query.Expr, true
	}
	if c.query != nil {
		syntax.Inspect(c.query, func(inner syntax.Node) bool {
			if comparison, ok := inner.(*syntax.ComparisonExpression); ok {
				c.values[comparison] = s.EvaluateSilently(comparison.Right)
				return false
			}
			return true
		})
	}
	return c
}

// addCollector records a collector. The collector is applied after the code has been evaluated.
func (s *scope) addCollector(c collector, node *syntax.CollectExpression, kind eval.ResourceKind, given eval.Attributes) {
	c.in, c.certain = s, s.isCertain()
	c.with = override{in: s, given: given, appends: appended(given), certain: s.isCertain(), origin: "collector"}
	if c.exported {
		if kind.Defined == nil {
			s.k.resourceGap("what other nodes export is not known", s.locationOf(node))
		} else {
			s.k.gap("what other nodes export is not known", s.locationOf(node))
		}
		s.k.openTypes[kind.Name] = true
	}
	s.k.collectors = append(s.k.collectors, &c)
	s.k.collected[node] = &c
}

// numbers is a set of small numbers.
type numbers []uint64

const numbersInWord = 64

func (n numbers) has(number int) bool {
	at := number / numbersInWord
	return at < len(n) && n[at]&(1<<(number%numbersInWord)) != 0
}

func (n *numbers) add(number int) {
	at := number / numbersInWord
	if at >= len(*n) {
		*n = append(*n, make(numbers, at+1-len(*n))...)
	}
	(*n)[at] |= 1 << (number % numbersInWord)
}

// title is the type and title of a resource. The title is empty if it is unknown.
type title struct{ kind, text string }

// candidates holds the resources that collectors may collect.
type candidates struct {
	byKind  map[string][]*compiledResource
	byTitle map[title][]*compiledResource // of types of which a collector names the title
	// kinds are the types that collectors collect; the value is true if one names the title.
	kinds map[string]bool
	// collectors and resources count those that are considered.
	collectors, resources int
}

// updatedCandidates returns the candidates among the resources that exist now.
func (k *compilation) updatedCandidates() *candidates {
	found := k.candidates
	if found == nil || found.collectors < len(k.collectors) {
		found = &candidates{byKind: map[string][]*compiledResource{}, byTitle: map[title][]*compiledResource{}, kinds: map[string]bool{}, collectors: len(k.collectors)}
		k.candidates = found
		for _, c := range k.collectors {
			_, only := c.onlyTitle(c.query)
			found.kinds[c.kind] = found.kinds[c.kind] || only
		}
	}
	for _, r := range k.resources[found.resources:] {
		byTitle, isWanted := found.kinds[r.kind.Name]
		if isWanted {
			found.byKind[r.kind.Name] = append(found.byKind[r.kind.Name], r)
		}
		if byTitle {
			key := title{r.kind.Name, r.Title}
			found.byTitle[key] = append(found.byTitle[key], r)
		}
	}
	found.resources = len(k.resources)
	return found
}

// of returns the resources that a collector may collect.
func (all *candidates) of(c *collector) []*compiledResource {
	text, only := c.onlyTitle(c.query)
	if !only {
		return all.byKind[c.kind]
	}
	named, open := all.byTitle[title{c.kind, text}], all.byTitle[title{c.kind, ""}]
	if len(named) == 0 {
		return open
	}
	return slices.Concat(named, open)
}

// collect applies all collectors to the resources that exist now.
func (k *compilation) collect() {
	k.realize()
	if len(k.collectors) == 0 {
		return
	}
	all := k.updatedCandidates()
	for _, c := range k.collectors {
		for _, r := range all.of(c) {
			if c.applied.has(r.number) || c.exported && !r.Exported {
				continue
			}
			if k.comparisons--; k.comparisons < 0 {
				if !k.open {
					k.gap("the search for what is collected was cut short: it takes too long", catalog.Location{})
				}
				k.open = true
				return
			}
			matches := c.matches(r, c.query)
			if matches == lattice.Never {
				continue
			}
			c.applied.add(r.number)
			isSure := matches == lattice.Always && c.certain
			if r.Virtual {
				r.Virtual = false
				r.Certain = r.Certain && isSure
			}
			one := c.with
			one.defaults = c.defaults()
			one.certain = one.certain && isSure
			k.applyOverride(r, one)
		}
	}
}

// defaults returns the resource defaults of the scope of the collector. Puppet applies those that
// the collector does not set together with its attributes, even to resources of other scopes
// (Puppet::Parser::Resource#initialize). A collector without
// attributes changes no resource.
func (c *collector) defaults() []resourceDefault {
	if len(c.with.given.Names) == 0 {
		return nil
	}
	return slices.DeleteFunc(c.in.resourceDefaults(c.kind), func(one resourceDefault) bool {
		return slices.Contains(c.with.given.Names, one.name)
	})
}

// onlyTitle returns the known title that a resource must have for a query to match it.
func (c *collector) onlyTitle(query syntax.Node) (text string, only bool) {
	switch query := syntax.Unparenthesized(query).(type) {
	case *syntax.AndExpression:
		if text, only = c.onlyTitle(query.Left); only {
			return text, true
		}
		return c.onlyTitle(query.Right)
	case *syntax.ComparisonExpression:
		if query.Operator == syntax.NotEqual || program.LiteralText(query.Left) != "title" || c.values[query] == nil {
			return "", false
		}
		return lattice.StringOf(c.values[query])
	}
	return "", false
}

// matches reports whether a query matches a resource.
func (c *collector) matches(r *compiledResource, query syntax.Node) lattice.Truth {
	switch query := syntax.Unparenthesized(query).(type) {
	case nil:
		return lattice.Always
	case *syntax.AndExpression:
		return c.matches(r, query.Left).And(c.matches(r, query.Right))
	case *syntax.OrExpression:
		return c.matches(r, query.Left).Or(c.matches(r, query.Right))
	case *syntax.ComparisonExpression:
		name, wanted := program.LiteralText(query.Left), c.values[query]
		switch {
		case query.Operator == syntax.NotEqual:
			return c.equals(r, name, wanted).Not()
		case name == "tag" && wanted != nil:
			return c.hasTag(r, wanted)
		}
		return c.holds(r, name, wanted)
	}
	return lattice.Maybe
}

// holds reports whether an attribute of a resource has a value, or one of its values if it has
// several (CollectorTransformer#query_ComparisonExpression).
func (c *collector) holds(r *compiledResource, name string, wanted types.Type) lattice.Truth {
	attribute := r.Attribute(name)
	if attribute == nil || wanted == nil {
		return c.equals(r, name, wanted)
	}
	elements, isArray := attribute.Value.(types.Array)
	value, known := c.in.catalogValue(wanted)
	if !isArray || !known {
		return c.equals(r, name, wanted)
	}
	result := lattice.Never
	for _, element := range elements {
		if equalFold(value, element) {
			return lattice.Always
		}
		if _, isText := element.(types.String); !isText && lattice.TypeClassOf(c.in.TypeOfValue(element)) != lattice.TypeClassOf(wanted) {
			result = lattice.Maybe
		}
	}
	return result
}

// equals reports whether an attribute of a resource has exactly a value.
func (c *collector) equals(r *compiledResource, name string, wanted types.Type) lattice.Truth {
	e := c.in
	if wanted == nil || name == "" {
		return lattice.Maybe
	}
	if name == "title" {
		text, known := lattice.StringOf(wanted)
		if !known || r.Title == "" {
			return lattice.Maybe
		}
		return lattice.TruthOf(text == r.Title)
	}
	attribute := r.Attribute(name)
	switch {
	case attribute == nil && (r.Open || name != "tag" && (r.kind.Native == nil || r.kind.Native.Attribute(name) == nil || r.kind.Native.Attribute(name).Namevar)):
		return lattice.Maybe
	case attribute == nil:
		return lattice.TruthOf(wanted == e.Undef)
	}
	value, known := e.catalogValue(wanted)
	if !known || attribute.Value == nil {
		return lattice.Maybe
	}
	if equalFold(value, attribute.Value) {
		return lattice.Always
	}
	switch found := lattice.TypeClassOf(r.values[name]); found {
	case lattice.StringClass, lattice.BooleanClass, lattice.ArrayClass, lattice.HashClass:
		return lattice.Never // only numbers of different types may be equal
	default:
		return lattice.TruthOf(found != lattice.TypeClassOf(wanted)).And(lattice.Maybe)
	}
}

// equalFold reports whether two values, written as text, are equal apart from upper and lower
// case. It compares strings without quoting them first, because many collectors may compare
// many resources.
func equalFold(one, other types.Value) bool {
	first, isString := one.(types.String)
	second, isOtherString := other.(types.String)
	if isString && isOtherString {
		return strings.EqualFold(string(first), string(second))
	}
	return strings.EqualFold(catalog.ExactText(one), catalog.ExactText(other))
}

// hasTag reports whether a resource has a tag, either itself or from a resource that contains
// it.
func (c *collector) hasTag(r *compiledResource, wanted types.Type) lattice.Truth {
	text, known := lattice.StringOf(wanted)
	if !known {
		return lattice.Maybe
	}
	text = strings.ToLower(text)
	unknown := false
	for range maxCompileDepth {
		if slices.Contains(r.tags, text) || isNameOrPart(r.kind.Name, text) {
			return lattice.Always
		}
		if isNameOrPart(r.Title, text) {
			if r.kind.Name == "class" {
				return lattice.Always
			}
			unknown = true // a title that is a valid tag is a tag
		}
		unknown = unknown || r.unknownTags || r.Open || r.Title == ""
		if r.in == nil || r.in.resource == nil {
			break
		}
		r = r.in.resource
	}
	if unknown {
		return lattice.Maybe
	}
	return lattice.Never
}

// isNameOrPart reports whether a text is a name or one of its parts between colons, whatever the case.
func isNameOrPart(name, text string) bool {
	if len(text) > len(name) {
		return false
	}
	if strings.EqualFold(name, text) {
		return true
	}
	for {
		part, rest, isQualified := strings.Cut(name, "::")
		if len(part) == len(text) && strings.EqualFold(part, text) {
			return true
		}
		if !isQualified {
			return false
		}
		name = rest
	}
}

// chainOfResources is left -> right. Its sides are resolved when all resources are known.
type chainOfResources struct {
	left, right side
	kind        catalog.EdgeKind
	location    catalog.Location
}

// side is one side of a chain: a value, or a collector.
type side struct {
	value   types.Type
	collect *collector
	// alternative replaces a collector on the left side that collects nothing: in X ->
	// Collector -> Y, it is X. It is nil if there is no such side.
	alternative *side
}

// RelateResources records the order that a relationship expression defines.
func (s *scope) RelateResources(node *syntax.RelationshipExpression, left, right types.Type) {
	if !s.isCertain() {
		return
	}
	one := chainOfResources{left: s.sideOf(node.Left, left), right: s.sideOf(node.Right, right), kind: catalog.Before, location: s.locationOf(node)}
	s.k.before[node] = one.left
	switch node.Operator {
	case syntax.InEdgeSub, syntax.OutEdgeSub:
		one.kind = catalog.Notifies
	}
	if node.Operator == syntax.OutEdge || node.Operator == syntax.OutEdgeSub {
		one.left, one.right = one.right, one.left
		if one.left.collect != nil {
			one.left.alternative = &one.right // also for <-, Puppet takes the operand before the arrow
		}
	}
	s.k.chains = append(s.k.chains, one)
}

// sideOf returns a side of a chain. If the side is a chain, too, its right end counts.
func (s *scope) sideOf(node syntax.Node, value types.Type) side {
	node = syntax.Unparenthesized(node)
	chain, isChain := node.(*syntax.RelationshipExpression)
	if !isChain {
		return side{value: value, collect: s.k.collected[node]}
	}
	end := s.sideOf(chain.Right, value)
	if before, isKnown := s.k.before[chain]; isKnown && end.collect != nil {
		end.alternative = &before
	}
	return end
}

// refs returns the references of a side to the resources that are certain to be ordered.
func (k *compilation) refs(e *scope, of side) []string {
	if of.collect == nil {
		return e.refsIn(of.value)
	}
	var found []string
	for _, r := range k.resources {
		if r.kind.Name == of.collect.kind && r.Ref() != "" && r.Certain && of.collect.matches(r, of.collect.query) == lattice.Always {
			found = append(found, r.Ref())
		}
	}
	return found
}

// refsBefore returns the references of the left side of a chain.
func (k *compilation) refsBefore(e *scope, of side) []string {
	for of.alternative != nil && k.collectsNothing(of.collect) {
		of = *of.alternative
	}
	return k.refs(e, of)
}

// collectsNothing reports whether a collector certainly finds no resource.
func (k *compilation) collectsNothing(c *collector) bool {
	return !k.open && !k.openTypes[c.kind] && !slices.ContainsFunc(k.resources, func(r *compiledResource) bool {
		return r.kind.Name == c.kind && c.matches(r, c.query) != lattice.Never
	})
}

// refsIn returns the references in a value; nil unless all of them are known.
func (s *scope) refsIn(value types.Type) []string {
	items, exact := s.FlattenOne(value, 0)
	if !exact {
		return nil
	}
	var found []string
	for _, item := range items {
		if text, known := lattice.StringOf(item); known {
			found = append(found, refOfText(text))
			continue
		}
		if lattice.TypeClassOf(item) == lattice.UndefClass {
			continue
		}
		ref, known := refOf(lattice.TypeIn(item))
		if !known {
			return nil
		}
		found = append(found, ref)
	}
	return slices.DeleteFunc(found, func(ref string) bool { return ref == "" })
}

// refOfText returns the reference in a text such as file[/x]; "" if the text is not a
// reference.
func refOfText(text string) string {
	if !eval.LooksLikeReference(text) {
		return ""
	}
	name, title, _ := strings.Cut(strings.TrimSuffix(text, "]"), "[")
	return capitalizedRef(name, strings.Trim(title, `'"`))
}

func capitalizedRef(name, title string) string {
	name = types.CapitalizeSegments(strings.ToLower(name))
	if name == "Class" {
		title = types.CapitalizeSegments(module.Normalize(title))
	}
	return name + "[" + title + "]"
}

// relate turns chains, and the attributes that order resources, into edges of the catalog.
func (k *compilation) relate() {
	e := k.main
	if e == nil {
		return
	}
	for _, chain := range k.chains {
		left, right := k.refsBefore(e, chain.left), k.refs(e, chain.right)
		if len(k.catalog.Edges)+len(left)*len(right) > maxEdges {
			k.gap("there are too many relationships", chain.location)
			continue
		}
		for _, from := range left {
			for _, to := range right {
				k.order(from, to, chain.kind, chain.location)
			}
		}
	}
	for _, r := range k.resources {
		if r.Ref() == "" || !r.Certain || r.Virtual {
			continue
		}
		for _, attribute := range r.Attributes {
			if attribute.Value == nil {
				continue
			}
			kind := catalog.Before
			switch attribute.Name {
			case "notify", "subscribe":
				kind = catalog.Notifies
			case "before", "require":
			default:
				continue
			}
			for _, other := range e.refsIn(r.values[attribute.Name]) {
				if attribute.Name == "require" || attribute.Name == "subscribe" {
					k.order(other, r.Ref(), kind, r.Location)
				} else {
					k.order(r.Ref(), other, kind, r.Location)
				}
			}
		}
	}
	slices.SortStableFunc(k.catalog.Edges, func(a, b catalog.Edge) int { return strings.Compare(string(a.Kind), string(b.Kind)) })
}

// RealizeResources records the references that are passed to realize().
func (s *scope) RealizeResources(values []types.Type, at syntax.Node) {
	k := s.k
	for _, value := range values {
		items, exact := s.FlattenOne(value, 0)
		if !exact {
			k.gap("what is realized is not known", s.locationOf(at))
			continue
		}
		for _, item := range items {
			ref, known := refOf(lattice.TypeIn(item))
			if !known {
				continue
			}
			k.realized = append(k.realized, realized{catalog.Key(ref), s.isCertain()})
			if s.isCertain() {
				k.catalog.Realized = append(k.catalog.Realized, catalog.Reference{Ref: ref, Location: s.locationOf(at)})
			}
		}
	}
}
