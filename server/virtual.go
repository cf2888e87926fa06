package server

import (
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/server/protocol"
)

// suffixes maps identifiers of languages to the ends of paths.
var suffixes = map[protocol.LanguageKind]string{
	"puppet": ".pp", "epp": ".epp", "epuppet": ".epp", "embedded-puppet": ".epp", "eruby": ".erb", "erb": ".erb",
	"yaml": ".yaml", "json": ".json", "jsonc": ".json",
}

// viewSchemes are the schemes of documents that editors only show: old versions of files, and
// proposals of others.
var viewSchemes = []string{
	"git", "gitfs", "gitlens", "gitlens-git", "git-graph", "fugitive", "gitsigns", "diffview", "svn", "hg", "review", "pr", "conflictResolution", "merge-conflict.conflict-diff",
	"vscode-scm", "vscode-local-history", "timeline", "chat-editing-text-model", "vscode-chat-code-block", "output",
}

// isView reports whether the document of a URI is only shown. A version is named by the scheme or
// by a query.
func isView(uri string) bool {
	parsed, err := url.Parse(uri)
	return err == nil && parsed.Scheme != "file" && (parsed.RawQuery != "" || slices.Contains(viewSchemes, parsed.Scheme))
}

// virtualPath returns the path of a document that is no file. There is no file at that path. The
// document sees the names of the folder around it: the folder of the file that a view shows, or
// the folder that the user opened. ok is false if the language is unknown.
func (s *Server) virtualPath(uri string, language protocol.LanguageKind) (made string, ok bool) {
	named := ""
	if parsed, err := url.Parse(uri); err == nil && strings.HasPrefix(parsed.Path, "/") {
		named, _ = pathOf((&url.URL{Scheme: "file", Path: parsed.Path}).String())
	} else if err == nil {
		named = path.Base(parsed.Opaque)
	}
	suffix, isKnown := suffixes[language]
	if extension := filepath.Ext(named); !isKnown || suffix == ".pp" && extension == ".epp" {
		if suffix = extension; !slices.Contains([]string{".pp", ".epp", ".erb", ".yaml", ".yml", ".eyaml", ".json"}, suffix) {
			return "", false
		}
	}
	return filepath.Join(s.folderFor(uri, named), url.QueryEscape(uri)+suffix), true
}

// folderFor returns the folder around a document that is no file. named is the path in its URI.
func (s *Server) folderFor(uri, named string) string {
	if filepath.IsAbs(named) {
		if isView(uri) {
			return filepath.Dir(named)
		}
		for _, folder := range s.folders {
			if source.IsWithin(named, folder) {
				return folder
			}
		}
	}
	if len(s.folders) > 0 {
		return s.folders[0]
	}
	nowhere, err := filepath.Abs(string(filepath.Separator) + "no folder")
	if err != nil {
		return string(filepath.Separator)
	}
	return nowhere
}

// setFolders replaces the folders of the workspace. The documents that are no files move with
// them.
func (s *Server) setFolders() {
	for _, document := range s.documents {
		if document.isVirtual {
			s.workspace.Close(document.path)
		}
	}
	s.workspace.SetFolders(s.folders)
	for _, document := range s.documents {
		if document.isVirtual {
			s.mutex.Lock()
			delete(s.reported, document.path)
			s.mutex.Unlock()
			document.path, _ = s.virtualPath(document.uri, document.language)
			document.dirty = true
			s.uris.noteVirtual(document.path, document.uri)
		}
	}
}
