// Package functions computes Puppet's built-in functions that depend only on their arguments
// (upcase, join, dig, versioncmp, regsubst …), for constant arguments.
//
// Invariant: a value that Call returns is the one that Puppet computes. It returns none if
// Puppet would fail, or if the result is not known. Calls with a block are not computed here:
// the interpreter evaluates them.
package functions

import (
	"puppet-lint/types"
	"puppet-lint/types/convert"
)

// A function computes one function. ok is false if it fails or the result is unknown.
type function func(c *convert.Converter, args []types.Value) (value types.Value, ok bool)

// table maps names to functions.
var table = map[string]function{
	"abs":          abs,
	"camelcase":    textual(camelcase),
	"capitalize":   textual(convert.Capitalize),
	"ceiling":      rounded(ceiling),
	"chomp":        textual(chomp),
	"chop":         textual(chop),
	"compare":      compare,
	"convert_to":   convertTo,
	"dig":          dig,
	"downcase":     cased(convert.Downcase),
	"empty":        empty,
	"flatten":      flatten,
	"floor":        rounded(floor),
	"get":          getValue,
	"index":        index,
	"join":         join,
	"keys":         keys,
	"length":       length,
	"lstrip":       textual(known(convert.Lstrip)),
	"match":        match,
	"max":          extreme(1),
	"min":          extreme(-1),
	"new":          newValue,
	"regsubst":     regsubst,
	"round":        round,
	"rstrip":       textual(known(convert.Rstrip)),
	"sha1":         digest(sha1Hex),
	"sha256":       digest(sha256Hex),
	"md5":          digest(md5Hex),
	"shellquote":   shellquote,
	"size":         length,
	"slice":        slice,
	"sort":         sorted,
	"split":        split,
	"sprintf":      sprintf,
	"strftime":     strftime,
	"strip":        textual(known(convert.Strip)),
	"type":         typeOf,
	"unique":       unique,
	"unwrap":       unwrap,
	"upcase":       cased(convert.Upcase),
	"values":       values,
	"versioncmp":   versioncmp,
	"reverse_each": reverseEach,
	"step":         step,
}

// Call computes a function without a block. ok is false if Puppet would fail, if the result is
// unknown, or if the function is not computed here.
func Call(c *convert.Converter, name string, args []types.Value) (value types.Value, ok bool) {
	f, found := table[name]
	if !found {
		return nil, false
	}
	return f(c, args)
}

// Computes reports whether Call can compute the function.
func Computes(name string) bool { return table[name] != nil }
