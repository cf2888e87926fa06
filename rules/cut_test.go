package rules

import (
	"testing"

	"puppet-lint/internal/effort"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestFilesThatEndEarly checks that no rule panics on a file that ends early or lacks one token.
func TestFilesThatEndEarly(t *testing.T) {
	var enabled []Enabled
	for _, rule := range All() {
		enabled = append(enabled, Enabled{Rule: rule})
	}
	for _, asRuby := range []bool{false, true} {
		set := NewSet(enabled, Settings{Target: 8, AsRuby: asRuby})
		check := func(text string) {
			file := syntax.Parse(source.NewFile("a.pp", text), syntax.Options{})
			for _, finding := range set.CheckFile(file, FileLocation{}) {
				if finding.Rule.Name == InternalError.Name {
					t.Fatalf("as Ruby: %v\n%s\n%s", asRuby, text, finding.Message+finding.Help)
				}
			}
		}
		for _, rule := range All() {
			for _, example := range append(rule.Bad, rule.Good...) {
				for i, token := range syntax.Parse(source.NewFile("a.pp", example.Code), syntax.Options{}).Tokens {
					if !token.Kind.IsTrivia() && i%3 < effort.Rounds(1, 3) {
						check(example.Code[:token.End])
						check(example.Code[:token.Start] + example.Code[token.End:])
					}
				}
			}
		}
	}
}
