package server

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// progress is a check of all files of a folder, which the client may show.
type progress struct {
	token string
	// shown is true once the client knows that the check began, done once the check has
	// ended.
	shown, done bool
}

// whole is called when a check of all files of a folder begins, and when it ends. The client is
// notified of the beginning once it has accepted the token.
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

// endProgress notifies the client that a check has ended, if the client shows it.
func (s *Server) endProgress(one *progress) {
	if one.shown && one.done {
		s.notify("$/progress", protocol.ProgressParams{Token: one.token, Value: protocol.WorkDoneProgressEnd{Kind: "end"}})
	}
}
