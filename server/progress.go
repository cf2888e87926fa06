package server

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// progress is a check of all files of a folder that the client may show.
type progress struct {
	token string
	// shown says that the client has been told that it began, done that it has ended.
	shown, done bool
}

// whole is called when a check of all files of a folder begins, and when it ends. The
// client is told once it has taken the token.
func (s *Server) whole(folder string, begins bool) {
	if !s.client.Window.WorkDoneProgress {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if one := s.progress[folder]; !begins {
		if one != nil {
			one.done = true
			s.endProgress(one)
		}
		delete(s.progress, folder)
		return
	}
	s.lastProgress++
	one := &progress{token: fmt.Sprintf("puppet-lint-check-%d", s.lastProgress)}
	s.progress[folder] = one
	go s.ask("window/workDoneProgress/create", protocol.WorkDoneProgressCreateParams{Token: one.token}, func(_ json.RawMessage, err *jsonrpc.Error) {
		if err != nil {
			return
		}
		s.mutex.Lock()
		defer s.mutex.Unlock()
		one.shown = true
		s.notify("$/progress", protocol.ProgressParams{Token: one.token, Value: protocol.WorkDoneProgressBegin{
			Kind: "begin", Title: "puppet-lint", Message: "checking " + filepath.Base(folder),
		}})
		s.endProgress(one)
	})
}

// endProgress has the client show a check no longer that has ended.
func (s *Server) endProgress(one *progress) {
	if one.shown && one.done {
		s.notify("$/progress", protocol.ProgressParams{Token: one.token, Value: protocol.WorkDoneProgressEnd{Kind: "end"}})
	}
}
