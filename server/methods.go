package server

import (
	"context"
	"encoding/json"
	"fmt"

	"puppet-lint/internal/workspace"
	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// method is how a message is handled: as a change, by the goroutine that reads, or as a request
// that is answered.
type method struct {
	change func(s *Server, params json.RawMessage) (any, error)
	answer func(ctx context.Context, r *request, params json.RawMessage) (any, error)
	// lasting is true if the answer is quick and remains useful after an edit. waits is true if
	// the method takes no snapshot, because it waits for findings.
	lasting, waits bool
}

// request is what the handler of a request works with.
type request struct {
	*workspace.Snapshot
	server   *Server
	settings settings
}

// methods are all methods that the server handles.
var methods = map[string]method{
	"initialize":                          change(initialize),
	"initialized":                         change(isInitialized),
	"shutdown":                            change(shutdown),
	"$/cancelRequest":                     change(cancel),
	"$/setTrace":                          change(setTrace),
	"textDocument/didOpen":                change(didOpen),
	"textDocument/didChange":              change(didChange),
	"textDocument/didSave":                change(didSave),
	"textDocument/didClose":               change(didClose),
	"workspace/didChangeWatchedFiles":     change(didChangeWatchedFiles),
	"workspace/didChangeWorkspaceFolders": change(didChangeWorkspaceFolders),
	"workspace/didChangeConfiguration":    change(didChangeConfiguration),
	"window/workDoneProgress/cancel":      change(func(*Server, *struct{}) (any, error) { return nil, nil }),

	"textDocument/diagnostic": waiting(documentDiagnostic),
	"workspace/diagnostic":    waiting(workspaceDiagnostic),
	"textDocument/codeAction": waiting(codeAction),
	"codeAction/resolve":      answer(resolveCodeAction),

	"textDocument/hover":                lasting(answer(hover)),
	"textDocument/completion":           lasting(answer(completion)),
	"completionItem/resolve":            lasting(answer(resolveCompletion)),
	"textDocument/signatureHelp":        lasting(answer(signatureHelp)),
	"textDocument/definition":           lasting(answer(definition)),
	"textDocument/declaration":          lasting(answer(definition)),
	"textDocument/typeDefinition":       lasting(answer(typeDefinition)),
	"textDocument/references":           answer(references),
	"textDocument/documentHighlight":    answer(highlight),
	"textDocument/documentLink":         answer(documentLink),
	"textDocument/prepareRename":        answer(prepareRename),
	"textDocument/rename":               answer(rename),
	"workspace/willRenameFiles":         answer(willRenameFiles),
	"textDocument/documentSymbol":       answer(documentSymbol),
	"workspace/symbol":                  answer(workspaceSymbol),
	"textDocument/foldingRange":         answer(foldingRange),
	"textDocument/selectionRange":       answer(selectionRange),
	"textDocument/semanticTokens/full":  answer(semanticTokens),
	"textDocument/semanticTokens/range": answer(semanticTokensRange),
	"textDocument/formatting":           answer(formatting),
	"textDocument/rangeFormatting":      answer(rangeFormatting),
	"textDocument/onTypeFormatting":     answer(onTypeFormatting),
	"textDocument/inlayHint":            answer(inlayHint),
	"textDocument/codeLens":             answer(codeLens),
	"textDocument/prepareCallHierarchy": answer(prepareCallHierarchy),
	"callHierarchy/incomingCalls":       answer(incomingCalls),
	"callHierarchy/outgoingCalls":       answer(outgoingCalls),
	"textDocument/prepareTypeHierarchy": answer(prepareTypeHierarchy),
	"typeHierarchy/supertypes":          answer(supertypes),
	"typeHierarchy/subtypes":            answer(subtypes),
}

func change[P any](handle func(s *Server, params *P) (any, error)) method {
	return method{change: func(s *Server, raw json.RawMessage) (any, error) {
		params, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		return handle(s, params)
	}}
}

func answer[P, R any](handle func(ctx context.Context, r *request, params *P) (R, error)) method {
	return method{answer: func(ctx context.Context, r *request, raw json.RawMessage) (any, error) {
		params, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		return handle(ctx, r, params)
	}}
}

func lasting(m method) method {
	m.lasting = true
	return m
}

func waiting[P, R any](handle func(ctx context.Context, r *request, params *P) (R, error)) method {
	m := answer(handle)
	m.waits = true
	return m
}

func decode[P any](raw json.RawMessage) (*P, error) {
	params := new(P)
	if len(raw) == 0 {
		return params, nil
	}
	if err := json.Unmarshal(raw, params); err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.InvalidParams, Message: fmt.Sprintf("invalid parameters for this method: %v", err)}
	}
	return params, nil
}

// setTrace handles $/setTrace.
func setTrace(s *Server, params *protocol.SetTraceParams) (any, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.trace = params.Value
	return nil, nil
}
