package server

import (
	"encoding/json"

	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// settings are the settings of the editor, in its section "puppet-lint". The rules and their
// options are set in puppet-lint.toml.
type settings struct {
	InlayHints struct {
		// Types shows the inferred types of variables. Parameters shows the names of parameters
		// at function calls.
		Types      bool `json:"types"`
		Parameters bool `json:"parameters"`
	} `json:"inlayHints"`
	CodeLens struct {
		// References shows how often a definition is used.
		References bool `json:"references"`
	} `json:"codeLens"`
	Diagnostics struct {
		// OpenFilesOnly hides the findings of files that are not open.
		OpenFilesOnly bool `json:"openFilesOnly"`
	} `json:"diagnostics"`
}

// takeSettings reads the settings that the client sends: the section itself, or an object that
// contains it.
func (s *Server) takeSettings(sent any) {
	var read settings
	if object, ok := sent.(map[string]any); ok {
		if section, found := object["puppet-lint"]; found {
			sent = section
		}
	}
	if sent == nil {
		return
	}
	if err := convert(sent, &read); err != nil {
		s.log.printf("cannot read the editor's settings: %v", err)
		s.notify("window/showMessage", protocol.ShowMessageParams{Type: protocol.MessageTypeWarning, Message: "puppet-lint: cannot read the editor's settings: " + err.Error()})
		return
	}
	s.mutex.Lock()
	s.settings = read
	s.mutex.Unlock()
}

// fetchSettings requests the settings from the client, if it supports such requests.
func (s *Server) fetchSettings() {
	if !s.client.Workspace.Configuration {
		return
	}
	s.ask("workspace/configuration", protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: "puppet-lint"}}}, func(result json.RawMessage, err *jsonrpc.Error) {
		var sections []any
		if err != nil || json.Unmarshal(result, &sections) != nil || len(sections) == 0 {
			return
		}
		s.takeSettings(sections[0])
		s.refreshViews()
	})
}

func didChangeConfiguration(s *Server, params *protocol.DidChangeConfigurationParams) (any, error) {
	if s.client.Workspace.Configuration {
		s.fetchSettings()
		return nil, nil
	}
	s.takeSettings(params.Settings)
	s.refreshViews()
	return nil, nil
}

// refreshViews makes the client request everything again that depends on the settings.
func (s *Server) refreshViews() {
	if s.client.Workspace.InlayHint.RefreshSupport {
		s.ask("workspace/inlayHint/refresh", nil, nil)
	}
	if s.client.Workspace.CodeLens.RefreshSupport {
		s.ask("workspace/codeLens/refresh", nil, nil)
	}
}
