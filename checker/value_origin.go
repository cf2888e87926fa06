package checker

import (
	"slices"

	"puppet-lint/syntax"
)

// placeOfValue returns the expression that gives node its value: for a variable that the body
// sets only once, the expression assigned to it.
func (b *body) placeOfValue(node syntax.Node) syntax.Node {
	for range maxAncestors {
		variable, ok := unparenthesized(node).(*syntax.VariableExpression)
		if !ok {
			break
		}
		value := b.onlyValue(variable.Name)
		if value == nil {
			break
		}
		node = value
	}
	return unparenthesized(node)
}

// onlyValue returns the expression that the body assigns to a variable, nil unless there is
// exactly one assignment.
func (b *body) onlyValue(name string) (value syntax.Node) {
	count := 0
	syntax.Inspect(b.node, func(node syntax.Node) bool {
		if assignment, ok := node.(*syntax.AssignmentExpression); ok {
			for _, target := range targetsOf(assignment.Left) {
				if target != name {
					continue
				}
				count++
				if _, alone := assignment.Left.(*syntax.VariableExpression); alone {
					value = assignment.Right
				}
			}
		}
		return true
	})
	if count != 1 {
		return nil
	}
	return value
}

// placeOfAttribute returns the expression that sets an attribute in a hash of resources or of
// attributes from which a call creates resources. It returns nil if it is not known.
func placeOfAttribute(b *body, c *call, name string) syntax.Node {
	for i := len(c.nodes) - 1; i > 0; i-- {
		hash, ok := b.placeOfValue(c.nodes[i]).(*syntax.LiteralHash)
		if !ok {
			continue
		}
		if value := b.entryOf(hash, name); value != nil {
			return value
		}
		if len(hash.Entries) == 1 { // the title of the one resource
			if inner, ok := b.placeOfValue(hash.Entries[0].Value).(*syntax.LiteralHash); ok {
				if value := b.entryOf(inner, name); value != nil {
					return value
				}
			}
		}
	}
	return nil
}

func (b *body) entryOf(hash *syntax.LiteralHash, key string) syntax.Node {
	if entry := entryOf(hash, key); entry != nil {
		return b.placeOfValue(entry.Value)
	}
	return nil
}

// entryOf returns the entry of a hash with a key, or nil. hash may be nil.
func entryOf(hash *syntax.LiteralHash, key string) *syntax.KeyedEntry {
	if hash == nil {
		return nil
	}
	for _, entry := range slices.Backward(hash.Entries) { // the last one counts
		if literalText(entry.Key) == key {
			return entry
		}
	}
	return nil
}

// writtenHash returns the literal hash that gives node its value, nil if it is not known.
func (e *evaluator) writtenHash(node syntax.Node) *syntax.LiteralHash {
	if variable, ok := unparenthesized(node).(*syntax.VariableExpression); ok && e.isOfLambda(variable.Name) {
		return nil
	}
	hash, _ := e.body.placeOfValue(node).(*syntax.LiteralHash)
	return hash
}
