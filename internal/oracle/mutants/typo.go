//go:build develop

package main

import (
	"strings"

	"puppet-lint/syntax"
)

// typo makes the faults that typos cause: something is left out, repeated, moved or confused
// with something else.
func (b *breaker) typo(cursor *syntax.Cursor) {
	switch node := cursor.Node().(type) {
	case *syntax.Program:
		b.tokens()
	case *syntax.BlockExpression:
		b.swap("swapped statements", node.Statements)
	case *syntax.AssignmentExpression:
		b.add("dropped assignment", b.file.Extent(node), "")
	case *syntax.VariableExpression:
		b.variableTypo(node, cursor)
	case *syntax.Parameter:
		b.parameterTypo(node, cursor)
	case *syntax.CallNamedFunctionExpression:
		b.callTypo(&node.CallExpression, b.file.Extent(node).End)
	case *syntax.CallMethodExpression:
		b.callTypo(&node.CallExpression, b.file.Extent(node).End)
		if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok && node.Lambda != nil {
			b.retype("iterated value", access.Left)
		}
	case *syntax.ResourceExpression:
		b.resourceTypo(node, cursor)
	case *syntax.AttributesOperation:
		b.retype("splatted value", node.Expr)
	case *syntax.QualifiedReference:
		text := b.file.Source.Slice(b.file.Extent(node))
		b.add("case of a type", b.file.Extent(node), strings.ToLower(text))
	case *syntax.AccessExpression:
		b.accessTypo(node)
	case *syntax.LiteralHash:
		b.hashTypo(node)
	case *syntax.LiteralList:
		for _, value := range node.Values {
			b.retype("element", value)
		}
	case *syntax.LiteralString:
		b.stringTypo(node, cursor)
	case *syntax.LiteralInteger:
		for _, other := range []string{"-1", "99999999999", "9223372036854775808", "0"} {
			b.add("number", b.file.Extent(node), other)
		}
		b.quote(node)
	case *syntax.LiteralBoolean:
		b.quote(node)
	case *syntax.LiteralRegularExpression:
		extent := b.file.Extent(node)
		b.add("regular expression", syntax.Span{Start: extent.End - 1, End: extent.End - 1}, "(")
	case *syntax.SelectorExpression:
		for _, entry := range node.Selectors {
			b.dropListed("dropped selector entry", entry)
		}
	case *syntax.HostClassDefinition:
		if node.ParentToken >= 0 {
			parent := b.file.Tokens[node.ParentToken].Span
			b.add("parent class", parent, "stdlib::stages")
			b.add("parent class", parent, "concat::fragment")
		}
	case *syntax.RelationshipExpression:
		b.swapNodes("swapped relationship", node.Left, node.Right)
	}
}

// tokens makes faults that drop a token, double it, or swap it with the next one.
func (b *breaker) tokens() {
	var solid []syntax.Span
	for _, token := range b.file.Tokens {
		if token.Kind > syntax.EndOfFile {
			solid = append(solid, token.Span)
		}
	}
	for range min(40, len(solid)/2) {
		at := b.random.IntN(len(solid) - 1)
		text := b.file.Source.Slice(solid[at])
		b.add("dropped token", solid[at], "")
		b.add("doubled token", solid[at], text+" "+text)
		next := solid[at+1]
		between := b.file.Source.Text[solid[at].End:next.Start]
		b.add("swapped tokens", syntax.Span{Start: solid[at].Start, End: next.End}, b.file.Source.Slice(next)+between+text)
	}
}

// swap swaps two neighbours.
func (b *breaker) swap(kind string, nodes []syntax.Node) {
	if len(nodes) > 1 {
		at := b.random.IntN(len(nodes) - 1)
		b.swapNodes(kind, nodes[at], nodes[at+1])
	}
}

func (b *breaker) swapNodes(kind string, first, second syntax.Node) {
	one, other := b.file.Extent(first), b.file.Extent(second)
	if one.End > other.Start {
		return
	}
	between := b.file.Source.Text[one.End:other.Start]
	b.add(kind, syntax.Span{Start: one.Start, End: other.End}, b.file.Source.Slice(other)+between+b.file.Source.Slice(one))
}

// dropListed removes an element of a list and the comma after it.
func (b *breaker) dropListed(kind string, node syntax.Node) {
	span := b.file.Extent(node)
	rest := b.file.Source.Text[span.End:]
	if blanks := len(rest) - len(strings.TrimLeft(rest, " \t\n")); strings.HasPrefix(rest[blanks:], ",") {
		span.End += int32(blanks) + 1
	}
	b.add(kind, span, "")
}

func (b *breaker) variableTypo(node *syntax.VariableExpression, cursor *syntax.Cursor) {
	if _, ok := cursor.Parent().(*syntax.TextExpression); ok {
		return
	}
	span := b.file.Extent(node)
	text := b.file.Source.Slice(span)
	b.variables = append(b.variables, text)
	b.add("other variable", span, b.variables[b.random.IntN(len(b.variables))])
	b.add("lost dollar", span, strings.TrimPrefix(text, "$"))
	if at := strings.LastIndex(text, "::"); at > 1 {
		b.add("scope of a variable", span, "$"+text[at+2:])
	} else if at < 0 {
		b.add("scope of a variable", span, "$::"+strings.TrimPrefix(text, "$"))
	}
}

func (b *breaker) parameterTypo(node *syntax.Parameter, cursor *syntax.Cursor) {
	if _, ok := cursor.Parent().(*syntax.LambdaExpression); ok {
		b.dropListed("dropped lambda parameter", node)
		return
	}
	b.dropListed("dropped parameter", node)
}

// callTypo makes the faults in a call that ends at end.
func (b *breaker) callTypo(call *syntax.CallExpression, end int32) {
	if len(call.Arguments) > 1 {
		b.swap("swapped arguments", call.Arguments)
		b.dropListed("dropped argument", call.Arguments[0])
	}
	for _, argument := range call.Arguments {
		if text, ok := argument.(*syntax.LiteralString); ok && len(text.Value) > 3 {
			b.misspell("text of an argument", b.file.Extent(text))
		}
	}
	if call.Lambda != nil {
		b.add("dropped lambda", b.file.Extent(call.Lambda), "")
	}
	if name, ok := call.Functor.(*syntax.QualifiedName); ok && name.Value == "include" && len(call.Arguments) > 0 {
		if class, ok := call.Arguments[0].(*syntax.QualifiedName); ok {
			b.add("defined type as a class", b.file.Extent(class), "concat::fragment")
			b.add("class declared twice", syntax.Span{Start: end, End: end}, "\nclass { '"+class.Value+"': }")
		}
	}
}

func (b *breaker) resourceTypo(node *syntax.ResourceExpression, cursor *syntax.Cursor) {
	name, ok := node.TypeName.(*syntax.QualifiedName)
	if !ok {
		return
	}
	if name.Value != "class" {
		others := []string{"file", "package", "service", "exec", "user", "cron", "concat::fragment"}
		b.addUpTo(node, "other resource type", b.file.Extent(name), others[b.random.IntN(len(others))])
		b.addUpTo(node, "class as a resource type", b.file.Extent(name), "concat::setup")
	}
	for _, body := range node.Bodies {
		title := b.file.Extent(body.Title)
		b.add("dropped title", title, "")
		for _, operation := range body.Operations {
			attribute, ok := operation.(*syntax.AttributeOperation)
			if !ok {
				continue
			}
			whole, value := b.file.Extent(attribute), b.file.Extent(attribute.Value)
			b.add("undef", value, "undef")
			b.add("list around a value", value, "["+b.file.Source.Slice(value)+"]")
			b.add("duplicate attribute", syntax.Span{Start: whole.End, End: whole.End}, ",\n"+b.file.Source.Slice(whole))
			if _, ok := cursor.Parent().(*syntax.BlockExpression); ok && len(node.Bodies) == 1 && name.Value != "class" {
				end := b.file.Extent(node).End
				b.add("attribute set again", syntax.Span{Start: end, End: end},
					"\n"+capitalized(name.Value)+"["+b.file.Source.Slice(title)+"] { "+b.file.Source.Slice(whole)+" }")
			}
		}
		if len(body.Operations) > 1 {
			at := b.random.IntN(len(body.Operations) - 1)
			first, isPlain := body.Operations[at].(*syntax.AttributeOperation)
			second, isPlainToo := body.Operations[at+1].(*syntax.AttributeOperation)
			if isPlain && isPlainToo {
				b.swapNodes("swapped values", first.Value, second.Value)
			}
		}
	}
}

// capitalized returns the name of a resource type as written in references.
func capitalized(name string) string {
	parts := strings.Split(name, "::")
	for i, part := range parts {
		if part != "" {
			parts[i] = strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return strings.Join(parts, "::")
}

// accessTypo misspells the titles of references, the members of types and the
// keys of facts.
func (b *breaker) accessTypo(node *syntax.AccessExpression) {
	root := node.Left
	for {
		access, ok := root.(*syntax.AccessExpression)
		if !ok {
			break
		}
		root = access.Left
	}
	for _, key := range node.Keys {
		switch root := root.(type) {
		case *syntax.VariableExpression:
			if text, ok := key.(*syntax.LiteralString); ok && root.Name == "facts" {
				b.misspell("name of a fact", b.file.Extent(text))
			}
		case *syntax.QualifiedReference:
			switch key.(type) {
			case *syntax.LiteralString, *syntax.ConcatenatedString, *syntax.QualifiedName:
				b.misspell("title of a reference", b.file.Extent(key))
			case *syntax.LiteralInteger, *syntax.QualifiedReference, *syntax.LiteralHash, *syntax.AccessExpression:
				b.retype("parameter of a type", key)
			}
		}
	}
}

func (b *breaker) hashTypo(node *syntax.LiteralHash) {
	for _, entry := range node.Entries {
		b.retype("value in a hash", entry.Value)
		if key, ok := entry.Key.(*syntax.LiteralString); ok && len(key.Value) > 2 {
			b.misspell("key of a hash", b.file.Extent(key))
		}
		b.dropListed("dropped entry", entry)
		end := b.file.Extent(entry).End
		b.add("further entry", syntax.Span{Start: end, End: end}, ", 'no_such_key' => 1")
	}
}

func (b *breaker) stringTypo(node *syntax.LiteralString, cursor *syntax.Cursor) {
	if _, ok := cursor.Parent().(*syntax.ConcatenatedString); ok {
		return
	}
	extent := b.file.Extent(node)
	b.add("empty string", extent, "''")
	b.add("lost quotes", extent, node.Value)
}

// quote makes a string from a number or a boolean.
func (b *breaker) quote(node syntax.Node) {
	extent := b.file.Extent(node)
	b.add("quoted value", extent, "'"+b.file.Source.Slice(extent)+"'")
}
