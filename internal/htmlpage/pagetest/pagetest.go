// Package pagetest checks HTML pages in the tests of the packages that write them.
package pagetest

import (
	"strings"
	"testing"

	"puppet-lint/internal/htmlpage"
)

// Between returns the first part of a page between two texts.
func Between(t testing.TB, page, before, after string) string {
	t.Helper()
	_, rest, _ := strings.Cut(page, before)
	found, _, ok := strings.Cut(rest, after)
	if !ok {
		t.Fatalf("the page has nothing between %q and %q", before, after)
	}
	return found
}

// CheckPolicy checks that the content security policy of a page allows the page's own style and
// script.
func CheckPolicy(t testing.TB, page string) {
	t.Helper()
	policy := Between(t, page, `http-equiv="Content-Security-Policy" content="`, `"`)
	for _, part := range []string{Between(t, page, "<style>", "</style>"), Between(t, page, "<script>", "</script>")} {
		if !strings.Contains(policy, htmlpage.Hash(part)) {
			t.Errorf("the policy %s refuses a part of the page", policy)
		}
	}
}
