package ide

import (
	"slices"
	"strings"

	"puppet-lint/module"
	"puppet-lint/syntax"
)

// typePosition says whether the code before a position asks for a type.
type typePosition uint8

const (
	noType typePosition = iota
	// parameterOfType means that a parameter of a data type follows that is no type: a number or
	// text.
	parameterOfType
	// maybeType means that a type or a value may follow.
	maybeType
	// onlyType means that nothing but a type may follow, or a parameter without one.
	onlyType
)

// typePosition returns whether a type belongs at the offset.
func (c *manifestCompleter) typePosition(around *surroundings) typePosition {
	file := c.Manifest.File
	kindBefore := func(n int) syntax.TokenKind {
		if n >= len(around.before) {
			return syntax.EndOfFile
		}
		return file.Tokens[around.before[n]].Kind
	}
	switch kindBefore(0) {
	case syntax.Match, syntax.NoMatch:
		return maybeType
	case syntax.RightShift: // function f() >> Type
		if kindBefore(1) == syntax.RightParen {
			return onlyType
		}
	case syntax.Equals: // type Name = Type
		if kindBefore(1) == syntax.ClassReference && len(around.before) > 2 && file.Text(around.before[2]) == "type" {
			return onlyType
		}
	case syntax.FatArrow: // Struct[{key => Type}]
		if len(around.openers) > 1 && around.openers[0].kind == syntax.LeftBrace && strings.EqualFold(around.openers[1].index, "struct") {
			return onlyType
		}
	case syntax.LeftParen, syntax.LeftBracket, syntax.Comma, syntax.Pipe:
		switch {
		case c.beginsParameter(around):
			return onlyType
		case len(around.openers) == 0:
		case hasTypeParameters(around.openers[0].index):
			return onlyType
		case slices.Contains([]string{"boolean", "enum", "float", "integer", "pattern", "regexp", "string", "timespan", "timestamp"}, strings.ToLower(around.openers[0].index)):
			return parameterOfType
		case c.takesType(around.openers[0]):
			return maybeType
		}
	}
	return noType
}

// hasTypeParameters reports whether the parameters of a data type are types, as in Optional[String].
func hasTypeParameters(name string) bool {
	return slices.Contains([]string{"array", "callable", "collection", "hash", "init", "iterable", "iterator", "notundef", "optional", "sensitive", "tuple", "type", "variant"}, strings.ToLower(name))
}

// beginsParameter reports whether the offset, which is after a bracket, comma or pipe, is where a
// parameter of a definition or block begins.
func (c *manifestCompleter) beginsParameter(around *surroundings) bool {
	file := c.Manifest.File
	start := max(0, around.before[0]-farBack)
	if len(around.openers) > 0 {
		in := around.openers[0]
		if in.kind == syntax.LeftParen && c.opensParameters(in.token) {
			return true
		}
		start = in.token + 1
	}
	depth, isInside := 0, false
	for at := start; at <= around.before[0]; at++ {
		switch kind := file.Tokens[at].Kind; {
		case isOpening(kind):
			depth++
		case isClosing(kind):
			depth--
		case kind == syntax.Pipe:
			isInside = isInside != (depth == 0)
		}
	}
	return isInside && file.Tokens[around.before[0]].Kind != syntax.LeftParen
}

// opensParameters reports whether a parenthesis begins the parameters of a definition.
func (c *manifestCompleter) opensParameters(parenthesis int) bool {
	file := c.Manifest.File
	name := file.PreviousSignificant(parenthesis)
	if name < 0 {
		return false
	}
	word := file.PreviousSignificant(name)
	return word >= 0 && file.Text(word) != "node" && isDefinitionWord(file.Text(word))
}

// takesType reports whether the argument being typed is a type, as the first one of assert_type.
func (c *manifestCompleter) takesType(in opener) bool {
	if in.function == "" {
		return false
	}
	for _, signature := range (functionSignatures{c.View, true}).of(module.Normalize(in.function)) {
		if in.argument < len(signature.Parameters) {
			if of := signature.Parameters[in.argument].Type; of == "Type" || strings.HasPrefix(of, "Type[") {
				return true
			}
		}
	}
	return false
}
