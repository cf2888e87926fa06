package lattice

import (
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/typegen"
	"puppet-lint/types"
)

// operand is a value, as the type that has only this value, and a type that has it among others.
type operand struct {
	value types.Value
	exact Type
	wide  Type
}

// generator makes operands.
type generator struct {
	*Lattice
	*typegen.Generator
}

func newGenerator(seed uint64) generator {
	g := typegen.New(seed)
	g.Recursive = true
	l := New(g.Algebra.Store(), types.ResolverMap{}, 8)
	l.Algebra = g.Algebra
	return generator{l, g}
}

// operand returns a random type and one of its values. It omits the types of Type and Callable,
// whose operations are only approximated.
func (g generator) operand() operand {
	for {
		wide := g.Type(3)
		value := g.Value(wide, 3)
		exact := g.TypeOfValue(value)
		if exact == nil || !IsConstant(exact) || !g.Lattice.Algebra.Instance(wide, value) || g.Relation(exact, wide) != Always {
			continue
		}
		return operand{value, exact, wide}
	}
}

// mayHold reports whether a type has a value, or may have some of a set of values.
func (g generator) mayHold(whole, part Type) bool {
	if holds(g.Lattice, whole, part) || strings.Contains(whole.String(), "Unknown") {
		return true
	}
	return !IsConstant(part) && g.Relation(part, whole) != Never
}

// agrees reports whether the answer for a type is correct for a value of the type.
func agrees(wide, exact Truth) bool { return wide == Maybe || exact == Maybe || wide == exact }

const lawRounds = 800

// TestTests compares the outcome of tests of types with that of tests of their values. The
// narrowed type must contain the values that pass the test.
func TestTests(t *testing.T) {
	g := newGenerator(11)
	for range lawRounds {
		a, b := g.operand(), g.operand()
		if g.IntN(3) == 0 {
			b = operand{a.value, a.exact, g.Join(a.wide, b.wide)}
		}
		kept := func(name string, narrowed Type) {
			if !g.mayHold(narrowed, a.exact) {
				t.Errorf("%v, a value of %v, is lost where %s (of %v, %v): %v", a.exact, a.wide, name, b.exact, b.wide, narrowed)
			}
		}
		for _, one := range []struct {
			name   string
			test   func(a, b Type) Truth
			narrow func(t, other Type, holds bool) Type
		}{
			{"==", g.Equal, g.NarrowEqual},
			{"in", g.Contains, nil},
			{"=~", g.Matches, nil},
			{"<", func(a, b Type) Truth { return g.orderedIfComparable("<", a, b) }, nil},
			{">=", func(a, b Type) Truth { return g.orderedIfComparable(">=", a, b) }, nil},
			{"is", func(a, _ Type) Truth { return g.Truthiness(a) }, func(t, _ Type, holds bool) Type { return g.NarrowTruth(t, holds) }},
			{"instance", func(a, _ Type) Truth { return g.Relation(a, b.wide) }, func(t, _ Type, holds bool) Type { return g.NarrowInstance(t, b.wide, holds) }},
		} {
			exact := one.test(a.exact, b.exact)
			if wide := one.test(a.wide, b.exact); !agrees(wide, exact) {
				t.Errorf("%v %s %v is %d, for %v it is %d", a.exact, one.name, b.exact, exact, a.wide, wide)
			}
			if one.name != "=~" { // a pattern is known, or nothing is
				if wide := one.test(a.exact, b.wide); !agrees(wide, exact) {
					t.Errorf("%v %s %v is %d, for %v it is %d", a.exact, one.name, b.exact, exact, b.wide, wide)
				}
			}
			// Puppet's Optional without a type accepts every type, but no value except undef.
			if bare, isOptional := b.wide.(*types.OptionalType); isOptional && bare.Type == nil {
				continue
			}
			if one.narrow != nil && exact != Maybe {
				kept(one.name, one.narrow(a.wide, b.exact, exact == Always))
			}
		}
	}
}

// orderedIfComparable is Ordered for operands that can be compared.
func (g generator) orderedIfComparable(operator string, a, b Type) Truth {
	for _, left := range g.Members(a) {
		for _, right := range g.Members(b) {
			if NotComparable(TypeClassOf(left), TypeClassOf(right)) != "" {
				return Maybe
			}
		}
	}
	return Ordered(operator, a, b)
}

// TestOperations compares operations on types with the same operations on their values.
func TestOperations(t *testing.T) {
	g := newGenerator(12)
	worked := 0
	for range lawRounds {
		a, b := g.operand(), g.operand()
		for _, left := range g.Members(a.wide) {
			if g.Relation(a.exact, left) != Always {
				continue
			}
			for _, operator := range []string{"+", "-", "*", "/", "%", "<<", ">>"} {
				for _, right := range g.Members(b.wide) {
					if g.Relation(b.exact, right) != Always {
						continue
					}
					exact, err := g.Calculate(operator, a.exact, b.exact)
					if err != nil {
						continue
					}
					worked++
					if wide, err := g.Calculate(operator, left, right); err != nil {
						t.Errorf("%v %s %v works, %v %s %v does not: %s", a.exact, operator, b.exact, left, operator, right, err.Message)
					} else if !g.mayHold(wide, exact) {
						t.Errorf("%v %s %v is %v, %v %s %v is %v", a.exact, operator, b.exact, exact, left, operator, right, wide)
					}
				}
			}
		}
	}
	if worked < 100 {
		t.Errorf("only %d operations worked", worked)
	}
}

// TestCollections compares operations on the types of collections with the same operations on
// their values.
func TestCollections(t *testing.T) {
	g := newGenerator(13)
	compare := func(name string, a operand, wide, exact Type) {
		t.Helper()
		if !g.mayHold(wide, exact) {
			t.Errorf("%s of %v is %v, of %v it is %v", name, a.exact, exact, a.wide, wide)
		}
	}
	for range lawRounds {
		a, b := g.operand(), g.operand()
		compare("Unfold", a, g.Unfold(a.wide), g.Unfold(a.exact))
		compare("WithoutUndef", a, g.WithoutUndef(a.wide), g.WithoutUndef(a.exact))
		compare("Generalize", a, g.Generalize(a.wide), a.exact)
		compare("Widen", a, g.JoinAll(g.WidenMembers(a.wide)), a.exact)
		items, isExact := g.FlattenOne(a.wide, 0)
		flat, _ := g.FlattenOne(a.exact, 0)
		for i, item := range flat {
			if isExact && (i >= len(items) || !g.mayHold(items[i], item)) || !isExact && !g.mayHold(g.JoinAll(items), item) {
				t.Errorf("flatten of %v gives %v, of %v %v", a.exact, flat, a.wide, items)
			}
		}
		if values := g.ValuesOf(a.wide); values != nil && !slices.ContainsFunc(values, func(value types.Value) bool { return g.TypeOfValue(value) == a.exact }) {
			t.Errorf("the values of %v are %v, without %v", a.wide, values, a.exact)
		}
		if value, ok := ValueOf(a.exact); !ok || g.TypeOfValue(value) != a.exact {
			t.Errorf("the value of %v is %v", a.exact, value)
		}
		for _, member := range g.Members(a.wide) {
			if g.Relation(a.exact, member) != Always {
				continue
			}
			wide := operand{a.value, a.exact, member}
			if size, exact := SizeOf(member), SizeOf(a.exact); exact.Single() && (exact.Low < size.Low || exact.High > size.High) {
				t.Errorf("%v has %v elements, %v %v", a.exact, exact, member, size)
			}
			switch TypeClassOf(a.exact) {
			case HashClass:
				compare("Pairs", wide, g.Pairs(member), g.Pairs(a.exact))
				for _, name := range []string{"a", "b", "name"} {
					if MayHaveKey(a.exact, name) && !MayHaveKey(member, name) {
						t.Errorf("%v has the key %s, %v cannot", a.exact, name, member)
					}
					compare("LookupKey", wide, g.LookupKey(member, g.Str(name)), g.LookupKey(a.exact, g.Str(name)))
				}
				if TypeClassOf(b.exact) == HashClass && TypeClassOf(b.wide) == HashClass {
					compare("MergeHashes", wide, g.MergeHashes(member, b.wide), g.MergeHashes(a.exact, b.exact))
				}
			case ArrayClass:
				compare("Concatenate", wide, g.Concatenate(member, b.exact), g.Concatenate(a.exact, b.exact))
				if exact, ok := g.HashFromArray(a.exact); ok {
					if hash, ok := g.HashFromArray(member); ok {
						compare("HashFromArray", wide, hash, exact)
					}
				}
				for position := int64(-3); position < 4; position++ {
					key := []Type{g.IntegerRange(Range{position, position})}
					exact, err := g.IndexArray(a.exact, key)
					if found, why := g.IndexArray(member, key); err == nil && why == nil {
						compare("IndexArray", wide, found, exact)
					}
				}
			}
		}
	}
}

// TestEverythingIsDescribed checks that every type has a short text for messages.
func TestEverythingIsDescribed(t *testing.T) {
	g := newGenerator(14)
	for range lawRounds {
		a, b := g.operand(), g.operand()
		for _, text := range []string{g.Describe(a.wide), g.Describe(a.exact), Shorten(g.Mismatch(b.wide, a.exact)), FormatType(a.wide)} {
			if text == "" || len(text) > 400 {
				t.Errorf("%v or %v is described as %q", a.wide, a.exact, text)
			}
		}
	}
}
