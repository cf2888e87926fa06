package rules

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
)

// interpolatedFact matches what puppet-lint (Ruby) treats as a fact in a YAML string.
var interpolatedFact = lazyregexp.New(`%\{(?:::?|facts\.)?([a-zA-Z0-9_]+)\}`)

// CheckYAML returns the findings of puppet-lint (Ruby) in a YAML file: legacy facts in its keys
// and strings, if that check is enabled. Each finding is at the start of the first line that
// contains the whole text, or of the file. A file that cannot be read has none.
func (s *Set) CheckYAML(read *document.Document) (found []*diag.Diagnostic) {
	index := slices.IndexFunc(s.rules, func(enabled Enabled) bool { return enabled.Rule == &legacyFacts })
	if index < 0 || read.Root == nil || len(read.Errors) > 0 {
		return nil
	}
	enabled := &s.rules[index]
	eachText(read.Root, maxTexts, func(text string) {
		for _, match := range interpolatedFact.FindAllStringSubmatch(text, -1) {
			if isLegacyFact(match[1]) {
				at := lineWith(read.File, text)
				found = append(found, &diag.Diagnostic{
					Rule: &enabled.Rule.Rule, Severity: enabled.Severity, File: read.File,
					Span: source.Span{Start: at, End: at}, At: at, Message: "legacy fact '" + match[1] + "'",
				})
			}
		}
	})
	return found
}

// maxTexts bounds the number of values examined. Aliases may represent many.
const maxTexts = 1_000_000

// eachText visits the keys and strings of a value in the order of Ruby's hashes. It returns how
// many more values may be examined.
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

// lineWith returns the offset of the first line that contains text, or 0.
func lineWith(file *source.File, text string) int32 {
	at := strings.Index(file.Text, text)
	if at < 0 || strings.Contains(text, "\n") {
		return 0
	}
	return int32(strings.LastIndexByte(file.Text[:at], '\n') + 1)
}
