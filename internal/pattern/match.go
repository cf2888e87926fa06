package pattern

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

// matcher matches patterns against the nodes of one file. Its methods receive the rest of the
// matching as a function next. Both next and the methods report whether to stop searching for
// further matches.
type matcher struct {
	file       *syntax.File
	conditions map[string]*Condition
	// types are the required types of metavariables. typer determines the types of code; if it
	// is nil, only literals have known types.
	types    map[string]wantedType
	typer    Typer
	bindings []Capture
	// work bounds the work on the file, own is that of the rule. steps are those for the pattern
	// and the node that are being matched.
	work  *Work
	own   *ruleWork
	steps int
	// body, if not nil, is the only body of a resource that is considered.
	body *syntax.ResourceBody
	// matchedBody is the body that a pattern with a single body has matched.
	matchedBody *syntax.ResourceBody
	// miss, if not nil, records why code did not match. depth is how much has matched so far.
	// While quiet is greater than 0, nothing is recorded, because a pattern that must not match
	// is being tried.
	miss         *miss
	depth, quiet int
}

// node matches a node against a node of the pattern p. Either may be nil.
func (m *matcher) node(p *Pattern, pattern, target syntax.Node, next func() bool) bool {
	if m.spend(1) {
		return true
	}
	if pattern == nil || target == nil {
		return pattern == nil && target == nil && next() || pattern != target && m.refuse(target, m.wants(p, pattern, target))
	}
	pattern, target = bare(pattern), bare(target)
	if _, isBad := target.(*syntax.BadExpr); isBad {
		return false
	}
	if name, isMeta := p.meta(pattern); isMeta {
		return m.bind(m.captureNodes(name, target), next)
	}
	if isString(pattern) {
		return isString(target) && m.text(p, atoms(pattern), atoms(target), func() bool { return m.further(next) }) || m.refuse(target, m.wants(p, pattern, target))
	}
	if pattern.Kind() != target.Kind() {
		return m.refuse(target, m.wants(p, pattern, target))
	}
	wanted, ok := structureOf(pattern)
	if !ok {
		return false
	}
	found, _ := structureOf(target)
	m.spend((wanted.size() + found.size()) / bytesPerStep)
	if wanted.label != found.label && !(wanted.label == "" && len(wanted.parts) > 0) {
		return m.refuse(target, m.wants(p, pattern, target))
	}
	if resource, ok := target.(*syntax.ResourceExpression); ok {
		return m.resource(p, pattern.(*syntax.ResourceExpression), resource, wanted, found, next)
	}
	if len(wanted.parts) == 0 {
		return m.further(next)
	}
	return m.parts(p, wanted.parts, found.parts, next)
}

// resource matches a resource. A pattern with one body is tried on each body.
func (m *matcher) resource(p *Pattern, pattern, target *syntax.ResourceExpression, wanted, found structure, next func() bool) bool {
	if len(pattern.Bodies) != 1 {
		return m.parts(p, wanted.parts, found.parts, next)
	}
	only, outer := m.body, m.matchedBody
	m.body = nil
	defer func() { m.body, m.matchedBody = only, outer }()
	isOneOf := only != nil && slices.Contains(target.Bodies, only)
	return m.node(p, pattern.TypeName, target.TypeName, func() bool {
		for _, body := range target.Bodies {
			if isOneOf && body != only {
				continue
			}
			if m.node(p, pattern.Bodies[0], body, func() bool {
				before := m.matchedBody
				m.matchedBody = body
				stop := next()
				m.matchedBody = before
				return stop
			}) {
				return true
			}
		}
		return false
	})
}

func (m *matcher) parts(p *Pattern, wanted, found []part, next func() bool) bool {
	if len(wanted) != len(found) {
		return false
	}
	if len(wanted) == 0 {
		return next()
	}
	rest := func() bool { return m.parts(p, wanted[1:], found[1:], next) }
	first := wanted[0]
	switch {
	case first.isName:
		return m.name(p, first, found[0], rest)
	case first.mode == optional && len(first.nodes) == 0:
		return rest()
	case first.mode == anyOrder:
		return m.anyOrder(p, first.nodes, found[0].nodes, make([]bool, len(found[0].nodes)), rest)
	}
	return m.inOrder(p, first.nodes, found[0].nodes, rest)
}

func (m *matcher) name(p *Pattern, wanted, found part, next func() bool) bool {
	if !found.isName {
		return false
	}
	if name, isMeta := p.metaName(wanted); isMeta {
		return m.bind(Capture{name: name, text: found.name, span: m.file.Token(found.token).Span, placed: true}, next)
	}
	if wanted.name != found.name {
		return m.refuse(nil, func() string {
			return fmt.Sprintf("the pattern has `%s` where the code has `%s`", wanted.name, found.name)
		})
	}
	return m.further(next)
}

// inOrder matches nodes one by one. A run matches any number of nodes.
func (m *matcher) inOrder(p *Pattern, wanted, found []syntax.Node, next func() bool) bool {
	if len(wanted) == 0 {
		return len(found) == 0 && next() || len(found) > 0 && m.refuse(found[0], func() string {
			return "the code continues with " + m.shown(found[0]) + ", which is not in the pattern; use ... to match any number"
		})
	}
	if m.spend(1) {
		return true
	}
	name, isRun := p.run(wanted[0])
	if !isRun && len(found) == 0 {
		return m.refuse(nil, func() string { return "the code has nothing for " + p.shown(wanted[0]) })
	}
	if !isRun {
		return len(found) > 0 && m.node(p, wanted[0], found[0], func() bool { return m.inOrder(p, wanted[1:], found[1:], next) })
	}
	shortest := 0
	if len(wanted) == 1 {
		shortest = len(found)
	}
	for count := shortest; count <= len(found); count++ {
		if m.bind(m.captureNodes(name, found[:count]...), func() bool { return m.inOrder(p, wanted[1:], found[count:], next) }) {
			return true
		}
	}
	return false
}

// anyOrder matches each node of the pattern to a different node, in any order.
func (m *matcher) anyOrder(p *Pattern, wanted, found []syntax.Node, taken []bool, next func() bool) bool {
	if len(wanted) == 0 {
		return next()
	}
	if _, isRun := p.run(wanted[0]); isRun {
		return m.anyOrder(p, wanted[1:], found, taken, next)
	}
	for i, node := range found {
		if taken[i] {
			continue
		}
		taken[i] = true
		stop := m.node(p, wanted[0], node, func() bool { return m.anyOrder(p, wanted[1:], found, taken, next) })
		taken[i] = false
		if stop {
			return true
		}
	}
	return m.refuse(nil, func() string { return "no part of it matches " + p.shown(wanted[0]) })
}

// text matches a string.
func (m *matcher) text(p *Pattern, wanted, found []atom, next func() bool) bool {
	if m.spend(1) {
		return true
	}
	m.spend(len(found) / bytesPerStep)
	if len(found) > 0 && found[0].expr == nil && found[0].text == "" {
		found = found[1:]
	}
	if len(wanted) == 0 {
		return len(found) == 0 && next()
	}
	first, rest := wanted[0], wanted[1:]
	if first.expr == nil {
		if first.text == "" {
			return m.text(p, rest, found, next)
		}
		if len(found) == 0 || found[0].expr != nil || !strings.HasPrefix(found[0].text, first.text) {
			return false
		}
		return m.text(p, rest, afterText(found, len(first.text)), next)
	}
	if name, isRun := p.run(first.expr); isRun {
		return m.textRun(p, name, rest, found, next)
	}
	return len(found) > 0 && found[0].expr != nil &&
		m.node(p, first.expr, found[0].expr, func() bool { return m.text(p, rest, found[1:], next) })
}

// afterText returns the string after its first length bytes, which must be text.
func afterText(atoms []atom, length int) []atom {
	if length == len(atoms[0].text) {
		return atoms[1:]
	}
	return append([]atom{{text: atoms[0].text[length:]}}, atoms[1:]...)
}

// textRun matches a run against as much of a string as the rest of the pattern leaves.
func (m *matcher) textRun(p *Pattern, name string, rest, found []atom, next func() bool) bool {
	try := func(taken string, left []atom) bool {
		m.spendText(len(taken))
		return m.bind(Capture{name: name, text: taken}, func() bool { return m.text(p, rest, left, next) })
	}
	if len(rest) == 0 {
		return try(m.render(found), nil)
	}
	taken := ""
	for i, atom := range found {
		m.spendText(len(taken) + len(atom.text))
		if atom.expr == nil && rest[0].expr == nil {
			for from := 0; ; {
				m.spendText(len(rest[0].text))
				at := strings.Index(atom.text[from:], rest[0].text)
				if at < 0 {
					break
				}
				if try(taken+atom.text[:from+at], afterText(found[i:], from+at)) {
					return true
				}
				from += at + 1
			}
		}
		if atom.expr != nil && rest[0].expr != nil && try(taken, found[i:]) {
			return true
		}
		taken += m.render(found[i : i+1])
	}
	return rest[0].expr != nil && try(taken, nil)
}

// render returns a part of a string as text, with expressions as written.
func (m *matcher) render(atoms []atom) string {
	var text strings.Builder
	for _, atom := range atoms {
		if atom.expr == nil {
			text.WriteString(atom.text)
			continue
		}
		text.WriteString("${" + strings.TrimPrefix(m.source(atom.expr, m.file.Extent(atom.expr)), "$") + "}")
	}
	return text.String()
}

// bind binds a metavariable to a value while next runs. It fails if the condition of the
// metavariable does not hold, or if it is bound to a different value.
func (m *matcher) bind(capture Capture, next func() bool) bool {
	if m.spend(1) {
		return true
	}
	if capture.name == anything || capture.name == "" {
		return next()
	}
	m.spend(len(m.bindings) / bytesPerStep)
	for i := range m.bindings {
		if m.bindings[i].name == capture.name {
			m.spendText(len(m.bindings[i].text) + len(capture.text))
			if !m.bindings[i].equal(&capture) {
				return m.refuse(nil, func() string {
					return fmt.Sprintf("$%s is %s in one place and %s in another", capture.name, clipped(m.bindings[i].text), clipped(capture.text))
				})
			}
			return m.further(next)
		}
	}
	if condition := m.conditions[capture.name]; condition != nil && !m.holds(condition, &capture) {
		return m.refuse(nil, func() string {
			return fmt.Sprintf("where.%s does not hold for %s", capture.name, clipped(capture.text))
		})
	}
	if wanted, isTyped := m.types[capture.name]; isTyped && !m.fits(wanted, &capture) {
		return m.refuse(nil, func() string {
			return fmt.Sprintf("%s is not known to be of the type %s", clipped(capture.text), wanted.text)
		})
	}
	m.bindings = append(m.bindings, capture)
	stop := m.further(next)
	m.bindings = m.bindings[:len(m.bindings)-1]
	return stop
}

// holds reports whether a condition holds. The condition's own patterns are not recorded as
// misses.
func (m *matcher) holds(condition *Condition, capture *Capture) bool {
	m.quiet++
	defer func() { m.quiet-- }()
	m.spendText(len(capture.text))
	return condition.holds(m, capture)
}

// Capture is the code that a metavariable is bound to.
type Capture struct {
	name  string
	nodes []syntax.Node
	// text is the value of a string, else the source text.
	text string
	// span is the capture's span; placed is true if it has one.
	span   syntax.Span
	placed bool
}

// Name returns the name of the metavariable, without its dollar.
func (c *Capture) Name() string { return c.name }

// Text returns the value of a string or a name, else the source text.
func (c *Capture) Text() string { return c.text }

// Span returns the span in the source text. ok is false for a part of a string and for an empty
// run.
func (c *Capture) Span() (span syntax.Span, ok bool) { return c.span, c.placed }

func (m *matcher) captureNodes(name string, nodes ...syntax.Node) Capture {
	capture := Capture{name: name, nodes: nodes}
	if len(nodes) == 0 || name == anything || name == "" {
		return capture
	}
	first, last := m.file.Extent(nodes[0]), m.file.Extent(nodes[len(nodes)-1])
	capture.span, capture.placed = syntax.Span{Start: first.Start, End: last.End}, true
	capture.text = m.source(nodes[0], capture.span)
	m.spendText(len(capture.text))
	if len(nodes) == 1 && isString(nodes[0]) {
		capture.text = m.render(atoms(nodes[0]))
	}
	return capture
}

// source returns the code in span, which begins with node. In a string, a variable may be
// written without its dollar.
func (m *matcher) source(node syntax.Node, span syntax.Span) string {
	text := m.file.Source.Slice(span)
	if token := m.file.Token(node.FirstToken()); token.Kind == syntax.Variable && !strings.HasPrefix(text, "$") {
		return "$" + text
	}
	return text
}

// equal reports whether two captures are equivalent.
func (c *Capture) equal(other *Capture) bool {
	if len(c.nodes) != 1 || len(other.nodes) != 1 || isString(c.nodes[0]) && isString(other.nodes[0]) {
		return c.text == other.text
	}
	return pn.Compact(pn.Of(bare(c.nodes[0]))) == pn.Compact(pn.Of(bare(other.nodes[0])))
}
