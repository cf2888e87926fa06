package types

import (
	"fmt"
	"testing"
)

// compared returns whether b is assignable to a, computed without cached answers, and the number of
// pairs of types that were compared.
func compared(s *Store, resolver Resolver, a, b Type) (answer bool, steps int) {
	r := run{Algebra: s.Algebra(resolver), low: noAssumption}
	answer = r.assignable(a, b)
	return answer, r.steps
}

// TestWideVariantsAreFast counts the compared pairs, since time depends on the machine.
func TestWideVariantsAreFast(t *testing.T) {
	s := NewStore()
	const n = 1000
	members, shuffled, strings := make([]Type, n), make([]Type, n), make([]Type, n)
	for i := range n {
		members[i] = s.ArrayOf(s.IntegerValue(int64(i)), nil)
		shuffled[n-1-i] = members[i]
		strings[i] = s.EnumOf([]string{fmt.Sprint("word", i)}, false)
	}
	for name, test := range map[string]struct {
		a, b Type
		want bool
		most int
	}{
		"the same members in another order": {s.RawVariant(members...), s.RawVariant(shuffled...), true, 10},
		"the last member":                   {s.RawVariant(members...), members[n-1], true, 2 * n},
		"no member":                         {s.RawVariant(members...), s.String, false, 2 * n},
		"all but one":                       {s.RawVariant(members[1:]...), s.RawVariant(shuffled...), false, 4 * n},
		"literals":                          {s.RawVariant(strings...), s.RawVariant(strings[1:]...), true, 10},
	} {
		answer, steps := compared(s, nil, test.a, test.b)
		if answer != test.want || steps > test.most {
			t.Errorf("%s: %v after %d steps, want %v after at most %d", name, answer, steps, test.want, test.most)
		}
	}
}

// towers returns two chains of aliases. Each alias contains the next one twice, so the expanded
// types have 2^height parts.
func towers(s *Store, height int) (resolver ResolverMap, a, b Type) {
	resolver = ResolverMap{}
	for _, name := range []string{"A", "B"} {
		for i := range height {
			next := Type(s.Integer)
			if i+1 < height {
				next = s.Alias(fmt.Sprint(name, i+1))
			}
			resolver[fmt.Sprint(name, i)] = s.TupleOf([]Type{next, s.OptionalOf(next)}, nil)
		}
	}
	return resolver, s.Alias("A0"), s.Alias("B0")
}

func TestTowersOfAliasesAreFast(t *testing.T) {
	s := NewStore()
	resolver, a, b := towers(s, 60)
	if answer, steps := compared(s, resolver, a, b); !answer || steps > 2000 {
		t.Errorf("%v after %d steps", answer, steps)
	}
	x := s.Algebra(resolver)
	// These would not end if they expanded the aliases.
	x.Meet(a, b)
	x.Subtract(a, b)
	x.Join(a, b)
	x.Relation(a, b)
	x.Widen(a, b)
	x.Explain("value", a, s.ArrayOf(b, nil))
	x.DescribeMismatch("value", a, s.ArrayOf(b, nil))
	_ = x.String(a)
	if x.Instance(a, Array{Array{Integer(1)}}) {
		t.Error("the tower holds [[1]]")
	}
}

func TestRecursiveAliasesAreFast(t *testing.T) {
	s := NewStore()
	// Each alias refers to all aliases.
	const n = 12
	resolver := ResolverMap{}
	all := make([]Type, n)
	for i := range n {
		all[i] = s.Alias(fmt.Sprint("R", i))
	}
	for i := range n {
		members := []Type{s.IntegerRange(At(0), At(int64(10+i)))}
		for j := range n {
			members = append(members, s.ArrayOf(all[(i+j)%n], s.Size(0, 10+j)))
		}
		resolver[fmt.Sprint("R", i)] = s.RawVariant(members...)
	}
	worst := 0
	for _, a := range all {
		for _, b := range all {
			_, steps := compared(s, resolver, a, b)
			worst = max(worst, steps)
		}
	}
	if worst > 60*n*n*n*n {
		t.Errorf("%d steps", worst)
	}
	x := s.Algebra(resolver)
	x.Meet(all[0], all[1])
	x.Subtract(all[0], all[1])
	x.Join(all...)
	// A deeply nested value that matches none of the branches.
	v := Value(String("no"))
	for range 40 {
		v = Array{v}
	}
	if x.Instance(all[0], v) {
		t.Error("a string is in an array of integers")
	}
}

func TestAssignableAllocatesNothing(t *testing.T) {
	s := NewStore()
	x := s.Algebra(nil)
	a := s.HashOf(s.NonEmptyString, s.RawVariant(s.Integer, s.ArrayOf(s.Data, nil)), nil)
	b := s.StructOf([]StructElement{{Name: "a", Value: s.IntegerValue(3)}, {Name: "b", Value: s.ArrayOf(s.String, nil)}})
	for _, pair := range [][2]Type{{a, b}, {s.Scalar, s.IntegerValue(3)}, {s.Integer, s.IntegerValue(3)}, {a, a}, {s.Data, b}, {s.String, s.NonEmptyString}} {
		if !x.Assignable(pair[0], pair[1]) {
			t.Errorf("%s does not accept %s", pair[0], pair[1])
		}
		if n := testing.AllocsPerRun(100, func() { x.Assignable(pair[0], pair[1]) }); n != 0 {
			t.Errorf("%s and %s: %v allocations", pair[0], pair[1], n)
		}
	}
}

func BenchmarkAssignable(b *testing.B) {
	s := NewStore()
	x := s.Algebra(nil)
	hash := s.HashOf(s.NonEmptyString, s.RawVariant(s.Integer, s.ArrayOf(s.Data, nil)), nil)
	structure := s.StructOf([]StructElement{{Name: "a", Value: s.IntegerValue(3)}, {Name: "b", Value: s.ArrayOf(s.String, nil)}})
	wide := make([]Type, 1000)
	for i := range wide {
		wide[i] = s.ArrayOf(s.IntegerValue(int64(i)), nil)
	}
	for _, test := range []struct {
		name string
		a, b Type
	}{
		{"same", hash, hash}, {"simple", s.Scalar, s.IntegerValue(3)}, {"range", s.IntegerRange(At(0), At(9)), s.IntegerValue(3)},
		{"remembered", hash, structure}, {"alias", s.Data, structure}, {"variant1000", s.RawVariant(wide...), s.ArrayOf(s.IntegerValue(999), s.Size(1, 1))},
	} {
		b.Run(test.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				x.Assignable(test.a, test.b)
			}
		})
	}
}

// BenchmarkUncached measures Assignable without cached answers.
func BenchmarkUncached(b *testing.B) {
	s := NewStore()
	resolver, tower, other := towers(s, 60)
	b.Run("tower60", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			compared(s, resolver, tower, other)
		}
	})
}
