package ide

import (
	"cmp"
	"slices"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// TokenType is the meaning of a token. The values index TokenTypes.
type TokenType uint8

// The types of tokens.
const (
	TokenKeyword TokenType = iota
	TokenComment
	TokenString
	TokenNumber
	TokenRegexp
	TokenOperator
	TokenVariable
	TokenParameter
	TokenProperty
	TokenFunction
	TokenClass
	TokenStruct
	TokenTypeName
	TokenNamespace
	TokenEvent
)

// TokenTypes are the names of the types in the protocol.
var TokenTypes = []string{"keyword", "comment", "string", "number", "regexp", "operator", "variable", "parameter", "property", "function", "class", "struct", "type", "namespace", "event"}

// The modifiers of tokens, as bits in the order of TokenModifiers.
const (
	Declaration uint8 = 1 << iota
	DefaultLibrary
	Deprecated
	ReadOnly
	Unused
)

// TokenModifiers are the names of the modifiers in the protocol. "unused" is not a standard
// name.
var TokenModifiers = []string{"declaration", "defaultLibrary", "deprecated", "readonly", "unused"}

// Token is a part of the text with its meaning. Tokens do not overlap or cross the end of a
// line.
type Token struct {
	Span      source.Span
	Type      TokenType
	Modifiers uint8
}

// Tokens returns the tokens of the file within a span, in order.
func (v *View) Tokens(within source.Span) []Token {
	t := &tokenizer{View: v, within: within}
	if v.Manifest != nil {
		t.names()
		t.words()
	} else if v.Table != nil {
		t.names()
	}
	slices.SortStableFunc(t.found, func(a, b Token) int { return int(a.Span.Start - b.Span.Start) })
	var kept []Token
	end := int32(-1)
	for _, token := range t.found {
		if token.Span.Start >= end {
			kept, end = append(kept, token), token.Span.End
		}
	}
	return kept
}

type tokenizer struct {
	*View
	within source.Span
	found  []Token
	named  []source.Span // sorted once all are known
}

func (t *tokenizer) add(span source.Span, kind TokenType, modifiers uint8) {
	if span.Len() == 0 || !t.within.Overlaps(span) {
		return
	}
	for line := t.File.Line(span.Start); line <= t.File.Line(span.End-1); line++ {
		part := t.File.LineSpan(line)
		part.Start, part.End = max(part.Start, span.Start), min(part.End, span.End)
		if part.Start < part.End {
			t.found = append(t.found, Token{part, kind, modifiers})
		}
	}
}

// names adds tokens for the names in the file's table.
func (t *tokenizer) names() {
	if t.Table == nil || t.Table.File.Text != t.File.Text {
		return
	}
	for i := range t.Table.Occurrences {
		one := &t.Table.Occurrences[i]
		if one.Span.Len() == 0 || !t.within.Overlaps(one.Span) {
			continue
		}
		meant := t.Index.Resolve(t.Table, one)
		if len(meant) == 0 {
			continue
		}
		if kind, modifiers, ok := t.meaning(meant[0], one); ok {
			span := one.Span
			if kind == TokenVariable || kind == TokenParameter {
				if span.Start > 0 && t.File.Text[span.Start-1] == '$' {
					span.Start--
				}
			}
			t.named = append(t.named, span)
			t.add(span, kind, modifiers)
		}
	}
	slices.SortStableFunc(t.named, compareSpans)
}

// compareSpans orders spans by their start, then by their end.
func compareSpans(a, b source.Span) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

func (t *tokenizer) meaning(symbol symbols.Symbol, one *symbols.Occurrence) (kind TokenType, modifiers uint8, ok bool) {
	if one.Role == symbols.Definition {
		modifiers |= Declaration
	}
	switch symbol.Kind {
	case symbols.Variable:
		switch {
		case one.Role == symbols.Gives || symbol.In == symbols.ResourceType:
			return TokenProperty, modifiers &^ Declaration, true
		case t.Index.IsParameter(symbol):
			kind = TokenParameter
		case builtin.Words().TopVariables[symbol.Name] != "" || symbol.Name == "facts" || symbol.Name == "title" || symbol.Name == "name":
			return TokenVariable, modifiers | DefaultLibrary | ReadOnly, true
		default:
			kind = TokenVariable
		}
		if one.Role == symbols.Definition && t.Table.Path == t.Path && !t.isUsed(symbol) {
			modifiers |= Unused
		}
		return kind, modifiers, true
	case symbols.Fact:
		if builtin.LegacyFact(symbol.Name) != nil {
			modifiers |= Deprecated
		}
		return TokenVariable, modifiers | DefaultLibrary | ReadOnly, true
	case symbols.Class:
		return TokenClass, modifiers, true
	case symbols.DefinedType, symbols.ResourceType, symbols.TypeName:
		if symbol.Kind == symbols.ResourceType && builtin.FindResourceType(symbol.Name) != nil {
			modifiers |= DefaultLibrary
		}
		if symbol.Kind == symbols.TypeName && one.Style == symbols.Capitalized {
			return TokenTypeName, modifiers | DefaultLibrary, true
		}
		return TokenStruct, modifiers, true
	case symbols.TypeAlias:
		return TokenTypeName, modifiers, true
	case symbols.Function, symbols.Plan, symbols.Task:
		if known := builtin.FindFunction(symbol.Name); symbol.Kind == symbols.Function && known != nil && !t.Index.IsDefined(symbol) {
			modifiers |= DefaultLibrary
			if known.Deprecated {
				modifiers |= Deprecated
			}
		}
		return TokenFunction, modifiers, true
	}
	return 0, 0, false
}

// isUsed reports whether a local variable is read, or may be read by text that cannot be
// analyzed. Other variables always count as used, since unknown files may read them.
func (t *tokenizer) isUsed(symbol symbols.Symbol) bool {
	if !symbol.IsLocal() {
		return true
	}
	for _, one := range t.Index.ReferencesIn(t.Table, symbol) {
		if one.Occurrence.Role != symbols.Definition {
			return true
		}
	}
	return len(t.Table.Words) > 0
}

// words adds tokens for everything that is not a name.
func (t *tokenizer) words() {
	file := t.Manifest.File
	for i, token := range file.Tokens {
		if token.End <= t.within.Start || token.Start >= t.within.End {
			continue
		}
		switch kind := token.Kind; {
		case kind == syntax.LineComment || kind == syntax.BlockComment || kind == syntax.EppComment:
			t.aroundNames(token.Span, TokenComment)
		case kind == syntax.SingleQuoted || kind == syntax.DoubleQuoted || kind == syntax.StringText || kind == syntax.StringStart || kind == syntax.StringEnd:
			t.aroundNames(token.Span, TokenString)
		case kind == syntax.Number:
			t.add(token.Span, TokenNumber, 0)
		case kind == syntax.Regex:
			t.add(token.Span, TokenRegexp, 0)
		case isKeyword(file.Text(i)) && !t.isName(token.Span):
			t.add(token.Span, TokenKeyword, 0)
		}
	}
}

func isKeyword(word string) bool {
	return slices.Contains(keywords, word) || word == "undef" || word == "default"
}

func (t *tokenizer) isName(span source.Span) bool {
	_, found := slices.BinarySearchFunc(t.named, span, compareSpans)
	return found
}

// aroundNames adds tokens for the parts of a span between the names in it.
func (t *tokenizer) aroundNames(span source.Span, kind TokenType) {
	from, _ := slices.BinarySearchFunc(t.named, span.Start, func(named source.Span, start int32) int { return cmp.Compare(named.Start, start) })
	for _, named := range t.named[from:] {
		if named.Start >= span.End {
			break
		}
		if named.Start >= span.Start && named.End <= span.End {
			if named.Start > span.Start {
				t.add(source.Span{Start: span.Start, End: named.Start}, kind, 0)
			}
			span.Start = named.End
		}
	}
	t.add(span, kind, 0)
}
