package builtin

import "iter"

// Function is a function of Puppet, or of stdlib when Module says so.
type Function struct {
	// Module is "stdlib", or empty for Puppet's own functions.
	Module string `json:"module,omitempty"`
	// Legacy marks a function of the 3.x API: it has no signatures, only a
	// count of arguments, it takes no block, and undef reaches it as an empty
	// string.
	Legacy bool `json:"legacy,omitempty"`
	// Statement marks a function that yields nothing worth using.
	Statement bool `json:"statement,omitempty"`
	// Scope marks a function that sees the caller's scope, so that it may read
	// variables (or add resources) that its arguments do not show.
	Scope bool `json:"scope,omitempty"`
	// Signatures are tried in this order.
	Signatures []Signature `json:"signatures,omitempty"`
	// Versions are the signatures in later major versions of Puppet than 8
	// ("9"), for those in which they differ.
	Versions map[string][]Signature `json:"versions,omitempty"`
	// Refused are the shapes of arguments for which the function has a message
	// of its own: a call that fits one is an error.
	Refused []Signature `json:"refused,omitempty"`
	// LocalTypes are the recursive aliases that signatures name.
	LocalTypes map[string]string `json:"local_types,omitempty"`
	// Min and Max bound the number of arguments of a Legacy function; Max is -1
	// when there is no bound.
	Min int `json:"min,omitempty"`
	Max int `json:"max,omitempty"`
	// Deprecated marks a function that warns whenever it is called, and
	// Replacement is the function to call instead, where there is one.
	Deprecated  bool   `json:"deprecated,omitempty"`
	Replacement string `json:"replacement,omitempty"`
	// Discontinued marks a function that fails whenever it is called.
	Discontinued bool `json:"discontinued,omitempty"`
	// Removed is the last release of stdlib that had the function, for one that
	// is gone.
	Removed string `json:"removed,omitempty"`
	// DeprecatedForms say which calls of a function warn.
	DeprecatedForms []string `json:"deprecated_forms,omitempty"`
	// Since is the first release that had it, as far as is known.
	Since string `json:"since,omitempty"`
}

// Signature is one way to call a function.
type Signature struct {
	Parameters []Parameter `json:"parameters,omitempty"`
	// Block is nil when no block is taken.
	Block *Block `json:"block,omitempty"`
	// ReturnType is empty where none is declared.
	ReturnType string `json:"return_type,omitempty"`
}

// ParameterKind says how many arguments a parameter takes.
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

// Block is the block that a Signature takes.
type Block struct {
	Type     string `json:"type"`
	Optional bool   `json:"optional,omitempty"`
}

var functions = table[Function]{text: functionsText}

// FindFunction is the function called name, or nil. A function of stdlib has
// its Module set; a removed one has Removed set and no signatures.
func FindFunction(name string) *Function { return functions.find(name) }

// FunctionNames are the names of all functions, in order.
func FunctionNames() iter.Seq[string] { return functions.names() }

// WritesToLog reports whether the function called name shows its arguments to
// the people who read the log, and to nothing else.
func WritesToLog(name string) bool {
	switch name {
	case "debug", "info", "notice", "warning", "err", "error", "crit", "alert", "emerg", "fail", "print", "out::message",
		"log::debug", "log::info", "log::warn", "log::error", "log::fatal":
		return true
	}
	return false
}
