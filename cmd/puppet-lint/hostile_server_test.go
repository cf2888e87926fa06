//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"puppet-lint/server"
	"puppet-lint/server/editor"
	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// serve has an editor open folders, then texts by their paths, asks the server whatever
// can be asked of them, and returns all that the server has written, its log included.
func (r *tree) serve(folders []string, opened ...string) string {
	r.Helper()
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Minute)
	defer cancel()
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	var mutex sync.Mutex
	var output bytes.Buffer
	client := editor.New(toEditor, fromEditor)
	client.Seen = func(sent bool, method string, message *jsonrpc.Message) {
		mutex.Lock()
		defer mutex.Unlock()
		if text, _ := json.Marshal(message); !sent {
			output.Write(append(text, '\n'))
		}
	}
	env := &environment{folder: r.top, stdout: io.Discard, stderr: io.Discard}
	ended := make(chan error, 1)
	log := &lockedBuffer{}
	go func() {
		err := server.New(server.Options{Files: confinedTo, Resolver: env.resolverOf, Log: log}, toServer, fromServer).Run()
		fromServer.CloseWithError(io.EOF)
		ended <- err
	}()
	must := func(what string, err error) {
		r.Helper()
		if err != nil {
			r.Fatalf("%s of %v: %v", what, opened, err)
		}
	}
	_, err := client.Initialize(ctx, folders, map[string]any{}, nil)
	must("initialize", err)
	for _, path := range opened {
		text, err := os.ReadFile(path)
		must("open", err)
		client.Open(path, "puppet", string(text))
		_, err = client.Findings(ctx, path, 1)
		must("findings", err)
	}
	must("all findings", client.Request(ctx, "workspace/diagnostic", map[string]any{"previousResultIds": []any{}}, nil))
	for _, query := range []string{"", "leaked"} {
		must("symbols", client.Request(ctx, "workspace/symbol", protocol.WorkspaceSymbolParams{Query: query}, nil))
	}
	for _, path := range opened {
		r.askAll(ctx, client, path)
	}
	must("shutdown", client.Shutdown(ctx))
	must("end", <-ended)
	mutex.Lock()
	defer mutex.Unlock()
	all := output.String() + log.String()
	if strings.Contains(all, "internal error") {
		r.Errorf("%v: %s", opened, all)
	}
	return all
}

// askAll sends all requests that an editor makes about a file, and about each place in it where
// code may name a file.
func (r *tree) askAll(ctx context.Context, client *editor.Editor, path string) {
	document := map[string]any{"uri": editor.URI(path)}
	ask := func(method string, more map[string]any) {
		parameters := map[string]any{"textDocument": document}
		for key, value := range more {
			parameters[key] = value
		}
		_ = client.Request(ctx, method, parameters, nil) // a refusal is an answer, too
	}
	whole := map[string]any{"start": map[string]int{"line": 0, "character": 0}, "end": map[string]int{"line": 1000, "character": 0}}
	for _, method := range []string{"documentLink", "documentSymbol", "foldingRange", "semanticTokens/full", "codeLens", "formatting"} {
		ask("textDocument/"+method, map[string]any{"options": map[string]any{"tabSize": 2, "insertSpaces": true}})
	}
	ask("textDocument/inlayHint", map[string]any{"range": whole})
	ask("textDocument/codeAction", map[string]any{"range": whole, "context": map[string]any{"diagnostics": []any{}}})
	text, _ := os.ReadFile(path)
	for number, line := range strings.Split(string(text), "\n") {
		for character, char := range line {
			if !strings.ContainsRune("'/(:", char) {
				continue
			}
			at := map[string]any{"position": map[string]int{"line": number, "character": character + 1}}
			for _, method := range []string{"hover", "definition", "typeDefinition", "completion", "signatureHelp"} {
				ask("textDocument/"+method, at)
			}
			at["context"] = map[string]any{"includeDeclaration": true}
			ask("textDocument/references", at)
			at["newName"] = "renamed"
			ask("textDocument/rename", at)
		}
	}
	if ctx.Err() != nil {
		r.Errorf("%s: the server does not answer", path)
	}
}

// lockedBuffer is a buffer that may be written to while it is read.
type lockedBuffer struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

// Write implements io.Writer.
func (b *lockedBuffer) Write(text []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.Write(text)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.String()
}

// leaks are texts of each kind of file, with names that an editor would show.
var leaks = map[string]string{
	".pp":   "# L.\nclass one::leaked_class ($leaked_parameter) {\n  include leaked_nothing\n}\n",
	".epp":  "<%- | $leaked_parameter | -%>\n<%= $leaked_variable %>\n",
	".erb":  "<%= @leaked_variable %>\n<%= scope['one::leaked_variable'] %>\n",
	".rb":   "Puppet::Functions.create_function(:'one::leaked_function') do\n  dispatch :f do\n    param 'Integer', :leaked\n  end\nend\nPuppet::Type.newtype(:leaked_type) do\nend\nFacter.add(:leaked_fact) do\nend\n",
	".yaml": "one::leaked_key: leaked_value\nleaked: leaked\n",
	".json": "{\"one::leaked_key\": \"leaked_value\"}\n",
}

// linkLeaks replaces all but one file by links to such files outside of the tree.
func (r *tree) linkLeaks(except string) {
	r.Helper()
	for extension, text := range leaks {
		r.write(filepath.Join(r.outside, "all"+extension), text)
	}
	for _, place := range r.places() {
		target := filepath.Join(r.outside, "all"+filepath.Ext(place))
		if _, err := os.Stat(target); err != nil {
			target = filepath.Join(r.outside, "secret")
		}
		if place == except {
			continue
		}
		path := filepath.Join(r.top, place)
		os.Remove(path)
		if err := os.Symlink(target, path); err != nil {
			r.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(r.outside, "all.pp"), filepath.Join(r.top, "modules", "one", "manifests", "another.pp")); err != nil {
		r.Fatal(err)
	}
}

// naming is a class that names files outside of its module in every way.
func (r *tree) naming() string {
	return `# One.
class one {
  $a = template('one/../../../../outside/secret', '` + r.outside + `/secret', '/dev/stdin', 'one/../../../../../../../../../../dev/stdin')
  $b = epp('one/../../../../outside/folder/secret.pp')
  $c = file('` + r.outside + `/secret', '/dev/zero')
  $d = lookup('one::x')
  file { '/x': source => 'puppet:///modules/one/../../../../outside/secret' }
  include secret
}
`
}

// outsideData is a hierarchy that leads out of the tree.
func (r *tree) outsideData() string {
	return "version: 5\nhierarchy:\n  - name: out\n    datadir: ../outside\n    paths: [secret, ../outside/secret, " + r.outside + "/secret, /dev/zero]\n  - name: all\n    datadir: /\n    glob: '**'\n"
}

// TestServerConfined runs the language server on a hostile tree. The session must end, and no
// answer of the server may contain text from outside of the tree.
func TestServerConfined(t *testing.T) {
	manifest := filepath.Join("modules", "one", "manifests", "init.pp")
	quiet := func(r *tree, output, what string) {
		r.Helper()
		for _, leak := range []string{"SECRET", "leaked"} {
			if at := strings.Index(output, leak); at >= 0 {
				r.Errorf("%s: %s", what, output[max(0, at-300):min(len(output), at+300)])
			}
		}
	}
	t.Run("links to files", func(t *testing.T) {
		t.Parallel()
		r := hostileTree(t)
		r.linkLeaks(manifest)
		quiet(r, r.serve([]string{r.top}, filepath.Join(r.top, manifest)), "links to a file")
	})
	t.Run("links to folders", func(t *testing.T) {
		t.Parallel()
		r := hostileTree(t)
		for _, folder := range []string{"data", "modules/two", "modules/one/lib", "modules/one/templates", "modules/one/functions", "modules/one/types", "modules/one/data", "modules/one/files"} {
			for _, target := range []string{"/", filepath.Join("..", strings.Repeat("../", strings.Count(folder, "/")), "outside", "folder")} {
				r.restore()
				path := filepath.Join(r.top, folder)
				os.RemoveAll(path)
				if err := os.Symlink(target, path); err != nil {
					t.Fatal(err)
				}
				quiet(r, r.serve([]string{r.top}, filepath.Join(r.top, manifest)), folder+" -> "+target)
			}
		}
	})
	t.Run("pipes", func(t *testing.T) {
		t.Parallel()
		r := hostileTree(t)
		for _, place := range r.places() {
			path := filepath.Join(r.top, place)
			if place == manifest || place == "environment.conf" {
				continue
			}
			os.Remove(path)
			if err := syscall.Mkfifo(path, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		r.serve([]string{r.top}, filepath.Join(r.top, manifest))
	})
	t.Run("names in code", func(t *testing.T) {
		t.Parallel()
		r := hostileTree(t)
		r.write(filepath.Join(r.top, manifest), r.naming())
		r.write(filepath.Join(r.top, "hiera.yaml"), r.outsideData())
		r.write(filepath.Join(r.top, "environment.conf"), "modulepath = /:../outside:modules\nmanifest = ../outside/folder\n")
		r.write(filepath.Join(r.top, "puppet-lint.toml"), "modulepath = [\"/\", \"../outside\"]\nbaseline = \"../outside/secret\"\nhiera-config = \"../outside/secret\"\n")
		quiet(r, r.serve([]string{r.top}, filepath.Join(r.top, manifest)), "names in code")
	})
	t.Run("a link that comes later", func(t *testing.T) {
		t.Parallel()
		r := hostileTree(t)
		ctx, cancel := context.WithTimeout(r.Context(), time.Minute)
		defer cancel()
		toServer, fromEditor := io.Pipe()
		toEditor, fromServer := io.Pipe()
		client := editor.New(toEditor, fromEditor)
		env := &environment{folder: r.top, stdout: io.Discard, stderr: io.Discard}
		go server.New(server.Options{Files: confinedTo, Resolver: env.resolverOf}, toServer, fromServer).Run()
		defer client.Abandon()
		if _, err := client.Initialize(ctx, []string{r.top}, map[string]any{}, nil); err != nil {
			t.Fatal(err)
		}
		findings := func() string {
			var report, symbols json.RawMessage
			if err := client.Request(ctx, "workspace/diagnostic", map[string]any{"previousResultIds": []any{}}, &report); err != nil {
				t.Fatal(err)
			}
			if err := client.Request(ctx, "workspace/symbol", protocol.WorkspaceSymbolParams{Query: "leaked"}, &symbols); err != nil {
				t.Fatal(err)
			}
			return string(report) + string(symbols)
		}
		findings()
		r.write(filepath.Join(r.outside, "all.pp"), leaks[".pp"])
		r.write(filepath.Join(r.outside, "folder", "leaked_class.pp"), leaks[".pp"])
		for place, target := range map[string]string{"modules/one/functions/g.pp": "all.pp", "modules/one/manifests": "folder"} {
			place = filepath.Join(r.top, place)
			os.RemoveAll(place)
			if err := os.Symlink(filepath.Join(r.outside, target), place); err != nil {
				t.Fatal(err)
			}
			client.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": editor.URI(place), "type": 2}}})
			quiet(r, findings(), "a link to "+target)
		}
	})
	t.Run("files of no folder", func(t *testing.T) {
		t.Parallel()
		r := hostileTree(t)
		loose := filepath.Join(r.outside, "loose")
		r.write(filepath.Join(loose, "a.pp"), "class loose {\n  include nothing\n}\n")
		r.write(filepath.Join(loose, "b.pp"), "# B.\nclass b {\n  notice(\"x\")\n}\n")
		for _, folders := range [][]string{nil, {filepath.Join(r.top, "modules", "one")}} {
			output := r.serve(folders, filepath.Join(loose, "a.pp"), filepath.Join(loose, "b.pp"))
			if !strings.Contains(output, "class not documented") || !strings.Contains(output, "double quoted string") {
				t.Errorf("with %v, the open files are not checked: %s", folders, output)
			}
			quiet(r, output, "files of no folder")
		}
		// The module around a file that is opened alone is looked at with it.
		output := r.serve(nil, filepath.Join(r.top, manifest))
		if !strings.Contains(output, "one::f") {
			t.Errorf("the module around a file is not read: %s", output)
		}
	})
}
