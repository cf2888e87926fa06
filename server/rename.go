package server

import (
	"context"
	"errors"
	"slices"

	"puppet-lint/internal/english"
	"puppet-lint/internal/ide"
	"puppet-lint/server/protocol"
)

// errView is the reason why names in a document that is only shown cannot be renamed.
var errView = errors.New("this document is only shown; rename in the file itself")

func prepareRename(ctx context.Context, r *request, params *protocol.PrepareRenameParams) (*protocol.PrepareRenamePlaceholder, error) {
	if isView(params.TextDocument.URI) {
		return nil, errView
	}
	view, mappers, offset := r.positioned(ctx, params.TextDocument, params.Position)
	if view == nil {
		return nil, ctx.Err()
	}
	span, name, err := view.PrepareRename(offset)
	if err != nil {
		return nil, err
	}
	return &protocol.PrepareRenamePlaceholder{Range: mappers.of(view.File).rangeOf(span), Placeholder: name}, nil
}

func rename(ctx context.Context, r *request, params *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	if isView(params.TextDocument.URI) {
		return nil, errView
	}
	view, mappers, offset := r.positioned(ctx, params.TextDocument, params.Position)
	if view == nil {
		return nil, ctx.Err()
	}
	renaming, err := view.Rename(offset, params.NewName)
	if err != nil {
		return nil, err
	}
	if len(renaming.Moves) > 0 && !r.server.canMove() {
		return nil, errors.New("this editor cannot move files, but " + view.FileOf(view.File) + " would have to be moved")
	}
	if count := len(renaming.Remaining); count > 0 {
		message := "puppet-lint: check by hand: " + renaming.Remaining[0]
		if count > 1 {
			message += ", and " + english.Count(count-1, "more place")
		}
		r.server.notify("window/showMessage", protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: message})
	}
	return r.server.renamingEdit(r, mappers, renaming), ctx.Err()
}

// canMove reports whether the client can move files as part of an edit.
func (s *Server) canMove() bool {
	edit := s.client.Workspace.WorkspaceEdit
	return edit.DocumentChanges && slices.Contains(edit.ResourceOperations, "rename")
}

func (s *Server) renamingEdit(r *request, mappers *mappers, renaming *ide.Renaming) *protocol.WorkspaceEdit {
	changes := map[string][]protocol.TextEdit{}
	for _, edit := range renaming.Edits {
		uri := mappers.uris.of(edit.File.Name)
		changes[uri] = append(changes[uri], protocol.TextEdit{Range: mappers.of(edit.File).rangeOf(edit.Span), NewText: edit.Text})
	}
	edit := s.workspaceEdit(r, changes)
	for _, move := range renaming.Moves {
		edit.DocumentChanges = append(edit.DocumentChanges, protocol.RenameFile{Kind: "rename", OldURI: mappers.uris.of(move.From), NewURI: mappers.uris.of(move.To)})
	}
	return edit
}

// willRenameFiles handles workspace/willRenameFiles. It renames the definitions in the files to
// match their new paths. A definition that cannot be renamed safely keeps its name, and a
// message explains why.
func willRenameFiles(ctx context.Context, r *request, params *protocol.RenameFilesParams) (*protocol.WorkspaceEdit, error) {
	all := &ide.Renaming{}
	mappers := r.server.mappers()
	for _, file := range params.Files {
		to, ok := pathOf(file.NewURI)
		view, _ := r.view(ctx, protocol.TextDocumentIdentifier{URI: file.OldURI})
		if view == nil || !ok {
			continue
		}
		renaming, err := view.MovedFile(to)
		if err != nil {
			r.server.notify("window/showMessage", protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: "puppet-lint: " + err.Error()})
			continue
		}
		if renaming != nil {
			all.Edits = append(all.Edits, renaming.Edits...)
		}
	}
	if len(all.Edits) == 0 {
		return nil, ctx.Err()
	}
	return r.server.renamingEdit(r, mappers, all), ctx.Err()
}
