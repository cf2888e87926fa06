// Package rubytime parses and formats instants as Ruby's strptime and strftime do when Puppet's
// Timestamp calls them. Like rubyregexp, it is used by package types and knows nothing about
// Puppet's values: an instant is an int64 of nanoseconds since 1970 UTC.
//
// The result for a text is either exactly Ruby's, or ErrUnknown.
package rubytime

import (
	"errors"
	"fmt"
)

// Error is the reason why Puppet rejects a text or a format.
type Error struct{ Message string }

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// ErrUnknown means that the result is not known: the instant exceeds an int64, or a directive
// or zone is not supported.
var ErrUnknown = errors.New("the outcome is not known")

func failf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// maxText bounds the text that a format may produce, in bytes.
const maxText = 1 << 16

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
