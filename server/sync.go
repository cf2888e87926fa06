package server

import (
	"strings"

	"puppet-lint/server/protocol"
)

// document is a text that the client has open.
type document struct {
	uri, path string
	text      string
	version   int32
	// dirty is true if the workspace does not have the latest text yet.
	dirty bool
	// isVirtual is true if the document is no file. Its path was made from its language, and is ""
	// if that is unknown.
	isVirtual bool
	language  protocol.LanguageKind
}

func didOpen(s *Server, params *protocol.DidOpenTextDocumentParams) (any, error) {
	item := &params.TextDocument
	one := &document{uri: item.URI, text: item.Text, version: item.Version, language: item.LanguageId, dirty: true}
	if path, ok := pathOf(item.URI); ok {
		one.path = path
		s.uris.note(path, item.URI)
	} else if path, ok := s.virtualPath(item.URI, item.LanguageId); ok {
		one.path, one.isVirtual = path, true
		s.uris.noteVirtual(path, item.URI)
	}
	s.documents[item.URI] = one
	return nil, nil
}

func didChange(s *Server, params *protocol.DidChangeTextDocumentParams) (any, error) {
	document := s.documents[params.TextDocument.URI]
	if document == nil {
		return nil, nil
	}
	document.text = changed(document.text, params.ContentChanges, s.encoding)
	document.version, document.dirty = params.TextDocument.Version, true
	return nil, nil
}

// flush passes the changed texts to the workspace. Of several successive changes of a text only
// the last is passed on.
func (s *Server) flush() {
	for _, document := range s.documents {
		if !document.dirty {
			continue
		}
		document.dirty = false
		if document.path == "" {
			continue
		}
		s.cancelAll(errModified, false)
		if text := strings.Clone(document.text); document.isVirtual {
			s.workspace.OpenVirtual(document.path, text, document.version, isView(document.uri))
		} else {
			s.workspace.Open(document.path, text, document.version)
		}
	}
}

func didSave(s *Server, params *protocol.DidSaveTextDocumentParams) (any, error) {
	return nil, nil // the file on disk now equals the open text
}

func didClose(s *Server, params *protocol.DidCloseTextDocumentParams) (any, error) {
	document := s.documents[params.TextDocument.URI]
	if document == nil {
		return nil, nil
	}
	delete(s.documents, params.TextDocument.URI)
	if document.path == "" {
		return nil, nil
	}
	s.cancelAll(errModified, false)
	s.workspace.Close(document.path)
	if document.isVirtual {
		s.uris.closeVirtual(document.uri)
		s.clear(func(path string) bool { return path == document.path })
	}
	s.clear(func(path string) bool { return !s.workspace.Holds(path) })
	return nil, nil
}

func didChangeWorkspaceFolders(s *Server, params *protocol.DidChangeWorkspaceFoldersParams) (any, error) {
	for _, removed := range params.Event.Removed {
		if path, ok := pathOf(removed.URI); ok {
			s.folders = remove(s.folders, path)
		}
	}
	for _, added := range params.Event.Added {
		if path, ok := pathOf(added.URI); ok {
			s.folders = append(remove(s.folders, path), path)
		}
	}
	s.cancelAll(errModified, true)
	s.setFolders()
	s.watchFolders()
	s.clearOutside()
	return nil, nil
}

func remove(from []string, path string) []string {
	var rest []string
	for _, one := range from {
		if one != path {
			rest = append(rest, one)
		}
	}
	return rest
}
