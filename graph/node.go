package graph

import (
	"cmp"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
)

// Kind is the kind of a Node.
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
	// Template is an EPP or ERB template, named module/path.
	Template
	// File is a file that a module serves, named module/path.
	File
	// Key is a key of Hiera's data.
	Key
	// NodeDefinition is a node definition of an initial manifest, named by what it matches.
	NodeDefinition
	Module
	// Code is the code of a file outside all definitions: the top level of a manifest,
	// hiera.yaml, a data file. Its name is the path of the file.
	Code
)

// String returns the name of the kind for display.
func (k Kind) String() string {
	return [...]string{
		0: "name", Class: "class", DefinedType: "defined type", Function: "function", TypeAlias: "type alias",
		ResourceType: "resource type", Plan: "plan", Task: "task", Fact: "fact", Template: "template", File: "file",
		Key: "data key", NodeDefinition: "node", Module: "module", Code: "code",
	}[k]
}

// Kinds returns all kinds, in order.
func Kinds() []Kind {
	var kinds []Kind
	for kind := Class; kind <= Code; kind++ {
		kinds = append(kinds, kind)
	}
	return kinds
}

// ID identifies a node.
type ID struct {
	Kind Kind
	Name string
}

// String returns the node's name for display: "class 'a::b'".
func (id ID) String() string { return id.Kind.String() + " '" + id.Name + "'" }

func compareIDs(a, b ID) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
}

// Location is a span of a file.
type Location struct {
	File *source.File
	Span source.Span
}

// Node is something that code or data define or refer to.
type Node struct {
	ID
	// Module is the module that the node belongs to, according to its definition, else its
	// name. It may be empty.
	Module string
	// Definitions are the node's definitions, sorted by path. A node that is part of Puppet, or
	// that is missing, has none.
	Definitions []Location
	// Missing is true if no definition of this name is known: its module is not installed, or
	// does not define it.
	Missing bool
	// Out and In are the edges from and to the node, sorted by kind and node.
	Out, In []*Edge
}

// IsDefined reports whether a file of the tree defines the node.
func (n *Node) IsDefined() bool { return len(n.Definitions) > 0 }

// EdgeKind is how one node uses another.
type EdgeKind uint8

// The kinds of edges.
const (
	// Includes, Contains and Requires are calls of the functions with these names. Requires is
	// also a relationship: the first class is managed after the second.
	Includes EdgeKind = iota + 1
	Contains
	Requires
	Inherits
	// Declares is the declaration of a class or of a resource of a type.
	Declares
	// Notifies is a relationship that passes on refreshes.
	Notifies
	// Reads is the use of a variable of a class, or of a fact.
	Reads
	// Calls is a call of a function, or a run of a plan or task.
	Calls
	// UsesType is the use of a type alias, or of a type as a data type.
	UsesType
	// LooksUp is the lookup of a data key: by lookup(), by an interpolation, or for a
	// parameter.
	LooksUp
	// Renders is the use of a template, Serves the use of a file of a module.
	Renders
	Serves
	// Refers is a reference, such as Class['a'].
	Refers
	// DependsOn is an entry in a module's metadata.json or in the Puppetfile.
	DependsOn
)

// Verb returns the verb for a sentence in which a node with its kind follows: "uses" for the kind
// "uses type", and otherwise the name of the kind.
func (k EdgeKind) Verb() string {
	if k == UsesType {
		return "uses"
	}
	return k.String()
}

// String returns the name of the kind, which is the verb that connects the two nodes.
func (k EdgeKind) String() string {
	return [...]string{
		0: "names", Includes: "includes", Contains: "contains", Requires: "requires", Inherits: "inherits", Declares: "declares",
		Notifies: "notifies", Reads: "reads", Calls: "calls", UsesType: "uses type", LooksUp: "looks up", Renders: "renders",
		Serves: "serves", Refers: "refers to", DependsOn: "depends on",
	}[k]
}

// EdgeKinds returns all kinds, in order.
func EdgeKinds() []EdgeKind {
	var kinds []EdgeKind
	for kind := Includes; kind <= DependsOn; kind++ {
		kinds = append(kinds, kind)
	}
	return kinds
}

// Edge is a reference from one node to another.
type Edge struct {
	From, To *Node
	Kind     EdgeKind
	// Location is where the code refers to the node.
	Location Location
	// Reason is empty for a certain edge. Otherwise it is a clause that explains why the edge
	// is only possible: "the name is computed: …".
	Reason string
	// IsOrder is true if other code orders the two nodes, and neither refers to the other.
	IsOrder bool
}

// IsCertain reports whether the code names exactly that node.
func (e *Edge) IsCertain() bool { return e.Reason == "" }

// Open is a reference whose possible targets are unknown, except for their kind.
type Open struct {
	From *Node
	// Kind is the kind of the referenced node. For DefinedType it may also be a resource type.
	Kind Kind
	Edge EdgeKind
	// Prefix and Suffix are the known beginning and end of the name.
	Prefix, Suffix string
	// IsOutside is set if code in the tree gives only names to which there are edges, so that others
	// come from code outside of it.
	IsOutside bool
	Location  Location
}

// Matches reports whether the reference may be to a node.
func (o *Open) Matches(id ID) bool {
	if id.Kind != o.Kind && !(o.Kind == DefinedType && id.Kind == ResourceType) {
		return false
	}
	if matches(id.Name, o.Prefix, o.Suffix) {
		return true
	}
	// A folder may be served as a whole.
	return o.Kind == File && o.Suffix != "" && strings.HasPrefix(id.Name, o.Prefix) && strings.Contains(id.Name[len(o.Prefix):], strings.TrimSuffix(o.Suffix, "/")+"/")
}

func matches(name, prefix, suffix string) bool {
	return len(name) >= len(prefix)+len(suffix) && name[:len(prefix)] == prefix && name[len(name)-len(suffix):] == suffix
}

// IDOf returns the ID of a symbol's node. ok is false for symbols without nodes, such as
// variables and resources.
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

// SymbolOf returns the symbol of a node. ok is false for modules, node definitions and code
// outside definitions.
func SymbolOf(id ID) (symbol symbols.Symbol, ok bool) {
	for kind := symbols.Variable; kind <= symbols.TypeName; kind++ {
		if kindOf(kind) == id.Kind {
			return symbols.Symbol{Kind: kind, Name: id.Name}, true
		}
	}
	return symbols.Symbol{}, false
}
