package server_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"puppet-lint/server/editor"
	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// TestURIsOfTheClient opens a file whose URI is not written as the server writes it. Messages about
// the file must have the URI of the client.
func TestURIsOfTheClient(t *testing.T) {
	published := make(chan protocol.PublishDiagnosticsParams, 64)
	seen := func(sent bool, method string, message *jsonrpc.Message) {
		var params protocol.PublishDiagnosticsParams
		if method == "textDocument/publishDiagnostics" && json.Unmarshal(message.Params, &params) == nil {
			published <- params
		}
	}
	await := func(uri string, count int) {
		t.Helper()
		late := time.After(20 * time.Second)
		for {
			select {
			case found := <-published:
				if found.URI == uri && (len(found.Diagnostics) > 0) == (count > 0) {
					return
				}
			case <-late:
				t.Fatalf("%s has not %d findings", uri, count)
			}
		}
	}
	files := map[string]string{"metadata.json": `{"name": "me-web"}`, "manifests/a+b.pp": "class web {\n}\n", "manifests/c.pp": "class web::c {\n  include web\n}\n"}
	s := start(t, files, map[string]any{"workspace": map[string]any{"workspaceFolders": true}}, seen)
	uri := strings.Replace(editor.URI(path("manifests/a+b.pp")), "+", "%2B", 1)
	if uri == editor.URI(path("manifests/a+b.pp")) {
		t.Fatal("the URI is not special")
	}
	s.Notify("textDocument/didOpen", map[string]any{"textDocument": protocol.TextDocumentItem{URI: uri, LanguageId: "puppet", Version: 1, Text: "class web {\n  notice($y)\n}\n"}})
	await(uri, 1)
	s.open("manifests/c.pp")
	var places []protocol.Location
	if s.ask("textDocument/definition", at("manifests/c.pp", 1, 11), &places); len(places) != 1 || places[0].URI != uri {
		t.Errorf("definition: %v", places)
	}
	s.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri, "version": 2},
		"contentChanges": []any{map[string]any{"text": "# A class.\nclass web {\n}\n"}},
	})
	s.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}})
	s.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": []any{}, "removed": []any{map[string]any{"uri": editor.URI(root), "name": "w"}}}})
	await(uri, 0)
}
