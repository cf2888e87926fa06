package server

import (
	"context"

	"puppet-lint/internal/ide"
	"puppet-lint/internal/source"
	"puppet-lint/server/protocol"
)

func semanticTokens(ctx context.Context, r *request, params *protocol.SemanticTokensParams) (*protocol.SemanticTokens, error) {
	view, mappers := r.view(ctx, params.TextDocument)
	if view == nil {
		return nil, ctx.Err()
	}
	return encodeTokens(mappers.of(view.File), view.Tokens(source.Span{End: int32(len(view.File.Text))})), ctx.Err()
}

func semanticTokensRange(ctx context.Context, r *request, params *protocol.SemanticTokensRangeParams) (*protocol.SemanticTokens, error) {
	view, mappers := r.view(ctx, params.TextDocument)
	if view == nil {
		return nil, ctx.Err()
	}
	mapper := mappers.of(view.File)
	return encodeTokens(mapper, view.Tokens(mapper.span(params.Range))), ctx.Err()
}

// encodeTokens encodes each token as five numbers, relative to the previous token.
func encodeTokens(mapper *mapper, tokens []ide.Token) *protocol.SemanticTokens {
	encoded := &protocol.SemanticTokens{Data: make([]uint32, 0, 5*len(tokens))}
	var last protocol.Position
	for _, token := range tokens {
		at := mapper.rangeOf(token.Span)
		if at.Start.Line != at.End.Line {
			continue
		}
		character := at.Start.Character
		if at.Start.Line == last.Line {
			character -= last.Character
		}
		encoded.Data = append(encoded.Data, at.Start.Line-last.Line, character, at.End.Character-at.Start.Character, uint32(token.Type), uint32(token.Modifiers))
		last = at.Start
	}
	return encoded
}
