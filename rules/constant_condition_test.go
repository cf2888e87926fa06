package rules

import (
	"strings"
	"testing"
)

// TestWordHelp checks what a word as a condition is said to be meant for.
func TestWordHelp(t *testing.T) {
	for text, want := range map[string]string{
		"if topic { notice($topic) }":        "did you mean the variable $topic?",
		"if topic { notice(1) } $topic":      "did you mean the variable $topic?",
		"if topic { notice($topics) }":       "with parentheses: topic()",
		"if topic { notice($topic::other) }": "with parentheses: topic()",
		"if topic { }":                       "with parentheses: topic()",
	} {
		if got := wordHelp(text, "topic"); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s", text, got)
		}
	}
}
