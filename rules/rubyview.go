package rules

import (
	"cmp"
	"slices"
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// rubyView is the part of a file that puppet-lint (Ruby) sees. It is made on first use, and
// only for the puppet-lint profile, in which rules must not report what puppet-lint (Ruby)
// cannot see.
//
// puppet-lint (Ruby) has no parser. It reads a variable with all following subscripts as one
// token. It finds resources by walking from colon to colon, with several bugs; the functions
// below describe them.
type rubyView struct {
	// subscripts are the spans, in source order, that follow a variable's name and belong to
	// its token: dashes with words, and subscripts.
	subscripts []source.Span
	// types maps the colon of each resource body that puppet-lint (Ruby) finds to the token
	// that it uses as the type. Both are token indices.
	types map[int]int
	// colons are the sorted keys of types. ends are the indices of the tokens that end these
	// bodies.
	colons, ends []int
	// bodies are the resource bodies of a file that Puppet cannot read. They are made on first
	// use.
	bodies []resourceBody
}

func (r *fileRun) rubyView() *rubyView {
	if r.ruby == nil {
		r.ruby = &rubyView{subscripts: variableSubscripts(r.File)}
		r.ruby.findResources(r.File)
	}
	return r.ruby
}

// hiddenFromRuby reports whether puppet-lint (Ruby) reads the byte at offset as part of a
// variable's name.
func (p *Pass) hiddenFromRuby(offset int32) bool {
	spans := p.rubyView().subscripts
	index, _ := slices.BinarySearchFunc(spans, offset, func(span source.Span, offset int32) int { return int(span.End) - int(offset) - 1 })
	return index < len(spans) && spans[index].Contains(offset)
}

// variableSubscripts returns the spans after variables: words after dashes, then brackets on
// the same line, each up to the first closing one after at least one character. Variables in
// the text of strings, and those written without a dollar within braces, have none.
func variableSubscripts(file *syntax.File) []source.Span {
	var spans []source.Span
	text := file.Source.Text
	var texts syntax.StringTexts
	for i, token := range file.Tokens {
		if token.Kind != syntax.Variable || text[token.Start] != '$' || len(spans) > 0 && spans[len(spans)-1].Contains(token.Start) || texts.Holds(file.Tokens, i) {
			continue
		}
		if end := subscriptsEnd(text, dashedEnd(text, token.End)); end > token.End {
			spans = append(spans, source.Span{Start: token.End, End: end})
		}
	}
	return spans
}

// longestSubscript is the largest number of bytes of a subscript, so that a long line is not searched
// for each variable on it.
const longestSubscript = 4096

// subscriptsEnd returns the offset after the brackets that begin at an offset.
func subscriptsEnd(text string, end int32) int32 {
	for int(end) < len(text) && text[end] == '[' {
		rest := text[end:min(len(text), int(end)+longestSubscript)]
		if feed := strings.IndexByte(rest, '\n'); feed >= 0 {
			rest = rest[:feed]
		}
		if len(rest) < 3 {
			break
		}
		closing := strings.IndexByte(rest[2:], ']')
		if closing < 0 {
			break
		}
		end += int32(closing) + 3
	}
	return end
}

// findResources reproduces puppet-lint (Ruby)'s walk over the colons of the file. A colon
// before "{" belongs to a case option. A colon is ignored if the last name before it, anywhere
// in the file, is that of a type. A colon within the most recently found resource ends the
// whole walk. The last "{" counts as the one that opens the resource, even if it opened a hash
// in an earlier body.
func (v *rubyView) findResources(file *syntax.File) {
	v.types = map[int]int{}
	code := codeTokens(file, v)
	end, brace, afterTypeName := 0, 0, false
	for i, index := range code {
		switch nameClass(file, code, i) {
		case typeName:
			afterTypeName = true
		case otherName:
			afterTypeName = false
		}
		switch file.Tokens[index].Kind {
		case syntax.LeftBrace:
			brace = i
			continue
		case syntax.Colon:
		default:
			continue
		}
		if i+1 >= len(code) || afterTypeName {
			continue
		}
		if kind := file.Tokens[code[i+1]].Kind; kind == syntax.LeftBrace || kind == syntax.SelectBrace {
			continue
		}
		if i < end {
			return
		}
		end = bodyEnd(file, code, i)
		if end < 0 {
			return
		}
		if brace > 0 {
			v.types[index] = code[brace-1]
			v.colons, v.ends = append(v.colons, index), append(v.ends, code[end])
		}
	}
}

// readsTokens reports whether resources are read from the tokens. After a syntax error, the
// tree lacks resources that puppet-lint (Ruby), which has no tree, still sees.
func (p *Pass) readsTokens() bool {
	return p.set.rules[p.rule].Rule.Core && p.isBrokenForRuby()
}

// isBrokenForRuby reports whether the file has a syntax error and must be read as puppet-lint
// (Ruby) reads it.
func (r *fileRun) isBrokenForRuby() bool {
	return r.set.settings.AsRuby && r.File.Broken()
}

// rubyBodies returns the resource bodies that puppet-lint (Ruby) finds, read from the tokens.
func (p *Pass) rubyBodies() []resourceBody {
	view := p.rubyView()
	if view.bodies == nil {
		for i, colon := range view.colons {
			view.bodies = append(view.bodies, p.readBody(colon, view.ends[i], view.types[colon]))
		}
	}
	return view.bodies
}

func (p *Pass) readBody(colon, end, typeToken int) resourceBody {
	body := resourceBody{Type: p.Text(typeToken), IsClass: p.Token(typeToken).Kind == syntax.KeywordClass, Colon: colon, End: end}
	body.TitleFirst = p.keyBefore(colon)
	if p.Token(body.TitleFirst).Kind == syntax.RightBracket {
		p.readTitles(&body)
	}
	depth, ends := 0, p.valueEnds(colon, end)
	for i := p.NextCode(colon); i < end; i = p.NextCode(i) {
		kind := p.Token(i).Kind
		depth += blockStep(kind)
		arrow := p.NextCode(i)
		if depth > 0 || kind != syntax.Name && kind != syntax.Word || p.Token(arrow).Kind != syntax.FatArrow || p.hiddenFromRuby(p.Token(i).Start) {
			continue
		}
		first := p.NextCode(arrow)
		body.Attributes = append(body.Attributes, attribute{Name: p.Text(i), NameToken: i, First: first, End: p.Token(cmp.Or(ends[first], first)).End})
	}
	return body
}

// valueEnds returns the last token of each attribute's value between two tokens, by its first
// token: it ends before the next comma outside all brackets opened in it.
func (p *Pass) valueEnds(colon, end int) map[int]int {
	last := p.PreviousCode(end)
	ends, commas, depth := map[int]int{}, map[int]int{}, 0 // commas: the next comma by its depth
	for i := last; i > colon; i = p.PreviousCode(i) {
		kind := p.Token(i).Kind
		if kind == syntax.Comma {
			commas[depth] = i
		}
		depth -= blockStep(kind)
		if p.Token(p.PreviousCode(i)).Kind != syntax.FatArrow {
			continue
		}
		ends[i] = last
		if comma, found := commas[depth]; found {
			ends[i] = max(i, p.PreviousCode(comma))
		}
	}
	return ends
}

// readTitles reads the list that is a body's title, from its end backwards.
func (p *Pass) readTitles(body *resourceBody) {
	depth := 0
	for i := body.TitleFirst; i >= 0; i = p.PreviousCode(i) {
		kind := p.Token(i).Kind
		if closesBlock(kind) {
			depth++
		} else if opensBlock(kind) {
			if depth--; depth == 0 {
				body.TitleFirst = i
				break
			}
		}
		if depth == 1 && (kind == syntax.Name || kind == syntax.Word) {
			body.TitleNames = append(body.TitleNames, i)
		}
	}
	slices.Reverse(body.TitleNames)
}

// codeTokens returns the indices of the tokens that are not trivia and that puppet-lint (Ruby)
// sees as separate tokens.
func codeTokens(file *syntax.File, view *rubyView) []int {
	code := make([]int, 0, len(file.Tokens)/2)
	spans := view.subscripts
	for i, token := range file.Tokens {
		for len(spans) > 0 && token.Start >= spans[0].End {
			spans = spans[1:]
		}
		if token.Kind.IsTrivia() || len(spans) > 0 && spans[0].Contains(token.Start) {
			continue
		}
		code = append(code, i)
	}
	return code
}

type nameKind uint8

const (
	noName nameKind = iota
	typeName
	otherName
)

// nameClass returns the class of name that puppet-lint (Ruby) assigns to the token at position
// i of code.
func nameClass(file *syntax.File, code []int, i int) nameKind {
	token := file.Tokens[code[i]]
	switch token.Kind {
	case syntax.ClassReference:
		if !rubyTypes[file.Source.Slice(token.Span)] {
			return typeName
		}
	case syntax.Name, syntax.Word, syntax.KeywordApply, syntax.KeywordPlan:
		isCall := int(token.End) < len(file.Source.Text) && file.Source.Text[token.End] == '('
		if !isCall && file.Source.Slice(token.Span) != "import" {
			return otherName
		}
	}
	return noName
}

// bodyEnd returns the position, in code, of the ";" or "}" that ends the resource body whose
// colon is at position i; -1 if there is none.
func bodyEnd(file *syntax.File, code []int, i int) int {
	for i++; i < len(code); i++ {
		switch kind := file.Tokens[code[i]].Kind; {
		case kind == syntax.Semicolon, kind == syntax.RightBrace:
			return i
		case opensBlock(kind):
			if i = blockEnd(file, code, i, 0); i < 0 {
				return -1
			}
		}
	}
	return -1
}

// blockEnd returns the position, in code, of the end of the block that opens at position i. It
// returns -1 if nothing closes the block, or if it is nested too deeply.
func blockEnd(file *syntax.File, code []int, i, depth int) int {
	closing := closingKind(file.Tokens[code[i]].Kind)
	for i++; i < len(code); i++ {
		kind := file.Tokens[code[i]].Kind
		if kind == closing {
			return i
		}
		if opensBlock(kind) {
			if depth > syntax.MaxDepth {
				return -1
			}
			if i = blockEnd(file, code, i, depth+1); i < 0 {
				return -1
			}
		}
	}
	return -1
}

func closingKind(opening syntax.TokenKind) syntax.TokenKind {
	switch opening {
	case syntax.LeftBrace, syntax.SelectBrace:
		return syntax.RightBrace
	case syntax.LeftBracket, syntax.ListStart:
		return syntax.RightBracket
	}
	return syntax.RightParen
}

func opensBlock(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.LeftBrace, syntax.SelectBrace, syntax.LeftBracket, syntax.ListStart, syntax.LeftParen, syntax.LineLeftParen:
		return true
	}
	return false
}

func closesBlock(kind syntax.TokenKind) bool {
	return kind == syntax.RightBrace || kind == syntax.RightBracket || kind == syntax.RightParen
}

// blockStep returns by how much a token changes the number of open brackets of all kinds.
func blockStep(kind syntax.TokenKind) int {
	switch {
	case opensBlock(kind):
		return 1
	case closesBlock(kind):
		return -1
	}
	return 0
}

// rubyTypes holds the type names that puppet-lint (Ruby) knows. It treats every other
// capitalized name as a class reference. It never changes.
var rubyTypes = setOf("Any", "Array", "Binary", "Boolean", "Callable", "CatalogEntry", "Class", "Collection", "Data",
	"Default", "Enum", "Error", "Float", "Hash", "Integer", "Iterable", "Iterator", "NotUndef", "Numeric", "Optional",
	"Pattern", "Regexp", "Resource", "RichData", "Runtime", "Scalar", "ScalarData", "SemVer", "SemVerRange", "Sensitive",
	"String", "Struct", "Tuple", "Type", "Undef", "Variant")

func setOf(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, word := range words {
		set[word] = true
	}
	return set
}
