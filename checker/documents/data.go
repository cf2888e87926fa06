package documents

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"puppet-lint/checker/code"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// Data is the Hiera data of a tree, by layer.
type Data struct {
	// Global and Environment are nil if there are no such data.
	Global, Environment *Layer
	Modules             map[string]*Layer
}

// Layer is the data of one layer: the server, the environment or one module.
type Layer struct {
	Config *hiera.Config
	// Keys holds the values of each key, highest priority first.
	Keys map[string][]hiera.Key
	// always holds the keys that have a value on every node.
	always map[string]bool
	// Options are the entries of lookup_options, highest priority first. named maps a key to
	// the indexes of the entries for that key; patterns are the indexes of the entries that are
	// regular expressions.
	Options  []LookupOption
	named    map[string][]int
	patterns []int
	// Opaque reports whether the layer may have keys that the tree does not show.
	Opaque bool
	// Hidden reports whether the layer has lookup_options that cannot be read.
	Hidden bool
	// sources are the levels whose files have a key. They are found on first use.
	sources func() map[string][]*hiera.Source
}

// SourcesOf returns the levels of the hierarchies whose files have a key, highest priority first.
// The list belongs to the layer.
func (l *Layer) SourcesOf(key string) []*hiera.Source { return l.sources()[key] }

// sourcesByKey returns the levels of the hierarchies by the keys in their files.
func sourcesByKey(config *hiera.Config) map[string][]*hiera.Source {
	sources := map[string][]*hiera.Source{}
	for _, from := range config.Sources() {
		for _, key := range from.Keys() {
			if known := sources[key.Name]; len(known) == 0 || known[len(known)-1] != from { // a string and a symbol may have one name
				sources[key.Name] = append(known, from)
			}
		}
	}
	return sources
}

// LookupOption is an entry of lookup_options. It defines how to look up a key, or all keys that
// a pattern matches.
type LookupOption struct {
	Key     string
	Pattern *rubyregexp.Regexp
	// Broken reports whether the pattern cannot be compiled.
	Broken bool
	Node   *document.Node // its value
	Source *hiera.Source
}

// readData returns the data of the tree. It keeps them until a hierarchy or data file changes.
func (p *Documents) readData() *Data {
	return p.data.of(p.Tree.Documents.Hierarchies(), func(from *module.Hierarchies) *Data {
		set := &Data{Global: readDataLayer(from.Global), Environment: readDataLayer(from.Environment), Modules: map[string]*Layer{}}
		for name, config := range from.Modules {
			set.Modules[name] = readDataLayer(config)
		}
		return set
	})
}

func readDataLayer(config *hiera.Config) *Layer {
	if config == nil {
		return nil
	}
	layer := &Layer{Config: config, Keys: map[string][]hiera.Key{}, always: map[string]bool{}, named: map[string][]int{}, Opaque: config.Opaque() || len(config.Problems) > 0}
	layer.sources = sync.OnceValue(func() map[string][]*hiera.Source { return sourcesByKey(config) })
	readers := map[*document.Document]int{}
	for _, from := range config.Sources() {
		readers[from.Document()]++
	}
	known := map[valueAt]int{}
	for _, from := range config.Sources() {
		if document := from.Document(); len(document.Errors) > 0 {
			layer.Opaque = true
			layer.Hidden = layer.Hidden || strings.Contains(document.File.Text, hiera.OptionsKey)
		}
		for _, key := range from.Keys() {
			if key.Name == hiera.OptionsKey {
				layer.addOptions(key)
				// Without a value, it removes the options of other layers, or the lookup fails.
				layer.Hidden = layer.Hidden || key.Value.Kind == document.Null
				continue
			}
			if readers[from.Document()] > 1 && layer.isKnown(key, known) {
				continue // several levels may read the same file, which counts once
			}
			layer.Keys[key.Name] = append(layer.Keys[key.Name], key)
			layer.always[key.Name] = layer.always[key.Name] || from.Always
		}
	}
	return layer
}

// valueAt is a value of a key in the hierarchy or in the default hierarchy.
type valueAt struct {
	node      *document.Node
	isDefault bool
}

// isKnown reports whether the layer has a value already. If the new level applies to every
// node, it records that. known holds the index of each value that several levels may read.
func (l *Layer) isKnown(key hiera.Key, known map[valueAt]int) bool {
	values := l.Keys[key.Name]
	at, isKnown := known[valueAt{key.Node, key.Source.Default}]
	switch {
	case !isKnown:
		known[valueAt{key.Node, key.Source.Default}] = len(values)
	case key.Source.Always:
		values[at], l.always[key.Name] = key, true
	}
	return isKnown
}

func (l *Layer) addOptions(key hiera.Key) {
	for _, pair := range key.Value.Pairs() {
		name := pair.Key.Resolve()
		option := LookupOption{Key: name.Text, Node: pair.Value.Resolve(), Source: key.Source}
		if strings.HasPrefix(name.Text, "^") {
			compiled, err := rubyregexp.Compile(name.Text)
			option.Pattern, option.Broken = compiled, err != nil
			l.patterns = append(l.patterns, len(l.Options))
		} else {
			l.named[name.Text] = append(l.named[name.Text], len(l.Options))
		}
		l.Options = append(l.Options, option)
	}
}

// Values returns the values of a key that a lookup from the key's module may find, highest
// priority first: those of the server, the environment and the module. The caller must not
// modify the slice.
func (s *Data) Values(key string) []hiera.Key {
	var environment, own []hiera.Key
	if s.Environment != nil {
		environment = s.Environment.Keys[key]
	}
	if s.Global != nil && len(s.Global.Keys[key]) > 0 {
		environment = slices.Concat(s.Global.Keys[key], environment)
	}
	if layer := s.moduleLayer(key); layer != nil {
		own = layer.Keys[key]
	}
	switch {
	case len(own) == 0:
		return environment // not copied: keys may have very many values
	case len(environment) == 0:
		return own
	}
	return slices.Concat(environment, own)
}

// HasAlways reports whether a key has a value on every node.
func (s *Data) HasAlways(key string) bool {
	if s.Environment != nil && s.Environment.always[key] || s.Global != nil && s.Global.always[key] {
		return true
	}
	layer := s.moduleLayer(key)
	return layer != nil && layer.always[key]
}

// moduleLayer returns the data of the module that a key belongs to by its name; nil if there is
// none. Puppet does not look up a key without a namespace in any module.
func (s *Data) moduleLayer(key string) *Layer {
	name, _, qualified := strings.Cut(key, "::")
	if !qualified {
		return nil
	}
	return s.Modules[name]
}

// IsOpen reports whether a key may have values that the tree does not show. The server's own
// hierarchy only counts if it is given.
func (s *Data) IsOpen(key string) bool {
	if s.Environment != nil && s.Environment.Opaque || s.Global != nil && s.Global.Opaque {
		return true
	}
	layer := s.moduleLayer(key)
	return layer != nil && layer.Opaque
}

// optionsWith returns those entries of lookup_options among some of each layer that apply to the
// values of a key's hierarchy: to that of the module's default_hierarchy, or to all others.
func (s *Data) optionsWith(key hiera.Key, indexes func(*Layer) []int) iter.Seq[*LookupOption] {
	own := s.moduleLayer(key.Name)
	return func(yield func(*LookupOption) bool) {
		for _, layer := range []*Layer{s.Global, s.Environment, own} {
			if layer == nil || layer != own && key.Source.Default {
				continue
			}
			for _, at := range indexes(layer) {
				entry := &layer.Options[at]
				if layer == own && entry.Source.Default != key.Source.Default {
					continue
				}
				if !yield(entry) {
					return
				}
			}
		}
	}
}

// hidesOptions reports whether lookup_options that may apply to a key cannot be read.
func (s *Data) hidesOptions(key string) bool {
	return slices.ContainsFunc([]*Layer{s.Global, s.Environment, s.moduleLayer(key)}, func(layer *Layer) bool {
		return layer != nil && layer.Hidden
	})
}

// OptionsOf returns the entries of lookup_options that may apply to a value of a key. A nil
// entry means that none may apply. known is false if they cannot be determined.
func (s *Data) OptionsOf(key hiera.Key) (candidates []*document.Node, known bool) {
	if s.hidesOptions(key.Name) {
		return nil, false
	}
	for entry := range s.optionsWith(key, func(l *Layer) []int { return l.named[key.Name] }) {
		if candidates = append(candidates, entry.Node); entry.Source.Always {
			return candidates, true
		}
	}
	var patterns []*LookupOption
	for entry := range s.optionsWith(key, func(l *Layer) []int { return l.patterns }) {
		if entry.Broken {
			return nil, false
		}
		switch entry.Pattern.Match(key.Name) {
		case rubyregexp.Yes:
			patterns = append(patterns, entry)
		case rubyregexp.Undecided:
			return nil, false
		}
	}
	for _, first := range InPatternOrder(patterns, func(entry *LookupOption) *hiera.Source { return entry.Source }) {
		for _, entry := range patterns {
			if entry.Key != first.Key {
				continue
			}
			if candidates = append(candidates, entry.Node); entry.Source.Always || entry == first {
				break
			}
		}
		if first.Source.Always {
			return candidates, true
		}
	}
	return append(candidates, nil), true
}

// InPatternOrder returns the entries of lookup_options for patterns in the order in which Puppet
// matches them. They are given in the order of the hierarchy, highest priority first. Puppet merges
// the hashes, which puts the patterns of the lowest level first; the first that matches a key counts,
// with the options that the highest level has for it.
func InPatternOrder[T any](entries []T, sourceOf func(T) *hiera.Source) []T {
	ordered := make([]T, 0, len(entries))
	for end := len(entries); end > 0; {
		start := end - 1
		for start > 0 && sourceOf(entries[start-1]) == sourceOf(entries[end-1]) {
			start--
		}
		ordered = append(ordered, entries[start:end]...)
		end = start
	}
	return ordered
}

// checkData checks the keys of a data file against the code.
func (r *Reader) checkData(path string) {
	sources := r.Tree.Documents.SourcesAt(path)
	if len(sources) == 0 {
		return
	}
	from := sources[0]
	r.File = from.Document().File
	for _, key := range from.Keys() {
		if key.Name == hiera.OptionsKey {
			r.checkOptions(key)
			continue
		}
		r.checkInterpolations(key.Value)
		r.checkCycle(key)
		if class, parameter := r.ParameterOf(key.Name); parameter != nil {
			r.checkValue(key, class, parameter)
		} else {
			r.checkUnknownKey(key)
		}
	}
}

// ParameterOf returns the class parameter that Puppet looks up under a key, and its class; nil
// if there is none.
func (p *Documents) ParameterOf(key string) (*program.Definition, *program.Parameter) {
	at := strings.LastIndex(key, "::")
	if at <= 0 {
		return nil, nil
	}
	class := p.Class(key[:at])
	if class == nil {
		return nil, nil
	}
	return class, class.Parameter(key[at+2:])
}

func (r *Reader) report(rule *diag.Rule, span source.Span, message string) *diag.Diagnostic {
	r.Findings = append(r.Findings, &diag.Diagnostic{
		Rule: rule, Severity: rule.Severity, File: r.File, Span: span, At: span.Start, Message: message,
	})
	return r.Findings[len(r.Findings)-1]
}

// checkCycle reports a value whose lookup needs the value itself.
func (r *Reader) checkCycle(key hiera.Key) {
	key.Value.EachString(func(text *document.Node) {
		for _, one := range hiera.InterpolationsIn(r.File, text) {
			if through, found := r.leadsTo(one, key.Name, map[string]bool{}); found {
				r.report(&code.RecursiveData, one.Span,
					"looking up '"+key.Name+"' needs '"+key.Name+"' itself"+through)
			}
		}
	})
}

// maxChain limits the number of keys that are followed from one value.
const maxChain = 100

// leadsTo reports whether an interpolation is certain to look up a key, directly or through
// keys with a single value. through names the first of these keys for a message.
func (r *Reader) leadsTo(one hiera.Interpolation, key string, seen map[string]bool) (through string, found bool) {
	switch one.Method {
	case "lookup", "hiera", "alias":
	default:
		return "", false
	}
	segments, ok := hiera.SplitKey(one.Key)
	if !ok || len(segments) == 0 {
		return "", false
	}
	next := segments[0]
	if next == key {
		return "", true
	}
	values := r.Data().values(next)
	if seen[next] || len(seen) > maxChain || len(values) != 1 || !values[0].Source.Always || values[0].Value.Kind != document.String {
		return "", false
	}
	seen[next] = true
	for _, inner := range hiera.Interpolations(values[0].Value.Text) {
		if _, found := r.leadsTo(inner, key, seen); found {
			return ", through '" + next + "'", true
		}
	}
	return "", false
}

// Check checks a document according to its kind.
func (r *Reader) Check(path string) {
	switch r.Tree.Documents.KindOf(path) {
	case module.HieraConfig:
		r.checkHierarchy(path)
	case module.HieraData:
		r.checkData(path)
	case module.RubyTemplate:
		r.checkTemplate(path)
	case module.MetadataFile:
		r.checkMetadata(path)
	case module.TaskMetadata:
		r.checkTask(path)
	}
}

// MayHaveData reports whether a key may have a value: in the data of the tree, or in data that
// the checker cannot see.
func (p *Documents) MayHaveData(name string) bool {
	segments, ok := hiera.SplitKey(name)
	if !ok || len(segments) == 0 {
		return true
	}
	key := segments[0]
	data := p.Data()
	if data.Environment == nil || data.IsOpen(key) || key == hiera.OptionsKey {
		return true
	}
	if values := data.Values(key); len(values) > 0 {
		return slices.ContainsFunc(values, func(value hiera.Key) bool { return p.MayHold(value, segments[1:]) })
	}
	owner, _, qualified := strings.Cut(key, "::")
	if !qualified {
		return false
	}
	home := p.Tree.Module(owner)
	if home == nil {
		return !p.Tree.IsClosed(nil)
	}
	if home.Known != nil {
		return true // the data of a known module are unknown
	}
	return p.Find(module.Function, owner+"::data") != nil || p.Tree.Plugins.FindFunction(owner+"::data") != nil
}

// MayHold reports whether a value may contain the part that the segments after the first one of
// a key name.
func (p *Documents) MayHold(value hiera.Key, segments []string) bool {
	if len(segments) == 0 {
		return true
	}
	if candidates, known := p.Data().OptionsOf(value); !known || len(candidates) != 1 || candidates[0] != nil {
		return true // lookup_options may convert it
	}
	node := value.Value
	for _, segment := range segments {
		switch node = node.Resolve(); node.Kind {
		case document.Mapping:
			isOpen := strings.Trim(segment, "0123456789") == ""
			for _, pair := range node.Pairs() {
				isOpen = isOpen || strings.Contains(pair.Key.Resolve().Text, "%{")
			}
			part := node.Get(segment)
			if part == nil {
				return isOpen
			}
			node = part
		case document.Sequence:
			at, err := strconv.Atoi(segment)
			if err != nil || at >= len(node.Items) {
				return false
			}
			if at < 0 {
				return true
			}
			node = node.Items[at]
		case document.String:
			return strings.Contains(node.Text, "%{")
		default:
			return false
		}
	}
	return true
}
