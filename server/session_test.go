package server_test

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"puppet-lint/internal/effort"
	"puppet-lint/internal/source"
	"puppet-lint/server"
	"puppet-lint/server/editor"
	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// web is a small control repository.
var web = map[string]string{
	"environment.conf":                 "modulepath = modules\n",
	"hiera.yaml":                       "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n",
	"data/common.yaml":                 "web::port: 80\nweb::unknown: 1\nweb::user: 'www'\n",
	"manifests/site.pp":                "node default {\n  include web\n  web::site { 'a': port => 80 }\n}\n",
	"modules/web/manifests/init.pp":    "class web (Integer $port, String $user = 'x') {\n  $conf = \"${port}/${user}\"\n  include web::service\n  file { '/etc/web': content => template('web/web.erb'), mode => '0644' }\n  notice($conf)\n}\n",
	"modules/web/manifests/service.pp": "class web::service {\n  service { 'web': ensure => running }\n  notice($web::port + 1)\n}\n",
	"modules/web/manifests/site.pp":    "define web::site (Integer[1, 10] $port, String $name_ = $title) {\n  notice($port, web::double($port), $name_)\n}\n",
	"modules/web/functions/double.pp":  "function web::double(Integer $n) >> Integer {\n  $n * 2\n}\n",
	"modules/web/templates/web.erb":    "<%= @port %> <%= @conf %> <%= @nothing %>\n",
	"modules/web/types/mode.pp":        "type Web::Mode = Enum['a', 'b']\n",
}

// pieces are what random edits write.
var pieces = []string{
	"", " ", "\n", "$port", "$nothing", "include web::service\n", "include web::nothing\n", "Integer", "String", "web::double('x')", "}", "{", "'", "\"${user}\"",
	"$x = 1\n", "notice($x)\n", "# comment\n", "web::site { 'b': port => 99 }\n", "web::port: 'x'\n", "ä", "𝒳", "# lint:ignore:unknown_class\n", "ensure => present,", "if $port { }\n", "<%= @user %>",
}

// edit makes a random change of a text, as an editor would, and returns it.
func edit(random *rand.Rand, text string) (string, protocol.TextDocumentContentChangePartial) {
	runes := []rune(text)
	start := random.IntN(len(runes) + 1)
	end := min(len(runes), start+random.IntN(12)*random.IntN(2))
	piece := pieces[random.IntN(len(pieces))]
	position := func(at int) protocol.Position {
		before := string(runes[:at])
		line := strings.Count(before, "\n")
		return protocol.Position{Line: uint32(line), Character: uint32(len(before) - strings.LastIndex(before, "\n") - 1)}
	}
	change := protocol.TextDocumentContentChangePartial{Range: &protocol.Range{Start: position(start), End: position(end)}, Text: piece}
	return string(runes[:start]) + piece + string(runes[end:]), change
}

var (
	randomSeeds = flag.Int("seeds", 4, "how many sessions of random edits there are")
	randomEdits = flag.Int("edits", 60, "after how many steps of random edits a session is compared")
)

// TestFindingsEqualFreshRuns changes unsaved texts of several files at random, and
// compares what the server says with what the command line would.
func TestFindingsEqualFreshRuns(t *testing.T) {
	edits := effort.Rounds(min(*randomEdits, 20), *randomEdits)
	if testing.Short() {
		edits = 15
	}
	for seed := range uint64(*randomSeeds) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			s := start(t, web, everything, nil)
			texts := maps.Clone(web)
			names := slices.Sorted(maps.Keys(web))
			names = slices.DeleteFunc(names, func(name string) bool { return name == "environment.conf" || name == "hiera.yaml" })
			for _, name := range names {
				s.open(name)
			}
			for step := range edits {
				for range 1 + random.IntN(3) {
					name := names[random.IntN(len(names))]
					if random.IntN(6) == 0 {
						texts[name] = web[name]
						s.Change(path(name), protocol.TextDocumentContentChangePartial{Text: web[name]})
						continue
					}
					text, change := edit(random, texts[name])
					texts[name] = text
					s.Change(path(name), change)
				}
				want := map[string]string{}
				for name, text := range texts {
					want[path(name)] = text
				}
				wanted, got := fresh(t, want), s.pulled()
				if !maps.Equal(inCharacters(wanted), inCharacters(got)) {
					for name, text := range texts {
						t.Logf("-- %s --\n%s", name, text)
					}
					t.Fatalf("after step %d:\ngot  %v\nwant %v", step, text(got), text(wanted))
				}
			}
		})
	}
}

// inCharacters leaves out columns: those of the server count bytes here, those of a
// run characters. (Positions have a test of their own.)
func inCharacters(found map[string]string) map[string]string {
	all := map[string]string{}
	for path, text := range found {
		var lines []string
		for line := range strings.SplitSeq(text, "\n") {
			if place, rest, ok := strings.Cut(line, " "); ok && strings.Count(place, ":") == 1 {
				number, _, _ := strings.Cut(place, ":")
				line = number + " " + rest
			}
			lines = append(lines, line)
		}
		slices.Sort(lines)
		all[path] = strings.Join(lines, "\n")
	}
	return all
}

func TestLifeCycle(t *testing.T) {
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	client := editor.New(toEditor, fromEditor)
	ended := make(chan error, 1)
	served := server.New(server.Options{Files: func(string) source.FileSystem {
		return source.NewOverlay(nil, map[string]string{"/w/a.pp": "include nothing\n"})
	}, Resolver: resolver, Log: testLog{t}}, toServer, fromServer)
	go func() { ended <- served.Run() }()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	wantError := func(method string, code int64) {
		t.Helper()
		err := client.Request(ctx, method, map[string]any{}, nil)
		if failed, ok := err.(*jsonrpc.Error); !ok || failed.Code != code {
			t.Errorf("%s: got %v, want error %d", method, err, code)
		}
	}
	wantError("textDocument/hover", int64(protocol.ErrorCodesServerNotInitialized))
	result, err := client.Initialize(ctx, []string{"/w"}, map[string]any{}, nil)
	if err != nil || result.Capabilities.PositionEncoding != protocol.PositionEncodingKindUTF16 || result.ServerInfo.Name != "puppet-lint" {
		t.Fatalf("initialize: %v %v", result, err)
	}
	wantError("initialize", jsonrpc.InvalidRequest)
	wantError("textDocument/nonsense", jsonrpc.MethodNotFound)
	if err := client.Request(ctx, "textDocument/hover", []int{1}, nil); err == nil || err.(*jsonrpc.Error).Code != jsonrpc.InvalidParams {
		t.Errorf("nonsense as parameters: %v", err)
	}
	client.Notify("$/nonsense", 7)
	client.Notify("textDocument/didChange", "nonsense")
	client.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "file:///w/unopened.pp", "version": 1}, "contentChanges": []any{}})
	if err := client.Shutdown(ctx); err != nil {
		t.Errorf("shutdown: %v", err)
	}
	if err := <-ended; err != nil {
		t.Errorf("after shutdown and exit: %v", err)
	}
}

func TestClientDies(t *testing.T) {
	s := start(t, web, everything, nil)
	s.open("modules/web/manifests/init.pp")
	for range 20 {
		s.Start("textDocument/references", at("modules/web/manifests/init.pp", 0, 8))
	}
	s.Abandon()
	if err := <-s.ended; err == nil {
		t.Error("the server does not notice the end of the client")
	}
	s.ended <- nil // for the clean-up
}

// TestManyChanges changes a file 1,000 times at once: the findings are those of the
// last text, and what was asked meanwhile is answered or cancelled.
func TestManyChanges(t *testing.T) {
	s := start(t, web, everything, nil)
	name := "modules/web/manifests/service.pp"
	s.open(name)
	var answers []<-chan *jsonrpc.Message
	version := int32(0)
	for i := range 1000 {
		version = s.Change(path(name), protocol.TextDocumentContentChangePartial{Text: fmt.Sprintf("class web::service {\n  notice($web::port + %d)\n  include web::nothing%d\n}\n", i, i)})
		if i%50 == 0 {
			for _, method := range []string{"hover", "completion", "references", "documentHighlight"} {
				params := at(name, 1, 12)
				params["context"] = map[string]any{"includeDeclaration": true}
				_, answer := s.Start("textDocument/"+method, params)
				answers = append(answers, answer)
			}
		}
	}
	if _, err := s.Findings(s.ctx, path(name), version); err != nil {
		t.Error(err)
	}
	texts := map[string]string{}
	for name, text := range web {
		texts[path(name)] = text
	}
	texts[path(name)] = "class web::service {\n  notice($web::port + 'x')\n}\n"
	s.Change(path(name), protocol.TextDocumentContentChangePartial{Text: texts[path(name)]})
	if got, want := inCharacters(s.pulled()), inCharacters(fresh(t, texts)); !maps.Equal(got, want) || !strings.Contains(got[path(name)], "expects a number") {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, answer := range answers {
		select {
		case message := <-answer:
			if message.Error != nil && message.Error.Code != int64(protocol.LSPErrorCodesContentModified) && message.Error.Code != int64(protocol.LSPErrorCodesRequestCancelled) {
				t.Errorf("got %v", message.Error)
			}
		case <-s.ctx.Done():
			t.Fatal("a request is never answered")
		}
	}
}

func TestCancelEverything(t *testing.T) {
	s := start(t, web, everything, nil)
	name := "modules/web/manifests/init.pp"
	s.open(name)
	var answers []<-chan *jsonrpc.Message
	for range 200 {
		params := at(name, 0, 8)
		params["context"] = map[string]any{"includeDeclaration": true}
		id, answer := s.Start("textDocument/references", params)
		s.Notify("$/cancelRequest", protocol.CancelParams{ID: id})
		answers = append(answers, answer)
	}
	s.Notify("$/cancelRequest", protocol.CancelParams{ID: "nobody"})
	for _, answer := range answers {
		if message := <-answer; message == nil || message.Error != nil && message.Error.Code != int64(protocol.LSPErrorCodesRequestCancelled) {
			t.Fatalf("got %+v", message)
		}
	}
}

// TestNonsenseEverywhere asks everything about places and files that are not there.
func TestNonsenseEverywhere(t *testing.T) {
	s := start(t, web, everything, nil)
	s.open("modules/web/manifests/init.pp")
	s.Open("/elsewhere/b.pp", "puppet", "class b { notice($c) }\n")
	s.Open(path("modules/web/manifests/odd.pp"), "puppet", "class web::odd {\r\n\tnotice(\"ä𝒳 ${web::port}\")\r  $x = [\n")
	s.Open(path("modules/web/manifests/empty.pp"), "puppet", "")
	s.Open(path("modules/web/manifests/bytes.pp"), "puppet", "class web::bytes { \xff\xfe notice('\x00') }")
	s.Notify("textDocument/didOpen", protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: "git:/w/a.pp?x", LanguageId: "puppet", Version: 1, Text: "include x"}})
	methods := []string{
		"hover", "definition", "declaration", "typeDefinition", "references", "documentHighlight", "completion", "signatureHelp", "prepareRename", "rename", "documentSymbol",
		"foldingRange", "selectionRange", "semanticTokens/full", "semanticTokens/range", "inlayHint", "codeLens", "documentLink", "codeAction", "prepareCallHierarchy",
		"prepareTypeHierarchy", "diagnostic", "formatting", "rangeFormatting", "onTypeFormatting",
	}
	for _, uri := range []string{editor.URI(path("modules/web/manifests/init.pp")), editor.URI(path("modules/web/manifests/odd.pp")), editor.URI(path("modules/web/manifests/empty.pp")), editor.URI(path("modules/web/manifests/bytes.pp")), editor.URI("/elsewhere/b.pp"), editor.URI(path("none.pp")), "git:/w/a.pp?x", "nonsense", ""} {
		for _, place := range []protocol.Position{{}, {Line: 1, Character: 3}, {Line: 1, Character: 13}, {Line: 2, Character: 9}, {Line: 4_000_000_000, Character: 4_000_000_000}, {Line: 0, Character: 1000}} {
			for _, method := range methods {
				params := map[string]any{
					"textDocument": map[string]any{"uri": uri}, "position": place, "positions": []any{place}, "range": protocol.Range{Start: place, End: place},
					"context": map[string]any{"includeDeclaration": true, "diagnostics": []any{}}, "newName": "other",
					"options": map[string]any{"tabSize": 2, "insertSpaces": true}, "ch": "\n",
				}
				err := s.Request(s.ctx, "textDocument/"+method, params, nil)
				if failed, ok := err.(*jsonrpc.Error); ok && (failed.Code == jsonrpc.InternalError || failed.Code == jsonrpc.MethodNotFound) || err != nil && !ok {
					t.Fatalf("%s at %v of %q: %v", method, place, uri, err)
				}
			}
		}
	}
}

// TestLargeFile opens a large text (2 MB by default, 10 MB in full), and one that is longer than any
// that is read.
func TestLargeFile(t *testing.T) {
	s := start(t, map[string]string{"a.pp": ""}, everything, nil)
	line := "notice('0123456789 0123456789 0123456789 0123456789 0123456789')\n"
	big := strings.Repeat(line, effort.Rounds(2<<20, 10<<20)/len(line))
	s.Open(path("big.pp"), "puppet", big)
	s.Open(path("bigger.pp"), "puppet", strings.Repeat(line, source.MaxFileSize/len(line)+1))
	s.Change(path("big.pp"), protocol.TextDocumentContentChangePartial{Range: &protocol.Range{}, Text: "include nothing\n"})
	for _, name := range []string{"big.pp", "bigger.pp"} {
		for _, method := range []string{"hover", "completion"} {
			s.ask("textDocument/"+method, at(name, 1000, 3), nil)
		}
	}
	var symbols json.RawMessage
	s.ask("textDocument/documentSymbol", whole("big.pp"), &symbols)
}

// TestUnsavedTextCounts checks that the unsaved text of one file changes what is found
// in another, in a folder of modules and over folders that come and go.
func TestUnsavedTextCounts(t *testing.T) {
	s := start(t, web, everything, nil)
	site, define := "manifests/site.pp", "modules/web/manifests/site.pp"
	s.open(site)
	if found, err := s.Findings(s.ctx, path(site), 1); err != nil || !strings.Contains(describe(found), "port") {
		t.Fatalf("a port of 80 is refused: %v %s", err, describe(found))
	}
	s.open(define)
	s.Change(path(define), protocol.TextDocumentContentChangePartial{Text: strings.Replace(web[define], "Integer[1, 10]", "Integer", 1)})
	if found := s.pulled()[path(site)]; strings.Contains(found, "port") {
		t.Errorf("the unsaved text does not count: %s", found)
	}
	s.Close(path(define))
	if found := s.pulled()[path(site)]; !strings.Contains(found, "port") {
		t.Errorf("the text that was closed still counts: %s", found)
	}
	s.Open(path("modules/web/manifests/fresh.pp"), "puppet", "class web::fresh { }\n")
	s.Change(path(site), protocol.TextDocumentContentChangePartial{Text: "include web::fresh\ninclude web::stale\n"})
	if found := s.pulled()[path(site)]; strings.Contains(found, "web::fresh") || !strings.Contains(found, "web::stale") {
		t.Errorf("a file that was never saved does not count: %s", found)
	}
	s.Notify("workspace/didChangeWorkspaceFolders", protocol.DidChangeWorkspaceFoldersParams{Event: protocol.WorkspaceFoldersChangeEvent{
		Removed: []protocol.WorkspaceFolder{{URI: editor.URI(root), Name: "w"}}, Added: []protocol.WorkspaceFolder{},
	}})
	s.Close(path(site))
	s.Close(path("modules/web/manifests/fresh.pp"))
	if all := s.pulled(); len(all) > 0 {
		t.Errorf("a folder that was closed has findings: %v", all)
	}
}

// TestPositions compares the two ways to count columns.
func TestPositions(t *testing.T) {
	text := "notice('ä𝒳', $nothing)\nnotice(\"𝒳${nothing}\", $x) # ä\r\n"
	for _, test := range []struct {
		encodings []string
		want      [2]uint32
	}{{[]string{"utf-16"}, [2]uint32{14, 19}}, {[]string{"utf-8", "utf-16"}, [2]uint32{17, 21}}, {nil, [2]uint32{14, 19}}} {
		capabilities := map[string]any{}
		if test.encodings != nil {
			capabilities["general"] = map[string]any{"positionEncodings": test.encodings}
		}
		s := start(t, map[string]string{"a.pp": "class a { " + text + " }"}, capabilities, nil)
		s.Open(path("b.pp"), "puppet", text)
		for line, want := range test.want {
			var highlights []protocol.DocumentHighlight
			s.ask("textDocument/documentHighlight", at("b.pp", line, int(want)), &highlights)
			if len(highlights) == 0 || highlights[0].Range.Start.Line != 0 && line == 0 {
				t.Errorf("%v, line %d: %v", test.encodings, line, highlights)
			}
		}
	}
}

// TestFixAll applies source.fixAll.
func TestFixAll(t *testing.T) {
	s := start(t, map[string]string{"a.pp": "class a {\n  $x = \"plain\"\n  notice(\"${x}\")   \n}\n"}, everything, nil)
	s.open("a.pp")
	params := whole("a.pp")
	params["range"] = protocol.Range{}
	params["context"] = map[string]any{"diagnostics": []any{}, "only": []string{"source.fixAll"}}
	var actions []protocol.CodeAction
	s.ask("textDocument/codeAction", params, &actions)
	if len(actions) != 1 || actions[0].Edit == nil || !strings.Contains(text(actions[0].Edit), "'plain'") {
		t.Errorf("got %s", text(actions))
	}
}

// TestActionsForNamedDiagnostics asks for the actions of a whole file, once as Kate does, which names
// the finding that it means.
func TestActionsForNamedDiagnostics(t *testing.T) {
	s := start(t, map[string]string{"a.pp": "class a {\n  $x = \"plain\"\n  notice(\"${x}\")\n}\n"}, everything, nil)
	s.open("a.pp")
	params := whole("a.pp")
	params["range"] = protocol.Range{End: protocol.Position{Line: 4}}
	titles := func(named ...protocol.Diagnostic) string {
		params["context"] = map[string]any{"diagnostics": named, "only": []string{"quickfix"}}
		var actions []protocol.CodeAction
		s.ask("textDocument/codeAction", params, &actions)
		found := []string{}
		for _, action := range actions {
			found = append(found, action.Title)
		}
		return strings.Join(found, "; ")
	}
	meant := protocol.Diagnostic{
		Source: "puppet-lint", Code: "double_quoted_strings", Message: "double quoted string containing no variables",
		Range: protocol.Range{Start: protocol.Position{Line: 1, Character: 7}, End: protocol.Position{Line: 1, Character: 14}},
	}
	if got, want := titles(meant), "Use single quotes; Ignore double_quoted_strings on this line"; got != want {
		t.Errorf("of one: got %q, want %q", got, want)
	}
	outdated := meant
	outdated.Range.Start.Character++
	for _, named := range [][]protocol.Diagnostic{{}, {outdated}} {
		if got := titles(named...); !strings.Contains(got, "only_variable_string") || !strings.Contains(got, "Ignore all findings on these lines") {
			t.Errorf("of all: got %q", got)
		}
	}
}

func TestWatchedFiles(t *testing.T) {
	disk := &changingDisk{texts: map[string]string{}}
	for name, text := range web {
		disk.texts[path(name)] = text
	}
	s := startOver(t, disk, web, []string{root}, everything, nil)
	if found := s.pulled()[path("manifests/site.pp")]; !strings.Contains(found, "port") {
		t.Fatalf("got %s", found)
	}
	changed := func(name, text string, kind protocol.FileChangeType) {
		disk.set(path(name), text)
		s.Notify("workspace/didChangeWatchedFiles", protocol.DidChangeWatchedFilesParams{Changes: []protocol.FileEvent{{URI: editor.URI(path(name)), Type: kind}}})
	}
	changed("modules/web/manifests/site.pp", strings.Replace(web["modules/web/manifests/site.pp"], "Integer[1, 10]", "Integer", 1), protocol.FileChangeTypeChanged)
	if found := s.pulled()[path("manifests/site.pp")]; strings.Contains(found, "port") {
		t.Errorf("a change on disk goes unnoticed: %s", found)
	}
	changed("modules/web/manifests/service.pp", "", protocol.FileChangeTypeDeleted)
	if got, want := inCharacters(s.pulled()), inCharacters(fresh(t, maps.Clone(disk.texts))); !maps.Equal(got, want) || got[path("modules/web/manifests/service.pp")] != "" {
		t.Errorf("a file that is gone goes unnoticed: got %v, want %v", got, want)
	}
	changed("puppet-lint.toml", "select = [\"data_syntax\"]\n", protocol.FileChangeTypeCreated)
	wanted := map[string]string{}
	maps.Copy(wanted, disk.texts)
	if got, want := inCharacters(s.pulled()), inCharacters(fresh(t, wanted)); !maps.Equal(got, want) {
		t.Errorf("after the configuration has changed: got %v, want %v", got, want)
	}
	changed("puppet-lint.toml", "select = [\"data_sintax\"]\n", protocol.FileChangeTypeChanged)
	if got := s.pulled(); len(got) != 1 || !strings.Contains(got[path("puppet-lint.toml")], "data_sintax") {
		t.Errorf("a mistake in the configuration is not told in its file: %v", got)
	}
	changed("puppet-lint.toml", "select = [\"data_syntax\"]\n", protocol.FileChangeTypeChanged)
	if got, want := inCharacters(s.pulled()), inCharacters(fresh(t, wanted)); !maps.Equal(got, want) {
		t.Errorf("after the mistake has gone: got %v, want %v", got, want)
	}
}

// TestFoldersOnDisk checks that a folder that is removed or moved is told by its own name alone.
func TestFoldersOnDisk(t *testing.T) {
	disk := &changingDisk{texts: map[string]string{}}
	for name, text := range web {
		disk.texts[path(name)] = text
	}
	all := disk.texts
	s := startOver(t, disk, web, []string{root}, everything, nil)
	before := inCharacters(s.pulled())
	change := func(texts map[string]string, kind protocol.FileChangeType) map[string]string {
		disk.replace(texts)
		s.Notify("workspace/didChangeWatchedFiles", protocol.DidChangeWatchedFilesParams{Changes: []protocol.FileEvent{{URI: editor.URI(path("modules/web")), Type: kind}}})
		return inCharacters(s.pulled())
	}
	rest := maps.Clone(all)
	maps.DeleteFunc(rest, func(name, _ string) bool { return strings.HasPrefix(name, path("modules/web")) })
	if got, want := change(rest, protocol.FileChangeTypeDeleted), inCharacters(fresh(t, maps.Clone(rest))); !maps.Equal(got, want) || maps.Equal(got, before) {
		t.Errorf("after a folder is gone: got %v, want %v", got, want)
	}
	if got := change(all, protocol.FileChangeTypeCreated); !maps.Equal(got, before) {
		t.Errorf("after the folder is there again: got %v, want %v", got, before)
	}
}

// TestNewModule checks that the first file of a new module is known at once.
func TestNewModule(t *testing.T) {
	files := maps.Clone(web)
	files["manifests/other.pp"] = "notice(fresh::shout('x'))\n"
	disk := &changingDisk{texts: map[string]string{}}
	for name, text := range files {
		disk.texts[path(name)] = text
	}
	s := startOver(t, disk, files, []string{root}, everything, nil)
	s.open("manifests/other.pp")
	hover := func() string {
		var shown *protocol.Hover
		s.ask("textDocument/hover", at("manifests/other.pp", 0, 16), &shown)
		return text(shown)
	}
	if got := hover(); strings.Contains(got, "louder") {
		t.Fatalf("got %s", got)
	}
	const name = "modules/fresh/lib/puppet/functions/fresh/shout.rb"
	disk.set(path(name), "# Says it louder.\nPuppet::Functions.create_function(:'fresh::shout') do\n  dispatch :shout do\n    param 'String', :text\n  end\n  def shout(text)\n  end\nend\n")
	s.Notify("workspace/didChangeWatchedFiles", protocol.DidChangeWatchedFilesParams{Changes: []protocol.FileEvent{{URI: editor.URI(path(name)), Type: protocol.FileChangeTypeCreated}}})
	if got := hover(); !strings.Contains(got, "louder") {
		t.Errorf("a new module is not known: %s", got)
	}
}

// changingDisk is a file system in memory that changes while the server reads it.
type changingDisk struct {
	mutex sync.Mutex
	texts map[string]string // never written after it is stored here
}

// replace makes texts, which the disk owns from then on, all that there is.
func (d *changingDisk) replace(texts map[string]string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.texts = texts
}

// set writes a file, or removes it if text is empty.
func (d *changingDisk) set(path, text string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	texts := maps.Clone(d.texts)
	if texts[path] = text; text == "" {
		delete(texts, path)
	}
	d.texts = texts
}

func (d *changingDisk) overlay() *source.Overlay {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return source.NewOverlay(nil, d.texts)
}

func (d *changingDisk) Read(path string) (*source.File, error) { return d.overlay().Read(path) }

func (d *changingDisk) Stat(path string) (fs.FileInfo, error) { return d.overlay().Stat(path) }

func (d *changingDisk) ReadDir(path string) ([]fs.DirEntry, error) { return d.overlay().ReadDir(path) }

// TestProgress checks that a client that shows progress is told when all files are
// looked at, and that a finding says where to read on about its rule.
func TestProgress(t *testing.T) {
	capabilities := maps.Clone(everything)
	capabilities["window"] = map[string]any{"workDoneProgress": true}
	document := maps.Clone(everything["textDocument"].(map[string]any))
	document["publishDiagnostics"] = map[string]any{"codeDescriptionSupport": true}
	capabilities["textDocument"] = document
	var mutex sync.Mutex
	var order []string
	ended := make(chan struct{})
	s := start(t, map[string]string{"manifests/init.pp": "# A.\nclass a {\n  $password = 'hunter2hunter2'\n}\n"}, capabilities, func(sent bool, method string, message *jsonrpc.Message) {
		if sent || method != "window/workDoneProgress/create" && method != "$/progress" {
			return
		}
		mutex.Lock()
		defer mutex.Unlock()
		var params struct{ Value struct{ Kind string } }
		_ = json.Unmarshal(message.Params, &params)
		if order = append(order, cmp.Or(params.Value.Kind, "create")); params.Value.Kind == "end" {
			close(ended)
		}
	})
	s.open("manifests/init.pp")
	found, err := s.Findings(s.ctx, path("manifests/init.pp"), 1)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(found, func(one protocol.Diagnostic) bool { return one.Code == "plaintext_secret" })
	if at < 0 || found[at].CodeDescription == nil || !strings.HasPrefix(found[at].CodeDescription.Href, "https://") {
		t.Errorf("a secret in the code is explained somewhere: %s", describe(found))
	}
	select {
	case <-ended:
	case <-s.ctx.Done():
	}
	mutex.Lock()
	defer mutex.Unlock()
	if strings.Join(order, " ") != "create begin end" {
		t.Errorf("the progress of the first check: %v", order)
	}
}

// panickingFiles panics once a file is looked at, as a mistake of this program would.
type panickingFiles struct {
	source.FileSystem
	path string
}

func (p panickingFiles) Read(path string) (*source.File, error) {
	if path == p.path {
		panic("a mistake")
	}
	return p.FileSystem.Read(path)
}

// TestPanic checks that a panic answers one request with an error, and that the server
// goes on.
func TestPanic(t *testing.T) {
	disk := panickingFiles{&changingDisk{texts: map[string]string{path("good.pp"): "$x = 1\nnotice($x)\n", path("bad.erb"): "<%= @x %>"}}, path("bad.erb")}
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	client := editor.New(toEditor, fromEditor)
	ended := make(chan error, 1)
	served := server.New(server.Options{Files: func(string) source.FileSystem { return disk }, Resolver: resolver, Log: io.Discard}, toServer, fromServer)
	go func() { ended <- served.Run() }()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := client.Initialize(ctx, []string{root}, map[string]any{}, nil); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		err := client.Request(ctx, "textDocument/hover", at("bad.erb", 0, 5), nil)
		if failed, ok := err.(*jsonrpc.Error); !ok || failed.Code != jsonrpc.InternalError {
			t.Errorf("got %v, want an internal error", err)
		}
		var answer json.RawMessage
		if err := client.Request(ctx, "textDocument/hover", at("good.pp", 1, 8), &answer); err != nil || !strings.Contains(string(answer), "1") {
			t.Errorf("after it: got %s, %v", answer, err)
		}
	}
	if err := client.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
