// Package lookups reports what a lookup of each key of Hiera's data finds: the values by
// level, which of them wins on which nodes, how they are merged, the type that is
// expected, and who reads the key.
//
// It stands on graph and internal/hiera. Keys and their values are in collect.go, what
// holds for which nodes in condition.go, lookup_options in options.go; each form of the
// report is a file.
//
// Invariants: values are in the order of their priority. A value is Shadowed only if on
// every node on which its file is read another one is found first. What is read cannot be
// seen whole where a level's backend is not known; the report then says so.
package lookups

import (
	"puppet-lint/graph"
	"puppet-lint/internal/hiera"
)

// Key is a key with all that is known of its lookup.
type Key struct {
	Name string
	// Parameter is the parameter of a class whose key it is, or nil.
	Parameter *Parameter
	// Merge is how values are merged: first, unique, hash or deep; MergeAt is where
	// lookup_options say so, and Convert the type that they convert to.
	Merge   string
	MergeAt *graph.Place
	Convert string
	Values  []Value
	Readers []Reader
	// Unread says that nothing reads the key; Uncertainty, if it is not empty, what may all
	// the same.
	Unread      bool
	Uncertainty string
	// Hidden says that there may be values that cannot be seen.
	Hidden bool
}

// Parameter is a parameter that a key gives a value.
type Parameter struct {
	Class, Name string
	// Type is its type as it is written, or empty; Default its default value, or empty.
	Type, Default string
	Place         graph.Place
}

// State is what becomes of a value.
type State string

// The states.
const (
	// Wins is what is found on the nodes that its condition names, where nothing above
	// it is found.
	Wins State = "wins"
	// Merged is a part of what is found.
	Merged State = "merged"
	// Shadowed is never found: By is what is found in its place.
	Shadowed State = "shadowed"
	// Elsewhere is not read on the node whose facts are given.
	Elsewhere State = "not read"
)

// Value is a value of a key in a file.
type Value struct {
	hiera.Key
	// Layer is "server", "environment" or "module NAME"; Level the name of the level.
	Layer, Level string
	Place        graph.Place
	// Text is the value as it is written, its lines joined and not too long.
	Text string
	// Condition is what must hold for a node that reads the file; Known is false where
	// that cannot be known.
	Condition []Equals
	Known     bool
	// further are the conditions under which another level reads the file; hidden says
	// that there are some that are not known.
	further [][]Equals
	hidden  bool
	State   State
	// By is the value that shadows this one, as an index.
	By int
}

// Equals is a variable that a path interpolates, with the text that it must be.
type Equals struct{ Variable, Text string }

// Reader is who reads a key.
type Reader struct {
	// What names the thing: "class 'a::b'".
	What, How string
	Place     graph.Place
	// Reason is empty where it is certain.
	Reason string
}
