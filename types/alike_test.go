package types_test

import (
	"testing"

	"puppet-lint/internal/typegen"
	"puppet-lint/types"
)

// TestAlikeVersionRanges checks that a Variant keeps only the first of two types whose version
// ranges contain the same versions. The expected types are those of Puppet.
func TestAlikeVersionRanges(t *testing.T) {
	g := typegen.New(0)
	for text, want := range map[string]string{
		"Variant[SemVer['1.x'], SemVer['>=1.0.0 <2.0.0']]":                                       "SemVer['1.x']",
		"Variant[Array[SemVer['1.x']], Array[SemVer['>=1.0.0 <2.0.0']]]":                         "Array[SemVer['1.x']]",
		"Variant[SemVer['1.x'], SemVer['1.0.0 - 1.2.3']]":                                        "Variant[SemVer['1.x'], SemVer['1.0.0 - 1.2.3']]",
		"Variant[Variant[SemVer['1.x'], String], Variant[String, SemVer['>=1.0.0 <2.0.0']]]":     "Variant[SemVer['1.x'], String]",
		"Variant[Array[Variant[Integer, String]], Array[Variant[String, Integer]]]":              "Variant[Array[Variant[Integer, String]], Array[Variant[String, Integer]]]",
		"Variant[SemVer['>=1.2.0'], SemVer['>2.0.0', '>=1.2.0']]":                                "SemVer['>=1.2.0']",
		"Variant[Timespan['0-00:00:01', default], Timespan['0-00:00:01', default], SemVerRange]": "Variant[Timespan['0-00:00:01.0'], Timespan['0-00:00:01.0'], SemVerRange]",
	} {
		if got, err := g.Parse(text); err != nil || got.String() != want {
			t.Errorf("%s: got %v (%v), want %s", text, got, err, want)
		}
	}
}

// TestEqualVariantsAndUnions checks Variants that are equal although their members differ in order.
// Puppet compares the members of small Variants one by one, and hashes those of large ones.
func TestEqualVariantsAndUnions(t *testing.T) {
	g := typegen.New(0)
	parse := func(text string) types.Type {
		a, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for _, pair := range [][2]string{
		{"Variant[Array[Variant[Integer, String]], Undef]", "Variant[Undef, Array[Variant[String, Integer]]]"},
		{"Variant[Timespan[1, 2], Undef]", "Variant[Undef, Timespan[1, 2]]"},
		{"Variant[SemVer['1.x'], String]", "Variant[String, SemVer['>=1.0.0 <2.0.0']]"},
	} {
		if !g.Algebra.Equal(parse(pair[0]), parse(pair[1])) {
			t.Errorf("%s is not equal to %s", pair[0], pair[1])
		}
	}
	for _, row := range [][3]string{
		{"Variant[Array[Variant[Integer, String]], Undef]", "Variant[Boolean, Array[Variant[String, Integer]]]", "Variant[Array[Variant[Integer, String]], Undef, Boolean]"},
		{"Variant[Timespan[1, 2], Undef]", "Variant[Boolean, Timespan[1, 2]]", "Variant[Timespan['0-00:00:01.0', '0-00:00:02.0'], Undef, Boolean]"},
		{"RichData", "Variant", "Variant"},
	} {
		if got := g.Algebra.CommonType(parse(row[0]), parse(row[1])).String(); got != row[2] {
			t.Errorf("%s ∪ %s: got %s, want %s", row[0], row[1], got, row[2])
		}
	}
}

// TestTypesAreObjects checks that types are values of the plain Object, and of no other object
// type.
func TestTypesAreObjects(t *testing.T) {
	g := typegen.New(0)
	s := g.Algebra.Store()
	value := types.TypeValue{Type: s.Integer}
	if !g.Algebra.Instance(s.Object, value) || g.Algebra.Instance(s.Deferred, value) {
		t.Error("Integer is an Object and no Deferred")
	}
	if g.Algebra.Relation(s.Object, s.TypeOf(s.Integer)) == types.Never {
		t.Error("a Type[Integer] may be an Object")
	}
	if g.Algebra.Assignable(s.Object, s.TypeOf(s.Integer)) {
		t.Error("Type[Integer] is assignable to Object")
	}
}
