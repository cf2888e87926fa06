package pattern

import (
	"strconv"
	"strings"

	"puppet-lint/syntax"
)

// structure is the part of a node that matching compares. Two nodes match if their kinds and labels
// are equal and their parts match one by one.
type structure struct {
	// label holds everything except nodes: an operator, the value of a literal.
	label string
	parts []part
}

// size returns the number of nodes in all parts.
func (s structure) size() int {
	size := 0
	for i := range s.parts {
		size += len(s.parts[i].nodes)
	}
	return size
}

// mode is how the nodes of a part are compared.
type mode uint8

const (
	// inOrder compares all nodes in order. A run matches any number of nodes.
	inOrder mode = iota
	// anyOrder requires a different node for each node of the pattern; there may be more nodes.
	anyOrder
	// optional is like inOrder, but matches anything if the pattern has no nodes.
	optional
)

// part is a group of child nodes, or a name that is not a node.
type part struct {
	mode  mode
	nodes []syntax.Node
	// isName is true for a part that is a name; token is then the index of its token.
	isName bool
	name   string
	token  int
}

func one(node syntax.Node) part {
	if node == nil {
		return part{}
	}
	return part{nodes: []syntax.Node{node}}
}

func maybe(node syntax.Node) part {
	part := one(node)
	part.mode = optional
	return part
}

func list[N syntax.Node](mode mode, nodes []N) part {
	all := make([]syntax.Node, len(nodes))
	for i, node := range nodes {
		all[i] = node
	}
	return part{mode: mode, nodes: all}
}

func named(name string, token int) part { return part{isName: true, name: name, token: token} }

// block returns the statements of a body, which is a block or a single statement.
func block(body syntax.Node) part {
	switch body := body.(type) {
	case nil:
		return part{}
	case *syntax.BlockExpression:
		if body == nil {
			return part{}
		}
		return list(inOrder, body.Statements)
	}
	return one(body)
}

func blockOf(body *syntax.BlockExpression) part {
	if body == nil {
		return part{}
	}
	return list(inOrder, body.Statements)
}

// lambda returns an optional lambda.
func lambda(node *syntax.LambdaExpression) part {
	if node == nil {
		return part{mode: optional}
	}
	return maybe(node)
}

// structureOf returns the structure of a node. ok is false for a node that patterns do not support; it
// matches nothing.
func structureOf(node syntax.Node) (structure structure, ok bool) {
	switch n := node.(type) {
	case *syntax.BlockExpression:
		return parts(list(inOrder, n.Statements)), true
	case *syntax.AssignmentExpression:
		return binary(&n.BinaryExpression), true
	case *syntax.ArithmeticExpression:
		return binary(&n.BinaryExpression), true
	case *syntax.RelationshipExpression:
		return binary(&n.BinaryExpression), true
	case *syntax.ComparisonExpression:
		return binary(&n.BinaryExpression), true
	case *syntax.MatchExpression:
		return binary(&n.BinaryExpression), true
	case *syntax.InExpression:
		return binary(&n.BinaryExpression), true
	case *syntax.AndExpression:
		return binary(&n.BinaryExpression), true
	case *syntax.OrExpression:
		return binary(&n.BinaryExpression), true
	case *syntax.NamedAccessExpression:
		return binary(&n.BinaryExpression), true
	case *syntax.NotExpression:
		return parts(one(n.Expr)), true
	case *syntax.UnaryMinusExpression:
		return parts(one(n.Expr)), true
	case *syntax.UnfoldExpression:
		return parts(one(n.Expr)), true
	case *syntax.TextExpression:
		return parts(one(n.Expr)), true
	case *syntax.VirtualQuery:
		return parts(maybe(n.Expr)), true
	case *syntax.ExportedQuery:
		return parts(maybe(n.Expr)), true
	case *syntax.AccessExpression:
		return parts(one(n.Left), list(inOrder, n.Keys)), true
	case *syntax.LiteralList:
		return parts(list(inOrder, n.Values)), true
	case *syntax.LiteralHash:
		return parts(list(anyOrder, n.Entries)), true
	case *syntax.KeyedEntry:
		return parts(one(n.Key), one(n.Value)), true
	case *syntax.CaseExpression:
		return parts(one(n.Test), list(anyOrder, n.Options)), true
	case *syntax.CaseOption:
		return parts(list(inOrder, n.Values), blockOf(n.Then)), true
	case *syntax.SelectorExpression:
		return parts(one(n.Left), list(anyOrder, n.Selectors)), true
	case *syntax.SelectorEntry:
		return parts(one(n.Matching), one(n.Value)), true
	case *syntax.IfExpression:
		return conditional(n.Test, n.Then, n.Else), true
	case *syntax.UnlessExpression:
		return conditional(n.Test, n.Then, n.Else), true
	case *syntax.CallNamedFunctionExpression:
		return call(&n.CallExpression), true
	case *syntax.CallMethodExpression:
		return call(&n.CallExpression), true
	case *syntax.LambdaExpression:
		return parts(list(inOrder, n.Parameters), maybe(n.ReturnType), block(n.Body)), true
	}
	if structure, ok := structureOfLiteral(node); ok {
		return structure, true
	}
	return structureOfDefinition(node)
}

func parts(parts ...part) structure { return structure{parts: parts} }

func binary(n *syntax.BinaryExpression) structure {
	return structure{label: n.Operator.Text(), parts: []part{one(n.Left), one(n.Right)}}
}

func call(n *syntax.CallExpression) structure {
	return parts(one(n.Functor), list(inOrder, n.Arguments), lambda(n.Lambda))
}

// conditional returns the structure of an if or an unless. A pattern without an else matches any
// else.
func conditional(test, then, otherwise syntax.Node) structure {
	last := block(otherwise)
	last.mode = optional
	return parts(one(test), block(then), last)
}

func structureOfLiteral(node syntax.Node) (structure, bool) {
	switch n := node.(type) {
	case *syntax.LiteralInteger:
		if n.Big != "" {
			return structure{label: n.Big}, true
		}
		return structure{label: strconv.FormatInt(n.Value, 10)}, true
	case *syntax.LiteralFloat:
		return structure{label: strconv.FormatFloat(n.Value, 'g', -1, 64)}, true
	case *syntax.LiteralBoolean:
		return structure{label: strconv.FormatBool(n.Value)}, true
	case *syntax.LiteralUndef, *syntax.LiteralDefault, *syntax.Nop:
		return structure{}, true
	case *syntax.LiteralRegularExpression:
		return structure{label: n.Pattern}, true
	case *syntax.QualifiedReference:
		return structure{label: reference(n.Value)}, true
	case *syntax.ReservedWord:
		return structure{label: n.Word}, true
	case *syntax.VariableExpression:
		return structure{label: n.Name}, n.Number == nil
	}
	return structure{}, false
}

// reference returns the normalized name of a type, which Puppet compares without case.
func reference(name string) string { return strings.ToLower(strings.TrimPrefix(name, "::")) }

func structureOfDefinition(node syntax.Node) (structure, bool) {
	switch n := node.(type) {
	case *syntax.HostClassDefinition:
		parent := part{mode: optional}
		if n.ParentToken >= 0 && n.ParentClass != "" {
			parent = named(strings.TrimPrefix(n.ParentClass, "::"), int(n.ParentToken))
			parent.mode = optional
		}
		return definition(&n.NamedDefinition, parent), true
	case *syntax.ResourceTypeDefinition:
		return definition(&n.NamedDefinition), true
	case *syntax.PlanDefinition:
		return definition(&n.NamedDefinition), true
	case *syntax.FunctionDefinition:
		return definition(&n.NamedDefinition, maybe(n.ReturnType)), true
	case *syntax.NodeDefinition:
		return parts(list(inOrder, n.HostMatches), maybe(n.Parent), blockOf(n.Body)), true
	case *syntax.TypeAlias:
		return parts(named(n.Name, int(n.NameToken)), one(n.TypeExpr)), true
	case *syntax.Parameter:
		return structure{label: strconv.FormatBool(n.CapturesRest), parts: []part{
			maybe(n.TypeExpr), named(n.Name, int(n.NameToken)), maybe(n.Value)}}, true
	case *syntax.ResourceExpression:
		return structure{label: form(n.Form), parts: []part{one(n.TypeName), list(anyOrder, n.Bodies)}}, true
	case *syntax.ResourceBody:
		return parts(one(n.Title), list(anyOrder, n.Operations)), true
	case *syntax.ResourceDefaultsExpression:
		return structure{label: form(n.Form), parts: []part{one(n.TypeRef), list(anyOrder, n.Operations)}}, true
	case *syntax.ResourceOverrideExpression:
		return structure{label: form(n.Form), parts: []part{one(n.Resources), list(anyOrder, n.Operations)}}, true
	case *syntax.CollectExpression:
		return parts(one(n.TypeExpr), one(n.Query), list(anyOrder, n.Operations)), true
	case *syntax.AttributeOperation:
		return structure{label: n.Operator.Text(), parts: []part{named(n.Name, int(n.NameToken)), one(n.Value)}}, true
	case *syntax.AttributesOperation:
		return parts(one(n.Expr)), true
	}
	return structure{}, false
}

func definition(n *syntax.NamedDefinition, more ...part) structure {
	all := []part{named(strings.TrimPrefix(n.Name, "::"), int(n.NameToken)), list(anyOrder, n.Parameters)}
	all = append(all, more...)
	return parts(append(all, blockOf(n.Body))...)
}

// form returns "" for a regular resource. In a pattern, a regular resource also matches virtual
// and exported ones.
func form(form syntax.ResourceForm) string {
	if form == syntax.Regular {
		return ""
	}
	return form.String()
}
