package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

// place returns the location of an example, which is in the module "example".
func place(example diag.Example) FileLocation {
	inModule := example.Path
	if inModule == "" {
		inModule = "manifests/init.pp"
	}
	return FileLocation{AbsolutePath: filepath.ToSlash(filepath.Join("/modules/example", inModule)), Module: "example", InModule: inModule}
}

func checkExample(enabled []Enabled, example diag.Example, code string, settings Settings) []*diag.Diagnostic {
	file := syntax.Parse(source.NewFile("init.pp", code), syntax.Options{})
	return NewSet(enabled, settings).CheckFile(file, place(example))
}

func alone(rule *Rule, example diag.Example) []Enabled {
	return []Enabled{{Rule: rule, Options: example.Options}}
}

func byDefault() []Enabled {
	var enabled []Enabled
	for _, rule := range All() {
		if rule.OnByDefault() {
			enabled = append(enabled, Enabled{Rule: rule})
		}
	}
	return enabled
}

func TestExamples(t *testing.T) {
	for _, rule := range All() {
		t.Run(rule.Name, func(t *testing.T) {
			if rule.LooksAtTree() && rule.Visits == nil || rule.Data != nil && rule.Visits == nil || rule.Puppetfile != nil || rule.Environment != nil {
				return // tree_test.go and deployment_test.go have these
			}
			for i, example := range rule.Bad {
				if found := checkExample(alone(rule, example), example, example.Code, Settings{}); len(found) == 0 {
					t.Errorf("bad example %d raises nothing:\n%s", i, example.Code)
				}
				if (example.Fixed != "") != (rule.Fix.Safety != 0) {
					t.Errorf("bad example %d: Fixed and Fix.Safety disagree", i)
				}
				if example.Fixed != "" {
					if got := fixAll(t, rule, example); got != example.Fixed {
						t.Errorf("bad example %d: fixed to\n%s\nwant\n%s", i, got, example.Fixed)
					}
				}
			}
			for i, example := range rule.Good {
				enabled := append(byDefault(), Enabled{Rule: rule, Options: example.Options})
				for _, finding := range checkExample(enabled, example, example.Code, Settings{}) {
					t.Errorf("good example %d raises %s: %s\n%s", i, finding.Rule.Name, finding.Message, example.Code)
				}
			}
		})
	}
}

// fixAll applies the first fix of every finding until there is none. It checks that the fixes keep
// their promises.
func fixAll(t *testing.T, rule *Rule, example diag.Example) string {
	code := example.Code
	for range 10 {
		var fixes []diag.Fix
		found := checkExample(alone(rule, example), example, code, Settings{})
		for _, finding := range found {
			if len(finding.Fixes) > 0 {
				fixes = append(fixes, finding.Fixes[0])
			}
		}
		if len(fixes) == 0 {
			return code
		}
		file := found[0].File
		edits, _ := diag.Merge(fixes)
		fixed := diag.Apply(file, edits[file])
		if after := syntax.Parse(source.NewFile("init.pp", fixed), syntax.Options{}); len(after.Errors) > 0 {
			t.Errorf("the fix leaves a file that does not parse:\n%s", fixed)
		} else if before := syntax.Parse(file, syntax.Options{}); rule.Fix.LayoutOnly && pn.Compact(pn.Of(before.Program)) != pn.Compact(pn.Of(after.Program)) {
			t.Errorf("the fix changes the tree:\n%s\n%s", code, fixed)
		}
		code = fixed
	}
	t.Errorf("the fix never ends:\n%s", code)
	return code
}

func TestMetadataIsComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range Metadata() {
		for _, name := range append([]string{rule.Name}, rule.OldNames...) {
			if seen[name] {
				t.Errorf("two rules go by the name %q", name)
			}
			seen[name] = true
		}
		if rule.Name == InternalError.Name {
			continue
		}
		if rule.Summary == "" || rule.Rationale == "" || rule.Since == "" || rule.Severity == 0 {
			t.Errorf("%s: a summary, a rationale, a version or a severity is missing", rule.Name)
		}
		if isSecurity := rule.Group == diag.Security; isSecurity != (rule.SecuritySeverity > 0) || isSecurity && len(rule.CWE) == 0 || rule.SecuritySeverity > 10 {
			t.Errorf("%s: a rule of the group security, and no other, has a CWE and a security severity of at most 10", rule.Name)
		}
		if strings.HasSuffix(rule.Summary, ".") || strings.Contains(rule.Summary, "\n") {
			t.Errorf("%s: the summary is not one line without a full stop", rule.Name)
		}
		if strings.HasSuffix(rule.Advice, ".") || strings.Contains(rule.Advice, "\n") || strings.ToLower(rule.Advice[:min(1, len(rule.Advice))]) != rule.Advice[:min(1, len(rule.Advice))] {
			t.Errorf("%s: the advice is not one clause in lower case", rule.Name)
		}
		if !slices.Contains(diag.Groups(), rule.Group) {
			t.Errorf("%s: unknown group %q", rule.Name, rule.Group)
		}
	}
	for _, group := range diag.Groups() {
		if group.Summary() == "" {
			t.Errorf("the group %s has no summary", group)
		}
	}
	for _, rule := range All() {
		if len(rule.Bad) == 0 || len(rule.Good) == 0 {
			t.Errorf("%s: a bad or a good example is missing", rule.Name)
		}
	}
	if count := slices.IndexFunc(All(), func(rule *Rule) bool { return !rule.Core }); count >= 0 && count != 40 || len(All()) < 40 {
		t.Errorf("the core checks are not the first 40 rules")
	}
	rest := All()[40:]
	for i, rule := range rest[1:] {
		if rule.Name < rest[i].Name {
			t.Errorf("in all.go, %s belongs before %s: the rules behind the core checks are sorted by name", rule.Name, rest[i].Name)
		}
	}
}

// TestEveryRuleFileIsListed looks for files with a rule that is not in All. A rule's file has the
// name of the rule.
func TestEveryRuleFileIsListed(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, rule := range All() {
		listed[rule.Name+".go"] = true
		if !slices.Contains(files, rule.Name+".go") {
			t.Errorf("%s has no file of its name", rule.Name)
		}
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), " = Rule{\n") && !listed[name] && !strings.HasSuffix(name, "_test.go") {
			t.Errorf("%s holds a rule that All does not list", name)
		}
	}
}

func TestPanickingRuleIsReported(t *testing.T) {
	broken := &Rule{Rule: diag.Rule{Name: "broken"}, Visits: []Visit{Start(func(*Pass) { panic("oh") })}}
	found := checkExample([]Enabled{{Rule: broken}, {Rule: &trailingWhitespace}}, diag.Example{}, "$x = 1 \n", Settings{})
	if len(found) != 2 || found[0].Rule.Name != "trailing_whitespace" || found[1].Rule != &InternalError || !strings.Contains(found[1].Message, "broken") {
		t.Errorf("got %v", found)
	}
}

// BenchmarkRules shows that the cost of a rule depends on what it visits. It adds rules that visit
// nothing in the file to one that does. All rules together cost as much as those that visit
// resources.
func BenchmarkRules(b *testing.B) {
	file := syntax.Parse(source.NewFile("init.pp", "class a {\n"+strings.Repeat("  file { '/tmp/a':\n    ensure => file,\n    mode   => '0644',\n  }\n", 200)+"}\n"), syntax.Options{})
	for _, count := range []int{1, 50, 150} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			enabled := []Enabled{{Rule: &fileMode}}
			for len(enabled) < count {
				enabled = append(enabled, Enabled{Rule: &unquotedNodeName})
			}
			set := NewSet(enabled, Settings{})
			b.ReportAllocs()
			for b.Loop() {
				set.CheckFile(file, FileLocation{})
			}
		})
	}
	b.Run("all", func(b *testing.B) {
		var enabled []Enabled
		for _, rule := range All() {
			enabled = append(enabled, Enabled{Rule: rule})
		}
		set := NewSet(enabled, Settings{})
		b.ReportAllocs()
		for b.Loop() {
			set.CheckFile(file, FileLocation{})
		}
	})
}
