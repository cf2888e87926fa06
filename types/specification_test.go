package types_test

import (
	"testing"

	"puppet-lint/internal/typegen"
)

// unions holds the rows of the tables "Type Algebra on T" in the language specification (Values,
// Types and Variables). If Puppet's answer differs, it is in the field puppet, and is the expected
// one.
var unions = []struct{ rule, a, b, want, puppet string }{
	// Type Algebra on Any.
	{rule: "Any ∪ Any", a: "Any", b: "Any", want: "Any"},
	{rule: "Any ∪ (T != Any)", a: "Any", b: "Integer", want: "Any"},
	// Type Algebra on Undef.
	{rule: "Undef ∪ Undef", a: "Undef", b: "Undef", want: "Undef"},
	{rule: "Undef ∪ (T ∉ Undef)", a: "Undef", b: "Integer", want: "Any", puppet: "Integer"},
	// Type Algebra on Data.
	{rule: "Data ∪ Data", a: "Data", b: "Data", want: "Data"},
	{rule: "Data ∪ Numeric", a: "Data", b: "Numeric", want: "Data"},
	{rule: "Data ∪ String", a: "Data", b: "String", want: "Data"},
	{rule: "Data ∪ Array[Data]", a: "Data", b: "Array[Data]", want: "Data"},
	{rule: "Data ∪ Hash[String, Data]", a: "Data", b: "Hash[String, Data]", want: "Data"},
	{rule: "Data ∪ Undef", a: "Data", b: "Undef", want: "Data"},
	{rule: "Data ∪ (T ∉ Data)", a: "Data", b: "Callable", want: "Any"},
	{rule: "Data ∪ (T ∉ Data), T rich data", a: "Data", b: "Regexp", want: "Any", puppet: "RichData"},
	// Type Algebra on Scalar.
	{rule: "Scalar ∪ Scalar", a: "Scalar", b: "Scalar", want: "Scalar"},
	{rule: "Scalar ∪ (T ∈ Scalar)", a: "Scalar", b: "Regexp", want: "Scalar"},
	{rule: "Scalar ∪ (T ∈ Scalar), T a Timestamp", a: "Scalar", b: "Timestamp", want: "Scalar"},
	{rule: "Scalar ∪ (T ∉ Scalar)", a: "Scalar", b: "Callable", want: "Any"},
	{rule: "Scalar ∪ (T ∉ Scalar), T rich data", a: "Scalar", b: "Array[Scalar]", want: "Any", puppet: "RichData"},
	// Type Algebra on Numeric.
	{rule: "Numeric ∪ Numeric", a: "Numeric", b: "Numeric", want: "Numeric"},
	{rule: "Numeric ∪ (T ∈ Numeric)", a: "Numeric", b: "Float[0.0, 1.0]", want: "Numeric"},
	{rule: "Numeric ∪ (T ∈ Scalar)", a: "Numeric", b: "Regexp", want: "Scalar"},
	{rule: "Numeric ∪ (T ∈ Scalar), T scalar data", a: "Numeric", b: "String", want: "Scalar", puppet: "ScalarData"},
	{rule: "Numeric ∪ (T ∉ Scalar)", a: "Numeric", b: "Callable", want: "Any"},
	{rule: "Numeric ∪ (T ∉ Scalar), T data", a: "Numeric", b: "Array[Numeric]", want: "Any", puppet: "Data"},
	// Type Algebra on Integer.
	{rule: "Integer ∪ Integer", a: "Integer", b: "Integer", want: "Integer"},
	{rule: "Integer ∪ Float", a: "Integer", b: "Float", want: "Numeric"},
	{rule: "Integer ∪ Numeric", a: "Integer", b: "Numeric", want: "Numeric"},
	{rule: "Integer ∪ (T ∈ Scalar)", a: "Integer", b: "Regexp", want: "Scalar"},
	{rule: "Integer ∪ (T ∈ Scalar), T scalar data", a: "Integer", b: "Boolean", want: "Scalar", puppet: "ScalarData"},
	{rule: "Integer ∪ (T ∉ Scalar)", a: "Integer", b: "Callable", want: "Any"},
	{rule: "Integer[a, b] ∪ Integer[c, d]", a: "Integer[1, 3]", b: "Integer[10, 20]", want: "Integer[1, 20]"},
	// Type Algebra on Float.
	{rule: "Float ∪ Float", a: "Float", b: "Float", want: "Float"},
	{rule: "Float ∪ Integer", a: "Float", b: "Integer", want: "Numeric"},
	{rule: "Float ∪ Numeric", a: "Float", b: "Numeric", want: "Numeric"},
	{rule: "Float ∪ (T ∈ Scalar)", a: "Float", b: "Regexp", want: "Scalar"},
	{rule: "Float ∪ (T ∈ Scalar), T scalar data", a: "Float", b: "String", want: "Scalar", puppet: "ScalarData"},
	{rule: "Float ∪ (T ∉ Scalar)", a: "Float", b: "Callable", want: "Any"},
	{rule: "Float[a, b] ∪ Float[c, d]", a: "Float[1.0, 3.0]", b: "Float[10.0, 20.0]", want: "Float[1.0, 20.0]"},
	// Type Algebra on Timespan.
	{rule: "Timespan ∪ Timespan", a: "Timespan", b: "Timespan", want: "Timespan"},
	{rule: "Timespan ∪ Numeric", a: "Timespan", b: "Numeric", want: "Scalar"},
	{rule: "Timespan ∪ (T ∈ Scalar)", a: "Timespan", b: "String", want: "Scalar"},
	{rule: "Timespan ∪ (T ∉ Scalar)", a: "Timespan", b: "Callable", want: "Any"},
	{rule: "Timespan[a, b] ∪ Timespan[c, d]", a: "Timespan['0-00:00:01', '0-00:00:02']", b: "Timespan['1-00:00:00', '2-00:00:00']", want: "Timespan['0-00:00:01.0', '2-00:00:00.0']", puppet: "Scalar"},
	// Type Algebra on Timestamp.
	{rule: "Timestamp ∪ Timestamp", a: "Timestamp", b: "Timestamp", want: "Timestamp"},
	{rule: "Timestamp ∪ Numeric", a: "Timestamp", b: "Numeric", want: "Scalar"},
	{rule: "Timestamp ∪ (T ∈ Scalar)", a: "Timestamp", b: "String", want: "Scalar"},
	{rule: "Timestamp ∪ (T ∉ Scalar)", a: "Timestamp", b: "Callable", want: "Any"},
	{rule: "Timestamp[a, b] ∪ Timestamp[c, d]", a: "Timestamp['2015-01-01', '2016-01-01']", b: "Timestamp['2020-01-01', '2021-01-01']", want: "Timestamp['2015-01-01T00:00:00.000000000 UTC', '2021-01-01T00:00:00.000000000 UTC']", puppet: "Scalar"},
	// Type Algebra on String.
	{rule: "String ∪ String", a: "String", b: "String", want: "String"},
	{rule: "String ∪ Enum", a: "String", b: "Enum", want: "String"},
	{rule: "String ∪ Enum, with values", a: "String", b: "Enum['a']", want: "String"},
	{rule: "String ∪ Pattern", a: "String", b: "Pattern[/a/]", want: "String"},
	{rule: "String ∪ (T ∈ Scalar)", a: "String", b: "Regexp", want: "Scalar"},
	{rule: "String ∪ (T ∈ Scalar), T scalar data", a: "String", b: "Integer", want: "Scalar", puppet: "ScalarData"},
	{rule: "String ∪ (T ∉ Scalar)", a: "String", b: "Callable", want: "Any"},
	// Type Algebra on Regexp.
	{rule: "Regexp ∪ Regexp", a: "Regexp", b: "Regexp", want: "Regexp"},
	{rule: "Regexp[R] ∪ Regexp[R]", a: "Regexp[/a/]", b: "Regexp[/a/]", want: "Regexp[/a/]"},
	{rule: "Regexp[R] ∪ Regexp[Q]", a: "Regexp[/a/]", b: "Regexp[/b/]", want: "Regexp"},
	{rule: "Regexp[?] ∪ (T ∈ Scalar)", a: "Regexp[/a/]", b: "String", want: "Scalar"},
	{rule: "Regexp[?] ∪ (T ∉ Scalar)", a: "Regexp[/a/]", b: "Callable", want: "Any"},
	// Type Algebra on Array.
	{rule: "Array ∪ Array", a: "Array", b: "Array", want: "Array"},
	{rule: "Array[R] ∪ Array[R]", a: "Array[Integer]", b: "Array[Integer]", want: "Array[Integer]"},
	{rule: "Array[R] ∪ Array[Q]", a: "Array[Integer]", b: "Array[Float]", want: "Array[Numeric]"},
	{rule: "Array[R,a,b] ∪ Array[Q,c,d]", a: "Array[Integer, 1, 2]", b: "Array[Float, 3, 4]", want: "Array[Numeric, 1, 4]", puppet: "Array[Numeric]"},
	{rule: "Array[?] ∪ Hash[?,?]", a: "Array[Integer]", b: "Hash[String, Integer]", want: "Collection", puppet: "Data"},
	// Type Algebra on Hash.
	{rule: "Hash ∪ Hash", a: "Hash", b: "Hash", want: "Hash"},
	{rule: "Hash[K,V] ∪ Hash[Q,W]", a: "Hash[Integer, String]", b: "Hash[Float, Boolean]", want: "Hash[Numeric, ScalarData]"},
	{rule: "Hash[K,V,a,b] ∪ Hash[Q,W,c,d]", a: "Hash[Integer, Integer, 1, 2]", b: "Hash[Float, Float, 3, 4]", want: "Hash[Numeric, Numeric, 1, 4]", puppet: "Hash[Numeric, Numeric]"},
	{rule: "Hash[?] ∪ (T ∈ Collection)", a: "Hash[String, Integer]", b: "Collection", want: "Collection"},
	{rule: "Hash[?] ∪ (T ∉ Collection)", a: "Hash[String, Integer]", b: "Callable", want: "Any"},
	{rule: "Hash[?] ∪ (T ∉ Collection), T data", a: "Hash[String, Integer]", b: "Integer", want: "Any", puppet: "Data"},
	// Type Algebra on Struct.
	{rule: "Struct ∪ Struct", a: "Struct", b: "Struct", want: "Struct"},
	{rule: "Struct[T] ∪ Struct[T]", a: "Struct[{'a' => Integer}]", b: "Struct[{'a' => Integer}]", want: "Struct[{'a' => Integer}]"},
	{rule: "Struct[T] ∪ Struct[S (S ∉ T)]", a: "Struct[{'a' => Integer}]", b: "Struct[{'b' => Callable}]", want: "Struct", puppet: "Any"},
	{rule: "Struct[T] ∪ Struct[S (S ∉ T)], both data", a: "Struct[{'a' => Integer}]", b: "Struct[{'b' => String}]", want: "Struct", puppet: "Data"},
	{rule: "Struct[{s => T}] ∪ Hash[K,V]", a: "Struct[{'s' => Integer}]", b: "Hash[Integer, Float]", want: "Hash[ScalarData, Numeric]", puppet: "RichData"},
	{rule: "Struct[?] ∪ (T ∈ Collection)", a: "Struct[{'a' => Integer}]", b: "Array[Integer]", want: "Collection", puppet: "Data"},
	{rule: "Struct[?] ∪ (T ∉ Collection)", a: "Struct[{'a' => Integer}]", b: "Callable", want: "Any"},
	// Type Algebra on Tuple.
	{rule: "Tuple ∪ Tuple", a: "Tuple", b: "Tuple", want: "Tuple"},
	{rule: "Tuple[R, ...] ∪ Tuple[S, ...]", a: "Tuple[Integer, String]", b: "Tuple[Float, String]", want: "Tuple[Numeric, String]", puppet: "Data"},
	// Type Algebra on Collection.
	{rule: "Collection ∪ Collection", a: "Collection", b: "Collection", want: "Collection"},
	{rule: "Collection ∪ Array", a: "Collection", b: "Array", want: "Collection"},
	{rule: "Collection ∪ Hash", a: "Collection", b: "Hash", want: "Collection"},
	// Type Algebra on Variant.
	{rule: "Variant[*T] ∪ Variant[*Q]", a: "Variant[Integer, String]", b: "Variant[Boolean, String]", want: "Variant[Integer, String, Boolean]"},
	{rule: "Variant[*T] ∪ Q", a: "Variant[Integer, String]", b: "Boolean", want: "Variant[Integer, String, Boolean]", puppet: "ScalarData"},
	{rule: "Variant[*T] ∪ Q, Q in T", a: "Variant[Integer, String]", b: "Integer[1, 2]", want: "Variant[Integer, String]"},
	// Type Algebra on Optional.
	{rule: "Optional[T] ∪ T", a: "Optional[Integer]", b: "Integer", want: "Integer", puppet: "Optional[Integer]"},
	{rule: "Optional[T] ∪ Undef", a: "Optional[Integer]", b: "Undef", want: "Optional[Integer]"},
	{rule: "Optional[T] ∪ Optional[R]", a: "Optional[Integer]", b: "Optional[Float]", want: "Optional[Numeric]", puppet: "Data"},
	// Type Algebra on NotUndef.
	{rule: "NotUndef[T] ∪ T", a: "NotUndef[Integer]", b: "Integer", want: "NotUndef[Integer]"},
	{rule: "NotUndef[T] ∪ Undef", a: "NotUndef[Integer]", b: "Undef", want: "Variant", puppet: "NotUndef[Integer]"},
	{rule: "NotUndef[T] ∪ NotUndef[R]", a: "NotUndef[Integer]", b: "NotUndef[Float]", want: "NotUndef[Numeric]", puppet: "Numeric"},
	// Type Algebra on Resource.
	{rule: "Resource ∪ Resource", a: "Resource", b: "Resource", want: "Resource"},
	{rule: "Resource[RT] ∪ Resource[RT]", a: "File", b: "File", want: "File"},
	{rule: "Resource[RT1] ∪ Resource[RT2]", a: "File", b: "Service", want: "Resource"},
	{rule: "Resource[RT,T] ∪ Resource[RT, T]", a: "File['a']", b: "File['a']", want: "File['a']"},
	{rule: "Resource[RT,T1] ∪ Resource[RT, T2]", a: "File['a']", b: "File['b']", want: "File"},
	{rule: "Resource[?] ∪ (T ∈ CatalogEntry)", a: "File['a']", b: "Class['a']", want: "CatalogEntry", puppet: "Any"},
	{rule: "Resource[?] ∪ (T ∉ CatalogEntry)", a: "File['a']", b: "Integer", want: "Any"},
	// Type Algebra on Class.
	{rule: "Class ∪ Class", a: "Class", b: "Class", want: "Class"},
	{rule: "Class[c] ∪ Class[c]", a: "Class['c']", b: "Class['c']", want: "Class[c]"},
	{rule: "Class[c1] ∪ Class[c2]", a: "Class['c']", b: "Class['d']", want: "Class"},
	{rule: "Class[?] ∪ (T ∈ CatalogEntry)", a: "Class['c']", b: "File", want: "CatalogEntry", puppet: "Any"},
	{rule: "Class[?] ∪ (T ∉ CatalogEntry)", a: "Class['c']", b: "Integer", want: "Any"},
	// Type Algebra on Type.
	{rule: "Type ∪ Type", a: "Type", b: "Type", want: "Type"},
	{rule: "Type ∪ Type[T]", a: "Type", b: "Type[Integer]", want: "Type"},
	{rule: "Type[T] ∪ Type[T]", a: "Type[Integer]", b: "Type[Integer]", want: "Type[Integer]"},
	{rule: "Type[?] ∪ (T ∉ Type)", a: "Type[Integer]", b: "Callable", want: "Any"},
	{rule: "Type[?] ∪ (T ∉ Type), T rich data", a: "Type[Integer]", b: "Integer", want: "Any", puppet: "RichData"},
	// Type Algebra on Callable.
	{rule: "Callable ∪ Callable", a: "Callable", b: "Callable", want: "Callable"},
	{rule: "Callable[?] ∪ T (T ∉ Callable)", a: "Callable[Integer]", b: "Integer", want: "Any"},
	{rule: "Callable[D] ∪ Callable[E (E == D)]", a: "Callable[String]", b: "Callable[String]", want: "Callable[String]"},
	{rule: "Callable[D] ∪ Callable[E (E > D)]", a: "Callable[String]", b: "Callable[Scalar]", want: "Callable[String]"},
	{rule: "Callable[D] ∪ Callable[E (E < D)]", a: "Callable[Scalar]", b: "Callable[String]", want: "Callable[String]"},
	{rule: "Callable[D] ∪ Callable[E (!(E >= D or E < D))]", a: "Callable[Array]", b: "Callable[Integer]", want: "Callable"},
	{rule: "Callable[*S, B] ∪ Callable[*T, C]", a: "Callable[String, Callable[String]]", b: "Callable[Scalar, Callable[Scalar]]", want: "Callable[String, Callable[String]]", puppet: "Callable"},
	{rule: "Callable[String] ∪ Callable[Numeric]", a: "Callable[String]", b: "Callable[Numeric]", want: "Callable"},
	{rule: "Callable[D] ∪ Callable[E], with return types", a: "Callable[[String], Integer]", b: "Callable[[String], Float]", want: "Callable"},
}

// TestUnionTables compares CommonType with the tables. Puppet's answers differ from them in some
// cases: it answers Data or RichData where all values are such data, forgets sizes, has no rules
// for Structs, Tuples, times and catalog entries, and answers Callable for two Callables that
// differ.
func TestUnionTables(t *testing.T) {
	g := typegen.New(0)
	for _, row := range unions {
		t.Run(row.rule, func(t *testing.T) {
			a, err := g.Parse(row.a)
			if err != nil {
				t.Fatal(err)
			}
			b, err := g.Parse(row.b)
			if err != nil {
				t.Fatal(err)
			}
			want := row.want
			if row.puppet != "" {
				want = row.puppet
			}
			if got := g.Algebra.CommonType(a, b).String(); got != want {
				t.Errorf("%s ∪ %s: got %s, want %s", row.a, row.b, got, want)
			}
			// The join, which Puppet does not have, includes both types in every case.
			if joined := g.Algebra.Join(a, b); !g.Algebra.Includes(joined, a) || !g.Algebra.Includes(joined, b) {
				t.Errorf("the join of %s and %s is %s", row.a, row.b, joined)
			}
		})
	}
}

// TestUnionOfLiteralStrings checks the rules of the same section about strings with a content,
// String<x>.
func TestUnionOfLiteralStrings(t *testing.T) {
	g := typegen.New(0)
	s := g.Algebra.Store()
	x, y := s.StringValue("x"), s.StringValue("y")
	if got := g.Algebra.CommonType(x, x); got != x {
		t.Errorf("String<x> ∪ String<x>: got %s", got)
	}
	// The specification says String<x,y>; Puppet makes an Enum of it.
	if got := g.Algebra.CommonType(x, y).String(); got != "Enum['x', 'y']" {
		t.Errorf("String<x> ∪ String<y>: got %s", got)
	}
	// The specification says String<x>. Puppet answers the Enum, which has the same values.
	if got := g.Algebra.CommonType(x, s.EnumOf([]string{"x"}, false)); !g.Algebra.Includes(x, got) {
		t.Errorf("String<x> ∪ Enum[x]: got %s", got)
	}
}

// TestResourceRelations checks the relations between Resources that the specification lists.
func TestResourceRelations(t *testing.T) {
	g := typegen.New(0)
	for _, row := range []struct {
		wide, narrow string
	}{{"Resource", "File"}, {"File", "File['/a']"}, {"Resource", "File['/a']"}, {"CatalogEntry", "Resource"}, {"CatalogEntry", "Class"},
		{"Class", "Class['c']"}, {"Type", "Type[Integer]"}} {
		wide, _ := g.Parse(row.wide)
		narrow, _ := g.Parse(row.narrow)
		if !g.Algebra.Assignable(wide, narrow) || g.Algebra.Assignable(narrow, wide) {
			t.Errorf("%s is not wider than %s", row.wide, row.narrow)
		}
	}
	for _, pair := range [][2]string{{"Resource['file']", "File"}, {"Resource['file', '/a']", "File['/a']"}} {
		a, _ := g.Parse(pair[0])
		b, _ := g.Parse(pair[1])
		if a != b {
			t.Errorf("%s is not %s", pair[0], pair[1])
		}
	}
}
