package server

import (
	"context"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/server/protocol"
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

// onTypeFormatting formats a block when its closing brace is typed. It aligns arrows when one
// is typed or a line ends.
func onTypeFormatting(ctx context.Context, r *request, params *protocol.DocumentOnTypeFormattingParams) ([]protocol.TextEdit, error) {
	view, mappers, offset := r.positioned(ctx, params.TextDocument, params.Position)
	if view == nil {
		return nil, ctx.Err()
	}
	edits := view.AlignTyped(offset)
	if params.Ch == "}" {
		edits = view.FormatTyped(offset)
	}
	return textEdits(mappers.of(view.File), edits), nil
}

func textEdits(mapper *mapper, edits []diag.Edit) []protocol.TextEdit {
	shown := []protocol.TextEdit{}
	for _, edit := range edits {
		shown = append(shown, protocol.TextEdit{Range: mapper.rangeOf(edit.Span), NewText: edit.NewText})
	}
	return shown
}
