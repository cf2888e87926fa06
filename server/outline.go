package server

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/ide"
	"puppet-lint/internal/source"
	"puppet-lint/internal/workspace"
	"puppet-lint/server/protocol"
)

// symbolKinds maps the kinds of symbols to those of the protocol.
var symbolKinds = map[symbols.Kind]protocol.SymbolKind{
	symbols.Class: protocol.SymbolKindClass, symbols.DefinedType: protocol.SymbolKindStruct, symbols.ResourceType: protocol.SymbolKindStruct,
	symbols.TypeAlias: protocol.SymbolKindInterface, symbols.Function: protocol.SymbolKindFunction, symbols.Plan: protocol.SymbolKindModule,
	symbols.Task: protocol.SymbolKindModule, symbols.Resource: protocol.SymbolKindObject, symbols.Fact: protocol.SymbolKindConstant,
	symbols.DataKey: protocol.SymbolKindKey, symbols.Node: protocol.SymbolKindNamespace, symbols.Variable: protocol.SymbolKindVariable,
}

func symbolKind(kind symbols.Kind, isParameter bool) protocol.SymbolKind {
	if isParameter && kind == symbols.Variable {
		return protocol.SymbolKindProperty
	}
	return cmp.Or(symbolKinds[kind], protocol.SymbolKindFile)
}

func documentSymbol(ctx context.Context, r *request, params *protocol.DocumentSymbolParams) (any, error) {
	view, mappers := r.view(ctx, params.TextDocument)
	if view == nil {
		return []protocol.DocumentSymbol{}, ctx.Err()
	}
	entries := view.Outline()
	if r.server.client.TextDocument.DocumentSymbol.Hierarchical {
		return documentSymbols(mappers.of(view.File), entries), nil
	}
	flat := []protocol.SymbolInformation{}
	flatten(&flat, mappers, view.File, entries, "")
	return flat, nil
}

func documentSymbols(mapper *mapper, entries []ide.Entry) []protocol.DocumentSymbol {
	shown := []protocol.DocumentSymbol{}
	for _, entry := range entries {
		whole := entry.Whole
		if !whole.Covers(entry.At) {
			whole = entry.At
		}
		one := protocol.DocumentSymbol{
			Name: entry.Name, Detail: entry.Detail, Kind: symbolKind(entry.Kind, entry.IsParameter), Range: mapper.rangeOf(whole), SelectionRange: mapper.rangeOf(entry.At),
		}
		if len(entry.Children) > 0 {
			one.Children = documentSymbols(mapper, entry.Children)
		}
		shown = append(shown, one)
	}
	return shown
}

func flatten(into *[]protocol.SymbolInformation, mappers *mappers, file *source.File, entries []ide.Entry, container string) {
	for _, entry := range entries {
		*into = append(*into, protocol.SymbolInformation{
			Name: entry.Name, Kind: symbolKind(entry.Kind, entry.IsParameter), ContainerName: container, Location: mappers.location(file, entry.Whole),
		})
		flatten(into, mappers, file, entry.Children, entry.Name)
	}
}

func workspaceSymbol(ctx context.Context, r *request, params *protocol.WorkspaceSymbolParams) ([]protocol.SymbolInformation, error) {
	found, err := ide.Search(ctx, r.Snapshot, params.Query)
	if err != nil {
		return nil, err
	}
	mappers := r.server.mappers()
	shown := []protocol.SymbolInformation{}
	for i := range found {
		one := &found[i]
		shown = append(shown, protocol.SymbolInformation{
			Name: one.NameOf(), Kind: symbolKind(one.Symbol.Kind, one.IsParameter), ContainerName: containerOf(r.Snapshot, one.File.Name), Location: mappers.location(one.File, one.Span),
		})
	}
	return shown, nil
}

// containerOf returns the path of a file in its folder of the workspace. It tells apart definitions
// of one name in several environments.
func containerOf(snapshot *workspace.Snapshot, path string) string {
	relative, err := filepath.Rel(snapshot.Root(path), path)
	if err != nil || strings.HasPrefix(relative, "..") {
		return path
	}
	return filepath.ToSlash(relative)
}
