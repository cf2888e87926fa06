package server

import (
	"regexp"
	"strings"

	"puppet-lint/diag"
	"puppet-lint/server/protocol"
	"puppet-lint/source"
)

// suggested matches the suggestion in the help of a finding about a misspelt name, and named a
// name in its message.
var (
	suggested = regexp.MustCompile(`^did you mean (?:'([\w:-]+)'|"([\w:-]+)"|(\$[\w:]+))\?$`)
	named     = regexp.MustCompile(`'([\w:-]+)'|(\$[\w:]+)`)
)

// suggestions adds an action for each selected finding about a name that is a typo of another:
// it writes that other name.
func (b *actionBuilder) suggestions(findings []diag.Diagnostic) {
	for i := range findings {
		finding := &findings[i]
		if len(finding.Fixes) > 0 || !b.isAt(finding) {
			continue
		}
		span, name, ok := suggestion(finding)
		edits := []diag.Edit{{File: finding.File, Span: span, NewText: name}}
		if !ok || !b.parses(finding.File, edits) && b.isManifest(finding.File) {
			continue
		}
		b.actions = append(b.actions, protocol.CodeAction{
			Title: "Replace with " + name, Kind: protocol.CodeActionKindQuickFix,
			Diagnostics: b.server.diagnostics(b.mappers, findings[i:i+1]), Edit: b.server.workspaceEdit(b.request, b.mappers.edits(edits)),
		})
	}
}

func (b *actionBuilder) isManifest(file *source.File) bool {
	return strings.HasSuffix(file.Name, ".pp") || strings.HasSuffix(file.Name, ".epp")
}

// suggestion returns the span of the misspelt name in a finding, and the suggested one. ok is
// false if the finding has no suggestion, or if it is not certain which text is meant.
func suggestion(finding *diag.Diagnostic) (span source.Span, name string, ok bool) {
	match := suggested.FindStringSubmatch(finding.Help)
	if match == nil {
		return span, "", false
	}
	name = match[1] + match[2] + match[3]
	text := finding.File.Slice(finding.Span)
	for _, mention := range named.FindAllStringSubmatch(finding.Message, -1) {
		wrong, right := mention[1]+mention[2], name
		if strings.HasPrefix(wrong, "$") != strings.HasPrefix(right, "$") {
			continue
		}
		if !strings.Contains(text, wrong) { // in "${name}" the name has no dollar
			wrong, right = strings.TrimPrefix(wrong, "$"), strings.TrimPrefix(right, "$")
		}
		if at := indexOfName(text, wrong); at >= 0 {
			start := finding.Span.Start + int32(at)
			return source.Span{Start: start, End: start + int32(len(wrong))}, right, true
		}
	}
	return span, "", false
}

// indexOfName returns where a text contains a name as a whole word, or -1 if it does not do so
// exactly once.
func indexOfName(text, name string) int {
	at := strings.Index(text, name)
	if at < 0 || strings.Contains(text[at+1:], name) || isNamePart(text, at-1) || isNamePart(text, at+len(name)) {
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
	return char == '_' || char == ':' && (strings.HasPrefix(text[at:], "::") || at > 0 && text[at-1] == ':') || '0' <= char && char <= '9' || 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z'
}
