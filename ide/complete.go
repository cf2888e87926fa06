package ide

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/module"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// ItemKind is the kind of thing that an item completes.
type ItemKind uint8

// The kinds of items.
const (
	ItemVariable ItemKind = iota
	ItemParameter
	ItemAttribute
	ItemValue
	ItemFunction
	ItemClass
	ItemResourceType
	ItemType
	ItemFact
	ItemKey
	ItemFile
	ItemKeyword
	ItemResource
	ItemPlan
	ItemTask
)

// Item is a completion.
type Item struct {
	Label  string
	Kind   ItemKind
	Detail string
	Doc    string
	// Insert is the text that replaces Span. If Snippet is set, "$1" and "$0" mark positions of
	// the cursor.
	Insert  string
	Snippet bool
	Span    source.Span
	// Rank orders the items that match the typed text equally well, lowest first.
	Rank       int
	Deprecated bool
	// Symbol is the symbol that the item names. It is zero if there is nothing more to
	// describe.
	Symbol symbols.Symbol
	// detail, if not nil, computes Detail for an item that is shown.
	detail func() string
	// distance is how well the item matches the typed text.
	distance matching
}

// matching is how well an item matches the typed text, best first.
type matching uint8

const (
	beginsWith matching = iota // the item begins with the text
	partBegins                 // a part of the item's name begins with it
	contains                   // the item contains it
	scattered                  // the item contains its letters, in order
	noMatch
)

// completer collects items.
type completer struct {
	*View
	declared writtenTypes
	calls    signatureHelper
	offset   int32
	// span is the word around the offset, which is replaced.
	span  source.Span
	items []Item
	seen  map[string]bool
	// tables holds the names of the text as it is now, and those of the last text without a
	// syntax error.
	tables []*symbols.Table
	// receiver holds the classes of the value before a ".", or nothing if they are unknown.
	receiver map[string]bool
}

// maxItems bounds how many items are shown.
const maxItems = 200

// Complete returns the completions at an offset that match the text before it. isCut is true if
// some were left out; they appear when the user types more.
func (v *View) Complete(offset int32) (items []Item, isCut bool) {
	c := &completer{View: v, declared: writtenTypes{v}, calls: signatureHelper{v}, offset: offset, seen: map[string]bool{}}
	if v.Table != nil {
		c.tables = append(c.tables, v.Table)
	}
	if whole := v.LastWhole(v.ctx, v.Path); whole != nil {
		c.tables = append(c.tables, whole)
	}
	switch {
	case v.Manifest != nil:
		c.inManifest()
	case filepath.Ext(v.Path) == ".erb":
		c.inTemplate()
	case module.IsDocumentName(v.Path):
		c.inData()
	default:
		c.inSettings()
	}
	slices.SortStableFunc(c.items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.Rank, b.Rank), strings.Compare(a.Label, b.Label))
	})
	items = c.items
	if isCut = len(items) > maxItems; isCut {
		items = items[:maxItems]
	}
	for i := range items {
		if items[i].detail != nil {
			items[i].Detail = items[i].detail()
		}
	}
	return items, isCut
}

// add adds an item, unless it does not match the typed text or there is already an item with
// its label.
func (c *completer) add(item Item) {
	if item.Label == "" || c.seen[item.Label] {
		return
	}
	if item.Insert == "" {
		item.Insert = item.Label
	}
	if item.Span == (source.Span{}) {
		item.Span = c.span
	}
	if item.distance = c.distance(&item); item.distance == noMatch {
		return
	}
	c.seen[item.Label] = true
	c.items = append(c.items, item)
}

// distance returns how well an item matches the typed text.
func (c *completer) distance(item *Item) matching {
	if c.offset <= item.Span.Start {
		return beginsWith
	}
	written := strings.ToLower(strings.Trim(c.File.Text[item.Span.Start:c.offset], `'"`))
	text := strings.ToLower(strings.Trim(item.Insert, `'"`))
	at := strings.Index(text, written)
	if at == 0 {
		return beginsWith
	}
	for rest := at; rest >= 0; {
		if strings.IndexByte(":_-./ ", text[at-1]) >= 0 {
			return partBegins
		}
		if rest = strings.Index(text[at+1:], written); rest >= 0 {
			at += 1 + rest
		}
	}
	if at >= 0 {
		return contains
	}
	for _, char := range written {
		_, rest, found := strings.Cut(text, string(char))
		if !found {
			return noMatch
		}
		text = rest
	}
	return scattered
}

func isWordByte(char byte) bool {
	return char == '_' || char == ':' || char >= 'a' && char <= 'z' || char >= 'A' && char <= 'Z' || char >= '0' && char <= '9'
}

// wordAt returns the word around an offset. It consists of letters, digits, "_" and ":".
func wordAt(text string, offset int32) source.Span {
	span := source.Span{Start: offset, End: offset}
	for span.Start > 0 && isWordByte(text[span.Start-1]) {
		if text[span.Start-1] == ':' && (span.Start < 2 || text[span.Start-2] != ':') && (int(span.Start) >= len(text) || text[span.Start] != ':') {
			break // a single colon
		}
		span.Start--
	}
	for int(span.End) < len(text) && text[span.End] != ':' && isWordByte(text[span.End]) {
		span.End++
	}
	return span
}

// inManifest completes in a manifest or EPP template.
func (c *completer) inManifest() {
	file := c.Manifest.File
	text := c.File.Text
	c.span = wordAt(text, c.offset)
	at := file.TokenAt(max(0, c.offset-1))
	token := file.Token(at)
	if c.offset == 0 {
		token = syntax.Token{Kind: syntax.Newline}
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
		case isInterpolated:
			c.variables()
			c.functions("")
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
		c.variables()
		c.functions("")
	default:
		c.inCode(around)
	}
}

// isOpenQuote reports whether a token is an unterminated string.
func isOpenQuote(text string, token syntax.Token) bool {
	return token.Kind == syntax.Invalid && token.Len() > 0 && (text[token.Start] == '\'' || text[token.Start] == '"')
}

// inCode completes a word outside strings.
func (c *completer) inCode(around *surroundings) {
	file := c.Manifest.File
	prev := ""
	if len(around.before) > 0 {
		prev = file.Text(around.before[0])
	}
	word := c.File.Slice(source.Span{Start: c.span.Start, End: c.offset})
	isUpper := word != "" && word[0] >= 'A' && word[0] <= 'Z'
	if len(around.openers) > 0 && len(around.before) > 0 && around.openers[0].token == around.before[0] && c.isAccess(around.openers[0]) {
		if path, ok := c.factPath(around.openers[0].token); ok {
			c.facts(path, false)
			return
		}
		c.index(around.openers[0], true)
		if !isUpper && len(c.items) > 0 {
			return
		}
	}
	switch prev {
	case ".":
		c.receiver = c.classesBefore(around.before[0])
		c.functions(".")
		return
	case "inherits":
		c.classes(0)
		return
	case "class", "define", "function", "plan", "type":
		if around.before == nil || !c.isBraceNext(around.before[0]) {
			c.ownName(prev)
		}
		return
	case "$":
		c.variables()
		return
	}
	if around.statement != "" && len(around.before) > 0 && c.isArgument(around.before[0]) {
		c.statementArguments(around.statement)
		if around.statement == "include" || around.statement == "contain" || around.statement == "require" {
			return
		}
	}
	if len(around.openers) > 0 {
		opener := around.openers[0]
		if opener.owner.Name != "" || opener.owner.Kind == symbols.Class {
			switch {
			case around.attribute != "":
				c.values(c.calls.resolveOwner(opener.owner), around.attribute, false)
			case opener.inBody && (prev == "," || prev == ":" || prev == "{"):
				c.attributes(opener)
				return
			case !opener.inBody && prev == "{" && opener.owner.Name == "":
				c.classes(0)
				return
			}
		}
		if opener.function != "" {
			c.arguments(opener)
		}
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

// isAccess reports whether an opener is the bracket of an access, as in $x[ or $x['a'][.
func (c *completer) isAccess(in opener) bool {
	before := c.Manifest.PreviousSignificant(in.token)
	return in.index != "" || in.kind == syntax.LeftBracket && before >= 0 && c.Manifest.Tokens[before].Kind == syntax.RightBracket
}

// isBraceNext reports whether a "{" follows a token, as in class { 'x': }.
func (c *completer) isBraceNext(token int) bool {
	next := c.Manifest.NextSignificant(token)
	return c.Manifest.Token(next).Kind == syntax.LeftBrace && c.Manifest.Token(next).Start < c.offset
}

// isArgument reports whether the word at the offset is an argument of a call without
// parentheses. It follows a comma, or the function on the same line.
func (c *completer) isArgument(before int) bool {
	text := c.Manifest.Text(before)
	between := c.File.Text[c.Manifest.Tokens[before].End:c.span.Start]
	return (text == "," || syntax.IsStatementFunction(text)) && (text == "," || !strings.Contains(between, "\n"))
}

// ownName offers the name that matches the file's path.
func (c *completer) ownName(word string) {
	owner := c.moduleOf()
	if owner == nil {
		return
	}
	_, relative := c.tree.ModuleOf(c.Path)
	folder, rest, _ := strings.Cut(strings.TrimSuffix(relative, ".pp"), "/")
	name := owner.Name
	if rest != "init" {
		name += "::" + strings.ReplaceAll(rest, "/", "::")
	}
	fits := map[string]string{"class": "manifests", "define": "manifests", "function": "functions", "plan": "plans", "type": "types"}
	if fits[word] != folder {
		return
	}
	if word == "type" {
		name = capitalize(name)
	}
	c.add(Item{Label: name, Kind: ItemClass, Detail: "the name that this file should define"})
}

// statements offers what may begin a statement or an expression.
func (c *completer) statements(around *surroundings) {
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
func (c *completer) isValue(around *surroundings) bool {
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
func (c *completer) classesOfWord(rank int) {
	if strings.Contains(c.File.Slice(c.span), "::") {
		c.classes(rank)
	}
}
