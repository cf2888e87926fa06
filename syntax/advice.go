package syntax

import (
	"strings"

	"puppet-lint/internal/spell"
)

// maxAdvised limits the number of errors of a file that come with advice, since finding advice
// searches the preceding code. A file with more errors is most likely not Puppet code.
const maxAdvised = 500

// advise sets err.Help if the error is a common mistake, such as syntax of another language. The
// help says what to write instead of the current lexeme. If a closing bracket was expected, advise
// relates the bracket that is still open.
func (p *parser) advise(err *Error, expected string) {
	if p.advised++; p.advised > maxAdvised {
		return
	}
	err.Help = p.instead(err, expected)
	if err.Help == "" {
		var begin int
		if begin, err.Help = p.orchestration(p.pos); begin >= 0 && begin < p.pos {
			p.locate(err, begin, "'"+p.lexemeText(begin)+"' is not a keyword")
		}
	}
	if err.Help == "" && p.misspellsKeyword(err) {
		return
	}
	switch {
	case expected == "a comma":
		err.Help = "add a comma after the attribute before this one"
	case err.Help == "" && expected == "a comma or }" && p.startsEntry():
		err.Help = "add a comma after the entry before this one"
	case err.Help == "":
		err.Help = p.punctuation(err, expected)
	}
	// The expected text ends with the closing bracket.
	closer := expected[len(expected)-1]
	if p.atEnd() || bracketStep(p.lexemes[p.pos].kind) < 0 || strings.IndexByte(")]}", closer) >= 0 {
		p.relateOpening(err)
	}
}

// atEnd reports whether the current lexeme is the end of the file.
func (p *parser) atEnd() bool { return p.lexemes[p.pos].kind == EndOfFile }

// startsEntry reports whether an entry of a hash most likely begins at the current lexeme.
func (p *parser) startsEntry() bool {
	switch p.lexemes[p.pos].kind {
	case SingleQuoted, DoubleQuoted, Name, Number, Variable:
		return p.startsLine(p.pos) && p.lexemes[p.pos+1].kind == FatArrow
	}
	return false
}

// joinReference returns advice on a reference with a space before its bracket.
func joinReference(typeName string) string {
	return "remove the space before the bracket: only `" + typeName + "[…]` is a reference"
}

// SpacedReference returns advice if the token at index is a bracket, and a type is before it on the
// same line, with a space between them: Puppet reads `Package ['a']` as a type and an array. Otherwise
// it returns "".
func (f *File) SpacedReference(index int) string {
	return spacedReference(f.Source.Text, f.Tokens, index)
}

// spacedReference is SpacedReference on the tokens of a text.
func spacedReference(text string, tokens []Token, index int) string {
	if index < 2 || index >= len(tokens) || tokens[index].Kind != ListStart {
		return ""
	}
	space, name := tokens[index-1], tokens[index-2]
	if space.Kind != Whitespace || name.Kind != ClassReference {
		return ""
	}
	return joinReference(text[name.Start:name.End])
}

// MixedName returns advice if the token at index is a part of a name in which some segments begin
// with a capital letter and others do not: Puppet reads `apt::Source` as a name and a type. Otherwise
// it returns "".
func (f *File) MixedName(index int) string {
	return mixedName(f.Source.Text, f.Tokens, index)
}

// mixedName is MixedName on the tokens of a text.
func mixedName(text string, tokens []Token, index int) string {
	isPart := func(i int) bool {
		return i >= 0 && i < len(tokens) && (tokens[i].Kind == Name || tokens[i].Kind == ClassReference)
	}
	continues := func(i int) bool { return isPart(i) && strings.HasPrefix(text[tokens[i].Start:tokens[i].End], "::") }
	if !isPart(index) {
		return ""
	}
	first, last := index, index
	for continues(first) && isPart(first-1) {
		first--
	}
	for continues(last + 1) {
		last++
	}
	if first == last {
		return ""
	}
	return "write `" + strings.ToLower(text[tokens[first].Start:tokens[last].End]) + "`: such a name has no capital letters"
}

// operatorsElsewhere maps operators of other languages, of two characters, to those of Puppet.
var operatorsElsewhere = map[string]string{
	"&&": "and", "||": "or", "=>": ">=", "=<": "<=", "<>": "!=",
}

// instead returns what to write instead of the current lexeme, or "".
func (p *parser) instead(err *Error, expected string) string {
	kind := p.lexemes[p.pos].kind
	before := EndOfFile
	if p.pos > 0 {
		before = p.lexemes[p.pos-1].kind
	}
	inTest := expected == "{" || expected == ")"
	switch {
	case kind == ListStart && before == ClassReference:
		return joinReference(p.lexemeText(p.pos - 1))
	case kind == ClassReference && before == Name && mixedName(p.text, p.tokens, int(p.lexemes[p.pos].token)) != "":
		return mixedName(p.text, p.tokens, int(p.lexemes[p.pos].token))
	case kind == KeywordIf && before == KeywordElse:
		return "write `elsif`"
	case kind == Equals && before == IsEqual:
		return "write `==`: Puppet has no `===`"
	case inTest && p.operatorElsewhere(err.Span.Start) != "":
		return "did you mean `" + p.operatorElsewhere(err.Span.Start) + "`?"
	case kind == Equals && expected == "{":
		return "did you mean `==`? A single `=` assigns"
	case kind == FatArrow && before == Variable && !inTest:
		return "did you mean `=`?"
	case expected == "=>" && (kind == RightBrace || kind == Comma) && p.assignsInHash():
		return "write `=>` between the key and the value"
	case before == Name && p.lexemeText(p.pos-1) == "not" && (kind == Variable || kind == Name || kind == LeftParen || kind == ClassReference):
		return "write `!` for a negation"
	case kind == Colon && p.joinsNames():
		return "did you mean `::`?"
	case kind == Colon && expected == "=>" && p.selectsInCase():
		return "remove the `?`: only a selector has it, a case has none"
	case kind == Colon && expected == "=>" && p.within(QuestionMark) && !p.within(SelectBrace):
		return "write `$test ? { true => …, default => … }`: Puppet has no other conditional operator"
	}
	if instead := p.wordElsewhere(expected); instead != "" {
		return instead
	}
	if expected == "=>" && (kind == Comma || kind == RightBrace) && p.listsInHash() {
		return "write `[…]` for an array: the entries of a hash are `key => value`"
	}
	if instead := p.operatorElsewhere(err.Span.Start); instead != "" && kind != FatArrow {
		return "did you mean `" + instead + "`?"
	}
	if expected == "a colon after the title" {
		return p.loop(err)
	}
	return ""
}

// operatorElsewhere returns Puppet's equivalent of an operator of another language whose first
// or second character is at offset, or "".
func (p *parser) operatorElsewhere(offset int32) string {
	for start := offset; start >= max(0, offset-1); start-- {
		if instead := operatorsElsewhere[p.text[start:min(int(start)+2, len(p.text))]]; instead != "" {
			return instead
		}
	}
	return ""
}

// wordElsewhere returns what to write instead of the current lexeme if that is a word that other
// languages have between a condition and a block, or a misspelt operator or keyword there.
// Otherwise it returns "".
func (p *parser) wordElsewhere(expected string) string {
	kind := p.lexemes[p.pos].kind
	if kind != Name && kind != ClassReference || expected != "{" && expected != ")" {
		return ""
	}
	word := p.lexemeText(p.pos)
	switch folded := strings.ToLower(word); folded {
	case "and", "or", "in":
		return "write `" + folded + "`: operators have no capital letters"
	case "is", "eq":
		return "did you mean `==`?"
	case "extends":
		return "write `inherits`"
	case "then", "do":
		return "write `{` instead of '" + word + "'"
	}
	if spell.Best(word, []string{"inherits"}) != "" {
		return "write `inherits`"
	}
	return ""
}

// joinsNames reports whether the current colon is between two names without blanks.
func (p *parser) joinsNames() bool {
	if p.pos == 0 || p.lexemes[p.pos-1].kind != Name || p.lexemes[p.pos+1].kind != Name {
		return false
	}
	before, after := p.span(p.lexemes[p.pos-1].token), p.span(p.lexemes[p.pos+1].token)
	return after.Start-before.End == 1
}

// selectsInCase reports whether the current colon belongs to an option of a case whose test is
// followed by a question mark.
func (p *parser) selectsInCase() bool {
	if p.lexemes[p.pos+1].kind != LeftBrace {
		return false
	}
	for pos := p.pos; pos >= max(0, p.pos-farBack); pos-- {
		if p.lexemes[pos].kind == KeywordCase {
			return true
		}
	}
	return false
}

// listsInHash reports whether the innermost open bracket begins a hash.
func (p *parser) listsInHash() bool {
	pos := p.unclosedBracket()
	if pos < 1 || p.lexemes[pos].kind != LeftBrace {
		return false
	}
	switch p.lexemes[pos-1].kind {
	case Equals, FatArrow, Comma, LeftParen, LeftBracket, ListStart:
		return true
	}
	return false
}

// within reports whether one of the last lexemes before the current one is of the kind.
func (p *parser) within(kind TokenKind) bool {
	for pos := p.pos; pos >= max(0, p.pos-4); pos-- {
		if p.lexemes[pos].kind == kind {
			return true
		}
	}
	return false
}

// assignsInHash reports whether "name = value" precedes the current lexeme, in the position of
// a hash's entry.
func (p *parser) assignsInHash() bool {
	open := 0
	for pos := p.pos - 1; pos > 1; pos-- {
		kind := p.lexemes[pos].kind
		if open == 0 && (kind == Equals || kind == Comma || bracketStep(kind) > 0) {
			return kind == Equals
		}
		open -= bracketStep(kind)
	}
	return false
}

// farBack bounds the number of lexemes to search backwards for the cause of an error that shows
// only within a block.
const farBack = 40

// loop returns advice for a loop written as in other languages, or "".
func (p *parser) loop(err *Error) string {
	for pos := p.pos - 1; pos >= max(0, p.pos-farBack); pos-- {
		if next := p.lexemes[pos+1].kind; p.lexemes[pos].kind != Name || !p.startsLine(pos) || next != Variable && next != LeftParen {
			continue
		}
		switch word := p.lexemeText(pos); word {
		case "for", "foreach":
			p.locate(err, pos, "Puppet has no `"+word+"`")
			return "use a function to iterate: `$list.each |$element| { … }`"
		case "while", "until":
			p.locate(err, pos, "Puppet has no `"+word+"`")
			return "iterate with a function, as in `$list.each |$element| { … }`"
		}
	}
	return ""
}

// relateOpening relates the bracket that is open at the current lexeme, unless it is on the
// same line. At the end of the file, it relates the bracket that is unclosed according to the
// layout.
func (p *parser) relateOpening(err *Error) {
	if err.RelatedMessage != "" {
		return
	}
	pos := p.unclosedBracket()
	if pos < 0 || closes(p.lexemes[p.pos].kind, p.lexemes[pos].kind) {
		return
	}
	err.Related = p.span(p.lexemes[pos].token)
	// If the text of a heredoc is code, the order of the lexemes may differ from that in the
	// file.
	start, end := min(err.Related.Start, err.Span.Start), max(err.Related.Start, err.Span.Start)
	if !strings.Contains(p.text[start:end], "\n") {
		err.Related = Span{}
		return
	}
	err.RelatedMessage = "this bracket is still open"
	if p.atEnd() {
		err.RelatedMessage = "this bracket is not closed"
		err.Cause = err.RelatedMessage
	}
}

// unclosedBracket returns the index of the lexeme that opened the innermost open bracket at the
// current lexeme, or -1. The layout may show that a bracket lacks its counterpart: the closing
// bracket found for it begins a line that is indented less, as much as the line of another open
// bracket. At the end of the file, the first such bracket is returned.
func (p *parser) unclosedBracket() int {
	var open []int
	suspect := -1
	for pos := 0; pos < p.pos; pos++ {
		switch kind := p.lexemes[pos].kind; bracketStep(kind) {
		case 1:
			open = append(open, pos)
		case -1:
			if len(open) == 0 {
				return -1
			}
			last := len(open) - 1
			if suspect < 0 && kind == RightBrace && p.startsLine(pos) && p.lineIndent(open[last]) > p.indent(pos) &&
				p.closesFurtherOut(open[:last], pos) {
				suspect = open[last]
			}
			open = open[:last]
		}
	}
	switch {
	case len(open) == 0:
		return -1
	case suspect >= 0 && p.atEnd():
		return suspect
	}
	return open[len(open)-1]
}

// closes reports whether a closing bracket matches the opening lexeme, or the opening lexeme is
// not a bracket.
func closes(closing, opening TokenKind) bool {
	wanted, opens := closingKind(opening)
	return !opens || closing == wanted
}

// closesFurtherOut reports whether one of the open brackets is on a line with the indentation
// of the lexeme at pos.
func (p *parser) closesFurtherOut(open []int, pos int) bool {
	for _, one := range open {
		if p.lineIndent(one) == p.indent(pos) {
			return true
		}
	}
	return false
}

// lineIndent returns the indentation, in bytes, of the line of the lexeme at pos.
func (p *parser) lineIndent(pos int) int32 {
	start := p.span(p.lexemes[pos].token).Start
	line := strings.LastIndexByte(p.text[:start], '\n') + 1
	indent := line
	for indent < len(p.text) && (p.text[indent] == ' ' || p.text[indent] == '\t') {
		indent++
	}
	return int32(indent - line)
}
