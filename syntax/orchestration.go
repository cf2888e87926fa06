package syntax

// NoSiteBlocks is the advice for a site block. Site blocks belong to application orchestration, a
// feature of Puppet 4 to 6.
const NoSiteBlocks = "Puppet 7 removed site blocks: remove this one, and move its contents to node definitions"

// NoApplications is the advice for an application, the other construct of application
// orchestration.
const NoApplications = "Puppet 7 removed applications: write a defined type instead"

// capabilityMappingLength is the number of statements in a capability mapping.
const capabilityMappingLength = 3

// IsCapabilityMapping reports whether statements begin with a capability mapping of application
// orchestration, such as `Db produces Sql { … }`. Since Puppet 7, this is three statements, and
// Puppet refuses the first one.
func IsCapabilityMapping(statements []Node) bool {
	if len(statements) < capabilityMappingLength {
		return false
	}
	word, isWord := statements[1].(*QualifiedName)
	_, isDefaults := statements[2].(*ResourceDefaultsExpression)
	return isDefaults && isWord && (word.Value == "produces" || word.Value == "consumes") && isTypeOrReference(statements[0])
}

// InCapabilityMapping reports whether the statement at index belongs to a capability mapping.
func InCapabilityMapping(statements []Node, index int) bool {
	for from := max(0, index-capabilityMappingLength+1); from <= index; from++ {
		if IsCapabilityMapping(statements[from:]) {
			return true
		}
	}
	return false
}

// isTypeOrReference reports whether n is the name of a type, or a reference such as Class['a'].
func isTypeOrReference(n Node) bool {
	if access, ok := n.(*AccessExpression); ok {
		n = access.Left
	}
	_, isType := n.(*QualifiedReference)
	return isType
}

// orchestration returns the index of the lexeme that begins the application or site block around
// the lexeme at pos, and the advice for it. If there is none, it returns -1.
func (p *parser) orchestration(pos int) (begin int, help string) {
	const farthest = 400
	for at := max(pos, 0); at >= max(0, pos-farthest); at-- {
		if bracketStep(p.lexemes[at].kind) < 0 || !p.startsLine(at) || p.indent(at) > 0 {
			continue
		}
		if p.lexemes[at].kind != Name || at+1 >= len(p.lexemes) {
			break
		}
		next := p.lexemes[at+1].kind
		switch word := p.lexemeText(at); {
		case word == "application" && next == Name:
			return at, NoApplications
		case word == "site" && next == LeftBrace:
			return at, NoSiteBlocks
		}
		break
	}
	return -1, ""
}

// orchestrationEnd returns the index of the lexeme after the application or site block around the
// lexeme at pos, or -1 if there is none. The parser skips the block: errors in it, such as a
// missing colon, would mislead.
func (p *parser) orchestrationEnd(pos int) int {
	begin, _ := p.orchestration(pos)
	if begin < 0 {
		return -1
	}
	open := 0
	for at := begin; at < len(p.lexemes); at++ {
		step := bracketStep(p.lexemes[at].kind)
		open += step
		if open < 0 {
			return -1
		}
		if open == 0 && step < 0 && p.lexemes[at].kind == RightBrace && at >= pos {
			return at + 1
		}
	}
	return -1
}
