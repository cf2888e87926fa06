package unused

import (
	"puppet-lint/graph"
	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
)

// aliasedAt returns the location of an alias outside of the values of a data key that refers to a
// part of them: without the key, Ruby could not read the file.
func (f *finder) aliasedAt(key *graph.Node) (alias graph.Location, ok bool) {
	for _, place := range key.Definitions {
		if alias, ok = f.aliasesIn(place.File.Name)[place.Span]; ok {
			return alias, true
		}
	}
	return alias, false
}

// aliasesIn returns, by the span of a key of a data file, the first alias outside of the key's value
// that refers to a part of the value.
func (f *finder) aliasesIn(name string) map[source.Span]graph.Location {
	if found, known := f.aliases[name]; known {
		return found
	}
	found := map[source.Span]graph.Location{}
	if f.aliases == nil {
		f.aliases = map[string]map[source.Span]graph.Location{}
	}
	f.aliases[name] = found
	read := f.graph.Tree.Documents.At(name)
	if read == nil || read.Root == nil || !holdsAnchor(read.Root) {
		return found
	}
	entries := map[*document.Node]int{} // by node in their values; the number of the entry, from 1
	for i, entry := range read.Root.Entries {
		eachPart(entry.Value, func(node *document.Node) { entries[node] = i + 1 })
	}
	eachPart(read.Root, func(node *document.Node) {
		if of := entries[node.Target]; node.Target != nil && of > 0 && of != entries[node] {
			if key := read.Root.Entries[of-1].Key.Span; found[key].File == nil {
				found[key] = graph.Location{File: read.File, Span: node.Span}
			}
		}
	})
	return found
}

// eachPart calls visit for a node and all its parts as written.
func eachPart(node *document.Node, visit func(*document.Node)) {
	if node == nil {
		return
	}
	visit(node)
	for _, item := range node.Items {
		eachPart(item, visit)
	}
	for _, entry := range node.Entries {
		eachPart(entry.Key, visit)
		eachPart(entry.Value, visit)
	}
}
