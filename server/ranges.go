package server

import (
	"context"

	"puppet-lint/server/protocol"
)

func foldingRange(ctx context.Context, r *request, params *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	folds := []protocol.FoldingRange{}
	view, mappers := r.view(ctx, params.TextDocument)
	if view == nil {
		return folds, ctx.Err()
	}
	mapper := mappers.of(view.File)
	lines := map[uint32]bool{}
	for _, fold := range view.Folds() {
		at := mapper.rangeOf(fold.Span)
		one := protocol.FoldingRange{StartLine: at.Start.Line, EndLine: at.End.Line}
		switch {
		case fold.IsRegion:
			one.Kind = protocol.FoldingRangeKindRegion
		case fold.IsComment:
			one.Kind = protocol.FoldingRangeKindComment
		case r.server.client.TextDocument.FoldingRange.LineFoldingOnly:
			one.EndLine-- // so that the line with the closing bracket stays visible
		default:
			one.StartCharacter, one.EndCharacter = &at.Start.Character, &at.End.Character
		}
		if one.EndLine > one.StartLine && !lines[one.StartLine] {
			lines[one.StartLine] = true
			folds = append(folds, one)
		}
	}
	return folds, nil
}

func selectionRange(ctx context.Context, r *request, params *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	selections := []protocol.SelectionRange{}
	view, mappers := r.view(ctx, params.TextDocument)
	if view == nil {
		return selections, ctx.Err()
	}
	mapper := mappers.of(view.File)
	for _, position := range params.Positions {
		var outer *protocol.SelectionRange
		spans := view.Selections(mapper.offset(position))
		for i := len(spans) - 1; i >= 0; i-- {
			outer = &protocol.SelectionRange{Range: mapper.rangeOf(spans[i]), Parent: outer}
		}
		selections = append(selections, *outer)
	}
	return selections, nil
}
