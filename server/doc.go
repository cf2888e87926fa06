// Package server is the language server: it speaks the Language Server Protocol
// over a stream and answers from package workspace.
//
// One goroutine reads messages and handles them in order. What changes something
// (a text, the folders, the configuration) is done there and then; of a request,
// the snapshot that it is about is taken there, and it is answered by a goroutine
// of its own. A change cancels the requests that it has overtaken, but for those
// whose answer is quick and still of use. Each method has one short file, which
// converts and calls package ide; positions are bytes everywhere but at the edge
// (position.go), where they are what was agreed with the client.
//
// Invariants: a panic answers one request with an error; nothing that a client
// sends ends the server but the end of the stream and the message exit; nothing is
// written to disk, all changes are edits that the client makes; what is not known
// is answered with null, an empty list or a reason, never with a guess.
package server
