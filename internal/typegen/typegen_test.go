package typegen

import (
	"regexp"
	"strings"
	"testing"

	"puppet-lint/types"
)

// TestTypesCanBeRead checks that the text of a generated type without aliases is read as the same
// type.
func TestTypesCanBeRead(t *testing.T) {
	// A range without versions, and the objects A and B, have no text that can be read.
	unwritable := regexp.MustCompile(`SemVer\['[^]]*, '|\b0\.0\.0-|Infinity|\b[AB]\b`)
	g, compared := New(1), 0
	for i := range 3000 {
		made := g.Type(1 + i%4)
		text := g.Algebra.String(made)
		if unwritable.MatchString(text) {
			continue
		}
		compared++
		read, err := g.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		// Puppet generalizes the type in Sensitive[…] when it reads it.
		if again := g.Algebra.String(read); again != text && !strings.Contains(text, "Sensitive[") {
			t.Errorf("%s is read as %s", text, again)
		}
	}
	if compared < 2000 {
		t.Errorf("only %d types were compared", compared)
	}
}

// TestSeeds: a seed gives a sequence, another seed another one.
func TestSeeds(t *testing.T) {
	sequence := func(seed uint64) (text string) {
		g := New(seed)
		for range 50 {
			text += g.Algebra.String(g.Type(3)) + g.Algebra.ValueString(g.AnyValue(3)) + "\n"
		}
		return text
	}
	if sequence(1) != sequence(1) {
		t.Error("the same seed gives two sequences")
	}
	if sequence(1) == sequence(2) {
		t.Error("two seeds give the same sequence")
	}
}

// TestValuesFit checks that many values generated for a type are instances of it, and that few
// other values are.
func TestValuesFit(t *testing.T) {
	g := New(3)
	g.Recursive = true
	fit, other, all := 0, 0, 0
	for range 3000 {
		of := g.Type(2)
		if of.Kind() == types.KindAny || g.Algebra.Relation(of, g.Algebra.Store().Any) == types.Always {
			continue
		}
		all++
		if g.Algebra.Instance(of, g.Value(of, 4)) {
			fit++
		}
		if g.Algebra.Instance(of, g.AnyValue(2)) {
			other++
		}
	}
	if fit*10 < all*4 || other > fit/3 {
		t.Errorf("of %d types, %d values fit, and %d of any others", all, fit, other)
	}
}

// TestRelatedTypes checks that a type and one derived from it often accept each other, and often
// do not.
func TestRelatedTypes(t *testing.T) {
	g := New(4)
	accepted, all, same := 0, 3000, 0
	for range all {
		of := g.Type(3)
		related := g.Related(of)
		if g.Algebra.Assignable(of, related) {
			accepted++
		}
		if of == related {
			same++
		}
	}
	if accepted < all/10 || accepted > all*9/10 || same > all/2 {
		t.Errorf("of %d derived types, %d are accepted by the original one and %d are it", all, accepted, same)
	}
}
