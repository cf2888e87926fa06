package report

import (
	"slices"
	"testing"

	"puppet-lint/internal/source"
)

// TestLineHashes compares the hashes with those of GitHub's upload action.
func TestLineHashes(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", []string{"c129715d7a2bc9a3:1"}},
		{" a\nb\n  \t\tc\n d", []string{"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"}},
	} {
		got := lineHashes(source.NewFile("a.pp", test.text))[1:]
		if !slices.Equal(got[:len(test.want)], test.want) {
			t.Errorf("%q: got %v, want %v", test.text, got, test.want)
		}
	}
}
