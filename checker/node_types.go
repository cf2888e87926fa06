package checker

import "puppet-lint/syntax"

// nodeTypes holds the types of the nodes that a body evaluates, joined over all evaluations.
// The nodes of a body have adjacent numbers. Only the range evaluated is kept, so that each
// body of a file with thousands of them needs space only for its own nodes.
type nodeTypes struct {
	// first is the number of the node of types[0]. types holds nil for nodes that were not
	// evaluated.
	first syntax.NodeID
	types []Type
}

// at returns the type of a node, nil if it was never evaluated.
func (n *nodeTypes) at(id syntax.NodeID) Type {
	if id < n.first || int(id-n.first) >= len(n.types) {
		return nil
	}
	return n.types[id-n.first]
}

// place returns a pointer to the type of a node.
func (n *nodeTypes) place(id syntax.NodeID) *Type {
	switch {
	case len(n.types) == 0:
		n.first = id
	case id < n.first:
		// Double the length at the front, so that going backwards is linear, too.
		first := max(0, min(id, n.first-syntax.NodeID(len(n.types))))
		n.types = append(make([]Type, n.first-first, int(n.first-first)+len(n.types)), n.types...)
		n.first = first
	}
	if missing := int(id-n.first) + 1 - len(n.types); missing > 0 {
		n.types = append(n.types, make([]Type, missing)...)
	}
	return &n.types[id-n.first]
}

// addTo joins the types into a table of a whole file, indexed by node. n is nil for a body
// whose types were not kept.
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
