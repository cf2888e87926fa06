//go:build develop

package main

import (
	"math/rand/v2"
	"strings"

	"puppet-lint/syntax"
)

// fault is a change to a manifest: New replaces the bytes [Start, End).
type fault struct {
	Kind  string `json:"kind"`
	Start int32  `json:"start"`
	End   int32  `json:"end"`
	New   string `json:"new"`
	// Line is the 1-based line at which the change begins.
	Line int `json:"line"`
	// Last is the line at which the broken code ends, if it is a different one.
	Last int `json:"last,omitempty"`
}

// breaker makes faults in one manifest.
type breaker struct {
	file   *syntax.File
	random *rand.Rand
	faults []fault
	// variables are the variables found so far, as written.
	variables []string
}

// faultsOf returns every fault that can be made in the definitions of file.
func faultsOf(file *syntax.File, random *rand.Rand) []fault {
	b := &breaker{file: file, random: random}
	syntax.Walk(file.Program, func(cursor *syntax.Cursor) bool {
		b.visit(cursor)
		b.typo(cursor)
		return true
	}, nil)
	return b.faults
}

func (b *breaker) add(kind string, span syntax.Span, text string) {
	if b.file.Source.Slice(span) != text {
		b.faults = append(b.faults, fault{Kind: kind, Start: span.Start, End: span.End, New: text, Line: b.file.Source.Line(span.Start)})
	}
}

// addUpTo is like add, for a change that breaks everything up to the end of node.
func (b *breaker) addUpTo(node syntax.Node, kind string, span syntax.Span, text string) {
	before := len(b.faults)
	b.add(kind, span, text)
	for i := before; i < len(b.faults); i++ {
		b.faults[i].Last = b.file.Source.Line(b.file.Extent(node).End)
	}
}

// misspell changes one letter of the last segment of a name.
func (b *breaker) misspell(kind string, span syntax.Span) {
	text := b.file.Source.Slice(span)
	from := strings.LastIndexAny(text, ":$") + 1
	last := text[from:]
	if len(last) < 3 {
		return
	}
	at := 1 + b.random.IntN(len(last)-1)
	changed := last[:at] + last[at+1:]
	switch b.random.IntN(3) {
	case 0:
		changed = last[:at] + last[at:at+1] + last[at:]
	case 1:
		changed = last[:at-1] + last[at:at+1] + last[at-1:at] + last[at+1:]
	}
	if changed[0] >= '0' && changed[0] <= '9' || changed[0] == '_' {
		return
	}
	b.add(kind, span, text[:from]+changed)
}

// literals are values of clearly different types.
var literals = []string{"42", "-7", "3.5", "'wr ong'", "true", "['a', 2]", "{ 'a' => 1 }", "undef", "Integer", "/x/"}

// retype replaces node with a literal of another kind.
func (b *breaker) retype(kind string, node syntax.Node) {
	if node != nil {
		b.add(kind, b.file.Extent(node), literals[b.random.IntN(len(literals))])
	}
}

func (b *breaker) visit(cursor *syntax.Cursor) {
	switch node := cursor.Node().(type) {
	case *syntax.VariableExpression:
		b.variable(node)
	case *syntax.CallNamedFunctionExpression:
		b.call(node, cursor)
	case *syntax.CallMethodExpression:
		if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
			b.misspell("function", b.file.Extent(access.Right))
		}
		b.arguments(&node.CallExpression)
	case *syntax.ResourceExpression:
		b.resource(node, cursor)
	case *syntax.Parameter:
		b.parameter(node)
	case *syntax.QualifiedReference:
		b.misspell("type name", b.file.Extent(node))
	case *syntax.ArithmeticExpression:
		b.operator(&node.BinaryExpression, "+", "-", "*", "<<", "%")
	case *syntax.ComparisonExpression:
		b.operator(&node.BinaryExpression, "<", ">=", "==")
	case *syntax.MatchExpression:
		b.retype("operand", node.Right)
	case *syntax.InExpression:
		b.operator(&node.BinaryExpression, "+", "<")
	case *syntax.AccessExpression:
		if len(node.Keys) > 0 {
			b.retype("index", node.Keys[0])
		}
	case *syntax.RelationshipExpression:
		b.retype("relationship", node.Right)
	case *syntax.AssignmentExpression:
		extent := b.file.Extent(node)
		b.add("reassignment", syntax.Span{Start: extent.End, End: extent.End}, "\n"+b.file.Source.Slice(extent))
		b.retype("assigned value", node.Right)
	case *syntax.HostClassDefinition:
		if node.ParentToken >= 0 {
			b.misspell("class name", b.file.Tokens[node.ParentToken].Span)
		}
	case *syntax.SelectorExpression:
		b.selector(node)
	}
}

func (b *breaker) variable(node *syntax.VariableExpression) {
	span := b.file.Extent(node)
	text := b.file.Source.Slice(span)
	switch strings.TrimLeft(text, "${:") {
	case "title", "name", "facts", "trusted", "module_name":
		return
	}
	b.misspell("variable", span)
	b.retype("variable's type", node)
}

func (b *breaker) call(node *syntax.CallNamedFunctionExpression, cursor *syntax.Cursor) {
	name, ok := node.Functor.(*syntax.QualifiedName)
	if !ok {
		return
	}
	switch name.Value {
	case "include", "contain", "require":
		if _, ok := cursor.Parent().(*syntax.BlockExpression); ok {
			b.add("dropped include", b.file.Extent(node), "")
		}
		for _, argument := range node.Arguments {
			switch argument.(type) {
			case *syntax.QualifiedName:
				b.misspell("class name", b.file.Extent(argument))
			}
		}
	default:
		b.misspell("function", b.file.Extent(name))
		b.arguments(&node.CallExpression)
	}
}

func (b *breaker) arguments(call *syntax.CallExpression) {
	if len(call.Arguments) == 0 {
		return
	}
	last := call.Arguments[len(call.Arguments)-1]
	extent := b.file.Extent(last)
	b.add("argument count", syntax.Span{Start: extent.End, End: extent.End}, ", 1, 'x', undef")
	if len(call.Arguments) > 1 {
		before := b.file.Extent(call.Arguments[len(call.Arguments)-2])
		b.add("argument count", syntax.Span{Start: before.End, End: extent.End}, "")
	}
	b.retype("argument type", call.Arguments[b.random.IntN(len(call.Arguments))])
	if call.Lambda != nil && len(call.Lambda.Parameters) > 0 {
		span := b.file.Tokens[call.Lambda.Parameters[0].NameToken].Span
		b.add("lambda parameters", syntax.Span{Start: span.Start, End: span.Start}, "$one, $two, $three, ")
	}
}

func (b *breaker) resource(node *syntax.ResourceExpression, cursor *syntax.Cursor) {
	_, isClass := node.TypeName.(*syntax.QualifiedName)
	if isClass && b.file.Source.Slice(b.file.Extent(node.TypeName)) != "class" {
		b.misspell("resource type", b.file.Extent(node.TypeName))
	}
	if _, ok := cursor.Parent().(*syntax.BlockExpression); ok {
		extent := b.file.Extent(node)
		b.add("duplicate resource", syntax.Span{Start: extent.End, End: extent.End}, "\n"+b.file.Source.Slice(extent))
	}
	for _, body := range node.Bodies {
		b.retype("title", body.Title)
		for i, operation := range body.Operations {
			attribute, ok := operation.(*syntax.AttributeOperation)
			if !ok {
				continue
			}
			name := b.file.Tokens[attribute.NameToken].Span
			b.misspell("attribute name", name)
			b.retype("attribute's type", attribute.Value)
			if text, ok := attribute.Value.(*syntax.LiteralString); ok && len(text.Value) > 3 {
				b.misspell("attribute's value", b.file.Extent(attribute.Value))
			}
			if name, ok := attribute.Value.(*syntax.QualifiedName); ok {
				b.misspell("attribute's value", b.file.Extent(name))
			}
			if i+1 < len(body.Operations) {
				from, to := b.file.Extent(operation), b.file.Extent(body.Operations[i+1])
				b.add("missing parameter", syntax.Span{Start: from.Start, End: to.Start}, "")
			}
		}
	}
}

func (b *breaker) parameter(node *syntax.Parameter) {
	if node.Value != nil {
		b.retype("default's type", node.Value)
	}
	if node.TypeExpr != nil {
		other := []string{"Integer", "String[200]", "Boolean", "Array[Integer]", "Hash[String, Integer]", "Enum['zzz']"}
		b.add("declared type", b.file.Extent(node.TypeExpr), other[b.random.IntN(len(other))])
	}
}

func (b *breaker) operator(node *syntax.BinaryExpression, others ...string) {
	b.add("operator", node.Span(), others[b.random.IntN(len(others))])
	side := node.Left
	if b.random.IntN(2) == 0 {
		side = node.Right
	}
	b.retype("operand", side)
}

// selector removes the default of a selector.
func (b *breaker) selector(node *syntax.SelectorExpression) {
	for _, entry := range node.Selectors {
		if entry.Matching.Kind() == syntax.KindLiteralDefault {
			b.add("selector's default", b.file.Extent(entry.Matching), "'no such value'")
		}
	}
}
