package validate

import (
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// A word that does nothing is often a misspelt function that needs no parentheses.
func TestWordWithoutEffectSuggestsAFunction(t *testing.T) {
	for code, want := range map[string]string{
		"class a {\n  inlcude b\n}\n":               "did you mean 'include'?",
		"class a {\n  notify { 'x': }\n  retrun\n}": "did you mean 'return'?",
		"class a {\n  example\n  notice(1)\n}\n":    "write example() to call a function",
	} {
		findings := File(syntax.Parse(source.NewFile("a.pp", code), syntax.Options{}), Options{Specification: true})
		if len(findings) != 1 || findings[0].Help != want {
			t.Errorf("%q: %v, want the help %q", code, findings, want)
		}
	}
}
