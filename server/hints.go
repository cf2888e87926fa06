package server

import (
	"context"

	"puppet-lint/internal/english"
	"puppet-lint/server/protocol"
)

func inlayHint(ctx context.Context, r *request, params *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	hints := []protocol.InlayHint{}
	wanted := r.settings.InlayHints
	if !wanted.Types && !wanted.Parameters {
		return hints, nil
	}
	view, mappers := r.view(ctx, params.TextDocument)
	if view == nil {
		return hints, ctx.Err()
	}
	mapper := mappers.of(view.File)
	within := mapper.span(params.Range)
	if wanted.Types {
		for _, hint := range view.TypeHints(within) {
			hints = append(hints, protocol.InlayHint{Position: mapper.position(hint.At), Label: hint.Text, Kind: protocol.InlayHintKindType})
		}
	}
	if wanted.Parameters {
		for _, hint := range view.ParameterHints(within) {
			hints = append(hints, protocol.InlayHint{Position: mapper.position(hint.At), Label: hint.Text, Kind: protocol.InlayHintKindParameter, PaddingRight: true})
		}
	}
	return hints, ctx.Err()
}

func codeLens(ctx context.Context, r *request, params *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	lenses := []protocol.CodeLens{}
	if !r.settings.CodeLens.References {
		return lenses, nil
	}
	view, mappers := r.view(ctx, params.TextDocument)
	if view == nil {
		return lenses, ctx.Err()
	}
	for _, lens := range view.Lenses() {
		at := mappers.of(view.File).rangeOf(lens.Span)
		title := english.Count(len(lens.Uses), "reference")
		locations := []protocol.Location{}
		for _, use := range lens.Uses {
			locations = append(locations, mappers.location(use.File, use.Span))
		}
		lenses = append(lenses, protocol.CodeLens{Range: at, Command: &protocol.Command{
			Title: title, Command: "puppet-lint.showReferences", Arguments: []any{params.TextDocument.URI, at.Start, locations},
		}})
	}
	return lenses, ctx.Err()
}
