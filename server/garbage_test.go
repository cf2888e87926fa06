package server_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"puppet-lint/internal/source"
	"puppet-lint/server"
	"puppet-lint/server/editor"
	"puppet-lint/server/jsonrpc"
)

// garbage makes messages that no client should send.
type garbage struct {
	*rand.Rand
	uris []string
}

// methodNames are the methods of a session, known and unknown ones.
var methodNames = []string{
	"initialized", "$/setTrace", "textDocument/didOpen", "textDocument/didOpen", "textDocument/didChange", "textDocument/didChange", "textDocument/didChange",
	"textDocument/didSave", "textDocument/didClose", "workspace/didChangeWatchedFiles", "workspace/didChangeWorkspaceFolders",
	"workspace/didChangeConfiguration", "textDocument/diagnostic", "workspace/diagnostic", "textDocument/codeAction", "codeAction/resolve",
	"textDocument/hover", "textDocument/completion", "completionItem/resolve", "textDocument/signatureHelp", "textDocument/definition",
	"textDocument/typeDefinition", "textDocument/references", "textDocument/documentHighlight", "textDocument/documentLink", "textDocument/prepareRename",
	"textDocument/rename", "workspace/willRenameFiles", "textDocument/documentSymbol", "workspace/symbol", "textDocument/semanticTokens/full",
	"textDocument/semanticTokens/range", "textDocument/foldingRange", "textDocument/selectionRange", "textDocument/inlayHint", "textDocument/codeLens",
	"textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls", "textDocument/prepareTypeHierarchy",
	"typeHierarchy/supertypes", "typeHierarchy/subtypes", "textDocument/formatting", "textDocument/rangeFormatting", "textDocument/onTypeFormatting",
	"workspace/executeCommand", "initialize", "$/unknown", "", "textDocument/", "window/workDoneProgress/cancel",
}

// position is a place in a file, or not.
func (g *garbage) position() any {
	number := func() any {
		switch g.IntN(12) {
		case 0:
			return 4294967295
		case 1:
			return -1
		case 2:
			return 1e300
		case 3:
			return "0"
		default:
			return g.IntN(40)
		}
	}
	if g.IntN(20) == 0 {
		return nil
	}
	return map[string]any{"line": number(), "character": number()}
}

// value is any JSON value.
func (g *garbage) value(depth int) any {
	switch kind := g.IntN(9); {
	case kind == 0:
		return nil
	case kind == 1:
		return g.IntN(2) == 0
	case kind == 2:
		return g.IntN(1000) - 500
	case kind == 3 && depth > 0:
		return []any{g.value(depth - 1), g.value(depth - 1)}
	case kind == 4 && depth > 0:
		return map[string]any{"uri": g.value(depth - 1), "range": g.value(depth - 1), "name": g.value(depth - 1)}
	case kind == 5:
		return g.uris[g.IntN(len(g.uris))]
	case kind == 6:
		return g.position()
	}
	return pieces[g.IntN(len(pieces))]
}

// params are those of any method, some of them spoiled.
func (g *garbage) params() any {
	uri := g.uris[g.IntN(len(g.uris))]
	span := map[string]any{"start": g.position(), "end": g.position()}
	change := map[string]any{"text": pieces[g.IntN(len(pieces))], "range": span}
	if g.IntN(10) == 0 {
		delete(change, "range")
	}
	item := map[string]any{"name": "web", "kind": 5, "uri": uri, "range": span, "selectionRange": span, "data": g.value(1)}
	params := map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": g.IntN(20) - 10, "languageId": "puppet", "text": strings.Repeat(pieces[g.IntN(len(pieces))], 1+g.IntN(5))},
		"position":     g.position(), "positions": []any{g.position(), g.position()}, "range": span, "contentChanges": []any{change, change},
		"context": map[string]any{"includeDeclaration": true, "diagnostics": []any{g.value(2)}}, "newName": pieces[g.IntN(len(pieces))], "query": "we",
		"options": map[string]any{"tabSize": g.IntN(20) - 5, "insertSpaces": true}, "ch": "\n", "value": g.value(0), "item": item, "label": "x", "title": "y",
		"files": []any{map[string]any{"oldUri": uri, "newUri": g.uris[g.IntN(len(g.uris))]}}, "changes": []any{map[string]any{"uri": uri, "type": g.IntN(5)}},
		"event": map[string]any{"added": []any{}, "removed": []any{map[string]any{"uri": "file:///none", "name": ""}}}, "settings": g.value(2), "data": g.value(2),
		"command": "puppet-lint.nothing", "arguments": []any{g.value(2)}, "previousResultIds": []any{map[string]any{"uri": uri, "value": "x"}},
	}
	switch g.IntN(8) {
	case 0:
		return g.value(2)
	case 1:
		keys := slices.Sorted(maps.Keys(params))
		params[keys[g.IntN(len(keys))]] = g.value(2)
	case 2:
		params["textDocument"].(map[string]any)["uri"] = g.value(1)
	}
	return params
}

// TestGarbage sends random messages, most of them with mistakes, and bodies that are no
// messages. Every request must be answered, once, never with an internal error, and afterwards
// the server must end as asked. GARBAGE_SEED tries others.
func TestGarbage(t *testing.T) {
	seed, _ := strconv.ParseUint(os.Getenv("GARBAGE_SEED"), 10, 64)
	random := rand.New(rand.NewPCG(seed, 4))
	g := &garbage{random, []string{"", "nonsense", "file:///", "git:/w/a.pp?x", "file:///%zz", editor.URI("/elsewhere/b.pp"), editor.URI(path("none.pp")), editor.URI(root)}}
	texts := map[string]string{}
	for name, text := range web {
		texts[filepath.Join(root, name)] = text
		g.uris = append(g.uris, editor.URI(path(name)), editor.URI(path(name)))
	}
	slices.Sort(g.uris)
	disk := source.NewOverlay(nil, texts)
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	served := server.New(server.Options{Files: func(string) source.FileSystem { return disk }, Resolver: resolver, Log: testLog{t}}, toServer, fromServer)
	ended := make(chan error, 1)
	go func() {
		err := served.Run()
		toServer.CloseWithError(fmt.Errorf("the server is gone: %v", err))
		fromServer.Close()
		ended <- err
	}()
	answers := make(chan *jsonrpc.Message, 1<<16)
	go func() {
		defer close(answers)
		reader := jsonrpc.NewReader(toClient)
		for {
			message, err := reader.Read()
			var malformed *jsonrpc.Malformed
			switch {
			case errors.As(err, &malformed): // the answer to a malformed message has the id null
			case err != nil:
				return
			case message.Method == "":
				answers <- message
			}
		}
	}()
	sendRaw := func(body string) {
		if _, err := fmt.Fprintf(fromClient, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
			t.Fatal(err)
		}
	}
	send := func(message map[string]any) {
		message["jsonrpc"] = "2.0"
		body, err := json.Marshal(message)
		if err != nil {
			t.Fatal(err)
		}
		sendRaw(string(body))
	}
	wanted := map[string]string{}
	request := func(id int, method string, params any) {
		wanted[fmt.Sprint(id)] = method
		send(map[string]any{"id": id, "method": method, "params": params})
	}
	// wait takes answers until all that are wanted are there.
	wait := func() {
		t.Helper()
		for len(wanted) > 0 {
			select {
			case message, more := <-answers:
				if !more {
					t.Fatalf("the server is gone, without answers to %v", wanted)
				}
				method, isWanted := wanted[string(message.ID)]
				if !isWanted {
					t.Fatalf("an answer to an unknown request %s: %s %v", message.ID, message.Result, message.Error)
				}
				delete(wanted, string(message.ID))
				if message.Error != nil && (message.Error.Code == jsonrpc.InternalError || message.Error.Message == "") {
					t.Fatalf("%s: %+v", method, message.Error)
				}
			case <-time.After(time.Minute):
				t.Fatalf("no answers to %v", wanted)
			}
		}
	}
	for i := range 20 {
		request(-1-i, methodNames[3+random.IntN(len(methodNames)-8)], g.params()) // before initialize
	}
	wait()
	request(0, "initialize", map[string]any{"capabilities": map[string]any{}, "workspaceFolders": []any{map[string]any{"uri": editor.URI(root), "name": "w"}}})
	wait()
	for i := range 1500 {
		method := methodNames[random.IntN(len(methodNames))]
		switch random.IntN(10) {
		case 0:
			sendRaw([]string{"", "{", "[]", "null", `"x"`, `{"jsonrpc":"2.0"}`, `{"id":{},"method":3}`, `{"id":[1],"result":{}}`, strings.Repeat("[", 20_000), `{"method":"exit`, `{"id":"server-1","result":"odd"}`, "\xff\xfe"}[random.IntN(12)])
		case 1:
			send(map[string]any{"method": "$/cancelRequest", "params": map[string]any{"id": []any{random.IntN(i + 1), "x", nil, g.value(1)}[random.IntN(4)]}})
		case 2, 3, 4:
			send(map[string]any{"method": method, "params": g.params()})
		default:
			if method == "" {
				continue
			}
			request(1+i, method, g.params())
		}
		if random.IntN(200) == 0 {
			wait()
		}
	}
	wait()
	// 1,000 requests at once, all of them cancelled.
	for i := range 1000 {
		request(10_000+i, methodNames[12+random.IntN(34)], g.params())
		send(map[string]any{"method": "$/cancelRequest", "params": map[string]any{"id": 10_000 + i}})
	}
	wait()
	for name := range web {
		send(map[string]any{"method": "textDocument/didClose", "params": map[string]any{"textDocument": map[string]any{"uri": editor.URI(path(name))}}})
	}
	request(20_000, "workspace/symbol", map[string]any{"query": "web"})
	request(20_001, "shutdown", nil)
	wait()
	send(map[string]any{"method": "exit"})
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the server does not end")
	}
}
