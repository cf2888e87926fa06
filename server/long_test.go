package server_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"puppet-lint/internal/source"
	"puppet-lint/server"
	"puppet-lint/server/editor"
	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// manyParameters is a manifest whose list of symbols, with the long name of the class at each, has
// more than size bytes.
func manyParameters(size int) string {
	const length = 40_000
	var b strings.Builder
	b.WriteString("class " + strings.Repeat("k", length) + " (\n")
	for i := range size/length + 1 {
		fmt.Fprintf(&b, "  Integer $p%d,\n", i)
	}
	b.WriteString(") {}\n")
	return b.String()
}

// flat are the capabilities of a client that knows no tree of symbols.
var flat = map[string]any{"textDocument": map[string]any{"diagnostic": map[string]any{}}}

func TestAnswerIsTooLong(t *testing.T) {
	files := map[string]string{"metadata.json": `{"name": "me-web"}`, "manifests/long.pp": manyParameters(33 << 20), "manifests/init.pp": "class web {\n  $x = 1\n}\n"}
	s := start(t, files, flat, nil)
	s.open("manifests/long.pp")
	s.open("manifests/init.pp")
	err := s.Request(s.ctx, "textDocument/documentSymbol", whole("manifests/long.pp"), nil)
	var refused *jsonrpc.Error
	if !errors.As(err, &refused) || refused.Code != int64(protocol.LSPErrorCodesRequestFailed) || !strings.Contains(refused.Message, "too long") {
		t.Fatalf("the long answer: %.200v", err)
	}
	var found []protocol.SymbolInformation
	if s.ask("textDocument/documentSymbol", whole("manifests/init.pp"), &found); len(found) != 2 {
		t.Errorf("the next answer: %v", found)
	}
}

// TestClientDoesNotRead has a client that sends requests and reads no answer. The server must end.
func TestClientDoesNotRead(t *testing.T) {
	disk := source.NewOverlay(nil, map[string]string{path("metadata.json"): `{"name": "me-web"}`})
	toServer, fromClient := io.Pipe()
	_, fromServer := io.Pipe()
	served := server.New(server.Options{Files: func(string) source.FileSystem { return disk }, Resolver: resolver, Log: testLog{t}}, toServer, fromServer)
	ended := make(chan error, 1)
	go func() {
		err := served.Run()
		toServer.CloseWithError(io.ErrClosedPipe)
		ended <- err
	}()
	send := func(id int, method string, params any) error {
		body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
		if err != nil {
			t.Fatal(err)
		}
		_, err = fmt.Fprintf(fromClient, "Content-Length: %d\r\n\r\n%s", len(body), body)
		return err
	}
	if err := send(0, "initialize", map[string]any{"capabilities": flat, "workspaceFolders": []any{map[string]any{"uri": editor.URI(root), "name": "w"}}}); err != nil {
		t.Fatal(err)
	}
	opened := map[string]any{"textDocument": protocol.TextDocumentItem{URI: editor.URI(path("manifests/long.pp")), LanguageId: "puppet", Text: manyParameters(16 << 20)}}
	if err := send(9, "textDocument/didOpen", opened); err != nil {
		t.Fatal(err)
	}
	for i := range 8 { // 16 MB each
		if err := send(10+i, "textDocument/documentSymbol", whole("manifests/long.pp")); err != nil {
			break // the server has ended
		}
	}
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "no longer reads") {
			t.Errorf("the server ended with %v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the server does not end")
	}
}

// TestLongOutline opens a manifest that is too long for a list of all its resources.
func TestLongOutline(t *testing.T) {
	text := "class web (String $name_) {\n" + strings.Repeat("  notify { 'a': }\n  $x = 1\n", 50_000) + "}\n"
	s := start(t, map[string]string{"metadata.json": `{"name": "me-web"}`, "manifests/init.pp": text}, everything, nil)
	s.open("manifests/init.pp")
	var found []protocol.DocumentSymbol
	s.ask("textDocument/documentSymbol", whole("manifests/init.pp"), &found)
	if len(found) != 1 || found[0].Name != "web" || len(found[0].Children) != 1 || found[0].Children[0].Name != "$name_" {
		t.Errorf("%.300v", found)
	}
}
