package spell

import (
	"slices"
	"testing"
)

func TestSuggest(t *testing.T) {
	flags := []string{"fix", "json", "sarif", "relative", "with-context", "with-filename", "fail-on-warnings", "only-checks", "no-documentation-check"}
	for _, test := range []struct {
		word string
		want []string
	}{
		{"fixx", []string{"fix"}},
		{"jsno", []string{"json"}},
		{"Relativ", []string{"relative"}},
		{"with-contxt", []string{"with-context"}},
		{"no-documentatoin-check", []string{"no-documentation-check"}},
		{"only-check", []string{"only-checks"}},
		{"colour", nil},
		{"", nil},
	} {
		if got := Suggest(test.word, flags); !slices.Equal(got, test.want) {
			t.Errorf("Suggest(%q) = %q, want %q", test.word, got, test.want)
		}
	}
	if got := DidYouMean("sarfi", flags); got != `; did you mean "sarif"?` {
		t.Errorf("DidYouMean: %s", got)
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"é", "e", 1}} {
		if got := Distance(test.a, test.b); got != test.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
