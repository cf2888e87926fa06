package document_test

import (
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
)

// read returns the tree of a YAML text.
func read(t *testing.T, text string) *document.Node {
	t.Helper()
	root := yaml.Read(source.NewFile("x.yaml", text), yaml.Options{}).Root
	if root == nil {
		t.Fatalf("%q holds nothing", text)
	}
	return root
}

// inline returns the pairs of a mapping of scalars as text.
func inline(pairs []document.Entry) string {
	var texts []string
	for _, pair := range pairs {
		texts = append(texts, pair.Key.Resolve().Text+"="+pair.Value.Resolve().Text)
	}
	return strings.Join(texts, " ")
}

// many returns a mapping of more keys than are compared with each other.
func many(last string) string {
	var text strings.Builder
	for key := 'a'; key <= 'p'; key++ {
		text.WriteString(string(key) + ": 1\n")
	}
	return text.String() + last
}

func TestPairs(t *testing.T) {
	const full = "a=1 b=1 c=1 d=1 e=1 f=1 g=1 h=1 i=1 j=1 k=1 l=1 m=1 n=1 o=1 p=1"
	for _, test := range []struct{ text, pairs, duplicates string }{
		{"a: 1\nb: 2\n", "a=1 b=2", ""},
		{"a: 1\nb: 2\na: 3\n", "a=3 b=2", "a"},
		{"1: x\n1.0: y\n'1': z\n", "1=x 1.0=y 1=z", ""},
		{"[1, 2]: x\n[1, 2]: y\n", "=y", ""},
		{"~: x\nnull: y\n", "~=y", "null"},
		{"true: x\nyes: y\n", "true=y", "yes"},
		{many("q: 1\n"), full + " q=1", ""},
		{many("c: 2\n"), strings.Replace(full, "c=1", "c=2", 1), "c"},
		{"x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  b: 3\n", "x= y=", ""},
		{"- a\n", "", ""},
	} {
		root := read(t, test.text)
		if got := inline(root.Pairs()); got != test.pairs {
			t.Errorf("%q: got %s, want %s", test.text, got, test.pairs)
		}
		var again []string
		for _, duplicate := range root.Duplicates() {
			if duplicate.First.Key.Span.Start >= duplicate.Again.Key.Span.Start {
				t.Errorf("%q: the first %s follows the second", test.text, duplicate.Again.Key.Text)
			}
			again = append(again, duplicate.Again.Key.Text)
		}
		if got := strings.TrimSpace(strings.Join(again, " ")); got != test.duplicates {
			t.Errorf("%q: duplicates %s, want %s", test.text, got, test.duplicates)
		}
	}
}

// TestMerges checks merge keys: pairs before them are replaced, those after them replace. Of
// several merged mappings, the first takes precedence.
func TestMerges(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"y:\n  <<: {a: 1, b: 2}\n  b: 3\n", "a=1 b=3"},
		{"y:\n  b: 3\n  <<: {a: 1, b: 2}\n", "b=2 a=1"},
		{"y:\n  <<: [{a: 1, b: 2}, {b: 4, c: 5}]\n", "b=2 c=5 a=1"},
	} {
		if got := inline(read(t, test.text).Get("y").Pairs()); got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
}

func TestGet(t *testing.T) {
	root := read(t, "a: &x [1]\nb: *x\n1: no\n:s: symbol\na: last\n")
	for key, want := range map[string]string{"a": "last", "1": "", "s": "", "none": ""} {
		got := ""
		if found := root.Get(key); found != nil {
			got = found.Text
		}
		if got != want {
			t.Errorf("Get(%q) = %q, want %q", key, got, want)
		}
	}
	if found := root.Get("b"); found == nil || found.Kind != document.Sequence {
		t.Errorf("an alias is not resolved: %v", found)
	}
	if found := read(t, "- a").Get("a"); found != nil {
		t.Errorf("a sequence has the key %v", found)
	}
}

func TestEqual(t *testing.T) {
	for _, test := range []struct {
		text string // a sequence of two values
		want bool
	}{
		{"[1, 1]", true}, {"[1, 1.0]", false}, {"[1, '1']", false}, {"[.5, 0.5]", true}, {"- :a\n- a\n", false}, {"[~, null]", true},
		{"[[1, [2]], [1, [2]]]", true}, {"[[1, 2], [2, 1]]", false}, {"[[1], [1, 2]]", false},
		{"[{a: 1}, {a: 1}]", true}, {"[{a: 1, b: 2}, {b: 2, a: 1}]", false}, {"[{a: 1}, {a: 2}]", false},
		{"[&x {a: 1}, *x]", true}, {"[true, false]", false},
		{"[123456789012345678901234567890, 123456789012345678901234567890]", true},
		{"[123456789012345678901234567890, 123456789012345678901234567891]", false},
	} {
		items := read(t, test.text).Items
		if got := document.Equal(items[0], items[1]); got != test.want {
			t.Errorf("%s: %t", test.text, got)
		}
	}
	value := read(t, "a")
	if document.Equal(value, nil) || document.Equal(nil, value) || !document.Equal(nil, nil) {
		t.Error("only nil equals nil")
	}
	opaque := &document.Node{Kind: document.Opaque}
	if document.Equal(opaque, opaque) {
		t.Error("values that are not known are taken to be equal")
	}
}

// TestLongKeys checks that keys up to a reasonable length are compared by their content, and that
// longer ones count as different.
func TestLongKeys(t *testing.T) {
	short, long := strings.Repeat("1, ", 100), strings.Repeat("1, ", 5000)
	for text, want := range map[string]int{short: 1, long: 2} {
		if got := len(read(t, "? ["+text+"]\n: x\n? ["+text+"]\n: y\n").Pairs()); got != want {
			t.Errorf("two keys of %d bytes make %d pairs, want %d", len(text), got, want)
		}
	}
}

func TestEachString(t *testing.T) {
	var found []string
	read(t, "a: [b, 1, {c: d}]\ne: &x f\ng: *x\n").EachString(func(text *document.Node) { found = append(found, text.Text) })
	if want := []string{"a", "b", "c", "d", "e", "f", "g"}; !slices.Equal(found, want) {
		t.Errorf("got %q, want %q", found, want)
	}
}
