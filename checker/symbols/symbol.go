package symbols

import (
	"sort"

	"puppet-lint/source"
)

// Kind is what a Symbol is.
type Kind uint8

// The kinds of symbols.
const (
	// Variable is a variable or a parameter; In and Owner say of what.
	Variable Kind = iota + 1
	Class
	DefinedType
	// ResourceType is a type written in Ruby.
	ResourceType
	TypeAlias
	Function
	Plan
	Task
	// Resource is a resource by its title; Owner is its type.
	Resource
	Fact
	// Template is an EPP or ERB template by its name: module/path.
	Template
	// ServedFile is a file in the folder files of a module: module/path.
	ServedFile
	// DataKey is a key of Hiera's data.
	DataKey
	// Node is a node definition, by a literal name.
	Node
	// Block is a lambda, or a file that Puppet does not read first: something
	// that only owns variables. Its name tells it from all others.
	Block
	// Top is top scope, which the scopes of nodes belong to here: what is set
	// there is seen by name everywhere.
	Top
	// TypeName is a name of which only other files can tell whether it is that
	// of a resource type, a defined type, an alias or a class.
	TypeName
)

// String is what people call a thing of that kind.
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

// Symbol is the identity of something with a name. Two occurrences mean the same
// thing if an Index resolves them to equal symbols.
type Symbol struct {
	Kind Kind
	// In and Owner say what a Variable belongs to, or which type a Resource has.
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
	// Definition makes it: a definition, a parameter, each assignment to a
	// variable, a resource, a key in a data file.
	Definition
	// Declaration declares a class, defined type or resource type: include, a
	// resource of it.
	Declaration
	// Inheritance names the class that another inherits from.
	Inheritance
	// Gives gives a parameter a value: an attribute, a key of Hiera's data.
	Gives
)

// Style is how an Occurrence writes its name.
type Style uint8

// The styles.
const (
	// Plain is the name as it is, in lower case.
	Plain Style = iota
	// Capitalized is Foo::Bar.
	Capitalized
	// Partial is a nested definition, which writes the last segment only, or
	// anything else that does not write the whole name.
	Partial
	// Composed writes the name with $module_name or the like in it.
	Composed
)

// Occurrence is a place that names a Symbol.
type Occurrence struct {
	Symbol Symbol
	Span   source.Span
	Role   Role
	Style  Style
	// Unscoped marks a variable that the scope does not set: it is looked for where
	// the Symbol says, in the classes that this one inherits from, and at last at
	// top scope.
	Unscoped bool
	// Quiet marks a name that counts only if something of that name is known: a
	// key of data may be that of a parameter, or stand for itself.
	Quiet bool
	// Member is the variable that a Quiet class stands before: the class is named
	// only if it has such a parameter.
	Member string
	// Scope is the index of the innermost scope in Table.Scopes.
	Scope int32
}

// Scope is a stretch of text whose variables are its own.
type Scope struct {
	// Span is the whole extent of what opens the scope.
	Span source.Span
	// Owner is the Symbol that owns the variables: a class, function, block …
	Owner Symbol
	// Outer is the index of the scope that a block sees, too; -1 for all others.
	Outer int32
}

// Computed is a place that may name things by a text that is put together.
type Computed struct {
	Span source.Span
	// Prefix and Suffix are what stands before the first and behind the last
	// part that is not known; the text is a name that begins and ends so.
	Prefix, Suffix string
	// Kind is what is named: Class, Variable, TypeName, Template; or 0 when the
	// text only looks like a name.
	Kind Kind
}

// Given is a place that gives parameters by a hash that is not written there.
type Given struct {
	Span source.Span
	// Owner is the thing whose parameters are given; its Name is empty when that
	// is not known, either.
	Owner Symbol
	// Keys are keys that the hash may have; no others if IsComplete.
	Keys       []string
	IsComplete bool
}

// Mention is a text in quotes, or a value in data, that reads like a name and of
// which it is not known what it is for.
type Mention struct {
	Text string
	Span source.Span
}

// Inherits says that a class inherits from another.
type Inherits struct{ Class, Parent string }

// Table is what one file defines and uses.
type Table struct {
	File *source.File
	// Path is the absolute path.
	Path string
	// Occurrences are in the order of their spans; the inner of two that overlap
	// comes last.
	Occurrences []Occurrence
	// Scopes are in the order of the text; the first is the file's own.
	Scopes   []Scope
	Inherits []Inherits
	Computed []Computed
	Given    []Given
	Mentions []Mention
	// Words are the words of texts that are templates themselves
	// (inline_template), and of Ruby code that could not be followed: any of them
	// may name a variable.
	Words map[string]bool
	// Broken says that the file has a syntax error: there may be more in it.
	Broken bool
	// Parameters are the variables among the definitions that are parameters.
	Parameters map[Symbol]bool
}

// AllAt are the occurrences at an offset, the smallest first. The end of a name
// belongs to it, as where the cursor stands behind it; of two that touch, the one
// that begins there comes first.
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

// finish puts the occurrences in order.
func (t *Table) finish() *Table {
	sort.SliceStable(t.Occurrences, func(i, j int) bool {
		a, b := t.Occurrences[i].Span, t.Occurrences[j].Span
		if a.Start != b.Start {
			return a.Start < b.Start
		}
		return a.End > b.End
	})
	return t
}

func (t *Table) add(one Occurrence) { t.Occurrences = append(t.Occurrences, one) }
