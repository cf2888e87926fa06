package ide

import (
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// expected returns the types that a value at the offset should have. ok is false if the tokens
// before the offset do not determine them.
func (c *manifestCompleter) expected(around *surroundings) (types []written, ok bool) {
	if len(around.before) == 0 {
		return nil, false
	}
	file := c.Manifest.File
	before := around.before[0]
	switch file.Tokens[before].Kind {
	case syntax.Equals:
		return c.expectedOfDefault(around)
	case syntax.IsEqual, syntax.NotEqual:
		return c.typesOf(file.PreviousSignificant(before)), true
	case syntax.LeftBrace, syntax.RightBrace, syntax.SelectBrace, syntax.Comma:
		if len(around.openers) > 0 {
			if comparedToken := c.comparedToken(around.openers[0].token); comparedToken >= 0 && !c.isAfterArrow(around.openers[0].token) {
				return c.typesOf(comparedToken), true
			}
		}
	}
	if len(around.openers) > 0 && around.attribute != "" {
		opener := around.openers[0]
		if opener.owner.Name != "" {
			if t, declared := c.declared.declaredType(c.calls.resolveOwner(opener.owner), around.attribute); declared {
				return []written{t}, true
			}
		}
	}
	return nil, false
}

// expectedOfDefault returns the type of the parameter whose default is being typed.
func (c *manifestCompleter) expectedOfDefault(around *surroundings) ([]written, bool) {
	file := c.Manifest.File
	name := file.PreviousSignificant(around.before[0])
	if name < 0 || file.Tokens[name].Kind != syntax.Variable || len(around.openers) == 0 || file.Tokens[around.openers[0].token].Kind != syntax.LeftParen {
		return nil, false
	}
	// The type reaches back to the comma or parenthesis before it.
	start, depth := name, 0
scan:
	for at := file.PreviousSignificant(name); at > around.openers[0].token; at = file.PreviousSignificant(at) {
		switch file.Tokens[at].Kind {
		case syntax.RightBracket, syntax.RightBrace:
			depth++
		case syntax.LeftBracket, syntax.ListStart, syntax.LeftBrace:
			depth--
		case syntax.Comma:
			if depth == 0 {
				break scan
			}
		}
		start = at
	}
	if start == name {
		return nil, false
	}
	t, ok := parseType(c.File.Slice(source.Span{Start: file.Tokens[start].Start, End: file.Tokens[name].Start}))
	return []written{t}, ok
}

// comparedToken returns the last token of the value that the options of a case or selector are
// compared with, or -1 if the brace belongs to neither.
func (c *manifestCompleter) comparedToken(brace int) int {
	file := c.Manifest.File
	before := file.PreviousSignificant(brace)
	switch {
	case before < 0:
	case file.Tokens[before].Kind == syntax.QuestionMark:
		return file.PreviousSignificant(before)
	case file.Tokens[brace].Kind == syntax.LeftBrace:
		for at, steps := before, 0; at >= 0 && steps < 16; at, steps = file.PreviousSignificant(at), steps+1 {
			switch file.Tokens[at].Kind {
			case syntax.KeywordCase:
				return before
			case syntax.Variable, syntax.LeftBracket, syntax.RightBracket, syntax.SingleQuoted, syntax.DoubleQuoted, syntax.Name:
			default:
				return -1
			}
		}
	}
	return -1
}

// isAfterArrow reports whether the offset is behind the arrow or colon of an option.
func (c *manifestCompleter) isAfterArrow(brace int) bool {
	file := c.Manifest.File
	before := file.PreviousSignificant(file.TokenAt(max(0, c.span.Start-1)) + 1)
	return before > brace && slices.Contains([]syntax.TokenKind{syntax.FatArrow, syntax.Colon}, file.Tokens[before].Kind)
}

// valuesExpected offers the values that types list.
func (c *manifestCompleter) valuesExpected(types []written, quoted bool) {
	for _, t := range types {
		c.declared.values(t, func(value string, isText bool) {
			if quoted && !isText {
				return
			}
			insert := value
			if isText && !quoted {
				insert = "'" + value + "'"
			}
			c.add(Item{Label: value, Insert: insert, Kind: ItemValue})
		})
	}
}

// variableValues offers the variables of the scopes around the offset as values. Those that may
// be of an expected type come first.
func (c *manifestCompleter) variableValues(around *surroundings, expected []written) {
	own := c.offset // the end of the variable that gets the value, which is not offered
	if len(around.before) > 1 && c.Manifest.Tokens[around.before[0]].Kind == syntax.Equals {
		own = c.Manifest.Tokens[around.before[1]].End
	}
	for _, table := range c.tables {
		owners := c.ownersAround(table)
		for i := range table.Occurrences {
			one := &table.Occurrences[i]
			if one.Role != symbols.Definition || one.Symbol.Kind != symbols.Variable || one.Symbol.Name == "" || one.Span.End >= own {
				continue
			}
			distance, visible := owners[ownerOf(one.Symbol)]
			if !visible {
				continue
			}
			types := c.typesDefined(table, one)
			rank := c.rankOf(types, expected) + min(distance, 5)
			kind, detail := ItemVariable, ""
			if table.Parameters[one.Symbol] {
				kind = ItemParameter
			}
			if len(types) > 0 {
				detail = types[0].String()
			}
			c.add(Item{Label: "$" + one.Symbol.Name, Kind: kind, Detail: detail, Rank: rank, Symbol: one.Symbol})
		}
	}
}

// rankOf returns where a variable of certain types is listed if others are expected: those of the same
// type come first, then those that may be of the type.
func (c *manifestCompleter) rankOf(types, expected []written) int {
	rank := 20
	for _, t := range types {
		for _, wanted := range expected {
			if t.String() == wanted.String() {
				return 1
			} else if c.declared.mayBe(t, wanted) {
				rank = 8
			}
		}
	}
	return rank
}

// inTemplateParameters reports whether the offset is in the hash of parameters of a call of
// epp.
func (c *manifestCompleter) inTemplateParameters(around *surroundings) bool {
	return len(around.openers) > 1 && around.attribute == "" && around.openers[1].argument == 1 &&
		c.Manifest.Tokens[around.openers[0].token].Kind == syntax.LeftBrace && module.Normalize(around.openers[1].function) == "epp"
}

// templateParameters offers the parameters of the template that a call of epp renders.
func (c *manifestCompleter) templateParameters(call opener) {
	file := c.Manifest.File
	first := file.NextSignificant(call.token)
	if first >= len(file.Tokens) || len(file.Text(first)) < 2 {
		return
	}
	name := file.Text(first)
	path := c.pathNamed(symbols.Symbol{Kind: symbols.Template, Name: name[1 : len(name)-1]})
	if path == "" {
		return
	}
	manifest := c.Snapshot.Manifest(path)
	if manifest == nil {
		return
	}
	rank := 0
	syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
		lambda, ok := node.(*syntax.LambdaExpression)
		if !ok || rank > 0 {
			return rank == 0
		}
		for _, parameter := range lambda.Parameters {
			detail := typeText(manifest.File, parameter)
			if parameter.Value == nil {
				detail = strings.TrimSpace(detail + " (required)")
			}
			c.add(Item{Label: parameter.Name, Kind: ItemKey, Detail: detail, Rank: rank})
			rank++
		}
		return false
	})
}
