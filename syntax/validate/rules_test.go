package validate

import (
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// check reads text as an example and says everything about it.
func check(example diag.Example) []*diag.Diagnostic {
	path := example.Path
	if path == "" {
		path = "manifests/init.pp"
	}
	options := Options{Specification: true, Tasks: strings.HasPrefix(path, "plans/")}
	epp := strings.HasSuffix(path, ".epp")
	if !epp && !strings.HasPrefix(path, "..") {
		options.Location = Location{"example", path}
	}
	file := syntax.Parse(source.NewFile(path, example.Code), syntax.Options{EPP: epp, Tasks: options.Tasks})
	return File(file, options)
}

func TestRulesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range Rules() {
		if seen[rule.Name] {
			t.Errorf("%s is listed twice", rule.Name)
		}
		seen[rule.Name] = true
		if strings.Trim(rule.Name, "abcdefghijklmnopqrstuvwxyz_") != "" || rule.Group == "" || rule.Severity == 0 || rule.Since == "" {
			t.Errorf("%s: name, group, severity or since is not as it should be", rule.Name)
		}
		if rule.Summary == "" || rule.Rationale == "" || len(rule.Good) == 0 {
			t.Errorf("%s lacks a summary, a rationale or a good example", rule.Name)
		}
	}
}

func TestExamples(t *testing.T) {
	for _, rule := range Rules() {
		for _, bad := range rule.Bad {
			findings := check(bad)
			if !slices.ContainsFunc(findings, func(f *diag.Diagnostic) bool { return f.Rule == rule }) {
				t.Errorf("%s: nothing found in\n%s\nbut %v", rule.Name, bad.Code, messages(findings))
			}
		}
		for _, good := range rule.Good {
			if findings := check(good); len(findings) > 0 {
				t.Errorf("%s: the good example\n%s\nraises %v", rule.Name, good.Code, messages(findings))
			}
		}
	}
}

func messages(findings []*diag.Diagnostic) (lines []string) {
	for _, finding := range findings {
		lines = append(lines, finding.Rule.Name+": "+finding.Message)
	}
	return lines
}
