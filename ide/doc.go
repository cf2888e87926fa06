// Package ide answers what somebody asks at a place of a file: what stands there,
// where it is defined and used, what may be written, what else would have to change
// if its name did.
//
// It stands above workspace, whose snapshots it reads, and below server, which puts
// its answers into a protocol's form; subcommands may ask it, too. Places are byte
// offsets, answers are data.
//
// Invariants: nothing is changed; a file with syntax errors is answered for as far
// as its tokens and its tree go; what is not known is left out, and where a user
// could take an answer for complete that is not, the answer says why it is not.
package ide
