package symbols

import (
	"cmp"
	"iter"
	"slices"
	"sort"
	"sync"

	"puppet-lint/internal/segmented"
	"puppet-lint/internal/source"
)

// Kind is the kind of a Symbol.
type Kind uint8

// The kinds of symbols.
const (
	// Variable is a variable or parameter. In and Owner identify its owner.
	Variable Kind = iota + 1
	Class
	DefinedType
	// ResourceType is a type written in Ruby.
	ResourceType
	TypeAlias
	Function
	Plan
	Task
	// Resource is a resource, named by its title. Owner is its type.
	Resource
	Fact
	// Template is an EPP or ERB template, named module/path.
	Template
	// ServedFile is a file in the folder files of a module, named module/path.
	ServedFile
	// DataKey is a key in Hiera data.
	DataKey
	// Node is a node definition with a literal name.
	Node
	// Block is a lambda, or a file that Puppet does not read first. It only owns variables. Its
	// name is unique.
	Block
	// Top is top scope. It includes the scopes of nodes, because their variables are visible
	// everywhere by name.
	Top
	// TypeName is a name that may denote a resource type, a defined type, an alias or a class.
	// Only other files can tell which.
	TypeName
)

// String returns the kind in words, for messages.
func (k Kind) String() string {
	names := [...]string{
		Variable: "variable", Class: "class", DefinedType: "defined type", ResourceType: "resource type", TypeAlias: "type alias",
		Function: "function", Plan: "plan", Task: "task", Resource: "resource", Fact: "fact", Template: "template",
		ServedFile: "file", DataKey: "data key", Node: "node", Block: "block", Top: "top scope", TypeName: "type",
	}
	if int(k) < len(names) && names[k] != "" {
		return names[k]
	}
	return "name"
}

// Symbol is the identity of a named thing. Two occurrences refer to the same thing if an Index
// resolves them to equal symbols.
type Symbol struct {
	Kind Kind
	// In and Owner identify the owner of a Variable, or the type of a Resource.
	In    Kind
	Owner string
	Name  string
}

// IsLocal reports whether no other file can name the symbol.
func (s Symbol) IsLocal() bool { return s.Kind == Variable && (s.In == Block || s.In == Function) }

// Role is what an Occurrence does with its Symbol.
type Role uint8

// The roles.
const (
	// Use reads, calls or refers to it.
	Use Role = iota
	// Definition defines it: a definition, a parameter, each assignment to a variable, a
	// resource, a key in a data file.
	Definition
	// Declaration declares a class, defined type or resource type: an include, or a resource of
	// the type.
	Declaration
	// Inheritance names the class that another inherits from.
	Inheritance
	// Gives sets a parameter: an attribute, a key in Hiera data.
	Gives
)

// Style is how an Occurrence writes its name.
type Style uint8

// The styles.
const (
	// Plain is the whole name in lower case.
	Plain Style = iota
	// Capitalized is the name as a type reference: Foo::Bar.
	Capitalized
	// Partial does not write the whole name. A nested definition, for example, writes only the
	// last segment.
	Partial
	// Composed writes the name with an interpolation such as $module_name.
	Composed
)

// Occurrence is a location in a file that names a Symbol.
type Occurrence struct {
	Symbol Symbol
	Span   source.Span
	// Scope is the index of the innermost scope in Table.Scopes.
	Scope int32
	Role  Role
	Style Style
	// Unscoped marks a variable that the scope does not set. Its lookup begins at the owner
	// that the Symbol names, continues in that class's ancestors and ends at top scope.
	Unscoped bool
	// Quiet marks a name that counts only if something of that name is known. A data key, for
	// example, may bind a parameter or be independent.
	Quiet bool
	// Qualifies marks a class before the name of one of its variables. The occurrence of the
	// variable follows. If the class is Quiet, it counts only if the variable is a parameter.
	Qualifies bool
}

// Scope is a part of the file with its own variables.
type Scope struct {
	// Span is the whole extent of the node that opens the scope.
	Span source.Span
	// Owner is the Symbol that owns the variables, such as a class, a function or a block.
	Owner Symbol
	// Outer is the index of the enclosing scope that a block also sees; -1 for all others.
	Outer int32
}

// Computed is a name that the code puts together at run time.
type Computed struct {
	Span source.Span
	// Prefix and Suffix are the known start and end of the name. They surround the unknown
	// parts.
	Prefix, Suffix string
	// Kind is the kind of the named thing: Class, Variable, TypeName, Template. It is 0 if the
	// text only looks like a name.
	Kind Kind
}

// Given is an expression that passes parameters as a hash that is not literal.
type Given struct {
	Span source.Span
	// Owner is the thing whose parameters are set. Its Name is empty if that is not known
	// either.
	Owner Symbol
	// Keys are keys that the hash may have. If IsComplete, it has no others.
	Keys       []string
	IsComplete bool
}

// Mention is a text in quotes, or a value in data, that reads like a name. Its purpose is not
// known.
type Mention struct {
	Text string
	Span source.Span
	// Key is the key of Hiera data of which the text is the value, or a part of the value other
	// than a key of a hash. It is empty everywhere else.
	Key string
}

// Inherits records that a class inherits from another.
type Inherits struct{ Class, Parent string }

// Table lists the names that one file defines and uses.
type Table struct {
	File *source.File
	// Path is the absolute path.
	Path string
	// Occurrences are sorted by span. Of two that overlap, the inner one comes last.
	Occurrences []Occurrence
	// Scopes are in source order. The first is the scope of the file.
	Scopes   []Scope
	Inherits []Inherits
	Computed []Computed
	Given    []Given
	Mentions []Mention
	// Words are the words of inline templates (inline_template) and of Ruby code that could not
	// be analysed. Any of them may name a variable.
	Words map[string]bool
	// Broken is set if the file has a syntax error. The table may then be incomplete.
	Broken bool
	// Parameters holds the defined variables that are parameters.
	Parameters map[Symbol]bool

	// added are the occurrences until they are complete.
	added segmented.List[Occurrence]
	// indexesByName returns the indexes of the occurrences by the names of their symbols. It is
	// nil if there are at most manyOccurrences.
	indexesByName func() map[string][]int32
}

// manyOccurrences is the largest number of occurrences that Named searches without a map.
const manyOccurrences = 64

// AllAt returns the occurrences at an offset, the smallest first. The offset directly after a
// name belongs to it, since the cursor may be there. Of two adjacent names, the one that begins
// at the offset comes first.
func (t *Table) AllAt(offset int32) (found []*Occurrence) {
	for i := range t.Occurrences {
		one := &t.Occurrences[i]
		if one.Span.Start > offset {
			break
		}
		if offset <= one.Span.End && one.Span.Len() > 0 {
			found = append(found, one)
		}
	}
	sort.SliceStable(found, func(i, j int) bool {
		a, b := found[i].Span, found[j].Span
		if endsA, endsB := a.End == offset, b.End == offset; endsA != endsB {
			return endsB
		}
		return a.Len() < b.Len()
	})
	return found
}

// Named returns the occurrences of symbols of a name, in order.
func (t *Table) Named(name string) iter.Seq[*Occurrence] {
	return func(yield func(*Occurrence) bool) {
		if t.indexesByName != nil {
			for _, at := range t.indexesByName()[name] {
				if !yield(&t.Occurrences[at]) {
					return
				}
			}
			return
		}
		for i := range t.Occurrences {
			if one := &t.Occurrences[i]; one.Symbol.Name == name && !yield(one) {
				return
			}
		}
	}
}

// qualified returns the variable of a class whose occurrence Qualifies it.
func (t *Table) qualified(class *Occurrence) Symbol {
	start := class.Span.End + int32(len("::"))
	at, _ := slices.BinarySearchFunc(t.Occurrences, start, func(one Occurrence, start int32) int { return cmp.Compare(one.Span.Start, start) })
	for ; at < len(t.Occurrences) && t.Occurrences[at].Span.Start == start; at++ {
		if symbol := t.Occurrences[at].Symbol; symbol.Kind == Variable && symbol.In == Class && symbol.Owner == class.Symbol.Name {
			return symbol
		}
	}
	return Symbol{Kind: Variable, In: Class, Owner: class.Symbol.Name}
}

// finish sorts the occurrences. The table no longer changes then.
func (t *Table) finish() *Table {
	t.Occurrences, t.added = t.added.Slice(), segmented.List[Occurrence]{}
	slices.SortStableFunc(t.Occurrences, func(a, b Occurrence) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	if len(t.Occurrences) > manyOccurrences {
		t.indexesByName = sync.OnceValue(func() map[string][]int32 {
			indexesByName := map[string][]int32{}
			for i := range t.Occurrences {
				name := t.Occurrences[i].Symbol.Name
				indexesByName[name] = append(indexesByName[name], int32(i))
			}
			return indexesByName
		})
	}
	return t
}

// add adds an occurrence before finish.
func (t *Table) add(one Occurrence) { t.added.Append(one) }
