package server_test

import (
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/dirty"
	"puppet-lint/internal/effort"
	"puppet-lint/server/protocol"
)

// TestAnywhere asks at random places of all files of the trees in testdata: in the whole text, in
// the text up to that place, as if somebody were writing it, and in texts that are put together
// from pieces of the files. No request may fail because
// of an internal error, and what an item of a completion replaces must lie on the line of the
// place.
func TestAnywhere(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("there are no trees:", err)
	}
	for _, archive := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(archive), ".txtar"), func(t *testing.T) {
			t.Parallel()
			anywhere(t, archive)
		})
	}
}

func anywhere(t *testing.T, archive string) {
	parsed, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, file := range parsed.Files {
		if file.Name != "golden" && file.Name != "markers" {
			files[file.Name] = string(file.Data)
		}
	}
	s := start(t, files, everything, nil)
	random := rand.New(rand.NewPCG(1, uint64(len(archive))))
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		s.open(name)
	}
	splicer := dirty.NewSplicer(slices.Sorted(maps.Values(files)), 1)
	for range effort.Rounds(5, 40) {
		name := names[random.IntN(len(names))]
		text := files[name]
		offset := random.IntN(len(text) + 1)
		line := strings.Count(text[:offset], "\n")
		column := offset - strings.LastIndexByte(text[:offset], '\n') - 1
		s.askAnywhere(name, line, column)
		s.Change(path(name), protocol.TextDocumentContentChangePartial{Text: text[:offset]})
		s.askAnywhere(name, line, column)
		// In the protocol, a single carriage return ends a line, and texts are valid UTF-8.
		spliced := strings.ToValidUTF8(strings.ReplaceAll(splicer.Text(text), "\r", ""), "\uFFFD")
		s.Change(path(name), protocol.TextDocumentContentChangePartial{Text: spliced})
		offset = random.IntN(len(spliced) + 1)
		before := strings.ToValidUTF8(spliced[:offset], "")
		line = strings.Count(before, "\n")
		s.askAnywhere(name, line, len(before)-strings.LastIndexByte(before, '\n')-1)
		s.Change(path(name), protocol.TextDocumentContentChangePartial{Text: text})
	}
}

// askAnywhere sends what an editor sends at a place. A request may be refused, but the test
// fails if the log has an internal error.
func (s *session) askAnywhere(name string, line, column int) {
	for _, method := range []string{
		"textDocument/hover", "textDocument/signatureHelp", "textDocument/definition", "textDocument/typeDefinition",
		"textDocument/documentHighlight", "textDocument/references", "textDocument/prepareRename", "textDocument/prepareCallHierarchy", "textDocument/prepareTypeHierarchy",
	} {
		var result any
		_ = s.Request(s.ctx, method, at(name, line, column), &result)
	}
	for _, method := range []string{"textDocument/documentSymbol", "textDocument/documentLink", "textDocument/foldingRange", "textDocument/codeLens", "textDocument/semanticTokens/full"} {
		var result any
		_ = s.Request(s.ctx, method, whole(name), &result)
	}
	var list protocol.CompletionList
	if s.Request(s.ctx, "textDocument/completion", at(name, line, column), &list) != nil {
		return
	}
	for _, item := range list.Items {
		edit, ok := item.TextEdit.(map[string]any)
		if !ok {
			s.t.Fatalf("%s:%d:%d: %s has no edit", name, line+1, column+1, item.Label)
		}
		start := edit["range"].(map[string]any)["start"].(map[string]any)
		end := edit["range"].(map[string]any)["end"].(map[string]any)
		if start["line"] != float64(line) || end["line"] != float64(line) || start["character"].(float64) > float64(column) || end["character"].(float64) < float64(column) {
			s.t.Fatalf("%s:%d:%d: %s replaces %v to %v", name, line+1, column+1, item.Label, start, end)
		}
	}
}
