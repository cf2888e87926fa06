package rules

import (
	"strings"

	"puppet-lint/syntax"
)

// execCommands returns the command lines that an exec passes to a shell or to the provider: its
// commands, or its titles if there is none, and the commands of its guards. A command given as
// a list of arguments is not a command line.
func execCommands(body *resourceBody) []syntax.Node {
	var commands []syntax.Node
	add := func(value syntax.Node) {
		switch value := syntax.Unparenthesized(value).(type) {
		case nil, *syntax.LiteralList:
		default:
			commands = append(commands, value)
		}
	}
	if body.attribute("command") == nil {
		if list, isList := syntax.Unparenthesized(body.Node.Title).(*syntax.LiteralList); isList {
			for _, title := range list.Values {
				add(title)
			}
		} else {
			add(body.Node.Title)
		}
	}
	for i := range body.Attributes {
		switch set := &body.Attributes[i]; set.Name {
		case "command", "refresh":
			add(set.Value)
		case "onlyif", "unless":
			// A list here contains several command lines.
			if list, isList := syntax.Unparenthesized(set.Value).(*syntax.LiteralList); isList {
				for _, one := range list.Values {
					add(one)
				}
			} else {
				add(set.Value)
			}
		}
	}
	return commands
}

// literalText returns the literal text of an expression: a string with a NUL for each
// interpolation, or several such strings in a list, joined by blanks.
func (p *Pass) literalText(node syntax.Node) string {
	last := &p.fileRun.literal
	if last.of != node {
		left := maxLiterals
		*last = nodeText{node, p.literalTextWithin(node, &left)}
	}
	return last.text
}

// nodeText is a text that was computed for a node.
type nodeText struct {
	of   syntax.Node
	text string
}

// maxLiterals bounds the expressions examined for one text, because lists of variables that hold
// lists can describe a text of any length. A long string counts as one expression for each
// bytesOfLiteral bytes.
const (
	maxLiterals    = 4096
	bytesOfLiteral = 256
)

func (p *Pass) literalTextWithin(node syntax.Node, left *int) string {
	if *left--; *left < 0 {
		return ""
	}
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.LiteralString:
		*left -= len(node.Value) / bytesOfLiteral
		return node.Value
	case *syntax.HeredocExpression:
		return p.literalTextWithin(node.Text, left)
	case *syntax.ConcatenatedString:
		var b strings.Builder
		for _, segment := range node.Segments {
			if literal, ok := segment.(*syntax.LiteralString); ok {
				*left -= len(literal.Value) / bytesOfLiteral
				b.WriteString(literal.Value)
			} else {
				b.WriteByte(0)
			}
		}
		return b.String()
	case *syntax.LiteralList:
		var parts []string
		for _, value := range node.Values {
			if *left < 0 {
				break
			}
			parts = append(parts, p.literalTextWithin(value, left))
		}
		return strings.Join(parts, " ")
	case *syntax.VariableExpression:
		if variable := p.flow().VariableOf(node); variable != nil && variable.Parameter == nil && !variable.Partial && len(variable.Values) == 1 {
			switch value := variable.Values[0].(type) {
			case *syntax.LiteralString, *syntax.ConcatenatedString, *syntax.LiteralList:
				if value.LastToken() < node.FirstToken() { // a variable is not part of its own value
					return p.literalTextWithin(value, left)
				}
			}
		}
	}
	return ""
}
