package ide

import (
	"iter"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
)

// itemList collects the items that match the text before an offset.
type itemList struct {
	*View
	offset int32
	// span is the word around the offset, which is replaced.
	span  source.Span
	items []Item
	seen  map[string]bool
}

// add adds an item, unless it does not match the typed text or there is already an item with
// its label.
func (c *itemList) add(item Item) {
	if item.Label == "" || c.seen[item.Label] {
		return
	}
	if item.Insert == "" {
		item.Insert = item.Label
	}
	if item.Span == (source.Span{}) {
		item.Span = c.span
	}
	if item.distance = c.distance(&item); item.distance == noMatch {
		return
	}
	c.seen[item.Label] = true
	c.items = append(c.items, item)
}

// defined returns the symbols of a kind whose names, followed by a suffix, may match the typed text.
// Which of them the file may refer to costs more than the names, so these are compared first.
func (c *itemList) defined(kind symbols.Kind, suffix string) iter.Seq[symbols.Symbol] {
	written := ""
	if c.offset > c.span.Start {
		written = strings.ToLower(strings.Trim(c.File.Text[c.span.Start:c.offset], `'"`))
	}
	return func(yield func(symbols.Symbol) bool) {
		for symbol := range c.Index.Index.OfKind(kind) {
			if hasLetters(symbol.Name, suffix, written) && (c.Index.SeesAll || c.Index.IsDefined(symbol)) && !yield(symbol) {
				return
			}
		}
	}
}

// hasLetters reports whether a name and its suffix contain the bytes of a lower-case text in order,
// in either case. A byte that is not ASCII counts as any letter.
func hasLetters(name, suffix, text string) bool {
	at := 0
	for _, part := range [...]string{name, suffix} {
		for i := 0; i < len(part) && at < len(text); i++ {
			if char := part[i]; char == text[at] || 'A' <= char && char <= 'Z' && char+'a'-'A' == text[at] || char >= 0x80 {
				at++
			}
		}
	}
	return at == len(text)
}

// distance returns how well an item matches the typed text.
func (c *itemList) distance(item *Item) matching {
	if c.offset <= item.Span.Start {
		return beginsWith
	}
	written := strings.ToLower(strings.Trim(c.File.Text[item.Span.Start:c.offset], `'"`))
	text := strings.ToLower(strings.Trim(item.Insert, `'"`))
	at := strings.Index(text, written)
	if at == 0 {
		return beginsWith
	}
	for rest := at; rest >= 0; {
		if strings.IndexByte(":_-./ ", text[at-1]) >= 0 {
			return partBegins
		}
		if rest = strings.Index(text[at+1:], written); rest >= 0 {
			at += 1 + rest
		}
	}
	if at >= 0 {
		return contains
	}
	for _, char := range written {
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
