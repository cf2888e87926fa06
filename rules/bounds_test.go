package rules

import (
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestSecurityRulesAreBounded checks that texts and lists that refer to themselves, or that
// multiply to billions, are examined only in part.
func TestSecurityRulesAreBounded(t *testing.T) {
	repeated := func(one, between string) string { return strings.Repeat(one+between, 2000) + one }
	for name, code := range map[string]string{
		"a list of itself": "$a = $a + ['x']",
		"lists":            "$d = ['x'] $c = " + repeated("$d", " + ") + " $b = " + repeated("$c", " + ") + " $a = " + repeated("$b", " + "),
		"texts":            "$e = 'x' $d = \"" + repeated("${e}", "") + "\" $c = \"" + repeated("${d}", "") + "\" $b = \"" + repeated("${c}", "") + "\" $a = \"${b}\"",
	} {
		text := "class m {\n" + code + "\nexec { 'x': command => $a }\nexec { 'y': command => ['sh', '-c', $a] }\nfile { '/x': content => template($a) }\n}\n"
		file := syntax.Parse(source.NewFile("m/manifests/init.pp", text), syntax.Options{})
		var enabled []Enabled
		for _, rule := range All() {
			if rule.Group == "security" {
				enabled = append(enabled, Enabled{Rule: rule})
			}
		}
		set := NewSet(enabled, Settings{})
		if len(enabled) == 0 {
			t.Fatal("no rules")
		}
		found := append(set.CheckFile(file, FileLocation{}), set.CheckTree(t.Context(), []*TreeFile{{File: file}})...)
		if len(found) > 20 {
			t.Errorf("%s: %d findings", name, len(found))
		}
	}
}
