package types_test

import (
	"strings"
	"testing"

	"puppet-lint/types"
	"puppet-lint/types/typeexpr"
)

// reader parses types for tests.
type reader struct {
	t *testing.T
	*types.Algebra
}

func newReader(t *testing.T) reader { return reader{t, types.NewStore().Algebra(nil)} }

func (r reader) typ(text string) types.Type {
	r.t.Helper()
	parsed, err := typeexpr.Parse(r.Algebra, nil, text)
	if err != nil {
		r.t.Fatalf("%s: %v", text, err)
	}
	return parsed
}

func TestExplain(t *testing.T) {
	r := newReader(t)
	for _, test := range []struct{ expected, actual, want string }{
		{"Integer", "Integer[1, 2]", ""},
		{"Integer", "String", "value must be an Integer, but is a String"},
		{"Integer[1, 5]", "Integer[7, 7]", "value must be an Integer from 1 to 5, but is the Integer 7"},
		{"Integer[1]", "Integer[0, 0]", "value must be an Integer of at least 1, but is the Integer 0"},
		{"Integer[default, 1]", "Float[2.5, 2.5]", "value must be an Integer of at most 1, but is the Float 2.5"},
		{"Integer[3, 3]", "Undef", "value must be the Integer 3, but is undef"},
		{"Optional[String[1]]", "Boolean[true]", "value must be undef or a non-empty String, but is true"},
		{"Variant[Integer, Boolean[false]]", "String", "value must be an Integer or false, but is a String"},
		{"Enum['a']", "Integer", "value must be 'a', but is an Integer"},
		{"Enum['a', 'b']", "Integer", "value must be one of 'a', 'b', but is an Integer"},
		{"Pattern[/^a/, /b$/]", "Integer", "value must be a String that matches /^a/ or /b$/, but is an Integer"},
		{"Undef", "Integer", "value must be undef, but is an Integer"},
		{"Array[Integer, 2]", "Array[Integer, 0, 1]", "value must have at least 2 elements, but has at most 1 element"},
		{"Array[Integer, 0, 1]", "Array[Integer, 2, 3]", "value must have at most 1 element, but has 2 to 3 elements"},
		{"Array[Integer, 1, 1]", "Array[Integer, 0, 0]", "value must have 1 element, but has no elements"},
		{"Tuple[Integer, String]", "Tuple[Integer]", "value must have 2 elements, but has 1 element"},
		{"Tuple[Integer, String]", "Tuple[Integer, Float]", "value, index 1 must be a String, but is a Float"},
		{"Struct[{a => Integer}]", "Struct[{}]", "value lacks the entry 'a'"},
		{"Struct[{a => Integer}]", "Struct[{a => Integer, b => String}]", "value has an entry 'b' that is not allowed"},
		{"Struct[{a => Struct[{b => Integer}]}]", "Struct[{a => Struct[{b => String}]}]", "value, entry 'a', entry 'b' must be an Integer, but is a String"},
		{"Hash[String, Integer]", "Hash[String, String]", "value must be a Hash[String, Integer], but is a Hash[String, String]"},
		{"Callable[Integer]", "Callable[String]", "value, index 0 must be an Integer, but is a String"},
	} {
		got := strings.Join(r.Explain("value", r.typ(test.expected), r.typ(test.actual)), "; ")
		if got != test.want {
			t.Errorf("%s for %s:\n got %q\nwant %q", test.actual, test.expected, got, test.want)
		}
	}
}

func TestMeet(t *testing.T) {
	r := newReader(t)
	for _, test := range []struct{ a, b, want string }{
		{"Integer[1, 5]", "Integer[3, 9]", "Integer[3, 5]"},
		{"Integer[1, 2]", "Integer[4, 5]", "never"},
		{"Float[1.0, 5.0]", "Float[3.0, 9.0]", "Float[3.0, 5.0]"},
		{"Float[1.0, 2.0]", "Float[4.0, 5.0]", "never"},
		{"Timespan['1-00:00:00', '3-00:00:00']", "Timespan['2-00:00:00', '4-00:00:00']", "Timespan['2-00:00:00.0', '3-00:00:00.0']"},
		{"Timespan['1-00:00:00', '2-00:00:00']", "Timespan['3-00:00:00', '4-00:00:00']", "never"},
		{"Timestamp['2015-01-01', '2016-01-01']", "Timestamp['2017-01-01', '2018-01-01']", "never"},
		{"Boolean[true]", "Boolean[false]", "never"},
		{"Regexp[/a/]", "Regexp[/b/]", "never"},
		{"Class['a']", "Class['b']", "never"},
		{"Resource['file', '/a']", "Resource['file', '/b']", "never"},
		{"Enum['a', 'b']", "Enum['b', 'c']", "Enum['b']"},
		{"String[2, 5]", "String[4, 9]", "String[4, 5]"},
		{"Enum['a', 'bcd']", "String[2]", "Enum['bcd']"},
		{"Array[Integer[1, 5]]", "Array[Integer[3, 9], 1]", "Array[Integer[3, 5], 1]"},
		{"Array[Integer]", "Tuple[Integer, String]", "never"},
		{"Tuple[Integer, Optional[String]]", "Tuple[Integer[1], String]", "Tuple[Integer[1], String]"},
		{"Hash[String, Integer[1, 5]]", "Hash[String, Integer[3, 9]]", "Hash[String, Integer[3, 5]]"},
		{"Struct[{a => Integer, Optional[b] => String}]", "Struct[{a => Integer[1]}]", "Struct[{'a' => Integer[1]}]"},
		{"Type[Variant[Integer, String]]", "Type[Variant[String, Float]]", "Type[String]"},
		{"Type[Integer]", "Type[String]", "never"},
		{"Sensitive[Integer[1, 5]]", "Sensitive[Integer[3, 9]]", "Sensitive[Integer[3, 5]]"},
		{"Sensitive[Integer]", "Sensitive[String]", "never"},
		{"Iterator[Variant[Integer, String]]", "Iterator[Variant[String, Float]]", "Iterator[String]"},
		{"Variant[Integer, String]", "Variant[String, Float]", "String"},
		{"Optional[Integer]", "Optional[String]", "Undef"},
		{"Scalar", "Variant[Integer, Array]", "Integer"},
		{"Collection[1, 3]", "Array[Integer, 2]", "Array[Integer, 2, 3]"},
	} {
		want := test.want
		got := r.Meet(r.typ(test.a), r.typ(test.b))
		if want == "never" {
			if got.Kind() != types.KindNever {
				t.Errorf("%s and %s meet in %s", test.a, test.b, got)
			}
		} else if got != r.typ(want) {
			t.Errorf("%s and %s meet in %s, want %s", test.a, test.b, got, want)
		}
		if other := r.Meet(r.typ(test.b), r.typ(test.a)); other != got {
			t.Errorf("%s and %s meet in %s, the other way round in %s", test.a, test.b, got, other)
		}
	}
}

// TestEquality compares values as == does, and as keys of a hash. Puppet 8.10 gave the answers.
func TestEquality(t *testing.T) {
	hash := func(key, value types.Value) types.Value {
		return types.NewHash(types.HashEntry{Key: key, Value: value})
	}
	text := func(s string) types.Value { return types.String(s) }
	one, float := types.Integer(1), types.Float(1)
	for _, test := range []struct {
		a, b        types.Value
		equal, same bool
	}{
		{text("a"), text("A"), true, false},
		{text("a"), text("a"), true, true},
		{text("1"), one, false, false},
		{one, float, true, false},
		{float, one, true, false},
		{float, types.Float(2), false, false},
		{one, types.Integer(1), true, true},
		{one, types.Boolean(true), false, false},
		{float, text("1.0"), false, false},
		{types.Array{text("a"), one}, types.Array{text("A"), float}, true, false},
		{types.Array{one}, types.Array{one, one}, false, false},
		{types.Array{one}, types.Array{types.Integer(2)}, false, false},
		{types.Array{one}, one, false, false},
		{types.Array{one}, types.Array{one}, true, true},
		{hash(text("a"), text("X")), hash(text("a"), text("x")), true, false},
		{hash(text("a"), one), hash(text("a"), float), true, false},
		{hash(text("a"), one), hash(text("A"), one), false, false},
		{hash(one, one), hash(float, one), false, false},
		{hash(text("a"), one), types.NewHash(), false, false},
		{hash(text("a"), one), hash(text("a"), one), true, true},
		{hash(text("a"), one), types.Array{}, false, false},
		{types.Undef{}, types.Undef{}, true, true},
		{types.Undef{}, types.Default{}, false, false},
		{types.Undef{}, text(""), false, false},
	} {
		if got := types.LooselyEqual(test.a, test.b); got != test.equal {
			t.Errorf("%v == %v: %v", test.a, test.b, got)
		}
		if got := types.Same(test.a, test.b); got != test.same {
			t.Errorf("%v and %v the same: %v", test.a, test.b, got)
		}
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "'plain'", "it's": `'it\'s'`, `a\b`: `'a\b'`, `end\`: `'end\'`, "": "''",
		"tab\tand\nline\r": `"tab\tand\nline\r"`, "\x01": `"\u{1}"`, "\n\"$x\\": `"\n\"\$x\\"`, "\n\u00e9": "\"\\n\u00e9\"",
	} {
		if got := types.Quote(text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
