package validate

import "puppet-lint/syntax"

// visit checks node and then its parts, in the order of Puppet's model (Puppet::Pops::Model),
// in which a parent always precedes its parts.
func (c *checker) visit(node syntax.Node) {
	if node == nil {
		return
	}
	kind := node.Kind()
	if !unchecked.Has(kind) {
		c.check(node)
	}
	if !leaves.Has(kind) {
		c.push(node)
		c.visitParts(node)
		c.pop()
	}
}

// visitStatements visits the statements of a block.
func (c *checker) visitStatements(statements []syntax.Node) {
	outer := c.statement
	for _, statement := range statements {
		c.enterStatement(statement)
		c.visit(statement)
	}
	c.statement = outer
}

// visitParts visits the parts of node.
func (c *checker) visitParts(node syntax.Node) {
	switch n := node.(type) {
	case *syntax.Program:
		c.enterStatement(n.Body)
		c.visit(n.Body)
	case *syntax.BlockExpression:
		c.visitStatements(n.Statements)
	case *syntax.ApplyBlockExpression:
		c.applyDepth++
		c.visitStatements(n.Statements)
		c.applyDepth--

	case *syntax.AssignmentExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.RelationshipExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.ArithmeticExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.ComparisonExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.MatchExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.InExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.AndExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.OrExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.NamedAccessExpression:
		c.visitBinary(&n.BinaryExpression)
	case *syntax.ParenthesizedExpression:
		c.visit(n.Expr)
	case *syntax.NotExpression:
		c.visit(n.Expr)
	case *syntax.UnaryMinusExpression:
		c.visit(n.Expr)
	case *syntax.UnfoldExpression:
		c.visit(n.Expr)
	case *syntax.TextExpression:
		c.visit(n.Expr)
	case *syntax.RenderExpression:
		c.visit(n.Expr)
	case *syntax.AccessExpression:
		c.visit(n.Left)
		visitAll(c, n.Keys)

	case *syntax.LiteralList:
		visitAll(c, n.Values)
	case *syntax.LiteralHash:
		visitAll(c, n.Entries)
	case *syntax.KeyedEntry:
		c.visit(n.Key)
		c.visit(n.Value)
	case *syntax.HeredocExpression:
		c.visit(n.Text)
	case *syntax.ConcatenatedString:
		visitAll(c, n.Segments)
	case *syntax.VariableExpression:
		c.visit(n.Number)

	case *syntax.CaseExpression:
		c.visit(n.Test)
		visitAll(c, n.Options)
	case *syntax.CaseOption:
		visitAll(c, n.Values)
		c.visitBlock(n.Then)
	case *syntax.SelectorExpression:
		c.visit(n.Left)
		visitAll(c, n.Selectors)
	case *syntax.SelectorEntry:
		c.visit(n.Matching)
		c.visit(n.Value)
	case *syntax.IfExpression:
		c.visit(n.Test)
		c.visit(n.Then)
		c.visit(n.Else)
	case *syntax.UnlessExpression:
		c.visit(n.Test)
		c.visit(n.Then)
		c.visit(n.Else)
	case *syntax.CallNamedFunctionExpression:
		c.visitCall(&n.CallExpression)
	case *syntax.CallMethodExpression:
		c.visitCall(&n.CallExpression)
	case *syntax.LambdaExpression:
		visitAll(c, n.Parameters)
		c.visit(n.Body)
		c.visit(n.ReturnType)
	case *syntax.EppExpression:
		c.visitBlock(n.Body)
	case *syntax.Parameter:
		c.visit(n.Value)
		c.visit(n.TypeExpr)

	case *syntax.CollectExpression:
		c.visit(n.TypeExpr)
		c.visit(n.Query)
		visitAll(c, n.Operations)
	case *syntax.VirtualQuery:
		c.visit(n.Expr)
	case *syntax.ExportedQuery:
		c.visit(n.Expr)
	case *syntax.ResourceExpression:
		c.visit(n.TypeName)
		visitAll(c, n.Bodies)
	case *syntax.ResourceBody:
		c.visit(n.Title)
		visitAll(c, n.Operations)
	case *syntax.ResourceDefaultsExpression:
		c.visit(n.TypeRef)
		visitAll(c, n.Operations)
	case *syntax.ResourceOverrideExpression:
		c.visit(n.Resources)
		visitAll(c, n.Operations)
	case *syntax.AttributeOperation:
		c.visit(n.Value)
	case *syntax.AttributesOperation:
		c.visit(n.Expr)

	case *syntax.HostClassDefinition:
		c.visitDefinition(&n.NamedDefinition)
	case *syntax.ResourceTypeDefinition:
		c.visitDefinition(&n.NamedDefinition)
	case *syntax.FunctionDefinition:
		c.visitDefinition(&n.NamedDefinition)
		c.visit(n.ReturnType)
	case *syntax.PlanDefinition:
		c.visitDefinition(&n.NamedDefinition)
	case *syntax.NodeDefinition:
		c.visit(n.Parent)
		visitAll(c, n.HostMatches)
		c.visitBlock(n.Body)
	case *syntax.TypeAlias:
		c.visit(n.TypeExpr)
	case *syntax.TypeMapping:
		c.visit(n.TypeExpr)
		c.visit(n.MappingExpr)
	case *syntax.TypeDefinition:
		c.visitBlock(n.Body)
	case *syntax.ApplyExpression:
		visitAll(c, n.Arguments)
		if n.Body != nil {
			c.visit(n.Body)
		}
	}
}

func (c *checker) visitBinary(n *syntax.BinaryExpression) {
	c.visit(n.Left)
	c.visit(n.Right)
}

func (c *checker) visitCall(n *syntax.CallExpression) {
	c.visit(n.Functor)
	visitAll(c, n.Arguments)
	if n.Lambda != nil {
		c.visit(n.Lambda)
	}
}

func (c *checker) visitDefinition(n *syntax.NamedDefinition) {
	visitAll(c, n.Parameters)
	c.visitBlock(n.Body)
}

func (c *checker) visitBlock(block *syntax.BlockExpression) {
	if block != nil {
		c.visit(block)
	}
}

func (c *checker) push(node syntax.Node) { c.path = append(c.path, node) }

func (c *checker) pop() { c.path = c.path[:len(c.path)-1] }

// container returns the n-th node around the checked one; 0 is the nearest. It returns nil
// beyond the program.
func (c *checker) container(n int) syntax.Node {
	if n >= len(c.path) {
		return nil
	}
	return c.path[len(c.path)-1-n]
}

// visitAll checks the nodes of a list.
func visitAll[N syntax.Node](c *checker, nodes []N) {
	for _, node := range nodes {
		c.visit(node)
	}
}

var (
	// leaves holds the kinds of nodes without parts.
	leaves = syntax.NewKindSet(
		syntax.KindNop, syntax.KindBadExpr, syntax.KindLiteralString, syntax.KindLiteralInteger, syntax.KindLiteralFloat,
		syntax.KindLiteralBoolean, syntax.KindLiteralUndef, syntax.KindLiteralDefault, syntax.KindLiteralRegularExpression,
		syntax.KindQualifiedName, syntax.KindQualifiedReference, syntax.KindReservedWord, syntax.KindRenderStringExpression,
	)
	// unchecked holds the kinds of nodes that are never wrong by themselves.
	unchecked = syntax.NewKindSet(
		syntax.KindNop, syntax.KindBadExpr, syntax.KindLiteralString, syntax.KindLiteralFloat, syntax.KindLiteralBoolean,
		syntax.KindLiteralUndef, syntax.KindLiteralDefault, syntax.KindQualifiedName, syntax.KindQualifiedReference,
		syntax.KindRenderStringExpression, syntax.KindConcatenatedString, syntax.KindAccessExpression,
		syntax.KindNamedAccessExpression, syntax.KindCallMethodExpression,
	)
)
