package ide

import (
	"strings"

	"puppet-lint/checker"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/symbols"
	"puppet-lint/syntax"
)

// typeFinder finds the types of expressions before the offset, even if they are incomplete.
type typeFinder struct {
	*itemList
	declared writtenTypes
	// tables holds the names of the text as it is now, and those of the last text without a
	// syntax error.
	tables []*symbols.Table
}

// typesOf returns the types of the variable or access that ends with a token.
func (c *typeFinder) typesOf(last int) []written {
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
func (c *typeFinder) accessed(last int) (types []written, path []string) {
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
func (c *typeFinder) indexed(bracket int) []written {
	before := c.Manifest.File.PreviousSignificant(bracket)
	return c.typesOf(before)
}

// typesOfVariable returns the types of a variable that a token names: the declared type of a
// parameter, else the inferred type of the variable's definition.
func (c *typeFinder) typesOfVariable(token int) []written {
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
func (c *typeFinder) definitionIn(table *symbols.Table, name string) (found *symbols.Occurrence) {
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
func (c *typeFinder) ownersAround(table *symbols.Table) map[symbols.Symbol]int {
	owners := map[symbols.Symbol]int{}
	scope := unknownUses{c.View}.scopeAt(table, min(c.offset, int32(len(table.File.Text))))
	for rank := 0; scope >= 0; scope, rank = table.Scopes[scope].Outer, rank+1 {
		owners[table.Scopes[scope].Owner] = rank
	}
	return owners
}

// typesDefined returns the types of the variable that an occurrence defines.
func (c *typeFinder) typesDefined(table *symbols.Table, one *symbols.Occurrence) []written {
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
// template. The index does not hold these types.
func (c *typeFinder) writtenBefore(table *symbols.Table, one *symbols.Occurrence) (written, bool) {
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
func (c *typeFinder) inferredAt(table *symbols.Table, one *symbols.Occurrence) checker.Type {
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
