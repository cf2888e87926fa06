package eval

import (
	"puppet-lint/checker/program"
	"puppet-lint/syntax"
)

// AttributeInfo returns the expression of an attribute's value in the hash from which a call
// creates resources. It returns nil if the expression is unknown.
func AttributeInfo(b *program.Body, c *Call, name string) syntax.Node {
	for i := len(c.nodes) - 1; i > 0; i-- {
		hash, ok := b.ValueLocation(c.nodes[i]).(*syntax.LiteralHash)
		if !ok {
			continue
		}
		if value := b.EntryOf(hash, name); value != nil {
			return value
		}
		if len(hash.Entries) == 1 { // the title of the only resource
			if inner, ok := b.ValueLocation(hash.Entries[0].Value).(*syntax.LiteralHash); ok {
				if value := b.EntryOf(inner, name); value != nil {
					return value
				}
			}
		}
	}
	return nil
}

// writtenHash returns the literal hash that gives node its value; nil if it is unknown.
func (e *Evaluator) writtenHash(node syntax.Node) *syntax.LiteralHash {
	if variable, ok := syntax.Unparenthesized(node).(*syntax.VariableExpression); ok && e.isOfLambda(variable.Name) {
		return nil
	}
	hash, _ := e.Body.ValueLocation(node).(*syntax.LiteralHash)
	return hash
}
