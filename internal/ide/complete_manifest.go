package ide

import (
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// manifestCompleter completes in manifests and EPP templates.
type manifestCompleter struct {
	*itemList
	*nameCompleter
	calls signatureHelper
}

// inManifest completes in a manifest or EPP template.
func (c *manifestCompleter) inManifest() {
	file := c.Manifest.File
	text := c.File.Text
	c.span = wordAt(text, c.offset)
	at := file.TokenAt(max(0, c.offset-1))
	token := file.Token(at)
	if c.offset == 0 {
		token = syntax.Token{Kind: syntax.Newline}
	} else if token.Kind == syntax.Invalid && file.Token(at-1).Kind == syntax.StringStart {
		token.Start = file.Tokens[at-1].Start // the text of an unclosed string
	}
	isVariable := c.span.Start > 0 && text[c.span.Start-1] == '$'
	isInterpolated := c.span.Start > 1 && text[c.span.Start-2:c.span.Start] == "${"
	switch token.Kind {
	case syntax.LineComment:
		c.inComment(token)
		return
	case syntax.EppText, syntax.BlockComment, syntax.EppComment, syntax.Regex, syntax.Number, syntax.ByteOrderMark, syntax.HeredocEnd, syntax.HeredocMargin:
		return
	case syntax.StringText, syntax.DoubleQuoted, syntax.StringStart, syntax.StringEnd, syntax.Invalid:
		switch {
		case c.inOwnPath():
			return
		case isInterpolated:
			c.interpolated()
			return
		case isVariable:
			c.variables()
			return
		case token.Kind == syntax.StringText || token.Kind == syntax.StringEnd && c.offset > token.Start:
			return
		}
	}
	around := c.calls.surroundings(c.span.Start)
	if token.Kind == syntax.SingleQuoted || token.Kind == syntax.DoubleQuoted || token.Kind == syntax.StringStart || isOpenQuote(text, token) {
		if c.offset > token.Start && (c.offset < token.End || token.Len() < 2 || text[token.End-1] != text[token.Start]) || isOpenQuote(text, token) && c.offset > token.Start {
			c.inString(around, token)
			return
		}
	}
	switch {
	case isVariable:
		c.variables()
	case isInterpolated:
		c.interpolated()
	case isClosedQuote(text, token) && c.offset == token.End:
		// Nothing can be written there.
	default:
		c.inCode(around)
	}
}

// interpolated completes a word after "${", which is a variable more often than a function.
func (c *manifestCompleter) interpolated() {
	c.variables()
	c.behind = 100
	c.functions("")
}

// inCode completes a word outside strings.
func (c *manifestCompleter) inCode(around *surroundings) {
	file := c.Manifest.File
	prev := ""
	if len(around.before) > 0 {
		prev = file.Text(around.before[0])
	}
	word := c.File.Slice(source.Span{Start: c.span.Start, End: c.offset})
	isUpper := word != "" && word[0] >= 'A' && word[0] <= 'Z'
	switch c.typePosition(around) {
	case parameterOfType:
		return
	case onlyType:
		c.types()
		return
	case maybeType:
		if c.types(); isUpper {
			return
		}
	}
	if len(around.openers) > 0 && len(around.before) > 0 && around.openers[0].token == around.before[0] && c.isAccess(around.openers[0]) {
		if c.partsOfNode(around.openers[0].token, false) {
			return
		}
		c.index(around.openers[0], true)
		if !isUpper && len(c.items) > 0 {
			return
		}
	}
	if c.afterToken(prev, around) {
		return
	}
	if around.statement != "" && len(around.before) > 0 && c.isArgument(around.before[0]) {
		c.statementArguments(around.statement)
		if around.statement == "include" || around.statement == "contain" || around.statement == "require" {
			return
		}
	}
	if c.inQuery(around, prev) || len(around.openers) > 0 && c.inBrackets(around.openers[0], around.attribute, prev) {
		return
	}
	expected, isValue := c.expected(around)
	if isValue {
		c.valuesExpected(expected, false)
	}
	if isUpper {
		c.types()
		return
	}
	c.statements(around)
	if isValue || c.isValue(around) {
		c.variableValues(around, expected)
	}
}

// afterToken completes after a token that determines what may follow. It returns false after
// any other.
func (c *manifestCompleter) afterToken(prev string, around *surroundings) bool {
	switch prev {
	case ".":
		c.receiver = c.classesBefore(around.before[0])
		c.functions(".")
	case "@", "@@":
		c.resourceTypes()
	case "inherits":
		c.classes(0)
		own, _ := c.nameOfFile()
		c.items = slices.DeleteFunc(c.items, func(item Item) bool { return item.Label == own })
	case "node":
		c.add(Item{Label: "default", Kind: ItemKeyword})
	case "class", "define", "function", "plan", "type":
		if around.before == nil || !c.isBraceNext(around.before[0]) {
			c.ownName(prev)
		}
	case "$":
		c.variables()
	default:
		return false
	}
	return true
}

// inBrackets completes in the body of a resource, or in the arguments of a function. It returns
// true if nothing else is possible there.
func (c *manifestCompleter) inBrackets(opener opener, attribute, prev string) bool {
	if opener.owner.Name != "" || opener.owner.Kind == symbols.Class {
		switch {
		case attribute != "":
			c.values(c.calls.resolveOwner(opener.owner), attribute, false)
		case opener.inBody && (prev == "," || prev == ":" || prev == "{"):
			c.attributes(opener)
			return true
		case !opener.inBody && prev == "{" && opener.owner.Name == "":
			c.classes(0)
			return true
		}
	}
	if opener.function != "" {
		c.arguments(opener)
	}
	return false
}

// inQuery completes in the query of a collector. It reports whether the offset is in one.
func (c *manifestCompleter) inQuery(around *surroundings, prev string) bool {
	at := 0
	for at < len(around.openers) && around.openers[at].kind == syntax.LeftParen && around.openers[at].function == "" {
		at++
	}
	if at == len(around.openers) || !around.openers[at].isQuery {
		return false
	}
	switch prev {
	case "<|", "<<|", "(", "and", "or":
		c.attributes(around.openers[at])
	case "==", "!=":
		if len(around.before) > 1 {
			c.values(c.calls.resolveOwner(around.openers[at].owner), c.Manifest.Text(around.before[1]), false)
		}
		c.variableValues(around, nil)
	default:
		for _, word := range []string{"and", "or"} {
			c.add(Item{Label: word, Kind: ItemKeyword})
		}
	}
	return true
}

// isAccess reports whether an opener is the bracket of an access, as in $x[ or $x['a'][.
func (c *manifestCompleter) isAccess(in opener) bool {
	before := c.Manifest.PreviousSignificant(in.token)
	return in.index != "" || in.kind == syntax.LeftBracket && before >= 0 && c.Manifest.Tokens[before].Kind == syntax.RightBracket
}

// isBraceNext reports whether a "{" follows a token, as in class { 'x': }.
func (c *manifestCompleter) isBraceNext(token int) bool {
	next := c.Manifest.NextSignificant(token)
	return c.Manifest.Token(next).Kind == syntax.LeftBrace && c.Manifest.Token(next).Start < c.offset
}

// isArgument reports whether the word at the offset is an argument of a call without
// parentheses. It follows a comma, or the function on the same line.
func (c *manifestCompleter) isArgument(before int) bool {
	text := c.Manifest.Text(before)
	between := c.File.Text[c.Manifest.Tokens[before].End:c.span.Start]
	return (text == "," || syntax.IsStatementFunction(text)) && (text == "," || !strings.Contains(between, "\n"))
}

// ownName offers the name that matches the file's path.
func (c *manifestCompleter) ownName(word string) {
	name, folder := c.nameOfFile()
	fits := map[string]string{"class": "manifests", "define": "manifests", "function": "functions", "plan": "plans", "type": "types"}
	if name == "" || fits[word] != folder {
		return
	}
	if word == "type" {
		name = capitalize(name)
	}
	c.add(Item{Label: name, Kind: ItemClass, Detail: "the name that this file should define"})
}

// nameOfFile returns the name of the definition that belongs in the file, and the module's folder
// in which the file lies; "" outside of modules.
func (c *manifestCompleter) nameOfFile() (name, folder string) {
	owner := c.moduleOf()
	if owner == nil {
		return "", ""
	}
	_, relative := c.tree.ModuleOf(c.Path)
	folder, rest, _ := strings.Cut(strings.TrimSuffix(relative, ".pp"), "/")
	if name = owner.Name; rest != "init" {
		name += "::" + strings.ReplaceAll(rest, "/", "::")
	}
	return name, folder
}

// statements offers words that may begin a statement or an expression.
func (c *manifestCompleter) statements(around *surroundings) {
	c.functions("")
	for _, word := range []string{"true", "false", "undef", "default"} {
		c.add(Item{Label: word, Kind: ItemKeyword, Rank: 60})
	}
	if c.isValue(around) {
		for _, word := range []string{"if", "unless", "case"} {
			c.add(Item{Label: word, Kind: ItemKeyword, Rank: 61})
		}
		c.classesOfWord(70)
		return
	}
	for _, word := range []string{"if", "unless", "case", "class", "define", "node", "elsif", "else", "inherits"} {
		c.add(Item{Label: word, Kind: ItemKeyword, Rank: 50})
	}
	c.resourceTypes()
	c.classesOfWord(70)
}

// isValue reports whether the tokens before the offset call for a value.
func (c *manifestCompleter) isValue(around *surroundings) bool {
	if around.attribute != "" {
		return true
	}
	if len(around.before) == 0 {
		return false
	}
	switch c.Manifest.Tokens[around.before[0]].Kind {
	case syntax.Equals, syntax.FatArrow, syntax.LeftParen, syntax.ListStart, syntax.LeftBracket, syntax.Comma, syntax.Plus, syntax.IsEqual, syntax.NotEqual, syntax.KeywordIn:
		return true
	}
	return false
}

// classesOfWord offers classes where a qualified name is being typed.
func (c *manifestCompleter) classesOfWord(rank int) {
	if strings.Contains(c.File.Slice(c.span), "::") {
		c.classes(rank)
	}
}

// isOpenQuote reports whether a token is an unterminated string.
func isOpenQuote(text string, token syntax.Token) bool {
	return token.Kind == syntax.Invalid && token.Len() > 0 && (text[token.Start] == '\'' || text[token.Start] == '"')
}

// isClosedQuote reports whether a token is a string that has its last quote.
func isClosedQuote(text string, token syntax.Token) bool {
	return (token.Kind == syntax.SingleQuoted || token.Kind == syntax.DoubleQuoted) && token.Len() > 1 && text[token.End-1] == text[token.Start]
}
