package server_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"puppet-lint/internal/source"
	"puppet-lint/server/editor"
	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// documents is a session in which documents are opened by their URIs.
type documents struct {
	*session
	published chan protocol.PublishDiagnosticsParams
}

func startDocuments(t *testing.T, files map[string]string, folders []string) *documents {
	published := make(chan protocol.PublishDiagnosticsParams, 1024)
	seen := func(sent bool, method string, message *jsonrpc.Message) {
		var params protocol.PublishDiagnosticsParams
		if method == "textDocument/publishDiagnostics" && json.Unmarshal(message.Params, &params) == nil {
			published <- params
		}
		if !sent && strings.Contains(string(message.Params)+string(message.Result), "untitled%253A") {
			t.Errorf("%s names a file that does not exist: %s%s", method, message.Params, message.Result)
		}
	}
	texts := map[string]string{}
	for name, text := range files {
		texts[path(name)] = text
	}
	return &documents{startOver(t, source.NewOverlay(nil, texts), files, folders, everything, seen), published}
}

func (d *documents) openURI(uri, language, text string) {
	d.Notify("textDocument/didOpen", map[string]any{"textDocument": protocol.TextDocumentItem{URI: uri, LanguageId: protocol.LanguageKind(language), Version: 1, Text: text}})
}

func (d *documents) closeURI(uri string) {
	d.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}})
}

// await waits until the findings published for a document satisfy a condition.
func (d *documents) await(uri string, isWanted func(found []protocol.Diagnostic) bool) {
	d.t.Helper()
	last, late := "none", time.After(20*time.Second)
	for {
		select {
		case params := <-d.published:
			if params.URI != uri {
				continue
			}
			if last = describe(params.Diagnostics); isWanted(params.Diagnostics) {
				return
			}
		case <-late:
			d.t.Fatalf("%s has not the findings wanted, but:\n%s", uri, last)
		}
	}
}

// in names a place in a document; line and column are 0-based.
func in(uri string, line, column int) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": line, "character": column}}
}

const unnamed = "untitled:Untitled-1"

// unnamedText defines a class that the workspace has, too, and one of its own.
const unnamedText = `# Tried out.
class web (Integer $other = 1) {
  include web::service
  $mine = web::double($other)
  notice("x", $mine, $nothing)
}
# Another one.
class trial {
  web::site { 'a': port => 80 }
}
`

// TestUnnamed opens a document that was never saved, and asks what editors ask.
func TestUnnamed(t *testing.T) {
	d := startDocuments(t, web, []string{root})
	before := d.pulled()
	d.openURI(unnamed, "puppet", unnamedText)
	d.await(unnamed, func(found []protocol.Diagnostic) bool {
		text := describe(found)
		return strings.Contains(text, "unknown_variable") && strings.Contains(text, "double_quoted_strings") && !strings.Contains(text, "autoloader_layout") && !strings.Contains(text, "unknown_class")
	})
	var hover protocol.Hover
	if d.ask("textDocument/hover", in(unnamed, 3, 4), &hover); !strings.Contains(text(hover), "Integer") {
		t.Errorf("hover: %s", text(hover))
	}
	for _, one := range []struct {
		line, column int
		want         string
	}{{2, 14, editor.URI(path("modules/web/manifests/service.pp"))}, {3, 18, editor.URI(path("modules/web/functions/double.pp"))}, {4, 15, unnamed}, {8, 8, editor.URI(path("modules/web/manifests/site.pp"))}} {
		var links []protocol.LocationLink
		if d.ask("textDocument/definition", in(unnamed, one.line, one.column), &links); len(links) != 1 || links[0].TargetURI != one.want {
			t.Errorf("definition at %d:%d: %s", one.line, one.column, text(links))
		}
	}
	var list protocol.CompletionList
	if d.ask("textDocument/completion", in(unnamed, 8, 22), &list); !strings.Contains(text(list), `"port"`) {
		t.Errorf("completion: %s", text(list))
	}
	for method, want := range map[string]string{
		"documentSymbol": `"trial"`, "foldingRange": "startLine", "semanticTokens/full": "data", "formatting": "[]", "codeLens": "", "documentLink": "",
	} {
		var result any
		if d.ask("textDocument/"+method, map[string]any{"textDocument": map[string]any{"uri": unnamed}, "options": map[string]any{"tabSize": 2, "insertSpaces": true}}, &result); !strings.Contains(text(result), want) {
			t.Errorf("%s: %s", method, text(result))
		}
	}
	after := d.pulled()
	delete(after, editor.Path(unnamed))
	if text(before) != text(after) {
		t.Errorf("the document changes the findings of the workspace:\n%s\n%s", text(before), text(after))
	}
	d.closeURI(unnamed)
	d.await(unnamed, func(found []protocol.Diagnostic) bool { return len(found) == 0 })
}

// TestUnnamedChanges applies code actions and a rename to a document that was never saved.
func TestUnnamedChanges(t *testing.T) {
	d := startDocuments(t, web, []string{root})
	d.openURI(unnamed, "puppet", unnamedText)
	var actions []protocol.CodeAction
	d.ask("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": unnamed}, "range": protocol.Range{Start: protocol.Position{Line: 4}, End: protocol.Position{Line: 4, Character: 20}}, "context": map[string]any{"diagnostics": []any{}},
	}, &actions)
	edits := 0
	for _, action := range actions {
		if action.Edit == nil {
			continue
		}
		edits++
		var edit struct{ DocumentChanges []protocol.TextDocumentEdit }
		if json.Unmarshal([]byte(text(action.Edit)), &edit) != nil || len(edit.DocumentChanges) != 1 || edit.DocumentChanges[0].TextDocument.URI != unnamed || edit.DocumentChanges[0].TextDocument.Version == nil {
			t.Errorf("%s: %s", action.Title, text(action.Edit))
		}
	}
	if edits < 2 {
		t.Errorf("code actions: %s", text(actions))
	}
	params := in(unnamed, 3, 4)
	params["newName"] = "ours"
	var renaming any
	if d.ask("textDocument/rename", params, &renaming); strings.Count(text(renaming), `"ours"`) != 2 || !strings.Contains(text(renaming), unnamed) {
		t.Errorf("rename: %s", text(renaming))
	}
	// What the workspace says about its own files does not mention the document.
	d.open("modules/web/manifests/service.pp")
	var links []protocol.LocationLink
	if d.ask("textDocument/definition", at("modules/web/manifests/service.pp", 2, 13), &links); strings.Contains(text(links), unnamed) {
		t.Errorf("definition: %s", text(links))
	}
	var found []protocol.SymbolInformation
	if d.ask("workspace/symbol", map[string]any{"query": "trial"}, &found); len(found) > 0 {
		t.Errorf("workspace/symbol: %s", text(found))
	}
	references := at("modules/web/manifests/service.pp", 0, 8)
	references["context"] = map[string]any{"includeDeclaration": true}
	var places []protocol.Location
	if d.ask("textDocument/references", references, &places); len(places) != 2 || strings.Contains(text(places), unnamed) {
		t.Errorf("references: %s", text(places))
	}
}

// TestUnnamedFollows changes a file of the workspace on which an unsaved document depends, and the
// folders.
func TestUnnamedFollows(t *testing.T) {
	d := startDocuments(t, web, []string{root})
	has := func(rule string) func(found []protocol.Diagnostic) bool {
		return func(found []protocol.Diagnostic) bool { return strings.Contains(describe(found), rule) }
	}
	d.openURI(unnamed, "puppet", "include web::later\n")
	d.await(unnamed, has("unknown_class"))
	d.Open(path("modules/web/manifests/later.pp"), "puppet", "class web::later {\n}\n")
	d.await(unnamed, func(found []protocol.Diagnostic) bool { return len(found) == 0 })
	var links []protocol.LocationLink
	if d.ask("textDocument/definition", in(unnamed, 0, 12), &links); len(links) != 1 || links[0].TargetURI != editor.URI(path("modules/web/manifests/later.pp")) {
		t.Errorf("definition: %s", text(links))
	}
	d.Close(path("modules/web/manifests/later.pp"))
	d.await(unnamed, has("unknown_class"))
	change := func(added, removed []any) {
		d.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": added, "removed": removed}})
	}
	folder := map[string]any{"uri": editor.URI(root), "name": "w"}
	change([]any{}, []any{folder})
	if d.ask("textDocument/definition", in(unnamed, 0, 12), &links); len(links) != 0 {
		t.Errorf("definition without a folder: %s", text(links))
	}
	d.await(unnamed, func(found []protocol.Diagnostic) bool { return len(found) == 0 })
	change([]any{folder}, []any{})
	d.await(unnamed, has("unknown_class"))
}

// TestVirtualKinds opens documents of several languages and schemes.
func TestVirtualKinds(t *testing.T) {
	d := startDocuments(t, web, []string{root})
	for _, one := range []struct{ uri, language, text, want string }{
		{"untitled:Untitled-2", "epp", "<%- | Integer $n | -%>\n<%= $n + %>\n", "syntax_error"},
		{"untitled:Untitled-3", "yaml", "a: [1\n", "data_syntax"},
		{"vscode-userdata:/User/snippet.pp", "puppet", "class {\n", "syntax_error"},
		{"inmemory://model/1", "puppet", "class {\n", "syntax_error"},
		{"untitled:/w/modules/web/manifests/fresh.pp", "puppet", "class {\n", "syntax_error"},
		{"untitled:a%20b.epp", "plaintext", "<%= $n + %>\n", "syntax_error"},
	} {
		d.openURI(one.uri, one.language, one.text)
		d.await(one.uri, func(found []protocol.Diagnostic) bool { return strings.Contains(describe(found), one.want) })
		d.closeURI(one.uri)
		d.await(one.uri, func(found []protocol.Diagnostic) bool { return len(found) == 0 })
	}
	// A document of another language is left alone.
	d.openURI("untitled:Untitled-4", "python", "class {\n")
	var result any
	if d.ask("textDocument/hover", in("untitled:Untitled-4", 0, 1), &result); result != nil {
		t.Errorf("hover: %v", result)
	}
}

// TestView opens an old version of a file, as an editor does to show what has changed.
func TestView(t *testing.T) {
	d := startDocuments(t, web, []string{root})
	view := `git:/w/modules/web/manifests/init.pp?{"path":"/w/modules/web/manifests/init.pp","ref":"~"}`
	d.openURI(view, "puppet", "class web (Integer $old) {\n  include web::service\n  notice(\"x\", $old, $nothing)\n}\n")
	var hover protocol.Hover
	if d.ask("textDocument/hover", in(view, 2, 15), &hover); !strings.Contains(text(hover), "Integer") {
		t.Errorf("hover: %s", text(hover))
	}
	var links []protocol.LocationLink
	if d.ask("textDocument/definition", in(view, 2, 15), &links); len(links) != 1 || links[0].TargetURI != view {
		t.Errorf("definition: %s", text(links))
	}
	if d.ask("textDocument/definition", in(view, 1, 14), &links); len(links) != 1 || links[0].TargetURI != editor.URI(path("modules/web/manifests/service.pp")) {
		t.Errorf("definition: %s", text(links))
	}
	var symbols, tokens any
	whole := map[string]any{"textDocument": map[string]any{"uri": view}}
	d.ask("textDocument/documentSymbol", whole, &symbols)
	if d.ask("textDocument/semanticTokens/full", whole, &tokens); !strings.Contains(text(symbols), "old") || !strings.Contains(text(tokens), "data") {
		t.Errorf("symbols %s, tokens %s", text(symbols), text(tokens))
	}
	var actions []protocol.CodeAction
	d.ask("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": view}, "range": protocol.Range{End: protocol.Position{Line: 4}}, "context": map[string]any{"diagnostics": []any{}}}, &actions)
	params := in(view, 2, 15)
	params["newName"] = "renamed"
	if err := d.Request(d.ctx, "textDocument/rename", params, nil); err == nil || len(actions) > 0 {
		t.Errorf("a view can be changed: %v, %s", err, text(actions))
	}
	var report protocol.RelatedFullDocumentDiagnosticReport
	if d.ask("textDocument/diagnostic", whole, &report); len(report.Items) > 0 {
		t.Errorf("pulled: %s", text(report))
	}
	d.pulled()
	d.closeURI(view)
	ctx, cancel := context.WithTimeout(d.ctx, 200*time.Millisecond)
	defer cancel()
	for {
		select {
		case params := <-d.published:
			if params.URI == view {
				t.Fatalf("published: %s", text(params))
			}
		case <-ctx.Done():
			return
		}
	}
}

// TestWithoutFolder opens an unsaved document in an editor without folders.
func TestWithoutFolder(t *testing.T) {
	d := startDocuments(t, web, nil)
	d.openURI(unnamed, "puppet", "class a {\n  $x = 1\n  notice($y)\n}\n")
	d.await(unnamed, func(found []protocol.Diagnostic) bool { return strings.Contains(describe(found), "unknown_variable") })
	// A file outside of the folders has no findings once it is closed.
	d.Open("/elsewhere/b.pp", "puppet", "class {\n")
	d.await(editor.URI("/elsewhere/b.pp"), func(found []protocol.Diagnostic) bool { return len(found) > 0 })
	d.Close("/elsewhere/b.pp")
	d.await(editor.URI("/elsewhere/b.pp"), func(found []protocol.Diagnostic) bool { return len(found) == 0 })
}
