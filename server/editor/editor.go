// Package editor is a client of the language server: it opens and changes texts, sends requests
// and waits for findings, as an editor without a screen would. The subcommand "server --check"
// and the tests of package server use it. It knows the protocol's messages and nothing about
// Puppet.
package editor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"sync"

	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// Editor is a client. All methods are safe for concurrent use.
type Editor struct {
	reader *jsonrpc.Reader
	writer *jsonrpc.Writer
	to     io.Writer
	// Seen is called with each message, sent or received, and the method that the message, or
	// the request it answers, names. It may be nil, and must be set before the first message is
	// sent.
	Seen func(sent bool, method string, message *jsonrpc.Message)
	// Configuration is the editor's answer when the server requests settings.
	Configuration any

	mutex    sync.Mutex
	lastID   int
	waiting  map[string]waiting
	found    map[string]protocol.PublishDiagnosticsParams
	moved    chan struct{}
	versions map[string]int32
	ended    error
}

type waiting struct {
	method string
	answer chan *jsonrpc.Message
}

// New returns an editor that reads from and writes to a server.
func New(from io.Reader, to io.Writer) *Editor {
	e := &Editor{
		reader: jsonrpc.NewReader(from), writer: jsonrpc.NewWriter(to), to: to, waiting: map[string]waiting{},
		found: map[string]protocol.PublishDiagnosticsParams{}, moved: make(chan struct{}), versions: map[string]int32{},
	}
	go e.read()
	return e
}

func (e *Editor) read() {
	for {
		message, err := e.reader.Read()
		if err != nil {
			e.mutex.Lock()
			e.ended = err
			for _, one := range e.waiting {
				close(one.answer)
			}
			e.waiting = map[string]waiting{}
			e.move()
			e.mutex.Unlock()
			return
		}
		e.take(message)
	}
}

func (e *Editor) take(message *jsonrpc.Message) {
	if message.Method == "" {
		e.mutex.Lock()
		one, known := e.waiting[string(message.ID)]
		delete(e.waiting, string(message.ID))
		e.mutex.Unlock()
		e.see(false, one.method, message)
		if known {
			one.answer <- message
		}
		return
	}
	e.see(false, message.Method, message)
	switch {
	case message.Method == "textDocument/publishDiagnostics":
		var params protocol.PublishDiagnosticsParams
		if json.Unmarshal(message.Params, &params) == nil {
			e.mutex.Lock()
			e.found[params.URI] = params
			e.move()
			e.mutex.Unlock()
		}
	case message.Method == "workspace/configuration":
		result, _ := json.Marshal([]any{e.Configuration})
		e.send(message.Method, &jsonrpc.Message{ID: message.ID, Result: result})
	case message.IsRequest():
		e.send(message.Method, &jsonrpc.Message{ID: message.ID, Result: json.RawMessage("null")})
	}
}

// move wakes the goroutines that wait for findings. The caller holds the mutex.
func (e *Editor) move() {
	close(e.moved)
	e.moved = make(chan struct{})
}

func (e *Editor) see(sent bool, method string, message *jsonrpc.Message) {
	if e.Seen != nil {
		e.Seen(sent, method, message)
	}
}

func (e *Editor) send(method string, message *jsonrpc.Message) {
	e.see(true, method, message)
	_ = e.writer.Write(message) // the reader notices if the server has exited
}

// Notify sends a notification.
func (e *Editor) Notify(method string, params any) {
	text, err := json.Marshal(params)
	if err != nil {
		panic(err) // a programming error of the caller
	}
	e.send(method, &jsonrpc.Message{Method: method, Params: text})
}

// Start sends a request. The channel receives the answer, and is closed when the server is
// gone.
func (e *Editor) Start(method string, params any) (id int, answer <-chan *jsonrpc.Message) {
	text, err := json.Marshal(params)
	if err != nil {
		panic(err) // a programming error of the caller
	}
	channel := make(chan *jsonrpc.Message, 1)
	e.mutex.Lock()
	e.lastID++
	id = e.lastID
	if e.ended != nil {
		close(channel)
	} else {
		e.waiting[fmt.Sprint(id)] = waiting{method, channel}
	}
	e.mutex.Unlock()
	e.send(method, &jsonrpc.Message{ID: json.RawMessage(fmt.Sprint(id)), Method: method, Params: text})
	return id, channel
}

// Request sends a request, waits for the answer and decodes it into result.
func (e *Editor) Request(ctx context.Context, method string, params, result any) error {
	_, channel := e.Start(method, params)
	select {
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	case answer, more := <-channel:
		switch {
		case !more:
			return fmt.Errorf("%s: the server has exited", method)
		case answer.Error != nil:
			return answer.Error
		case result == nil || answer.Result == nil:
			return nil
		}
		return json.Unmarshal(answer.Result, result)
	}
}

// Initialize starts a session over folders with the capabilities of the client.
func (e *Editor) Initialize(ctx context.Context, folders []string, capabilities, options any) (result protocol.InitializeResult, err error) {
	params := protocol.InitializeParams{Capabilities: capabilities, InitializationOptions: options, Trace: protocol.TraceValueOff}
	for _, folder := range folders {
		params.WorkspaceFolders = append(params.WorkspaceFolders, protocol.WorkspaceFolder{URI: URI(folder), Name: filepath.Base(folder)})
	}
	if err = e.Request(ctx, "initialize", params, &result); err == nil {
		e.Notify("initialized", struct{}{})
	}
	return result, err
}

// Open opens a text.
func (e *Editor) Open(path, language, text string) {
	e.mutex.Lock()
	e.versions[path] = 1
	e.mutex.Unlock()
	e.Notify("textDocument/didOpen", protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{URI: URI(path), LanguageId: protocol.LanguageKind(language), Version: 1, Text: text},
	})
}

// Change changes an open text, and returns its new version.
func (e *Editor) Change(path string, changes ...protocol.TextDocumentContentChangePartial) int32 {
	e.mutex.Lock()
	e.versions[path]++
	version := e.versions[path]
	e.mutex.Unlock()
	e.Notify("textDocument/didChange", map[string]any{
		"textDocument":   protocol.VersionedTextDocumentIdentifier{URI: URI(path), Version: version},
		"contentChanges": changes,
	})
	return version
}

// Close closes a text.
func (e *Editor) Close(path string) {
	e.Notify("textDocument/didClose", protocol.DidCloseTextDocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: URI(path)}})
}

// Findings waits for the findings of an open text in the given version or a later one, and
// returns them. Version 0 waits for the findings of any version.
func (e *Editor) Findings(ctx context.Context, path string, version int32) ([]protocol.Diagnostic, error) {
	for {
		e.mutex.Lock()
		params, known := e.found[URI(path)]
		moved, ended := e.moved, e.ended
		e.mutex.Unlock()
		if known && (version == 0 || params.Version != nil && *params.Version >= version) {
			return params.Diagnostics, nil
		}
		if ended != nil {
			return nil, ended
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Shutdown ends the session.
func (e *Editor) Shutdown(ctx context.Context) error {
	err := e.Request(ctx, "shutdown", nil, nil)
	e.Notify("exit", nil)
	e.writer.Close()
	return err
}

// Abandon closes the connection without a message, as an editor that crashes does.
func (e *Editor) Abandon() {
	if stream, ok := e.to.(io.Closer); ok {
		stream.Close()
	}
	e.writer.Close()
}

// URI returns the URI of an absolute path.
func URI(path string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}

// Path returns the path of a file URI.
func Path(uri string) string {
	parsed, err := url.Parse(uri)
	if err != nil {
		return ""
	}
	return filepath.FromSlash(parsed.Path)
}
