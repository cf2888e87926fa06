package yaml

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
)

func read(text string) *document.Document {
	return Read(source.NewFile("data.yaml", text), Options{})
}

// outline writes each value's kind and the text that its span covers.
func outline(file *source.File, n *document.Node) string {
	text := file.Slice(n.Span)
	switch n.Kind {
	case document.Sequence:
		parts := []string{}
		for _, item := range n.Items {
			parts = append(parts, outline(file, item))
		}
		return fmt.Sprintf("%q[%s]", text, strings.Join(parts, " "))
	case document.Mapping:
		parts := []string{}
		for _, entry := range n.Entries {
			parts = append(parts, outline(file, entry.Key)+"="+outline(file, entry.Value))
		}
		return fmt.Sprintf("%q{%s}", text, strings.Join(parts, " "))
	}
	return fmt.Sprintf("%q", text)
}

func TestSpans(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"---\na: b # c\n", `"a: b"{"a"="b"}`},
		{"a:\nb:  \n", `"a:\nb:"{"a"="" "b"=""}`},
		{"a: &x !!str 'it''s'\nb: *x\n", `"a: &x !!str 'it''s'\nb: *x"{"a"="'it''s'" "b"="*x"}`},
		{"a: plain\n  goes on \nb: |\n  x\n\n  y\n\nc: 1", `"a: plain\n  goes on \nb: |\n  x\n\n  y\n\nc: 1"{"a"="plain\n  goes on" "b"="|\n  x\n\n  y" "c"="1"}`},
		{"a:\n- 1\n- [2, {b: 3}, c: d]\n", `"a:\n- 1\n- [2, {b: 3}, c: d]"{"a"="- 1\n- [2, {b: 3}, c: d]"["1" "[2, {b: 3}, c: d]"["2" "{b: 3}"{"b"="3"} "c: d"{"c"="d"}]]}`},
		{"é: ü\n\"k\": \"v\"\n", `"é: ü\n\"k\": \"v\""{"é"="ü" "\"k\""="\"v\""}`},
		{"? a\n: b\n", `"? a\n: b"{"a"="b"}`},
	} {
		result := read(test.text)
		if result.Root == nil {
			t.Errorf("%q: %v", test.text, result.Errors)
		} else if got := outline(result.File, result.Root); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestErrorsHaveAPlaceAndAContext(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a: 1\n  b: 2\n", "2:4 mapping values are not allowed in this context (1:1 )"},
		{"a: b\n  c\nd: |\n  x\n y\n", "5:2 did not find expected key (1:1 while parsing a block mapping)"},
		{"a: 1\n\tb: 2\n", "2:1 found a tab character that violates indentation (1:4 while scanning a plain scalar)"},
		{"a: [1, 2\nb: 3\n", "2:2 did not find expected ',' or ']' (1:4 while parsing a flow sequence)"},
		{"é: *x\n", "1:4 Unknown alias: x (1:1 )"},
		{"on: 2024-01-02\n", "1:5 Tried to load unspecified class: Date (1:1 )"},
		{"a: 0b_\n", `1:4 invalid value for Integer(): "0b" (1:1 )`},
		{"a: !ruby/object:Gem::Version {}\n", "1:30 Tried to load unspecified class: Gem::Version (1:1 )"},
		{"a: &x [*x]\n", "1:8 the value of the anchor x contains itself (1:1 )"},
		{"a: \xff\n", "1:4 invalid leading UTF-8 octet (1:1 )"},
	} {
		result := read(test.text)
		if len(result.Errors) != 1 || result.Root != nil {
			t.Errorf("%q: %d errors, root %v", test.text, len(result.Errors), result.Root)
			continue
		}
		problem := result.Errors[0]
		at, from := result.File.Position(problem.Span.Start), result.File.Position(problem.ContextSpan.Start)
		if problem.Context == "" {
			from = source.Position{Line: 1, Column: 1}
		}
		got := fmt.Sprintf("%d:%d %s (%d:%d %s)", at.Line, at.Column, problem.Message, from.Line, from.Column, problem.Context)
		if got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestDuplicatesStay(t *testing.T) {
	result := read("a: 1\nb: 2\n'a': 3\n1: x\n1.0: y\n0x1: z\n:a: w\n")
	duplicates := result.Root.Duplicates()
	if len(duplicates) != 2 || duplicates[0].Again.Key.Span.Start != 10 || result.File.Slice(duplicates[1].Again.Key.Span) != "0x1" {
		t.Errorf("duplicates: %v", duplicates)
	}
	if got := result.Root.Get("a"); got.Integer != 3 {
		t.Errorf("a is %d", got.Integer)
	}
	if got := len(result.Root.Pairs()); got != 5 {
		t.Errorf("%d pairs", got)
	}
}

func TestMergeKeysReplaceWhatStandsBeforeThem(t *testing.T) {
	root := read("base: &b {x: 1, y: 2}\nder:\n  x: 3\n  <<: *b\n  y: 4\n").Root
	derived := root.Get("der")
	if x, y := derived.Get("x"), derived.Get("y"); x.Integer != 1 || y.Integer != 4 {
		t.Errorf("x = %d, y = %d", x.Integer, y.Integer)
	}
}

func TestCommentsAndFurtherDocuments(t *testing.T) {
	result := read("# one\na: 'x # y' # two\nb: | # three\n  # text\n---\n- [\n")
	var comments []string
	for _, span := range result.Comments {
		comments = append(comments, result.File.Slice(span))
	}
	if got := strings.Join(comments, "|"); got != "# one|# two|# three" {
		t.Errorf("comments: %s", got)
	}
	if got := result.File.Slice(result.Rest); got != "---\n- [\n" {
		t.Errorf("rest: %q", got)
	}
}

func TestLimits(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 12; i++ {
		bomb += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 8), i-1)
	}
	for name, test := range map[string]struct {
		text string
		want document.Code
	}{
		"bomb":     {bomb, document.TooLarge},
		"deep":     {strings.Repeat("[", 100_000), document.TooDeep},
		"indented": {strings.Repeat("- ", 100_000), document.TooDeep},
		"open map": {strings.Repeat("{a: ", 100_000), document.TooDeep},
		"merges":   {mergeBomb(1000), document.TooLarge},
		"cycle":    {"a: &a\n  b: [*a]\n", document.Cycle},
		"cycle 2":  {"a: &a\n  c: 1\n  b: {<<: [*a, 1]}\n", document.Cycle},
		"large":    {strings.Repeat("key: value\n", 5<<20), document.TooLarge},
		"many":     {strings.Repeat("- a\n", 1_100_000), document.TooLarge},
	} {
		if result := read(test.text); len(result.Errors) != 1 || result.Errors[0].Code != test.want {
			t.Errorf("%s: %v", name, result.Errors)
		}
	}
}

// TestMergesWhatItIsIn checks a mapping that merges itself. Ruby merges the pairs that the mapping
// has at that point.
func TestMergesWhatItIsIn(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"&x {k: 1, <<: *x, l: 2}\n", "{k=1 l=2}"},
		{"&y\n<<: *y\n", "{}"},
		{"&x {b: {<<: *x}}\n", "{b={}}"},
		{"&x {c: 1, b: {<<: *x}, d: 2}\n", "{c=1 b={c=1} d=2}"},
		{"&x {c: 1, b: {e: 5, <<: *x, c: 7}}\n", "{c=1 b={e=5 c=7}}"},
		{"&x {c: 1, b: {<<: [*x, {z: 1}]}}\n", "{c=1 b={z=1 c=1}}"},
		{"&x {c: 1, b: {<<: *x, f: {<<: *x}}}\n", "{c=1 b={c=1 f={c=1}}}"},
		{"&x {1: {<<: *x}, 2: {<<: *x}}\n", "{1={} 2={1={}}}"},
		{"&x {c: 1, {<<: *x}: 2}\n", "{c=1 {c=1}=2}"},
		{"&x {e: 1, <<: {f: 2, <<: *x}, c: 1}\n", "{e=1 f=2 c=1}"},
		{"a: &x {c: *x, c: 1}\n", "{a={c=1}}"}, // another value hides it
	} {
		result := read(test.text)
		if len(result.Errors) > 0 {
			t.Errorf("%q: %v", test.text, result.Errors)
		} else if got := hashOf(result.Root); got != test.want {
			t.Errorf("%q: %s, and not %s", test.text, got, test.want)
		}
	}
}

// hashOf writes the Hash that Ruby makes of a mapping of plain scalars.
func hashOf(n *document.Node) string {
	n = n.Resolve()
	if n.Kind != document.Mapping {
		return n.Text
	}
	var pairs []string
	for _, pair := range n.Pairs() {
		pairs = append(pairs, hashOf(pair.Key)+"="+hashOf(pair.Value))
	}
	return "{" + strings.Join(pairs, " ") + "}"
}

// mergeBomb returns a chain of mappings, each of which merges the one before it.
func mergeBomb(length int) string {
	var text strings.Builder
	text.WriteString("a0: &a0\n")
	for i := range length {
		fmt.Fprintf(&text, "  k%d: 1\n", i)
	}
	for i := 1; i < length; i++ {
		fmt.Fprintf(&text, "a%d: &a%d\n  <<: *a%d\n  n%d: 1\n", i, i, i-1, i)
	}
	return text.String()
}

// TestLongNumbers checks that extremely long numbers are not converted, because the time grows
// with the square of their length.
func TestLongNumbers(t *testing.T) {
	for _, number := range []string{strings.Repeat("9", 1_000_000), "1" + strings.Repeat(":59", 2), "1:" + strings.Repeat("5", 1_000_000)} {
		result := read("a: " + number + "\n")
		if len(result.Errors) > 0 {
			t.Fatal(result.Errors)
		}
		value := result.Root.Get("a")
		if isLong := len(number) > 100; isLong && value.Big != nil || !isLong && value.Kind != document.Integer {
			t.Errorf("%.20s: %v", number, value.Kind)
		}
	}
}

func TestSymbolsCanBeRefused(t *testing.T) {
	result := Read(source.NewFile("x", "a: :b\n"), Options{RefuseSymbols: true})
	if len(result.Errors) != 1 || result.Errors[0].Code != document.RefusedClass {
		t.Errorf("%v", result.Errors)
	}
}

// checkSpans fails if a span does not lie in the file, or a value's not in its
// collection's.
func checkSpans(t *testing.T, file *source.File, within source.Span, n *document.Node) {
	if n.Span.Start > n.Span.End || !within.Covers(n.Span) {
		t.Fatalf("%q: %v is not within %v", file.Text, n.Span, within)
	}
	for _, item := range n.Items {
		checkSpans(t, file, n.Span, item)
	}
	for _, entry := range n.Entries {
		if n.Tag == "" {
			checkSpans(t, file, n.Span, entry.Key)
			checkSpans(t, file, n.Span, entry.Value)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"a: b\n- c", "&a [*a, {<<: *a}]", "? |\n  x\n: >-\n y\n", "%TAG !e! tag:e,2000:\n--- !e!x\n'a\n b'", "a: \"\\x41\\\n b\"", "a: 12:30:45\n<<: [{}, {}]\n", "\ufeff# c\n...\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		result := read(text)
		whole := source.Span{End: int32(len(text))}
		if result.Root != nil {
			checkSpans(t, result.File, whole, result.Root)
			result.Root.Pairs()
			result.Root.Duplicates()
		}
		for _, problem := range result.Errors {
			if !whole.Covers(problem.Span) || !whole.Covers(problem.ContextSpan) || problem.Message == "" {
				t.Fatalf("%q: %+v", text, problem)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	var text strings.Builder
	for i := range 50 {
		fmt.Fprintf(&text, "# settings of service %d\nprofile::service%d::package: 'service-%d'\nprofile::service%d::settings:\n  port: %d\n  listen: [10.0.0.1, 10.0.0.2]\n  enabled: true\n", i, i, i, i, 8000+i)
	}
	file := source.NewFile("data.yaml", text.String())
	b.SetBytes(int64(len(file.Text)))
	b.ReportAllocs()
	for b.Loop() {
		Read(file, Options{})
	}
}
