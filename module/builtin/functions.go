package builtin

import (
	"iter"
	"strings"
)

// Function is a function of Puppet, or of stdlib if Module is set.
type Function struct {
	// Module is "stdlib", or empty for Puppet's own functions.
	Module string `json:"module,omitempty"`
	// Legacy marks a function of the 3.x API: it has a number of arguments instead of
	// signatures, accepts no block, and receives undef as an empty string.
	Legacy bool `json:"legacy,omitempty"`
	// Statement marks a function whose result is of no use.
	Statement bool `json:"statement,omitempty"`
	// Scope marks a function that can access the caller's scope: it may read variables, or add
	// resources, that its arguments do not show.
	Scope bool `json:"scope,omitempty"`
	// Signatures are tried in this order.
	Signatures []Signature `json:"signatures,omitempty"`
	// Versions holds the signatures in later major versions of Puppet than 8 ("9") if they
	// differ.
	Versions map[string][]Signature `json:"versions,omitempty"`
	// Refused are the signatures for which the function has its own error message: a matching
	// call is an error.
	Refused []Signature `json:"refused,omitempty"`
	// LocalTypes are the recursive aliases that signatures use.
	LocalTypes map[string]string `json:"local_types,omitempty"`
	// Min and Max bound the number of arguments of a Legacy function. Max is -1 if there is no
	// bound.
	Min int `json:"min,omitempty"`
	Max int `json:"max,omitempty"`
	// Deprecated marks a function that warns on every call. Replacement is the function to call
	// instead, or "".
	Deprecated  bool   `json:"deprecated,omitempty"`
	Replacement string `json:"replacement,omitempty"`
	// Discontinued marks a function that fails on every call.
	Discontinued bool `json:"discontinued,omitempty"`
	// Removed is the last release of stdlib that had the function; "" if it still exists.
	Removed string `json:"removed,omitempty"`
	// DeprecatedForms describe the calls that make the function warn.
	DeprecatedForms []string `json:"deprecated_forms,omitempty"`
	// Since is the first release with the function, if known.
	Since string `json:"since,omitempty"`
}

// Signature is one way to call a function.
type Signature struct {
	Parameters []Parameter `json:"parameters,omitempty"`
	// Block is nil if the function accepts no block.
	Block *Block `json:"block,omitempty"`
	// ReturnType is empty if none is declared.
	ReturnType string `json:"return_type,omitempty"`
}

// ParameterKind is how many arguments a parameter accepts.
type ParameterKind string

// The kinds of parameters. Required and the empty string are the same.
const (
	Required         ParameterKind = ""
	OptionalArgument ParameterKind = "optional"
	Repeated         ParameterKind = "repeated"
	RequiredRepeated ParameterKind = "required_repeated"
)

// Parameter is a parameter of a Signature.
type Parameter struct {
	Name string        `json:"name"`
	Type string        `json:"type"`
	Kind ParameterKind `json:"kind,omitempty"`
}

// Block is the block that a Signature accepts.
type Block struct {
	Type     string `json:"type"`
	Optional bool   `json:"optional,omitempty"`
}

var functions = table[Function]{lines: lines{text: functionsText}}

// FindFunction returns the function called name, or nil. A function of stdlib has Module set. A
// removed one has Removed set and no signatures.
func FindFunction(name string) *Function { return functions.find(name) }

// FunctionNames returns the names of all functions, sorted.
func FunctionNames() iter.Seq[string] { return functions.names() }

// OwnFunctionNames returns the names of Puppet's own functions, which belong to no module,
// sorted. It decodes none of them.
func OwnFunctionNames() iter.Seq[string] {
	return func(yield func(string) bool) {
		for name, entry := range eachLine(functionsText) {
			if !strings.Contains(entry, `"module":`) && !yield(name) {
				return
			}
		}
	}
}

// WritesToLog reports whether the function called name only writes its arguments to the log.
func WritesToLog(name string) bool {
	switch name {
	case "debug", "info", "notice", "warning", "err", "error", "crit", "alert", "emerg", "fail", "print", "out::message",
		"log::debug", "log::info", "log::warn", "log::error", "log::fatal":
		return true
	}
	return false
}
