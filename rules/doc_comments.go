package rules

import (
	"strings"

	"puppet-lint/syntax"
)

// docComment is what the comment above a definition says, as Puppet Strings
// reads it.
type docComment struct {
	// lines are the texts behind the number signs.
	lines                 []string
	parameters            []syntax.ParameterTag
	hasSummary, isPrivate bool
	hasReturn             bool
}

func (p *Pass) docComment(node syntax.Node) docComment {
	comment := docComment{parameters: p.File.ParameterTags(node)}
	from, upTo := p.File.DocComment(node)
	for i := from; i < upTo; i++ {
		if p.File.Tokens[i].Kind != syntax.LineComment {
			continue
		}
		if !p.AsRuby() && isControlComment(p.Source.Slice(p.File.Tokens[i].Span)) {
			continue // which documents nothing
		}
		text := strings.TrimLeft(p.Source.Slice(p.File.Tokens[i].Span), "#")
		comment.lines = append(comment.lines, text)
		tag, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
		switch tag {
		case "@summary":
			comment.hasSummary = true
		case "@return", "@return_type":
			comment.hasReturn = true
		case "@api":
			comment.isPrivate = strings.TrimSpace(rest) == "private"
		}
	}
	return comment
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
