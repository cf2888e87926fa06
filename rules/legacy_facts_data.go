package rules

import (
	"slices"
	"strings"

	"puppet-lint/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/source"
)

// interpolatedFact is what puppet-lint (Ruby) takes for a fact in a string of YAML.
var interpolatedFact = lazyregexp.New(`%\{(?:::?|facts\.)?([a-zA-Z0-9_]+)\}`)

// CheckYAML is what puppet-lint (Ruby) finds in a YAML file: legacy facts in its keys
// and strings, if that check is on. Each is said to stand at the start of the
// first line that holds the whole text, or of the file. Nothing is found in a
// file that cannot be read.
func (s *Set) CheckYAML(read *document.Document) (found []diag.Diagnostic) {
	index := slices.IndexFunc(s.rules, func(enabled Enabled) bool { return enabled.Rule == &legacyFacts })
	if index < 0 || read.Root == nil || len(read.Errors) > 0 {
		return nil
	}
	enabled := &s.rules[index]
	eachText(read.Root, maxTexts, func(text string) {
		for _, match := range interpolatedFact.FindAllStringSubmatch(text, -1) {
			if isLegacyFact(match[1]) {
				at := lineWith(read.File, text)
				found = append(found, diag.Diagnostic{
					Rule: &enabled.Rule.Rule, Severity: enabled.Severity, File: read.File,
					Span: source.Span{Start: at, End: at}, At: at, Message: "legacy fact '" + match[1] + "'",
				})
			}
		}
	})
	return found
}

// maxTexts bounds how many values are looked at: aliases may stand for many.
const maxTexts = 1_000_000

// eachText shows the keys and the strings of a value in the order of Ruby's
// hashes, and returns how many more values may be looked at.
func eachText(node *document.Node, left int, show func(text string)) int {
	node = node.Resolve()
	if left--; left <= 0 {
		return 0
	}
	switch node.Kind {
	case document.String:
		show(node.Text)
	case document.Sequence:
		for _, item := range node.Items {
			left = eachText(item, left, show)
		}
	case document.Mapping:
		for _, pair := range node.Pairs() {
			show(pair.Key.Text)
			left = eachText(pair.Value, left, show)
		}
	}
	return left
}

// lineWith is the offset of the first line that holds text, or 0.
func lineWith(file *source.File, text string) int32 {
	at := strings.Index(file.Text, text)
	if at < 0 || strings.Contains(text, "\n") {
		return 0
	}
	return int32(strings.LastIndexByte(file.Text[:at], '\n') + 1)
}
