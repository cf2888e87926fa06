// Package english forms the parts of English sentences that depend on a number: nouns after
// a count, and lists of words. Messages and reports of all packages use it.
package english

import (
	"strconv"
	"strings"
)

// Count returns a count with its noun: "1 file", "2 files".
func Count(count int, noun string) string {
	return strconv.Itoa(count) + " " + Noun(count, noun)
}

// Noun returns a regular noun in the form that a count requires: "file", "files", "alias", "aliases",
// "entry", "entries".
func Noun(count int, noun string) string {
	switch {
	case count == 1:
		return noun
	case strings.HasSuffix(noun, "s") || strings.HasSuffix(noun, "ch"):
		return noun + "es"
	case len(noun) > 1 && strings.HasSuffix(noun, "y") && !strings.ContainsRune("aeiou", rune(noun[len(noun)-2])):
		return strings.TrimSuffix(noun, "y") + "ies"
	}
	return noun + "s"
}

// List joins words by commas and a conjunction: "a", "a and b", "a, b and c".
func List(words []string, conjunction string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}
