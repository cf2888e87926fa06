package ide

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/spell"
	"puppet-lint/workspace"
)

// RenameKinds are the kinds of things that RenameNamed renames, as users write them.
func RenameKinds() []string {
	return []string{"class", "define", "function", "type", "parameter", "variable"}
}

// RenameNamed is what changes when the thing of a kind and name gets another name, in
// the workspace's folder. A parameter or variable is written with the class, defined
// type or function that it belongs to: apache::port; a variable of top scope is ::name.
func RenameNamed(ctx context.Context, snapshot *workspace.Snapshot, folder, kind, old, name string) (*Renaming, error) {
	index, err := snapshot.Index(ctx, filepath.Join(folder, "any.pp"))
	if err != nil {
		return nil, err
	}
	if index == nil {
		index = symbols.NewIndex()
	}
	symbol, found := symbolNamed(index, kind, old)
	if !found {
		return nil, refuse("there is no %s '%s'%s", kind, old, spell.DidYouMean(normalName(old), namesOf(index, kind)))
	}
	definition := index.Definitions(symbol)[0]
	view, err := Open(ctx, snapshot, definition.Table.Path)
	if err != nil {
		return nil, err
	}
	if kind == "parameter" || kind == "variable" {
		name = lastPart(symbol, strings.TrimPrefix(name, "$"))
	}
	return view.renameSymbol(symbol, "", name)
}

// lastPart is a new name without what the variable belongs to, if that is written
// before it.
func lastPart(symbol symbols.Symbol, name string) string {
	if at := strings.LastIndex(name, "::"); at >= 0 && strings.EqualFold(strings.TrimPrefix(name[:at], "::"), symbol.Owner) {
		return name[at+2:]
	}
	return name
}

func normalName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(name, "$"), "::"))
}

// symbolNamed is the symbol of a kind that has a name and is defined.
func symbolNamed(index *symbols.Index, kind, name string) (symbol symbols.Symbol, found bool) {
	for _, candidate := range candidatesFor(kind, name) {
		if index.IsDefined(candidate) && (kind != "parameter" || index.IsParameter(candidate)) {
			return candidate, true
		}
	}
	return symbol, false
}

// candidatesFor are the symbols that a name of a kind may stand for.
func candidatesFor(kind, name string) []symbols.Symbol {
	switch kind {
	case "class":
		return []symbols.Symbol{{Kind: symbols.Class, Name: normalName(name)}}
	case "define":
		return []symbols.Symbol{{Kind: symbols.DefinedType, Name: normalName(name)}}
	case "function":
		return []symbols.Symbol{{Kind: symbols.Function, Name: normalName(name)}}
	case "type":
		return []symbols.Symbol{{Kind: symbols.TypeAlias, Name: normalName(name)}}
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "$"), "::")
	at := strings.LastIndex(name, "::")
	if at < 0 {
		return []symbols.Symbol{{Kind: symbols.Variable, In: symbols.Top, Name: name}}
	}
	owner, leaf := strings.ToLower(name[:at]), name[at+2:]
	var all []symbols.Symbol
	for _, in := range []symbols.Kind{symbols.Class, symbols.DefinedType, symbols.Function, symbols.Plan} {
		all = append(all, symbols.Symbol{Kind: symbols.Variable, In: in, Owner: owner, Name: leaf})
	}
	return all
}

// namesOf are the names of all things of a kind, for suggestions.
func namesOf(index *symbols.Index, kind string) (names []string) {
	index.Symbols(func(symbol symbols.Symbol) {
		name := symbol.Name
		if symbol.Kind == symbols.Variable {
			if name = symbol.Owner + "::" + symbol.Name; symbol.In == symbols.Top {
				name = symbol.Name
			}
		}
		if slices.Contains(candidatesFor(kind, name), symbol) && index.IsDefined(symbol) {
			names = append(names, name)
		}
	})
	return names
}
