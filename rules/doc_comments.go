package rules

import (
	"strings"

	"puppet-lint/syntax"
)

// docComment is the comment above a definition, as Puppet Strings reads it.
type docComment struct {
	// lines are the texts after the number signs.
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
			continue // it documents nothing
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

// definitionKind returns the name of a kind of definition; "" for nodes and the like.
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

// functionsAndPlans returns a Visit that visits the functions and plans of a file, each with its
// common part.
func functionsAndPlans(visit func(pass *Pass, node syntax.Node, named *syntax.NamedDefinition)) Visit {
	return End(func(pass *Pass) {
		for _, node := range pass.File.Program.Definitions {
			if named, found := functionOrPlan(node); found {
				visit(pass, node, named)
			}
		}
	})
}

// functionOrPlan returns the common part of a function or plan.
func functionOrPlan(node syntax.Node) (named *syntax.NamedDefinition, found bool) {
	switch node := node.(type) {
	case *syntax.FunctionDefinition:
		return &node.NamedDefinition, true
	case *syntax.PlanDefinition:
		return &node.NamedDefinition, true
	}
	return nil, false
}
