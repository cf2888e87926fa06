// Package protocol holds the structures and enumerations of the Language Server Protocol 3.18
// that package server reads and writes. They are generated from the protocol's own model
// (internal/gen/protocol). A value that may have several types is an any. A value that may be
// null or omitted is a pointer, unless its zero value means the same.
package protocol
