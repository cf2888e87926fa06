package format

import "puppet-lint/syntax"

// definition plans definitions, resources and the remaining nodes.
func (p *planner) definition(node syntax.Node) {
	switch n := node.(type) {
	case *syntax.HostClassDefinition:
		p.named(n, &n.NamedDefinition, true)
	case *syntax.ResourceTypeDefinition:
		p.named(n, &n.NamedDefinition, true)
	case *syntax.FunctionDefinition:
		p.named(n, &n.NamedDefinition, false)
	case *syntax.PlanDefinition:
		p.named(n, &n.NamedDefinition, false)
	case *syntax.NodeDefinition:
		for _, match := range n.HostMatches[1:] {
			p.kept(p.first(match))
		}
		for _, match := range n.HostMatches {
			p.hostName(match)
		}
		p.body(n, n.Body)
	case *syntax.TypeDefinition:
		p.body(n, n.Body)
	case *syntax.TypeAlias:
		p.assigned(p.next(p.pieceOf[n.NameToken]))
	case *syntax.ResourceDefaultsExpression:
		p.operations(p.next(p.last(n.TypeRef)), n.Operations)
	case *syntax.ResourceOverrideExpression:
		p.operations(p.next(p.last(n.Resources)), n.Operations)
	case *syntax.CollectExpression:
		// "File<| |>", "File <| |>" and "<||>" are all in use.
		query := p.first(n.Query)
		p.pieces[query].isFlatSpace = p.sourceGap(query) > 0
		if inner := p.next(query); closes(p.kind(inner)) {
			p.pieces[inner].isFlatSpace = p.sourceGap(inner) > 0
		}
		if close := p.last(n); p.kind(close) == syntax.RightBrace {
			p.operations(p.mates[close], n.Operations)
		}
	}
}

// hostName keeps what separates numbers from dots: "1. 5" is two parts of a name, "1.5" a number.
func (p *planner) hostName(match syntax.Node) {
	for index, last := p.first(match), p.last(match); index < last; index = p.next(index) {
		behind := p.next(index)
		if p.kind(index) == syntax.Number && p.kind(behind) == syntax.Dot || p.kind(index) == syntax.Dot && p.kind(behind) == syntax.Number {
			p.pieces[behind].isFrozen = true
		}
	}
}

// named plans the parameters and the body of a definition.
func (p *planner) named(node syntax.Node, n *syntax.NamedDefinition, isSpaced bool) {
	open := p.next(p.pieceOf[n.NameToken])
	if p.kind(open) == syntax.LeftParen || p.kind(open) == syntax.LineLeftParen {
		p.pieces[open].isFlatSpace, p.pieces[open].line = isSpaced, lineNever
		group := p.newGroup(open, p.mates[open])
		p.parameters(group, n.Parameters)
	}
	p.body(node, n.Body)
}

// parameters plans the parameters of a definition or lambda, one on each line if the group is
// broken.
func (p *planner) parameters(group int32, parameters []*syntax.Parameter) {
	if len(parameters) == 0 {
		return
	}
	p.groups[group].comma = commaWanted
	listed(p, group, parameters, false)
	names := p.newAlignment(alignIfAligned, group)
	for _, parameter := range parameters {
		name := p.pieceOf[parameter.NameToken]
		start := name
		if parameter.CapturesRest {
			start = p.pieces[name].previous
			p.tight(name)
		}
		if parameter.TypeExpr != nil {
			p.alignArrow(names, p.first(parameter), start)
		}
	}
	defaults := p.newAlignment(alignIfAligned, group)
	for _, parameter := range parameters {
		if parameter.Value != nil {
			equals := p.next(p.pieceOf[parameter.NameToken])
			p.alignArrow(defaults, p.first(parameter), equals)
			p.assigned(equals)
		}
	}
}

// body plans the block of a definition, which comes last and has its own lines.
func (p *planner) body(node syntax.Node, body *syntax.BlockExpression) {
	close := p.last(node)
	if p.kind(close) != syntax.RightBrace {
		return
	}
	group := p.newGroup(p.mates[close], close)
	if body == nil {
		p.block(p.mates[close], nil, group)
		return
	}
	p.block(p.mates[close], body, group)
	p.groups[group].isBroken = true
}

// resource plans the bodies of a resource.
func (p *planner) resource(n *syntax.ResourceExpression) {
	p.node(n.TypeName)
	close := p.last(n)
	group := p.newGroup(p.mates[close], close)
	p.groups[group].comma = commaWanted
	// If the bodies begin on their own lines, each of them may be on one line, as in a table.
	isTable := len(n.Bodies) > 1 || len(n.Bodies) == 1 && p.hasBreak(p.first(n.Bodies[0]))
	columns := int32(-1)
	if isTable {
		columns = p.newAlignment(alignIfAligned, group)
	}
	for _, body := range n.Bodies {
		p.node(body.Title)
		inner := group
		if isTable {
			inner = p.tableBody(group, columns, body)
		}
		p.resourceBody(inner, body)
		if inner != group && p.groups[inner].isBroken {
			p.groups[group].isBroken = true
		}
		p.bodyEnd(group, body)
		p.groups[group].last = -1
		if count := len(body.Operations); count > 0 {
			p.groups[group].last = p.last(body.Operations[count-1])
		}
	}
	if p.kind(p.pieces[close].previous) == syntax.Semicolon {
		p.groups[group].last = -1
	}
	p.grouped(close, group)
}

// bodyEnd plans the semicolon after a body. It is on its own line if the author has put it
// there. After a title without attributes ("'a': ;"), the author's space is kept.
func (p *planner) bodyEnd(group int32, body *syntax.ResourceBody) {
	semicolon := p.next(p.last(body))
	for p.kind(semicolon) == syntax.Comma || p.kind(semicolon) == syntax.Colon {
		semicolon = p.next(semicolon)
	}
	switch {
	case p.kind(semicolon) != syntax.Semicolon:
	case p.hasBreak(semicolon):
		p.pieces[semicolon].line = lineAlways
		p.groups[group].isBroken = true
	case len(body.Operations) == 0:
		p.pieces[semicolon].isFlatSpace = p.sourceGap(semicolon) > 0
	}
}

// tableBody adds the group of a body that may be on one line.
func (p *planner) tableBody(group, columns int32, body *syntax.ResourceBody) (inner int32) {
	title := p.first(body)
	p.grouped(title, group)
	colon := p.next(p.last(body.Title))
	inner = p.newGroup(colon, p.last(body))
	if len(body.Operations) > 0 {
		p.alignArrow(columns, title, p.first(body.Operations[0]))
	}
	return inner
}

// resourceBody plans the attributes of a body.
func (p *planner) resourceBody(group int32, body *syntax.ResourceBody) {
	for _, operation := range body.Operations {
		p.grouped(p.first(operation), group)
	}
	setLastEntry(p, group, body.Operations)
	outer := p.outer
	p.outer = group
	for _, operation := range body.Operations {
		p.node(operation)
	}
	p.outer = outer
}

// operations plans the attributes in the braces of a default or override.
func (p *planner) operations(open int32, operations []syntax.Node) {
	if p.kind(open) != syntax.LeftBrace {
		return
	}
	group := p.newGroup(open, p.mates[open])
	p.groups[group].comma = commaWanted
	if len(operations) == 0 {
		return
	}
	listed(p, group, operations, false)
	setLastEntry(p, group, operations)
}

// call plans the arguments of a call and the position of its parentheses.
func (p *planner) call(node syntax.Node, n *syntax.CallExpression) {
	open := p.next(p.last(n.Functor))
	if p.kind(open) != syntax.LeftParen || open > p.last(node) || len(n.Arguments) > 0 && p.first(n.Arguments[0]) == open {
		// In "include a, b", the author may break the line after a comma.
		for i, argument := range n.Arguments {
			if i > 0 && !isEmpty(argument) {
				p.kept(p.first(argument))
			}
		}
		return
	}
	p.tight(open)
	p.elements(open, n.Arguments, commaNone)
}

// apply plans apply(…) { … }.
func (p *planner) apply(n *syntax.ApplyExpression) {
	open := p.next(p.first(n))
	p.tight(open)
	p.elements(open, n.Arguments, commaNone)
	close := p.last(n)
	if p.kind(close) == syntax.RightBrace {
		var body syntax.Node
		if n.Body != nil {
			body = n.Body
		}
		p.block(p.mates[close], body, p.newGroup(p.mates[close], close))
	}
}

// lambda plans the parameters and the block of a lambda.
func (p *planner) lambda(n *syntax.LambdaExpression) {
	open := p.first(n)
	if template, isTemplate := n.Body.(*syntax.EppExpression); isTemplate {
		if !template.ParametersSpecified {
			return
		}
		for p.kind(open) != syntax.Pipe {
			open = p.next(open) // behind the delimiter of the tag
		}
	}
	close := p.next(open)
	if count := len(n.Parameters); count > 0 {
		close = p.next(p.last(n.Parameters[count-1]))
	}
	if p.kind(close) == syntax.Comma {
		close = p.next(close)
	}
	if first := p.next(open); !p.isEppBody(n) && (p.sourceGap(first) == 0 || p.sourceGap(close) == 0 || first == close) {
		// The standard form is "|$x|", unless the author has a space on both sides.
		p.tight(first)
		p.tight(close)
	}
	p.mates[open], p.mates[close] = close, open
	group := p.newGroup(open, close)
	p.groups[group].isTight = true
	p.parameters(group, n.Parameters)
	p.groups[group].comma = commaNone
	brace := p.last(n)
	if p.kind(brace) == syntax.RightBrace && !p.isEppBody(n) {
		p.block(p.mates[brace], n.Body, p.newGroup(p.mates[brace], brace))
	}
}

func (p *planner) isEppBody(n *syntax.LambdaExpression) bool {
	_, isTemplate := n.Body.(*syntax.EppExpression)
	return isTemplate
}
