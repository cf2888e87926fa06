package server

import (
	"context"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/ide"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/module"
	"puppet-lint/server/protocol"
	"puppet-lint/syntax"
)

// kindFixAll is the kind of the action that applies all safe fixes.
const kindFixAll protocol.CodeActionKind = "source.fixAll.puppet-lint"

// actionData is the data that the client sends back to have an action resolved.
type actionData struct {
	URI     string `json:"uri"`
	Version int32  `json:"version"`
}

// codeAction handles textDocument/codeAction. It offers the fixes of the findings at the
// selected range and comments that suppress them, and an action that applies all safe fixes of
// the file.
func codeAction(ctx context.Context, r *request, params *protocol.CodeActionParams) ([]protocol.CodeAction, error) {
	actions := []protocol.CodeAction{}
	path, ok := r.server.uris.path(params.TextDocument.URI)
	if !ok || isView(params.TextDocument.URI) {
		return actions, nil
	}
	found, err := r.server.workspace.Findings(ctx, path)
	if err != nil {
		return nil, err
	}
	r.Snapshot = r.server.workspace.Acquire()
	file, err := r.Read(path)
	if err != nil || slices.ContainsFunc(found.Findings, func(finding *diag.Diagnostic) bool { return finding.File.Text != file.Text }) {
		return actions, nil // an edit has made the findings outdated
	}
	b := &actionBuilder{request: r, mappers: r.server.mappers(), path: path, file: file, params: params}
	if b.wants(protocol.CodeActionKindQuickFix) {
		selected := b.selected(found.Findings)
		b.fixes(selected)
		b.suggestions(selected)
		b.ignores(selected)
	}
	if err := b.changes(ctx); err != nil {
		return nil, err
	}
	b.fixAll(ctx, found.Findings)
	return append(actions, b.actions...), nil
}

type actionBuilder struct {
	*request
	mappers *mappers
	path    string
	file    *source.File
	params  *protocol.CodeActionParams
	actions []protocol.CodeAction
}

// wants reports whether the client requested actions of a kind.
func (b *actionBuilder) wants(kind protocol.CodeActionKind) bool {
	only := b.params.Context.Only
	return len(only) == 0 || slices.ContainsFunc(only, func(one protocol.CodeActionKind) bool {
		return one == kind || one == "" || strings.HasPrefix(string(kind), string(one)+".")
	})
}

// selected returns the findings that touch the selected range. If the client names some of
// them, it returns only these: Kate selects the whole file to request the fixes of one finding.
func (b *actionBuilder) selected(findings []*diag.Diagnostic) []*diag.Diagnostic {
	selected := b.mappers.of(b.file).span(b.params.Range)
	var touching, named []*diag.Diagnostic
	for _, finding := range findings {
		if span := shownSpan(finding); span.Start > selected.End || selected.Start > span.End {
			continue
		}
		touching = append(touching, finding)
		shown := b.server.diagnostic(b.mappers, finding)
		if slices.ContainsFunc(b.params.Context.Diagnostics, func(one protocol.Diagnostic) bool {
			return one.Source == shown.Source && one.Code == shown.Code && one.Range == shown.Range
		}) {
			named = append(named, finding)
		}
	}
	if len(named) > 0 {
		return named
	}
	return touching
}

func (b *actionBuilder) fixes(findings []*diag.Diagnostic) {
	seen := map[string]bool{}
	for i, finding := range findings {
		for j, fix := range finding.Fixes {
			if fix.Safety == diag.DisplayOnly || !b.parses(finding.File, fix.Edits) {
				continue
			}
			title := upperFirst(fix.Message)
			if title == "" {
				title = "Fix: " + finding.Message
			}
			if fix.Safety == diag.Unsafe {
				title += " (may change behaviour)"
			}
			if seen[title+finding.Rule.Name+finding.Message] {
				continue
			}
			seen[title+finding.Rule.Name+finding.Message] = true
			b.actions = append(b.actions, protocol.CodeAction{
				Title: title, Kind: protocol.CodeActionKindQuickFix, IsPreferred: j == 0 && fix.Safety == diag.Safe,
				Diagnostics: b.server.diagnostics(b.mappers, findings[i:i+1]), Edit: b.server.workspaceEdit(b.request, b.mappers.edits(fix.Edits)),
			})
		}
	}
}

// suggestions adds an action for each selected finding about a misspelt name. The action writes
// the name that was probably meant.
func (b *actionBuilder) suggestions(findings []*diag.Diagnostic) {
	for i, finding := range findings {
		if len(finding.Fixes) > 0 {
			continue
		}
		edit, ok := finding.SuggestedEdit()
		edits := []diag.Edit{edit}
		if !ok || !b.parses(finding.File, edits) {
			continue
		}
		b.actions = append(b.actions, protocol.CodeAction{
			Title: "Replace with " + finding.Suggestion().Display(), Kind: protocol.CodeActionKindQuickFix,
			Diagnostics: b.server.diagnostics(b.mappers, findings[i:i+1]), Edit: b.server.workspaceEdit(b.request, b.mappers.edits(edits)),
		})
	}
}

func upperFirst(text string) string {
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return text
	}
	return string(text[0]-'a'+'A') + text[1:]
}

// parses reports whether the edits, which may be in several files, leave every file that parses
// in a state that still parses.
func (b *actionBuilder) parses(of *source.File, edits []diag.Edit) bool {
	merged, chosen := diag.Merge([]diag.Fix{{Edits: edits}})
	if !chosen[0] {
		return false
	}
	for file, edits := range merged {
		if !strings.HasSuffix(file.Name, ".pp") && !strings.HasSuffix(file.Name, ".epp") {
			continue
		}
		options := syntax.Options{EPP: strings.HasSuffix(file.Name, ".epp"), Tasks: b.isPlan(file)}
		if !syntax.Parse(file, options).Broken() && syntax.Parse(source.NewFile(file.Name, diag.Apply(file, edits)), options).Broken() {
			return false
		}
	}
	return len(merged) > 0
}

func (b *actionBuilder) isPlan(file *source.File) bool {
	inModule := ""
	if tree := b.Tree(file.Name); tree != nil {
		if owner, relative := tree.ModuleOf(file.Name); owner != nil {
			inModule = relative
		}
	}
	return module.HoldsPlan(file, inModule)
}

// ignores adds an action that suppresses each rule with a selected finding. If there are
// several such rules, it adds one for all of them.
func (b *actionBuilder) ignores(findings []*diag.Diagnostic) {
	byRule := map[string][]*diag.Diagnostic{}
	var names []string
	var all []*diag.Diagnostic
	for _, finding := range findings {
		if finding.Fatal {
			continue
		}
		if byRule[finding.Rule.Name] == nil {
			names = append(names, finding.Rule.Name)
		}
		byRule[finding.Rule.Name] = append(byRule[finding.Rule.Name], finding)
		all = append(all, finding)
	}
	for _, name := range names {
		b.ignore(name, byRule[name])
	}
	if len(names) > 1 {
		b.ignore("all findings", all)
	}
}

// ignore adds an action that suppresses findings. Its title ends with what.
func (b *actionBuilder) ignore(what string, findings []*diag.Diagnostic) {
	edits := lint.IgnoreEdits(b.file, b.isPlan(b.file), findings)
	if len(edits) == 0 {
		return
	}
	shown, where := b.server.diagnostics(b.mappers, findings), " on this line"
	if slices.ContainsFunc(shown, func(one protocol.Diagnostic) bool { return one.Range.Start.Line != shown[0].Range.Start.Line }) {
		where = " on these lines"
	}
	b.actions = append(b.actions, protocol.CodeAction{
		Title: "Ignore " + what + where, Kind: protocol.CodeActionKindQuickFix, Diagnostics: shown,
		Edit: b.server.workspaceEdit(b.request, b.mappers.edits(edits)),
	})
}

// changes adds the actions that are not fixes of findings.
func (b *actionBuilder) changes(ctx context.Context) error {
	if !b.wants(protocol.CodeActionKindQuickFix) && !b.wants(protocol.CodeActionKindRefactorRewrite) {
		return nil
	}
	view, err := ide.Open(ctx, b.Snapshot, b.path)
	if err != nil {
		return err
	}
	for _, change := range view.Changes(b.mappers.of(b.file).span(b.params.Range).Start) {
		kind := protocol.CodeActionKindQuickFix
		if change.Rewrites {
			kind = protocol.CodeActionKindRefactorRewrite
		}
		if b.wants(kind) {
			edits := map[string][]protocol.TextEdit{}
			for _, edit := range change.Edits {
				uri := b.mappers.uris.of(edit.File.Name)
				edits[uri] = append(edits[uri], protocol.TextEdit{Range: b.mappers.of(edit.File).rangeOf(edit.Span), NewText: edit.Text})
			}
			b.actions = append(b.actions, protocol.CodeAction{Title: change.Title, Kind: kind, Edit: b.server.workspaceEdit(b.request, edits)})
		}
	}
	return nil
}

// fixAll adds the action that applies all safe fixes. The edit is computed only if the client
// requested the action explicitly, or when it resolves the action.
func (b *actionBuilder) fixAll(ctx context.Context, findings []*diag.Diagnostic) {
	if !b.wants(kindFixAll) || !slices.ContainsFunc(findings, func(finding *diag.Diagnostic) bool { return finding.Fixable(diag.Safe) }) {
		return
	}
	_, version, _ := b.Text(b.path)
	action := protocol.CodeAction{Title: "Apply all safe fixes of puppet-lint", Kind: kindFixAll, Data: actionData{b.params.TextDocument.URI, version}}
	if len(b.params.Context.Only) > 0 || !b.server.client.resolvesEdits() {
		if action.Edit = b.server.fixed(ctx, b.request, b.path); action.Edit == nil {
			return
		}
	}
	b.actions = append(b.actions, action)
}

// fixed returns the edit that applies all safe fixes of a file, or nil if there are none.
func (s *Server) fixed(ctx context.Context, r *request, path string) *protocol.WorkspaceEdit {
	before, after, ok := r.Fixed(ctx, path)
	if !ok {
		return nil
	}
	return s.workspaceEdit(r, map[string][]protocol.TextEdit{s.uris.of(path): s.difference(before, after)})
}

// resolveCodeAction handles codeAction/resolve.
func resolveCodeAction(ctx context.Context, r *request, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	var data actionData
	if action.Data == nil || convert(action.Data, &data) != nil {
		return action, nil
	}
	if path, ok := r.server.uris.path(data.URI); ok && action.Kind == kindFixAll {
		action.Edit = r.server.fixed(ctx, r, path)
	}
	return action, nil
}
