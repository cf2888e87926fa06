package server_test

import (
	"context"
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/server"
	"puppet-lint/server/editor"
	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// TestCheck: the simulated editor types into a file and measures each kind of answer.
func TestCheck(t *testing.T) {
	files := source.NewOverlay(nil, map[string]string{
		filepath.Join(root, "web/manifests/init.pp"):    "# Web.\nclass web (Integer $port = 80) {\n  notice($port)\n}\n",
		filepath.Join(root, "web/.hidden/skipped.pp"):   "class skipped {\n}\n",
		filepath.Join(root, "web/files/not_puppet.txt"): "text\n",
	})
	options := server.Options{Files: func(string) source.FileSystem { return files }, Resolver: resolver, Log: testLog{t}}
	var out strings.Builder
	if err := server.Check(options, server.Trial{Folder: root}, &out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if !strings.HasPrefix(text, root+": 1 manifest\n") {
		t.Errorf("the text begins with %.40q", text)
	}
	for what, times := range map[string]string{
		"initialize": "1", "findings of the first open file": "1", "findings of all files": "1", "all names indexed": "1",
		"completion": `1\d\d`, "findings after a key": `1\d\d`, "hover while typing": `1\d\d`, "all findings after a key": `1\d\d`,
		"hover": `1\d`, "definition": `1\d`, "highlights": `1\d`, "references": "1", "symbols of a file": "1", "semantic tokens": "1",
	} {
		if !regexp.MustCompile(`(?m)^` + what + ` +` + times + `( +[\d.]+ ms){6} *$`).MatchString(text) {
			t.Errorf("no line for %s, with %s times:\n%s", what, times, text)
		}
	}
	for _, pattern := range []string{`(?m)^all findings took longest after '.+' before ` + root + `/web/manifests/init\.pp:\d+:\d+: [\d.]+ ms$`, `(?m)^memory in use: \d+ MB once all names were indexed, \d+ MB after 1\d\d edits$`} {
		if !regexp.MustCompile(pattern).MatchString(text) {
			t.Errorf("nothing matches %s:\n%s", pattern, text)
		}
	}
}

// TestCheckWithoutManifests: a folder without manifests, or none, is an error.
func TestCheckWithoutManifests(t *testing.T) {
	files := source.NewOverlay(nil, map[string]string{filepath.Join(root, "a.txt"): ""})
	options := server.Options{Files: func(string) source.FileSystem { return files }, Resolver: resolver, Log: testLog{t}}
	for folder, want := range map[string]string{root: root + ": no manifests found", filepath.Join(root, "nowhere"): "--check: "} {
		if err := server.Check(options, server.Trial{Folder: folder}, new(strings.Builder)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", folder, err, want)
		}
	}
}

// TestPlainText: a client that does not show Markdown gets hovers without its marks.
func TestPlainText(t *testing.T) {
	capabilities := map[string]any{"textDocument": map[string]any{"hover": map[string]any{"contentFormat": []string{"plaintext"}}}}
	s := start(t, map[string]string{
		"web/manifests/init.pp": "# Serves the **web** with `nginx`.\nclass web (Integer $port = 80) {\n}\n",
		"web/manifests/user.pp": "class web::user {\n  include web\n}\n",
	}, capabilities, nil)
	s.open("web/manifests/user.pp")
	var hover struct{ Contents protocol.MarkupContent }
	if err := s.Request(s.ctx, "textDocument/hover", protocol.HoverParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: editor.URI(path("web/manifests/user.pp"))}, Position: protocol.Position{Line: 1, Character: 11},
	}, &hover); err != nil {
		t.Fatal(err)
	}
	if hover.Contents.Kind != protocol.MarkupKindPlainText || strings.ContainsAny(hover.Contents.Value, "`*") || !strings.Contains(hover.Contents.Value, "Serves the web with nginx.") {
		t.Errorf("%s: %q", hover.Contents.Kind, hover.Contents.Value)
	}
}

// TestServerWatches: for a client that does not report changes on disk, the server watches the
// folders itself. A watch that fails is told.
func TestServerWatches(t *testing.T) {
	user, web := path("web/manifests/user.pp"), path("web/manifests/init.pp")
	texts := map[string]string{web: "class web {\n}\n", user: "class web::user {\n  class { 'web': port => 80 }\n}\n"}
	disk := &changingDisk{texts: texts}
	report, watched := make(chan []string), make(chan []string, 1)
	messages := make(chan string, 10)
	options := server.Options{
		Files: func(string) source.FileSystem { return disk },
		Watch: func(ctx context.Context, folders []string, changed func(paths []string)) error {
			watched <- folders
			for {
				select {
				case paths := <-report:
					if paths == nil {
						return errors.New("too many files")
					}
					changed(paths)
				case <-ctx.Done():
					return nil
				}
			}
		},
	}
	s := startWith(t, options, map[string]string{"web/manifests/user.pp": texts[user]}, []string{root}, map[string]any{}, func(sent bool, method string, message *jsonrpc.Message) {
		if method == "window/logMessage" {
			messages <- string(message.Params)
		}
	})
	if folders := <-watched; !slices.Equal(folders, []string{root}) {
		t.Errorf("watched are %v", folders)
	}
	s.open("web/manifests/user.pp")
	wait := func(wanted int) {
		t.Helper()
		for {
			var found struct{ Items []struct{ Message string } }
			err := s.Request(s.ctx, "textDocument/diagnostic", map[string]any{"textDocument": protocol.TextDocumentIdentifier{URI: editor.URI(user)}}, &found)
			if modified := new(jsonrpc.Error); errors.As(err, &modified) && modified.Code == int64(protocol.LSPErrorCodesContentModified) {
				continue // the change on disk came in between: clients ask again
			}
			if err != nil {
				t.Fatal(err)
			}
			count := 0
			for _, finding := range found.Items {
				if strings.Contains(finding.Message, "port") {
					count++
				}
			}
			if count == wanted {
				return
			}
		}
	}
	wait(1)
	disk.set(web, "class web (Integer $port) {\n  notice($port)\n}\n")
	report <- []string{web}
	wait(0)
	report <- nil
	for message := range messages {
		if strings.Contains(message, "changes on disk are not noticed: too many files") {
			return
		}
	}
}
