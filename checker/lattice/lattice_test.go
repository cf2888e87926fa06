package lattice

import (
	"fmt"
	"testing"

	"puppet-lint/types"
)

// newLattice is the algebra for Puppet 8, without aliases.
func newLattice() *Lattice { return New(types.NewStore(), types.ResolverMap{}, 8) }

// constants are values of many kinds, each as the type that has only this value.
func constants(l *Lattice) []Type {
	one := func(n int64) Type { return l.IntegerRange(Range{n, n}) }
	return []Type{
		l.Undef, l.DefaultType, l.TrueType, l.FalseType, one(-2), one(0), one(1), one(3), l.FloatValue(0), l.FloatValue(1.5),
		l.Str(""), l.Str("a"), l.Str("A"), l.Str("7"), l.Tuple(nil), l.Tuple([]Type{one(1), one(3)}), l.Tuple([]Type{l.Str("a")}),
		l.StructOf([]Field{{Name: "a", Value: one(1)}}), l.HashOf([]Type{one(1)}, []Type{l.Str("a")}),
	}
}

// holds reports whether every value of a type is a value of another type.
func holds(l *Lattice, whole, part Type) bool {
	return l.IsNever(part) || l.IsUnknown(whole) || l.Relation(part, whole) == Always
}

// TestOperationsOfTypesHoldThoseOfValues checks that the result of an operation for types contains
// its results for their values, and that an operation that works for a value does not fail for its
// type.
func TestOperationsOfTypesHoldThoseOfValues(t *testing.T) {
	l := newLattice()
	values := constants(l)
	for _, operator := range []string{"+", "-", "*", "/", "%", "<<", ">>"} {
		for _, a := range values {
			for _, b := range values {
				exact, err := l.Calculate(operator, a, b)
				if err != nil {
					continue
				}
				for _, wider := range []Type{l.Generalize(b), l.Any} {
					result, err := l.Calculate(operator, a, wider)
					if err != nil {
						t.Errorf("%v %s %v works, but for %v: %s", a, operator, b, wider, err.Message)
					} else if !holds(l, result, exact) {
						t.Errorf("%v %s %v is %v, which is no %v, as with %v", a, operator, b, exact, result, wider)
					}
				}
			}
		}
	}
}

// A three-valued answer for types must be right for the values in them.
func TestAnswersForTypesHoldForValues(t *testing.T) {
	l := newLattice()
	values := constants(l)
	questions := map[string]func(a, b Type) Truth{"==": l.Equal, "in": l.Contains, "match": l.Matches}
	for name, ask := range questions {
		for _, a := range values {
			for _, b := range values {
				exact := ask(a, b)
				for _, wider := range []Type{l.Join(a, l.Str("z")), l.Generalize(a), l.Unknown} {
					if answer := ask(wider, b); answer != Maybe && exact != Maybe && answer != exact {
						t.Errorf("%v %s %v is %d, but for %v it is %d", a, name, b, exact, wider, answer)
					}
				}
			}
		}
	}
}

// Narrowing keeps each value for which the test comes out so.
func TestNarrowingKeepsValues(t *testing.T) {
	l := newLattice()
	values := constants(l)
	all := l.JoinAll(values)
	for _, value := range values {
		for _, truth := range []bool{true, false} {
			if l.Truthiness(value) == TruthOf(truth) && !holds(l, l.NarrowTruth(all, truth), value) {
				t.Errorf("%v is lost where the test of it is %v", value, truth)
			}
			for _, other := range values {
				if l.Equal(value, other) == TruthOf(truth) && !holds(l, l.NarrowEqual(all, other, truth), value) {
					t.Errorf("%v is lost where it equals %v: %v", value, other, truth)
				}
			}
		}
	}
}

// A range of results holds the result of each pair of numbers.
func TestRanges(t *testing.T) {
	ranges := []Range{{-3, -1}, {-1, 2}, {0, 0}, {1, 4}, {2, 2}}
	for _, a := range ranges {
		for _, b := range ranges {
			plus, _ := a.plus(b)
			minus, _ := a.Minus(b)
			times, _ := a.times(b)
			for x := a.Low; x <= a.High; x++ {
				for y := b.Low; y <= b.High; y++ {
					for name, c := range map[string]struct {
						result Range
						value  int64
					}{"+": {plus, x + y}, "-": {minus, x - y}, "*": {times, x * y}} {
						if c.value < c.result.Low || c.value > c.result.High {
							t.Errorf("%d %s %d is %d, outside of %v", x, name, y, c.value, c.result)
						}
					}
				}
			}
		}
	}
}

func TestIndexing(t *testing.T) {
	l := newLattice()
	one := func(n int64) Type { return l.IntegerRange(Range{n, n}) }
	pair := l.Tuple([]Type{one(1), l.Str("b")})
	entry := l.StructOf([]Field{{Name: "a", Value: one(1)}, {Name: "o", Optional: true, Value: one(2)}})
	for _, c := range []struct{ got, want Type }{
		{l.ElementAt(pair, one(0)), one(1)},
		{l.ElementAt(pair, one(-1)), l.Str("b")},
		{l.ElementAt(pair, one(2)), l.Undef},
		{l.ElementAt(l.Array(l.String, Range{1, 3}), one(0)), l.String},
		{l.ElementAt(l.Array(l.String, Range{1, 3}), one(2)), l.Optional(l.String)},
		{l.LookupKey(entry, l.Str("a")), one(1)},
		{l.LookupKey(entry, l.Str("o")), l.Optional(one(2))},
		{l.LookupKey(entry, l.Str("x")), l.Undef},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	if _, err := l.IndexArray(pair, []Type{l.Str("a")}); err == nil {
		t.Error("a string indexes an array")
	}
}

func TestSpecialize(t *testing.T) {
	l := newLattice()
	one := func(n int64) Type { return l.IntegerRange(Range{n, n}) }
	for _, c := range []struct {
		base Type
		keys []Type
		want string
	}{
		{l.Integer, []Type{one(1), one(3)}, "Integer[1, 3]"},
		{l.Integer, []Type{one(3), one(1)}, "error RUNTIME_ERROR"},
		{l.Integer, []Type{l.Str("a")}, "error BAD_INTEGER_SLICE_TYPE"},
		{l.Store.Optional, []Type{l.TypeOf(l.String)}, "Optional[String]"},
		{l.Store.Array, []Type{l.TypeOf(l.Integer), one(0), one(2)}, "Array[Integer, 0, 2]"},
		{l.Store.Variant, []Type{one(1)}, "error BAD_TYPE_SPECIALIZATION"},
		{l.Integer, []Type{l.Unknown}, "Unknown"},
	} {
		result, err, _ := l.Specialize(c.base, c.keys)
		got := fmt.Sprint(result)
		if err != nil {
			got = "error " + err.Code
		}
		if got != c.want {
			t.Errorf("%v%v: got %s, want %s", c.base, c.keys, got, c.want)
		}
	}
}
