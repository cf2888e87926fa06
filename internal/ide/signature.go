package ide

import (
	"puppet-lint/checker/symbols"
	"puppet-lint/internal/document/docstring"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Help holds the signatures of the call at an offset.
type Help struct {
	Signatures []Signature
	// Active is the index of the signature that fits best. Parameter is the index of the
	// argument being typed. Either is -1 for none.
	Active, Parameter int
}

// signatureHelper finds the call or declaration around a position.
type signatureHelper struct{ *View }

// SignatureHelp returns the signatures of the innermost call at an offset: a function call, or
// the declaration of a class or resource.
func (v *View) SignatureHelp(offset int32) *Help {
	if v.Manifest == nil {
		return nil
	}
	around := signatureHelper{v}.surroundings(offset)
	for at := range around.openers {
		opener := &around.openers[at]
		switch {
		case opener.function != "":
			help := &Help{Signatures: functionSignatures{v, true}.of(module.Normalize(opener.function)), Parameter: opener.argument}
			for i, signature := range help.Signatures {
				count := len(signature.Parameters)
				if opener.argument < count || count > 0 && signature.Parameters[count-1].Rest {
					help.Active = i
					break
				}
			}
			if len(help.Signatures) == 0 {
				return nil
			}
			if parameters := help.Signatures[help.Active].Parameters; len(parameters) > 0 && help.Parameter >= len(parameters) && parameters[len(parameters)-1].Rest {
				help.Parameter = len(parameters) - 1
			}
			return help
		case opener.owner.Name != "":
			return signatureHelper{v}.helpFor(opener.owner, around.attribute)
		}
	}
	return nil
}

// helpFor returns the parameters of a class or defined type.
func (s signatureHelper) helpFor(owner symbols.Symbol, attribute string) *Help {
	owner = s.resolveOwner(owner)
	manifest, node := s.definitionNode(owner)
	if node == nil {
		return nil
	}
	doc := docstring.Of(manifest.File, node)
	b := signatureBuilder{doc: docMarkdown(doc)}
	b.text.WriteString(owner.Name + "(")
	help := &Help{Parameter: -1}
	for i, parameter := range syntax.ParametersOf(node) {
		b.add(SignatureParameter{
			Name: parameter.Name, Type: typeText(manifest.File, parameter), Doc: doc.Parameters[parameter.Name], Optional: parameter.Value != nil,
		}, parameterText(manifest.File, parameter))
		if parameter.Name == attribute {
			help.Parameter = i
		}
	}
	help.Signatures = []Signature{b.finish("")}
	return help
}

// resolveOwner returns the symbol that the name of a resource's type refers to.
func (s signatureHelper) resolveOwner(owner symbols.Symbol) symbols.Symbol {
	if owner.Kind != symbols.TypeName {
		return owner
	}
	one := symbols.Occurrence{Symbol: owner}
	return s.Index.Resolve(s.Table, &one)[0]
}

// opener is a bracket that is open at the offset.
type opener struct {
	token int
	kind  syntax.TokenKind
	// function is the name of the function whose arguments the bracket holds. argument is the
	// index of the argument being typed.
	function string
	argument int
	// owner is the class or type whose attributes are being typed. inBody is true after the
	// title.
	owner  symbols.Symbol
	inBody bool
	// isQuery is set for the query of a collector. owner is its type.
	isQuery bool
	titles  []string
	// index is the name before a "[": of a type, or of a variable with its dollar.
	index string
	given []string
}

// surroundings describes the code around an offset, as far as the tokens show it.
type surroundings struct {
	// openers are the open brackets, innermost first.
	openers []opener
	// before holds the indexes of the significant tokens before the typed word, nearest first.
	before []int
	// attribute is the name of the attribute whose value is being typed.
	attribute string
	// statement is the function of the call without parentheses that is being typed.
	statement string
}

// farBack limits how many tokens before an offset are examined.
const farBack = 4000

// surroundings examines the tokens before an offset.
func (s signatureHelper) surroundings(offset int32) *surroundings {
	file := s.Manifest.File
	found := &surroundings{}
	last := file.TokenAt(offset)
	if last >= len(file.Tokens) || file.Tokens[last].Start >= offset {
		last--
	}
	back := backwards{signatureHelper: s, found: found, isFirst: true}
	depth := 0 // of closed brackets between the token and the offset
	for at := last; at >= 0 && last-at < farBack; at-- {
		token := file.Tokens[at]
		if token.Kind.IsTrivia() {
			continue
		}
		if token.End > offset {
			continue // the token is part of the argument being typed
		}
		if len(found.before) < 4 {
			found.before = append(found.before, at)
		}
		switch {
		case isClosing(token.Kind):
			depth++
		case isOpening(token.Kind):
			if depth > 0 {
				depth--
				continue
			}
			back.open(at)
		default:
			if depth == 0 {
				back.separate(at)
			}
		}
	}
	found.statement = s.statementCall(found.before)
	return found
}

// isOpening reports whether a token opens a bracket, the query of a collector or an interpolation.
func isOpening(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.LeftBrace, syntax.SelectBrace, syntax.LeftParen, syntax.LineLeftParen, syntax.LeftBracket, syntax.ListStart,
		syntax.InterpolationStart, syntax.LeftCollect, syntax.LeftExportedCollect:
		return true
	}
	return false
}

// isClosing reports whether a token closes what isOpening tokens open.
func isClosing(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.RightBrace, syntax.RightParen, syntax.RightBracket, syntax.InterpolationEnd, syntax.RightCollect, syntax.RightExportedCollect:
		return true
	}
	return false
}

// backwards reads tokens from an offset towards the start of the file. Its fields are about the
// innermost open bracket that it has not reached yet.
type backwards struct {
	signatureHelper
	found *surroundings
	// argument is the number of commas so far, and given the names before arrows, nearest first.
	argument int
	given    []string
	// sawColon is set after a colon, and isValue after a token that ends an attribute's value.
	sawColon, isValue bool
	// isFirst is set while no arrow, comma or bracket has been read.
	isFirst bool
}

// open adds the open bracket at a token.
func (b *backwards) open(at int) {
	one := opener{token: at, kind: b.Manifest.File.Tokens[at].Kind, argument: b.argument, given: b.given, inBody: b.sawColon}
	b.explain(&one)
	b.found.openers = append(b.found.openers, one)
	b.argument, b.given, b.sawColon, b.isFirst = 0, nil, false, false
	b.isValue = true
}

// separate notes a token that separates arguments, or an attribute from its value.
func (b *backwards) separate(at int) {
	file := b.Manifest.File
	switch file.Tokens[at].Kind {
	case syntax.Comma:
		b.argument++
		b.isFirst, b.isValue = false, true
	case syntax.FatArrow, syntax.PlusArrow:
		name := file.Text(file.PreviousSignificant(at))
		if len(b.found.openers) == 0 && b.isFirst && !b.isValue {
			b.found.attribute = name
			b.isFirst = false
		}
		b.given = append(b.given, name)
	case syntax.Colon:
		b.sawColon, b.isValue = true, true
	case syntax.Semicolon:
		if !b.sawColon {
			b.given, b.isValue = nil, true
		}
	}
}

// statementCall returns the function that the tokens before the offset call without
// parentheses, as in: include a, b.
func (s signatureHelper) statementCall(before []int) string {
	if len(before) == 0 {
		return ""
	}
	file := s.Manifest.File
	at := before[0]
	for steps := 0; at >= 0 && steps < 64; steps++ {
		token := file.Tokens[at]
		switch token.Kind {
		case syntax.Name:
			name := file.Text(at)
			if syntax.IsStatementFunction(name) {
				return name
			}
		case syntax.Comma, syntax.SingleQuoted, syntax.DoubleQuoted:
		default:
			return ""
		}
		at = file.PreviousSignificant(at)
	}
	return ""
}

// explain sets the fields of an opener that describe the code before its bracket.
func (s signatureHelper) explain(one *opener) {
	file := s.Manifest.File
	before := file.PreviousSignificant(one.token)
	if before < 0 {
		return
	}
	token := file.Tokens[before]
	switch one.kind {
	case syntax.LeftParen:
		if token.Kind == syntax.Name {
			if word := file.PreviousSignificant(before); word < 0 || !isDefinitionWord(file.Text(word)) {
				one.function = file.Text(before)
				if word >= 0 && file.Tokens[word].Kind == syntax.Dot {
					one.argument++ // the value before the dot is the first argument
				}
			}
		}
	case syntax.LeftBracket:
		if token.Kind == syntax.ClassReference || token.Kind == syntax.Variable || token.Kind == syntax.Name {
			one.index = file.Text(before)
		}
	case syntax.LeftCollect, syntax.LeftExportedCollect:
		if token.Kind == syntax.ClassReference {
			one.owner, one.isQuery = symbols.Symbol{Kind: symbols.TypeName, Name: module.Normalize(file.Text(before))}, true
		}
	case syntax.LeftBrace:
		s.explainBrace(one, before)
	}
}

func isDefinitionWord(word string) bool {
	switch word {
	case "class", "define", "function", "plan", "node", "inherits":
		return true
	}
	return false
}

// explainBrace sets the owner of the brace of a resource, of resource defaults or of an
// override.
func (s signatureHelper) explainBrace(one *opener, before int) {
	file := s.Manifest.File
	token := file.Tokens[before]
	text := file.Text(before)
	earlier := file.PreviousSignificant(before)
	switch {
	case text == "class":
		one.owner = symbols.Symbol{Kind: symbols.Class}
		if title := file.NextSignificant(one.token); title < len(file.Tokens) && one.inBody {
			if quoted := file.Text(title); len(quoted) > 2 {
				one.owner.Name = module.Normalize(quoted[1 : len(quoted)-1])
			}
		}
	case token.Kind == syntax.Name:
		if earlier >= 0 && isDefinitionWord(file.Text(earlier)) {
			return
		}
		one.owner = symbols.Symbol{Kind: symbols.TypeName, Name: module.Normalize(text)}
	case token.Kind == syntax.ClassReference:
		one.owner, one.inBody = symbols.Symbol{Kind: symbols.TypeName, Name: module.Normalize(text)}, true
	case token.Kind == syntax.RightBracket, token.Kind == syntax.RightCollect, token.Kind == syntax.RightExportedCollect:
		for at, depth := before, 0; at >= 0; at-- {
			switch file.Tokens[at].Kind {
			case syntax.RightBracket, syntax.RightCollect, syntax.RightExportedCollect:
				depth++
			case syntax.LeftBracket, syntax.ListStart, syntax.LeftCollect, syntax.LeftExportedCollect:
				if depth--; depth > 0 {
					continue
				}
				if name := file.PreviousSignificant(at); name >= 0 && file.Tokens[name].Kind == syntax.ClassReference {
					one.owner, one.inBody = symbols.Symbol{Kind: symbols.TypeName, Name: module.Normalize(file.Text(name))}, true
				}
				return
			}
		}
	}
}
