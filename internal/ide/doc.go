// Package ide answers queries about a position in a file: the type and meaning of the code
// there, where it is defined and used, how it can be completed, and what a rename would change.
//
// The package reads the snapshots of workspace. Package server converts its answers to the
// protocol; subcommands may use it too. Positions are byte offsets. Answers are data.
//
// Invariants: the package changes nothing. It answers for a file with syntax errors as far as
// the tokens and the tree of the file allow. It leaves out what is unknown. If a user might
// take an incomplete answer for a complete one, the answer says why it is incomplete.
package ide
