package types_test

import (
	"testing"

	"puppet-lint/types"
)

// TestVersionRangeBlanks checks that white space is accepted everywhere but at the start of
// alternatives, as SemanticPuppet does.
func TestVersionRangeBlanks(t *testing.T) {
	versions := []string{"1.0.0", "2.0.0", "3.0.0"}
	for text, want := range map[string]string{
		"": "1.0.0 2.0.0 3.0.0 ", ">=  2.0.0": "2.0.0 3.0.0 ", ">= 2.0.0\t": "2.0.0 3.0.0 ", " >= 2.0.0": "refused",
		"\n1.x": "refused", "1.x ||  3.x": "1.0.0 3.0.0 ", "|| 1.0.0": "1.0.0 ", "1.0.0 ||": "1.0.0 ", " || ": "1.0.0 2.0.0 3.0.0 ",
		" ": "", "1.0.0  -  2.0.0": "1.0.0 2.0.0 ", " 1.0.0 - 2.0.0": "refused", "1.0.0 2.0.0": "", "1.0.0 2.0.0 a": "refused",
	} {
		got := "refused"
		if allowed, err := types.ParseVersionRange(text); err == nil {
			got = ""
			for _, one := range versions {
				if version, err := types.ParseVersion(one); err != nil {
					t.Fatal(err)
				} else if allowed.Includes(version) {
					got += one + " "
				}
			}
		}
		if got != want {
			t.Errorf("%q: %q, and not %q", text, got, want)
		}
	}
}
