package eval

import (
	"puppet-lint/syntax"
)

// NodeTypes holds the types of the nodes that a body evaluates, joined over all evaluations.
// The nodes of a body have adjacent numbers. Only the range evaluated is kept, so that each
// body of a file with thousands of them needs space only for its own nodes.
type NodeTypes struct {
	// first is the number of the node of types[0]. Types holds nil for nodes that were not
	// evaluated.
	first syntax.NodeID
	Types []Type
}

// At returns the type of a node; nil if it was never evaluated.
func (n *NodeTypes) At(id syntax.NodeID) Type {
	if id < n.first || int(id-n.first) >= len(n.Types) {
		return nil
	}
	return n.Types[id-n.first]
}

// Slot returns a pointer to the type of a node.
func (n *NodeTypes) Slot(id syntax.NodeID) *Type {
	switch {
	case len(n.Types) == 0:
		n.first = id
	case id < n.first:
		// Double the length at the front, so that going backwards is linear, too.
		first := max(0, min(id, n.first-syntax.NodeID(len(n.Types))))
		n.Types = append(make([]Type, n.first-first, int(n.first-first)+len(n.Types)), n.Types...)
		n.first = first
	}
	if missing := int(id-n.first) + 1 - len(n.Types); missing > 0 {
		n.Types = append(n.Types, make([]Type, missing)...)
	}
	return &n.Types[id-n.first]
}

// AddTo joins the types into a table of a whole file, indexed by node. n is nil for a body
// whose types were not kept.
func (n *NodeTypes) AddTo(all []Type, join func(a, b Type) Type) {
	if n == nil {
		return
	}
	for i, t := range n.Types {
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
