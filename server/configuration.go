package server

import (
	"encoding/json"

	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// settings are what the user may set in the editor, in the section "puppet-lint";
// what is checked, and how, is set in puppet-lint.toml.
type settings struct {
	InlayHints struct {
		// Types shows the types that are inferred for variables, Parameters the
		// names of parameters where functions are called.
		Types      bool `json:"types"`
		Parameters bool `json:"parameters"`
	} `json:"inlayHints"`
	CodeLens struct {
		// References shows how often a definition is used.
		References bool `json:"references"`
	} `json:"codeLens"`
	Diagnostics struct {
		// OpenFilesOnly leaves out what is found in files that are not open.
		OpenFilesOnly bool `json:"openFilesOnly"`
	} `json:"diagnostics"`
}

// takeSettings takes the settings from what the client sends: the section itself,
// or an object that has it.
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
		s.log.printf("the settings are not understood: %v", err)
		s.notify("window/showMessage", protocol.ShowMessageParams{Type: protocol.MessageTypeWarning, Message: "puppet-lint: the editor's settings are not understood: " + err.Error()})
		return
	}
	s.mutex.Lock()
	s.settings = read
	s.mutex.Unlock()
}

// fetchSettings asks the client for the settings, if it answers such questions.
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

// refreshViews has the client ask again for what depends on the settings.
func (s *Server) refreshViews() {
	if s.client.Workspace.InlayHint.RefreshSupport {
		s.ask("workspace/inlayHint/refresh", nil, nil)
	}
	if s.client.Workspace.CodeLens.RefreshSupport {
		s.ask("workspace/codeLens/refresh", nil, nil)
	}
}
