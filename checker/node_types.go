package checker

import "puppet-lint/syntax"

// nodeTypes are the types of the nodes that a body evaluates, joined over all
// evaluations. The nodes of a body are numbered side by side: only the range
// that was met is kept, so that a file of thousands of bodies costs each of them
// no more than its own nodes.
type nodeTypes struct {
	// first is the number of the node whose type stands first; types holds nil
	// for what was not evaluated.
	first syntax.NodeID
	types []Type
}

// at is the type of a node; nil when it was never evaluated.
func (n *nodeTypes) at(id syntax.NodeID) Type {
	if id < n.first || int(id-n.first) >= len(n.types) {
		return nil
	}
	return n.types[id-n.first]
}

// place is where the type of a node is kept.
func (n *nodeTypes) place(id syntax.NodeID) *Type {
	switch {
	case len(n.types) == 0:
		n.first = id
	case id < n.first:
		// As much again in front, so that going backwards stays linear, too.
		first := max(0, min(id, n.first-syntax.NodeID(len(n.types))))
		n.types = append(make([]Type, n.first-first, int(n.first-first)+len(n.types)), n.types...)
		n.first = first
	}
	if missing := int(id-n.first) + 1 - len(n.types); missing > 0 {
		n.types = append(n.types, make([]Type, missing)...)
	}
	return &n.types[id-n.first]
}

// addTo joins the types into a table by node of a whole file. Of a body whose
// types nobody wanted there are none.
func (n *nodeTypes) addTo(all []Type, join func(a, b Type) Type) {
	if n == nil {
		return
	}
	for i, t := range n.types {
		if t == nil {
			continue
		}
		id := int(n.first) + i
		if all[id] != nil {
			t = join(all[id], t)
		}
		all[id] = t
	}
}
