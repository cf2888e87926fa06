package rules

import (
	"strings"

	"puppet-lint/source"
	"puppet-lint/syntax"
)

// variable is a place where a variable is read, set or declared.
type variable struct {
	// Index is that of its token.
	Index int
	// Name is without the dollar; a leading "::" is kept. To the Ruby tool,
	// dashes belong to the name.
	Name string
	// Start is the point that the Ruby tool names: the dollar or, where there
	// is none, the name.
	Start int32
	// NameEnd is behind the name, End behind the subscripts that follow it
	// directly; Subscripts is the text between.
	NameEnd, End int32
	Subscripts   string
	// Unenclosed: in the text of a string, without braces.
	Unenclosed bool
	// Interpolated: the first thing within braces, without a dollar.
	Interpolated bool
}

// Span is the variable without subscripts.
func (v *variable) Span() source.Span { return source.Span{Start: v.Start, End: v.NameEnd} }

// variables is a Visit that shows every variable of the file, those in strings
// included.
func variables(visit func(*Pass, *variable)) Visit {
	return Tokens(func(pass *Pass, index int) {
		if variable, found := pass.variableAt(index); found {
			visit(pass, &variable)
		}
	}, syntax.Variable, syntax.InterpolationStart)
}

// variableAt is the variable that the token at index is, or that follows it
// directly if it opens an interpolation. The last answer is kept, since many
// rules ask for the same one in a row.
func (p *Pass) variableAt(index int) (variable, bool) {
	if kind := p.Token(index).Kind; kind != syntax.Variable && kind != syntax.InterpolationStart {
		return variable{}, false
	}
	last := &p.fileRun.lastVariable
	if !last.known || last.asked != index {
		last.known, last.asked = true, index
		last.variable, last.found = p.readVariable(index)
	}
	return last.variable, last.found
}

// variableAnswer is an answer of variableAt.
type variableAnswer struct {
	known, found bool
	asked        int
	variable     variable
}

func (p *Pass) readVariable(index int) (variable, bool) {
	text := p.Source.Text
	found := variable{Index: index}
	if p.Token(index).Kind == syntax.InterpolationStart {
		found.Index++
		if !p.namesVariable(found.Index) {
			return variable{}, false
		}
		found.Interpolated = true
	}
	token := p.Token(found.Index)
	if p.AsRuby() && p.hiddenFromRuby(token.Start) {
		return variable{}, false
	}
	found.Start, found.NameEnd = token.Start, token.End
	found.Unenclosed = !found.Interpolated && inStringText(p.File.Tokens, found.Index)
	if p.AsRuby() && !found.Interpolated {
		found.NameEnd = dashedEnd(text, found.NameEnd)
	}
	found.Name = strings.TrimPrefix(text[found.Start:found.NameEnd], "$")
	found.End = found.NameEnd
	if !found.Unenclosed {
		found.End = subscriptsEnd(text, found.NameEnd)
		found.Subscripts = text[found.NameEnd:found.End]
	}
	return found, found.Name != ""
}

// namesVariable reports whether the token, the first within braces, is a name
// that stands for a variable.
func (p *Pass) namesVariable(index int) bool {
	token := p.Token(index)
	switch {
	case token.Kind == syntax.Name || token.Kind == syntax.Word:
		return int(token.End) >= len(p.Source.Text) || p.Source.Text[token.End] != '('
	case token.Kind.IsKeyword():
		next := p.Token(index + 1).Kind
		return next == syntax.InterpolationEnd || next == syntax.LeftBracket || next == syntax.Dot
	}
	return false
}

// dashedEnd goes on over dashes that word characters follow.
func dashedEnd(text string, end int32) int32 {
	for int(end)+1 < len(text) && text[end] == '-' && isWordChar(text[end+1]) {
		for end++; int(end) < len(text) && isWordChar(text[end]); end++ {
		}
	}
	return end
}

func isWordChar(char byte) bool {
	return char == '_' || '0' <= char && char <= '9' || 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z'
}

// asVariable is how expression, which is without a dollar, is written in the
// place of the variable.
func (v *variable) asVariable(expression string) string {
	switch {
	case v.Unenclosed:
		return "${" + expression + "}"
	case v.Interpolated:
		return expression
	}
	return "$" + expression
}
