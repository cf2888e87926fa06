package ruby

import "strings"

// GivenFacts returns the names of the facts that a test of rspec-puppet sets, in text order. A
// name may occur more than once. The names are the outermost keys of hashes that the test calls
// facts:
//
//	let(:facts) { os_facts.merge(cluster: 'a') }
//	context 'x', facts: { 'version' => 1 } do … end
//	facts[:name] = 1
//	add_custom_fact :role, 'web'
//
// A text that is not fully understood is searched as far as possible.
func (r *Reader) GivenFacts(text string) []string {
	if len(text) > MaxSize || !strings.Contains(text, "fact") && !hasFactsInName(text) {
		return nil
	}
	statements, _ := r.parse(text)
	given := &givenFacts{}
	walkAll(statements, given.visit)
	return given.names
}

type givenFacts struct{ names []string }

// visit looks for facts that n sets, and reports whether to look below n.
func (g *givenFacts) visit(n *node) bool {
	switch n.kind {
	case callNode:
		return g.call(n)
	case assignNode:
		value := n.args[len(n.args)-1]
		for _, target := range n.args[:len(n.args)-1] {
			if target.kind == callNode && target.text == "[]" && isCalledFacts(target.receiver) {
				g.addNames(target.args)
			} else if isCalledFacts(target) {
				g.addKeys(value)
			}
		}
	case defNode:
		if hasFactsInName(n.text) {
			g.addKeysOfAll(n.body)
		}
	case hashNode:
		for i := 0; i+1 < len(n.args); i += 2 {
			if key := n.args[i]; key != nil && isNameLiteral(key) && hasFactsInName(key.text) {
				g.addKeys(n.args[i+1])
			}
		}
	}
	return true
}

// call looks for facts that a call gives, and reports whether to look below it.
func (g *givenFacts) call(n *node) bool {
	switch {
	case (n.isCall("let") || n.isCall("let!")) && len(n.args) > 0 && isNameLiteral(n.args[0]):
		if hasFactsInName(n.args[0].text) && n.block != nil {
			g.addKeysOfAll(n.block.body)
		}
	case n.isCall("add_custom_fact") && len(n.args) > 0:
		g.addNames(n.args[:1])
	case n.text == "[]":
	case hasFactsInName(n.text) || isCalledFacts(n.receiver): // facts.merge(…), override_facts(…)
		for _, arg := range n.args {
			g.addKeys(arg)
		}
	}
	return true
}

// addKeys adds the keys of the outermost hashes in a value. Keys of inner hashes name parts of
// a fact, and are skipped.
func (g *givenFacts) addKeys(value *node) {
	value.walk(func(n *node) bool {
		if n.kind != hashNode {
			return true
		}
		for i := 0; i+1 < len(n.args); i += 2 {
			if n.args[i] == nil {
				g.addKeys(n.args[i+1])
			} else {
				g.addNames(n.args[i : i+1])
			}
		}
		return false
	})
}

func (g *givenFacts) addKeysOfAll(statements []*node) {
	for _, statement := range statements {
		g.addKeys(statement)
	}
}

func (g *givenFacts) addNames(literals []*node) {
	for _, literal := range literals {
		if isNameLiteral(literal) {
			g.names = append(g.names, literal.text)
		}
	}
}

// isNameLiteral reports whether n is a symbol or string without interpolation.
func isNameLiteral(n *node) bool {
	return n != nil && (n.kind == symbolNode || n.kind == stringNode) && !n.computed
}

// isCalledFacts reports whether n is a variable, constant, call or attribute with "facts" in
// its name, or the result of a method such as merge on one.
func isCalledFacts(n *node) bool {
	for ; n != nil; n = n.receiver {
		switch n.kind {
		case callNode, constantNode, instanceVariableNode, globalVariableNode, classVariableNode:
			if hasFactsInName(n.text) {
				return true
			}
		default:
			return false
		}
	}
	return false
}

func hasFactsInName(name string) bool { return strings.Contains(strings.ToLower(name), "facts") }
