package server

import (
	"encoding/json"
	"slices"

	"puppet-lint/config"
	"puppet-lint/internal/ide"
	"puppet-lint/server/protocol"
)

// client holds the capabilities of the client that the server uses.
type client struct {
	General struct {
		PositionEncodings []protocol.PositionEncodingKind `json:"positionEncodings"`
	} `json:"general"`
	Workspace struct {
		Configuration bool `json:"configuration"`
		ApplyEdit     bool `json:"applyEdit"`
		WorkspaceEdit struct {
			DocumentChanges    bool     `json:"documentChanges"`
			ResourceOperations []string `json:"resourceOperations"`
		} `json:"workspaceEdit"`
		DidChangeWatchedFiles struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
		DidChangeConfiguration struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeConfiguration"`
		Diagnostics struct {
			RefreshSupport bool `json:"refreshSupport"`
		} `json:"diagnostics"`
		SemanticTokens struct {
			RefreshSupport bool `json:"refreshSupport"`
		} `json:"semanticTokens"`
		InlayHint struct {
			RefreshSupport bool `json:"refreshSupport"`
		} `json:"inlayHint"`
		CodeLens struct {
			RefreshSupport bool `json:"refreshSupport"`
		} `json:"codeLens"`
	} `json:"workspace"`
	TextDocument struct {
		Diagnostic *struct {
			CodeDescriptionSupport bool `json:"codeDescriptionSupport"`
		} `json:"diagnostic"`
		Definition  linkable `json:"definition"`
		Declaration linkable `json:"declaration"`
		Completion  struct {
			CompletionItem struct {
				SnippetSupport      bool                  `json:"snippetSupport"`
				DocumentationFormat []protocol.MarkupKind `json:"documentationFormat"`
			} `json:"completionItem"`
		} `json:"completion"`
		Hover struct {
			ContentFormat []protocol.MarkupKind `json:"contentFormat"`
		} `json:"hover"`
		PublishDiagnostics struct {
			RelatedInformation     bool `json:"relatedInformation"`
			VersionSupport         bool `json:"versionSupport"`
			CodeDescriptionSupport bool `json:"codeDescriptionSupport"`
		} `json:"publishDiagnostics"`
		DocumentSymbol struct {
			Hierarchical bool `json:"hierarchicalDocumentSymbolSupport"`
		} `json:"documentSymbol"`
		CodeAction struct {
			LiteralSupport *struct{} `json:"codeActionLiteralSupport"`
			ResolveSupport struct {
				Properties []string `json:"properties"`
			} `json:"resolveSupport"`
		} `json:"codeAction"`
		Rename struct {
			PrepareSupport bool `json:"prepareSupport"`
		} `json:"rename"`
		FoldingRange struct {
			LineFoldingOnly bool `json:"lineFoldingOnly"`
		} `json:"foldingRange"`
	} `json:"textDocument"`
	Window struct {
		WorkDoneProgress bool `json:"workDoneProgress"`
	} `json:"window"`
}

type linkable struct {
	LinkSupport bool `json:"linkSupport"`
}

// resolvesEdits reports whether the client requests the edit of an action only after the user
// has chosen it.
func (c *client) resolvesEdits() bool {
	return slices.Contains(c.TextDocument.CodeAction.ResolveSupport.Properties, "edit")
}

// describesCodes reports whether the client shows a link to the documentation of a finding.
func (c *client) describesCodes() bool {
	if c.TextDocument.Diagnostic != nil {
		return c.TextDocument.Diagnostic.CodeDescriptionSupport
	}
	return c.TextDocument.PublishDiagnostics.CodeDescriptionSupport
}

func initialize(s *Server, params *protocol.InitializeParams) (any, error) {
	if err := convert(params.Capabilities, &s.client); err != nil {
		s.log.printf("cannot read the client's capabilities: %v", err)
	}
	if slices.Contains(s.client.General.PositionEncodings, protocol.PositionEncodingKindUTF8) {
		s.encoding = protocol.PositionEncodingKindUTF8
	}
	if params.Trace != "" {
		s.trace = params.Trace
	}
	s.takeSettings(params.InitializationOptions)
	for _, folder := range params.WorkspaceFolders {
		if path, ok := pathOf(folder.URI); ok {
			s.folders = append(s.folders, path)
		}
	}
	if len(params.WorkspaceFolders) == 0 {
		if path, ok := pathOf(params.RootURI); ok {
			s.folders = append(s.folders, path)
		} else if params.RootPath != "" {
			s.folders = append(s.folders, params.RootPath)
		}
	}
	s.state = initialized
	return protocol.InitializeResult{
		Capabilities: s.capabilities(),
		ServerInfo:   &protocol.ServerInfo{Name: "puppet-lint", Version: config.Version},
	}, nil
}

// convert converts a decoded JSON value to another type.
func convert(from, to any) error {
	text, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, to)
}

// capabilities returns the capabilities of the server.
func (s *Server) capabilities() protocol.ServerCapabilities {
	return protocol.ServerCapabilities{
		HoverProvider: true, DefinitionProvider: true, DeclarationProvider: true, TypeDefinitionProvider: true, ReferencesProvider: true,
		DocumentHighlightProvider: true, DocumentSymbolProvider: true, WorkspaceSymbolProvider: true, FoldingRangeProvider: true, SelectionRangeProvider: true,
		InlayHintProvider: true, CallHierarchyProvider: true, TypeHierarchyProvider: true,
		DocumentFormattingProvider: true, DocumentRangeFormattingProvider: true,
		DocumentOnTypeFormattingProvider: &protocol.DocumentOnTypeFormattingOptions{FirstTriggerCharacter: "}", MoreTriggerCharacter: []string{">", ","}},
		DocumentLinkProvider:             &protocol.DocumentLinkOptions{},
		CodeLensProvider:                 &protocol.CodeLensOptions{},
		RenameProvider:                   s.renameProvider(),
		CompletionProvider:               &protocol.CompletionOptions{TriggerCharacters: []string{"$", ":", "'", "\"", "[", ".", "{", "@", "/"}, ResolveProvider: true},
		SignatureHelpProvider:            &protocol.SignatureHelpOptions{TriggerCharacters: []string{"(", ","}, RetriggerCharacters: []string{","}},
		SemanticTokensProvider: protocol.SemanticTokensOptions{
			Legend: protocol.SemanticTokensLegend{TokenTypes: ide.TokenTypes, TokenModifiers: ide.TokenModifiers}, Full: true, Range: true,
		},
		PositionEncoding: s.encoding,
		TextDocumentSync: protocol.TextDocumentSyncOptions{OpenClose: true, Change: protocol.TextDocumentSyncKindIncremental, Save: true},
		CodeActionProvider: protocol.CodeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, protocol.CodeActionKindRefactorRewrite, protocol.CodeActionKindSourceFixAll, kindFixAll}, ResolveProvider: true,
		},
		DiagnosticProvider: protocol.DiagnosticOptions{Identifier: "puppet-lint", InterFileDependencies: true, WorkspaceDiagnostics: true},
		Workspace: &protocol.WorkspaceOptions{
			WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{Supported: true, ChangeNotifications: true},
			FileOperations: &protocol.FileOperationOptions{WillRename: &protocol.FileOperationRegistrationOptions{
				Filters: []protocol.FileOperationFilter{{Scheme: "file", Pattern: protocol.FileOperationPattern{Glob: "**/*.pp", Matches: protocol.FileOperationPatternKindFile}}},
			}},
		},
	}
}

// renameProvider returns whether rename can be prepared. Some clients accept only true.
func (s *Server) renameProvider() any {
	if s.client.TextDocument.Rename.PrepareSupport {
		return protocol.RenameOptions{PrepareProvider: true}
	}
	return true
}

// isInitialized handles the notification after initialize. From now on the server may send
// requests to the client.
func isInitialized(s *Server, _ *struct{}) (any, error) {
	var registrations []protocol.Registration
	if s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		registrations = append(registrations, protocol.Registration{
			ID: "watch", Method: "workspace/didChangeWatchedFiles",
			RegisterOptions: protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: watchers()},
		})
	}
	if s.client.Workspace.DidChangeConfiguration.DynamicRegistration {
		registrations = append(registrations, protocol.Registration{ID: "configuration", Method: "workspace/didChangeConfiguration"})
	}
	if len(registrations) > 0 {
		s.ask("client/registerCapability", protocol.RegistrationParams{Registrations: registrations}, nil)
	}
	s.setFolders()
	s.watchFolders()
	s.fetchSettings()
	return nil, nil
}

func shutdown(s *Server, _ *struct{}) (any, error) {
	s.state = shutDown
	s.cancelAll(errCancelled, true)
	return nil, nil
}
