// Package convert computes what Puppet computes from constant values: Type.new
// (Integer('0x1F', 16), Timestamp('2024-05-01'), Hash($pairs, 'tree')), the text of
// a value under String's formats, Ruby's format strings, strftime and strptime.
// The interpreter uses it so that constant expressions have exact types.
//
// It stands on package types and follows Puppet's pops/types (the new_function
// of each type, string_converter.rb) and pops/time.
//
// Invariants: a value that is returned is the one Puppet computes, to the last
// digit; *Error means that Puppet refuses, with a message close to its own;
// ErrUnknown means that we do not know, and is never a fault of the program.
// Nothing here reads the clock, the environment or the disk.
package convert
