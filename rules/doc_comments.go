package rules

import (
	"strings"

	"puppet-lint/source"
	"puppet-lint/syntax"
)

// docComment is what the comment above a definition says, as Puppet Strings
// reads it.
type docComment struct {
	// lines are the texts behind the number signs.
	lines                 []string
	parameters            []documentedParameter
	hasSummary, isPrivate bool
	hasReturn             bool
}

// documentedParameter is a parameter that an @param tag names.
type documentedParameter struct {
	Name string
	Span source.Span
}

func (p *Pass) docComment(node syntax.Node) docComment {
	var comment docComment
	from, upTo := p.File.DocComment(node)
	for i := from; i < upTo; i++ {
		if p.File.Tokens[i].Kind != syntax.LineComment {
			continue
		}
		span := p.File.Tokens[i].Span
		text := strings.TrimLeft(p.Source.Slice(span), "#")
		comment.lines = append(comment.lines, text)
		tag, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
		switch tag {
		case "@summary":
			comment.hasSummary = true
		case "@return", "@return_type":
			comment.hasReturn = true
		case "@api":
			comment.isPrivate = strings.TrimSpace(rest) == "private"
		case "@param":
			comment.addParameter(p.Source.Text, span, rest)
		}
	}
	return comment
}

// addParameter reads "[Type] name text" or "name [Type] text".
func (c *docComment) addParameter(text string, span source.Span, rest string) {
	rest = strings.TrimSpace(rest)
	for strings.HasPrefix(rest, "[") {
		closing := strings.LastIndexByte(rest, ']')
		if closing < 0 {
			return
		}
		rest = strings.TrimSpace(rest[closing+1:])
	}
	end := 0
	for end < len(rest) && (isWordChar(rest[end]) || end == 0 && (rest[end] == '$' || rest[end] == '*' || rest[end] == '&')) {
		end++
	}
	name := strings.TrimLeft(rest[:end], "$*&")
	if name == "" {
		return
	}
	start := span.Start + int32(strings.LastIndex(text[span.Start:span.End], rest))
	c.parameters = append(c.parameters, documentedParameter{name, source.Span{Start: start, End: start + int32(end)}})
}

// definitionKind is what a definition is called; "" for nodes and the like.
func definitionKind(node syntax.Node) string {
	switch node.(type) {
	case *syntax.HostClassDefinition:
		return "class"
	case *syntax.ResourceTypeDefinition:
		return "defined type"
	case *syntax.FunctionDefinition:
		return "function"
	case *syntax.PlanDefinition:
		return "plan"
	case *syntax.TypeAlias:
		return "type alias"
	}
	return ""
}

// functionOrPlan is the definition of a function or plan with its parts.
func functionOrPlan(node syntax.Node) (named *syntax.NamedDefinition, found bool) {
	switch node := node.(type) {
	case *syntax.FunctionDefinition:
		return &node.NamedDefinition, true
	case *syntax.PlanDefinition:
		return &node.NamedDefinition, true
	}
	return nil, false
}
