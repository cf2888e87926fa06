// Package lint makes one run: it finds the files, reads and parses them side
// by side, has them validated and checked by the rules, suppresses what control
// comments and the baseline suppress, and fixes what can be fixed.
//
// It stands above rules and config and below report. Files are independent of
// each other and are worked on by a few goroutines; what they found is put
// into the order of the files before anybody sees it, so that the outcome
// never depends on scheduling. Of a file that raised nothing, nothing is kept.
//
// Invariants: one file's trouble (it cannot be read, a rule panics on it)
// becomes a Failure and never stops the others; a file is replaced by a whole
// new one or not touched at all; nothing is written that does not parse or
// whose tree differs from what the fixes promise.
package lint
