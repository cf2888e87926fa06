// Package convert computes with constant values as Puppet does: Type.new (Integer('0x1F', 16),
// Timestamp('2024-05-01'), Hash($pairs, 'tree')), the text of a value under String's formats,
// Ruby's format strings, strftime and strptime. The interpreter uses it so that constant
// expressions have exact types.
//
// It builds on package types and follows Puppet's pops/types (the new_function of each type,
// string_converter.rb) and pops/time.
//
// Invariants: a returned value is the one that Puppet computes, to the last digit. An *Error
// means that Puppet refuses, with a message close to its own. ErrUnknown means that the result
// is not known, and is never a mistake in the program. Nothing here reads the clock, the
// environment or the disk.
package convert
