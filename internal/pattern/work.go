package pattern

import (
	"slices"
	"strings"

	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

// The limits of the work on a file. All rules share it, so that a few rules that can match in
// very many ways do not take forever. A step is a comparison of two nodes, or the handling of
// some text.
const (
	// maxSteps bounds the matching of one pattern with one node.
	maxSteps = 20000
	// stepsOfFile and stepsPerByte bound the matching of all rules with all nodes.
	stepsOfFile, stepsPerByte = 20000, 200
	// stepsOfMatch is what a match counts for, so that rules cannot find far more than the file
	// has bytes.
	stepsOfMatch = 100
	// bytesPerStep is how much text is handled in a step.
	bytesPerStep = 16
)

// Work is the matching of rules with one file. It bounds the work of all of them, and remembers
// what they ask about enclosing code. It serves one goroutine.
type Work struct {
	file *syntax.File
	// typer determines the types of code; if it is nil, only literals have known types.
	typer Typer
	// left is the number of steps that are left.
	left  int
	rules map[*Rule]*ruleWork
}

// ruleWork is what is known about one rule in a file.
type ruleWork struct {
	types      map[string]wantedType
	enclosings map[enclosing]enclosed
	// hasInner is set if conditions have patterns of their own, which may depend on any binding.
	hasInner bool
	// gaveUp is set if the rule was not applied to all code.
	gaveUp bool
}

// enclosing is the question whether a pattern matches an enclosing node. body is the body of a
// resource that must match, bound describes the values of the pattern's bound metavariables.
type enclosing struct {
	p     *Pattern
	node  syntax.Node
	body  *syntax.ResourceBody
	bound string
}

// enclosed is the answer: whether the pattern matches, and what it binds then. If it gave up,
// that is not known.
type enclosed struct {
	matches, gaveUp bool
	bindings        []Capture
}

// NewWork returns the work on a file. typer may be nil.
func NewWork(file *syntax.File, typer Typer) *Work {
	return &Work{file: file, typer: typer, left: stepsOfFile + stepsPerByte*len(file.Source.Text), rules: map[*Rule]*ruleWork{}}
}

// GaveUp reports whether a rule was not applied to all code, because that is too much work.
func (w *Work) GaveUp(rule *Rule) bool {
	of := w.rules[rule]
	return of != nil && of.gaveUp
}

// Wrote counts text that was written about a match as work: a step for each byte, since it is kept.
func (w *Work) Wrote(bytes int) { w.left -= bytes }

func (w *Work) of(rule *Rule) *ruleWork {
	of := w.rules[rule]
	if of == nil {
		of = &ruleWork{types: rule.types(), enclosings: map[enclosing]enclosed{}}
		for _, condition := range rule.Where {
			of.hasInner = of.hasInner || condition.hasPatterns()
		}
		w.rules[rule] = of
	}
	return of
}

// spend counts steps, and reports whether there were too many.
func (m *matcher) spend(steps int) bool {
	m.steps += steps
	m.work.left -= steps
	return m.isExhausted()
}

// spendText counts the handling of text.
func (m *matcher) spendText(bytes int) { m.spend(bytes / bytesPerStep) }

func (m *matcher) isExhausted() bool {
	if m.steps <= maxSteps && m.work.left >= 0 {
		return false
	}
	m.own.gaveUp = true
	return true
}

// encloses reports whether a pattern matches an enclosing node. Each question is answered once
// for all matches within the node.
func (m *matcher) encloses(p *Pattern, node syntax.Node, body *syntax.ResourceBody) enclosed {
	if m.spend(1) || !p.mayMatch(node) {
		return enclosed{}
	}
	question := enclosing{p, node, body, m.bound(p)}
	if known, isKnown := m.own.enclosings[question]; isKnown {
		return known
	}
	var answer enclosed
	steps, before := m.steps, len(m.bindings)
	m.steps, m.body = 0, body
	m.node(p, p.root, node, func() bool {
		if !m.isExhausted() {
			answer.matches, answer.bindings = true, append(answer.bindings, m.bindings[before:]...)
		}
		return true
	})
	answer.gaveUp = !answer.matches && m.isExhausted()
	m.steps, m.body = steps, nil
	m.own.enclosings[question] = answer
	return answer
}

// mayMatch reports whether a node has a kind that the pattern can match.
func (p *Pattern) mayMatch(node syntax.Node) bool {
	node = bare(node)
	return node != nil && (isString(p.root) && isString(node) || p.root.Kind() == node.Kind())
}

// bound describes the values of the bound metavariables on which a match of the pattern depends.
// Two values that are equal have the same description.
func (m *matcher) bound(p *Pattern) string {
	var text strings.Builder
	for i := range m.bindings {
		capture := &m.bindings[i]
		if !m.own.hasInner && !slices.Contains(p.captures, capture.name) {
			continue
		}
		before := text.Len()
		text.WriteString(capture.name + "\x00")
		if len(capture.nodes) == 1 {
			text.WriteString(bare(capture.nodes[0]).Kind().String() + pn.Compact(pn.Of(bare(capture.nodes[0]))))
		}
		text.WriteString("\x00" + capture.text + "\x00")
		m.spendText(text.Len() - before)
	}
	return text.String()
}
