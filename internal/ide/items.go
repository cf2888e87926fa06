package ide

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
)

// itemList collects the items that match the text before an offset. Of many, it keeps the best.
type itemList struct {
	*View
	offset int32
	// span is the word around the offset, which is replaced.
	span source.Span
	// limit is the number of items to show. items holds the best items so far, in no order: as
	// many as that or more. isCut means that others were left out, and worst is then the last
	// item that would be shown: only items that come before it are added.
	limit int
	items []Item
	isCut bool
	worst Item
	seen  map[string]bool
	// behind is added to the rank of each further item.
	behind int
	// typed is the text from typedFrom to the offset, as items are compared with it.
	typed     string
	typedFrom int32
}

func newItemList(v *View, offset int32, limit int) *itemList {
	return &itemList{View: v, offset: offset, limit: limit, seen: map[string]bool{}, typedFrom: -1}
}

// add adds an item, unless it does not match the typed text or there is already an item with
// its label.
func (c *itemList) add(item Item) {
	if item.Label == "" {
		return
	}
	if item.Insert == "" {
		item.Insert = item.Label
	}
	if item.Span == (source.Span{}) {
		item.Span = c.span
	}
	item.Rank += c.behind
	item.distance = matchingOf(item.Insert, c.typedAfter(item.Span.Start))
	if item.distance == noMatch || c.isCut && compareItems(&item, &c.worst) >= 0 || c.seen[item.Label] {
		return
	}
	c.seen[item.Label] = true
	if c.items = append(c.items, item); len(c.items)-c.limit >= c.limit { // sorted once for many items
		c.cut()
	}
}

// sorted returns the items to show, best first.
func (c *itemList) sorted() []Item {
	if len(c.items) > c.limit {
		c.cut()
	} else {
		sortItems(c.items)
	}
	return c.items
}

// cut leaves out the items that will not be shown.
func (c *itemList) cut() {
	sortItems(c.items)
	clear(c.items[c.limit:])
	c.items = c.items[:c.limit]
	c.isCut, c.worst = true, c.items[c.limit-1]
}

func sortItems(items []Item) {
	slices.SortFunc(items, func(a, b Item) int { return compareItems(&a, &b) })
}

// compareItems orders items, best first. Each label occurs once.
func compareItems(a, b *Item) int {
	return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.Rank, b.Rank), strings.Compare(a.Label, b.Label))
}

// mayShow reports whether an item with a label and a rank, or a higher one, may be among those that are
// shown. Where many items are possible, it is asked before the item is made.
func (c *itemList) mayShow(label string, rank int) bool {
	distance := matchingOf(label, c.typedAfter(c.span.Start))
	if distance == noMatch || !c.isCut {
		return distance != noMatch
	}
	order := cmp.Or(cmp.Compare(distance, c.worst.distance), cmp.Compare(rank+c.behind, c.worst.Rank))
	return order < 0 || order == 0 && label < c.worst.Label
}

// typedAfter returns the text from a position to the offset, as items are compared with it.
func (c *itemList) typedAfter(start int32) string {
	if start != c.typedFrom {
		c.typed, c.typedFrom = "", start
		if start < c.offset {
			c.typed = folded(c.File.Text[start:c.offset])
		}
	}
	return c.typed
}

// defined returns the symbols of a kind whose items may be among those that are shown. label returns
// the label of an item from the name of its symbol: it may differ in case and end in colons. rank is
// the lowest rank of the items. Names are compared first: it takes longer to find out which symbols
// the file may refer to.
func (c *itemList) defined(kind symbols.Kind, rank int, label func(name string) string) iter.Seq[symbols.Symbol] {
	return func(yield func(symbols.Symbol) bool) {
		if c.isCut && c.worst.distance == beginsWith && rank+c.behind > c.worst.Rank {
			return // no item can be among the best
		}
		letters := strings.TrimRight(c.typedAfter(c.span.Start), ":")
		for symbol := range c.Index.WithLetters(kind, letters) {
			if hasLetters(symbol.Name, letters) && c.mayShow(label(symbol.Name), rank) && (c.Index.SeesAll || c.Index.IsDefined(symbol)) && !yield(symbol) {
				return
			}
		}
	}
}

// sameName is the label of an item that is labelled with the name of its symbol.
func sameName(name string) string { return name }

// folded returns a text as items and the typed text are compared: in lower case, without quotes around it.
func folded(text string) string { return strings.ToLower(strings.Trim(text, `'"`)) }

// hasLetters reports whether a name contains the bytes of a lower-case text in order, in either
// case. A byte that is not ASCII counts as any letter.
func hasLetters(name, text string) bool {
	at := 0
	for i := 0; i < len(name) && at < len(text); i++ {
		if char := name[i]; char == text[at] || 'A' <= char && char <= 'Z' && char+'a'-'A' == text[at] || char >= 0x80 {
			at++
		}
	}
	return at == len(text)
}

// matchingOf returns how well an item matches the typed text. label is its label, or the text that it
// inserts.
func matchingOf(label, typed string) matching {
	if typed == "" {
		return beginsWith
	}
	text := folded(label)
	at := strings.Index(text, typed)
	if at == 0 {
		return beginsWith
	}
	for rest := at; rest >= 0; {
		if strings.IndexByte(":_-./ ", text[at-1]) >= 0 {
			return partBegins
		}
		if rest = strings.Index(text[at+1:], typed); rest >= 0 {
			at += 1 + rest
		}
	}
	if at >= 0 {
		return contains
	}
	for _, char := range typed {
		_, rest, found := strings.Cut(text, string(char))
		if !found {
			return noMatch
		}
		text = rest
	}
	return scattered
}

// matching is how well an item matches the typed text, best first.
type matching uint8

const (
	beginsWith matching = iota // the item begins with the text
	partBegins                 // a part of the item's name begins with it
	contains                   // the item contains it
	scattered                  // the item contains its letters, in order
	noMatch
)
