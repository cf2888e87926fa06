package pn

import (
	"math/big"

	"puppet-lint/internal/rubyregexp"
	"puppet-lint/syntax"
)

// Of converts a tree to PN.
func Of(node syntax.Node) Node {
	switch n := node.(type) {
	case *syntax.Program:
		return Of(n.Body)
	case *syntax.BlockExpression:
		return call("block", list(n.Statements)...)
	case *syntax.ApplyBlockExpression:
		return call("block", list(n.Statements)...)
	case *syntax.AssignmentExpression:
		return binary(n.BinaryExpression)
	case *syntax.ArithmeticExpression:
		return binary(n.BinaryExpression)
	case *syntax.RelationshipExpression:
		return binary(n.BinaryExpression)
	case *syntax.ComparisonExpression:
		return binary(n.BinaryExpression)
	case *syntax.MatchExpression:
		return binary(n.BinaryExpression)
	case *syntax.InExpression:
		return binary(n.BinaryExpression)
	case *syntax.AndExpression:
		return binary(n.BinaryExpression)
	case *syntax.OrExpression:
		return binary(n.BinaryExpression)
	case *syntax.NamedAccessExpression:
		return binary(n.BinaryExpression)
	case *syntax.ParenthesizedExpression:
		return call("paren", Of(n.Expr))
	case *syntax.NotExpression:
		return call("!", Of(n.Expr))
	case *syntax.UnaryMinusExpression:
		return minus(n.Expr)
	case *syntax.UnfoldExpression:
		return call("unfold", Of(n.Expr))
	case *syntax.TextExpression:
		return call("str", Of(n.Expr))
	case *syntax.RenderExpression:
		return call("render", Of(n.Expr))
	case *syntax.VirtualQuery:
		return query("virtual-query", n.Expr)
	case *syntax.ExportedQuery:
		return query("exported-query", n.Expr)
	case *syntax.AttributesOperation:
		return call("splat-hash", Of(n.Expr))
	case *syntax.AttributeOperation:
		return call(n.Operator.Text(), text(n.Name), Of(n.Value))
	case *syntax.AccessExpression:
		return call("access", append([]Node{Of(n.Left)}, list(n.Keys)...)...)
	case *syntax.LiteralList:
		return call("array", list(n.Values)...)
	case *syntax.LiteralHash:
		return call("hash", list(n.Entries)...)
	case *syntax.KeyedEntry:
		return call("=>", Of(n.Key), Of(n.Value))
	case *syntax.CaseExpression:
		return call("case", Of(n.Test), List{list(n.Options)})
	case *syntax.CaseOption:
		return Map{[]Entry{{"when", List{list(n.Values)}}, {"then", body(n.Then)}}}
	case *syntax.SelectorExpression:
		return call("?", Of(n.Left), List{list(n.Selectors)})
	case *syntax.SelectorEntry:
		return call("=>", Of(n.Matching), Of(n.Value))
	case *syntax.IfExpression:
		return conditional("if", n.Test, n.Then, n.Else)
	case *syntax.UnlessExpression:
		return conditional("unless", n.Test, n.Then, n.Else)
	case *syntax.CollectExpression:
		entries := []Entry{{"type", Of(n.TypeExpr)}, {"query", Of(n.Query)}}
		if len(n.Operations) > 0 {
			entries = append(entries, Entry{"ops", List{list(n.Operations)}})
		}
		return call("collect", Map{entries})
	}
	return ofLarger(node)
}

// ofLarger is Of for definitions, calls, resources, templates and literals.
func ofLarger(node syntax.Node) Node {
	switch n := node.(type) {
	case *syntax.HostClassDefinition:
		return definition("class", n.NamedDefinition, n.ParentClass, nil)
	case *syntax.ResourceTypeDefinition:
		return definition("define", n.NamedDefinition, "", nil)
	case *syntax.FunctionDefinition:
		return definition("function", n.NamedDefinition, "", n.ReturnType)
	case *syntax.PlanDefinition:
		return definition("plan", n.NamedDefinition, "", nil)
	case *syntax.NodeDefinition:
		entries := []Entry{{"matches", List{list(n.HostMatches)}}}
		if n.Parent != nil {
			entries = append(entries, Entry{"parent", Of(n.Parent)})
		}
		if n.Body != nil {
			entries = append(entries, Entry{"body", body(n.Body)})
		}
		return call("node", Map{entries})
	case *syntax.TypeAlias:
		return call("type-alias", text(n.Name), Of(n.TypeExpr))
	case *syntax.TypeMapping:
		return call("type-mapping", Of(n.TypeExpr), Of(n.MappingExpr))
	case *syntax.TypeDefinition:
		parent := Node(Literal{nil})
		if n.Parent != "" {
			parent = text(n.Parent)
		}
		return call("type-definition", text(n.Name), parent, ofBlock(n.Body))
	case *syntax.LambdaExpression:
		var entries []Entry
		if len(n.Parameters) > 0 {
			entries = append(entries, parameters(n.Parameters))
		}
		if n.ReturnType != nil {
			entries = append(entries, Entry{"returns", Of(n.ReturnType)})
		}
		if n.Body != nil {
			entries = append(entries, Entry{"body", body(n.Body)})
		}
		return call("lambda", Map{entries})
	case *syntax.CallNamedFunctionExpression:
		return function("call", "invoke", n.CallExpression)
	case *syntax.CallMethodExpression:
		return function("call-method", "invoke-method", n.CallExpression)
	case *syntax.HeredocExpression:
		var entries []Entry
		if n.Syntax != "" {
			entries = append(entries, Entry{"syntax", text(n.Syntax)})
		}
		return call("heredoc", Map{append(entries, Entry{"text", Of(n.Text)})})
	case *syntax.ConcatenatedString:
		return call("concat", list(n.Segments)...)
	case *syntax.EppExpression:
		if n.Body == nil {
			return call("epp")
		}
		return call("epp", list(n.Body.Statements)...)
	case *syntax.RenderStringExpression:
		return call("render-s", text(n.Value))
	case *syntax.ResourceExpression:
		return resource("resource", n.Form,
			Entry{"type", Of(n.TypeName)}, Entry{"bodies", List{bodies(n.Bodies)}})
	case *syntax.ResourceDefaultsExpression:
		return resource("resource-defaults", n.Form,
			Entry{"type", Of(n.TypeRef)}, Entry{"ops", List{list(n.Operations)}})
	case *syntax.ResourceOverrideExpression:
		return resource("resource-override", n.Form,
			Entry{"resources", Of(n.Resources)}, Entry{"ops", List{list(n.Operations)}})
	}
	return ofLiteral(node)
}

func ofLiteral(node syntax.Node) Node {
	switch n := node.(type) {
	case *syntax.LiteralString:
		return text(n.Value)
	case *syntax.LiteralInteger:
		if n.Radix != 10 {
			return call("int", Map{[]Entry{{"radix", Literal{int64(n.Radix)}}, {"value", integer(n, false)}}})
		}
		return integer(n, false)
	case *syntax.LiteralFloat:
		return Literal{n.Value}
	case *syntax.LiteralBoolean:
		return Literal{n.Value}
	case *syntax.LiteralUndef:
		return Literal{nil}
	case *syntax.LiteralDefault:
		return call("default")
	case *syntax.LiteralRegularExpression:
		return call("regexp", text(rubyregexp.MarkEncoding(n.Pattern)))
	case *syntax.QualifiedName:
		return call("qn", text(n.Value))
	case *syntax.QualifiedReference:
		return call("qr", text(n.Value))
	case *syntax.ReservedWord:
		return call("reserved", text(n.Word))
	case *syntax.VariableExpression:
		return variable(n)
	case *syntax.BadExpr:
		return call("bad")
	}
	return call("nop")
}

func call(name string, elements ...Node) Node { return Call{name, elements} }

func text(value string) Node { return Literal{value} }

func list[T syntax.Node](nodes []T) []Node {
	elements := make([]Node, len(nodes))
	for i, node := range nodes {
		elements[i] = Of(node)
	}
	return elements
}

func binary(n syntax.BinaryExpression) Node {
	return call(n.Operator.Text(), Of(n.Left), Of(n.Right))
}

// minus converts a unary minus. It makes the operand negative if that is a number.
func minus(operand syntax.Node) Node {
	switch n := operand.(type) {
	case *syntax.LiteralInteger:
		return integer(n, true)
	case *syntax.LiteralFloat:
		return Literal{-n.Value}
	}
	return call("-", Of(operand))
}

func integer(n *syntax.LiteralInteger, negative bool) Node {
	value := n.Value
	if n.Big != "" {
		number, _ := new(big.Int).SetString(n.Big, 10)
		if negative {
			number.Neg(number)
		}
		return Literal{number}
	}
	if negative {
		value = -value
	}
	return Literal{value}
}

func query(name string, expression syntax.Node) Node {
	if expression == nil {
		return call(name)
	}
	return call(name, Of(expression))
}

func ofBlock(block *syntax.BlockExpression) Node {
	if block == nil {
		return call("nop")
	}
	return Of(block)
}

// body converts a body to the list of its statements. The list of an empty body contains a nop.
func body(node syntax.Node) Node {
	block, ok := node.(*syntax.BlockExpression)
	switch {
	case ok && block == nil:
		return List{[]Node{call("nop")}}
	case ok:
		return List{list(block.Statements)}
	}
	return List{[]Node{Of(node)}}
}

func conditional(name string, test, then, otherwise syntax.Node) Node {
	entries := []Entry{{"test", Of(test)}}
	if then != nil {
		entries = append(entries, Entry{"then", body(then)})
	}
	if otherwise != nil {
		entries = append(entries, Entry{"else", body(otherwise)})
	}
	return call(name, Map{entries})
}

func definition(kind string, n syntax.NamedDefinition, parent string, returns syntax.Node) Node {
	entries := []Entry{{"name", text(n.Name)}}
	if parent != "" {
		entries = append(entries, Entry{"parent", text(parent)})
	}
	if len(n.Parameters) > 0 {
		entries = append(entries, parameters(n.Parameters))
	}
	if n.Body != nil {
		entries = append(entries, Entry{"body", body(n.Body)})
	}
	if returns != nil {
		entries = append(entries, Entry{"returns", Of(returns)})
	}
	return call(kind, Map{entries})
}

func parameters(list []*syntax.Parameter) Entry {
	params := make([]Entry, len(list))
	for i, parameter := range list {
		var entries []Entry
		if parameter.TypeExpr != nil {
			entries = append(entries, Entry{"type", Of(parameter.TypeExpr)})
		}
		if parameter.CapturesRest {
			entries = append(entries, Entry{"splat", Literal{true}})
		}
		if parameter.Value != nil {
			entries = append(entries, Entry{"value", Of(parameter.Value)})
		}
		params[i] = Entry{parameter.Name, Map{entries}}
	}
	return Entry{"params", Map{params}}
}

func function(value, statement string, n syntax.CallExpression) Node {
	entries := []Entry{{"functor", Of(n.Functor)}, {"args", List{list(n.Arguments)}}}
	if n.Lambda != nil {
		entries = append(entries, Entry{"block", Of(n.Lambda)})
	}
	if n.ValueRequired {
		return call(value, Map{entries})
	}
	return call(statement, Map{entries})
}

func bodies(list []*syntax.ResourceBody) []Node {
	elements := make([]Node, len(list))
	for i, body := range list {
		elements[i] = Map{[]Entry{{"title", Of(body.Title)}, {"ops", operations(body.Operations)}}}
	}
	return elements
}

func operations(nodes []syntax.Node) Node { return List{list(nodes)} }

func resource(name string, form syntax.ResourceForm, entries ...Entry) Node {
	if form != syntax.Regular {
		entries = append(entries, Entry{"form", text(form.String())})
	}
	return call(name, Map{entries})
}

func variable(n *syntax.VariableExpression) Node {
	switch {
	case n.Number != nil:
		return call("var", Of(n.Number))
	case n.Boolean:
		return call("var", Literal{n.Name == "true"})
	}
	return call("var", text(n.Name))
}
