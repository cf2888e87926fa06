package rules

import (
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// variable is an occurrence of a variable that is read, set or declared.
type variable struct {
	// Index is the index of its token.
	Index int
	// Name is the name without the dollar. A leading "::" is kept. For puppet-lint (Ruby),
	// dashes belong to the name.
	Name string
	// Start is the location that puppet-lint (Ruby) reports: the dollar or, if there is none,
	// the name.
	Start int32
	// NameEnd is the end of the name. End is the end of the subscripts that directly follow a
	// variable in code, and Subscripts is their text.
	NameEnd, End int32
	Subscripts   string
	// Unenclosed marks a variable in the text of a string, without braces.
	Unenclosed bool
	// Interpolated marks the first name within braces, without a dollar.
	Interpolated bool
}

// Span returns the span of the variable without subscripts.
func (v variable) Span() source.Span { return source.Span{Start: v.Start, End: v.NameEnd} }

// variables returns a Visit that visits every variable of the file, including those in strings.
func variables(visit func(*Pass, variable)) Visit {
	return Tokens(func(pass *Pass, index int) {
		if variable, found := pass.variableAt(index); found {
			visit(pass, variable)
		}
	}, syntax.Variable)
}

// variableAt returns the variable at the token with that index. It caches the last answer,
// since many rules need the same one in a row.
func (p *Pass) variableAt(index int) (variable, bool) {
	if p.Token(index).Kind != syntax.Variable {
		return variable{}, false
	}
	last := &p.fileRun.lastVariable
	if !last.known || last.variable.Index != index {
		found, ok := p.readVariable(index)
		*last = variableAnswer{variable: found, known: true, found: ok}
	}
	return last.variable, last.found
}

// variableAnswer is a cached answer of variableAt.
type variableAnswer struct {
	variable variable
	known    bool // false before the first query
	found    bool
}

func (p *Pass) readVariable(index int) (variable, bool) {
	token, text := p.Token(index), p.Source.Text
	found := variable{Index: index, Start: token.Start, NameEnd: token.End}
	if found.Interpolated = text[token.Start] != '$'; found.Interpolated {
		if p.AsRuby() && p.Token(index-1).Kind != syntax.InterpolationStart {
			return found, false // puppet-lint (Ruby) treats "${ x }" as a name
		}
		if p.AsRuby() {
			found.NameEnd = token.Start + int32(rubyNameLength(text[token.Start:token.End]))
		}
	} else {
		found.Unenclosed = p.fileRun.stringTexts.Holds(p.File.Tokens, index)
		if p.AsRuby() {
			found.NameEnd = dashedEnd(text, found.NameEnd)
		}
	}
	if p.AsRuby() && (p.hiddenFromRuby(token.Start) || p.isEscapedForRuby(found)) {
		return found, false
	}
	found.Name = strings.TrimPrefix(text[found.Start:found.NameEnd], "$")
	found.End = found.NameEnd
	if !found.Unenclosed && !found.Interpolated {
		found.End = subscriptsEnd(text, found.NameEnd)
		found.Subscripts = text[found.NameEnd:found.End]
	}
	return found, found.Name != ""
}

// isEscapedForRuby reproduces a bug of puppet-lint (Ruby): any backslash before the dollar,
// itself escaped or not, escapes it.
func (p *Pass) isEscapedForRuby(found variable) bool {
	dollar := found.Start
	switch {
	case found.Interpolated:
		dollar = p.Token(found.Index - 1).Start
	case !found.Unenclosed:
		return false
	}
	return dollar > 0 && p.Source.Text[dollar-1] == '\\'
}

// rubyNameLength returns the length of the part of a qualified name that puppet-lint (Ruby)
// reads as one name: no segment but the first may begin with an underscore.
func rubyNameLength(name string) int {
	for from := 1; ; {
		at := strings.Index(name[from:], "::")
		if at < 0 {
			return len(name)
		}
		if from += at; from+2 < len(name) && name[from+2] == '_' {
			return from
		}
		from += 2
	}
}

// dashedEnd returns the end of a variable's name if dashes belong to names, as they do for
// puppet-lint (Ruby): "$a-b", "$a-b::c". end is the end without dashes.
func dashedEnd(text string, end int32) int32 {
	dashes := end
	for int(end)+1 < len(text) && isWordChar(text[end+1]) && text[end] == '-' || end > dashes && strings.HasPrefix(text[end:], "::") && int(end)+2 < len(text) && isWordChar(text[end+2]) {
		for end += 1 + int32(strings.Count(text[end:end+1], ":")); int(end) < len(text) && isWordChar(text[end]); end++ {
		}
	}
	return end
}

// variableEndingAt returns the variable whose name, including dashes and words after them, ends
// with the token.
func (p *Pass) variableEndingAt(index int) (variable, bool) {
	for i := index - 1; i >= 0 && i > index-16; i-- {
		switch p.Token(i).Kind {
		case syntax.Variable:
			found, isVariable := p.variableAt(i)
			return found, isVariable && found.NameEnd == p.Token(index).End
		case syntax.Newline, syntax.Whitespace:
			return variable{}, false
		}
	}
	return variable{}, false
}

func isWordChar(char byte) bool {
	return char == '_' || '0' <= char && char <= '9' || 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z'
}

// asVariable formats expression, which has no dollar, as a replacement for the variable.
func (v variable) asVariable(expression string) string {
	switch {
	case v.Unenclosed:
		return "${" + expression + "}"
	case v.Interpolated:
		return expression
	}
	return "$" + expression
}
