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
