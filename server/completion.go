package server

import (
	"context"
	"fmt"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/ide"
	"puppet-lint/server/protocol"
)

// completionKinds maps the kinds of items to those of the protocol.
var completionKinds = map[ide.ItemKind]protocol.CompletionItemKind{
	ide.ItemVariable: protocol.CompletionItemKindVariable, ide.ItemParameter: protocol.CompletionItemKindVariable, ide.ItemAttribute: protocol.CompletionItemKindProperty,
	ide.ItemValue: protocol.CompletionItemKindEnumMember, ide.ItemFunction: protocol.CompletionItemKindFunction, ide.ItemClass: protocol.CompletionItemKindClass,
	ide.ItemResourceType: protocol.CompletionItemKindStruct, ide.ItemType: protocol.CompletionItemKindTypeParameter, ide.ItemFact: protocol.CompletionItemKindConstant,
	ide.ItemKey: protocol.CompletionItemKindField, ide.ItemFile: protocol.CompletionItemKindFile, ide.ItemKeyword: protocol.CompletionItemKindKeyword,
	ide.ItemResource: protocol.CompletionItemKindReference, ide.ItemPlan: protocol.CompletionItemKindModule, ide.ItemTask: protocol.CompletionItemKindModule,
}

// itemData is the data that the client sends back to have an item resolved.
type itemData struct {
	URI    string         `json:"uri"`
	Symbol symbols.Symbol `json:"symbol"`
}

func completion(ctx context.Context, r *request, params *protocol.CompletionParams) (*protocol.CompletionList, error) {
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	view, mappers, offset := r.positioned(ctx, params.TextDocument, params.Position)
	if view == nil {
		return list, ctx.Err()
	}
	mapper := mappers.of(view.File)
	items, isCut := view.Complete(offset)
	list.IsIncomplete = isCut
	for position, item := range items {
		shown := protocol.CompletionItem{
			Label: item.Label, Kind: completionKinds[item.Kind], Detail: item.Detail, SortText: fmt.Sprintf("%04d", position),
			FilterText: strings.TrimSuffix(item.Insert, " => "), TextEdit: protocol.TextEdit{Range: mapper.rangeOf(item.Span), NewText: item.Insert},
		}
		if item.Deprecated {
			shown.Tags = []protocol.CompletionItemTag{protocol.CompletionItemTagDeprecated}
		}
		if item.Doc != "" {
			shown.Documentation = r.server.markup(item.Doc, r.server.client.TextDocument.Completion.CompletionItem.DocumentationFormat)
		} else if item.Symbol.Kind != 0 {
			shown.Data = itemData{params.TextDocument.URI, item.Symbol}
		}
		list.Items = append(list.Items, shown)
	}
	return list, ctx.Err()
}

func resolveCompletion(ctx context.Context, r *request, item *protocol.CompletionItem) (*protocol.CompletionItem, error) {
	var data itemData
	if item.Data == nil || convert(item.Data, &data) != nil {
		return item, nil
	}
	if view, _ := r.view(ctx, protocol.TextDocumentIdentifier{URI: data.URI}); view != nil {
		if text := view.DocumentItem(data.Symbol); text != "" {
			item.Documentation = r.server.markup(text, r.server.client.TextDocument.Completion.CompletionItem.DocumentationFormat)
		}
	}
	return item, nil
}

func signatureHelp(ctx context.Context, r *request, params *protocol.SignatureHelpParams) (*protocol.SignatureHelp, error) {
	view, _, offset := r.positioned(ctx, params.TextDocument, params.Position)
	if view == nil {
		return nil, ctx.Err()
	}
	found := view.SignatureHelp(offset)
	if found == nil {
		return nil, nil
	}
	active := uint32(found.Active)
	help := &protocol.SignatureHelp{Signatures: []protocol.SignatureInformation{}, ActiveSignature: &active}
	if found.Parameter >= 0 {
		parameter := uint32(found.Parameter)
		help.ActiveParameter = &parameter
	}
	for _, signature := range found.Signatures {
		shown := protocol.SignatureInformation{Label: signature.Label, Parameters: []protocol.ParameterInformation{}}
		if signature.Doc != "" {
			shown.Documentation = r.server.markup(signature.Doc, nil)
		}
		for _, parameter := range signature.Parameters {
			one := protocol.ParameterInformation{Label: signature.Label[parameter.Start:parameter.End]}
			if parameter.Doc != "" {
				one.Documentation = r.server.markup(parameter.Doc, nil)
			}
			shown.Parameters = append(shown.Parameters, one)
		}
		help.Signatures = append(help.Signatures, shown)
	}
	return help, nil
}
