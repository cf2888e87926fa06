package server

import (
	"context"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/ide"
	"puppet-lint/internal/source"
	"puppet-lint/server/protocol"
)

func prepareCallHierarchy(ctx context.Context, r *request, params *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	view, mappers, offset := r.positioned(ctx, params.TextDocument, params.Position)
	if view == nil {
		return nil, ctx.Err()
	}
	var items []protocol.CallHierarchyItem
	for _, node := range view.CallNode(offset) {
		items = append(items, callItem(mappers, &node))
	}
	return items, nil
}

func callItem(mappers *mappers, node *ide.Node) protocol.CallHierarchyItem {
	at := mappers.of(node.File)
	return protocol.CallHierarchyItem{
		Name: node.NameOf(), Kind: symbolKind(node.Symbol.Kind, false), Detail: node.Symbol.Kind.String(), URI: mappers.uris.of(node.File.Name),
		Range: at.rangeOf(node.Whole), SelectionRange: at.rangeOf(node.Span), Data: node.Symbol,
	}
}

// symbolOf returns the symbol of an item of a hierarchy.
func symbolOf(data any) (symbol symbols.Symbol, ok bool) {
	return symbol, convert(data, &symbol) == nil && symbol.Kind != 0
}

func incomingCalls(ctx context.Context, r *request, params *protocol.CallHierarchyIncomingCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
	calls := []protocol.CallHierarchyIncomingCall{}
	view, mappers := r.view(ctx, protocol.TextDocumentIdentifier{URI: params.Item.URI})
	var symbol symbols.Symbol
	if view == nil || convert(params.Item.Data, &symbol) != nil {
		return calls, ctx.Err()
	}
	for _, call := range view.Callers(symbol) {
		calls = append(calls, protocol.CallHierarchyIncomingCall{From: callItem(mappers, &call.Node), FromRanges: rangesOf(mappers.of(call.File), call.From)})
	}
	return calls, nil
}

func outgoingCalls(ctx context.Context, r *request, params *protocol.CallHierarchyOutgoingCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
	calls := []protocol.CallHierarchyOutgoingCall{}
	view, mappers := r.view(ctx, protocol.TextDocumentIdentifier{URI: params.Item.URI})
	var symbol symbols.Symbol
	if view == nil || convert(params.Item.Data, &symbol) != nil {
		return calls, ctx.Err()
	}
	for _, call := range view.Callees(symbol) {
		calls = append(calls, protocol.CallHierarchyOutgoingCall{To: callItem(mappers, &call.Node), FromRanges: rangesOf(mappers.of(view.File), call.From)})
	}
	return calls, nil
}

func rangesOf(mapper *mapper, spans []source.Span) []protocol.Range {
	ranges := []protocol.Range{}
	for _, span := range spans {
		ranges = append(ranges, mapper.rangeOf(span))
	}
	return ranges
}

func prepareTypeHierarchy(ctx context.Context, r *request, params *protocol.TypeHierarchyPrepareParams) ([]protocol.TypeHierarchyItem, error) {
	view, mappers, offset := r.positioned(ctx, params.TextDocument, params.Position)
	if view == nil {
		return nil, ctx.Err()
	}
	return typeItems(mappers, view.TypeNode(offset)), nil
}

func typeItems(mappers *mappers, nodes []ide.Node) (items []protocol.TypeHierarchyItem) {
	for i := range nodes {
		at := mappers.of(nodes[i].File)
		items = append(items, protocol.TypeHierarchyItem{
			Name: nodes[i].NameOf(), Kind: symbolKind(nodes[i].Symbol.Kind, false), Detail: nodes[i].Symbol.Kind.String(), URI: mappers.uris.of(nodes[i].File.Name),
			Range: at.rangeOf(nodes[i].Whole), SelectionRange: at.rangeOf(nodes[i].Span), Data: nodes[i].Symbol,
		})
	}
	return items
}

func supertypes(ctx context.Context, r *request, params *protocol.TypeHierarchySupertypesParams) ([]protocol.TypeHierarchyItem, error) {
	return r.typeHierarchy(ctx, &params.Item, (*ide.View).Supertypes)
}

func subtypes(ctx context.Context, r *request, params *protocol.TypeHierarchySubtypesParams) ([]protocol.TypeHierarchyItem, error) {
	return r.typeHierarchy(ctx, &params.Item, (*ide.View).Subtypes)
}

func (r *request) typeHierarchy(ctx context.Context, item *protocol.TypeHierarchyItem, ask func(*ide.View, symbols.Symbol) []ide.Node) ([]protocol.TypeHierarchyItem, error) {
	view, mappers := r.view(ctx, protocol.TextDocumentIdentifier{URI: item.URI})
	symbol, ok := symbolOf(item.Data)
	if view == nil || !ok {
		return []protocol.TypeHierarchyItem{}, ctx.Err()
	}
	return typeItems(mappers, ask(view, symbol)), nil
}
