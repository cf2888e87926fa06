// Package lint makes one run: it finds the files, reads and parses them in parallel, validates
// and checks them by the rules, suppresses findings by control comments and the baseline, and
// fixes what can be fixed.
//
// It builds on rules and config; report builds on it. Files are independent of each other, and
// a few goroutines work on them. The findings are sorted in the order of the files before
// anybody sees them, so the outcome never depends on scheduling. Nothing is kept of a file
// without findings.
//
// Invariants: a problem with one file (it cannot be read, a rule panics on it) becomes a
// Failure and never stops the others. A file is replaced as a whole or not at all. Nothing is
// written that does not parse, or whose tree differs from what the fixes promise.
package lint
