package editor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// server plays the part of a server: it answers as a table says.
type server struct {
	reader *jsonrpc.Reader
	writer *jsonrpc.Writer
	closes func()
	// answers maps the method of a request to its answer.
	answers map[string]jsonrpc.Message
}

func start(t *testing.T, answers map[string]jsonrpc.Message) (*Editor, *server, *[]string) {
	t.Helper()
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	s := &server{jsonrpc.NewReader(toServer), jsonrpc.NewWriter(fromServer), func() { fromServer.Close(); toServer.Close() }, answers}
	e := New(toEditor, fromEditor)
	var mutex sync.Mutex
	seen := &[]string{}
	e.Seen = func(sent bool, method string, _ *jsonrpc.Message) {
		mutex.Lock()
		defer mutex.Unlock()
		*seen = append(*seen, fmt.Sprintf("%s %t", method, sent))
	}
	t.Cleanup(func() { e.Abandon(); s.closes() })
	return e, s, seen
}

// serve answers messages until the editor sends "exit".
func (s *server) serve(received chan<- *jsonrpc.Message) {
	defer close(received)
	for {
		message, err := s.reader.Read()
		if err != nil {
			return
		}
		received <- message
		if answer, known := s.answers[message.Method]; known && message.IsRequest() {
			answer.ID = message.ID
			if s.writer.Write(&answer) != nil {
				return
			}
		}
		if message.Method == "exit" {
			return
		}
	}
}

// TestSession opens, changes and closes a text, and ends the session.
func TestSession(t *testing.T) {
	e, s, seen := start(t, map[string]jsonrpc.Message{
		"initialize":         {Result: json.RawMessage(`{"capabilities": {"hoverProvider": true}}`)},
		"textDocument/hover": {Error: &jsonrpc.Error{Code: -1, Message: "no hover"}},
		"shutdown":           {Result: json.RawMessage(`null`)},
	})
	received := make(chan *jsonrpc.Message, 100)
	go s.serve(received)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	result, err := e.Initialize(ctx, []string{"/w/a"}, map[string]any{}, nil)
	if err != nil || result.Capabilities.HoverProvider == nil {
		t.Fatalf("%+v, %v", result, err)
	}
	e.Open("/w/a/init.pp", "puppet", "class a {\n}\n")
	if version := e.Change("/w/a/init.pp", protocol.TextDocumentContentChangePartial{Text: "x"}); version != 2 {
		t.Errorf("the version after a change is %d", version)
	}
	if err := e.Request(ctx, "textDocument/hover", map[string]any{}, nil); err == nil || !strings.Contains(err.Error(), "no hover") {
		t.Errorf("the error of the server is %v", err)
	}
	e.Close("/w/a/init.pp")
	if err := e.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	var methods []string
	for message := range received {
		methods = append(methods, message.Method)
		if message.Method == "textDocument/didOpen" && !strings.Contains(string(message.Params), `"uri":"file:///w/a/init.pp"`) {
			t.Errorf("opened was %s", message.Params)
		}
	}
	if want := []string{"initialize", "initialized", "textDocument/didOpen", "textDocument/didChange", "textDocument/hover", "textDocument/didClose", "shutdown", "exit"}; !slices.Equal(methods, want) {
		t.Errorf("the server received %v, want %v", methods, want)
	}
	if !slices.Contains(*seen, "initialize true") || !slices.Contains(*seen, "initialize false") {
		t.Errorf("the recorded messages are %v", *seen)
	}
}

// TestFindings: the editor waits for findings of the wanted version.
func TestFindings(t *testing.T) {
	e, s, _ := start(t, nil)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	publish := func(version int32, messages ...string) {
		params := protocol.PublishDiagnosticsParams{URI: URI("/w/a.pp"), Version: &version}
		for _, message := range messages {
			params.Diagnostics = append(params.Diagnostics, protocol.Diagnostic{Message: message})
		}
		text, err := json.Marshal(params)
		if err != nil {
			t.Error(err)
		}
		if err := s.writer.Write(&jsonrpc.Message{Method: "textDocument/publishDiagnostics", Params: text}); err != nil {
			t.Error(err)
		}
	}
	go func() {
		publish(1, "old")
		publish(2, "new", "more")
	}()
	found, err := e.Findings(ctx, "/w/a.pp", 2)
	if err != nil || len(found) != 2 || found[0].Message != "new" {
		t.Errorf("%+v, %v", found, err)
	}
	if found, err := e.Findings(ctx, "/w/a.pp", 0); err != nil || len(found) != 2 {
		t.Errorf("any version: %+v, %v", found, err)
	}
	short, stop := context.WithTimeout(ctx, time.Millisecond)
	defer stop()
	if _, err := e.Findings(short, "/w/a.pp", 3); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a version that never comes: %v", err)
	}
}

// TestRequestsOfTheServer: the editor answers requests for settings, and accepts all others.
func TestRequestsOfTheServer(t *testing.T) {
	e, s, _ := start(t, nil)
	e.Configuration = map[string]any{"a": 1}
	for method, want := range map[string]string{"workspace/configuration": `[{"a":1}]`, "client/registerCapability": `null`} {
		if err := s.writer.Write(&jsonrpc.Message{ID: json.RawMessage("7"), Method: method, Params: json.RawMessage("{}")}); err != nil {
			t.Fatal(err)
		}
		answer, err := s.reader.Read()
		if err != nil || string(answer.ID) != "7" || string(answer.Result) != want {
			t.Errorf("%s: %+v, %v", method, answer, err)
		}
	}
}

// TestServerExits: requests and waits end with the server.
func TestServerExits(t *testing.T) {
	e, s, _ := start(t, nil)
	go func() {
		_, _ = s.reader.Read()
		s.closes()
	}()
	if err := e.Request(t.Context(), "shutdown", nil, nil); err == nil || !strings.Contains(err.Error(), "the server has exited") {
		t.Errorf("a request that was sent: %v", err)
	}
	if err := e.Request(t.Context(), "shutdown", nil, nil); err == nil || !strings.Contains(err.Error(), "the server has exited") {
		t.Errorf("a further request: %v", err)
	}
	if _, err := e.Findings(t.Context(), "/w/a.pp", 0); err == nil {
		t.Error("findings came from nowhere")
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	other, _, _ := start(t, nil)
	if err := other.Request(cancelled, "initialize", nil, nil); !errors.Is(err, context.Canceled) && (err == nil || !strings.Contains(err.Error(), "exited")) {
		t.Errorf("a cancelled request: %v", err)
	}
}

// TestURIs: paths become URIs and back.
func TestURIs(t *testing.T) {
	for path, want := range map[string]string{"/w/a.pp": "file:///w/a.pp", "/w/a b#c.pp": "file:///w/a%20b%23c.pp", "/w/é.pp": "file:///w/%C3%A9.pp"} {
		if got := URI(path); got != want || Path(got) != path {
			t.Errorf("%s is %s, and that is %s", path, got, Path(got))
		}
	}
	if got := Path("%"); got != "" {
		t.Errorf("a text that is no URI is the path %q", got)
	}
}
