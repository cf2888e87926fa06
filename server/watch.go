package server

import (
	"context"
	"path/filepath"
	"slices"

	"puppet-lint/lint"
	"puppet-lint/server/protocol"
)

// watchers returns the files that the client is asked to watch: all files that findings may
// depend on, new files that modules may serve, and the removal of any file, since a removed folder
// takes its files with it.
func watchers() []protocol.FileSystemWatcher {
	return []protocol.FileSystemWatcher{
		{GlobPattern: "**/{*.{pp,epp,erb,rb,yaml,yml,eyaml,json,toml,conf},Puppetfile,.fixtures.yml,.puppet-lint.rc,.gitignore,.gitmodules}"},
		{GlobPattern: "**/{files,templates}/**", Kind: protocol.WatchKindCreate},
		{GlobPattern: "**", Kind: protocol.WatchKindDelete},
	}
}

// watchFolders watches the folders of the workspace if the client cannot. Otherwise the server
// would not notice changes by other programs, or by the client itself in files that are not
// open.
func (s *Server) watchFolders() {
	if s.options.Watch == nil || s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return
	}
	s.stopWatching()
	if len(s.folders) == 0 {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.stopWatching = cancel
	folders := slices.Clone(s.folders)
	s.group.Go(func() {
		err := s.options.Watch(ctx, folders, func(paths []string) {
			select {
			case s.onDisk <- paths:
			case <-ctx.Done():
			}
		})
		if err != nil && ctx.Err() == nil {
			s.notify("window/logMessage", protocol.LogMessageParams{Type: protocol.MessageTypeWarning, Message: "changes on disk are not noticed: " + err.Error()})
		}
	})
}

// didChangeWatchedFiles handles the client's report of changes on disk.
func didChangeWatchedFiles(s *Server, params *protocol.DidChangeWatchedFilesParams) (any, error) {
	var paths []string
	for _, change := range params.Changes {
		if path, ok := pathOf(change.URI); ok {
			paths = append(paths, path)
		}
	}
	s.changedOnDisk(paths)
	return nil, nil
}

func (s *Server) changedOnDisk(paths []string) {
	s.cancelAll(errModified, false)
	s.workspace.Changed(paths)
	if slices.ContainsFunc(paths, func(path string) bool { return lint.IsSetting(filepath.Base(path)) }) {
		s.workspace.Refresh()
	}
}
