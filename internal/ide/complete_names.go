package ide

import (
	"strings"

	"puppet-lint/checker/lattice"
	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// nameCompleter offers names: variables, functions, classes, types, facts.
type nameCompleter struct {
	*itemList
	*typeFinder
	// receiver holds the classes of the value before a ".", or nothing if they are unknown.
	receiver map[string]bool
}

// variables offers the variables that are visible at the offset, and those of classes.
func (c *nameCompleter) variables() {
	word := c.File.Slice(source.Span{Start: c.span.Start, End: c.offset})
	bare := strings.TrimPrefix(word, "::")
	c.span.Start += int32(len(word) - len(bare))
	if at := strings.LastIndex(bare, "::"); at > 0 {
		c.variablesOf(bare[:at])
		c.classPrefixes()
		return
	}
	if bare == word { // $::x is a variable of top scope
		for _, table := range c.tables {
			c.scopeVariables(table)
		}
	}
	for symbol := range c.Index.VariablesOf(symbols.Symbol{Kind: symbols.Top}) {
		c.add(Item{Label: symbol.Name, Kind: ItemVariable, Rank: 30, Symbol: symbol})
	}
	for _, one := range puppetVariables() {
		c.add(Item{Label: one.name, Kind: ItemVariable, Detail: one.typeName, Doc: one.doc, Rank: 40})
	}
	if word != "" {
		c.classPrefixes()
	}
}

// scopeVariables offers the variables of the scopes around the offset, according to one table
// of the file.
func (c *nameCompleter) scopeVariables(table *symbols.Table) {
	owners := c.ownersAround(table)
	for i := range table.Occurrences {
		one := &table.Occurrences[i]
		if one.Role != symbols.Definition || one.Symbol.Kind != symbols.Variable {
			continue
		}
		if rank, seen := owners[ownerOf(one.Symbol)]; seen && !c.isAssignedHere(one) {
			if one.Span.Start > c.offset {
				rank += laterRank
			}
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

// laterRank is how much further down a variable comes that is only set below the cursor.
const laterRank = 10

// isAssignedHere reports whether the word at the cursor begins the value of a variable, as in "$a = $":
// the variable is not set yet.
func (c *nameCompleter) isAssignedHere(one *symbols.Occurrence) bool {
	if one.Span.End > c.span.Start {
		return false
	}
	between := strings.TrimSpace(c.File.Slice(source.Span{Start: one.Span.End, End: c.span.Start}))
	return strings.TrimRight(between, "$ ") == "="
}

// detailOf returns the type of a variable: the declared type, else the inferred type, else "".
func (c *nameCompleter) detailOf(table *symbols.Table, one *symbols.Occurrence) string {
	if types := c.typesDefined(table, one); len(types) > 0 {
		return types[0].String()
	}
	return ""
}

// ofOwner offers the variables of a class, with a prefix before their names.
func (c *nameCompleter) ofOwner(owner symbols.Symbol, rank int, prefix string) {
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
func (c *nameCompleter) variablesOf(class string) {
	for rank, name := range c.Index.Line(strings.ToLower(class)) {
		c.ofOwner(symbols.Symbol{Kind: symbols.Class, Name: name}, rank, class+"::")
	}
}

// classPrefixes offers classes as prefixes of variables.
func (c *nameCompleter) classPrefixes() {
	prefix := func(class string) string { return class + "::" }
	for symbol := range c.defined(symbols.Class, 80, prefix) {
		if label := prefix(symbol.Name); label != c.File.Slice(c.span) {
			c.add(Item{Label: label, Kind: ItemClass, Detail: "variables of the class", Rank: 80})
		}
	}
}

// functions offers functions. Those of the module and of Puppet come first. After a ".", those
// that accept the value before it do.
func (c *nameCompleter) functions(after string) {
	for symbol := range c.defined(symbols.Function, 20+int(acceptsReceiver), sameName) {
		c.function(symbol.Name, 20)
	}
	if c.tree != nil {
		for _, name := range c.tree.Plugins.FunctionNames().Words() {
			rank := 25
			if strings.Contains(name, "::") {
				rank = 28
			}
			c.function(name, rank)
		}
	}
	if after != "." && c.isInPlan() {
		for name := range builtin.BoltFunctionNames() {
			c.function(name, 20)
		}
	}
}

func (c *nameCompleter) isInPlan() bool {
	if c.tree == nil {
		return false
	}
	_, relative := c.tree.ModuleOf(c.Path)
	return strings.HasPrefix(relative, "plans/")
}

func (c *nameCompleter) function(name string, rank int) {
	if !c.mayShow(name, rank+int(acceptsReceiver)) {
		return
	}
	known := builtin.FindFunction(name)
	if known != nil && (known.Removed != "" || known.Discontinued) {
		return
	}
	signature := 0
	if len(c.receiver) > 0 {
		var fits fitting
		fits, signature = c.fitsReceiver(name)
		rank += int(fits)
	}
	detail := func() string {
		if signatures := c.signaturesOf(name); len(signatures) > signature {
			return lattice.Abbreviate(signatures[signature].Label, detailLimit)
		}
		return ""
	}
	c.add(Item{
		Label: name, Kind: ItemFunction, Rank: rank, Deprecated: known != nil && known.Deprecated,
		Symbol: symbols.Symbol{Kind: symbols.Function, Name: name}, detail: detail,
	})
}

// classes offers the names of classes, those of the module first.
func (c *nameCompleter) classes(rank int) {
	own := c.moduleOf()
	for symbol := range c.defined(symbols.Class, rank, sameName) {
		first, _, _ := strings.Cut(symbol.Name, "::")
		distance := 1
		if own != nil && first == own.Name {
			distance = 0
		}
		c.add(Item{Label: symbol.Name, Kind: ItemClass, Rank: rank + distance, Symbol: symbol})
	}
}

// named offers all symbols of a kind.
func (c *nameCompleter) named(kind symbols.Kind, item ItemKind, rank int) {
	for symbol := range c.defined(kind, rank, sameName) {
		c.add(Item{Label: symbol.Name, Kind: item, Rank: rank, Symbol: symbol})
	}
}

// resourceTypes offers the types of resources that can be declared.
func (c *nameCompleter) resourceTypes() {
	c.named(symbols.DefinedType, ItemResourceType, 40)
	if c.tree == nil {
		return
	}
	for _, name := range c.tree.Plugins.ResourceTypeNames().Words() {
		c.add(Item{Label: name, Kind: ItemResourceType, Rank: 45, Symbol: symbols.Symbol{Kind: symbols.ResourceType, Name: name}})
	}
}

// types offers data types, aliases and references to resources.
func (c *nameCompleter) types() {
	words := builtin.Words()
	for _, name := range words.DataTypes {
		c.add(Item{Label: name, Kind: ItemType, Rank: 10, Symbol: symbols.Symbol{Kind: symbols.TypeName, Name: strings.ToLower(name)}})
	}
	for symbol := range c.defined(symbols.TypeAlias, 15, capitalize) {
		c.add(Item{Label: capitalize(symbol.Name), Kind: ItemType, Rank: 15, Symbol: symbol})
	}
	for symbol := range c.defined(symbols.DefinedType, 30, capitalize) {
		c.add(Item{Label: capitalize(symbol.Name), Kind: ItemResourceType, Rank: 30, Symbol: symbol})
	}
	for name, stands := range words.TypeAliases {
		c.add(Item{Label: name, Kind: ItemType, Detail: lattice.Abbreviate(stands, detailLimit), Rank: 15, Symbol: symbols.Symbol{Kind: symbols.TypeName, Name: strings.ToLower(name)}})
	}
	for name, stands := range builtin.StdlibTypeAliases() {
		c.add(Item{Label: name, Kind: ItemType, Detail: lattice.Abbreviate(stands, detailLimit), Rank: 20})
	}
	if c.tree != nil {
		for _, name := range c.tree.Plugins.ResourceTypeNames().Words() {
			c.add(Item{Label: capitalize(name), Kind: ItemResourceType, Rank: 35, Symbol: symbols.Symbol{Kind: symbols.ResourceType, Name: name}})
		}
	}
}

// facts offers the facts below a path of keys.
func (c *nameCompleter) facts(path []string, quoted bool) {
	insert := func(name string) string {
		if quoted {
			return name
		}
		return "'" + name + "'"
	}
	if len(path) > 0 {
		if fact := builtin.FindFact(builtin.DescribedFact(strings.Join(path, "."))); fact != nil {
			for _, key := range fact.Keys {
				if strings.HasPrefix(key, "<") {
					continue
				}
				detail, whole := "", strings.Join(append(path, key), ".")
				if below := builtin.FindFact(builtin.DescribedFact(whole)); below != nil {
					detail = below.Type
				}
				c.add(Item{Label: key, Insert: insert(key), Kind: ItemFact, Detail: detail, Symbol: symbols.Symbol{Kind: symbols.Fact, Name: whole}})
			}
		}
		return
	}
	for name := range builtin.FactNames() {
		if fact := builtin.FindFact(name); fact != nil && !fact.Legacy && !strings.ContainsAny(name, ".<") {
			c.add(Item{Label: name, Insert: insert(name), Kind: ItemFact, Detail: fact.Type, Symbol: symbols.Symbol{Kind: symbols.Fact, Name: name}})
		}
	}
	for symbol := range c.defined(symbols.Fact, 0, sameName) {
		c.add(Item{Label: symbol.Name, Insert: insert(symbol.Name), Kind: ItemFact, Detail: "a fact of a module"})
	}
}

// index offers keys for the brackets after a name. bare is true if a text needs quotes.
func (c *nameCompleter) index(in opener, bare bool) {
	add := func(item Item) {
		if item.Insert = item.Label; bare {
			item.Insert = "'" + item.Label + "'"
		}
		c.add(item)
	}
	lower := strings.ToLower(strings.TrimPrefix(in.index, "::"))
	if lower == "class" {
		c.classes(0)
		return
	}
	for _, t := range c.indexed(in.token) {
		for i, one := range c.declared.members(t) {
			add(Item{Label: one.name, Kind: ItemKey, Detail: one.value.String(), Rank: i})
		}
	}
	for symbol := range c.defined(symbols.Resource, 0, sameName) {
		if symbol.Owner == lower {
			add(Item{Label: symbol.Name, Kind: ItemResource, Symbol: symbol})
		}
	}
}

// partsOfNode offers the facts, or the parts of $trusted or $server_facts, if a bracket indexes one of
// these. It reports whether it does.
func (c *manifestCompleter) partsOfNode(bracket int, quoted bool) bool {
	variable, path := c.indexedBefore(bracket)
	if variable == "facts" {
		c.facts(path, quoted)
		return true
	}
	parts := partsOf(variable)
	if parts == nil || len(path) > 0 {
		return false
	}
	for name, typeName := range parts {
		item := Item{Label: name, Insert: name, Kind: ItemFact, Detail: typeName}
		if !quoted {
			item.Insert = "'" + name + "'"
		}
		c.add(item)
	}
	return true
}

// indexedBefore returns the variable that is indexed before a bracket, without "::", and the keys
// between, as in $facts['os'][…. variable is empty if there is none.
func (c *manifestCompleter) indexedBefore(bracket int) (variable string, path []string) {
	file := c.Manifest.File
	for at := file.PreviousSignificant(bracket); at >= 0; {
		switch file.Tokens[at].Kind {
		case syntax.Variable:
			return strings.TrimPrefix(strings.TrimPrefix(file.Text(at), "$"), "::"), path
		case syntax.RightBracket:
			key := file.PreviousSignificant(at)
			if key < 0 || file.Tokens[key].Kind != syntax.SingleQuoted && file.Tokens[key].Kind != syntax.DoubleQuoted {
				return "", nil
			}
			text := file.Text(key)
			path = append([]string{text[1 : len(text)-1]}, path...)
			at = file.PreviousSignificant(file.PreviousSignificant(key))
		case syntax.Name: // within "${facts[…"
			return file.Text(at), path
		default:
			return "", nil
		}
	}
	return "", nil
}
