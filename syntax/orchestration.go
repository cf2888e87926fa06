package syntax

// NoSiteBlocks is the advice for a site block of the application orchestration that ended with
// Puppet 6.
const NoSiteBlocks = "Puppet 7 removed site blocks: remove this one, and move its contents to node definitions"

// noApplications is the advice for an application of the same.
const noApplications = "Puppet 7 removed applications: write a defined type instead"

// capabilityMappingLength is the number of statements that a capability mapping consists of.
const capabilityMappingLength = 3

// IsCapabilityMapping reports whether statements begin with a mapping of the application
// orchestration that ended with Puppet 6, such as `Db produces Sql { … }`. Since then it is
// three statements, the first of which Puppet refuses.
func IsCapabilityMapping(statements []Node) bool {
	if len(statements) < capabilityMappingLength {
		return false
	}
	word, isWord := statements[1].(*QualifiedName)
	_, isDefaults := statements[2].(*ResourceDefaultsExpression)
	return isDefaults && isWord && (word.Value == "produces" || word.Value == "consumes") && isTypeOrReference(statements[0])
}

// InCapabilityMapping reports whether the statement with an index belongs to a capability mapping.
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

// orchestration returns the index of the lexeme that begins an application or a site block of
// the orchestration of Puppet 4 to 6, and the advice for it, if the lexeme at pos is in one.
// Otherwise it returns -1.
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
			return at, noApplications
		case word == "site" && next == LeftBrace:
			return at, NoSiteBlocks
		}
		break
	}
	return -1, ""
}

// orchestrationEnd returns the index of the lexeme after the block of the application or the
// site block that the lexeme at pos is in, or -1 if it is in none. What such a block contains is
// no resource that lacks a colon, for example, and is not worth errors of its own.
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
