package lint

import (
	"slices"
	"testing"

	"puppet-lint/internal/diag"
)

// TestSupersedesNamesRules checks that superseded rules exist, and that no two rules supersede
// each other.
func TestSupersedesNamesRules(t *testing.T) {
	byName := map[string]*diag.Rule{}
	for _, rule := range Rules() {
		byName[rule.Name] = rule
	}
	count := 0
	for _, rule := range Rules() {
		for _, name := range rule.Supersedes {
			count++
			switch other := byName[name]; {
			case other == nil:
				t.Errorf("%s speaks for %s, which is no rule", rule.Name, name)
			case slices.Contains(other.Supersedes, rule.Name):
				t.Errorf("%s and %s speak for each other", rule.Name, name)
			}
		}
	}
	if count == 0 {
		t.Error("no rule speaks for another")
	}
}

// TestStyleIsNoError checks that a style rule is never more severe than one about likely mistakes.
// In the puppet-lint profile, RubyKind sets the severity.
func TestStyleIsNoError(t *testing.T) {
	for _, rule := range Rules() {
		if (rule.Group == diag.Style || rule.Group == diag.Docs) && rule.Severity == diag.Error {
			t.Errorf("%s is an error", rule.Name)
		}
	}
}

// freshRun is a run from the start.
func freshRun(t testing.TB, options Options) *Result {
	t.Helper()
	result, err := Run(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	return result
}
