// Package rubytime reads and writes instants as Ruby's strptime and strftime
// do, in the way in which Puppet's Timestamp calls them. It stands beside
// rubyregexp, below package types, and knows nothing of Puppet's values: an
// instant is an int64 of nanoseconds since 1970 UTC.
//
// What Ruby makes of a text is either known exactly here, or ErrUnknown.
package rubytime

import (
	"errors"
	"fmt"
)

// Error says why Puppet refuses a text or a format.
type Error struct{ Message string }

// Error is the message.
func (e *Error) Error() string { return e.Message }

// ErrUnknown says that the outcome is not known here: the instant is beyond
// what an int64 holds, or a directive or zone is not modelled.
var ErrUnknown = errors.New("the outcome is not known")

func failf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// maxText bounds the text that a format may ask for, in bytes.
const maxText = 1 << 16

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
