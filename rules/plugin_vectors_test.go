package rules

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestPluginVectors compares the checks of plugins, in the puppet-lint profile, with the recorded
// findings and fixes of the plugins themselves. If they differ, the vector states the reason.
func TestPluginVectors(t *testing.T) {
	file, err := os.Open("testdata/plugins.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rules := map[string]*Rule{}
	for _, rule := range All() {
		rules[rule.Name] = rule
	}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var vector struct {
			Check, Code, Fixed, Why string
			Plugin                  []string
			Findings                *[]string
			OwnFix                  *string `json:"own_fix"`
		}
		if err := json.Unmarshal(lines.Bytes(), &vector); err != nil {
			t.Fatal(err)
		}
		if rules[vector.Check] == nil {
			t.Fatalf("no rule %q", vector.Check)
		}
		want, wantFixed := vector.Plugin, cmp.Or(vector.Fixed, vector.Code)
		if vector.Findings != nil {
			want = *vector.Findings
		}
		if vector.OwnFix != nil {
			wantFixed = *vector.OwnFix
		}
		if isOther := vector.Findings != nil || vector.OwnFix != nil; isOther != (vector.Why != "") {
			t.Errorf("%s of %q: differs: %v, but why: %q", vector.Check, vector.Code, isOther, vector.Why)
		}
		found, fixed := asPlugin(rules[vector.Check], vector.Code)
		if !slices.Equal(found, want) {
			t.Errorf("%s of %q: got %q, want %q", vector.Check, vector.Code, found, want)
		}
		if fixed != wantFixed {
			t.Errorf("%s of %q: fixed to %q, want %q", vector.Check, vector.Code, fixed, wantFixed)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// asPlugin returns the findings in the puppet-lint profile, without duplicates and in the order of
// the text, and the code after the fixes.
func asPlugin(rule *Rule, code string) (found []string, fixed string) {
	set := NewSet([]Enabled{{Rule: rule}}, Settings{Target: 8, AsRuby: true})
	fixed = code
	for pass := range 20 {
		file := syntax.Parse(source.NewFile("init.pp", fixed), syntax.Options{})
		findings := set.CheckFile(file, FileLocation{})
		if pass == 0 {
			found = findingTexts(findings)
		}
		var fixes []diag.Fix
		for _, finding := range findings {
			if len(finding.Fixes) > 0 {
				fixes = append(fixes, finding.Fixes[0])
			}
		}
		if len(fixes) == 0 {
			break
		}
		edits, _ := diag.Merge(fixes)
		fixed = diag.Apply(file.Source, edits[file.Source])
	}
	return found, fixed
}

func findingTexts(findings []*diag.Diagnostic) []string {
	slices.SortStableFunc(findings, func(a, b *diag.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Message, b.Message))
	})
	texts := []string{}
	for _, finding := range findings {
		position := finding.Position()
		texts = append(texts, fmt.Sprintf("%d:%d %s", position.Line, position.Column, finding.Message))
	}
	return slices.Compact(texts)
}
