package syntax

import "strings"

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

// TextInModule returns the value of a string in a file of a module, if the string interpolates only
// $module_name. isKnown is false for any other string.
func TextInModule(joined *ConcatenatedString, module string) (text string, isKnown bool) {
	var value strings.Builder
	for _, segment := range joined.Segments {
		switch segment := segment.(type) {
		case *LiteralString:
			value.WriteString(segment.Value)
		case *TextExpression:
			variable, isVariable := segment.Expr.(*VariableExpression)
			if !isVariable || variable.Name != "module_name" {
				return "", false
			}
			value.WriteString(module)
		default:
			return "", false
		}
	}
	return value.String(), true
}

// CalledFunction returns the name of the function that a node calls, without a leading "::", and
// its arguments. The value before the dot of a method call is the first argument. The name is empty
// if the node is not a call, or if the called expression is not a name.
func CalledFunction(node Node) (name string, arguments []Node) {
	switch node := node.(type) {
	case *CallNamedFunctionExpression:
		if functor, isName := node.Functor.(*QualifiedName); isName {
			return strings.TrimPrefix(functor.Value, "::"), node.Arguments
		}
	case *CallMethodExpression:
		access, isAccess := node.Functor.(*NamedAccessExpression)
		if !isAccess {
			return "", nil
		}
		if functor, isName := access.Right.(*QualifiedName); isName {
			return strings.TrimPrefix(functor.Value, "::"), append([]Node{access.Left}, node.Arguments...)
		}
	}
	return "", nil
}
