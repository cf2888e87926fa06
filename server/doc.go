// Package server is the language server: it speaks the Language Server Protocol over a stream
// and answers from package workspace.
//
// One goroutine reads messages and handles them in order. It applies a change (of a text, the
// folders or the configuration) immediately. For a request it takes a snapshot, and another
// goroutine computes the answer. A change cancels the requests that it has overtaken, except
// those whose answer is quick and still useful. Each method has one short file, which converts
// and calls package ide. Positions are bytes everywhere but in position.go, which converts them
// to the encoding agreed with the client.
//
// Invariants: a panic answers one request with an error. Only the end of the stream and the
// message exit end the server. Nothing is written to disk; all changes are edits that the
// client applies. If an answer is not known, the server sends null, an empty list or a reason,
// never a guess.
package server
