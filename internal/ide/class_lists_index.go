package ide

import (
	"cmp"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// dataReaders are the places of all files that may read data or variables and that the index has
// under no name. They are collected once, because there may be as many keys as files.
type dataReaders struct {
	// words maps each word of inline templates and of Ruby code to the files with it.
	words map[string][]*symbols.Table
	// quoted are the texts after quotes in Ruby code that looks up keys, to the first quote, period
	// or line feed.
	quoted   map[string]bool
	computed computedKeys
}

func newDataReaders(view *View) *dataReaders {
	r := &dataReaders{words: map[string][]*symbols.Table{}, quoted: map[string]bool{}}
	for _, table := range view.Index.Tables() {
		for word := range table.Words {
			r.words[word] = append(r.words[word], table)
		}
		if (unknownUses{view}).isNear(table) {
			r.addQuoted(table)
		}
		for _, one := range table.Computed {
			if one.Kind == symbols.DataKey && one.Prefix+one.Suffix != "" && !isInOptions(table, one) {
				r.computed.add(table, one)
			}
		}
	}
	return r
}

// addQuoted adds the quoted texts of a file with Ruby code that looks up keys.
func (r *dataReaders) addQuoted(table *symbols.Table) {
	text := table.File.Text
	if extension := filepath.Ext(table.Path); extension != ".rb" && extension != ".erb" || !strings.Contains(text, "lookup") && !strings.Contains(text, "hiera") {
		return
	}
	for {
		at := strings.IndexAny(text, `'"`)
		if at < 0 {
			return
		}
		text = text[at+1:]
		r.quoted[untilEnd(text)] = true
	}
}

// untilEnd returns the beginning of a text to the first quote, period or line feed.
func untilEnd(text string) string {
	if end := strings.IndexAny(text, "'\".\n"); end >= 0 {
		return text[:end]
	}
	return text
}

// mayReadInRuby reports whether a file with Ruby code looks up keys and contains a key in quotes.
func (r *dataReaders) mayReadInRuby(key string) bool { return r.quoted[untilEnd(key)] }

// computedKeys are the places that look up a key that is composed at run time, by the known start
// and end of the key.
type computedKeys struct {
	byPrefix map[string]map[string]*computedLookups
	// prefixes and suffixes are the lengths of all known starts and ends, sorted.
	prefixes, suffixes []int
}

// computedLookups are the places of one known start and end.
type computedLookups struct {
	tables []*symbols.Table
	spans  []source.Span
	// decided is set when all has found out whether the condition holds.
	decided, holds bool
}

func (k *computedKeys) add(table *symbols.Table, one symbols.Computed) {
	if k.byPrefix == nil {
		k.byPrefix = map[string]map[string]*computedLookups{}
	}
	if k.byPrefix[one.Prefix] == nil {
		k.byPrefix[one.Prefix] = map[string]*computedLookups{}
	}
	places := k.byPrefix[one.Prefix][one.Suffix]
	if places == nil {
		places = &computedLookups{}
		k.byPrefix[one.Prefix][one.Suffix] = places
		k.prefixes, k.suffixes = insert(k.prefixes, len(one.Prefix)), insert(k.suffixes, len(one.Suffix))
	}
	places.tables, places.spans = append(places.tables, table), append(places.spans, one.Span)
}

// insert inserts a number into a sorted list, if it is not there.
func insert(sorted []int, number int) []int {
	at, found := slices.BinarySearch(sorted, number)
	if found {
		return sorted
	}
	return slices.Insert(sorted, at, number)
}

// matching returns the places that may look up a key.
func (k *computedKeys) matching(key string) (found []*computedLookups) {
	for _, prefix := range k.prefixes {
		if prefix > len(key) {
			break
		}
		bySuffix := k.byPrefix[key[:prefix]]
		for _, suffix := range k.suffixes {
			if bySuffix == nil || prefix+suffix > len(key) {
				break
			}
			if places := bySuffix[key[len(key)-suffix:]]; places != nil {
				found = append(found, places)
			}
		}
	}
	return found
}

// all reports whether a condition holds for all places. It is the same one in every call.
func (p *computedLookups) all(holds reading) bool {
	for i := 0; i < len(p.tables) && !p.decided; i++ {
		if p.holds = holds(p.tables[i], p.spans[i]); !p.holds {
			break
		}
	}
	p.decided = true
	return p.holds
}

// nodePaths finds the nodes at offsets of a file without a walk for each.
type nodePaths struct {
	// nodes are sorted by their starts. Of several that start together, the outer ones come first.
	nodes []*placedNode
}

// placedNode is a node with the one around it, which is nil for the program.
type placedNode struct {
	node   syntax.Node
	extent source.Span
	outer  *placedNode
}

func newNodePaths(file *syntax.File) *nodePaths {
	var paths nodePaths
	var outer *placedNode
	syntax.Walk(file.Program, func(cursor *syntax.Cursor) bool {
		outer = &placedNode{cursor.Node(), file.Extent(cursor.Node()), outer}
		paths.nodes = append(paths.nodes, outer)
		return true
	}, func(*syntax.Cursor) { outer = outer.outer })
	slices.SortStableFunc(paths.nodes, func(a, b *placedNode) int { return cmp.Compare(a.extent.Start, b.extent.Start) })
	return &paths
}

// at returns the nodes around an offset, from the outermost to the innermost.
func (p *nodePaths) at(offset int32) (nodes []syntax.Node) {
	index := sort.Search(len(p.nodes), func(i int) bool { return p.nodes[i].extent.Start > offset }) - 1
	if index < 0 {
		return nil
	}
	one := p.nodes[index]
	for one.outer != nil && offset > one.extent.End {
		one = one.outer
	}
	for ; one != nil; one = one.outer {
		nodes = append(nodes, one.node)
	}
	slices.Reverse(nodes)
	return nodes
}
