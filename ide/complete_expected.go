package ide

import (
	"slices"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/symbols"
	"puppet-lint/module"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// expected returns the types that a value at the offset should have. ok is false if the tokens
// before it do not say.
func (c *completer) expected(around *surroundings) (types []written, ok bool) {
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
			if subject := c.subject(around.openers[0].token); subject >= 0 && !c.isAfterArrow(around.openers[0].token) {
				return c.typesOf(subject), true
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
func (c *completer) expectedOfDefault(around *surroundings) ([]written, bool) {
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

// subject returns the last token of the value that the options of a case or selector are
// compared with, or -1 if the brace belongs to neither.
func (c *completer) subject(brace int) int {
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
func (c *completer) isAfterArrow(brace int) bool {
	file := c.Manifest.File
	before := file.PreviousSignificant(file.TokenAt(max(0, c.span.Start-1)) + 1)
	return before > brace && slices.Contains([]syntax.TokenKind{syntax.FatArrow, syntax.Colon}, file.Tokens[before].Kind)
}

// typesOf returns the types of the variable or access that ends with a token.
func (c *completer) typesOf(last int) []written {
	file := c.Manifest.File
	if last < 0 {
		return nil
	}
	if file.Tokens[last].Kind != syntax.RightBracket {
		return c.typesOfVariable(last)
	}
	return c.declared.elementsAt(c.accessed(last))
}

// accessed returns the variable's types and the keys of an access that ends with a bracket.
func (c *completer) accessed(last int) (types []written, path []string) {
	file := c.Manifest.File
	for at := last; at >= 0; {
		switch file.Tokens[at].Kind {
		case syntax.Variable, syntax.Name:
			return c.typesOfVariable(at), path
		case syntax.RightBracket:
			key := file.PreviousSignificant(at)
			if key < 0 {
				return nil, nil
			}
			text := ""
			switch file.Tokens[key].Kind {
			case syntax.SingleQuoted, syntax.DoubleQuoted:
				text = file.Text(key)
				text = text[1 : len(text)-1]
			case syntax.Name:
				text = file.Text(key)
			case syntax.Number:
			default:
				return nil, nil
			}
			path = append([]string{text}, path...)
			at = file.PreviousSignificant(file.PreviousSignificant(key))
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// indexed returns the types of the value before an opening bracket.
func (c *completer) indexed(bracket int) []written {
	before := c.Manifest.File.PreviousSignificant(bracket)
	return c.typesOf(before)
}

// typesOfVariable returns the types of a variable that a token names: the declared type of a
// parameter, else the inferred type of the variable's definition.
func (c *completer) typesOfVariable(token int) []written {
	name := strings.TrimPrefix(strings.TrimPrefix(c.Manifest.Text(token), "$"), "::")
	if at := strings.LastIndex(name, "::"); at > 0 {
		owner := symbols.Symbol{Kind: symbols.Class, Name: strings.ToLower(name[:at])}
		if t, ok := c.declared.declaredType(owner, name[at+2:]); ok {
			return []written{t}
		}
		return nil
	}
	for _, table := range c.tables {
		if one := c.definitionIn(table, name); one != nil {
			return c.typesDefined(table, one)
		}
	}
	return nil
}

// definitionIn returns the definition of a variable that is visible at the offset, according to
// one table of the file.
func (c *completer) definitionIn(table *symbols.Table, name string) (found *symbols.Occurrence) {
	best := -1
	owners := c.ownersAround(table)
	for i := range table.Occurrences {
		one := &table.Occurrences[i]
		if one.Role != symbols.Definition || one.Symbol.Kind != symbols.Variable || one.Symbol.Name != name {
			continue
		}
		if rank, visible := owners[ownerOf(one.Symbol)]; visible && (best < 0 || rank < best) {
			found, best = one, rank
		}
	}
	return found
}

// ownersAround returns the owners of the scopes around the offset, numbered from the inside.
func (c *completer) ownersAround(table *symbols.Table) map[symbols.Symbol]int {
	owners := map[symbols.Symbol]int{}
	scope := unknownUses{c.View}.scopeAt(table, min(c.offset, int32(len(table.File.Text))))
	for rank := 0; scope >= 0; scope, rank = table.Scopes[scope].Outer, rank+1 {
		owners[table.Scopes[scope].Owner] = rank
	}
	return owners
}

// typesDefined returns the types of the variable that an occurrence defines.
func (c *completer) typesDefined(table *symbols.Table, one *symbols.Occurrence) []written {
	if t, ok := c.declared.declaredType(ownerOf(one.Symbol), one.Symbol.Name); ok {
		return []written{t}
	}
	if t, ok := c.writtenBefore(table, one); ok {
		return []written{t}
	}
	if known := c.inferredAt(table, one); known != nil {
		if t, ok := parseType(lattice.FormatType(known)); ok {
			return []written{t}
		}
	}
	return nil
}

// writtenBefore returns the type that the text declares before a parameter of a block or
// template, which no definition has.
func (c *completer) writtenBefore(table *symbols.Table, one *symbols.Occurrence) (written, bool) {
	if c.Manifest == nil || table != c.Table {
		return written{}, false
	}
	for _, node := range nodesAt(c.Manifest.File, one.Span.Start) {
		if parameter, ok := node.(*syntax.Parameter); ok && parameter.Name == one.Symbol.Name && parameter.TypeExpr != nil {
			return written{c.Manifest.File, parameter.TypeExpr}, true
		}
	}
	return written{}, false
}

// inferredAt returns the inferred type at an occurrence, or nil.
func (c *completer) inferredAt(table *symbols.Table, one *symbols.Occurrence) checker.Type {
	types := c.Types(table.Path)
	if types == nil || types.Manifest.Source.Text != table.File.Text {
		return nil
	}
	place, ok := types.At(one.Span.Start)
	if !ok {
		return nil
	}
	return place.Type
}

// valuesExpected offers the values that types list.
func (c *completer) valuesExpected(types []written, quoted bool) {
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
func (c *completer) variableValues(around *surroundings, expected []written) {
	own := c.offset // where the variable that gets the value is defined
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
			rank := 20 + min(distance, 5)
			for _, t := range types {
				for _, wanted := range expected {
					if t.String() == wanted.String() {
						rank = min(rank, 1+min(distance, 5))
					} else if c.declared.mayBe(t, wanted) {
						rank = min(rank, 8+min(distance, 5))
					}
				}
			}
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

// inTemplateParameters reports whether the offset is in the hash of parameters of a call of
// epp.
func (c *completer) inTemplateParameters(around *surroundings) bool {
	return len(around.openers) > 1 && around.attribute == "" && around.openers[1].argument == 1 &&
		c.Manifest.Tokens[around.openers[0].token].Kind == syntax.LeftBrace && module.Normalize(around.openers[1].function) == "epp"
}

// templateParameters offers the parameters of the template that a call of epp renders.
func (c *completer) templateParameters(call opener) {
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
