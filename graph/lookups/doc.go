// Package lookups reports the result of looking up each key of Hiera's data: its values by
// level, which of them wins on which nodes, how they are merged, the expected type, and the
// readers of the key.
//
// The package uses graph and internal/hiera. Keys and their values are in collect.go,
// conditions on nodes in condition.go, the values that others shadow in decide.go,
// lookup_options in options.go. The Report is written as text, as JSON and as a page
// (report.go), and as Markdown (markdown.go).
//
// Invariants: values are sorted by priority. A value is Shadowed only if on every node that
// reads its file another value is found first. If the backend of a level is not known, there
// may be unknown values, and the report states that.
package lookups

import (
	"puppet-lint/graph"
	"puppet-lint/internal/hiera"
)

// Key is a key with the result of its lookup.
type Key struct {
	Name string
	// Environment is the folder of the environment whose data are used, or empty.
	Environment string
	// Parameter is the class parameter that the key belongs to, or nil.
	Parameter *Parameter
	// Merge is the merge strategy: first, unique, hash or deep. MergeAt is the place in
	// lookup_options that sets it, and Convert the type to which lookup_options convert values.
	Merge   string
	MergeAt *graph.Location
	Convert string
	// MergeVaries is true if some nodes do not read the entry of lookup_options, or if that is
	// not known of the node.
	MergeVaries bool
	Values      []Value
	// Outside are the values in data files that no hierarchy of the tree reads. The server may have
	// a hierarchy that does.
	Outside []Outside
	Readers []Reader
	// Unread is true if no reader of the key is known. Uncertainty names possible readers; it may
	// be empty.
	Unread      bool
	Uncertainty string
	// Hidden is true if there may be unknown values.
	Hidden bool
}

// Parameter is a parameter that a key sets.
type Parameter struct {
	Class, Name string
	// Type is its type as written, or empty. Default is its default as written, or empty.
	Type, Default string
	Location      graph.Location
}

// State is the role of a value in a lookup.
type State string

// The states.
const (
	// Wins is found on the nodes that meet its condition, unless a value above it is found.
	Wins State = "wins"
	// Merged is part of the result.
	Merged State = "merged"
	// Shadowed is never found; By is found instead.
	Shadowed State = "shadowed"
	// Elsewhere is not read on the node with the given facts.
	Elsewhere State = "not read"
)

// Value is a value of a key in a file.
type Value struct {
	// Key has no Source after Release.
	hiera.Key
	// Default is true if the value is in a level of default_hierarchy.
	Default bool
	// Layer is "server", "environment" or "module NAME". Level is the name of the level.
	Layer, Level string
	Location     graph.Location
	// Text is the value on one line, cut if it is long.
	Text string
	// Condition is the condition under which a node reads the file. Known is false if it cannot
	// be known.
	Condition []Equals
	Known     bool
	// further are the conditions under which other levels read the file. hidden is true if some
	// of them are not known.
	further [][]Equals
	hidden  bool
	State   State
	// Undetermined is true if the given facts do not determine whether the node reads the file.
	Undetermined bool
	// By is the index of the value that shadows this one.
	By int
}

// Outside is a value in a file that no hierarchy reads.
type Outside struct {
	// Text is the value on one line, cut if it is long.
	Text     string
	Location graph.Location
}

// Equals is a variable in a path, and the text that it must have.
type Equals struct{ Variable, Text string }

// Reader is a reader of a key.
type Reader struct {
	// What names the reader: "class 'a::b'". How is the way in which it reads the key.
	What, How string
	Location  graph.Location
	// Reason is empty if the reader is certain, else why it is only possible.
	Reason string
	// Missing is true if the reader is a class that is not in the tree. Location is then that of
	// the key.
	Missing bool
}
