package convert

import (
	"errors"
	"testing"

	"puppet-lint/types"
)

// TestRefusals checks the messages of refused conversions: they name what was expected and what was
// given.
func TestRefusals(t *testing.T) {
	store := types.NewStore()
	c := New(store.Algebra(nil))
	one, none := types.Integer(1), types.Undef{}
	for _, test := range []struct {
		name string
		args []types.Value
		want string
	}{
		{"Binary", []types.Value{types.Integer(5)}, "'Binary.new' expects a String, an Array of bytes or a Hash, got 5"},
		{"Binary", []types.Value{none}, "'Binary.new' expects a String, an Array of bytes or a Hash, got undef"},
		{"Binary", []types.Value{types.Array{one, types.Integer(300)}}, "'Binary.new' expects bytes from 0 to 255, got 300"},
		{"Binary", []types.Value{types.Array{one}, text("%r")}, "'Binary.new' takes a format for a String only, got an Array"},
		{"Binary", []types.Value{text("aa"), one}, "'Binary.new' expects a format of %b, %B, %r, %s and %u, got 1"},
		{"Binary", []types.Value{text("aa"), text("%x")}, "'Binary.new' expects a format of %b, %B, %r, %s and %u, got '%x'"},
		{"Binary", []types.Value{text("a!")}, "'a!' is no strict Base64: its letters are A to Z, a to z, 0 to 9, + and /, in fours that = fills up"},
		{"Binary", []types.Value{text("a!"), text("%u")}, "'a!' is no Base64 for URLs: its letters are A to Z, a to z, 0 to 9, - and _"},
		{"Binary", []types.Value{hash(text("value"), one)}, "'Binary.new' expects a String or an Array of bytes for 'value', got 1"},
		{"Binary", []types.Value{hash(text("valeu"), one)}, "'Binary.new' takes a Hash with 'value' and optionally 'format', got one with 'valeu'"},
		{"Binary", []types.Value{hash()}, "'Binary.new' takes a Hash with 'value' and optionally 'format', got an empty one"},
		{"SemVer", []types.Value{one}, "'SemVer.new' expects a String or a Hash, got 1"},
		{"SemVer", []types.Value{one, one, text("x")}, "'SemVer.new' expects an Integer[0] for 'patch', got 'x'"},
		{"SemVer", []types.Value{one, one, one, text("_")}, "'SemVer.new' expects letters, digits, dashes and dots for 'prerelease', got '_'"},
		{"SemVer", []types.Value{hash(text("major"), one)}, "'SemVer.new' takes a Hash with 'major', 'minor', 'patch' and optionally 'prerelease', 'build', got one with 'major'"},
		{"SemVerRange", []types.Value{one}, "'SemVerRange.new' expects a String or a Hash, got 1"},
		{"SemVerRange", []types.Value{text("")}, "'SemVerRange.new' expects a String[1], got ''"},
		{"SemVerRange", []types.Value{one, one}, "'SemVerRange.new' expects a SemVer or default for 'min', got 1"},
		{"SemVerRange", []types.Value{types.Default{}, types.Default{}, one}, "'SemVerRange.new' expects a Boolean for 'exclude_max', got 1"},
		{"URI", []types.Value{one}, "'URI.new' expects a String or a Hash, got 1"},
		{"URI", []types.Value{hash(text("scheme"), one)}, "'URI.new' expects a String[1] for 'scheme', got 1"},
		{"URI", []types.Value{hash(text("hots"), text("a"))}, "'URI.new' takes a Hash with any of 'scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment', 'opaque', got one with 'hots'"},
		{"Regexp", []types.Value{one}, "'Regexp.new' expects a String for 'pattern', got 1"},
		{"Timespan", []types.Value{types.Array{one}}, "'Timespan.new' expects a number, a String or a Hash, got an Array"},
		{"Timespan", []types.Value{text("x"), text("y")}, "'Timespan.new' expects a format of two characters or more, got 'y'"},
		{"Timespan", []types.Value{one, one}, "'Timespan.new' expects a String and a format, or four to seven integers, got 1 and 1"},
		{"Timespan", []types.Value{hash(text("dayz"), one)}, "'Timespan.new' takes a Hash with any of 'negative', 'days', 'hours', 'minutes', 'seconds', 'milliseconds', 'microseconds', 'nanoseconds', got one with 'dayz'"},
		{"Timespan", []types.Value{hash(text("days"), text("x"))}, "'Timespan.new' expects an Integer for 'days', got 'x'"},
		{"Timestamp", []types.Value{types.Array{}}, "'Timestamp.new' expects a number, a String or a Hash, got an Array"},
		{"Timestamp", []types.Value{text("2020"), text("x")}, "'Timestamp.new' expects a format of two characters or more, got 'x'"},
		{"Timestamp", []types.Value{hash(text("format"), text("%F"))}, "'Timestamp.new' takes a Hash with 'string' and optionally 'format', 'timezone', got one with 'format'"},
		{"Error", []types.Value{one}, "'Error.new' parameter 'msg' expects String[1], got 1"},
		{"Error", []types.Value{hash(text("message"), one)}, "'Error.new' takes a Hash with 'msg' and optionally 'kind', 'details', 'issue_code', got one with 'message'"},
		{"Error", []types.Value{hash(text("msg"), one)}, "'Error.new' parameter 'msg' expects String[1], got 1"},
		{"Deferred", []types.Value{text("F x")}, `'Deferred.new' parameter 'name' expects Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/], got 'F x'`},
		{"Hash", []types.Value{types.Array{one}, text("x")}, "'Hash.new' takes 'tree' or 'hash_tree' for an Array of pairs of a path and a value, got an Array and 'x'"},
	} {
		target, _ := store.Builtin(test.name)
		_, err := c.Convert(target, test.args...)
		var refused *Error
		if !errors.As(err, &refused) || refused.Message != test.want {
			t.Errorf("%s(%v):\n%v, want\n%s", test.name, test.args, err, test.want)
		}
	}
}
