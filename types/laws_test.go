package types_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/typegen"
	"puppet-lint/types"
)

// rounds multiplies the number of types that the tests try.
var rounds = flag.Int("rounds", 1, "how many times as many types to try")

// pairs calls test with related and unrelated types, some of them with
// recursive aliases.
func pairs(t *testing.T, seed uint64, n int, test func(g *typegen.Generator, a, b types.Type)) {
	t.Helper()
	g := typegen.New(seed)
	for i := range n * *rounds {
		g.Recursive = i%4 == 0
		a := g.Type(3)
		b := g.Related(a)
		if i%5 == 0 {
			b = g.Type(3)
		}
		if i%2 == 0 {
			a, b = b, a
		}
		if !askedByType(a) && !askedByType(b) && !generalEmpty(a) && !generalEmpty(b) {
			test(g, a, b)
		}
	}
}

// askedByType reports whether one of Puppet's rules of thumb about types decides which values
// belong to a. For example, an Iterable[Optional] has all values of the types that Puppet assigns
// to Optional, which are more than those of Optional itself.
func askedByType(a types.Type) bool {
	switch a.Kind() {
	case types.KindIterable, types.KindIterator, types.KindType, types.KindInit, types.KindCallable:
		for _, p := range types.Parts(a) {
			if ruleOfThumb(p) {
				return true
			}
		}
	}
	for _, p := range types.Parts(a) {
		if askedByType(p) {
			return true
		}
	}
	return false
}

// generalEmpty reports whether a contains the generalized type of an empty array. Its elements have
// the type Unit, which is assignable to and from every type.
func generalEmpty(a types.Type) bool {
	if list, ok := a.(*types.ArrayType); ok && list.Element.Kind() == types.KindUnit {
		return list.Size == nil
	}
	return slices.ContainsFunc(types.Parts(a), generalEmpty)
}

// values calls test with values, many of which are of type a or b.
func values(g *typegen.Generator, a, b types.Type, test func(v types.Value)) {
	for i := range 8 {
		if i%2 == 0 {
			test(g.Value(a, 6))
		} else {
			test(g.Value(b, 6))
		}
	}
}

// TestReflexive checks that every type accepts itself, except in the cases in which Puppet denies
// it.
func TestReflexive(t *testing.T) {
	g := typegen.New(1)
	x := g.Algebra
	for _, text := range []string{
		// Puppet tests whether the other type accepts undef. NotUndef[Optional[T]] fails this test
		// because the type in it accepts undef.
		"NotUndef[Optional[Integer]]", "NotUndef[Variant[Undef, String]]", "NotUndef[Data]",
		// A constraint that is a pattern is matched with the other constraint.
		"URI[{'host' => /a/}]",
	} {
		if a, err := g.Parse(text); err != nil || x.Assignable(a, a) {
			t.Errorf("%s accepts itself (%v)", text, err)
		}
	}
	for i := range 600 * *rounds {
		g.Recursive = i%2 == 0
		a := g.Type(4)
		if !x.Includes(a, a) {
			t.Errorf("%s does not include itself", a)
		}
		if !x.Assignable(a, a) && !denies(a) {
			t.Errorf("%s does not accept itself", a)
		}
		if !x.Equal(a, a) {
			t.Errorf("%s is not equal to itself", a)
		}
	}
}

// denies reports whether one of the types that may not accept themselves is in a.
func denies(a types.Type) bool {
	switch a.Kind() {
	case types.KindNotUndef, types.KindURI, types.KindInit, types.KindAlias:
		return true
	}
	for _, p := range types.Parts(a) {
		if denies(p) {
			return true
		}
	}
	return false
}

// TestIncludes checks that Includes is sound and transitive. Assignable is not, since it follows
// Puppet's rules of thumb.
func TestIncludes(t *testing.T) {
	accepted := 0
	pairs(t, 2, 1200, func(g *typegen.Generator, a, b types.Type) {
		x := g.Algebra
		if !x.Includes(a, b) {
			return
		}
		accepted++
		c := g.Related(b)
		if x.Includes(b, c) && !x.Includes(a, c) {
			t.Errorf("%s includes %s, which includes %s, but the first does not include the last", a, b, c)
		}
		values(g, b, c, func(v types.Value) {
			if x.Instance(b, v) && !x.Instance(a, v) {
				t.Errorf("%s includes %s, but %s is only in the latter", a, b, x.ValueString(v))
			}
		})
	})
	if accepted < 100 {
		t.Errorf("only %d pairs include each other", accepted)
	}
}

// TestAssignableIsSoundButFor checks that a holds all values of b if b is assignable to a, except
// where Puppet follows a rule of thumb.
func TestAssignableIsSoundButFor(t *testing.T) {
	checked := 0
	pairs(t, 3, 1200, func(g *typegen.Generator, a, b types.Type) {
		x := g.Algebra
		if !x.Assignable(a, b) || x.Includes(a, b) {
			if x.Includes(a, b) && !x.Assignable(a, b) && !ruleOfThumb(a) && !ruleOfThumb(b) {
				t.Errorf("%s includes %s, which is not assignable to it", a, b)
			}
			return
		}
		if ruleOfThumb(a) || ruleOfThumb(b) {
			return
		}
		checked++
		values(g, b, b, func(v types.Value) {
			if x.Instance(b, v) && !x.Instance(a, v) {
				t.Errorf("%s accepts %s, but %s is only in the latter", a, b, x.ValueString(v))
			}
		})
	})
	t.Log(checked, "pairs without inclusion")
}

// ruleOfThumb reports whether Puppet decides about a, or about a part of it, by a rule of thumb:
// the sizes of Structs and of Tuples without types, the plain Enum, Variant and Optional, the last
// type of a Tuple, prereleases of SemVers, the arguments of Init, and whether integers are
// iterable.
func ruleOfThumb(a types.Type) bool {
	switch a.Kind() {
	case types.KindStruct, types.KindTuple, types.KindEnum, types.KindVariant, types.KindOptional, types.KindSemVer, types.KindInit,
		types.KindIterable, types.KindAlias, types.KindNotUndef, types.KindCallable, types.KindType, types.KindPattern, types.KindURI:
		return true
	}
	for _, p := range types.Parts(a) {
		if ruleOfThumb(p) {
			return true
		}
	}
	return false
}

func TestJoinHoldsBoth(t *testing.T) {
	pairs(t, 4, 800, func(g *typegen.Generator, a, b types.Type) {
		x := g.Algebra
		joined := x.Join(a, b)
		if !x.Includes(joined, a) || !x.Includes(joined, b) {
			t.Errorf("the join of %s and %s is %s, which does not include both", a, b, joined)
		}
		values(g, a, b, func(v types.Value) {
			if (x.Instance(a, v) || x.Instance(b, v)) && !x.Instance(joined, v) {
				t.Errorf("the join of %s and %s is %s, without %s", a, b, joined, x.ValueString(v))
			}
		})
		if again := x.Join(joined, a); !x.Includes(joined, again) {
			t.Errorf("the join of %s and %s is %s, which grows to %s when joined again", a, b, joined, again)
		}
	})
}

func TestMeetHoldsWhatIsInBoth(t *testing.T) {
	pairs(t, 5, 1600, func(g *typegen.Generator, a, b types.Type) {
		x := g.Algebra
		meet := x.Meet(a, b)
		if meet.Kind() != types.KindNever && !x.Includes(a, meet) && !x.Includes(b, meet) && !vague(a) && !vague(b) {
			t.Errorf("the meet of %s and %s is %s, which includes more than either", a, b, meet)
		}
		values(g, a, b, func(v types.Value) {
			if x.Instance(a, v) && x.Instance(b, v) && !x.Instance(meet, v) {
				t.Errorf("the meet of %s and %s is %s, without %s", a, b, meet, x.ValueString(v))
			}
		})
	})
}

// vague reports whether the exact set of the values of a, or of a part of it, is unknown.
func vague(a types.Type) bool {
	switch a.Kind() {
	case types.KindInit, types.KindRuntime, types.KindReference, types.KindURI, types.KindIterable, types.KindAlias:
		return true
	}
	for _, p := range types.Parts(a) {
		if vague(p) {
			return true
		}
	}
	return false
}

func TestSubtractKeepsWhatIsNotInBoth(t *testing.T) {
	pairs(t, 6, 1600, func(g *typegen.Generator, a, b types.Type) {
		x := g.Algebra
		rest, meet := x.Subtract(a, b), x.Meet(a, b)
		if rest.Kind() != types.KindNever && !x.Includes(a, rest) {
			t.Errorf("%s without %s is %s, which includes more", a, b, rest)
		}
		values(g, a, b, func(v types.Value) {
			if !x.Instance(a, v) {
				return
			}
			if !x.Instance(b, v) && !x.Instance(rest, v) {
				t.Errorf("%s without %s is %s, without %s", a, b, rest, x.ValueString(v))
			}
			if !x.Instance(meet, v) && !x.Instance(rest, v) {
				t.Errorf("%s is neither in the meet of %s and %s, which is %s, nor in their difference, which is %s", x.ValueString(v), a, b, meet, rest)
			}
		})
	})
}

// TestExact checks that Meet and Subtract are exact for types whose meets and differences can be
// expressed as types.
func TestExact(t *testing.T) {
	g := typegen.New(7)
	x := g.Algebra
	s := x.Store()
	simple := func() types.Type {
		for {
			if a := g.Type(3); expressible(a) {
				return a
			}
		}
	}
	for range 600 * *rounds {
		a, b := simple(), simple()
		if g.IntN(3) == 0 {
			b = s.VariantOf(a, b)
		}
		meet, rest := x.Meet(a, b), x.Subtract(a, b)
		values(g, a, b, func(v types.Value) {
			inA, inB := x.Instance(a, v), x.Instance(b, v)
			if x.Instance(meet, v) != (inA && inB) {
				t.Errorf("the meet of %s and %s is %s, which is wrong for the value %s", a, b, meet, x.ValueString(v))
			}
			if x.Instance(rest, v) != (inA && !inB) {
				t.Errorf("%s without %s is %s, which is wrong for the value %s", a, b, rest, x.ValueString(v))
			}
		})
	}
}

// expressible reports whether meets and differences with a can be expressed as types. That holds
// for ranges of integers and times, literal strings, Booleans, and sets of them. It does not hold
// for the sizes of strings and Enums.
func expressible(a types.Type) bool {
	switch a := a.(type) {
	case *types.UndefType, *types.DefaultType, *types.IntegerType, *types.TimespanType, *types.TimestampType, *types.BooleanType,
		*types.BinaryType, *types.SemVerRangeType:
		return true
	case *types.EnumType:
		return len(a.Values) > 0 && !a.CaseInsensitive
	case *types.VariantType:
		for _, m := range a.Types {
			if !expressible(m) {
				return false
			}
		}
		return len(a.Types) > 0
	case *types.OptionalType:
		return a.Type != nil && expressible(a.Type)
	case *types.NotUndefType:
		return a.Type != nil && expressible(a.Type)
	}
	return false
}

func TestRelation(t *testing.T) {
	seen := map[types.Relation]int{}
	pairs(t, 8, 800, func(g *typegen.Generator, a, b types.Type) {
		x := g.Algebra
		relation := x.Relation(a, b)
		seen[relation]++
		values(g, a, b, func(v types.Value) {
			if relation == types.Never && x.Instance(a, v) && x.Instance(b, v) {
				t.Errorf("%s never accepts %s, but %s is in both", a, b, x.ValueString(v))
			}
		})
		if types.HasBare(a) || types.HasAlias(a) || types.HasAlias(b) {
			return // Puppet assigns more to these than their instances, or the answer depends on the aliases
		}
		if (relation == types.Always) != (x.Assignable(a, b) || b.Kind() == types.KindNever) {
			t.Errorf("the relation of %s to %s is %s", a, b, relation)
		}
	})
	for _, r := range []types.Relation{types.Never, types.Sometimes, types.Always} {
		if seen[r] < 60 {
			t.Errorf("%s was the answer only %d times", r, seen[r])
		}
	}
}

func TestNormalizeIsIdempotent(t *testing.T) {
	g := typegen.New(9)
	for i := range 800 * *rounds {
		g.Recursive = i%4 == 0
		a := g.Type(4)
		once := g.Algebra.Normalize(a)
		if twice := g.Algebra.Normalize(once); twice != once && !g.Algebra.Equal(twice, once) {
			t.Errorf("%s is normalized to %s, and that to %s", a, once, twice)
		}
		if askedByType(a) || plain(a) {
			continue
		}
		values(g, a, once, func(v types.Value) {
			if g.Algebra.Instance(a, v) && !g.Algebra.Instance(once, v) {
				t.Errorf("%s is normalized to %s, without %s", a, once, g.Algebra.ValueString(v))
			}
		})
	}
}

// plain reports whether a contains a plain NotUndef or Optional. Puppet normalizes
// Optional[NotUndef] to the plain Optional, whose only value is undef.
func plain(a types.Type) bool {
	switch a := a.(type) {
	case *types.OptionalType:
		return a.Type == nil || plain(a.Type)
	case *types.NotUndefType:
		return a.Type == nil || plain(a.Type)
	}
	return slices.ContainsFunc(types.Parts(a), plain)
}

func TestStringRoundTrip(t *testing.T) {
	g := typegen.New(10)
	for i := range 1200 * *rounds {
		g.Recursive = i%2 == 0
		a := g.Type(4)
		text := a.String()
		if abbreviated(a) {
			continue
		}
		back, err := g.Parse(text)
		if err == nil && strings.Contains(text, "/(?") && back.String() == text {
			continue // Puppet, too, reads its text for a pattern with a fixed encoding as another type
		}
		if err != nil || back != a {
			t.Errorf("%s is read back as %v (%v)", text, back, err)
		}
	}
}

// abbreviated reports whether the text of a omits something, so that it cannot be read back: object
// types are printed as their names, joined version ranges may have their ends swapped, single
// instants look like ranges with an open end, Callables may omit empty parameters, and Sensitive
// generalizes its type again.
func abbreviated(a types.Type) bool {
	switch a := a.(type) {
	case *types.ObjectType:
		return a.Name != ""
	case *types.StructType:
		// Whether a key is optional may depend on what an alias stands for.
		if types.HasAlias(a) {
			return true
		}
	case *types.SensitiveType:
		return true
	case *types.TimespanType:
		return a.From == a.To
	case *types.TimestampType:
		return a.From == a.To
	case *types.CallableType:
		if a.Params != nil && len(a.Params.Types) == 0 || strings.Contains(a.String(), "Callable], ") {
			return true
		}
	case *types.SemVerType:
		for _, r := range a.Ranges {
			if _, err := types.ParseVersionRange(r.String()); err != nil || strings.Contains(r.String(), " - ") || r.String() == ">=2.0.0 <1.0.0" {
				return true
			}
		}
	}
	for _, p := range types.Parts(a) {
		if abbreviated(p) {
			return true
		}
	}
	return false
}

func TestValueIsOfItsInferredType(t *testing.T) {
	g := typegen.New(11)
	x := g.Algebra
	for range 800 * *rounds {
		v := g.AnyValue(4)
		if t := x.InferSet(v); denies(t) || askedByType(t) {
			continue
		}
		if inferred := x.InferSet(v); !x.Instance(inferred, v) {
			t.Errorf("the type of %s is %s, which does not hold it", x.ValueString(v), inferred)
		}
		if undefInside(v) {
			// The common type of undef and T is T.
			continue
		}
		for _, inferred := range []types.Type{x.Infer(v), x.InferGeneric(v)} {
			if !x.Instance(inferred, v) {
				t.Errorf("%s is inferred to be a %s, which does not hold it", x.ValueString(v), inferred)
			}
			if !x.Assignable(inferred, x.InferSet(v)) {
				t.Errorf("%s: %s does not accept %s", x.ValueString(v), inferred, x.InferSet(v))
			}
		}
	}
}

func undefInside(v types.Value) bool {
	switch v := v.(type) {
	case types.Undef:
		return true
	case types.Array:
		return slices.ContainsFunc(v, undefInside)
	case *types.Hash:
		return slices.ContainsFunc(v.Entries(), func(e types.HashEntry) bool { return undefInside(e.Key) || undefInside(e.Value) })
	}
	return false
}

func TestWideningEnds(t *testing.T) {
	longest := 0
	for seed := range uint64(8 * *rounds) {
		g := typegen.New(100 + seed)
		x := g.Algebra
		s := x.Store()
		current := g.Type(2)
		steps := 0
		for i := range 200 {
			g.Recursive = i%3 == 0
			next := g.Type(3)
			switch i % 4 {
			case 1:
				next = s.ArrayOf(current, nil)
			case 2:
				next = s.StructOf([]types.StructElement{{Name: string(rune('a' + i)), Value: current}})
			case 3:
				next = g.Related(current)
			}
			wide := x.Widen(current, next)
			if !x.Includes(wide, current) || !x.Includes(wide, next) {
				t.Errorf("%s widened by %s is %s, which does not include both", current, next, wide)
			}
			if wide != current {
				steps++
			}
			current = wide
		}
		longest = max(longest, steps)
	}
	if longest > 120 {
		t.Errorf("a chain of widenings had %d steps", longest)
	}
}
