package lattice

import (
	"strings"
	"testing"

	"puppet-lint/types"
	"puppet-lint/types/typeexpr"
)

// reader makes types of their text, and values of numbers and strings.
type reader struct {
	*Lattice
	t *testing.T
}

func newReader(t *testing.T) reader { return reader{newLattice(), t} }

// typed is the type that a text names.
func (r reader) typed(text string) Type {
	r.t.Helper()
	made, err := typeexpr.Parse(r.Algebra, nil, text)
	if err != nil {
		r.t.Fatalf("%s: %v", text, err)
	}
	return made
}

// value is the type that only has one integer.
func (r reader) value(n int64) Type { return r.IntegerRange(Range{n, n}) }

// list is the array of these elements.
func (r reader) list(elements ...Type) Type { return r.Tuple(elements) }

// outcome returns the type or the message that an operation returns.
func outcome(result Type, err *OperationError) string {
	if err != nil {
		return err.Message
	}
	if text, known := StringOf(result); known {
		return Quote(text)
	}
	return FormatType(result)
}

// TestCalculate checks that arithmetic gives Puppet's results.
func TestCalculate(t *testing.T) {
	r := newReader(t)
	for _, test := range []struct {
		operator    string
		left, right Type
		want        string
	}{
		{"+", r.value(1), r.value(2), "Integer[3, 3]"},
		{"-", r.typed("Integer[0, 10]"), r.value(3), "Integer[-3, 7]"},
		{"*", r.value(3), r.FloatValue(0.5), "Float[1.5, 1.5]"},
		{"/", r.value(-7), r.value(2), "Integer[-4, -4]"},
		{"%", r.value(-7), r.value(2), "Integer[1, 1]"},
		{"/", r.value(1), r.value(0), "division by zero"},
		{"%", r.value(1), r.value(0), "division by zero"},
		{"/", r.typed("Integer[10, 20]"), r.typed("Integer[2, 5]"), "Integer[2, 10]"},
		{"<<", r.value(1), r.value(4), "Integer[16, 16]"},
		{">>", r.value(16), r.value(4), "Integer[1, 1]"},
		{"<<", r.value(1), r.value(70), "the result of '<<' does not fit in Puppet's integers"},
		{"*", r.value(1 << 62), r.value(4), "the result of '*' does not fit in Puppet's integers"},
		{"+", r.Str("a"), r.value(1), "'+' expects a number, got the string 'a'"},
		{"+", r.value(1), r.Str("7"), "the string '7' is used as a number; use a number, or convert it with Numeric()"},
		{"-", r.value(1), r.Undef, "'-' expects a number, got undef"},
		{"+", r.list(r.value(1)), r.Str("a"), "Tuple[Integer[1, 1], String]"},
		{"+", r.list(r.value(1)), r.list(r.value(2), r.value(3)), "Tuple[Integer[1, 1], Integer[2, 2], Integer[3, 3]]"},
		{"<<", r.list(r.value(1)), r.list(r.value(2)), "Tuple[Integer[1, 1], Tuple[Integer[2, 2]]]"},
		{"-", r.list(r.value(1), r.value(2)), r.value(1), "Tuple[Integer[2, 2]]"},
		{"+", r.typed("Array[String]"), r.typed("Array[Integer]"), "Array[Variant[String, Integer]]"},
		{"<<", r.typed("Hash[String, Integer]"), r.value(1), "operator '<<' is not applicable to a Hash[String, Integer]"},
		{"+", r.StructOf([]Field{{Name: "a", Value: r.value(1)}}), r.StructOf([]Field{{Name: "b", Value: r.value(2)}}), "Struct[{'a' => Integer[1, 1], 'b' => Integer[2, 2]}]"},
		{"-", r.StructOf([]Field{{Name: "a", Value: r.value(1)}, {Name: "b", Value: r.value(2)}}), r.Str("a"), "Struct[{'b' => Integer[2, 2]}]"},
		{"+", r.typed("URI"), r.value(1), "only a URI or a String can be merged into a URI, not the number 1"},
		{"+", r.typed("URI"), r.Str("x"), "URI"},
		{"+", r.typed("Binary"), r.Str("x"), "only a Binary can be appended to a Binary, not the string 'x'"},
		{"+", r.typed("Binary"), r.typed("Binary"), "Binary"},
		{"*", r.Any, r.Str("x"), "'*' expects a number, got the string 'x'"},
		{"*", r.Any, r.value(2), "Any"},
		{"+", r.typed("Timespan"), r.value(2), "Timespan"},
		{"-", r.typed("Timestamp"), r.typed("Timestamp"), "Timespan"},
		{"+", r.typed("Timestamp"), r.typed("Timestamp"), "a Timestamp cannot be added to a Timestamp"},
		{"-", r.typed("Timespan"), r.typed("Timestamp"), "a Timestamp cannot be subtracted from a Timespan"},
		{"/", r.typed("Timespan"), r.typed("Timespan"), "Float"},
		{"*", r.typed("Timespan"), r.FloatValue(1.5), "Timespan"},
		{"%", r.typed("Timestamp"), r.value(2), "operator '%' is not applicable to a Timestamp"},
		{"%", r.typed("Timespan"), r.value(2), "Variant[Integer, Timespan]"},
		{"%", r.typed("Timespan"), r.value(0), "division by zero"},
		{"%", r.typed("Timespan"), r.typed("Timespan"), "operator '%' is not applicable to a Timespan when the right side is a Timespan"},
		{"/", r.typed("Timespan"), r.value(2), "Timespan"},
		{"/", r.typed("Timestamp"), r.value(2), "operator '/' is not applicable to a Timestamp"},
		{"*", r.typed("Timestamp"), r.typed("Timespan"), "operator '*' is not applicable to a Timestamp when the right side is a Timespan"},
		{"-", r.typed("Timestamp"), r.value(2), "Timestamp"},
		{"-", r.typed("Timespan"), r.value(2), "Timespan"},
		{"+", r.value(2), r.typed("Timestamp"), "Timestamp"},
		{"+", r.typed("Timespan[3, 3]"), r.value(2), "Timespan['0-00:00:05.0']"},
		{"+", r.FloatValue(0.5), r.typed("Timespan[3, 3]"), "Timespan['0-00:00:03.5']"},
		{"-", r.typed("Timestamp[5, 5]"), r.typed("Timestamp[3, 3]"), "Timespan['0-00:00:02.0']"},
		{"-", r.typed("Timestamp[5, 5]"), r.typed("Timespan[3, 3]"), "Timestamp['1970-01-01T00:00:02.000000000 UTC']"},
		{"+", r.typed("Timespan[3, 3]"), r.typed("Timestamp[5, 5]"), "Timestamp['1970-01-01T00:00:08.000000000 UTC']"},
	} {
		if got := outcome(r.Calculate(test.operator, test.left, test.right)); got != test.want {
			t.Errorf("%v %s %v gives %s, want %s", test.left, test.operator, test.right, got, test.want)
		}
	}
}

// TestIndexes checks that access by brackets gives Puppet's results.
func TestIndexes(t *testing.T) {
	r := newReader(t)
	three := r.list(r.value(1), r.Str("b"), r.value(3))
	for _, test := range []struct {
		name string
		got  string
		want string
	}{
		{"a character", outcome(r.IndexString(r.Str("héllo"), []Type{r.value(1)})), "'é'"},
		{"from the end", outcome(r.IndexString(r.Str("hello"), []Type{r.value(-2)})), "'l'"},
		{"a slice", outcome(r.IndexString(r.Str("hello"), []Type{r.value(1), r.value(3)})), "'ell'"},
		{"to the end", outcome(r.IndexString(r.Str("hello"), []Type{r.value(1), r.value(-1)})), "'ello'"},
		{"beyond", outcome(r.IndexString(r.Str("hello"), []Type{r.value(9)})), "''"},
		{"some string", outcome(r.IndexString(r.String, []Type{r.value(9)})), "String"},
		{"no index", outcome(r.IndexString(r.String, nil)), "a String takes one or two indexes, not 0"},
		{"a word as index", outcome(r.IndexString(r.String, []Type{r.Str("a")})), "a String is indexed by an Integer, not by the string 'a'"},
		{"an element", outcome(r.IndexArray(three, []Type{r.value(1)})), "'b'"},
		{"the last", outcome(r.IndexArray(three, []Type{r.value(-1)})), "Integer[3, 3]"},
		{"none", outcome(r.IndexArray(three, []Type{r.value(7)})), "Undef"},
		{"two", outcome(r.IndexArray(three, []Type{r.value(1), r.value(2)})), "Tuple[String, Integer[3, 3]]"},
		{"none of a slice", outcome(r.IndexArray(three, []Type{r.value(5), r.value(2)})), "Array[0, 0]"},
		{"some", outcome(r.IndexArray(r.typed("Array[Integer, 1, 3]"), []Type{r.value(0), r.value(2)})), "Array[Integer, 0, 3]"},
		{"too many", outcome(r.IndexArray(three, []Type{r.value(1), r.value(1), r.value(1)})), "an Array takes one or two indexes, not 3"},
		{"a float", outcome(r.IndexArray(three, []Type{r.FloatValue(1)})), "an Array is indexed by an Integer, not by the number 1"},
		{"no key", outcome(r.IndexHash(r.typed("Hash[String, Integer]"), nil)), "a Hash takes at least one key"},
		{"a key", outcome(r.IndexHash(r.typed("Hash[String, Integer]"), []Type{r.Str("a")})), "Optional[Integer]"},
		{"several keys", outcome(r.IndexHash(r.typed("Struct[{a => Integer, b => String}]"), []Type{r.Str("a"), r.Str("b")})), "Tuple[Integer, String]"},
		{"an absent key", outcome(r.IndexHash(r.typed("Struct[{a => Integer}]"), []Type{r.Str("b")})), "Undef"},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, test.got, test.want)
		}
	}
}

// TestParametersOfTypes checks which parameters the types accept, as Puppet does.
func TestParametersOfTypes(t *testing.T) {
	r := newReader(t)
	integer, text := r.TypeOf(r.Integer), r.TypeOf(r.String)
	for _, test := range []struct {
		base string
		keys []Type
		want string
	}{
		{"Integer", []Type{r.value(1), r.value(5)}, "Integer[1, 5]"},
		{"Integer", []Type{r.value(5), r.value(1)}, "the first bound 5 is greater than the second, 1"},
		{"Integer", []Type{r.Str("a")}, "the bounds of Integer must be integers or default, not the string 'a'"},
		{"Float", []Type{r.value(1), r.FloatValue(2.5)}, "Float[1.0, 2.5]"},
		{"Float", []Type{r.FloatValue(2.5), r.value(1)}, "the first bound is greater than the second"},
		{"Float", []Type{r.Str("a")}, "the bounds of Float must be numbers or default, not the string 'a'"},
		{"String", []Type{r.value(1)}, "String[1]"},
		{"String", []Type{r.TrueType}, "a size must be one or two integers, not true"},
		{"Collection", []Type{r.value(1), r.value(2)}, "Collection[1, 2]"},
		{"Array", []Type{integer}, "Array[Integer]"},
		{"Array", []Type{integer, r.value(1)}, "Array[Integer, 1]"},
		{"Array", []Type{r.value(1)}, "Array[] takes types, not the number 1"},
		{"Hash", []Type{text, integer}, "Hash[String, Integer]"},
		{"Hash", []Type{text, integer, r.value(1), r.value(2)}, "Hash[String, Integer, 1, 2]"},
		{"Tuple", []Type{integer, text}, "Tuple[Integer, String]"},
		{"Tuple", []Type{integer, r.value(1), r.value(3)}, "Tuple[Integer, 1, 3]"},
		{"Struct", []Type{r.StructOf([]Field{{Name: "a", Value: integer}})}, "Struct[{'a' => Integer}]"},
		{"Enum", []Type{r.Str("a"), r.Str("b")}, "Enum['a', 'b']"},
		{"Pattern", []Type{r.Str("^a")}, "Pattern[/^a/]"},
		{"Pattern", []Type{r.Str("(")}, "'(' is not a valid regular expression: end pattern with unmatched parenthesis: /(/"},
		{"Regexp", []Type{r.Str("a")}, "Regexp[/a/]"},
		{"Boolean", []Type{r.TrueType}, "Boolean[true]"},
		{"Variant", []Type{integer, text}, "Variant[Integer, String]"},
		{"Optional", []Type{integer}, "Optional[Integer]"},
		{"Optional", []Type{r.Str("a")}, "Optional['a']"},
		{"NotUndef", []Type{integer}, "NotUndef[Integer]"},
		{"Sensitive", []Type{text}, "Sensitive[String]"},
		{"Iterable", []Type{text}, "Iterable[String]"},
		{"Callable", []Type{integer, text}, "Callable[Integer, String]"},
		{"Callable", []Type{r.value(0), r.value(0)}, "Callable[0, 0]"},
		{"Class", []Type{r.Str("apache")}, "Class[apache]"},
		{"Class", []Type{r.value(1)}, "the number 1 cannot name a class"},
		{"Resource", []Type{r.Str("File"), r.Str("/tmp")}, "File['/tmp']"},
		{"Undef", []Type{integer}, "Undef does not accept parameters"},
	} {
		result, why, _ := r.Specialize(r.typed(test.base), test.keys)
		if why == nil && result == nil {
			t.Errorf("%s%v gives nothing", test.base, test.keys)
			continue
		}
		if got := outcome(inner(result), why); got != test.want {
			t.Errorf("%s%v gives %s, want %s", test.base, test.keys, got, test.want)
		}
	}
}

// inner returns the type that a value of a Type represents.
func inner(t Type) Type {
	if t != nil && t.Kind() == types.KindType {
		return TypeIn(t)
	}
	return t
}

// TestOrder checks that comparisons are Puppet's: strings are compared without regard to case.
func TestOrder(t *testing.T) {
	r := newReader(t)
	for _, test := range []struct {
		left     Type
		operator string
		right    Type
		want     Truth
	}{
		{r.Str("a"), "<", r.Str("B"), Always},
		{r.Str("A"), "<=", r.Str("a"), Always},
		{r.Str("b"), ">", r.Str("A"), Always},
		{r.value(1), ">=", r.FloatValue(1), Always},
		{r.value(1), ">", r.FloatValue(1.5), Never},
		{r.typed("Integer[9007199254740993, 9007199254740993]"), ">", r.typed("Integer[9007199254740992, 9007199254740992]"), Always},
		{r.typed("Integer[1, 5]"), "<", r.typed("Integer[6, 9]"), Always},
		{r.typed("Integer[6, 9]"), "<", r.typed("Integer[1, 5]"), Never},
		{r.typed("Integer[1, 5]"), "<=", r.typed("Integer[5, 9]"), Always},
		{r.typed("Integer[1, 5]"), ">", r.typed("Integer[5, 9]"), Never},
		{r.typed("Integer[1, 5]"), "<", r.typed("Integer[5, 9]"), Maybe},
		{r.String, "<", r.String, Maybe},
	} {
		if got := Ordered(test.operator, test.left, test.right); got != test.want {
			t.Errorf("%v %s %v is %d, want %d", test.left, test.operator, test.right, got, test.want)
		}
	}
	for classes, want := range map[[2]TypeClass]string{
		{StringClass, IntegerClass}:     "a String can only be compared with a String",
		{IntegerClass, StringClass}:     "a number can only be compared with a number, a Timespan or a Timestamp",
		{TimespanClass, TimestampClass}: "a Timespan can only be compared with a Timespan or a number",
		{TimestampClass, StringClass}:   "a Timestamp can only be compared with a Timestamp or a number",
		{SemVerClass, StringClass}:      "a SemVer can only be compared with a SemVer",
		{DefaultClass, StringClass}:     "default can only be compared with default",
		{UndefClass, UndefClass}:        "only strings, numbers, times and versions have an order",
		{AnyClass, UndefClass}:          "only strings, numbers, times and versions have an order",
		{AnyClass, StringClass}:         "", {StringClass, AnyClass}: "", {FloatClass, TimespanClass}: "",
	} {
		if got := NotComparable(classes[0], classes[1]); got != want {
			t.Errorf("classes %v: %q, want %q", classes, got, want)
		}
	}
}

// TestNarrowTests checks the narrowed types after tests.
func TestNarrowTests(t *testing.T) {
	r := newReader(t)
	for name, test := range map[string]struct {
		got  Type
		want string
	}{
		"not empty":              {r.NarrowEmpty(r.typed("Optional[String]"), false), "String[1]"},
		"empty":                  {r.NarrowEmpty(r.typed("Variant[Undef, Array[Integer, 1]]"), true), "Undef"},
		"an array with elements": {r.NarrowEmpty(r.typed("Array[Integer]"), false), "Array[Integer, 1]"},
		"a hash with entries":    {r.NarrowEmpty(r.typed("Hash[String, Integer]"), false), "Hash[String, Integer, 1]"},
		"a word that is left":    {r.NarrowEmpty(r.typed("Enum['', 'a']"), false), "Enum['a']"},
		"an instance":            {r.NarrowInstance(r.typed("Variant[Integer, String]"), r.Integer, true), "Integer"},
		"no instance":            {r.NarrowInstance(r.typed("Variant[Integer, String]"), r.Integer, false), "String"},
		"without undef":          {r.WithoutUndef(r.typed("Optional[Integer]")), "Integer"},
		"equal to a word":        {r.NarrowEqual(r.typed("Enum['a', 'b', 'c']"), r.Str("b"), true), "Enum['b']"},
		"another word":           {r.NarrowEqual(r.typed("Enum['a', 'b', 'c']"), r.Str("b"), false), "Enum['a', 'c']"},
		"only strings":           {r.OnlyClass(r.typed("Variant[Integer, String]"), StringClass), "String"},
		"of a size":              {r.WithSize(r.typed("Array[Integer]"), Range{2, 3}), "Array[Integer, 2, 3]"},
		"present":                {r.PresentValue(r.typed("Hash[String, Optional[Integer]]"), r.Str("a")), "Optional[Integer]"},
	} {
		if got := FormatType(test.got); got != test.want {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
}

// TestValuesOfTypes checks that values turn into types and back.
func TestValuesOfTypes(t *testing.T) {
	l := newLattice()
	for _, constant := range constants(l) {
		value, ok := ValueOf(constant)
		if !ok {
			if TypeClassOf(constant) != HashClass { // of hashes only those with keys that are strings
				t.Errorf("%v has no value", constant)
			}
			continue
		}
		if back := l.TypeOfValue(value); back != constant {
			t.Errorf("%v is %v, and back %v", constant, value, back)
		}
	}
	if _, ok := ValueOf(l.String); ok {
		t.Error("a String is one value")
	}
}

// TestWords checks the words of messages for types, sizes and numbers.
func TestWords(t *testing.T) {
	r := newReader(t)
	for name, test := range map[string]struct{ got, want string }{
		"exactly":         {CountRange(2, 2), "2 arguments"},
		"at least":        {CountRange(2, -1), "at least 2 arguments"},
		"between":         {CountRange(1, 2), "between 1 and 2 arguments"},
		"an empty array":  {r.Describe(r.list()), "an empty array"},
		"an empty hash":   {r.Describe(r.StructOf(nil)), "an empty hash"},
		"a number":        {r.Describe(r.value(5)), "the number 5"},
		"undef":           {r.Describe(r.Undef), "undef"},
		"a type":          {r.Describe(r.typed("Integer")), "an Integer"},
		"a missing entry": {r.Mismatch(r.typed("Struct[{a => Integer, b => Integer}]"), r.typed("Struct[{a => Integer}]")), "expects a Struct[{'a' => Integer, 'b' => Integer}]: the entry 'b' is missing"},
		"one typo":        {r.SuggestedWord(r.typed("Enum['present', 'absent']"), r.Str("presnt")).Meant, "present"},
		"no typo":         {r.SuggestedWord(r.typed("Enum['present', 'absent']"), r.Str("latest")).Meant, ""},
		"the name":        {r.NameOf(r.typed("Array[Integer]")), "Array"},
		"an article":      {Article("Integer"), "an Integer"},
		"another article": {Article("String"), "a String"},
		"a lower case":    {LowerFirst("Integer"), "integer"},
		"a lower article": {LowerFirst("A type"), "a type"},
		"a short name":    {LowerFirst("T equality"), "T equality"},
		"a set of types":  {LowerFirst("TypeSet initializer"), "TypeSet initializer"},
		"a qualified one": {LowerFirst("M::T equality"), "M::T equality"},
		"a reference":     {FormatType(r.TitledReference("file", "/tmp")), "File['/tmp']"},
		"a class":         {ClassNameOf(r.ClassReference("apache")), "apache"},
		"a resource type": {ResourceTypeName(r.ResourceReference("file")), "file"},
		"leading digits":  {Count(int(LeadingInteger("12abc"))), "12"},
		"a size":          {DescribeSize(Range{1, 3}), "1 to 3"},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %q, want %q", name, test.got, test.want)
		}
	}
	for text, want := range map[string]bool{"12": true, "0x1f": true, "1.5e3": true, "-7": true, "a1": false, "": false, "08": false, "1.": false} {
		if _, isNumber := ToNumber(text); isNumber != want {
			t.Errorf("%q is a number: %v", text, isNumber)
		}
	}
}

// TestReferencesToTypes checks which parameters references and further types accept, as Puppet
// does.
func TestReferencesToTypes(t *testing.T) {
	r := newReader(t)
	for _, test := range []struct {
		base string
		keys []Type
		want string
	}{
		{"Class", []Type{r.Str("apache")}, "Class[apache]"},
		{"Class", []Type{r.Str("Apache::Mod")}, "Class[apache::mod]"},
		{"Class", []Type{r.Str("not a name")}, "'not a name' cannot name a class"},
		{"Class", []Type{r.value(1)}, "the number 1 cannot name a class"},
		{"Class", []Type{r.String}, "Unknown"},
		{"Class", []Type{r.Any}, "Unknown"},
		{"Class", []Type{r.Str("a"), r.Str("b")}, "Unknown"},
		{"Resource", []Type{r.Str("file")}, "File"},
		{"Resource", []Type{r.Str("file"), r.Str("/a")}, "File['/a']"},
		{"Resource", []Type{r.value(1)}, "the number 1 is not a resource type"},
		{"Resource", []Type{r.TypeOf(r.Integer)}, "the type Integer is not a resource type"},
		{"Resource", []Type{r.Any}, "Unknown"},
		{"Resource", []Type{r.String}, "Unknown"},
		{"Resource", []Type{r.TypeOf(r.ResourceReference("File")), r.Str("/a")}, "File['/a']"},
		{"Pattern", []Type{r.RegexpOf("a"), r.Str("b")}, "Pattern[/a/, /b/]"},
		{"Pattern", []Type{r.TypeOf(r.typed("Pattern[/c/]"))}, "Pattern[/c/]"},
		{"Pattern", []Type{r.String}, "Unknown"},
		{"Regexp", []Type{r.Str("a")}, "Regexp[/a/]"},
		{"Regexp", []Type{r.RegexpOf("a")}, "Regexp[/a/]"},
		{"Regexp", []Type{r.String}, "Unknown"},
		{"Enum", []Type{r.Str("a"), r.Str("B"), r.TrueType}, "Enum['B', 'a', true]"},
		{"Enum", []Type{r.String}, "Unknown"},
		{"Optional", []Type{r.Str("a")}, "Optional['a']"},
		{"Optional", []Type{r.Any}, "Unknown"},
		{"NotUndef", []Type{r.String}, "Unknown"},
		{"NotUndef", []Type{r.list()}, "NotUndef"},
		{"Array", []Type{r.value(1), r.value(3)}, "Array[Any, 1, 3]"},
		{"Array", []Type{r.TypeOf(r.String), r.Any}, "Unknown"},
		{"Hash", []Type{r.value(1), r.value(3)}, "Hash[Any, Any, 1, 3]"},
		{"Tuple", []Type{r.TypeOf(r.String), r.value(1), r.value(2)}, "Tuple[String, 1, 2]"},
		{"Callable", []Type{r.list(r.TypeOf(r.Integer)), r.TypeOf(r.String)}, "Callable[[Integer], String]"},
		{"Callable", []Type{r.TypeOf(r.Integer), r.TypeOf(r.typed("Callable[String]"))}, "Callable[Integer, Callable[String]]"},
		{"Callable", []Type{r.Any}, "Unknown"},
		{"Struct", []Type{r.typed("Hash[String, Type]")}, "Unknown"},
		{"Integer", []Type{r.Integer}, "Unknown"},
		{"Float", []Type{r.DefaultType, r.FloatValue(2)}, "Float[default, 2.0]"},
		{"Iterator", []Type{r.TypeOf(r.Integer)}, "Iterator[Integer]"},
		{"Type", []Type{r.TypeOf(r.Integer)}, "Type[Integer]"},
	} {
		result, err, _ := r.Specialize(r.typed(test.base), test.keys)
		got := ""
		if err != nil {
			got = err.Message
		} else {
			got = result.String()
		}
		if got != test.want {
			t.Errorf("%s%v is %s, want %s", test.base, test.keys, got, test.want)
		}
	}
}

// TestPartsOfTypes checks the answers about types that messages and iteration need.
func TestPartsOfTypes(t *testing.T) {
	r := newReader(t)
	text := func(texts []string, ok bool) string {
		if !ok {
			return "unknown"
		}
		return strings.Join(texts, " ")
	}
	counts := func(text string) string {
		least, most := BlockCounts(r.typed(text))
		return CountRange(least, most)
	}
	for _, test := range []struct{ name, got, want string }{
		{"texts of an Enum", text(TextsOf(r.typed("Enum[a, b]"), false)), "a b"},
		{"texts of an Optional", text(TextsOf(r.typed("Optional[Enum[a]]"), false)), "a"},
		{"texts of a list", text(TextsOf(r.typed("Array[Enum[a, b]]"), false)), "a b"},
		{"texts of no list", text(TextsOf(r.typed("Array[Any, 0, 0]"), false)), ""},
		{"texts of a tuple", text(TextsOf(r.list(r.Str("a"), r.typed("NotUndef[Enum[b]]")), false)), "a b"},
		{"texts of several", text(TextsOf(r.typed("Variant[Enum[a], Undef, Array[Enum[b]]]"), false)), "a b"},
		{"texts of a class", text(TextsOf(r.typed("Class[a]"), false)), "a"},
		{"keys", text(TextsOf(r.typed("Struct[{x => Integer, y => Integer}]"), true)), "x y"},
		{"no keys", text(TextsOf(r.typed("Struct[{x => Integer}]"), false)), "unknown"},
		{"any text", text(TextsOf(r.String, false)), "unknown"},
		{"a block of one", counts("Callable[String]"), "1 argument"},
		{"a block of some", counts("Callable[String, Integer, 1, 2]"), "between 1 and 2 arguments"},
		{"a block of any", counts("Optional[Callable]"), "any number of arguments"},
		{"a block of none", counts("Callable[0, 0]"), "no arguments"},
		{"a block of many", counts("Callable[String, 1, default]"), "at least 1 argument"},
		{"one", Enumerate([]string{"a"}, 3), "a"},
		{"three", Enumerate([]string{"a", "b", "c"}, 3), "a, b and c"},
		{"many", Enumerate([]string{"a", "b", "c", "d"}, 3), "a, b and 2 others"},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, test.got, test.want)
		}
	}
	for source, want := range map[string]int{"a(b)(?:c)(?<d>e)": 2, `\(a\)[(]`: 0, "(a(b))(?=c)(?<!d)": 2} {
		if got := GroupsOf(r.RegexpOf(source)); got != want {
			t.Errorf("/%s/ has %d groups, want %d", source, got, want)
		}
	}
	for text, want := range map[string]bool{"Undef": true, "Optional[String]": true, "Variant[String, Undef]": true, "Any": true, "String": false, "Variant[String, Integer]": false} {
		if got := r.AcceptsUndef(r.typed(text), 0); got != want {
			t.Errorf("%s accepts undef: %v", text, got)
		}
	}
	file, class := r.ResourceReference("File"), r.typed("Class")
	titles := []Type{r.list(r.Str("a"), r.list(r.Str("b"))), r.Str("c")}
	if got := r.TitleKeys(file, titles); len(got) != 3 {
		t.Errorf("File%v has the titles %v", titles, got)
	}
	if got := r.TitleKeys(file, []Type{r.Str("a")}); got != nil {
		t.Errorf("File['a'] is one reference, not %v", got)
	}
	if got := r.TitleKeys(class, []Type{r.typed("Array[String]")}); len(got) != 1 || !r.IsUnknown(got[0]) {
		t.Errorf("Class[$list] names %v", got)
	}
	if !r.IsOfNothing(file, []Type{r.Undef}) || !r.IsOfNothing(class, []Type{r.Undef}) || r.IsOfNothing(file, []Type{r.Str("a")}) {
		t.Error("references to undef")
	}
	if got := r.FlattenKeys([]Type{r.list(r.value(1), r.list(r.value(2))), r.typed("Array[Integer]")}); len(got) != 4 {
		t.Errorf("flat keys: %v", got)
	}
}

// TestEqualNumbers checks that equality is Puppet's: the last digits of a large Integer count.
func TestEqualNumbers(t *testing.T) {
	r := newReader(t)
	const most = 9223372036854775807
	for _, test := range []struct {
		left, right Type
		want        Truth
	}{
		{r.value(most), r.value(most), Always},
		{r.value(most), r.value(most - 1), Never},
		{r.value(most), r.FloatValue(9223372036854775807), Maybe},
		{r.value(2), r.FloatValue(2), Always},
		{r.value(2), r.FloatValue(2.5), Never},
		{r.FloatValue(1e20), r.FloatValue(1e20), Always},
		{r.typed("Integer[0, 5]"), r.value(6), Never},
		{r.typed("Regexp[/é/]"), r.typed("Regexp['é']"), Always},
		{r.typed("Regexp[/é/]"), r.typed("Regexp[/e/]"), Never},
	} {
		if got := r.Equal(test.left, test.right); got != test.want {
			t.Errorf("%s == %s is %d, want %d", FormatType(test.left), FormatType(test.right), got, test.want)
		}
	}
	for _, test := range []struct{ equal, want Type }{
		{r.value(-most), r.value(-most)},
		{r.FloatValue(3), r.value(3)},
		{r.FloatValue(1e18), r.Integer},
	} {
		if got := r.NarrowEqual(r.Integer, test.equal, true); got != test.want {
			t.Errorf("an Integer that equals %s is %s, want %s", FormatType(test.equal), FormatType(got), FormatType(test.want))
		}
	}
}
