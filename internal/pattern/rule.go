package pattern

import (
	"slices"

	"puppet-lint/syntax"
)

// Rule is a set of patterns with conditions on the match and the code around it.
type Rule struct {
	// Patterns are alternatives, one of which must match.
	Patterns []*Pattern
	// Unless are patterns that must not match the same node.
	Unless []*Pattern
	// Inside are patterns of which one must match an enclosing node. NotInside are patterns
	// that must not match any enclosing node.
	Inside, NotInside []*Pattern
	// Where holds conditions on metavariables, by name.
	Where map[string]*Condition
}

// Types returns the types that metavariables require, as written.
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

// Kinds returns the kinds of nodes to pass to Find.
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

// Match is a match of a rule.
type Match struct {
	// Node is the matched node. If the pattern has a single resource body, Body is the body
	// that it matches.
	Node syntax.Node
	Body *syntax.ResourceBody
	// Captures are in the order in which they were bound.
	Captures []Capture
	whole    Capture
	// describesLambda means that the pattern has a lambda, or metavariables that may match one.
	describesLambda bool
}

// Whole is the name of a capture that every match has: the whole matched code.
const Whole = "MATCH"

// Capture returns the capture with that name, or nil.
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

// Find matches a node of the file that is worked on. around returns the n-th enclosing node,
// nearest first, and nil after the last. Find calls report for every match, until report returns
// false or there is too much work (Work.GaveUp).
func (r *Rule) Find(work *Work, node syntax.Node, around func(n int) syntax.Node, report func(*Match) bool) {
	r.find(r.matcher(work, nil), node, around, report)
}

func (r *Rule) matcher(work *Work, miss *miss) *matcher {
	own := work.of(r)
	return &matcher{file: work.file, conditions: r.Where, types: own.types, typer: work.typer, work: work, own: own, miss: miss}
}

func (r *Rule) find(m *matcher, node syntax.Node, around func(n int) syntax.Node, report func(*Match) bool) {
	if isPartOfString(node, around(0)) {
		return
	}
	var whole Capture
	for _, p := range r.Patterns {
		m.steps = 0
		stop := m.node(p, p.root, node, func() bool {
			return r.context(m, node, around, func() bool {
				// A match is not one of the steps in search of it.
				m.work.left -= stepsOfMatch + len(m.bindings)
				if whole.nodes == nil {
					steps := m.steps
					whole = m.captureNodes(Whole, node)
					m.steps = steps
				}
				match := &Match{Node: node, Body: m.matchedBody, Captures: slices.Clone(m.bindings), whole: whole, describesLambda: p.mayMatchLambda()}
				return !report(match)
			})
		})
		if stop {
			return
		}
	}
}

// isPartOfString reports whether node is not a string by itself: a part of a string, or the
// name of a function or a resource type.
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

// context checks the conditions on the code around a match, and calls next if they hold.
func (r *Rule) context(m *matcher, node syntax.Node, around func(n int) syntax.Node, next func() bool) bool {
	m.quiet++
	excluded := r.excluded(m, node)
	without := r.surrounded(m, r.NotInside, around)
	within := r.surrounded(m, r.Inside, around)
	m.quiet--
	switch {
	case m.isExhausted():
		return true
	case excluded:
		return m.refuse(node, func() string { return "it matches, but so does a pattern of `unless`" })
	case without.matches || without.gaveUp:
		return m.refuse(node, func() string { return "it matches, but a pattern of `not-inside` matches something around it" })
	case len(r.Inside) > 0 && !within.matches:
		return m.refuse(node, func() string { return "it matches, but nothing around it matches a pattern of `inside`" })
	}
	before := len(m.bindings)
	m.bindings = append(m.bindings, within.bindings...)
	stop := next()
	m.bindings = m.bindings[:before]
	return stop
}

// excluded reports whether a pattern of Unless matches the same node. It assumes a match if the
// resource has "* =>", since the hash may contain anything.
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

// surrounded returns the answer for the first pattern that matches an enclosing node. If none
// does, it returns whether one gave up.
func (r *Rule) surrounded(m *matcher, patterns []*Pattern, around func(n int) syntax.Node) enclosed {
	var none enclosed
	if len(patterns) == 0 {
		return none
	}
	var body *syntax.ResourceBody
	for level := 0; ; level++ {
		node := around(level)
		if node == nil || m.isExhausted() {
			return none
		}
		if inner, ok := node.(*syntax.ResourceBody); ok {
			body = inner
		}
		for _, p := range patterns {
			answer := m.encloses(p, node, body)
			if answer.matches {
				return answer
			}
			none.gaveUp = none.gaveUp || answer.gaveUp
		}
	}
}
