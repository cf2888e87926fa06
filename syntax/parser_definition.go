package syntax

import "strings"

// parseDefinitionName parses the name of a definition and returns its token.
func (p *parser) parseDefinitionName() (name string, token int32) {
	switch p.kind {
	case Name, Word, ClassReference:
	case KeywordClass:
		p.report(errorClassAsName, p.span(p.token()), 4*p.pos+3)
	case SingleQuoted, DoubleQuoted:
		p.report(errorQuotedName, p.span(p.token()), 4*p.pos+3)
	default:
		p.unexpected("a name")
		return "", p.last
	}
	name = p.lexemeText(p.pos)
	return name, p.advance()
}

// qualify adds the names of the enclosing classes to name.
func (p *parser) qualify(name string) string {
	if len(p.namespace) == 0 {
		return name
	}
	return strings.TrimPrefix(strings.Join(p.namespace, "::")+"::"+name, "::")
}

// define records a definition.
func (p *parser) define(definition Node, body *BlockExpression) Node {
	if body != nil {
		contain(definition.header(), body)
	}
	p.definitions = append(p.definitions, definition)
	return definition
}

// parseDefine parses "define" name parameters body.
func (p *parser) parseDefine() Node {
	node := &ResourceTypeDefinition{}
	first := p.advance()
	begin := p.pos
	node.Name, node.NameToken = p.parseDefinitionName()
	node.Name = p.qualify(node.Name)
	node.Parameters = p.parseParameters()
	p.needBrace(begin)
	node.Body = p.parseBraces()
	p.start(&node.nodeBase, first)
	return p.define(node, node.Body)
}

// parsePlan parses "plan" name parameters body.
func (p *parser) parsePlan() Node {
	node := &PlanDefinition{}
	first := p.advance()
	begin := p.pos
	node.Name, node.NameToken = p.parseDefinitionName()
	p.namespace = append(p.namespace, node.Name)
	node.Parameters = p.parseParameters()
	p.needBrace(begin)
	node.Body = p.parseBraces()
	p.namespace = p.namespace[:len(p.namespace)-1]
	node.Name = p.qualify(node.Name)
	p.start(&node.nodeBase, first)
	return p.define(node, node.Body)
}

// parseClass parses "class" name parameters [ "inherits" name ] body.
func (p *parser) parseClass() Node {
	node := &HostClassDefinition{ParentToken: -1}
	first := p.advance()
	begin := p.pos
	node.Name, node.NameToken = p.parseDefinitionName()
	p.namespace = append(p.namespace, node.Name)
	node.Parameters = p.parseParameters()
	if p.accept(KeywordInherits) {
		if p.kind == KeywordDefault {
			node.ParentClass = p.lexemeText(p.pos)
			node.ParentToken = p.advance()
		} else {
			node.ParentClass, node.ParentToken = p.parseDefinitionName()
		}
	}
	p.needBrace(begin)
	node.Body = p.parseBraces()
	p.namespace = p.namespace[:len(p.namespace)-1]
	node.Name = p.qualify(node.Name)
	p.start(&node.nodeBase, first)
	return p.define(node, node.Body)
}

// parseFunction parses "function" name parameters [return type] body.
func (p *parser) parseFunction() Node {
	node := &FunctionDefinition{}
	first := p.advance()
	begin := p.pos
	node.Name, node.NameToken = p.parseDefinitionName()
	node.Parameters = p.parseParameters()
	node.ReturnType = p.parseReturnType()
	p.needBrace(begin)
	node.Body = p.parseBraces()
	p.start(&node.nodeBase, first)
	return p.define(node, node.Body)
}

// needBrace ensures that a body comes next, even after an error after begin.
func (p *parser) needBrace(begin int) {
	if p.kind != LeftBrace {
		p.unexpected("{")
	}
	p.recoverBrace(begin)
}

// parseNodeDefinition parses "node" hosts [ "inherits" host ] body.
func (p *parser) parseNodeDefinition() Node {
	node := &NodeDefinition{}
	first := p.advance()
	begin := p.pos
	mark := len(p.stack)
	p.push(p.parseHost())
	for p.accept(Comma) && p.kind != LeftBrace && p.kind != KeywordInherits {
		p.push(p.parseHost())
	}
	node.HostMatches = p.list(mark)
	if p.accept(KeywordInherits) {
		node.Parent = p.parseHost()
	}
	p.needBrace(begin)
	node.Body = p.parseBraces()
	p.start(&node.nodeBase, first)
	return p.define(node, node.Body)
}

// parseHost parses one matcher of a node definition: a name with dots, a
// string, a regular expression, or default.
func (p *parser) parseHost() Node {
	switch p.kind {
	case Name, Number:
	case SingleQuoted, DoubleQuoted, Word:
		return p.parseString()
	case StringStart:
		return p.parseInterpolated()
	case HeredocTag:
		return p.parseHeredoc()
	case Regex:
		return p.parseRegex()
	case KeywordDefault:
		return p.parsePrimary()
	default:
		p.unexpected("the name of a node")
		return p.badExpr(p.last + 1)
	}
	node := p.strings.new()
	segments := []string{p.lexemeText(p.pos)}
	first := p.advance()
	for p.accept(Dot) {
		if p.kind != Name && p.kind != Number {
			p.unexpected("a name")
			break
		}
		segments = append(segments, p.lexemeText(p.pos))
		p.advance()
	}
	node.Value = strings.Join(segments, ".")
	p.start(&node.nodeBase, first)
	return node
}

// parseParameters parses [ "(" parameters ")" ].
func (p *parser) parseParameters() []*Parameter {
	if p.kind != LeftParen && p.kind != LineLeftParen {
		return nil
	}
	p.advance()
	var parameters []*Parameter
	if p.kind != RightParen {
		parameters = p.parseParameterList(RightParen)
	}
	p.expect(RightParen, "a comma or )")
	return parameters
}

// parseLambdaParameters parses "|" [parameters] "|".
func (p *parser) parseLambdaParameters() []*Parameter {
	p.expect(Pipe, "|")
	var parameters []*Parameter
	if p.kind != Pipe {
		parameters = p.parseParameterList(Pipe)
	}
	p.expect(Pipe, "a comma or |")
	return parameters
}

func (p *parser) parseParameterList(closer TokenKind) []*Parameter {
	var parameters [32]*Parameter
	list := parameters[:0]
	for {
		begin := p.pos
		list = append(list, p.parseParameter())
		p.recoverElement(begin, closer)
		if !p.listGoesOn(closer) {
			return p.paramSlices.copy(list)
		}
	}
}

// parseParameter parses [type] ["*"] variable [ "=" expression ].
func (p *parser) parseParameter() *Parameter {
	node := p.parameters.new()
	first := p.token()
	if p.kind == ClassReference {
		node.TypeExpr = p.parseTypeName(false)
	}
	node.CapturesRest = p.accept(Times)
	node.NameToken = p.token()
	if p.kind == Variable {
		node.Name = p.lexemeText(p.pos)[1:]
	} else {
		node.NameToken = min(node.NameToken, p.last) // there may be no more tokens
	}
	variable := p.span(p.expect(Variable, "a parameter, such as $name"))
	if p.accept(Equals) {
		node.Value = p.parseExpression()
	}
	if first > p.last {
		first = p.last
	}
	p.start(&node.nodeBase, first)
	node.span = variable
	return node
}

// parseTypeName parses a type with or without one pair of brackets.
func (p *parser) parseTypeName(endComma bool) Node {
	reference := p.parseReference()
	if p.kind != LeftBracket {
		return reference
	}
	p.advance()
	node := p.accesses.new()
	node.Left = reference
	node.Keys = p.parseKeys(endComma)
	closing := p.expect(RightBracket, "a comma or ]")
	p.around(&node.nodeBase, reference, reference.span.To(p.span(closing)))
	return node
}

// parseReturnType parses [ ">>" type ].
func (p *parser) parseReturnType() Node {
	if !p.accept(RightShift) {
		return nil
	}
	return p.parseTypeName(false)
}

// parseType parses code that starts with the word "type": an alias, a definition, or a call of
// the function of that name.
func (p *parser) parseType() Node {
	if p.peek() == LeftParen {
		name := p.names.new()
		name.Value = p.lexemeText(p.pos)
		p.start(&name.nodeBase, p.advance())
		return p.parseCall(name)
	}
	first := p.advance()
	nameToken, isNamed := p.token(), p.kind == ClassReference
	left := p.parseTypeName(false)
	if !isNamed { // an unfinished word such as that of "include types"
		return p.badExpr(first)
	}
	if reference, ok := left.(*QualifiedReference); ok && (p.kind == LeftBrace || p.kind == KeywordInherits) {
		return p.parseTypeDefinition(first, reference)
	}
	p.expect(Equals, "=")
	right, end := p.parseAliasedType()
	// Puppet locates an alias from the type's name on, and loses the end of some.
	span := left.Span()
	if end >= 0 {
		span.End = end
	}
	if reference, ok := left.(*QualifiedReference); ok {
		node := &TypeAlias{Name: reference.Value, NameToken: nameToken}
		p.start(&node.nodeBase, first)
		node.span = span
		node.TypeExpr = p.aliasType(node, right)
		return p.define(node, nil)
	}
	node := &TypeMapping{TypeExpr: left, MappingExpr: right}
	p.start(&node.nodeBase, first)
	node.span = span
	contain(&node.nodeBase, right)
	return p.define(node, nil)
}

// parseAliasedType parses the right side of a type alias. It also returns the end that Puppet
// records for the alias, or -1. A type followed by a hash is a KeyedEntry.
func (p *parser) parseAliasedType() (right Node, end int32) {
	switch p.kind {
	case LeftBrace:
		right = p.parseHash()
		return right, p.span(p.last).End
	case LeftBracket, ListStart:
		return p.parseList(), -1
	case ClassReference:
	default:
		p.unexpected("a type")
		return p.badExpr(p.last + 1), -1
	}
	typeName := p.parseTypeName(true)
	if access, ok := typeName.(*AccessExpression); ok {
		access.span = withoutLocation
		return access, -1
	}
	if p.kind != LeftBrace {
		return typeName, p.span(p.last).End
	}
	entry := p.entries.new()
	entry.Key = typeName
	entry.Value = p.parseHash()
	p.around(&entry.nodeBase, typeName, withoutLocation)
	return entry, p.span(p.last).End
}

// aliasType returns the type of an alias. {…} and Parent {…} give an Object[{…}].
func (p *parser) aliasType(alias *TypeAlias, right Node) Node {
	place := Span{Start: alias.span.Start, End: alias.span.Start}
	var parent Node
	hash, isHash := right.(*LiteralHash)
	if entry, ok := right.(*KeyedEntry); ok {
		reference, _ := entry.Key.(*QualifiedReference)
		hash, isHash = entry.Value.(*LiteralHash)
		if !isHash {
			return entry.Value
		}
		parent = reference
		if reference.Value != "Object" && reference.Value != "TypeSet" {
			name := &QualifiedName{nodeBase{p.nextID(), place, reference.first, reference.first - 1}, "parent"}
			added := &KeyedEntry{nodeBase: nodeBase{p.nextID(), place, reference.first, reference.last}, Key: name, Value: reference}
			hash.Entries = append(hash.Entries, added)
			parent = nil
		}
	}
	if !isHash {
		contain(&alias.nodeBase, right)
		return right
	}
	if parent == nil {
		parent = &QualifiedReference{nodeBase{p.nextID(), place, hash.first, hash.first - 1}, "Object"}
	}
	return &AccessExpression{
		nodeBase: nodeBase{p.nextID(), place, hash.first, hash.last},
		Left:     parent, Keys: []Node{hash},
	}
}

// parseTypeDefinition parses the rest of "type" Name [ "inherits" Name ]
// "{" statements "}".
func (p *parser) parseTypeDefinition(first int32, name *QualifiedReference) Node {
	node := &TypeDefinition{Name: name.Value, NameToken: name.first}
	if p.accept(KeywordInherits) {
		node.Parent = p.lexemeText(p.pos)
		p.expect(ClassReference, "a type")
	}
	node.Body = p.parseBraces()
	p.start(&node.nodeBase, first)
	return p.define(node, node.Body)
}

// parseApply parses "apply" "(" arguments ")" "{" statements "}".
func (p *parser) parseApply() Node {
	node := &ApplyExpression{}
	first := p.advance()
	if p.kind != LeftParen {
		p.unexpected("(")
	}
	if p.peek() == RightParen {
		p.advance()
		p.unexpected("an argument")
	}
	node.Arguments, _ = p.parseArguments(true)
	block := &ApplyBlockExpression{}
	mark, open := len(p.stack), p.expect(LeftBrace, "{")
	if p.kind != RightBrace && !p.bad {
		p.parseStatements(RightBrace)
	}
	block.Statements = p.list(mark)
	p.unlocated(&block.nodeBase, open)
	p.expect(RightBrace, "}")
	node.Body = block
	p.start(&node.nodeBase, first)
	contain(&node.nodeBase, block)
	return node
}
