package rules

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestNarrower checks which rules from plugins are marked as Narrower, so that control comments for
// the plugin are kept: those that report less than the plugin in a recorded case, and those without
// a recorded case.
func TestNarrower(t *testing.T) {
	file, err := os.Open("testdata/plugins.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	recorded, narrower := map[string]bool{}, map[string]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var vector struct {
			Check, Code string
			Plugin      []string
			Findings    *[]string
		}
		if err := json.Unmarshal(lines.Bytes(), &vector); err != nil {
			t.Fatal(err)
		}
		recorded[vector.Check] = true
		if vector.Findings == nil || len(syntax.Parse(source.NewFile("init.pp", vector.Code), syntax.Options{}).Errors) > 0 {
			continue // control comments of files with syntax errors are not judged
		}
		position := func(finding string) string { at, _, _ := strings.Cut(finding, " "); return at }
		for _, finding := range vector.Plugin {
			if !slices.ContainsFunc(*vector.Findings, func(own string) bool { return position(own) == position(finding) }) {
				narrower[vector.Check] = vector.Code
			}
		}
	}
	for _, rule := range All() {
		code, isNarrower := narrower[rule.Name]
		switch {
		case rule.Plugin == "" && rule.Narrower:
			t.Errorf("%s has no plugin to be narrower than", rule.Name)
		case rule.Plugin != "" && !recorded[rule.Name] && !rule.Narrower:
			t.Errorf("%s: nothing is recorded of the plugin, so it may report more: set Narrower", rule.Name)
		case recorded[rule.Name] && isNarrower && !rule.Narrower:
			t.Errorf("%s: the plugin also reports %q: set Narrower", rule.Name, code)
		case recorded[rule.Name] && !isNarrower && rule.Narrower:
			t.Errorf("%s: no recorded case shows that the plugin reports more", rule.Name)
		}
	}
}
