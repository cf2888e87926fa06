package diag

import (
	"strings"

	"puppet-lint/internal/source"
)

// Suggestion is a name that was most likely meant instead of one in the text. It is not a Fix:
// nothing applies it unless the user picks it. The zero value means that there is none.
type Suggestion struct {
	// Written is the name as the text has it, within the finding's span.
	Written string
	// Meant replaces Written.
	Meant string
	// Shown is how messages show Meant, such as "$name"; empty means in single quotes.
	Shown string
}

// IsZero reports whether there is no suggestion.
func (s Suggestion) IsZero() bool { return s.Meant == "" }

// Display returns the intended name as messages show it.
func (s Suggestion) Display() string {
	if s.Shown == "" {
		return "'" + s.Meant + "'"
	}
	return s.Shown
}

// Question returns the sentence that suggests the name, or "" if there is no suggestion.
func (s Suggestion) Question() string {
	if s.IsZero() {
		return ""
	}
	return "did you mean " + s.Display() + "?"
}

// Suggest makes a suggestion the finding's help, and lets editors offer it. It does nothing if
// there is no suggestion.
func (d *Diagnostic) Suggest(s Suggestion) {
	if !s.IsZero() {
		d.Offer(s)
		d.Help = s.Question()
	}
}

// Offer lets editors offer a suggestion, for findings whose messages name it.
func (d *Diagnostic) Offer(s Suggestion) {
	values := d.rare.orNone()
	values.suggestion = s
	d.rare = &values
}

// SuggestFix is like Suggest, and makes the suggestion an unsafe fix if it is certain which text it
// replaces. It serves names and values of which all are known, and only one is similar.
func (d *Diagnostic) SuggestFix(s Suggestion) {
	d.Suggest(s)
	if edit, ok := d.SuggestedEdit(); ok {
		d.Fixes = []Fix{{Message: "write " + s.Meant, Safety: Unsafe, Edits: []Edit{edit}}}
	}
}

// SuggestedEdit returns the edit that writes the suggested name. ok is false if there is no
// suggestion, or if it is not certain which text it replaces: the finding's span does not begin
// with the written name as a whole word, and contains it as one not at all, or more than once.
func (d *Diagnostic) SuggestedEdit() (edit Edit, ok bool) {
	suggestion := d.Suggestion()
	if suggestion.IsZero() || d.Precision != Exact {
		return Edit{}, false
	}
	at := indexOfName(d.File.Slice(d.Span), suggestion.Written)
	if at < 0 {
		return Edit{}, false
	}
	start := d.Span.Start + int32(at)
	return Replace(d.File, source.Span{Start: start, End: start + int32(len(suggestion.Written))}, suggestion.Meant), true
}

// indexOfName returns where a text contains a name as a whole word: at its start, as an attribute
// and a call begin with their names, or else at the only place. It returns -1 if there is none. The
// name may have a leading "::" in the text.
func indexOfName(text, name string) int {
	at := strings.Index(text, name)
	if name == "" || at < 0 {
		return -1
	}
	if at > 0 && strings.Contains(text[at+1:], name) {
		return -1
	}
	before := at
	if strings.HasSuffix(text[:at], "::") {
		before -= len("::")
	}
	if isNamePart(text, before-1) || isNamePart(text, at+len(name)) {
		return -1
	}
	return at
}

// isNamePart reports whether the byte at an offset can be part of a name.
func isNamePart(text string, at int) bool {
	if at < 0 || at >= len(text) {
		return false
	}
	char := text[at]
	return char == '_' || char == ':' && (strings.HasPrefix(text[at:], "::") || at > 0 && text[at-1] == ':') ||
		'0' <= char && char <= '9' || 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z'
}
