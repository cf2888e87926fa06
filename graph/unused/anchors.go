package unused

import (
	"puppet-lint/graph"
	"puppet-lint/internal/document"
)

// aliasedAt returns the location of an alias outside of the values of a data key that refers to a
// part of them: without the key, Ruby could not read the file.
func (f *finder) aliasedAt(key *graph.Node) (alias graph.Location, ok bool) {
	for _, place := range key.Definitions {
		read := f.graph.Tree.Documents.At(place.File.Name)
		if read == nil || read.Root == nil {
			continue
		}
		for _, entry := range read.Root.Entries {
			if entry.Key.Span != place.Span || !holdsAnchor(entry.Value) {
				continue
			}
			parts := map[*document.Node]bool{}
			eachPart(entry.Value, func(node *document.Node) { parts[node] = true })
			eachPart(read.Root, func(node *document.Node) {
				if !ok && node.Target != nil && parts[node.Target] && !parts[node] {
					alias, ok = graph.Location{File: read.File, Span: node.Span}, true
				}
			})
		}
	}
	return alias, ok
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
