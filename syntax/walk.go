package syntax

// Cursor is a position in a walk: a node and the nodes around it.
type Cursor struct {
	path []Node
}

// Node returns the current node of the walk.
func (c *Cursor) Node() Node { return c.path[len(c.path)-1] }

// Parent returns the node around the current one, or nil at the root of the walk.
func (c *Cursor) Parent() Node { return c.Ancestor(1) }

// Ancestor returns the node that many levels up; 0 is the current one. It returns nil above the
// root of the walk.
func (c *Cursor) Ancestor(levels int) Node {
	if levels >= len(c.path) {
		return nil
	}
	return c.path[len(c.path)-1-levels]
}

// Depth returns the number of ancestors, 0 at the root of the walk.
func (c *Cursor) Depth() int { return len(c.path) - 1 }

// Walk visits root and everything in it, children in source order. It calls enter before a
// node's children, and visits them if enter returns true. It calls leave afterwards, even if
// the children were not visited. Either function may be nil. The Cursor is valid until the call
// returns.
func Walk(root Node, enter func(*Cursor) bool, leave func(*Cursor)) {
	if root == nil {
		return
	}
	cursor := &Cursor{path: make([]Node, 0, 32)}
	var visit func(Node)
	visit = func(node Node) {
		cursor.path = append(cursor.path, node)
		if enter == nil || enter(cursor) {
			EachChild(node, visit)
		}
		if leave != nil {
			leave(cursor)
		}
		cursor.path = cursor.path[:len(cursor.path)-1]
	}
	visit(root)
}

// Inspect visits root and everything in it, children in source order. It visits a node's
// children if visit returns true.
func Inspect(root Node, visit func(Node) bool) {
	if root == nil {
		return
	}
	var inspect func(Node)
	inspect = func(node Node) {
		if visit(node) {
			EachChild(node, inspect)
		}
	}
	inspect(root)
}

// EachChild calls visit for each direct child of node, in source order.
func EachChild(node Node, visit func(Node)) {
	one := func(child Node) {
		if child != nil {
			visit(child)
		}
	}
	switch n := node.(type) {
	case *Program:
		one(n.Body)
	case *BlockExpression:
		each(n.Statements, visit)
	case *ApplyBlockExpression:
		each(n.Statements, visit)
	case *AssignmentExpression:
		n.eachOperand(visit)
	case *ArithmeticExpression:
		n.eachOperand(visit)
	case *RelationshipExpression:
		n.eachOperand(visit)
	case *ComparisonExpression:
		n.eachOperand(visit)
	case *MatchExpression:
		n.eachOperand(visit)
	case *InExpression:
		n.eachOperand(visit)
	case *AndExpression:
		n.eachOperand(visit)
	case *OrExpression:
		n.eachOperand(visit)
	case *NamedAccessExpression:
		n.eachOperand(visit)
	case *ParenthesizedExpression:
		one(n.Expr)
	case *NotExpression:
		one(n.Expr)
	case *UnaryMinusExpression:
		one(n.Expr)
	case *UnfoldExpression:
		one(n.Expr)
	case *TextExpression:
		one(n.Expr)
	case *RenderExpression:
		one(n.Expr)
	case *VirtualQuery:
		one(n.Expr)
	case *ExportedQuery:
		one(n.Expr)
	case *AttributesOperation:
		one(n.Expr)
	case *AccessExpression:
		one(n.Left)
		each(n.Keys, visit)
	case *LiteralList:
		each(n.Values, visit)
	case *LiteralHash:
		each(n.Entries, visit)
	case *KeyedEntry:
		one(n.Key)
		one(n.Value)
	case *CaseExpression:
		one(n.Test)
		each(n.Options, visit)
	case *CaseOption:
		each(n.Values, visit)
		eachBlock(n.Then, visit)
	case *SelectorExpression:
		one(n.Left)
		each(n.Selectors, visit)
	case *SelectorEntry:
		one(n.Matching)
		one(n.Value)
	case *IfExpression:
		one(n.Test)
		one(n.Then)
		one(n.Else)
	case *UnlessExpression:
		one(n.Test)
		one(n.Then)
		one(n.Else)
	case *CollectExpression:
		one(n.TypeExpr)
		one(n.Query)
		each(n.Operations, visit)
	case *AttributeOperation:
		one(n.Value)
	case *Parameter:
		one(n.TypeExpr)
		one(n.Value)
	default:
		eachChildOfLarger(node, visit)
	}
}

// eachChildOfLarger is EachChild for definitions, calls, strings and
// resources.
func eachChildOfLarger(node Node, visit func(Node)) {
	one := func(child Node) {
		if child != nil {
			visit(child)
		}
	}
	switch n := node.(type) {
	case *HostClassDefinition:
		each(n.Parameters, visit)
		eachBlock(n.Body, visit)
	case *ResourceTypeDefinition:
		each(n.Parameters, visit)
		eachBlock(n.Body, visit)
	case *FunctionDefinition:
		each(n.Parameters, visit)
		one(n.ReturnType)
		eachBlock(n.Body, visit)
	case *PlanDefinition:
		each(n.Parameters, visit)
		eachBlock(n.Body, visit)
	case *NodeDefinition:
		each(n.HostMatches, visit)
		one(n.Parent)
		eachBlock(n.Body, visit)
	case *TypeAlias:
		one(n.TypeExpr)
	case *TypeMapping:
		one(n.TypeExpr)
		one(n.MappingExpr)
	case *TypeDefinition:
		eachBlock(n.Body, visit)
	case *ApplyExpression:
		each(n.Arguments, visit)
		if n.Body != nil {
			visit(n.Body)
		}
	case *LambdaExpression:
		each(n.Parameters, visit)
		one(n.ReturnType)
		one(n.Body)
	case *CallNamedFunctionExpression:
		n.eachPart(visit)
	case *CallMethodExpression:
		n.eachPart(visit)
	case *HeredocExpression:
		one(n.Text)
	case *ConcatenatedString:
		each(n.Segments, visit)
	case *VariableExpression:
		one(n.Number)
	case *EppExpression:
		eachBlock(n.Body, visit)
	case *ResourceExpression:
		one(n.TypeName)
		each(n.Bodies, visit)
	case *ResourceBody:
		one(n.Title)
		each(n.Operations, visit)
	case *ResourceDefaultsExpression:
		one(n.TypeRef)
		each(n.Operations, visit)
	case *ResourceOverrideExpression:
		one(n.Resources)
		each(n.Operations, visit)
	}
}

func (n *BinaryExpression) eachOperand(visit func(Node)) {
	if n.Left != nil {
		visit(n.Left)
	}
	if n.Right != nil {
		visit(n.Right)
	}
}

func (n *CallExpression) eachPart(visit func(Node)) {
	if n.Functor != nil {
		visit(n.Functor)
	}
	each(n.Arguments, visit)
	if n.Lambda != nil {
		visit(n.Lambda)
	}
}

func each[T Node](nodes []T, visit func(Node)) {
	for _, node := range nodes {
		visit(node)
	}
}

func eachBlock(block *BlockExpression, visit func(Node)) {
	if block != nil {
		visit(block)
	}
}
