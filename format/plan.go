package format

import (
	"slices"

	"puppet-lint/internal/layout"
	"puppet-lint/syntax"
)

// planner walks the tree and determines how each gap may be laid out. A gap that it does not
// mention stays flat.
type planner struct {
	*document
	// outer is the group of the enclosing braces if they are in a resource, else -1.
	outer int32
}

func (p *planner) plan() {
	for i := range p.pieces {
		if before := p.pieces[i].previous; before >= 0 {
			after := p.pieces[i].kind
			// A string with interpolation is one piece, with the kind of its start.
			isOperand := endsOperand(p.pieces[before].kind) || p.pieces[before].kind == syntax.StringStart
			if after == syntax.LeftBracket && !isOperand {
				after = syntax.ListStart
			}
			p.pieces[i].isFlatSpace = spaced(p.pieces[before].kind, after) || after == syntax.RightBrace && p.pieces[i-1].kind.IsComment()
			if p.pieces[i].kind == syntax.LineLeftParen {
				p.kept(int32(i)) // a parenthesis after a name on the same line would begin the arguments of a call
			}
		}
	}
	if p.isEpp {
		p.freezeTemplate()
	}
	p.outer = -1
	p.node(p.file.Program)
	layout.ArrowBlocks(p.file, p.file.Program, func(block *layout.ArrowBlock) {
		set := p.newAlignment(alignArrows, 0)
		for _, arrow := range block.Arrows {
			p.alignArrow(set, p.pieceOf[arrow.Key], p.codeFrom(arrow.Arrow))
		}
	})
}

// first and last return the pieces at the ends of a node.
func (p *planner) first(node syntax.Node) int32 { return p.pieceOf[node.FirstToken()] }

func (p *planner) last(node syntax.Node) int32 {
	last := node.LastToken()
	for p.pieceOf[last] < 0 && last > node.FirstToken() {
		last-- // the node may end in the text of a heredoc
	}
	return p.pieceOf[last]
}

// codeFrom returns the first piece of code that begins at a token or after it. The token may be
// in the text of a heredoc.
func (p *planner) codeFrom(token int) int32 {
	for p.pieceOf[token] < 0 {
		token++
	}
	index := p.pieceOf[token]
	if p.kind(index).IsTrivia() {
		return p.next(index)
	}
	return index
}

// isEmpty reports whether a node has no tokens.
func isEmpty(node syntax.Node) bool { return node.LastToken() < node.FirstToken() }

// next and kind skip comments: they refer to pieces of code.
func (p *planner) next(index int32) int32 { return p.pieces[index].next }

func (p *planner) kind(index int32) syntax.TokenKind {
	if index < 0 || int(index) >= len(p.pieces) {
		return syntax.EndOfFile
	}
	return p.pieces[index].kind
}

// These set the layout of the gap before a piece.
func (p *planner) tight(index int32)  { p.pieces[index].isFlatSpace = false }
func (p *planner) spaced(index int32) { p.pieces[index].isFlatSpace = true }
func (p *planner) kept(index int32)   { p.pieces[index].line = lineKept }

func (p *planner) always(index int32) {
	p.pieces[index].line, p.pieces[index].mayBlank = lineAlways, true
}

func (p *planner) grouped(index, group int32) {
	p.pieces[index].line, p.pieces[index].group, p.pieces[index].mayBlank = lineGrouped, group, true
	if p.hasBreak(index) {
		p.groups[group].isBroken = true
	}
}

// newGroup adds the group of the code between a bracket and its counterpart.
func (p *planner) newGroup(open, close int32) int32 {
	p.groups = append(p.groups, group{open: open, close: close, last: -1, lastEntry: -1})
	return int32(len(p.groups) - 1)
}

// node plans a node and everything below it.
func (p *planner) node(node syntax.Node) {
	switch n := node.(type) {
	case *syntax.BlockExpression:
		p.statements(n.Statements)
		p.within(-1, n)
		return
	case *syntax.ApplyBlockExpression:
		p.statements(n.Statements)
	case *syntax.HeredocExpression, *syntax.ConcatenatedString:
		return // they are left unchanged
	case *syntax.AssignmentExpression:
		p.assigned(p.next(p.last(n.Left)))
	case *syntax.RelationshipExpression:
		p.relationship(&n.BinaryExpression)
	case *syntax.NamedAccessExpression:
		p.access(&n.BinaryExpression)
	case *syntax.ArithmeticExpression:
		p.operator(&n.BinaryExpression)
	case *syntax.ComparisonExpression:
		p.operator(&n.BinaryExpression)
	case *syntax.MatchExpression:
		p.operator(&n.BinaryExpression)
	case *syntax.InExpression:
		p.operator(&n.BinaryExpression)
	case *syntax.AndExpression:
		p.operator(&n.BinaryExpression)
	case *syntax.OrExpression:
		p.operator(&n.BinaryExpression)
	case *syntax.NotExpression:
		p.negation(n)
	case *syntax.UnaryMinusExpression:
		p.sign(n.Expr)
	case *syntax.UnfoldExpression:
		p.sign(n.Expr)
	case *syntax.ParenthesizedExpression:
		p.parenthesized(n)
	case *syntax.AccessExpression:
		// The alias "type A = {…}" means Object[{…}], without these brackets.
		if open := p.mates[p.last(n)]; p.kind(open) != syntax.LeftBrace {
			p.keys(open, n.Keys)
		}
	case *syntax.LiteralList:
		p.elements(p.first(n), n.Values, commaWanted)
	case *syntax.LiteralHash:
		if !n.Braceless && len(n.Entries) > 0 {
			p.within(p.entries(p.first(n), n.Entries), n)
			return
		}
	case *syntax.SelectorExpression:
		p.selector(n)
		return
	case *syntax.CaseExpression:
		p.caseOptions(n)
	case *syntax.IfExpression:
		p.branches(n, n.Test, n.Then, n.Else)
		return
	case *syntax.UnlessExpression:
		p.branches(n, n.Test, n.Then, n.Else)
		return
	case *syntax.CallNamedFunctionExpression:
		p.call(n, &n.CallExpression)
	case *syntax.CallMethodExpression:
		p.call(n, &n.CallExpression)
	case *syntax.ApplyExpression:
		p.apply(n)
	case *syntax.LambdaExpression:
		p.lambda(n)
	case *syntax.ResourceExpression:
		p.resource(n)
		return
	default:
		p.definition(node)
	}
	syntax.EachChild(node, p.node)
}

// within plans the children of a node with group as the group of the enclosing braces. A group
// that is not in a resource does not count, unless it is negative.
func (p *planner) within(group int32, node syntax.Node) {
	outer := p.outer
	if outer >= 0 || group < 0 {
		p.outer = group
	}
	syntax.EachChild(node, p.node)
	p.outer = outer
}

// statements puts each statement on its own line.
func (p *planner) statements(statements []syntax.Node) {
	set, chain := int32(-1), int32(-1)
	for i, statement := range statements {
		if isEmpty(statement) {
			continue
		}
		first := p.first(statement)
		if assignment, isAssignment := statement.(*syntax.AssignmentExpression); !isAssignment {
			set = -1
		} else {
			if set < 0 {
				set = p.newAlignment(alignIfAligned, 0)
			}
			p.alignArrow(set, first, p.next(p.last(assignment.Left)))
		}
		if relationship, isRelationship := statement.(*syntax.RelationshipExpression); !isRelationship {
			chain = -1
		} else {
			if chain < 0 {
				chain = p.newAlignment(alignIfAligned, 0)
			}
			p.alignArrow(chain, first, p.next(p.last(relationship.Left)))
		}
		if i == 0 {
			continue
		}
		if before := p.kind(p.pieces[first].previous); before == syntax.EppText || isEppTag(before) {
			continue
		}
		p.always(first)
	}
}

// element is an element of a list.
type element interface{ syntax.Node }

// listed plans the elements of a group, one on each line if the group is broken. If keep is
// set, the author may put several on a line.
func listed[T element](p *planner, group int32, elements []T, keep bool) {
	for i, node := range elements {
		if isEmpty(node) {
			continue
		}
		first := p.first(node)
		p.grouped(first, group)
		if keep && i > 0 {
			p.kept(first)
			p.pieces[first].group, p.pieces[first].mayBlank = 0, true
		}
		p.groups[group].last = p.last(node)
	}
	p.closed(group)
}

func setLastEntry[T element](p *planner, group int32, entries []T) {
	if count := len(entries); count > 1 && !isEmpty(entries[count-1]) {
		p.groups[group].lastEntry = p.first(entries[count-1])
	}
}

// closed plans the gap before the closing bracket of a group. If the last element of a call
// spans lines, as in "f('a', {" to "}" and ")", the author may put only the closing bracket on
// its own line.
func (p *planner) closed(group int32) {
	g := &p.groups[group]
	before := p.pieces[g.close].previous
	if p.kind(before) == syntax.Comma {
		before = p.pieces[before].previous
	}
	if !g.isBroken && !g.isLiteral && g.last >= 0 && closes(p.kind(g.last)) && before == g.last && p.hasBreak(g.close) && p.spans(g.last) {
		p.kept(g.close)
		return
	}
	p.grouped(g.close, group)
}

// spans reports whether the source has a line ending within the brackets that the piece closes.
// One in empty brackets does not count, since these are joined.
func (p *planner) spans(close int32) bool {
	for i := p.mates[close] + 1; i <= close; i++ {
		isJoined := closes(p.pieces[i].kind) && p.mates[i] == i-1
		if p.pieces[i].isMultiline || p.pieces[i].newlines > 0 && !isJoined {
			return true
		}
	}
	return false
}

// elements plans a list in brackets or parentheses. The author may put several simple elements
// on a line if the brackets are on their own lines.
func (p *planner) elements(open int32, elements []syntax.Node, comma commaStyle) {
	group := p.newGroup(open, p.mates[open])
	p.groups[group].comma, p.groups[group].isLiteral = comma, comma == commaWanted
	if len(elements) == 0 {
		return
	}
	first := p.first(elements[0])
	keep := len(elements) > 2 && p.isFilled(elements) && (p.kind(open) != syntax.LeftParen || p.hasBreak(first))
	listed(p, group, flattened(elements), keep)
	if p.kind(open) == syntax.LeftParen {
		p.led(open, elements)
	}
	p.hugged(group, elements)
	p.braceless(group, elements)
}

// led lets the author put the first arguments of a call on the line of the parenthesis, as in
// "f('a', $b,", if each other argument is on its own line.
func (p *planner) led(open int32, elements []syntax.Node) {
	count := 0
	for count < len(elements) && isCompact(elements[count]) && !p.hasBreak(p.first(elements[count])) {
		count++
	}
	if count == 0 || count == len(elements) || !p.allBreak(elements[count:]) {
		return
	}
	if last := p.last(elements[len(elements)-1]); !p.hasBreak(p.mates[open]) && !(closes(p.kind(last)) && p.spans(last)) {
		return
	}
	for _, node := range elements[:count] {
		p.pieces[p.first(node)].line = lineLed
	}
}

// isCompact reports whether a node is simple, or a list of simple nodes.
func isCompact(node syntax.Node) bool {
	list, isList := node.(*syntax.LiteralList)
	return isList && !slices.ContainsFunc(list.Values, func(value syntax.Node) bool { return !isSimple(value) }) || isSimple(node)
}

func (p *planner) allBreak(elements []syntax.Node) bool {
	for _, node := range elements {
		if isEmpty(node) || !p.hasBreak(p.first(node)) {
			return false
		}
	}
	return true
}

// keys plans the keys of an access. A space after a comma is optional, as in
// "Variant[String,Array]".
func (p *planner) keys(open int32, keys []syntax.Node) {
	p.elements(open, keys, commaNone)
	for _, key := range keys[1:] {
		if first := p.first(key); p.pieces[first].start == p.pieces[first-1].end {
			p.tight(first)
		}
	}
}

// hugged lets the author put the last of several elements on the line of the preceding one, if
// its brackets span lines.
func (p *planner) hugged(group int32, elements []syntax.Node) {
	last := elements[len(elements)-1]
	if len(elements) < 2 || isEmpty(last) {
		return
	}
	if first := p.first(last); !p.hasBreak(first) && closes(p.kind(p.last(last))) && p.spans(p.last(last)) {
		p.kept(first)
		p.pieces[first].group = 0
	}
}

// braceless plans the entries of a hash without braces. In a resource they are aligned with the
// attributes around (layout.ArrowBlocks), and therefore broken with them.
func (p *planner) braceless(group int32, elements []syntax.Node) {
	for _, node := range elements {
		if hash, isHash := node.(*syntax.LiteralHash); isHash && hash.Braceless && p.outer >= 0 {
			p.follow = append(p.follow, follower{group, p.outer})
		}
	}
}

// flattened returns elements with hashes without braces replaced by their entries.
func flattened(elements []syntax.Node) []syntax.Node {
	for i, node := range elements {
		hash, isHash := node.(*syntax.LiteralHash)
		if !isHash || !hash.Braceless {
			continue
		}
		flat := append([]syntax.Node{}, elements[:i]...)
		for _, entry := range hash.Entries {
			flat = append(flat, entry)
		}
		return append(flat, flattened(elements[i+1:])...)
	}
	return elements
}

// isFilled reports whether the author has filled lines with simple elements: there is a line
// ending after the bracket, or a later line has several elements.
func (p *planner) isFilled(elements []syntax.Node) bool {
	sharing := 0
	for i, node := range elements {
		if !isSimple(node) {
			return false
		}
		if i > 0 && !p.hasBreak(p.first(node)) {
			sharing++
		}
	}
	return sharing > 0 && p.anyBreak(elements[1:])
}

func (p *planner) anyBreak(elements []syntax.Node) bool {
	for _, node := range elements {
		if p.hasBreak(p.first(node)) {
			return true
		}
	}
	return false
}

// isSimple reports whether a node is a single word, number or string.
func isSimple(node syntax.Node) bool {
	switch node.Kind() {
	case syntax.KindLiteralString, syntax.KindLiteralInteger, syntax.KindLiteralFloat, syntax.KindLiteralBoolean, syntax.KindLiteralUndef,
		syntax.KindLiteralDefault, syntax.KindLiteralRegularExpression, syntax.KindQualifiedName, syntax.KindQualifiedReference,
		syntax.KindVariableExpression, syntax.KindConcatenatedString:
		return true
	}
	return false
}

// entries plans a hash in braces.
func (p *planner) entries(open int32, entries []*syntax.KeyedEntry) (group int32) {
	group = p.newGroup(open, p.mates[open])
	p.groups[group].comma, p.groups[group].isLiteral = commaWanted, true
	listed(p, group, entries, false)
	setLastEntry(p, group, entries)
	return group
}

// assigned plans the value after "=" or "=>".
func (p *planner) assigned(operator int32) {
	if value := p.next(operator); int(value) < len(p.pieces) && !opens(p.kind(value)) && p.kind(operator) != syntax.FatArrow {
		p.kept(value)
	}
}

// operator plans a binary operator. The author may break the line on either side of it.
func (p *planner) operator(n *syntax.BinaryExpression) {
	operator := p.next(p.last(n.Left))
	p.kept(operator)
	if !p.hasBreak(operator) {
		p.kept(p.next(operator))
	}
	p.spaced(operator)
	p.spaced(p.next(operator))
}

// relationship puts the arrow on the line of its right operand if the line breaks there.
func (p *planner) relationship(n *syntax.BinaryExpression) {
	operator := p.next(p.last(n.Left))
	if p.hasBreak(operator) || p.hasBreak(p.next(operator)) {
		p.pieces[operator].line = lineAlways
	}
}

// access puts the dot of a method call on the line of the name if the line breaks there.
func (p *planner) access(n *syntax.BinaryExpression) {
	dot := p.next(p.last(n.Left))
	if p.kind(dot) != syntax.Dot {
		return
	}
	if p.hasBreak(dot) || p.hasBreak(p.next(dot)) {
		p.pieces[dot].line = lineAlways
	}
	if p.kind(p.pieces[dot].previous) == syntax.Number {
		p.pieces[dot].isFrozen = true // "1 .x" is not a number
	}
}

// sign plans the operand of a sign.
func (p *planner) sign(operand syntax.Node) { p.tight(p.first(operand)) }

// negation plans "!x". The author may also write "! x".
func (p *planner) negation(n *syntax.NotExpression) {
	operand := p.first(n.Expr)
	p.pieces[operand].isFlatSpace = p.sourceGap(operand) > 0
}

// parenthesized breaks parentheses as a whole if their content spans lines.
func (p *planner) parenthesized(n *syntax.ParenthesizedExpression) {
	open := p.first(n)
	if isEmpty(n.Expr) {
		return
	}
	group := p.newGroup(open, p.mates[open])
	p.grouped(p.first(n.Expr), group)
	p.grouped(p.mates[open], group)
	p.pieces[p.first(n.Expr)].mayBlank, p.pieces[p.mates[open]].mayBlank = false, false
	if p.operandBreaks(n.Expr) {
		p.groups[group].isBroken = true
	}
}

// operandBreaks reports whether the author has broken the line at an operator of an expression.
func (p *planner) operandBreaks(node syntax.Node) bool {
	var binary *syntax.BinaryExpression
	switch n := node.(type) {
	case *syntax.AndExpression:
		binary = &n.BinaryExpression
	case *syntax.OrExpression:
		binary = &n.BinaryExpression
	case *syntax.ArithmeticExpression:
		binary = &n.BinaryExpression
	case *syntax.ComparisonExpression:
		binary = &n.BinaryExpression
	default:
		return false
	}
	operator := p.next(p.last(binary.Left))
	return p.hasBreak(operator) || p.hasBreak(p.next(operator)) || p.operandBreaks(binary.Left) || p.operandBreaks(binary.Right)
}

// selector plans "x ? { … }".
func (p *planner) selector(n *syntax.SelectorExpression) {
	p.node(n.Left)
	open, outer := p.next(p.next(p.last(n.Left))), p.outer
	if p.kind(open) == syntax.SelectBrace {
		group := p.newGroup(open, p.mates[open])
		listed(p, group, n.Selectors, false)
		setLastEntry(p, group, n.Selectors)
		if p.outer >= 0 {
			p.outer = group
		}
	}
	for _, entry := range n.Selectors {
		p.node(entry)
	}
	p.outer = outer
}

// caseOptions puts each option of a case on its own line.
func (p *planner) caseOptions(n *syntax.CaseExpression) {
	open := p.next(p.last(n.Test))
	group := p.newGroup(open, p.mates[open])
	p.groups[group].isBroken = true
	listed(p, group, n.Options, false)
	set := p.newAlignment(alignIfAligned, group)
	for _, option := range n.Options {
		for _, value := range option.Values[1:] {
			p.kept(p.first(value))
		}
		close := p.last(option)
		p.block(p.mates[close], option.Then, p.newGroup(p.mates[close], close))
		p.alignArrow(set, p.first(option), p.mates[close])
	}
}

// branches plans the blocks of an if or unless, which are all on one line or all broken. It
// follows a chain of elsif in a loop, since the chain may be long.
func (p *planner) branches(n, test, then, otherwise syntax.Node) {
	group := p.newGroup(-1, -1)
	for {
		p.node(test)
		open := p.next(p.last(test))
		p.block(open, then, group)
		if then != nil {
			p.node(then)
		}
		if p.groups[group].open < 0 {
			p.groups[group].open = open
		}
		close := p.mates[open]
		p.groups[group].close = close
		word := p.next(close)
		if kind := p.kind(word); (kind == syntax.KeywordElse || kind == syntax.KeywordElsif) && !p.isTagged(p.pieces[word].previous) {
			// Both "} else {" and "else" on its own line are in use.
			p.kept(word)
		}
		if p.kind(word) == syntax.KeywordElsif {
			elsif, isIf := otherwise.(*syntax.IfExpression)
			if !isIf {
				return
			}
			test, then, otherwise = elsif.Test, elsif.Then, elsif.Else
			continue
		}
		if p.kind(word) == syntax.KeywordElse && (otherwise != nil || p.last(n) > word) {
			p.block(p.next(word), otherwise, group)
			p.groups[group].close = p.mates[p.next(word)]
			if otherwise != nil {
				p.node(otherwise)
			}
		}
		return
	}
}

// block plans the content of the braces of a block: one or several statements.
func (p *planner) block(open int32, body syntax.Node, group int32) {
	if p.kind(open) != syntax.LeftBrace {
		return
	}
	close := p.mates[open]
	first := p.next(open)
	if first == close {
		p.grouped(close, group)
		if !p.hasBreak(close) {
			// Empty braces stay unchanged, whatever the other branches do.
			p.pieces[close].line, p.pieces[close].group = lineNever, 0
		}
		return
	}
	if p.isTagged(first) || p.isTagged(close) {
		return // text of a template lies in between
	}
	p.grouped(first, group)
	p.grouped(close, group)
	p.groups[group].isBlock = true
	switch b := body.(type) {
	case *syntax.BlockExpression:
		if len(b.Statements) > 1 {
			p.groups[group].isBroken = true
		}
	case *syntax.ApplyBlockExpression:
		if len(b.Statements) > 1 {
			p.groups[group].isBroken = true
		}
	}
}

func (p *planner) isTagged(index int32) bool { return isEppTag(p.kind(index)) }
