package typequery

import "testing"

// TestExamplesOfTheSpecification holds the examples of the language specification (Values, Types
// and Variables), under its headings. Where Puppet's answer differs, the test has Puppet's answer
// and a comment.
func TestExamplesOfTheSpecification(t *testing.T) {
	const uriPath = "URI[{path => /^\\//}]"
	for _, example := range []struct {
		place, a, value string
		want            bool
	}{
		{"Integer: Testing value against range", "Integer[1, 10]", "10", true},
		{"Integer: Testing value against range", "Integer[1, 10]", "11", false},
		{"Integer: All positive (or 0) integers", "Integer[0, default]", "0", true},
		{"Integer: All positive integers", "Integer[1, default]", "0", false},
		{"Integer: All negative (or 0) integers", "Integer[default, 0]", "0", true},
		{"Integer: All negative integers", "Integer[default, -1]", "0", false},
		{"String", "String[1]", "'abc'", true},
		{"String", "String[1, 2]", "'abc'", false},
		{"String: a size that is a range", "String[Integer[1, 2]]", "'abc'", false},
		{"String", "Array[Pattern['[a-z]']]", "['a', 'b', 'c']", true},
		// The specification's own pattern a-z is no class of characters.
		{"String, as it is written", "Array[Pattern['a-z']]", "['a', 'b', 'c']", false},
		{"Boolean", "Boolean", "true", true},
		{"Boolean", "Boolean[true]", "true", true},
		{"Boolean", "Boolean[false]", "true", false},
		{"Boolean", "Boolean", "false", true},
		{"Boolean", "Boolean[true]", "false", false},
		{"Boolean", "Boolean[false]", "false", true},
		{"SemVer", "SemVer['1.x', '3.x']", "SemVer('1.2.3')", true},
		{"SemVer", "SemVer['1.x', '3.x']", "SemVer('2.3.4')", false},
		{"SemVer", "SemVer['1.x', '3.x']", "SemVer('3.4.5')", true},
		{"URI: require it to be absolute", uriPath, "URI('/a/b')", true},
		{"URI: require it to be absolute", uriPath, "URI('a/b')", false},
		{"URI: require it to be relative", "URI[{path => /^[^\\/]/}]", "URI('a/b')", true},
		{"Struct, example 1", "Struct[{mode => Enum[read, write, update], path => String[1]}]", "{mode => 'read', path => 'p'}", true},
		{"Struct, example 1", "Struct[{mode => Enum[read, write, update], path => String[1]}]", "{mode => 'read', path => ''}", false},
		{"Struct, example 1", "Struct[{mode => Enum[read, write, update], path => String[1]}]", "{mode => 'read'}", false},
		{"Struct, example 2: a key is optional when undef is accepted", "Struct[{article => Data}]", "{}", true},
		{"Struct, example 3: the entry must be there and is not undef", "Struct[{article => NotUndef[Data]}]", "{article => undef}", false},
		{"Struct, example 4: the entry must be there, maybe undef", "Struct[{NotUndef[article] => Data}]", "{article => undef}", true},
		{"Struct, example 4", "Struct[{NotUndef[article] => Data}]", "{}", false},
		{"Struct, example 5: optional, and not undef", "Struct[{Optional[article] => NotUndef[Data]}]", "{}", true},
		{"Struct: no other keys", "Struct[{a => Integer}]", "{a => 1, b => 2}", false},
		// An unparameterized Struct should match all hashes; Puppet's holds
		// the empty one alone.
		{"Struct without parameters", "Struct", "{}", true},
		{"Struct without parameters", "Struct", "{a => 1}", false},
		{"Tuple", "Tuple[String, Integer]", "['a', 1]", true},
		{"Tuple", "Tuple[String, Integer, 1]", "['a', 1, 2, 3]", true},
		{"Tuple", "Tuple[String, Integer, 0]", "['a', 1, 2, 3]", true},
		{"Tuple", "Tuple[String, Integer, 0, 2]", "['a', 1, 2, 3]", false},
		{"Tuple", "Tuple[String, Integer, 4]", "['a', 1, 2, 3]", true},
		{"Tuple", "Tuple[String, Integer, 5]", "['a', 1, 2, 3]", false},
		{"Tuple: exactly 5", "Tuple[Integer, 5, 5]", "[1, 2, 3, 4, 5]", true},
		{"Tuple: 5 to 10", "Tuple[Integer, 5, 10]", "[1, 2, 3, 4]", false},
		{"Tuple: one T1, two T1, or two T1 followed by one T2", "Tuple[Integer, Integer, String, 1, 3]", "[1, 2, 'a']", true},
		{"Tuple: one T1, two T1, or two T1 followed by one T2", "Tuple[Integer, Integer, String, 1, 3]", "[1, 'a']", false},
		{"Collection", "Collection[1, 3]", "[1, 2, 3]", true},
		{"Collection", "Collection[3]", "{a => 1, b => 2}", false},
		{"Variant", "Array[Variant[Integer[1000, 1999], Integer[10000, default]]]", "[1500, 20000]", true},
		{"Variant", "Array[Variant[Integer[1000, 1999], Integer[10000, default]]]", "[1500, 2000]", false},
		{"Array: an empty array is accepted where the size may be 0", "Array[Integer]", "[]", true},
		{"Array: an empty array is accepted where the size may be 0", "Array[Integer, 1]", "[]", false},
		{"Hash: an empty hash is accepted where the size may be 0", "Hash[String, Integer]", "{}", true},
		{"Sensitive", "Sensitive[String]", "Sensitive('a')", true},
		{"Sensitive: nothing besides", "Sensitive", "'a'", false},
		{"Optional: a literal string", "Optional['a']", "'a'", true},
		{"Optional: a literal string", "Optional['a']", "'b'", false},
	} {
		answer := NewSession().Answer(Query{Op: "instance", A: example.a, Expr: example.value})
		if answer["instance"] != example.want {
			t.Errorf("%s: %s =~ %s: got %v", example.place, example.value, example.a, answer)
		}
	}
}

// TestComparisonsOfTheSpecification holds the comparisons of types in the specification. a > b
// means that b is assignable to a and differs from it.
func TestComparisonsOfTheSpecification(t *testing.T) {
	session := NewSession()
	for _, example := range []struct {
		place, op, a, b string
		want            bool
	}{
		{"Integer: subset", "assignable", "Integer[1, 10]", "Integer[2, 3]", true},
		{"Integer: not equal", "equal", "Integer[1, 10]", "Integer[2, 3]", false},
		{"Integer: overlap", "assignable", "Integer[1, 10]", "Integer[0, 5]", false},
		{"Integer: equal", "equal", "Integer[1, 10]", "Integer[1, 10]", true},
		{"Variant: Variant[Optional[T]] == Optional[T]", "equal", "Variant[Optional[Integer]]", "Optional[Integer]", true},
		// These are the same sets, and the same when normalized; Puppet's ==
		// does not normalize.
		{"Variant: Variant[T, Undef] == Optional[T]", "equal", "Variant[Integer, Undef]", "Optional[Integer]", false},
		{"Variant: Variant[T, Undef] <= Optional[T]", "assignable", "Optional[Integer]", "Variant[Integer, Undef]", true},
		{"Variant: Optional[T] <= Variant[T, Undef]", "assignable", "Variant[Integer, Undef]", "Optional[Integer]", true},
		{"Hash is Hash[Any, Any]", "equal", "Hash", "Hash[Any, Any]", true},
		{"NotUndef is NotUndef[Any]", "equal", "NotUndef", "NotUndef[Any]", true},
		{"Undef: only undef is an Undef", "assignable", "Undef", "Integer", false},
		{"Undef: not assignable to any other type", "assignable", "Integer", "Undef", false},
		{"Callable: a Callable[Integer] cannot be called with Any", "assignable", "Callable[Any]", "Callable[Integer]", false},
		{"Callable: what takes a Scalar takes a String", "assignable", "Callable[String]", "Callable[Scalar]", true},
		{"Sensitive[T] and Sensitive[T2]", "assignable", "Sensitive[Scalar]", "Sensitive[String]", true},
		{"Sensitive[T] and Sensitive[T2]", "assignable", "Sensitive[String]", "Sensitive[Scalar]", false},
		{"Struct is compatible with Hash", "assignable", "Hash[String, Integer]", "Struct[{a => Integer}]", true},
		{"Hash is compatible with Struct of its size", "assignable", "Struct[{a => Integer}]", "Hash[String, Integer, 1, 1]", true},
		{"Iterator[T] is an Iterable[T]", "assignable", "Iterable[Integer]", "Iterator[Integer]", true},
		{"Resource[RT1] != Resource[RT2]", "equal", "Resource[file]", "Resource[service]", false},
		{"Resource[RT, T] != Resource[RT, T2]", "equal", "Resource[file, a]", "Resource[file, b]", false},
		{"Resource[RT] == RT", "equal", "Resource[file]", "File", true},
		{"Resource[RT, T] == RT[T]", "equal", "Resource[file, a]", "File[a]", true},
	} {
		if answer := session.Answer(Query{Op: example.op, A: example.a, B: example.b}); answer[example.op] != example.want {
			t.Errorf("%s: %s %s %s: got %v", example.place, example.op, example.a, example.b, answer)
		}
	}
	if answer := session.Answer(Query{Op: "normalize", A: "Variant[Integer, Undef]"}); answer["string"] != "Optional[Integer]" {
		t.Errorf("Variant[T, Undef] is normalized to %v", answer["string"])
	}
}
