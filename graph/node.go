package graph

import (
	"cmp"

	"puppet-lint/checker/symbols"
	"puppet-lint/source"
)

// Kind is what a Node is.
type Kind uint8

// The kinds of nodes.
const (
	Class Kind = iota + 1
	DefinedType
	Function
	TypeAlias
	ResourceType
	Plan
	Task
	Fact
	// Template is an EPP or ERB template, by its name: module/path.
	Template
	// File is a file that a module serves, by its name: module/path.
	File
	// Key is a key of Hiera's data.
	Key
	// NodeDefinition is a node definition of an initial manifest, by what it matches.
	NodeDefinition
	Module
	// Code is what stands in a file outside of all definitions: the top of a
	// manifest, hiera.yaml, a data file. Its name is the path of the file.
	Code
)

// String is what people call a thing of that kind.
func (k Kind) String() string {
	return [...]string{
		0: "name", Class: "class", DefinedType: "defined type", Function: "function", TypeAlias: "type alias",
		ResourceType: "resource type", Plan: "plan", Task: "task", Fact: "fact", Template: "template", File: "file",
		Key: "data key", NodeDefinition: "node", Module: "module", Code: "code",
	}[k]
}

// Kinds are all kinds, in order.
func Kinds() []Kind {
	var kinds []Kind
	for kind := Class; kind <= Code; kind++ {
		kinds = append(kinds, kind)
	}
	return kinds
}

// ID is what tells nodes apart.
type ID struct {
	Kind Kind
	Name string
}

// String names the thing for people: "class 'a::b'".
func (id ID) String() string { return id.Kind.String() + " '" + id.Name + "'" }

func compareIDs(a, b ID) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
}

// Place is a stretch of a file.
type Place struct {
	File *source.File
	Span source.Span
}

// Node is a thing that code or data define or name.
type Node struct {
	ID
	// Module is the module that it belongs to, or empty: by where it is defined,
	// else by its name.
	Module string
	// Places are where it is defined, in the order of the paths. There are none for
	// what Puppet brings and for what is missing.
	Places []Place
	// Missing says that nothing of the name is known: its module is not there, or has
	// no such thing.
	Missing bool
	// Out and In are the edges from and to the node, by kind and place.
	Out, In []*Edge
}

// IsDefined reports whether a file of the tree defines the thing.
func (n *Node) IsDefined() bool { return len(n.Places) > 0 }

// EdgeKind is what one thing does with another.
type EdgeKind uint8

// The kinds of edges.
const (
	// Includes, Contains and Requires are the functions of these names. Requires is
	// also a relationship: the one is managed after the other.
	Includes EdgeKind = iota + 1
	Contains
	Requires
	Inherits
	// Declares is a resource of a class, defined type or resource type.
	Declares
	// Notifies is a relationship that passes refreshes on.
	Notifies
	// Reads is a variable of a class, or a fact.
	Reads
	// Calls is a call of a function, or a run of a plan or task.
	Calls
	// UsesType names a type alias, or a type where a type is wanted.
	UsesType
	// LooksUp is a key of data: by lookup(), by an interpolation, or for a parameter.
	LooksUp
	// Renders is a template, Serves a file of a module.
	Renders
	Serves
	// Refers is a reference, such as Class['a'].
	Refers
	// DependsOn is an entry in a module's metadata.json, or of the Puppetfile.
	DependsOn
)

// String is the verb between the two things.
func (k EdgeKind) String() string {
	return [...]string{
		0: "names", Includes: "includes", Contains: "contains", Requires: "requires", Inherits: "inherits", Declares: "declares",
		Notifies: "notifies", Reads: "reads", Calls: "calls", UsesType: "uses type", LooksUp: "looks up", Renders: "renders",
		Serves: "serves", Refers: "refers to", DependsOn: "depends on",
	}[k]
}

// EdgeKinds are all kinds, in order.
func EdgeKinds() []EdgeKind {
	var kinds []EdgeKind
	for kind := Includes; kind <= DependsOn; kind++ {
		kinds = append(kinds, kind)
	}
	return kinds
}

// Edge says that one thing names another.
type Edge struct {
	From, To *Node
	Kind     EdgeKind
	// Place is where the code says so.
	Place Place
	// Reason is empty for what is certain; else it says why the edge is only
	// possible, as a clause: "the name is computed: …".
	Reason string
	// IsOrder says that a third thing orders the two: neither of their own code names
	// the other.
	IsOrder bool
}

// IsCertain reports whether the code names exactly that thing.
func (e *Edge) IsCertain() bool { return e.Reason == "" }

// Open is a place that names something of a kind of which nothing is known.
type Open struct {
	From *Node
	// Kind is what may be named; for DefinedType, it may be a resource type, too.
	Kind Kind
	Edge EdgeKind
	// Prefix and Suffix are what the name begins and ends with, as far as that is
	// known.
	Prefix, Suffix string
	Place          Place
}

// Matches reports whether a node may be what is named.
func (o *Open) Matches(id ID) bool {
	if id.Kind != o.Kind && !(o.Kind == DefinedType && id.Kind == ResourceType) {
		return false
	}
	return matches(id.Name, o.Prefix, o.Suffix)
}

func matches(name, prefix, suffix string) bool {
	return len(name) >= len(prefix)+len(suffix) && name[:len(prefix)] == prefix && name[len(name)-len(suffix):] == suffix
}

// IDOf is the node that a symbol stands for; ok is false for variables, resources
// and what else has none.
func IDOf(symbol symbols.Symbol) (id ID, ok bool) {
	id = ID{kindOf(symbol.Kind), symbol.Name}
	return id, id.Kind != 0
}

func kindOf(kind symbols.Kind) Kind {
	switch kind {
	case symbols.Class:
		return Class
	case symbols.DefinedType:
		return DefinedType
	case symbols.Function:
		return Function
	case symbols.TypeAlias:
		return TypeAlias
	case symbols.ResourceType:
		return ResourceType
	case symbols.Plan:
		return Plan
	case symbols.Task:
		return Task
	case symbols.Fact:
		return Fact
	case symbols.Template:
		return Template
	case symbols.ServedFile:
		return File
	case symbols.DataKey:
		return Key
	}
	return 0
}

// SymbolOf is the symbol of a node; ok is false for modules, node definitions and
// code outside of definitions.
func SymbolOf(id ID) (symbol symbols.Symbol, ok bool) {
	for kind := symbols.Variable; kind <= symbols.TypeName; kind++ {
		if kindOf(kind) == id.Kind {
			return symbols.Symbol{Kind: kind, Name: id.Name}, true
		}
	}
	return symbols.Symbol{}, false
}
