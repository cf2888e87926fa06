package rules

import (
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestQuotedVariableHelp checks the advice for the name of a variable in quotes.
func TestQuotedVariableHelp(t *testing.T) {
	set := NewSet([]Enabled{{Rule: &constantCondition}}, Settings{})
	for code, want := range map[string]string{
		"if '$a::b' { }":               "a string is always true; write $a::b without quotes, or defined('$a::b')",
		"if $x == 'a' or '$::y' { }":   "a string is always true; write $::y without quotes, or defined('$::y')",
		"if '$a b' { }":                "",
		"if $x == 'a' or 'the $b' { }": "to compare with several values, use `in [...]`",
	} {
		file := syntax.Parse(source.NewFile("init.pp", code), syntax.Options{})
		found := set.CheckFile(file, FileLocation{})
		if len(found) != 1 || found[0].Help != want {
			t.Errorf("%s: %v", code, found)
		}
	}
}

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
