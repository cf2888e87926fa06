package ide

import (
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/module/builtin"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// variables offers the variables that are visible at the offset, and those of classes.
func (c *completer) variables() {
	word := c.File.Slice(source.Span{Start: c.span.Start, End: c.offset})
	bare := strings.TrimPrefix(word, "::")
	c.span.Start += int32(len(word) - len(bare))
	if at := strings.LastIndex(bare, "::"); at > 0 {
		c.variablesOf(bare[:at])
		c.classPrefixes()
		return
	}
	for _, table := range c.tables {
		c.scopeVariables(table)
	}
	for symbol := range c.Index.VariablesOf(symbols.Symbol{Kind: symbols.Top}) {
		c.add(Item{Label: symbol.Name, Kind: ItemVariable, Rank: 30, Symbol: symbol})
	}
	for name, typeName := range builtin.Words().TopVariables {
		c.add(Item{Label: name, Kind: ItemVariable, Detail: typeName, Rank: 40})
	}
	for _, name := range []string{"facts", "trusted", "title", "name", "module_name"} {
		c.add(Item{Label: name, Kind: ItemVariable, Rank: 40})
	}
	if word != "" {
		c.classPrefixes()
	}
}

// scopeVariables offers the variables of the scopes around the offset, according to one table
// of the file.
func (c *completer) scopeVariables(table *symbols.Table) {
	owners := map[symbols.Symbol]int{}
	scope := c.scopeAt(table, min(c.offset, int32(len(table.File.Text))))
	for rank := 0; scope >= 0; scope, rank = table.Scopes[scope].Outer, rank+1 {
		owners[table.Scopes[scope].Owner] = rank
	}
	for i := range table.Occurrences {
		one := &table.Occurrences[i]
		if one.Role != symbols.Definition || one.Symbol.Kind != symbols.Variable {
			continue
		}
		if rank, seen := owners[ownerOf(one.Symbol)]; seen {
			kind := ItemVariable
			if table.Parameters[one.Symbol] {
				kind = ItemParameter
			}
			c.add(Item{Label: one.Symbol.Name, Kind: kind, Rank: rank, Symbol: one.Symbol, detail: func() string { return c.detailOf(table, one) }})
		}
	}
	for owner := range owners {
		if owner.Kind != symbols.Class {
			continue
		}
		for rank, class := range c.Index.Line(owner.Name) {
			if rank > 0 {
				c.ofOwner(symbols.Symbol{Kind: symbols.Class, Name: class}, 5+rank, "")
			}
		}
	}
}

// detailOf returns the type of a variable: the declared type, else the inferred type, else "".
func (c *completer) detailOf(table *symbols.Table, one *symbols.Occurrence) string {
	if manifest, node := c.definitionNode(ownerOf(one.Symbol)); node != nil {
		for _, parameter := range parametersOf(node) {
			if parameter.Name == one.Symbol.Name {
				return typeText(manifest.File, parameter)
			}
		}
	}
	if types := c.Types(table.Path); types != nil && types.Manifest.Source.Text == table.File.Text {
		if place, ok := types.At(one.Span.Start); ok && place.Type != nil {
			return shortType(place.Type)
		}
	}
	return ""
}

// ofOwner offers the variables of a class, with a prefix before their names.
func (c *completer) ofOwner(owner symbols.Symbol, rank int, prefix string) {
	for symbol := range c.Index.VariablesOf(owner) {
		kind := ItemVariable
		if c.Index.IsParameter(symbol) {
			kind = ItemParameter
		}
		c.add(Item{Label: prefix + symbol.Name, Kind: kind, Rank: rank, Symbol: symbol, detail: func() string {
			if definitions := c.Index.Definitions(symbol); kind == ItemParameter && len(definitions) > 0 {
				return c.detailOf(definitions[0].Table, definitions[0].Occurrence)
			}
			return ""
		}})
	}
}

// variablesOf offers the variables of a class and of the classes it inherits from, by their
// qualified names.
func (c *completer) variablesOf(class string) {
	for rank, name := range c.Index.Line(strings.ToLower(class)) {
		c.ofOwner(symbols.Symbol{Kind: symbols.Class, Name: name}, rank, class+"::")
	}
}

// classPrefixes offers classes as prefixes of variables.
func (c *completer) classPrefixes() {
	for symbol := range c.Index.OfKind(symbols.Class) {
		if symbol.Name+"::" != c.File.Slice(c.span) {
			c.add(Item{Label: symbol.Name + "::", Kind: ItemClass, Detail: "variables of the class", Rank: 80})
		}
	}
}

// functions offers functions. Those of the module and of Puppet come first.
func (c *completer) functions(after string) {
	for symbol := range c.Index.OfKind(symbols.Function) {
		c.function(symbol.Name, 20)
	}
	if c.tree != nil {
		for _, name := range c.tree.RubyFunctionNames() {
			rank := 25
			if strings.Contains(name, "::") {
				rank = 28
			}
			c.function(name, rank)
		}
	}
	if after != "." && c.isInPlan() {
		for _, name := range []string{"run_task", "run_plan", "run_command", "run_script", "upload_file", "get_targets", "apply_prep", "out::message"} {
			c.function(name, 20)
		}
	}
}

func (c *completer) isInPlan() bool {
	if c.tree == nil {
		return false
	}
	_, relative := c.tree.ModuleOf(c.Path)
	return strings.HasPrefix(relative, "plans/")
}

func (c *completer) function(name string, rank int) {
	known := builtin.FindFunction(name)
	if known != nil && (known.Removed != "" || known.Discontinued) {
		return
	}
	detail := func() string {
		if known != nil && len(known.Signatures) > 0 {
			if signatures := builtinSignatures(name, &builtin.Function{Signatures: known.Signatures[:1]}); len(signatures) > 0 {
				return signatures[0].Label
			}
		}
		return ""
	}
	c.add(Item{
		Label: name, Kind: ItemFunction, Rank: rank, Deprecated: known != nil && known.Deprecated,
		Symbol: symbols.Symbol{Kind: symbols.Function, Name: name}, detail: detail,
	})
}

// classes offers the names of classes.
func (c *completer) classes(rank int) {
	c.named(symbols.Class, ItemClass, rank)
}

// named offers all symbols of a kind.
func (c *completer) named(kind symbols.Kind, item ItemKind, rank int) {
	for symbol := range c.Index.OfKind(kind) {
		c.add(Item{Label: symbol.Name, Kind: item, Rank: rank, Symbol: symbol})
	}
}

// resourceTypes offers the types of resources that can be declared.
func (c *completer) resourceTypes() {
	c.named(symbols.DefinedType, ItemResourceType, 40)
	if c.tree == nil {
		return
	}
	for _, name := range c.tree.ResourceTypeNames() {
		c.add(Item{Label: name, Kind: ItemResourceType, Rank: 45, Symbol: symbols.Symbol{Kind: symbols.ResourceType, Name: name}})
	}
}

// types offers data types, aliases and references to resources.
func (c *completer) types() {
	words := builtin.Words()
	for _, name := range words.DataTypes {
		c.add(Item{Label: name, Kind: ItemType, Rank: 10})
	}
	for symbol := range c.Index.OfKind(symbols.TypeAlias) {
		c.add(Item{Label: capitalize(symbol.Name), Kind: ItemType, Rank: 15, Symbol: symbol})
	}
	for symbol := range c.Index.OfKind(symbols.DefinedType) {
		c.add(Item{Label: capitalize(symbol.Name), Kind: ItemResourceType, Rank: 30, Symbol: symbol})
	}
	for name, stands := range words.TypeAliases {
		c.add(Item{Label: name, Kind: ItemType, Detail: stands, Rank: 15})
	}
	for name, stands := range words.StdlibTypeAliases {
		c.add(Item{Label: name, Kind: ItemType, Detail: stands, Rank: 20})
	}
	if c.tree != nil {
		for _, name := range c.tree.ResourceTypeNames() {
			c.add(Item{Label: capitalize(name), Kind: ItemResourceType, Rank: 35})
		}
	}
}

// facts offers the facts below a path of keys.
func (c *completer) facts(path []string, quoted bool) {
	insert := func(name string) string {
		if quoted {
			return name
		}
		return "'" + name + "'"
	}
	if len(path) > 0 {
		if fact := builtin.FindFact(strings.Join(path, ".")); fact != nil {
			for _, key := range fact.Keys {
				detail := ""
				if below := builtin.FindFact(strings.Join(append(path, key), ".")); below != nil {
					detail = below.Type
				}
				if !strings.HasPrefix(key, "<") {
					c.add(Item{Label: key, Insert: insert(key), Kind: ItemFact, Detail: detail})
				}
			}
		}
		return
	}
	for name := range builtin.FactNames() {
		if fact := builtin.FindFact(name); fact != nil && !fact.Legacy && !strings.ContainsAny(name, ".<") {
			c.add(Item{Label: name, Insert: insert(name), Kind: ItemFact, Detail: fact.Type})
		}
	}
	for symbol := range c.Index.OfKind(symbols.Fact) {
		c.add(Item{Label: symbol.Name, Insert: insert(symbol.Name), Kind: ItemFact, Detail: "a fact of a module"})
	}
}

// index offers keys for the brackets after a name. bare is true if a text needs quotes.
func (c *completer) index(name string, bare bool) {
	switch lower := strings.ToLower(strings.TrimPrefix(name, "::")); lower {
	case "$facts", "$::facts":
		c.facts(nil, !bare)
	case "class":
		c.classes(0)
	default:
		if strings.HasPrefix(lower, "$") {
			return
		}
		for symbol := range c.Index.OfKind(symbols.Resource) {
			if symbol.Owner != lower {
				continue
			}
			insert := symbol.Name
			if bare {
				insert = "'" + insert + "'"
			}
			c.add(Item{Label: symbol.Name, Insert: insert, Kind: ItemResource, Symbol: symbol})
		}
	}
}

// factPath returns the keys before the bracket, as in $facts['os'][…. ok is false if it does
// not index the facts.
func (c *completer) factPath(bracket int) (path []string, ok bool) {
	file := c.Manifest.File
	for at := file.PreviousSignificant(bracket); at >= 0; {
		switch file.Tokens[at].Kind {
		case syntax.Variable:
			name := strings.TrimPrefix(file.Text(at), "$")
			return path, name == "facts" || name == "::facts"
		case syntax.RightBracket:
			key := file.PreviousSignificant(at)
			if key < 0 || file.Tokens[key].Kind != syntax.SingleQuoted && file.Tokens[key].Kind != syntax.DoubleQuoted {
				return nil, false
			}
			text := file.Text(key)
			path = append([]string{text[1 : len(text)-1]}, path...)
			at = file.PreviousSignificant(file.PreviousSignificant(key))
		case syntax.Name: // within "${facts[…"
			return path, file.Text(at) == "facts"
		default:
			return nil, false
		}
	}
	return nil, false
}
