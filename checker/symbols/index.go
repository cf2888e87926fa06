package symbols

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"puppet-lint/module/builtin"
)

// Index joins the tables of many files by their names. Set and Remove change it. Between
// changes, any number of goroutines may read it.
type Index struct {
	tables map[string]*Table
	// named maps each name to the tables in which it occurs.
	named tableSets[string]
	// defined maps each symbol to the tables that define it.
	defined tableSets[Symbol]
	// grouped holds the defined symbols in groups. It is made on first use. grouping guards it.
	grouping sync.Mutex
	grouped  *groups
	// given counts, for each variable of a template, the calls that pass it.
	given   map[Symbol]int
	parents map[string]map[string]string // class → path → parent
	// rendered holds what fromRenderers has found since the last change. rendering guards it.
	rendering sync.Mutex
	rendered  map[Symbol][]Symbol
}

// NewIndex returns an index of tables.
func NewIndex(tables ...*Table) *Index {
	definitions := 0
	for _, table := range tables {
		for i := range table.Occurrences {
			if table.Occurrences[i].Role == Definition {
				definitions++
			}
		}
	}
	x := &Index{
		tables: make(map[string]*Table, len(tables)), named: newTableSets[string](0), defined: newTableSets[Symbol](definitions),
		given: map[Symbol]int{}, parents: map[string]map[string]string{},
	}
	for _, table := range tables {
		x.Set(table)
	}
	return x
}

// Set replaces the table of the same path.
func (x *Index) Set(table *Table) {
	x.Remove(table.Path)
	x.rendered = nil
	x.tables[table.Path] = table
	for i := range table.Occurrences {
		one := &table.Occurrences[i]
		x.named.add(one.Symbol.Name, table)
		switch one.Role {
		case Gives:
			x.given[one.Symbol]++
		case Definition:
			if x.defined.add(one.Symbol, table) {
				x.grouped.add(one.Symbol)
			}
		}
	}
	for _, one := range table.Inherits {
		if x.parents[one.Class] == nil {
			x.parents[one.Class] = map[string]string{}
		}
		x.parents[one.Class][table.Path] = one.Parent
	}
}

// Remove removes the table of a path.
func (x *Index) Remove(path string) {
	table := x.tables[path]
	if table == nil {
		return
	}
	x.rendered = nil
	delete(x.tables, path)
	for i := range table.Occurrences {
		symbol := table.Occurrences[i].Symbol
		if table.Occurrences[i].Role == Gives {
			if x.given[symbol]--; x.given[symbol] == 0 {
				delete(x.given, symbol)
			}
		}
		x.named.remove(symbol.Name, table)
		if x.defined.remove(symbol, table) {
			x.grouped.remove(symbol)
		}
	}
	for _, one := range table.Inherits {
		if delete(x.parents[one.Class], path); len(x.parents[one.Class]) == 0 {
			delete(x.parents, one.Class)
		}
	}
}

// Table returns the table of a path, or nil.
func (x *Index) Table(path string) *Table { return x.tables[path] }

// Tables returns all tables, sorted by path.
func (x *Index) Tables() []*Table {
	tables := slices.Collect(maps.Values(x.tables))
	slices.SortFunc(tables, func(a, b *Table) int { return strings.Compare(a.Path, b.Path) })
	return tables
}

// IsDefined reports whether some file defines the symbol.
func (x *Index) IsDefined(symbol Symbol) bool {
	isDefined := x.defined.has(symbol)
	return isDefined
}

// IsParameter reports whether the symbol is a parameter of something.
func (x *Index) IsParameter(symbol Symbol) bool {
	return x.defined.any(symbol, func(table *Table) bool { return table.Parameters[symbol] })
}

// Parent returns the class that a class inherits from, or "".
func (x *Index) Parent(class string) string {
	parents := x.parents[class]
	if len(parents) == 0 {
		return ""
	}
	return parents[slices.Min(slices.Collect(maps.Keys(parents)))]
}

// Children returns the classes that inherit from a class, sorted.
func (x *Index) Children(class string) (children []string) {
	for child, parents := range x.parents {
		for _, parent := range parents {
			if parent == class {
				children = append(children, child)
				break
			}
		}
	}
	slices.Sort(children)
	return children
}

// maxLine bounds the length of an inheritance chain.
const maxLine = 64

// Line returns a class and its ancestors, nearest first. It stops at a cycle.
func (x *Index) Line(class string) []string { return lineOf(class, x.Parent) }

func lineOf(class string, parentOf func(class string) string) (line []string) {
	for class != "" && len(line) < maxLine && !slices.Contains(line, class) {
		line = append(line, class)
		class = parentOf(class)
	}
	return line
}

// Resolve returns the symbols that an occurrence in a table may refer to. There are several for
// a variable of a template that several files render. There are none for a Quiet name that is
// not known. A name that is not known anywhere resolves to the occurrence's own symbol.
func (x *Index) Resolve(table *Table, one *Occurrence) []Symbol {
	symbol := one.Symbol
	switch symbol.Kind {
	case TypeName:
		return []Symbol{x.typeNamed(symbol.Name, one.Style == Capitalized)}
	case Resource:
		return []Symbol{symbol}
	case Class:
		if one.Quiet && !x.IsParameter(table.qualified(one)) {
			return nil
		}
	case Variable:
		return x.resolveVariable(table, one)
	}
	return []Symbol{symbol}
}

func (x *Index) resolveVariable(table *Table, one *Occurrence) []Symbol {
	symbol := one.Symbol
	if symbol.In == TypeName {
		owner := x.typeNamed(symbol.Owner, false)
		symbol.In, symbol.Owner = owner.Kind, owner.Name
		return []Symbol{symbol}
	}
	switch {
	case one.Quiet:
		if !x.IsParameter(symbol) {
			return nil
		}
	case one.Unscoped:
		return x.variableFrom(symbol)
	}
	return []Symbol{symbol}
}

// variableFrom looks up a variable, beginning at the owner that its symbol names.
func (x *Index) variableFrom(symbol Symbol) []Symbol {
	switch symbol.In {
	case Class:
		for _, class := range x.Line(symbol.Owner) {
			if found := (Symbol{Kind: Variable, In: Class, Owner: class, Name: symbol.Name}); x.IsDefined(found) {
				return []Symbol{found}
			}
		}
	case Template:
		if x.isOfTemplate(symbol) {
			return []Symbol{symbol}
		}
		return x.fromRenderers(symbol)
	}
	top := Symbol{Kind: Variable, In: Top, Name: symbol.Name}
	if x.IsDefined(top) {
		return []Symbol{top}
	}
	if symbol.In != Class || !x.IsDefined(Symbol{Kind: Class, Name: symbol.Owner}) {
		if fact := (Symbol{Kind: Fact, Name: symbol.Name}); symbol.In == Top && x.isFact(symbol.Name) {
			return []Symbol{fact}
		}
	} else if x.isFact(symbol.Name) {
		return []Symbol{{Kind: Fact, Name: symbol.Name}}
	}
	return []Symbol{symbol}
}

// isOfTemplate reports whether a template sets a variable, or gets it from the code that renders it.
func (x *Index) isOfTemplate(symbol Symbol) bool {
	return x.IsDefined(symbol) || x.given[symbol] > 0
}

func (x *Index) isFact(name string) bool {
	return x.IsDefined(Symbol{Kind: Fact, Name: name}) || builtin.FindFact(name) != nil && name != "facts" || builtin.LegacyFact(name) != nil
}

// fromRenderers returns the variables that a template sees in the code that renders it, directly or
// through other templates.
func (x *Index) fromRenderers(symbol Symbol) []Symbol {
	x.rendering.Lock()
	defer x.rendering.Unlock()
	found, isKnown := x.rendered[symbol]
	if !isKnown {
		if found = x.findInRenderers(symbol); x.rendered == nil {
			x.rendered = map[Symbol][]Symbol{}
		}
		x.rendered[symbol] = found
	}
	return found
}

// findInRenderers visits each template once, since templates may render each other.
func (x *Index) findInRenderers(symbol Symbol) (found []Symbol) {
	pending, isKnown := []Symbol{symbol}, map[Symbol]bool{symbol: true}
	add := func(one Symbol) {
		switch {
		case isKnown[one]:
		case one.In == Template && !x.isOfTemplate(one):
			pending = append(pending, one)
		default:
			found = append(found, one)
		}
		isKnown[one] = true
	}
	top := Symbol{Kind: Variable, In: Top, Name: symbol.Name}
	for i := 0; i < len(pending); i++ {
		var visible []Symbol
		if !strings.HasSuffix(pending[i].Owner, ".epp") { // it sees its parameters and top scope
			for _, use := range x.Renderers(pending[i].Owner) {
				visible = append(visible, x.visibleFrom(use.Table, use.Occurrence.Scope, symbol.Name)...)
			}
		}
		if len(visible) == 0 {
			visible = []Symbol{top}
		}
		for _, one := range visible {
			add(one)
		}
	}
	if len(found) == 0 { // templates that only render each other
		return []Symbol{top}
	}
	return found
}

// visibleFrom returns the variables of that name that a scope sees. One of a template that does not
// set it stands for those that the template sees.
func (x *Index) visibleFrom(table *Table, scope int32, name string) []Symbol {
	for at := scope; at >= 0; at = table.Scopes[at].Outer {
		owner := table.Scopes[at].Owner
		symbol := Symbol{Kind: Variable, In: owner.Kind, Owner: owner.Name, Name: name}
		if x.IsDefined(symbol) || owner.Kind == Template {
			return []Symbol{symbol}
		}
		if owner.Kind == Class {
			return x.variableFrom(symbol)
		}
	}
	return nil
}

// Reference is an Occurrence with the table that it is in.
type Reference struct {
	Table      *Table
	Occurrence *Occurrence
}

// Renderers returns the occurrences that render a template.
func (x *Index) Renderers(template string) (found []Reference) {
	for _, one := range x.References(Symbol{Kind: Template, Name: template}) {
		if one.Occurrence.Role != Definition {
			found = append(found, one)
		}
	}
	return found
}

// typeNamed returns the symbol of a name that denotes a type, resource type or class. It
// returns a TypeName if nothing defines the name.
func (x *Index) typeNamed(name string, capitalized bool) Symbol {
	kinds := []Kind{DefinedType, ResourceType, Class}
	if capitalized {
		kinds = []Kind{TypeAlias, DefinedType, ResourceType}
	}
	for _, kind := range kinds {
		if symbol := (Symbol{Kind: kind, Name: name}); x.IsDefined(symbol) {
			return symbol
		}
	}
	if builtin.FindResourceType(name) != nil {
		return Symbol{Kind: ResourceType, Name: name}
	}
	return Symbol{Kind: TypeName, Name: name}
}

// Definitions returns the occurrences that define a symbol, sorted by path.
func (x *Index) Definitions(symbol Symbol) (found []Reference) {
	for _, table := range x.defined.sorted(symbol) {
		for one := range table.Named(symbol.Name) {
			if one.Symbol == symbol && one.Role == Definition {
				found = append(found, Reference{table, one})
			}
		}
	}
	return found
}

// References returns all occurrences of a symbol, including its definitions, sorted by path.
func (x *Index) References(symbol Symbol) (found []Reference) {
	for _, table := range x.named.sorted(symbol.Name) {
		found = append(found, x.ReferencesIn(table, symbol)...)
	}
	return found
}

// ReferencesIn returns the occurrences of a symbol in one table.
func (x *Index) ReferencesIn(table *Table, symbol Symbol) (found []Reference) {
	for one := range table.Named(symbol.Name) {
		if !mayMean(one.Symbol.Kind, symbol.Kind) {
			continue
		}
		if slices.Contains(x.Resolve(table, one), symbol) {
			found = append(found, Reference{table, one})
		}
	}
	return found
}

// VariablesNamed returns the occurrences of the variables of a name, by variable. What References
// returns for each of them takes time for all.
func (x *Index) VariablesNamed(name string) map[Symbol][]Reference {
	found := map[Symbol][]Reference{}
	for _, table := range x.named.sorted(name) {
		for one := range table.Named(name) {
			if one.Symbol.Kind != Variable {
				continue
			}
			for i, meant := 0, x.Resolve(table, one); i < len(meant); i++ {
				if !slices.Contains(meant[:i], meant[i]) {
					found[meant[i]] = append(found[meant[i]], Reference{table, one})
				}
			}
		}
	}
	return found
}

// mayMean reports whether a name of one kind may resolve to a symbol of another kind.
func mayMean(kind, other Kind) bool {
	switch kind {
	case TypeName:
		return other == TypeName || other == Class || other == DefinedType || other == ResourceType || other == TypeAlias
	case Variable:
		return other == Variable || other == Fact
	}
	return kind == other
}

// Symbols visits all symbols that some file defines, in no order.
func (x *Index) Symbols(visit func(symbol Symbol)) {
	for symbol := range x.defined.keys() {
		visit(symbol)
	}
}
