package server

import (
	"context"

	"puppet-lint/diag"
	"puppet-lint/server/protocol"
	"puppet-lint/source"
)

func formatting(ctx context.Context, r *request, params *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	view, mappers := r.view(ctx, params.TextDocument)
	if view == nil {
		return nil, ctx.Err()
	}
	edits, err := view.Format(source.Span{End: int32(len(view.File.Text))})
	return textEdits(mappers.of(view.File), edits), err
}

func rangeFormatting(ctx context.Context, r *request, params *protocol.DocumentRangeFormattingParams) ([]protocol.TextEdit, error) {
	view, mappers := r.view(ctx, params.TextDocument)
	if view == nil {
		return nil, ctx.Err()
	}
	mapper := mappers.of(view.File)
	edits, err := view.Format(mapper.span(params.Range))
	return textEdits(mapper, edits), err
}

// onTypeFormatting aligns what is being written once a line or a block ends.
func onTypeFormatting(ctx context.Context, r *request, params *protocol.DocumentOnTypeFormattingParams) ([]protocol.TextEdit, error) {
	view, mappers, offset := r.place(ctx, params.TextDocument, params.Position)
	if view == nil {
		return nil, ctx.Err()
	}
	return textEdits(mappers.of(view.File), view.FormatTyped(offset)), nil
}

func textEdits(mapper *mapper, edits []diag.Edit) []protocol.TextEdit {
	shown := []protocol.TextEdit{}
	for _, edit := range edits {
		shown = append(shown, protocol.TextEdit{Range: mapper.rangeOf(edit.Span), NewText: edit.NewText})
	}
	return shown
}
