package lookups

import (
	"slices"
	"strings"

	"puppet-lint/checker/documents"
	"puppet-lint/graph"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/internal/source"
)

// readOption is an entry of lookup_options for a key.
type readOption struct {
	*graph.LookupOption
	// isRead is false if some nodes do not read the entry.
	isRead bool
}

// setOptions sets how a key is looked up. An entry with the name of the key precedes patterns.
// facts may be nil: then, an entry in a file that not every node reads is for some nodes only.
func (k *Key) setOptions(options []graph.LookupOption, facts *Facts) {
	k.Merge = "first"
	empty := k.optionsIn(options, "", facts)
	if named := k.optionsIn(options, k.Name, facts); len(named) > 0 {
		k.setOption(named[0].LookupOption, named[0].isRead && len(empty) == 0)
		return
	}
	patterns := k.optionsIn(options, "^", facts)
	ordered := documents.InPatternOrder(patterns, func(one readOption) *hiera.Source { return one.From })
	if len(ordered) > 0 {
		first := ordered[0]
		winner := patterns[slices.IndexFunc(patterns, func(one readOption) bool { return one.Key == first.Key })]
		k.setOption(winner.LookupOption, first.isRead && winner.isRead && len(empty) == 0)
	}
}

// optionsIn returns the entries with a name, or with "^" those for patterns that match the key, that
// a node may read, in the order of the hierarchy.
func (k *Key) optionsIn(options []graph.LookupOption, name string, facts *Facts) (found []readOption) {
	owner, _, _ := strings.Cut(k.Name, "::")
	for i := range options {
		one := &options[i]
		if one.Module != "" && one.Module != owner || (one.Pattern != nil) != (name == "^") || one.From.Default {
			continue
		}
		if one.Pattern == nil && one.Key != name || one.Pattern != nil && one.Pattern.Match(k.Name) != rubyregexp.Yes {
			continue
		}
		isRead := one.From.Always
		if facts != nil {
			reads, known := facts.reads(one.From)
			if known && !reads {
				continue
			}
			isRead = known
		}
		found = append(found, readOption{one, isRead})
	}
	return found
}

// setOption applies an entry of lookup_options to the key.
func (k *Key) setOption(one *graph.LookupOption, isRead bool) {
	k.MergeVaries = !isRead
	k.MergeAt = &one.Location
	if strategy := mergeStrategy(one.Value); strategy != "" {
		k.Merge = strategy
	}
	if convert := one.Value.Get("convert_to"); convert != nil {
		k.Convert = source.Cut(source.OneLine(one.Location.File.Slice(convert.Resolve().Span)), maxText)
	}
}

// sortMapped sorts items from the files of the same mapped_paths into the order in which a node
// reads the files. sourceOf returns the file of an item.
func sortMapped[T any](items []T, sourceOf func(T) *hiera.Source, facts *Facts) {
	for start := 0; start < len(items); {
		location, end := sourceOf(items[start]).Location, start+1
		for end < len(items) && sourceOf(items[end]).Location == location {
			end++
		}
		if isMapped(sourceOf(items[start])) {
			slices.SortStableFunc(items[start:end], func(a, b T) int {
				first, _, _ := facts.readsAt(sourceOf(a))
				second, _, _ := facts.readsAt(sourceOf(b))
				return first - second
			})
		}
		start = end
	}
}

// mergeStrategy returns the strategy that an entry of lookup_options names, as a text or in a hash. It
// is "" if there is none.
func mergeStrategy(options *document.Node) string {
	merge := options.Get("merge")
	if merge == nil {
		return ""
	}
	if merge = merge.Resolve(); merge.Kind == document.Mapping {
		if merge = merge.Get("strategy"); merge == nil {
			return ""
		}
		merge = merge.Resolve()
	}
	if merge.Kind != document.String {
		return ""
	}
	return merge.Text
}
