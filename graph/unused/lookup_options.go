package unused

import (
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/graph"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/internal/source"
)

// lookupOptions adds the answers for the entries of lookup_options for keys that nothing looks
// up.
func (f *finder) lookupOptions() {
	options := slices.DeleteFunc(f.graph.Data.LookupOptions(), func(one graph.LookupOption) bool {
		return one.Key == "" || !f.options.IsOwn(one.Location.File.Name)
	})
	if len(options) == 0 {
		return
	}
	live := f.liveKeys()
	seen := map[graph.Location]bool{}
	first := len(f.answers)
	for i := range options {
		one := &options[i]
		why := f.whyDead(one, live)
		if why == "" || seen[one.Location] {
			continue // several levels may read a file
		}
		seen[one.Location] = true
		f.answers = append(f.answers, Answer{
			Kind: LookupOption, Name: one.Key, Module: one.Module, Definitions: []graph.Location{one.Location},
			Why: why, Uncertainty: f.uncertaintyOfOption(one),
		})
	}
	f.removeOptions(f.answers[first:])
}

// liveKeys returns the keys that are or may be looked up, sorted: needed keys, and the keys of
// class parameters.
func (f *finder) liveKeys() (keys []string) {
	for _, node := range f.graph.Nodes {
		if node.Kind == graph.Key && f.isLive(node) {
			keys = append(keys, node.Name)
		}
	}
	f.graph.Index.Symbols(func(symbol symbols.Symbol) {
		if symbol.Kind != symbols.Variable || symbol.In != symbols.Class || !f.graph.Index.IsParameter(symbol) {
			return
		}
		if class := f.graph.Node(graph.ID{Kind: graph.Class, Name: symbol.Owner}); class == nil || f.isLive(class) {
			keys = append(keys, symbol.Owner+"::"+symbol.Name)
		}
	})
	slices.Sort(keys)
	return slices.Compact(keys)
}

// isLive reports whether a node is or may be needed.
func (f *finder) isLive(node *graph.Node) bool { return f.used[node] || f.uncertaintyOf(node) != "" }

// whyDead explains why an entry has no effect; it returns "" if it may have one.
func (f *finder) whyDead(option *graph.LookupOption, live []string) string {
	if !option.IsPattern() {
		if _, isLive := slices.BinarySearch(live, option.Key); isLive {
			return ""
		}
		return "nothing looks the key up"
	}
	if option.Pattern == nil {
		return "" // another rule reports it
	}
	prefix := literalPrefix(option.Key)
	at, _ := slices.BinarySearch(live, prefix)
	for ; at < len(live) && strings.HasPrefix(live[at], prefix); at++ {
		if option.Pattern.Match(live[at]) != rubyregexp.No {
			return ""
		}
	}
	return "it matches no key that is looked up"
}

// literalPrefix returns a text with which all keys begin that match a pattern.
func literalPrefix(pattern string) string {
	if strings.Contains(pattern, "|") {
		return ""
	}
	text := strings.TrimPrefix(pattern, "^")
	at := strings.IndexAny(text, `.*+?()[]{}\$`)
	switch {
	case at < 0:
		return text
	case at > 0 && strings.IndexByte("*?{", text[at]) >= 0:
		at-- // the character before it is optional
	}
	return text[:at]
}

// uncertaintyOfOption says who may look up a key that an entry applies to; it returns "" if
// nobody may.
func (f *finder) uncertaintyOfOption(option *graph.LookupOption) string {
	id := graph.ID{Kind: graph.Key, Name: option.Key}
	if uncertainty := f.uncertaintyOfOwner(&graph.Node{ID: id}); uncertainty != "" && !option.IsPattern() {
		return uncertainty
	}
	for _, open := range f.graph.Opens {
		if open.Kind == graph.Key && (option.IsPattern() || open.Matches(id)) {
			return "a name is computed at " + f.at(open.Location)
		}
	}
	if option.IsPattern() {
		id.Name = literalPrefix(option.Key)
		for _, listed := range f.puppetfile().Modules {
			if !strings.Contains(id.Name, "::") && !listed.Local && f.moduleNamed(listed.Name) == nil {
				return "module '" + listed.Name + "' is missing and may have a parameter that it matches"
			}
		}
	}
	return f.uncertaintyOfKey(&graph.Node{ID: id, Definitions: []graph.Location{option.Location}})
}

// removeOptions sets the removals of answers for entries. If all lookup_options of a file would
// be removed, the key itself is removed as well, since it must not be empty.
func (f *finder) removeOptions(answers []Answer) {
	certain := map[*source.File]int{}
	for i := range answers {
		if answers[i].IsCertain() {
			certain[answers[i].Definitions[0].File]++
		}
	}
	for i := range answers {
		place := answers[i].Definitions[0]
		if !answers[i].IsCertain() {
			continue
		}
		read := f.graph.Tree.Documents.At(place.File.Name)
		entry := optionsIn(read)
		if entry == nil {
			continue
		}
		if certain[place.File] == len(entry.Value.Entries) {
			answers[i].Removal = removeKey(read, entry.Key.Span)
		} else {
			answers[i].Removal = removeEntry(read, entry.Value, place.Span)
		}
	}
}

// optionsIn returns the lookup_options of a data file; nil if they are not a mapping in the
// file itself.
func optionsIn(read *document.Document) *document.Entry {
	if read.Root == nil || read.Root.Kind != document.Mapping {
		return nil
	}
	var found *document.Entry
	for i := range read.Root.Entries {
		if entry := &read.Root.Entries[i]; entry.Key.Text == hiera.OptionsKey {
			if found != nil || entry.Value == nil || entry.Value.Kind != document.Mapping {
				return nil
			}
			found = entry
		}
	}
	return found
}
