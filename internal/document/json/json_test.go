package json

import (
	"fmt"
	"strings"
	"testing"

	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
)

func TestSpansAndValues(t *testing.T) {
	file := source.NewFile("m.json", "{ // c\n \"a\": [1, -2.5e3, \"x\\u00e9\"],\n \"a\": {}\n}\n")
	result := Read(file)
	if result.Root == nil {
		t.Fatal(result.Errors)
	}
	first, again := result.Root.Entries[0], result.Root.Entries[1]
	items := first.Value.Items
	got := fmt.Sprintf("%s %s %s %d %g %s %s", file.Slice(first.Key.Span), file.Slice(first.Value.Span), file.Slice(again.Value.Span),
		items[0].Integer, items[1].Float, items[2].Text, file.Slice(result.Comments[0]))
	if want := `"a" [1, -2.5e3, "x\u00e9"] {} 1 -2500 xé // c`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if duplicates := result.Root.Duplicates(); len(duplicates) != 1 {
		t.Errorf("duplicates: %v", duplicates)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"{\"a\": 1,}", "1:8 unexpected comma before '}'"},
		{"[1,]", "1:3 unexpected comma before ']'"},
		{"{\"a\" 1}", "1:6 expected ':' after the key"},
		{"{a: 1}", "1:2 expected a key in double quotes"},
		{"['a']", "1:2 expected a value; strings are written in double quotes"},
		{"[1 2]", "1:4 expected ',' or ']'"},
		{"[01]", "1:2 a number needs digits and must not start with an unnecessary zero"},
		{"[1", "1:3 expected ',' or ']', found the end of the file"},
		{"", "1:1 expected a value, found the end of the file"},
		{"\ufeff{}", "1:1 the file begins with a byte order mark, which Ruby's JSON refuses; save it as UTF-8 without one"},
		{"[NaN]", `1:2 expected a value, found "NaN"`},
		{"{} x", "1:4 expected nothing after the value"},
		{"[\"a\nb\"]", "1:4 a string cannot contain the character U+000A unescaped"},
		{"[\"a]", "1:2 the string is not closed"},
		{strings.Repeat("[", 101), "1:101 collections are nested deeper than 100 levels"},
	} {
		result := Read(source.NewFile("x", test.text))
		if len(result.Errors) != 1 || result.Root != nil {
			t.Errorf("%q: %v", test.text, result.Errors)
			continue
		}
		at := result.File.Position(result.Errors[0].Span.Start)
		if got := fmt.Sprintf("%d:%d %s", at.Line, at.Column, result.Errors[0].Message); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

// TestLimits: a clear error, or a value that nothing is known about, instead of
// much time and memory.
func TestLimits(t *testing.T) {
	for _, test := range []struct {
		text string
		want document.Code
	}{
		{strings.Repeat("[", 100_000), document.TooDeep},
		{strings.Repeat(`{"a":`, 100_000), document.TooDeep},
		{"[" + strings.Repeat("1,", MaxValues) + "1]", document.TooLarge},
		{strings.Repeat(" ", MaxSize+1), document.TooLarge},
	} {
		if result := Read(source.NewFile("x", test.text)); len(result.Errors) != 1 || result.Errors[0].Code != test.want {
			t.Errorf("%.10q: %v", test.text, result.Errors)
		}
	}
	if result := Read(source.NewFile("x", strings.Repeat("9", 1_000_000))); len(result.Errors) > 0 || result.Root.Big != nil {
		t.Errorf("%v", result.Errors)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{`{"a": [1, 2.5e-3, true, null]}`, `"\ud83d\ude00"`, "/* c */ [] // d\n", `{"a":1,}`, "[\"\\q\"", "-"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		result := Read(source.NewFile("x", text))
		if (result.Root == nil) != (len(result.Errors) == 1) {
			t.Fatalf("%q: root %v, errors %v", text, result.Root, result.Errors)
		}
		whole := source.Span{End: int32(len(text))}
		for _, problem := range result.Errors {
			if !whole.Covers(problem.Span) {
				t.Fatalf("%q: %v", text, problem.Span)
			}
		}
		if result.Root != nil {
			checkSpans(t, whole, result.Root)
		}
	})
}

func checkSpans(t *testing.T, within source.Span, n *document.Node) {
	if n.Span.Len() <= 0 || !within.Covers(n.Span) {
		t.Fatalf("%v is not within %v", n.Span, within)
	}
	for _, item := range n.Items {
		checkSpans(t, n.Span, item)
	}
	for _, entry := range n.Entries {
		checkSpans(t, n.Span, entry.Key)
		checkSpans(t, n.Span, entry.Value)
	}
}
