package server

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/server/protocol"
	"puppet-lint/source"
)

// workspaceEdit is a change of several files, by URI, in the form that the client
// understands. For files that are open it names the version that it is about.
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
	if path, ok := pathOf(uri); ok && r.Snapshot != nil {
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

// difference are edits that make one text of another, line by line: what is the
// same at the beginning and the end is left alone, and so are lines in between that
// both have.
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

// farthest is how many lines are searched for one that both texts have.
const farthest = 200

// nextSame is how many lines are to be passed over on both sides until they are the
// same again, as few as possible.
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
