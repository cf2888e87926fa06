package lattice

import (
	"slices"
	"testing"
)

// patternsOf returns options of a case: constants, types, and values that match other ones.
func patternsOf(r reader) []Type {
	patterns := append(constants(r.Lattice), r.typed("Regexp[/^a/]"), r.Any, r.typed("Integer"))
	for _, text := range []string{"Integer", "String", "Integer[1, 3]", "Array[Integer]", "Hash", "Undef", "Boolean", "Enum['a']", "Optional[String]", "Pattern[/^a/]"} {
		patterns = append(patterns, r.typed("Type["+text+"]"))
	}
	return patterns
}

// TestNarrowMatchKeepsMatches checks that narrowing by an option keeps the values that match it,
// and that the remaining type keeps the values that do not.
func TestNarrowMatchKeepsMatches(t *testing.T) {
	r := newReader(t)
	values := constants(r.Lattice)
	narrowed := 0
	for _, pattern := range patternsOf(r) {
		for _, value := range values {
			for _, wider := range []Type{r.Any, r.Generalize(value), r.JoinAll(values), r.Join(value, r.typed("Integer[0, 9]")), r.Join(value, r.typed("Array[String]"))} {
				for holds, certain := range map[bool]Truth{true: Always, false: Never} {
					if r.Matches(value, pattern) != certain {
						continue
					}
					kept := r.NarrowMatch(wider, pattern, holds)
					if r.Relation(value, kept) == Never {
						t.Errorf("%v matches %v: %t, but %v is narrowed to %v", value, pattern, holds, wider, kept)
					}
					if kept != wider {
						narrowed++
					}
				}
			}
		}
	}
	if narrowed < 200 {
		t.Errorf("only %d types were narrowed", narrowed)
	}
}

// TestNarrowMatch checks the narrowed and the remaining type of an option.
func TestNarrowMatch(t *testing.T) {
	r := newReader(t)
	some := r.typed("Variant[String, Integer, Array[String], Hash[String, Integer], Undef]")
	for _, test := range []struct {
		pattern      Type
		holds, fails string
	}{
		{r.typed("Type[Integer]"), "Integer", "Optional[Variant[String, Array[String], Hash[String, Integer]]]"},
		{r.typed("Regexp[/a/]"), "String", FormatType(some)},
		{r.list(r.Str("a")), "Array[String]", FormatType(some)},
		{r.StructOf([]Field{{Name: "a", Value: r.value(1)}}), "Hash[String, Integer]", FormatType(some)},
		{r.Undef, "Undef", "Variant[String, Integer, Array[String], Hash[String, Integer]]"},
		{r.DefaultType, FormatType(some), FormatType(some)},
		{r.Unknown, FormatType(some), FormatType(some)},
	} {
		if got := FormatType(r.NarrowMatch(some, test.pattern, true)); got != test.holds {
			t.Errorf("the type narrowed by a match with %v is %s, want %s", test.pattern, got, test.holds)
		}
		if got := FormatType(r.NarrowMatch(some, test.pattern, false)); got != test.fails {
			t.Errorf("the type narrowed by no match with %v is %s, want %s", test.pattern, got, test.fails)
		}
	}
	for pattern, want := range map[Type]string{r.typed("Regexp[/a/]"): "String", r.list(): "Array", r.StructOf(nil): "Hash"} {
		if got := FormatType(r.NarrowMatch(r.Any, pattern, true)); got != want {
			t.Errorf("Any narrowed by a match with %v is %s, want %s", pattern, got, want)
		}
	}
}

// TestJoinMany: the union of very many types contains each of them.
func TestJoinMany(t *testing.T) {
	r := newReader(t)
	var many []Type
	for i := range int64(5 * MaxTuple) {
		many = append(many, r.value(i*i), r.Str(string(rune('a'+i%26))), r.list(r.value(i)))
	}
	for _, list := range [][]Type{nil, many[:1], many[:3], many} {
		joined := r.JoinMany(list)
		for _, one := range list {
			if r.Relation(one, joined) != Always {
				t.Errorf("%v is not in the union of %d types, %v", one, len(list), joined)
			}
		}
	}
	if !r.IsNever(r.JoinMany(nil)) {
		t.Error("the union of no types has values")
	}
}

// TestPartsByClass checks the members of a type of one class, the type inside another one, and
// Puppet's types by name.
func TestPartsByClass(t *testing.T) {
	r := newReader(t)
	for _, test := range []struct {
		typ   string
		class TypeClass
		want  string
	}{
		{"Variant[String, Integer]", StringClass, "String"},
		{"Variant[Integer[1, 2], String]", IntegerClass, "Integer[1, 2]"},
		{"Any", ArrayClass, "Array"},
		{"Any", HashClass, "Hash"},
		{"Any", IntegerClass, "Integer"},
		{"Any", BooleanClass, "Any"},
		{"Integer", StringClass, "none"},
	} {
		got := "none"
		if part := r.OnlyClass(r.typed(test.typ), test.class); part != nil {
			got = FormatType(part)
		}
		if got != test.want {
			t.Errorf("the part of %s is %s, want %s", test.typ, got, test.want)
		}
	}
	if part := r.OnlyClass(r.Unknown, StringClass); part != nil {
		t.Errorf("a part of what is not known is %v", part)
	}
	for text, want := range map[string]string{"Sensitive[String]": "String", "Optional[Integer]": "Integer", "NotUndef[Float]": "Float", "NotUndef": "Any", "Integer": "Any"} {
		if got := FormatType(r.InnerOf(r.typed(text))); got != want {
			t.Errorf("within %s is %s, want %s", text, got, want)
		}
	}
	if got := r.DataType("integer"); got != r.Integer {
		t.Errorf("integer is %v", got)
	}
	if got := r.DataType("nothing"); got != nil {
		t.Errorf("nothing is %v", got)
	}
	for text, want := range map[string]bool{
		"Object[{name => 'A', attributes => {'a' => Integer}}]": true,
		"Object": false, "Integer": false, "Object[{name => 'B', attributes => {}}]": false,
	} {
		if got := r.HasKnownMembers(r.typed(text)); got != want {
			t.Errorf("all members of %s are known: %t", text, got)
		}
	}
	if got := r.IsInstance(r.Unknown, r.Integer); got != Maybe {
		t.Errorf("an unknown value is an Integer: %v", got)
	}
	if got := r.IsInstance(r.value(3), r.typed("Integer[1, 5]")); got != Always {
		t.Errorf("3 is an Integer[1, 5]: %v", got)
	}
}

// TestGroups checks the number of groups of a regular expression, and the groups that are part of
// every match. For named groups, these are not known.
func TestGroups(t *testing.T) {
	r := newReader(t)
	for _, test := range []struct {
		pattern string
		count   int
		certain []int
	}{
		{`a`, 0, nil}, {`(a)(b)?`, 2, []int{1}}, {`(a|(b))`, 2, []int{1}}, {`(?:a)(?<n>b)`, 1, nil}, {`[(]\((a)`, 1, []int{1}}, {`(?<=a)(?<!b)(?=c)(d)`, 1, []int{1}},
	} {
		pattern := r.typed("Regexp[/" + test.pattern + "/]")
		if got := GroupsOf(pattern); got != test.count {
			t.Errorf("%s has %d groups, want %d", test.pattern, got, test.count)
		}
		for group := 1; group <= test.count; group++ {
			if got := CertainGroupsOf(pattern)&(1<<group) != 0; got != slices.Contains(test.certain, group) {
				t.Errorf("%s: group %d takes part in every match: %t", test.pattern, group, got)
			}
		}
	}
	if got := CertainGroupsOf(r.Str("(a)")); got != 0 {
		t.Errorf("a string has the groups %b", got)
	}
}
