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
}

func didOpen(s *Server, params *protocol.DidOpenTextDocumentParams) (any, error) {
	path, ok := pathOf(params.TextDocument.URI)
	if !ok {
		path = "" // not a file, for example a commit
	} else {
		s.uris.note(path, params.TextDocument.URI)
	}
	s.documents[params.TextDocument.URI] = &document{uri: params.TextDocument.URI, path: path, text: params.TextDocument.Text, version: params.TextDocument.Version, dirty: true}
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
		if document.path != "" {
			s.cancelAll(errModified, false)
			s.workspace.Open(document.path, strings.Clone(document.text), document.version)
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
	if document.path != "" {
		s.cancelAll(errModified, false)
		s.workspace.Close(document.path)
	}
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
	s.workspace.SetFolders(s.folders)
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
