package syntax

// ParametersOf returns the parameters of a class, defined type, function, plan or lambda, and nil for
// any other node. The caller must not change them.
func ParametersOf(node Node) []*Parameter {
	switch node := node.(type) {
	case *HostClassDefinition:
		return node.Parameters
	case *ResourceTypeDefinition:
		return node.Parameters
	case *FunctionDefinition:
		return node.Parameters
	case *PlanDefinition:
		return node.Parameters
	case *LambdaExpression:
		return node.Parameters
	}
	return nil
}

// LambdaOf returns the lambda that a call passes, and nil if it passes none or the node is no call.
func LambdaOf(node Node) *LambdaExpression {
	switch node := node.(type) {
	case *CallNamedFunctionExpression:
		return node.Lambda
	case *CallMethodExpression:
		return node.Lambda
	}
	return nil
}

// IsDefinition reports whether a node is a definition with code of its own, which has its own
// variables: of a class, defined type, function, plan or node.
func IsDefinition(node Node) bool {
	switch node.(type) {
	case *HostClassDefinition, *ResourceTypeDefinition, *FunctionDefinition, *PlanDefinition, *NodeDefinition:
		return true
	}
	return false
}
