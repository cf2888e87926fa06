package pattern

import (
	"slices"

	"puppet-lint/syntax"
)

// Rule is patterns and what must hold around what they match.
type Rule struct {
	// Patterns: one of them must match.
	Patterns []*Pattern
	// Unless: none of them may match the same node.
	Unless []*Pattern
	// Inside and NotInside look at the nodes around: one of them, or none, must
	// be matched by one of the patterns.
	Inside, NotInside []*Pattern
	// Where holds conditions by the metavariable's name.
	Where map[string]*Condition
}

// Types are the types that metavariables of the patterns ask for, as they are written.
func (r *Rule) Types() []string {
	var texts []string
	for _, wanted := range r.types() {
		if !slices.Contains(texts, wanted.text) {
			texts = append(texts, wanted.text)
		}
	}
	slices.Sort(texts)
	return texts
}

func (r *Rule) types() map[string]wantedType {
	var all map[string]wantedType
	for _, patterns := range [][]*Pattern{r.Patterns, r.Unless, r.Inside, r.NotInside} {
		for _, p := range patterns {
			for name, wanted := range p.types {
				if all == nil {
					all = map[string]wantedType{}
				}
				all[name] = wanted
			}
		}
	}
	return all
}

// Kinds are the kinds of nodes to show to Find.
func (r *Rule) Kinds() []syntax.Kind {
	var kinds []syntax.Kind
	for _, p := range r.Patterns {
		for _, kind := range p.kinds() {
			if !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds
}

// Match is one way in which a rule matches.
type Match struct {
	// Node is what matched, Body the body of the resource that it is, if the
	// pattern has a single body.
	Node syntax.Node
	Body *syntax.ResourceBody
	// Captures are in the order in which they were bound.
	Captures []Capture
	whole    Capture
}

// Whole is the name of a capture that every match has: all of its code.
const Whole = "MATCH"

// Capture is the capture of that name, or nil.
func (m *Match) Capture(name string) *Capture {
	if name == Whole && !slices.ContainsFunc(m.Captures, func(c Capture) bool { return c.name == Whole }) {
		return &m.whole
	}
	for i := range m.Captures {
		if m.Captures[i].name == name {
			return &m.Captures[i]
		}
	}
	return nil
}

// Find matches a node of file; around is the n-th node around it, the nearest
// first, and nil behind the last. It calls report for every way to match, until
// that returns false.
func (r *Rule) Find(file *syntax.File, node syntax.Node, around func(n int) syntax.Node, report func(*Match) bool) {
	r.FindTyped(file, nil, node, around, report)
}

// FindTyped is Find where typer tells the types of code.
func (r *Rule) FindTyped(file *syntax.File, typer Typer, node syntax.Node, around func(n int) syntax.Node, report func(*Match) bool) {
	r.find(&matcher{file: file, conditions: r.Where, types: r.types(), typer: typer}, node, around, report)
}

func (r *Rule) find(m *matcher, node syntax.Node, around func(n int) syntax.Node, report func(*Match) bool) {
	if isPartOfString(node, around(0)) {
		return
	}
	for _, p := range r.Patterns {
		m.steps = 0
		stop := m.node(p, p.root, node, func() bool {
			return r.context(m, node, around, func() bool {
				return !report(&Match{Node: node, Body: m.matchedBody, Captures: slices.Clone(m.bindings), whole: m.captureNodes(Whole, node)})
			})
		})
		if stop {
			return
		}
	}
}

// isPartOfString reports whether node is no string of its own: a piece of one,
// or the name of a function or a type of resource.
func isPartOfString(node, parent syntax.Node) bool {
	switch parent := parent.(type) {
	case *syntax.ConcatenatedString, *syntax.HeredocExpression, *syntax.NamedAccessExpression:
		return isString(node)
	case *syntax.CallNamedFunctionExpression:
		return parent.Functor == node
	case *syntax.ResourceExpression:
		return parent.TypeName == node
	case *syntax.CollectExpression:
		return parent.TypeExpr == node
	}
	return false
}

// context checks what is around a match.
func (r *Rule) context(m *matcher, node syntax.Node, around func(n int) syntax.Node, next func() bool) bool {
	m.quiet++
	excluded := r.excluded(m, node)
	surrounded := r.surrounded(m, r.NotInside, around, func() bool { return true })
	m.quiet--
	switch {
	case excluded:
		return m.refuse(node, func() string { return "it matches, but a pattern of `unless` does as well" })
	case surrounded:
		return m.refuse(node, func() string { return "it matches, but a pattern of `not-inside` matches something around it" })
	case len(r.Inside) == 0:
		return next()
	}
	result := false
	m.quiet++
	found := r.surrounded(m, r.Inside, around, func() bool {
		result = next()
		return true
	})
	m.quiet--
	if !found {
		return m.refuse(node, func() string { return "it matches, but nothing around it matches a pattern of `inside`" })
	}
	return result
}

// excluded reports whether a pattern of Unless matches the same node. What a
// hash with "* =>" adds to a resource is not known: it may be that.
func (r *Rule) excluded(m *matcher, node syntax.Node) bool {
	for _, p := range r.Unless {
		if m.matchedBody != nil && p.root.Kind() == syntax.KindResourceExpression && hasSplat(m.matchedBody) {
			return true
		}
		found := false
		m.body = m.matchedBody
		m.node(p, p.root, node, func() bool { found = true; return true })
		m.body = nil
		if found {
			return true
		}
	}
	return false
}

func hasSplat(body *syntax.ResourceBody) bool {
	return slices.ContainsFunc(body.Operations, func(node syntax.Node) bool {
		_, isSplat := node.(*syntax.AttributesOperation)
		return isSplat
	})
}

// surrounded calls next with the bindings of the first pattern that matches a
// node around, and reports whether there is one.
func (r *Rule) surrounded(m *matcher, patterns []*Pattern, around func(n int) syntax.Node, next func() bool) bool {
	if len(patterns) == 0 {
		return false
	}
	var body *syntax.ResourceBody
	for level := 0; ; level++ {
		node := around(level)
		if node == nil {
			return false
		}
		if inner, ok := node.(*syntax.ResourceBody); ok {
			body = inner
		}
		for _, p := range patterns {
			found := false
			m.body = body
			m.node(p, p.root, node, func() bool { found = true; m.body = nil; return next() || true })
			m.body = nil
			if found {
				return true
			}
		}
	}
}
