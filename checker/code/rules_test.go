package code

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

// declared returns the names of the variables of this package that are rules, in the order of
// the files' names and of their text.
func declared(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range file.Decls {
			general, ok := one.(*ast.GenDecl)
			if !ok || general.Tok != token.VAR {
				continue
			}
			for _, spec := range general.Specs {
				value := spec.(*ast.ValueSpec)
				if len(value.Values) != 1 || !value.Names[0].IsExported() {
					continue
				}
				if literal, ok := value.Values[0].(*ast.CompositeLit); ok {
					if selected, ok := literal.Type.(*ast.SelectorExpr); ok && selected.Sel.Name == "Rule" {
						names = append(names, value.Names[0].Name)
					}
				}
			}
		}
	}
	return names
}

var upper = regexp.MustCompile(`[A-Z]`)

// TestRules checks that Rules returns each rule of this package exactly once, that each has the
// name of its variable, and that it has the texts that the documentation and the configuration
// show.
func TestRules(t *testing.T) {
	listed := map[string]bool{}
	for _, rule := range Rules() {
		if listed[rule.Name] {
			t.Errorf("%s is listed twice", rule.Name)
		}
		listed[rule.Name] = true
		if rule.Group == "" || rule.Since != since || rule.Summary == "" || rule.Rationale == "" {
			t.Errorf("%s lacks a group, version, summary or rationale", rule.Name)
		}
		if strings.HasSuffix(rule.Summary, ".") || !strings.HasSuffix(strings.TrimSpace(rule.Rationale), ".") {
			t.Errorf("%s: a summary is a phrase, and a rationale ends a sentence: %q, %q", rule.Name, rule.Summary, rule.Rationale)
		}
		if len(rule.Bad) == 0 && len(rule.Good) > 0 {
			t.Errorf("%s has a good example but no bad one", rule.Name)
		}
	}
	names := declared(t)
	for _, variable := range names {
		name := strings.TrimPrefix(strings.ToLower(upper.ReplaceAllString(variable, "_$0")), "_")
		if !listed[name] {
			t.Errorf("%s is not in Rules, or its name is not %s", variable, name)
		}
	}
	if len(names) != len(listed) || len(names) == 0 {
		t.Errorf("%d rules are declared and %d listed", len(names), len(listed))
	}
}

// TestExamples: every text is an example of its own.
func TestExamples(t *testing.T) {
	made := examples("a", "b")
	if len(made) != 2 || made[0].Code != "a" || made[1].Code != "b" {
		t.Errorf("made %v", made)
	}
	if len(examples()) != 0 {
		t.Error("no text makes an example")
	}
}
