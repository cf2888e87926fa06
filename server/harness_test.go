package server_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"puppet-lint/config"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/server"
	"puppet-lint/server/editor"
	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// root is the folder that the files of a test lie in; they are only in memory.
const root = "/w"

// everything is what the tests' client can do.
var everything = map[string]any{
	"general": map[string]any{"positionEncodings": []string{"utf-8", "utf-16"}},
	"workspace": map[string]any{
		"workspaceEdit": map[string]any{"documentChanges": true, "resourceOperations": []string{"create", "rename", "delete"}},
		"configuration": true, "didChangeWatchedFiles": map[string]any{"dynamicRegistration": true},
		"didChangeConfiguration": map[string]any{"dynamicRegistration": true},
	},
	"textDocument": map[string]any{
		"definition":         map[string]any{"linkSupport": true},
		"documentSymbol":     map[string]any{"hierarchicalDocumentSymbolSupport": true},
		"rename":             map[string]any{"prepareSupport": true},
		"codeAction":         map[string]any{"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{""}}}},
		"publishDiagnostics": map[string]any{"relatedInformation": true, "versionSupport": true},
	},
}

func resolver(files source.FileSystem, folder string) *config.Resolver {
	return config.NewResolver(files, folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{})
}

// session is a server with an editor.
type session struct {
	*editor.Editor
	t     *testing.T
	ctx   context.Context
	files map[string]string
	ended chan error
}

// start starts a server over files, by their paths below root.
func start(t *testing.T, files map[string]string, capabilities any, seen func(sent bool, method string, message *jsonrpc.Message)) *session {
	t.Helper()
	texts := map[string]string{}
	for name, text := range files {
		texts[filepath.Join(root, name)] = text
	}
	return startOver(t, source.NewOverlay(nil, texts), files, []string{root}, capabilities, seen)
}

func startOver(t *testing.T, disk source.FileSystem, files map[string]string, folders []string, capabilities any, seen func(sent bool, method string, message *jsonrpc.Message)) *session {
	t.Helper()
	return startWith(t, server.Options{Files: func(string) source.FileSystem { return disk }}, files, folders, capabilities, seen)
}

// startWith starts a server with options, of which it sets the resolver and the log.
func startWith(t *testing.T, options server.Options, files map[string]string, folders []string, capabilities any, seen func(sent bool, method string, message *jsonrpc.Message)) *session {
	t.Helper()
	options.Resolver, options.Log = resolver, testLog{t}
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	s := &session{Editor: editor.New(toEditor, fromEditor), t: t, ctx: ctx, files: files, ended: make(chan error, 1)}
	s.Seen = seen
	s.Configuration = map[string]any{"inlayHints": map[string]any{"types": true, "parameters": true}, "codeLens": map[string]any{"references": true}}
	served := server.New(options, toServer, fromServer)
	go func() {
		err := served.Run()
		toServer.CloseWithError(io.ErrClosedPipe)
		fromServer.CloseWithError(cmp.Or(err, io.EOF))
		s.ended <- err
	}()
	if _, err := s.Initialize(ctx, folders, capabilities, s.Configuration); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Abandon()
		select {
		case <-s.ended:
		case <-time.After(time.Minute):
			t.Error("the server does not end")
		}
	})
	return s
}

// testLog keeps mistakes of the server for the test's output.
type testLog struct{ t *testing.T }

// Write reports internal errors.
func (l testLog) Write(text []byte) (int, error) {
	if strings.Contains(string(text), "internal error") {
		l.t.Errorf("%s", text)
	}
	return len(text), nil
}

func path(name string) string { return filepath.Join(root, name) }

func language(name string) string {
	switch filepath.Ext(name) {
	case ".yaml", ".json":
		return strings.TrimPrefix(filepath.Ext(name), ".")
	}
	return "puppet"
}

// open opens a file as it is.
func (s *session) open(name string) { s.Open(path(name), language(name), s.files[name]) }

// ask sends a request and fails the test on an error.
func (s *session) ask(method string, params, result any) {
	s.t.Helper()
	if err := s.Request(s.ctx, method, params, result); err != nil {
		s.t.Fatalf("%s: %v", method, err)
	}
}

// at names a place, whose line and column are 0-based.
func at(name string, line, column int) map[string]any {
	return map[string]any{
		"textDocument": protocol.TextDocumentIdentifier{URI: editor.URI(path(name))},
		"position":     protocol.Position{Line: uint32(line), Character: uint32(column)},
	}
}

func whole(name string) map[string]any {
	return map[string]any{"textDocument": protocol.TextDocumentIdentifier{URI: editor.URI(path(name))}}
}

// describe is findings as text, one a line.
func describe(found []protocol.Diagnostic) string {
	var lines []string
	for _, one := range found {
		lines = append(lines, fmt.Sprintf("%d:%d-%d:%d %v %v: %v", one.Range.Start.Line+1, one.Range.Start.Character+1, one.Range.End.Line+1, one.Range.End.Character+1, one.Severity, one.Code, one.Message))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// fresh is what a run of its own finds in files, by path, as text.
func fresh(t *testing.T, texts map[string]string) map[string]string {
	t.Helper()
	files := source.NewOverlay(nil, texts)
	result, _ := lint.Run(t.Context(), lint.Options{Files: files, Folder: root, Paths: []string{root}, Resolver: resolver(files, root), KeepBaseline: true})
	for _, failure := range result.Failures {
		if failure.Internal {
			t.Fatal(failure.Message)
		}
	}
	found := map[string][]string{}
	for _, finding := range result.Findings {
		if finding.Suppressed {
			continue
		}
		start, end := finding.File.Position(finding.Span.Start), finding.File.Position(finding.Span.End)
		_ = end
		message := finding.Message
		if finding.Help != "" {
			message += "\n" + finding.Help
		}
		severity := map[string]int{"error": 1, "warning": 2, "info": 3}[finding.Severity.String()]
		found[finding.File.Name] = append(found[finding.File.Name], fmt.Sprintf("%d:%d %d %v: %v", start.Line, start.Column, severity, finding.Rule.Name, message))
	}
	all := map[string]string{}
	for path, lines := range found {
		slices.Sort(lines)
		all[path] = strings.Join(lines, "\n")
	}
	return all
}

// starts is findings as fresh describes them.
func starts(found []protocol.Diagnostic) string {
	var lines []string
	for _, one := range found {
		lines = append(lines, fmt.Sprintf("%d:%d %v %v: %v", one.Range.Start.Line+1, one.Range.Start.Character+1, one.Severity, one.Code, one.Message))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// pulled is what workspace/diagnostic says, once everything has been looked at.
func (s *session) pulled() map[string]string {
	s.t.Helper()
	var report struct {
		Items []struct {
			URI   string                `json:"uri"`
			Items []protocol.Diagnostic `json:"items"`
		} `json:"items"`
	}
	s.ask("workspace/diagnostic", map[string]any{"previousResultIds": []any{}}, &report)
	all := map[string]string{}
	for _, one := range report.Items {
		if len(one.Items) > 0 {
			all[editor.Path(one.URI)] = starts(one.Items)
		}
	}
	return all
}

func text(value any) string {
	encoded, _ := json.Marshal(value)
	return string(encoded)
}
