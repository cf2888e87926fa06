package code_test

import (
	"strings"
	"testing"

	"puppet-lint/checker/code"
	"puppet-lint/types"
)

func TestNarrowerRange(t *testing.T) {
	for _, test := range []struct{ allowed, failing, want string }{
		{"4.25.1 5.2.0 6.6.0", "4.25.1", "allow only versions from 5.0.0 on"},
		{"4.25.1 5.2.0 6.6.0", "4.25.1 5.2.0", "allow only versions from 6.0.0 on"},
		{"4.1.0 4.25.1 5.2.0", "4.1.0", "allow only versions from 4.25.1 on"},
		{"4.25.1 5.2.0 6.6.0", "6.6.0", "change the code, or allow only versions before 6.0.0"},
		{"4.25.1 5.2.0 6.6.0", "4.25.1 6.6.0", "change the code, or allow only versions from 5.0.0 on and before 6.0.0"},
		{"4.25.1 5.2.0 6.6.0", "5.2.0", "change the code, or exclude these versions"},
		{"4.25.1 5.2.0", "4.25.1 5.2.0", "change the code, or require other versions"},
		{"4.25.1 5.2.0", "", ""},
	} {
		if got := code.NarrowerRange(versions(t, test.allowed), versions(t, test.failing)); got != test.want {
			t.Errorf("%s of %s: got %q, want %q", test.failing, test.allowed, got, test.want)
		}
	}
}

func versions(t *testing.T, list string) []*types.Version {
	var found []*types.Version
	for _, text := range strings.Fields(list) {
		version, err := types.ParseVersion(text)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, version)
	}
	return found
}
