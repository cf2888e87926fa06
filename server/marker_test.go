package server_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/server/editor"
	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

var update = flag.Bool("update", false, "write the golden sections anew")

// marker is @method(argument) in a comment. It is about the line that it stands on,
// or, where that has nothing else, about the last one before that has. The argument
// is a text of that line; "|" in it is the place that is meant, else it is its start.
// What follows a comma is for the method.
type marker struct {
	file, method, argument, more string
	line, column, end            int
}

var markers = regexp.MustCompile(`@(\w+)\(((?:[^()]|\([^()]*\))*)\)`)

// TestMarkers opens all files of each tree in testdata, and holds the answers for all
// markers against the section "golden".
func TestMarkers(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("there are no tests:", err)
	}
	model := (*model)(nil)
	if _, err := os.Stat("../../shared/lsp/metaModel.json"); err == nil {
		model = readModel(t)
	}
	total := 0
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { total += runMarkers(t, path, model) })
	}
	t.Logf("%d markers", total)
}

func runMarkers(t *testing.T, path string, model *model) int {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files, golden := map[string]string{}, ""
	var found []marker
	for _, file := range archive.Files {
		if file.Name == "golden" {
			golden = string(file.Data)
			continue
		}
		files[file.Name] = string(file.Data)
	}
	for _, file := range archive.Files {
		if file.Name == "markers" {
			delete(files, "markers")
			found = append(found, apart(t, string(file.Data), files)...)
		} else if file.Name != "golden" {
			found = append(found, find(t, file.Name, string(file.Data))...)
		}
	}
	recorder := &recorder{t: t, model: model, seen: map[string]int{}}
	s := start(t, files, everything, recorder.see)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		s.open(name)
	}
	var got strings.Builder
	for _, one := range found {
		if answer := s.answer(one); answer != "" {
			fmt.Fprintf(&got, "%s:%d @%s(%s)\n", one.file, one.line+1, one.method, strings.TrimSuffix(one.argument+", "+one.more, ", "))
			for line := range strings.SplitSeq(strings.TrimRight(answer, "\n"), "\n") {
				got.WriteString(strings.TrimRight("    "+line, " ") + "\n")
			}
		}
	}
	if got.String() == golden {
		return len(found)
	}
	if !*update {
		t.Fatalf("got:\n%s\nwant:\n%s", got.String(), golden)
	}
	archive.Files = slices.DeleteFunc(archive.Files, func(file txtar.File) bool { return file.Name == "golden" })
	archive.Files = append(archive.Files, txtar.File{Name: "golden", Data: []byte(got.String())})
	if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
	return len(found)
}

// find finds the markers in the comments of a file.
func find(t *testing.T, name, content string) (found []marker) {
	lines := strings.Split(content, "\n")
	for number, line := range lines {
		comment := strings.Index(line, "#@")
		if comment < 0 {
			continue
		}
		about := number
		for about > 0 && strings.TrimSpace(strings.TrimSuffix(before(lines[about]), "<%")) == "" {
			about--
		}
		for _, match := range markers.FindAllStringSubmatch(line[comment:], -1) {
			found = append(found, locate(t, name, match[1], match[2], about, before(lines[about])))
		}
	}
	return found
}

// before is a line without the comment that holds markers.
func before(line string) string {
	if at := strings.Index(line, "#@"); at >= 0 {
		return line[:at]
	}
	return line
}

// apart reads markers for files that have no comments: "path:line @method(argument)".
func apart(t *testing.T, list string, files map[string]string) (found []marker) {
	for line := range strings.Lines(list) {
		var number int
		name, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		if _, err := fmt.Sscanf(rest, "%d", &number); err != nil {
			t.Fatalf("no line: %s", line)
		}
		lines := strings.Split(files[name], "\n")
		for _, match := range markers.FindAllStringSubmatch(rest, -1) {
			found = append(found, locate(t, name, match[1], match[2], number-1, lines[number-1]))
		}
	}
	return found
}

func locate(t *testing.T, file, method, arguments string, line int, text string) marker {
	argument, more, _ := strings.Cut(arguments, ", ")
	plain := strings.Replace(argument, "|", "", 1)
	column := strings.Index(text, plain)
	if column < 0 {
		t.Fatalf("%s:%d: there is no %q in %q", file, line+1, plain, text)
	}
	one := marker{file: file, method: method, argument: argument, more: more, line: line, column: column, end: column + len(plain)}
	if bar := strings.Index(argument, "|"); bar >= 0 {
		one.column += bar
	}
	return one
}

// answer is what the server says to a marker, as text.
func (s *session) answer(one marker) string {
	place := at(one.file, one.line, one.column)
	request := func(method string, params map[string]any, result any) string {
		if err := s.Request(s.ctx, method, params, result); err != nil {
			if failed, ok := err.(*jsonrpc.Error); ok {
				return "refused: " + failed.Message
			}
			s.t.Fatal(err)
		}
		return ""
	}
	switch one.method {
	case "hover":
		var hover *protocol.Hover
		request("textDocument/hover", place, &hover)
		if hover == nil {
			return "nothing"
		}
		return fmt.Sprintf("%s: %v", s.textAt(one.file, *hover.Range), hover.Contents.(map[string]any)["value"])
	case "def", "typedef":
		method := map[string]string{"def": "textDocument/definition", "typedef": "textDocument/typeDefinition"}[one.method]
		var places []map[string]any
		request(method, place, &places)
		return s.places(places)
	case "refs":
		place["context"] = map[string]any{"includeDeclaration": one.more != "uses"}
		var locations []map[string]any
		request("textDocument/references", place, &locations)
		return s.places(locations)
	case "highlight":
		var highlights []protocol.DocumentHighlight
		request("textDocument/documentHighlight", place, &highlights)
		var lines []string
		for _, highlight := range highlights {
			lines = append(lines, fmt.Sprintf("%d:%d %s %d", highlight.Range.Start.Line+1, highlight.Range.Start.Character+1, s.textAt(one.file, highlight.Range), highlight.Kind))
		}
		return orNothing(lines)
	case "complete":
		return s.complete(one, place)
	case "resolve":
		return s.resolve(one, place)
	case "sig":
		var help *protocol.SignatureHelp
		request("textDocument/signatureHelp", place, &help)
		if help == nil {
			return "nothing"
		}
		signature := help.Signatures[*help.ActiveSignature]
		active := "none"
		if help.ActiveParameter != nil && int(*help.ActiveParameter) < len(signature.Parameters) {
			active = fmt.Sprint(signature.Parameters[*help.ActiveParameter].Label)
		}
		shown := fmt.Sprintf("%d of %d: %s\nactive: %s", *help.ActiveSignature+1, len(help.Signatures), signature.Label, active)
		if signature.Documentation != nil {
			shown += "\n" + markdown(signature.Documentation)
		}
		return shown
	case "rename":
		place["newName"] = one.more
		var edit protocol.WorkspaceEdit
		if refused := request("textDocument/rename", place, &edit); refused != "" {
			return refused
		}
		return s.edits(&edit)
	case "prepare":
		var prepared protocol.PrepareRenamePlaceholder
		if refused := request("textDocument/prepareRename", place, &prepared); refused != "" {
			return refused
		}
		return fmt.Sprintf("%s at %d:%d", prepared.Placeholder, prepared.Range.Start.Line+1, prepared.Range.Start.Character+1)
	case "move":
		var edit *protocol.WorkspaceEdit
		if refused := request("workspace/willRenameFiles", map[string]any{"files": []any{map[string]string{"oldUri": editor.URI(path(one.file)), "newUri": editor.URI(path(one.more))}}}, &edit); refused != "" {
			return refused
		}
		if edit == nil {
			return "nothing"
		}
		return s.edits(edit)
	}
	return s.answerWhole(one, place)
}

// answerWhole answers the markers that are about more than a place.
func (s *session) answerWhole(one marker, place map[string]any) string {
	document := whole(one.file)
	switch one.method {
	case "diag":
		found, err := s.Findings(s.ctx, path(one.file), 1)
		if err != nil {
			s.t.Fatal(err)
		}
		return orNothing([]string{describe(found)})
	case "action":
		return s.actions(one)
	case "symbols":
		var symbols []protocol.DocumentSymbol
		s.ask("textDocument/documentSymbol", document, &symbols)
		return orNothing(tree(symbols, ""))
	case "search":
		var found []protocol.SymbolInformation
		s.ask("workspace/symbol", map[string]any{"query": one.more}, &found)
		var lines []string
		for _, symbol := range found {
			lines = append(lines, fmt.Sprintf("%s (%d) in %s: %s", symbol.Name, symbol.Kind, symbol.ContainerName, s.place(symbol.Location.URI, symbol.Location.Range)))
		}
		return orNothing(lines)
	case "format", "formattyped", "aligntyped":
		method := "textDocument/formatting"
		document["options"] = map[string]any{"tabSize": 2, "insertSpaces": true}
		if one.method != "format" {
			method = "textDocument/onTypeFormatting"
			document["position"], document["ch"] = place["position"], map[string]string{"formattyped": "}", "aligntyped": ">"}[one.method]
		}
		var edits []protocol.TextEdit
		if err := s.Request(s.ctx, method, document, &edits); err != nil {
			return "refused: " + err.Error()
		}
		return s.edits(&protocol.WorkspaceEdit{DocumentChanges: []any{map[string]any{"textDocument": map[string]string{"uri": editor.URI(path(one.file))}, "edits": edits}}})
	case "fold":
		var folds []protocol.FoldingRange
		s.ask("textDocument/foldingRange", document, &folds)
		var lines []string
		for _, fold := range folds {
			lines = append(lines, fmt.Sprintf("%d to %d %s", fold.StartLine+1, fold.EndLine+1, fold.Kind))
		}
		return orNothing(lines)
	case "select":
		document["positions"] = []any{place["position"]}
		var selections []*protocol.SelectionRange
		s.ask("textDocument/selectionRange", document, &selections)
		var lines []string
		for selection := selections[0]; selection != nil; selection = selection.Parent {
			lines = append(lines, strings.ReplaceAll(s.textAt(one.file, selection.Range), "\n", "⏎"))
		}
		return orNothing(lines)
	case "tokens":
		return s.tokens(one)
	case "hints":
		document["range"] = protocol.Range{Start: protocol.Position{Line: uint32(one.line)}, End: protocol.Position{Line: uint32(one.line + 1)}}
		var hints []protocol.InlayHint
		s.ask("textDocument/inlayHint", document, &hints)
		var lines []string
		for _, hint := range hints {
			lines = append(lines, fmt.Sprintf("%d:%d %v", hint.Position.Line+1, hint.Position.Character+1, hint.Label))
		}
		return orNothing(lines)
	case "links":
		var links []protocol.DocumentLink
		s.ask("textDocument/documentLink", document, &links)
		var lines []string
		for _, link := range links {
			lines = append(lines, fmt.Sprintf("%s: %s", s.textAt(one.file, link.Range), short(link.Target)))
		}
		return orNothing(lines)
	case "lens":
		var lenses []protocol.CodeLens
		s.ask("textDocument/codeLens", document, &lenses)
		var lines []string
		for _, lens := range lenses {
			lines = append(lines, fmt.Sprintf("%s: %s", s.textAt(one.file, lens.Range), lens.Command.Title))
		}
		return orNothing(lines)
	}
	return s.hierarchy(one, place)
}

func (s *session) hierarchy(one marker, place map[string]any) string {
	var lines []string
	switch one.method {
	case "callers", "callees":
		var items []protocol.CallHierarchyItem
		s.ask("textDocument/prepareCallHierarchy", place, &items)
		for _, item := range items {
			if one.method == "callers" {
				var calls []protocol.CallHierarchyIncomingCall
				s.ask("callHierarchy/incomingCalls", map[string]any{"item": item}, &calls)
				for _, call := range calls {
					lines = append(lines, fmt.Sprintf("%s %s, %d times", call.From.Name, short(call.From.URI), len(call.FromRanges)))
				}
			} else {
				var calls []protocol.CallHierarchyOutgoingCall
				s.ask("callHierarchy/outgoingCalls", map[string]any{"item": item}, &calls)
				for _, call := range calls {
					lines = append(lines, fmt.Sprintf("%s %s, %d times", call.To.Name, short(call.To.URI), len(call.FromRanges)))
				}
			}
		}
	case "supertypes", "subtypes":
		var items, found []protocol.TypeHierarchyItem
		s.ask("textDocument/prepareTypeHierarchy", place, &items)
		for _, item := range items {
			s.ask("typeHierarchy/"+one.method, map[string]any{"item": item}, &found)
			for _, of := range found {
				lines = append(lines, fmt.Sprintf("%s %s", of.Name, short(of.URI)))
			}
		}
	default:
		s.t.Fatalf("there is no marker @%s", one.method)
	}
	return orNothing(lines)
}

// complete lists items: the first ones, or those of which some are asked for.
func (s *session) complete(one marker, place map[string]any) string {
	var list protocol.CompletionList
	s.ask("textDocument/completion", place, &list)
	slices.SortStableFunc(list.Items, func(a, b protocol.CompletionItem) int { return strings.Compare(a.SortText, b.SortText) })
	typed := s.files[one.file]
	var lines []string
	for _, item := range list.Items {
		var edit protocol.TextEdit
		encoded, _ := json.Marshal(item.TextEdit)
		if json.Unmarshal(encoded, &edit) != nil {
			s.t.Fatal("an item has no edit")
		}
		line := strings.Split(typed, "\n")[edit.Range.Start.Line]
		written := line[edit.Range.Start.Character:max(int(edit.Range.Start.Character), min(one.column, len(line)))]
		if !strings.HasPrefix(strings.ToLower(strings.Trim(item.FilterText, "'")), strings.ToLower(strings.Trim(written, "'"))) {
			continue
		}
		if one.more != "" && !strings.Contains(one.more, item.Label) {
			continue
		}
		text := item.Label
		if edit.NewText != item.Label {
			text += " → " + edit.NewText
		}
		if item.Detail != "" {
			text += ": " + item.Detail
		}
		if lines = append(lines, text); len(lines) == 8 {
			break
		}
	}
	return orNothing(lines)
}

// resolve shows the documentation of one of the items that complete a place.
func (s *session) resolve(one marker, place map[string]any) string {
	var list protocol.CompletionList
	s.ask("textDocument/completion", place, &list)
	for _, item := range list.Items {
		if item.Label == one.more {
			var resolved protocol.CompletionItem
			s.ask("completionItem/resolve", mapOf(item), &resolved)
			return markdown(resolved.Documentation)
		}
	}
	return "nothing"
}

// markdown returns the text of documentation.
func markdown(documentation any) string {
	content, ok := documentation.(map[string]any)
	if !ok {
		return "nothing"
	}
	return fmt.Sprint(content["value"])
}

func (s *session) actions(one marker) string {
	if _, err := s.Findings(s.ctx, path(one.file), 1); err != nil {
		s.t.Fatal(err)
	}
	params := whole(one.file)
	params["range"] = protocol.Range{Start: protocol.Position{Line: uint32(one.line), Character: uint32(one.column)}, End: protocol.Position{Line: uint32(one.line), Character: uint32(one.end)}}
	action := map[string]any{"diagnostics": []any{}}
	title, only, _ := strings.Cut(one.more, "; ")
	if only != "" {
		action["only"] = []string{only}
	}
	params["context"] = action
	var actions []protocol.CodeAction
	s.ask("textDocument/codeAction", params, &actions)
	var lines []string
	for _, action := range actions {
		if title == "" {
			lines = append(lines, fmt.Sprintf("%s (%s)", action.Title, action.Kind))
		} else if strings.HasPrefix(action.Title, title) {
			if action.Edit == nil {
				s.ask("codeAction/resolve", mapOf(action), &action)
			}
			lines = append(lines, s.edits(action.Edit))
		}
	}
	return orNothing(lines)
}

func mapOf(value any) (object map[string]any) {
	encoded, _ := json.Marshal(value)
	_ = json.Unmarshal(encoded, &object)
	return object
}

func (s *session) tokens(one marker) string {
	document := whole(one.file)
	document["range"] = protocol.Range{Start: protocol.Position{Line: uint32(one.line)}, End: protocol.Position{Line: uint32(one.line), Character: uint32(len(before(strings.Split(s.files[one.file], "\n")[one.line])))}}
	var tokens protocol.SemanticTokens
	s.ask("textDocument/semanticTokens/range", document, &tokens)
	legend := []string{"keyword", "comment", "string", "number", "regexp", "operator", "variable", "parameter", "property", "function", "class", "struct", "type", "namespace", "event"}
	modifiers := []string{"declaration", "defaultLibrary", "deprecated", "readonly", "unused"}
	var lines []string
	line, column := uint32(0), uint32(0)
	for i := 0; i+4 < len(tokens.Data); i += 5 {
		if tokens.Data[i] > 0 {
			column = 0
		}
		line, column = line+tokens.Data[i], column+tokens.Data[i+1]
		at := protocol.Range{Start: protocol.Position{Line: line, Character: column}, End: protocol.Position{Line: line, Character: column + tokens.Data[i+2]}}
		text := s.textAt(one.file, at) + " " + legend[tokens.Data[i+3]]
		for bit, modifier := range modifiers {
			if tokens.Data[i+4]&(1<<bit) != 0 {
				text += " " + modifier
			}
		}
		lines = append(lines, text)
	}
	return orNothing(lines)
}

// textAt is the text of a file in a range, in UTF-8 as the tests agree on.
func (s *session) textAt(name string, at protocol.Range) string {
	lines := strings.SplitAfter(s.files[name], "\n")
	if at.Start.Line == at.End.Line {
		return lines[at.Start.Line][at.Start.Character:at.End.Character]
	}
	text := lines[at.Start.Line][at.Start.Character:]
	for line := at.Start.Line + 1; line < at.End.Line; line++ {
		text += lines[line]
	}
	if int(at.End.Line) < len(lines) {
		text += lines[at.End.Line][:at.End.Character]
	}
	return text
}

func short(uri string) string { return strings.TrimPrefix(editor.Path(uri), root+"/") }

func (s *session) place(uri string, at protocol.Range) string {
	return fmt.Sprintf("%s:%d:%d %s", short(uri), at.Start.Line+1, at.Start.Character+1, strings.ReplaceAll(s.textAt(short(uri), at), "\n", "⏎"))
}

func (s *session) places(places []map[string]any) string {
	var lines []string
	for _, one := range places {
		var link struct {
			URI                  string
			Range                protocol.Range
			TargetURI            string
			TargetSelectionRange protocol.Range
		}
		encoded, _ := json.Marshal(one)
		_ = json.Unmarshal(encoded, &link)
		if link.TargetURI != "" {
			link.URI, link.Range = link.TargetURI, link.TargetSelectionRange
		}
		lines = append(lines, s.place(link.URI, link.Range))
	}
	return orNothing(lines)
}

// edits are the lines that an edit changes, as they are afterwards.
func (s *session) edits(edit *protocol.WorkspaceEdit) string {
	if edit == nil {
		return "nothing"
	}
	var lines []string
	for _, change := range edit.DocumentChanges {
		var one struct {
			Kind, OldURI, NewURI string
			TextDocument         struct{ URI string }
			Edits                []protocol.TextEdit
		}
		encoded, _ := json.Marshal(change)
		_ = json.Unmarshal(encoded, &one)
		if one.Kind != "" {
			lines = append(lines, fmt.Sprintf("%s %s → %s", one.Kind, short(one.OldURI), short(one.NewURI)))
			continue
		}
		name := short(one.TextDocument.URI)
		text := strings.SplitAfter(s.files[name], "\n")
		slices.SortFunc(one.Edits, func(a, b protocol.TextEdit) int {
			if a.Range.Start.Line != b.Range.Start.Line {
				return int(b.Range.Start.Line) - int(a.Range.Start.Line)
			}
			return int(b.Range.Start.Character) - int(a.Range.Start.Character)
		})
		var changed []string
		for i, edit := range one.Edits {
			first, last := edit.Range.Start, edit.Range.End
			tail := ""
			if int(last.Line) < len(text) {
				tail = text[last.Line][last.Character:]
			}
			text[first.Line] = text[first.Line][:first.Character] + edit.NewText + tail
			for line := first.Line + 1; line <= last.Line && int(line) < len(text); line++ {
				text[line] = ""
			}
			if i+1 == len(one.Edits) || one.Edits[i+1].Range.Start.Line != first.Line {
				changed = append(changed, fmt.Sprintf("%s:%d %s", name, first.Line+1, strings.ReplaceAll(strings.TrimRight(before(text[first.Line]), " \n"), "\n", "⏎")))
			}
		}
		slices.Reverse(changed)
		lines = append(lines, changed...)
	}
	return orNothing(lines)
}

func tree(symbols []protocol.DocumentSymbol, indent string) (lines []string) {
	for _, symbol := range symbols {
		lines = append(lines, strings.TrimRight(fmt.Sprintf("%s%s (%d) %s", indent, symbol.Name, symbol.Kind, symbol.Detail), " "))
		lines = append(lines, tree(symbol.Children, indent+"  ")...)
	}
	return lines
}

func orNothing(lines []string) string {
	if text := strings.Join(lines, "\n"); text != "" {
		return text
	}
	return "nothing"
}
