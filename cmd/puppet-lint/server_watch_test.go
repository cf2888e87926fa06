package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"puppet-lint/server"
	"puppet-lint/server/editor"
	"puppet-lint/server/protocol"
)

// TestServerWatchesForItsClient checks that a client that reports no changes on disk gets the
// findings that follow from them: of files and folders that are written, removed and moved.
func TestServerWatchesForItsClient(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	elsewhere := filepath.Join(t.TempDir(), "web")
	const site = "class { 'web': port => 'x' }\n"
	write("environment.conf", "modulepath = modules\n")
	write("manifests/site.pp", site)
	write("modules/web/manifests/init.pp", "class web (String $port) { notice($port) }\n")

	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	env := &environment{folder: folder, stdout: io.Discard, stderr: io.Discard}
	ended := make(chan error, 1)
	go func() {
		err := server.New(server.Options{Files: confinedTo, Resolver: env.resolverOf, Watch: watchFolders}, toServer, fromServer).Run()
		fromServer.CloseWithError(io.EOF)
		ended <- err
	}()
	client := editor.New(toEditor, fromEditor)
	if _, err := client.Initialize(ctx, []string{folder}, map[string]any{}, nil); err != nil {
		t.Fatal(err)
	}
	client.Open(path("manifests/site.pp"), "puppet", site)

	// The folders are watched with a delay, so each change is repeated until it is noticed.
	becomes := func(what string, change func(), wanted bool) {
		t.Helper()
		for {
			change()
			var report protocol.WorkspaceDiagnosticReport
			// What changes meanwhile ends the request, and the next one is asked.
			_ = client.Request(ctx, "workspace/diagnostic", map[string]any{"previousResultIds": []any{}}, &report)
			found, err := client.Findings(ctx, path("manifests/site.pp"), 0)
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			has := false
			for _, one := range found {
				message := fmt.Sprint(one.Message)
				has = has || strings.Contains(message, "port")
			}
			if has == wanted {
				return
			}
			select {
			case <-ctx.Done():
				t.Fatalf("%s is not noticed", what)
			case <-time.After(20 * time.Millisecond):
			}
		}
	}
	move := func(from, to string) func() {
		return func() {
			if _, err := os.Stat(from); err == nil {
				if err := os.Rename(from, to); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	becomes("the first state", func() {}, false)
	becomes("a changed file", func() { write("modules/web/manifests/init.pp", "class web (Integer $port) { notice($port) }\n") }, true)
	becomes("a folder that is gone", move(path("modules/web"), elsewhere), false)
	becomes("a folder that is there again", move(elsewhere, path("modules/web")), true)
	becomes("a removed file", func() { os.Remove(path("modules/web/manifests/init.pp")) }, false)
	if err := client.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}
