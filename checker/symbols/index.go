package symbols

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"puppet-lint/module/builtin"
)

// Index joins the tables of many files by their names. Set and Remove change it;
// between them, any number of goroutines may ask.
type Index struct {
	tables map[string]*Table
	// named are the paths of the tables in which a name occurs, by the name.
	named map[string]pathSet
	// defined are the paths of the tables that define a symbol.
	defined map[Symbol]pathSet
	// kinds are the symbols that are defined by their kinds, variables those that are
	// variables by what they belong to.
	kinds     map[Kind]map[Symbol]struct{}
	variables map[Symbol]map[Symbol]struct{}
	// parameters are the symbols that are parameters, by the number of tables.
	parameters map[Symbol]int
	parents    map[string]map[string]string // class → path → parent
}

// NewIndex is an empty index.
func NewIndex() *Index {
	return &Index{
		tables: map[string]*Table{}, named: map[string]pathSet{}, defined: map[Symbol]pathSet{},
		kinds: map[Kind]map[Symbol]struct{}{}, variables: map[Symbol]map[Symbol]struct{}{},
		parameters: map[Symbol]int{}, parents: map[string]map[string]string{},
	}
}

// list adds a symbol that is defined now to the lists of such, unlist takes it away.
func (x *Index) list(symbol Symbol) {
	if x.kinds[symbol.Kind] == nil {
		x.kinds[symbol.Kind] = map[Symbol]struct{}{}
	}
	x.kinds[symbol.Kind][symbol] = struct{}{}
	if owner := (Symbol{Kind: symbol.In, Name: symbol.Owner}); symbol.Kind == Variable {
		if x.variables[owner] == nil {
			x.variables[owner] = map[Symbol]struct{}{}
		}
		x.variables[owner][symbol] = struct{}{}
	}
}

func (x *Index) unlist(symbol Symbol) {
	delete(x.kinds[symbol.Kind], symbol)
	if owner := (Symbol{Kind: symbol.In, Name: symbol.Owner}); symbol.Kind == Variable {
		if delete(x.variables[owner], symbol); len(x.variables[owner]) == 0 {
			delete(x.variables, owner)
		}
	}
}

// Set puts a table in the place of the one of the same path.
func (x *Index) Set(table *Table) {
	x.Remove(table.Path)
	x.tables[table.Path] = table
	for i := range table.Occurrences {
		one := &table.Occurrences[i]
		if paths, isNew := x.named[one.Symbol.Name].with(table.Path); isNew {
			x.named[one.Symbol.Name] = paths
		}
		if one.Role == Definition {
			before := x.defined[one.Symbol]
			if before.isEmpty() {
				x.list(one.Symbol)
			}
			if paths, isNew := before.with(table.Path); isNew {
				x.defined[one.Symbol] = paths
			}
		}
	}
	for symbol := range table.Parameters {
		x.parameters[symbol]++
	}
	for _, one := range table.Inherits {
		if x.parents[one.Class] == nil {
			x.parents[one.Class] = map[string]string{}
		}
		x.parents[one.Class][table.Path] = one.Parent
	}
}

// Remove takes the table of a path away.
func (x *Index) Remove(path string) {
	table := x.tables[path]
	if table == nil {
		return
	}
	delete(x.tables, path)
	for i := range table.Occurrences {
		symbol := table.Occurrences[i].Symbol
		if paths, isOld := x.named[symbol.Name].without(path); isOld {
			if x.named[symbol.Name] = paths; paths.isEmpty() {
				delete(x.named, symbol.Name)
			}
		}
		if paths, isOld := x.defined[symbol].without(path); isOld {
			if x.defined[symbol] = paths; paths.isEmpty() {
				delete(x.defined, symbol)
				x.unlist(symbol)
			}
		}
	}
	for symbol := range table.Parameters {
		if x.parameters[symbol]--; x.parameters[symbol] == 0 {
			delete(x.parameters, symbol)
		}
	}
	for _, one := range table.Inherits {
		if delete(x.parents[one.Class], path); len(x.parents[one.Class]) == 0 {
			delete(x.parents, one.Class)
		}
	}
}

// Table is the table of a path, or nil.
func (x *Index) Table(path string) *Table { return x.tables[path] }

// Tables are all tables, in the order of their paths.
func (x *Index) Tables() []*Table {
	tables := slices.Collect(maps.Values(x.tables))
	slices.SortFunc(tables, func(a, b *Table) int { return strings.Compare(a.Path, b.Path) })
	return tables
}

// IsDefined reports whether some file defines the symbol.
func (x *Index) IsDefined(symbol Symbol) bool { return !x.defined[symbol].isEmpty() }

// IsParameter reports whether the symbol is a parameter of something.
func (x *Index) IsParameter(symbol Symbol) bool { return x.parameters[symbol] > 0 }

// Parent is the class that a class inherits from, or empty.
func (x *Index) Parent(class string) string {
	parents := x.parents[class]
	if len(parents) == 0 {
		return ""
	}
	return parents[slices.Min(slices.Collect(maps.Keys(parents)))]
}

// Children are the classes that inherit from a class, sorted.
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

// maxLine bounds a line of inheritance, which may be a circle.
const maxLine = 64

// Line are a class and those that it inherits from.
func (x *Index) Line(class string) (line []string) {
	for class != "" && len(line) < maxLine && !slices.Contains(line, class) {
		line = append(line, class)
		class = x.Parent(class)
	}
	return line
}

// Resolve are the symbols that an occurrence in a table means: more than one for a
// variable of a template that several places render, none for a name that counts
// only if it is known, and is not. What is known nowhere is the occurrence's own
// symbol.
func (x *Index) Resolve(table *Table, one *Occurrence) []Symbol {
	symbol := one.Symbol
	switch symbol.Kind {
	case TypeName:
		return []Symbol{x.typeNamed(symbol.Name, one.Style == Capitalized)}
	case Resource:
		return []Symbol{symbol}
	case Class:
		if one.Quiet && !x.IsParameter(Symbol{Kind: Variable, In: Class, Owner: symbol.Name, Name: one.Member}) {
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
		return x.variableFrom(symbol, 0)
	}
	return []Symbol{symbol}
}

// maxRenderers bounds the templates that render templates.
const maxRenderers = 8

// variableFrom looks for a variable from where its symbol says.
func (x *Index) variableFrom(symbol Symbol, depth int) []Symbol {
	switch symbol.In {
	case Class:
		for _, class := range x.Line(symbol.Owner) {
			if found := (Symbol{Kind: Variable, In: Class, Owner: class, Name: symbol.Name}); x.IsDefined(found) {
				return []Symbol{found}
			}
		}
	case Template:
		if x.IsDefined(symbol) || x.isGiven(symbol) {
			return []Symbol{symbol}
		}
		if found := x.fromRenderers(symbol, depth); len(found) > 0 {
			return found
		}
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
	if symbol.In == Template {
		return []Symbol{top}
	}
	return []Symbol{symbol}
}

func (x *Index) isFact(name string) bool {
	return x.IsDefined(Symbol{Kind: Fact, Name: name}) || builtin.FindFact(name) != nil && name != "facts" || builtin.LegacyFact(name) != nil
}

// isGiven reports whether a call gives a template the variable.
func (x *Index) isGiven(symbol Symbol) bool {
	for path := range x.named[symbol.Name].all {
		for i := range x.tables[path].Occurrences {
			if one := &x.tables[path].Occurrences[i]; one.Symbol == symbol && one.Role == Gives {
				return true
			}
		}
	}
	return false
}

// fromRenderers are the variables that a template sees in the places that render it.
func (x *Index) fromRenderers(symbol Symbol, depth int) (found []Symbol) {
	if depth >= maxRenderers {
		return nil
	}
	if strings.HasSuffix(symbol.Owner, ".epp") {
		return nil // sees what it is given, and top scope
	}
	for _, use := range x.Renderers(symbol.Owner) {
		for _, one := range x.visibleFrom(use.Table, use.Occurrence.Scope, symbol.Name, depth+1) {
			if !slices.Contains(found, one) {
				found = append(found, one)
			}
		}
	}
	return found
}

// visibleFrom are the variables of that name which a scope sees.
func (x *Index) visibleFrom(table *Table, scope int32, name string, depth int) []Symbol {
	for at := scope; at >= 0; at = table.Scopes[at].Outer {
		owner := table.Scopes[at].Owner
		symbol := Symbol{Kind: Variable, In: owner.Kind, Owner: owner.Name, Name: name}
		if x.IsDefined(symbol) {
			return []Symbol{symbol}
		}
		if owner.Kind == Class || owner.Kind == Template {
			return x.variableFrom(symbol, depth)
		}
	}
	return nil
}

// Reference is an Occurrence with the table that it is in.
type Reference struct {
	Table      *Table
	Occurrence *Occurrence
}

// Renderers are the places that render a template.
func (x *Index) Renderers(template string) (found []Reference) {
	for _, one := range x.References(Symbol{Kind: Template, Name: template}) {
		if one.Occurrence.Role != Definition {
			found = append(found, one)
		}
	}
	return found
}

// typeNamed is what a name stands for where a type or a resource type is named.
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

// Definitions are the places that define a symbol, in the order of their paths.
func (x *Index) Definitions(symbol Symbol) (found []Reference) {
	for _, path := range slices.Sorted(x.defined[symbol].all) {
		table := x.tables[path]
		for i := range table.Occurrences {
			if one := &table.Occurrences[i]; one.Symbol == symbol && one.Role == Definition {
				found = append(found, Reference{table, one})
			}
		}
	}
	return found
}

// References are all places that mean a symbol, its definitions among them, in the
// order of their paths.
func (x *Index) References(symbol Symbol) (found []Reference) {
	for _, path := range slices.Sorted(x.named[symbol.Name].all) {
		found = append(found, x.ReferencesIn(x.tables[path], symbol)...)
	}
	return found
}

// ReferencesIn are the places of one table that mean a symbol.
func (x *Index) ReferencesIn(table *Table, symbol Symbol) (found []Reference) {
	for i := range table.Occurrences {
		one := &table.Occurrences[i]
		if one.Symbol.Name != symbol.Name || !mayMean(one.Symbol.Kind, symbol.Kind) {
			continue
		}
		if slices.Contains(x.Resolve(table, one), symbol) {
			found = append(found, Reference{table, one})
		}
	}
	return found
}

// mayMean reports whether a name of one kind may turn out to be one of another.
func mayMean(kind, other Kind) bool {
	switch kind {
	case TypeName:
		return other == TypeName || other == Class || other == DefinedType || other == ResourceType || other == TypeAlias
	case Variable:
		return other == Variable || other == Fact
	}
	return kind == other
}

// Symbols are all symbols that some file defines, in no order.
func (x *Index) Symbols(visit func(symbol Symbol)) {
	for symbol := range x.defined {
		visit(symbol)
	}
}

// OfKind are the symbols of a kind that some file defines, in no order.
func (x *Index) OfKind(kind Kind) iter.Seq[Symbol] { return maps.Keys(x.kinds[kind]) }

// VariablesOf are the variables that some file defines of an owner, in no order.
func (x *Index) VariablesOf(owner Symbol) iter.Seq[Symbol] { return maps.Keys(x.variables[owner]) }
