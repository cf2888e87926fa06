package server

import (
	"slices"
	"strings"

	"puppet-lint/server/protocol"
)

// markup returns a Markdown text in the form that the client shows. If the client does not
// support Markdown, the markup is removed.
func (s *Server) markup(text string, formats []protocol.MarkupKind) protocol.MarkupContent {
	if len(formats) == 0 || slices.Contains(formats, protocol.MarkupKindMarkdown) {
		return protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text}
	}
	var plain []string
	for line := range strings.Lines(text) {
		if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, "```") {
			continue
		} else if trimmed == "---" {
			line = "\n"
		}
		plain = append(plain, strings.NewReplacer("`", "", "**", "").Replace(line))
	}
	return protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: strings.Join(plain, "")}
}
