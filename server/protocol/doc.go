// Package protocol holds the structures and enumerations of the Language Server
// Protocol 3.18 that package server reads and writes. They are generated from the
// protocol's own model (internal/gen/protocol): where a value may be of several
// types it is an any, and what may be null or left out is a pointer, unless its
// zero value means the same.
package protocol
