package server

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/server/protocol"
)

// workspaceEdit returns a change of several files, by URI, in the form that the client
// supports. For open files it includes the version that the edits apply to.
func (s *Server) workspaceEdit(r *request, changes map[string][]protocol.TextEdit) *protocol.WorkspaceEdit {
	if !s.client.Workspace.WorkspaceEdit.DocumentChanges {
		return &protocol.WorkspaceEdit{Changes: changes}
	}
	edit := &protocol.WorkspaceEdit{}
	for _, uri := range slices.Sorted(maps.Keys(changes)) {
		edit.DocumentChanges = append(edit.DocumentChanges, s.documentEdit(r, uri, changes[uri]))
	}
	return edit
}

func (s *Server) documentEdit(r *request, uri string, edits []protocol.TextEdit) protocol.TextDocumentEdit {
	document := protocol.OptionalVersionedTextDocumentIdentifier{URI: uri}
	if path, ok := s.uris.path(uri); ok && r.Snapshot != nil {
		if _, version, isOpen := r.Text(path); isOpen {
			document.Version = &version
		}
	}
	change := protocol.TextDocumentEdit{TextDocument: document, Edits: []any{}}
	for _, one := range edits {
		change.Edits = append(change.Edits, one)
	}
	return change
}

// difference returns edits that turn before into after, line by line. They leave out lines that
// both texts have.
func (s *Server) difference(before, after string) []protocol.TextEdit {
	old, new := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	mapper := newMapper(before, s.encoding)
	edits := []protocol.TextEdit{}
	offset := int32(0)
	for len(old) > 0 || len(new) > 0 {
		if len(old) > 0 && len(new) > 0 && old[0] == new[0] {
			offset += int32(len(old[0]))
			old, new = old[1:], new[1:]
			continue
		}
		skipOld, skipNew := nextSame(old, new)
		end := offset
		for _, line := range old[:skipOld] {
			end += int32(len(line))
		}
		edits = append(edits, protocol.TextEdit{Range: mapper.rangeOf(source.Span{Start: offset, End: end}), NewText: strings.Join(new[:skipNew], "")})
		old, new, offset = old[skipOld:], new[skipNew:], end
	}
	return edits
}

// farthest is the number of lines that nextSame searches for a line that both texts have.
const farthest = 200

// nextSame returns how many lines to skip on both sides until the texts have a line in common.
// It returns the smallest such numbers.
func nextSame(old, new []string) (skipOld, skipNew int) {
	for sum := 1; sum <= farthest; sum++ {
		for i := 0; i <= sum; i++ {
			if j := sum - i; i < len(old) && j < len(new) && old[i] == new[j] && strings.TrimSpace(old[i]) != "" {
				return i, j
			}
		}
	}
	return len(old), len(new)
}
