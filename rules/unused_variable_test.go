package rules

import (
	"testing"

	"golang.org/x/tools/txtar"

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

// TestUnusedVariableBesideHiera checks that a variable may be read by the hierarchy that hiera()
// reads, and is not if that hierarchy is known and does not name it.
func TestUnusedVariableBesideHiera(t *testing.T) {
	set := NewSet([]Enabled{{Rule: &unusedVariable}}, Settings{})
	for hierarchy, want := range map[string]int{"": 0, "common.yaml": 1, "%{of_hierarchy}.yaml": 0} {
		files := []txtar.File{
			{Name: "environment.conf"},
			{Name: "modules/a/manifests/init.pp", Data: []byte("class a {\n  $of_hierarchy = 1\n  notice(hiera_hash('b', {}))\n}\n")},
		}
		if hierarchy != "" {
			files = append(files, txtar.File{Name: "hiera.yaml", Data: []byte("version: 5\nhierarchy:\n  - name: one\n    path: \"" + hierarchy + "\"\n")})
		}
		if found := set.CheckTree(t.Context(), environmentUnits(files)); len(found) != want {
			t.Errorf("hierarchy %q: %d findings, want %d", hierarchy, len(found), want)
		}
	}
}
