package rules

import (
	"slices"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

// TestNeedsFitIntoOneSet checks that the words of all rules can be found in one pass over a file.
func TestNeedsFitIntoOneSet(t *testing.T) {
	var groups []wordset.Group
	for _, rule := range All() {
		if rule.Needs != nil && rule.Visits == nil {
			t.Errorf("%s needs words, but visits nothing", rule.Name)
		}
		for _, group := range rule.Needs {
			if !slices.ContainsFunc(groups, group.Is) {
				groups = append(groups, group)
			}
		}
	}
	if len(groups)+1 > wordset.MaxGroups { // one is that of escapes
		t.Errorf("the rules need %d groups of words, and a set has %d", len(groups)+1, wordset.MaxGroups)
	}
}

// TestNamesFitIntoOneSet checks that the words of all rules that visit named values can be found in
// one pass over a name.
func TestNamesFitIntoOneSet(t *testing.T) {
	var all []Enabled
	for _, rule := range All() {
		all = append(all, Enabled{Rule: rule})
	}
	groups := len(NewSet(all, Settings{}).named.groups)
	if groups == 0 || groups > wordset.MaxGroups {
		t.Errorf("the rules look for %d groups of words in names, and a set has %d", groups, wordset.MaxGroups)
	}
}

// TestNeedsWithEscapes checks that a word written with an escape counts.
func TestNeedsWithEscapes(t *testing.T) {
	for text, want := range map[string]int{
		"$x = { 'PermitRootLogin' => 'yes' }\n":          1,
		"$x = { \"PermitR\\u006fotLogin\" => 'yes' }\n":  1,
		"$x = { \"PermitR\\u{6f}otLogin\" => 'yes' }\n":  1,
		"$x = { 'PermitUserEnvironment' => 'yes' }\n":    0,
		"$x = { \"PermitR\\u006fotLogin\" => 'nope' }\n": 0,
	} {
		if found := NewSet([]Enabled{{Rule: &securitySSHRootAllowed}}, Settings{}).CheckFile(syntax.Parse(source.NewFile("a.pp", text), syntax.Options{}), FileLocation{}); len(found) != want {
			t.Errorf("%s: %d findings, want %d", text, len(found), want)
		}
	}
}
