package server

import (
	"context"

	"puppet-lint/internal/ide"
	"puppet-lint/internal/source"
	"puppet-lint/server/protocol"
)

// view opens the file of a request. It returns nil if the file cannot be read.
func (r *request) view(ctx context.Context, document protocol.TextDocumentIdentifier) (*ide.View, *mappers) {
	path, ok := r.server.uris.path(document.URI)
	if !ok {
		return nil, nil
	}
	view, err := ide.Open(ctx, r.Snapshot, path)
	if err != nil {
		return nil, nil
	}
	return view, r.server.mappers()
}

// positioned opens the file of a request and converts its position to an offset.
func (r *request) positioned(ctx context.Context, document protocol.TextDocumentIdentifier, position protocol.Position) (*ide.View, *mappers, int32) {
	view, mappers := r.view(ctx, document)
	if view == nil {
		return nil, nil, 0
	}
	return view, mappers, mappers.of(view.File).offset(position)
}

func hover(ctx context.Context, r *request, params *protocol.HoverParams) (*protocol.Hover, error) {
	view, mappers, offset := r.positioned(ctx, params.TextDocument, params.Position)
	if view == nil {
		return nil, ctx.Err()
	}
	text, span := view.Hover(offset)
	if text == "" {
		return nil, ctx.Err()
	}
	at := mappers.of(view.File).rangeOf(span)
	return &protocol.Hover{Contents: r.server.markup(text, r.server.client.TextDocument.Hover.ContentFormat), Range: &at}, nil
}

// links converts places to the form that the client supports: the spans of the names or, if
// detailed is true, also the spans of the whole definitions.
func (r *request) links(mappers *mappers, view *ide.View, places []ide.Location, from source.Span, detailed bool) any {
	if len(places) == 0 {
		return nil
	}
	if !detailed {
		locations := []protocol.Location{}
		for _, positioned := range places {
			locations = append(locations, mappers.location(positioned.File, positioned.Span))
		}
		return locations
	}
	origin := mappers.of(view.File).rangeOf(from)
	links := []protocol.LocationLink{}
	for _, positioned := range places {
		mapper := mappers.of(positioned.File)
		whole := positioned.Whole
		if !whole.Covers(positioned.Span) {
			whole = positioned.Span
		}
		links = append(links, protocol.LocationLink{
			OriginSelectionRange: &origin, TargetURI: mappers.uris.of(positioned.File.Name), TargetRange: mapper.rangeOf(whole), TargetSelectionRange: mapper.rangeOf(positioned.Span),
		})
	}
	return links
}

func definition(ctx context.Context, r *request, params *protocol.DefinitionParams) (any, error) {
	view, mappers, offset := r.positioned(ctx, params.TextDocument, params.Position)
	if view == nil {
		return nil, ctx.Err()
	}
	places, from := view.Definitions(offset)
	return r.links(mappers, view, places, from, r.server.client.TextDocument.Definition.LinkSupport), nil
}

func typeDefinition(ctx context.Context, r *request, params *protocol.TypeDefinitionParams) (any, error) {
	view, mappers, offset := r.positioned(ctx, params.TextDocument, params.Position)
	if view == nil {
		return nil, ctx.Err()
	}
	places, from := view.TypeDefinitions(offset)
	return r.links(mappers, view, places, from, false), nil
}

func references(ctx context.Context, r *request, params *protocol.ReferenceParams) ([]protocol.Location, error) {
	locations := []protocol.Location{}
	view, mappers, offset := r.positioned(ctx, params.TextDocument, params.Position)
	if view == nil {
		return locations, ctx.Err()
	}
	found, incomplete := view.References(offset, params.Context.IncludeDeclaration)
	for _, one := range found {
		locations = append(locations, mappers.location(one.File, one.Span))
	}
	if len(incomplete) > 0 {
		r.server.notify("window/logMessage", protocol.LogMessageParams{Type: protocol.MessageTypeInfo, Message: "There may be more references: " + incomplete[0]})
	}
	return locations, nil
}

func highlight(ctx context.Context, r *request, params *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	highlights := []protocol.DocumentHighlight{}
	view, mappers, offset := r.positioned(ctx, params.TextDocument, params.Position)
	if view == nil {
		return highlights, ctx.Err()
	}
	for _, one := range view.Highlights(offset) {
		kind := protocol.DocumentHighlightKindRead
		if one.Write {
			kind = protocol.DocumentHighlightKindWrite
		}
		highlights = append(highlights, protocol.DocumentHighlight{Range: mappers.of(one.File).rangeOf(one.Span), Kind: kind})
	}
	return highlights, nil
}

func documentLink(ctx context.Context, r *request, params *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	links := []protocol.DocumentLink{}
	view, mappers := r.view(ctx, params.TextDocument)
	if view == nil {
		return links, ctx.Err()
	}
	for _, link := range view.Links() {
		target := link.URL
		if target == "" {
			target = mappers.uris.of(link.Path)
		}
		links = append(links, protocol.DocumentLink{Range: mappers.of(view.File).rangeOf(link.Span), Target: target})
	}
	return links, nil
}
