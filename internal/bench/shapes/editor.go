//go:build develop

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"puppet-lint/config"
	"puppet-lint/internal/cputime"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/server"
	"puppet-lint/server/editor"
	"puppet-lint/server/protocol"
)

// wholeFile maps short names to the requests about a whole file, atPlaces to those about a place in
// a file.
var (
	wholeFile = map[string]string{
		"symbols": "textDocument/documentSymbol", "tokens": "textDocument/semanticTokens/full", "folding": "textDocument/foldingRange",
		"lenses": "textDocument/codeLens", "links": "textDocument/documentLink", "formatting": "textDocument/formatting",
		"hints": "textDocument/inlayHint", "actions": "textDocument/codeAction",
	}
	atPlaces = map[string]string{
		"hover": "textDocument/hover", "completion": "textDocument/completion", "definition": "textDocument/definition",
		"highlights": "textDocument/documentHighlight", "references": "textDocument/references", "signature": "textDocument/signatureHelp",
		"selection": "textDocument/selectionRange",
	}
)

// places is the number of places in a file at which each request about a place is made.
const places = 5

// measureEditor prints the processor time of the language server's answers for each shape, in two
// lengths. It returns the lines of those that grow too fast.
func measureEditor(set settings) (slow []string, err error) {
	folder, err := os.MkdirTemp("", "bench-shapes")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	all := shapes
	if set.way == "" || set.way == "grammar" {
		all = append(all[:len(all):len(all)], ofGrammar(set.pairs)...)
	}
	if set.damage {
		all = damaged(all)
	}
	for _, one := range all {
		if set.only != "" && set.only != one.name {
			continue
		}
		count := max(1, int(set.scale*float64(one.count)))
		short, err := session(folder, one.text(count))
		if err != nil {
			return slow, fmt.Errorf("%s: %w", one.name, err)
		}
		long, err := session(folder, one.text(set.times*count))
		if err != nil {
			return slow, fmt.Errorf("%s: %w", one.name, err)
		}
		for _, name := range sortedKeys(long) {
			found := growth{count, short[name], long[name]}
			mark := ""
			if found.long > noise && found.multiple() > set.limits.times {
				mark = "  grows too fast"
			}
			line := fmt.Sprintf("%-12s %-24s %7d: %6.3f s  %7d: %6.3f s  %5.1f times%s", name, one.name, count, found.short.Seconds(), set.times*count, found.long.Seconds(), found.multiple(), mark)
			if mark != "" || found.long > noise || set.only != "" {
				fmt.Println(line)
			}
			if mark != "" {
				slow = append(slow, line)
			}
		}
	}
	return slow, nil
}

// session opens a text in an editor, makes each request, and changes the text. It returns the
// processor time of each.
func session(folder, text string) (took map[string]time.Duration, err error) {
	if err := (texts{inModule: text}).write(folder); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	client := startServer()
	defer client.Abandon()
	if _, err := client.Initialize(ctx, []string{folder}, map[string]any{}, nil); err != nil {
		return nil, err
	}
	path := filepath.Join(folder, inModule)
	document := protocol.TextDocumentIdentifier{URI: uriOf(path)}
	took = map[string]time.Duration{}
	timed := func(name string, do func() error) {
		if err == nil {
			since := cputime.Used()
			err = do()
			took[name] += cputime.Used() - since
		}
	}
	request := func(name, method string, params any) {
		timed(name, func() error {
			client.Request(ctx, method, params, nil) // a refusal is an answer, too
			return ctx.Err()
		})
	}
	// findings waits for the findings of the file and for those of all files.
	findings := func(version int32) error {
		if _, err := client.Findings(ctx, path, version); err != nil {
			return err
		}
		return client.Request(ctx, "textDocument/diagnostic", map[string]any{"textDocument": document}, nil)
	}
	timed("open", func() error { client.Open(path, "puppet", text); return findings(1) })
	lines := strings.Split(text, "\n")
	end := protocol.Position{Line: uint32(len(lines) - 1)}
	for _, name := range sortedKeys(wholeFile) {
		request(name, wholeFile[name], map[string]any{
			"textDocument": document, "range": protocol.Range{End: end},
			"context": map[string]any{"diagnostics": []any{}}, "options": map[string]any{"tabSize": 2, "insertSpaces": true},
		})
	}
	for _, name := range sortedKeys(atPlaces) {
		for i := range places {
			at := protocol.Position{Line: uint32(i * (len(lines) - 1) / places)}
			line := lines[at.Line]
			at.Character = uint32(max(len(line)*(i+1)/places-2, 0))
			request(name, atPlaces[name], map[string]any{
				"textDocument": document, "position": at, "positions": []any{at}, "context": map[string]any{"includeDeclaration": true},
			})
		}
	}
	timed("edit", func() error {
		return findings(client.Change(path, protocol.TextDocumentContentChangePartial{Range: &protocol.Range{}, Text: "#\n"}))
	})
	return took, err
}

// startServer returns an editor that is connected to a language server.
func startServer() *editor.Editor {
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	one := server.New(server.Options{
		Files: func(folder string) source.FileSystem { return lint.ConfineFolder(folder) },
		Resolver: func(files source.FileSystem, folder string) *config.Resolver {
			return config.NewResolver(files, folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{})
		},
	}, toServer, fromServer)
	go func() {
		one.Run()
		toServer.CloseWithError(io.ErrClosedPipe)
		fromServer.CloseWithError(io.EOF)
	}()
	return editor.New(toEditor, fromEditor)
}

func uriOf(path string) string { return "file://" + path }
