package ide

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/spell"
	"puppet-lint/internal/workspace"
)

// RenameKinds returns the kinds that RenameNamed accepts, as users write them.
func RenameKinds() []string {
	return []string{"class", "define", "function", "type", "parameter", "variable"}
}

// RenameNamed returns the changes that rename the symbol of a kind and name in a folder of the
// workspace. A parameter or variable is qualified with its class, defined type or function, as
// in apache::port. A top-scope variable is written as ::name. An unsafe rename changes the known uses
// even if there may be others.
func RenameNamed(ctx context.Context, snapshot *workspace.Snapshot, folder, kind, old, name string, unsafe bool) (*Renaming, error) {
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
	definitions := index.Definitions(symbol)
	view, err := Open(ctx, snapshot, definitions[0].Table.Path)
	if err != nil {
		return nil, err
	}
	if len(view.Index.Definitions(symbol)) < len(definitions) {
		return nil, refuse("%s '%s' is defined in several trees, such as %s and %s; rename it in the folder of one", symbol.Kind, symbol.Name,
			view.FileOf(definitions[0].Table.File), view.FileOf(definitions[len(definitions)-1].Table.File))
	}
	if kind == "parameter" || kind == "variable" {
		name = lastPart(symbol, strings.TrimPrefix(name, "$"))
	}
	return renamer{view, unsafe}.rename(symbol, "", name)
}

// lastPart removes the owner of a variable from a new name, if it is written there.
func lastPart(symbol symbols.Symbol, name string) string {
	if at := strings.LastIndex(name, "::"); at >= 0 && strings.EqualFold(strings.TrimPrefix(name[:at], "::"), symbol.Owner) {
		return name[at+2:]
	}
	return name
}

func normalName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(name, "$"), "::"))
}

// symbolNamed returns the defined symbol of a kind and name.
func symbolNamed(index *symbols.Index, kind, name string) (symbol symbols.Symbol, found bool) {
	for _, candidate := range candidatesFor(kind, name) {
		if index.IsDefined(candidate) && (kind != "parameter" || index.IsParameter(candidate)) {
			return candidate, true
		}
	}
	return symbol, false
}

// candidatesFor returns the symbols that a name of a kind may refer to.
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

// namesOf returns the names of all symbols of a kind, for suggestions.
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
