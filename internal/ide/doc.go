// Package ide answers queries about a position in a file: the type and meaning of the code
// there, where it is defined and used, how it can be completed, and what a rename would change.
//
// The package reads the snapshots of workspace. Package server converts its answers to the
// protocol; subcommands may use it too. Positions are byte offsets, answers are data.
//
// Invariants: nothing is changed. A file with syntax errors is answered for as far as its
// tokens and its tree go. What is not known is left out. If the user could take an incomplete
// answer for a complete one, the answer includes the reason why it is incomplete.
package ide
