package rules

import (
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestUnusedVariableHelp checks that another name is suggested only if its variable has no value
// where the unused one is set.
func TestUnusedVariableHelp(t *testing.T) {
	set := NewSet([]Enabled{{Rule: &unusedVariable}}, Settings{})
	for code, want := range map[string]string{
		"if $x { $web_flag = 1 } else { $web_flags = 2 } notice($web_flag)":              "did you mean to read this where $web_flag is read?",
		"if $x { $web_flag = 1 } elsif $y { $web_flags = 2 } notice($web_flag)":          "did you mean to read this where $web_flag is read?",
		"case $x { 1: { $web_flag = 1 } default: { $web_flags = 2 } } notice($web_flag)": "did you mean to read this where $web_flag is read?",
		"$web_flag = 1 $web_flags = 2 notice($web_flag)":                                 "",
		"if $x { $web_flag = 1 $web_flags = 2 } notice($web_flag)":                       "",
		"$web_flag = 1 if $x { $web_flags = 2 } notice($web_flag)":                       "",
	} {
		file := syntax.Parse(source.NewFile("init.pp", "define a($x, $y) { "+code+" }"), syntax.Options{})
		for _, finding := range set.CheckTree(t.Context(), []*TreeFile{{File: file}}) {
			if finding.Help != want {
				t.Errorf("%s: %s, help %q", code, finding.Message, finding.Help)
			}
			want = "found"
		}
		if want != "found" {
			t.Errorf("%s: no finding", code)
		}
	}
}
