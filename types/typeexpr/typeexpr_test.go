package typeexpr

import (
	"strings"
	"testing"

	"puppet-lint/types"
)

// TestErrors checks that wrong parameters, huge sizes and deep nesting give an error that says what
// is wrong.
func TestErrors(t *testing.T) {
	deep := strings.Repeat("Array[", 2000) + "Integer" + strings.Repeat("]", 2000)
	for _, test := range []struct{ text, want string }{
		{"Integer[5, 1]", "'from' must be less or equal to 'to'"},
		{"Integer[1, 2, 3]", "Integer requires 1 or 2, 3 provided"},
		{"Integer['a']", "not a valid type specification"},
		{"Array[1, 2, 3, 4]", "Array requires 1 to 3"},
		{"Hash[Integer]", "Hash requires 2 to 4"},
		{"Enum[1]", "Enum parameters must be identifiers or strings"},
		{"Pattern[1]", "Only String, Regexp, Pattern-Type, and Regexp-Type are allowed"},
		{"Pattern['(']", "end pattern with unmatched parenthesis"},
		{"Struct[{1 => Integer}]", "Struct"},
		{"Struct[{'' => Integer}]", "Struct"},
		{"Boolean[1]", "Boolean parameter must be true or false"},
		{"Any[1]", "Not a parameterized type"},
		{"Timestamp['nope']", "nope"},
		{"SemVer['x.y.z.q']", "Unparsable version range"},
		{"Runtime[ruby]", "Runtime requires 2"},
		{"Object[{nope => 1}]", "nope"},
		{"Integer[9999999999999999999999]", "outside of Puppet Integer max range"},
		{"Float[1e999]", ""},
		{"Callable[Integer, 3, 1]", "'from' must be less or equal to 'to'"},
		{"foo", "not a valid type specification"},
		{"Integer[", "yntax error"},
		{deep, "too deeply"},
	} {
		algebra := types.NewStore().Algebra(nil)
		got, err := Parse(algebra, nil, test.text)
		if test.want == "" {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60s: got %v, %v; want an error with %q", test.text, got, err, test.want)
		}
	}
}

func TestAliasesThatDefineNothing(t *testing.T) {
	s := types.NewStore()
	a, b, c := s.Alias("A"), s.Alias("B"), s.Alias("C")
	x := s.Algebra(types.ResolverMap{"A": b, "B": s.VariantOf(a, b, s.Alias("A")), "C": s.VariantOf(c, s.Integer)})
	for _, alias := range []*types.AliasType{a, b} {
		if err := x.CheckAlias(alias); err == nil || !strings.Contains(err.Error(), "cannot be resolved to a real type") {
			t.Errorf("%s: %v", alias, err)
		}
		if got := x.Resolve(alias); got != s.Unknown {
			t.Errorf("%s stands for %s", alias, got)
		}
	}
	if err := x.CheckAlias(c); err != nil || x.Resolve(c) != s.Integer {
		t.Errorf("C: %v, %s", err, x.Resolve(c))
	}
	if err := x.CheckAlias(s.Alias("Missing")); err == nil || !strings.Contains(err.Error(), "unresolved type Missing") {
		t.Errorf("Missing: %v", err)
	}
	for _, t := range []types.Type{a, b, c} {
		x.Assignable(t, s.ArrayOf(t, nil))
		x.Meet(t, s.ArrayOf(t, nil))
		x.Instance(t, types.Array{types.Integer(1)})
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"Array[Variant[Integer[0, 3], Optional[String[1]]], 1, 2]", "Struct[{'a' => Integer, Optional['b'] => Data}]",
		"Callable[[Integer, 1, 2, Callable], String]", "Object[{name => 'A', attributes => {'x' => {type => Integer, value => 1}}}]",
		"SemVer['1.x || >2.0.0-rc1 <=3']", "Timespan['1-00:00:00', default]", "Enum['a', 'B', true]", "Pattern[/(?<a>x)\\g<a>/]",
		"URI[{scheme => Enum['http']}]", "TypeSet[{pcore_version => '1.0.0', version => '1.0.0', types => {A => Integer}}]",
		"Runtime['ruby', [/a/, 'b']]", "Init[Integer, 16]", "File['/a']", "Resource['file', 'x']", "Type[Type[Type]]"} {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		s := types.NewStore()
		x := s.Algebra(nil)
		a, err := Parse(x, nil, first)
		if err != nil {
			if err.Error() == "" {
				t.Errorf("%q: an error without words", first)
			}
			return
		}
		text := x.String(a)
		if len(text) < 1000 {
			Parse(x, nil, text)
		}
		b, err := Parse(x, nil, second)
		if err != nil {
			return
		}
		if !x.Includes(a, a) {
			t.Errorf("%s does not include itself", a)
		}
		if joined := x.Join(a, b); !x.Includes(joined, a) || !x.Includes(joined, b) {
			t.Errorf("the join of %s and %s is %s", a, b, joined)
		}
		x.CommonType(a, b)
		x.Normalize(a)
		x.Meet(a, b)
		x.Subtract(a, b)
		x.Relation(a, b)
		x.Explain("value", a, b)
		x.DescribeMismatch("value", a, b)
		x.Widen(a, b)
		x.IterableElement(a)
		x.CallableWith(a, b)
	})
}
