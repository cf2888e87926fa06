package compile

import (
	"slices"

	"puppet-lint/checker/documents"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/types"
)

// hostData reads the data files that a host reads.
type hostData struct{ *scope }

// foundData is a value of a key in the data.
type foundData struct {
	node *document.Node
	from *hiera.Source
	// paths is the number of paths that mapped_paths give on this host; 0 for other levels.
	paths int
}

// reading is how a host reads a data file.
type reading struct {
	// at are the indexes of the file's path among the paths of its level. They only matter for
	// mapped_paths, which may lead to a file several times, in any order. at is empty if the host
	// does not read the file.
	at []int
	// paths is the number of paths that mapped_paths give; 0 for other levels.
	paths int
}

// readingOf returns how this host reads a data file. known is false if that cannot be determined.
func (s hostData) readingOf(from *hiera.Source) (read reading, known bool) {
	if from.Location != nil {
		if variable, isMapped := from.Location.IsMapped(); isMapped {
			elements, known := s.elements(variable)
			if !known {
				return read, false
			}
			read.paths = len(elements)
			read.at, known = from.MappedReadBy(len(elements), func(i int, keys []string) (text string, known bool) {
				return s.elementText(elements[i], keys)
			}, s.interpolation)
			return read, known
		}
	}
	reads, known := from.ReadBy(s.interpolation)
	if reads {
		read.at = []int{0}
	}
	return read, known
}

// elements returns the elements of a variable of mapped_paths: a string counts as one, and each
// entry of a hash is an array of its key and value. known is false if they cannot be determined.
func (s hostData) elements(variable string) (elements []types.Value, known bool) {
	found := s.scopeValue(variable)
	if found == nil {
		return nil, false
	}
	value, known := s.catalogValue(found)
	if !known {
		return nil, false
	}
	switch value := value.(type) {
	case types.Undef:
		return nil, true
	case types.String:
		if value == "" {
			return nil, true
		}
		return []types.Value{value}, true
	case types.Array:
		return value, true
	case *types.Hash:
		for _, entry := range value.Entries() {
			elements = append(elements, types.Array{entry.Key, entry.Value})
		}
		return elements, true
	}
	return nil, false
}

// elementText returns the text of a part of an element of mapped_paths.
func (s hostData) elementText(element types.Value, keys []string) (text string, known bool) {
	typ := s.TypeOfValue(element)
	if typ == nil {
		return "", false
	}
	part, known := s.constantPart(typ, keys)
	if !known {
		return "", false
	}
	return s.interpolated(part)
}

// readItems are parts of data files in the order in which a host reads them.
type readItems[T any] struct {
	items []T
	// location is where the last items are from, and at are the indexes of their path among the
	// paths of the level.
	location *hiera.Location
	at       []int
}

// add adds an item once for each time that the host reads its file. Items from the same location
// must be added together.
func (r *readItems[T]) add(item T, from *hiera.Source, read reading) {
	if from.Location != r.location || read.paths == 0 {
		r.location, r.at = from.Location, r.at[:0]
	}
	for _, at := range read.at {
		place, _ := slices.BinarySearch(r.at, at+1)
		r.items = slices.Insert(r.items, len(r.items)-len(r.at)+place, item)
		r.at = slices.Insert(r.at, place, at)
	}
}

// valuesIn returns the values that a layer of data has for a key on this host, highest
// priority first; with firstOnly, it may omit those after the first. IsDefault selects the sources
// of default_hierarchy. known is false if the values cannot be determined.
func (s hostData) valuesIn(layer *documents.Layer, key string, isDefault, firstOnly bool) (values []foundData, known bool) {
	if layer == nil {
		return nil, true
	}
	if layer.Opaque {
		return nil, false
	}
	var found readItems[foundData]
	for _, from := range layer.SourcesOf(key) {
		if from.Default != isDefault {
			continue
		}
		if firstOnly && len(found.items) > 0 && found.location != from.Location {
			break
		}
		value, hasKey := from.Key(key)
		if !hasKey {
			continue
		}
		read, known := s.readingOf(from)
		if !known {
			return nil, false
		}
		found.add(foundData{value.Value, from, read.paths}, from, read)
	}
	return found.items, true
}

// optionsOn returns the entry of lookup_options that applies to a key on this host; nil if none
// does. known is false if that cannot be determined.
func (s hostData) optionsOn(key string) (entry *document.Node, known bool) {
	layers := slices.DeleteFunc(s.layersOf(key), func(layer *documents.Layer) bool { return layer == nil })
	if slices.ContainsFunc(layers, func(layer *documents.Layer) bool { return layer.Hidden }) {
		return nil, false
	}
	var patterns []documents.LookupOption
	for _, layer := range layers {
		options, isKnown := s.optionsOf(layer, key)
		if !isKnown {
			return nil, false
		}
		for _, option := range options {
			if option.Pattern == nil {
				return option.Node, true
			}
			patterns = append(patterns, option)
		}
	}
	ordered := documents.InPatternOrder(patterns, func(option documents.LookupOption) *hiera.Source { return option.Source })
	if len(ordered) == 0 {
		return nil, true
	}
	winner := slices.IndexFunc(patterns, func(option documents.LookupOption) bool { return option.Key == ordered[0].Key })
	return patterns[winner].Node, true
}

// optionsOf returns the entries of a layer's lookup_options that apply to a key on this host,
// highest priority first. It may omit those after an entry with the name of the key. known is false
// if they cannot be determined.
func (s hostData) optionsOf(layer *documents.Layer, key string) (options []documents.LookupOption, known bool) {
	var found readItems[documents.LookupOption]
	for _, option := range layer.Options {
		if option.Source.Default { // these are for the values of default_hierarchy only
			continue
		}
		matches := option.Pattern == nil && option.Key == key
		if option.Pattern != nil {
			switch option.Pattern.Match(key) {
			case rubyregexp.Undecided:
				return nil, false
			case rubyregexp.Yes:
				matches = true
			}
		}
		if option.Broken {
			return nil, false
		}
		if !matches {
			continue
		}
		if n := len(found.items); n > 0 && found.items[n-1].Pattern == nil && found.location != option.Source.Location {
			break
		}
		read, known := s.readingOf(option.Source)
		if !known {
			return nil, false
		}
		found.add(option, option.Source, read)
	}
	return found.items, true
}

// hasDefaultOptions reports whether a default_hierarchy may have lookup_options for a key.
func (s hostData) hasDefaultOptions(key string) bool {
	return slices.ContainsFunc(s.layersOf(key), func(layer *documents.Layer) bool {
		return layer != nil && slices.ContainsFunc(layer.Options, func(option documents.LookupOption) bool {
			return option.Source.Default && (option.Pattern != nil || option.Key == key)
		})
	})
}
