package syntax

// Unparenthesized returns a node without the parentheses around it.
func Unparenthesized(node Node) Node {
	for {
		inner, isInner := node.(*ParenthesizedExpression)
		if !isInner {
			return node
		}
		node = inner.Expr
	}
}

// LiteralText returns the value of a string without interpolation or of a bare word. isLiteral
// is false for any other node.
func LiteralText(node Node) (text string, isLiteral bool) {
	switch node := node.(type) {
	case *LiteralString:
		return node.Value, true
	case *QualifiedName:
		return node.Value, true
	}
	return "", false
}
