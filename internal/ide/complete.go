package ide

import (
	"path/filepath"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// ItemKind is the kind of thing that an item completes.
type ItemKind uint8

// The kinds of items.
const (
	ItemVariable ItemKind = iota
	ItemParameter
	ItemAttribute
	ItemValue
	ItemFunction
	ItemClass
	ItemResourceType
	ItemType
	ItemFact
	ItemKey
	ItemFile
	ItemKeyword
	ItemResource
	ItemPlan
	ItemTask
)

// Item is a completion.
type Item struct {
	Label  string
	Kind   ItemKind
	Detail string
	Doc    string
	// Insert is the text that replaces Span. If Snippet is set, "$1" and "$0" mark positions of
	// the cursor.
	Insert  string
	Snippet bool
	Span    source.Span
	// Rank orders the items that match the typed text equally well, lowest first.
	Rank       int
	Deprecated bool
	// Symbol is the symbol that the item names. It is zero if there is nothing more to
	// describe.
	Symbol symbols.Symbol
	// detail, if not nil, computes Detail for an item that is shown.
	detail func() string
	// distance is how well the item matches the typed text.
	distance matching
}

// maxItems limits the number of items that are shown.
const maxItems = 200

// Complete returns the completions at an offset that match the text before it. isCut is true if
// some were left out; they appear when the user types more.
func (v *View) Complete(offset int32) (items []Item, isCut bool) {
	return complete(v, offset, maxItems)
}

// complete returns the completions, at most limit.
func complete(v *View, offset int32, limit int) (items []Item, isCut bool) {
	list := newItemList(v, offset, limit)
	types := &typeFinder{itemList: list, declared: writtenTypes{v}}
	if v.Table != nil {
		types.tables = append(types.tables, v.Table)
	}
	if whole := v.LastWhole(v.ctx, v.Path); whole != nil {
		types.tables = append(types.tables, whole)
	}
	names := &nameCompleter{itemList: list, typeFinder: types}
	documents := &documentCompleter{itemList: list, nameCompleter: names}
	switch {
	case v.Manifest != nil:
		(&manifestCompleter{itemList: list, nameCompleter: names, calls: signatureHelper{v}}).inManifest()
	case filepath.Ext(v.Path) == ".erb":
		documents.inTemplate()
	case module.IsDocumentName(v.Path):
		documents.inData()
	default:
		documents.inSettings()
	}
	items = list.sorted()
	for i := range items {
		if items[i].detail != nil {
			items[i].Detail = items[i].detail()
		}
	}
	return items, list.isCut
}

func isWordByte(char byte) bool {
	return char == '_' || char == ':' || char >= 'a' && char <= 'z' || char >= 'A' && char <= 'Z' || char >= '0' && char <= '9'
}

// wordAt returns the word around an offset. It consists of letters, digits, "_" and "::".
func wordAt(text string, offset int32) source.Span {
	span := source.Span{Start: offset, End: offset}
	for span.Start > 0 && isWordByte(text[span.Start-1]) {
		if text[span.Start-1] == ':' && (span.Start < 2 || text[span.Start-2] != ':') && (int(span.Start) >= len(text) || text[span.Start] != ':') {
			break // a single colon
		}
		span.Start--
	}
	for int(span.End) < len(text) && isWordByte(text[span.End]) {
		if text[span.End] == ':' {
			if rest := text[span.End:]; len(rest) < 3 || rest[1] != ':' || rest[2] == ':' || !isWordByte(rest[2]) {
				break
			}
			span.End++
		}
		span.End++
	}
	return span
}
