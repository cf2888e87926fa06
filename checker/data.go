package checker

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/program"
	"puppet-lint/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/module"
	"puppet-lint/source"
)

// dataSet is the Hiera data of a tree.
type dataSet struct {
	// global and environment are nil if there are no such data.
	global, environment *dataLayer
	modules             map[string]*dataLayer
}

// dataLayer is the data of one layer: the server, the environment or one module.
type dataLayer struct {
	config *hiera.Config
	// keys holds the values of each key, highest priority first.
	keys map[string][]hiera.Key
	// always holds the keys that have a value on every node.
	always map[string]bool
	// options are the entries of lookup_options, highest priority first.
	options []lookupOption
	// opaque reports whether there may be keys that the tree does not show.
	opaque bool
	// hidden reports whether there are lookup_options that cannot be read.
	hidden bool
}

// lookupOption is an entry of lookup_options. It defines how to look up a key, or the keys that
// a pattern matches.
type lookupOption struct {
	key     string
	pattern *rubyregexp.Regexp
	// broken reports whether the pattern cannot be compiled.
	broken bool
	node   *document.Node // its value
	source *hiera.Source
}

func (p *documentIndex) readData() *dataSet {
	set := &dataSet{global: readDataLayer(p.Tree.GlobalHiera()), environment: readDataLayer(p.Tree.Hiera()), modules: map[string]*dataLayer{}}
	for _, found := range p.Tree.Modules {
		if layer := readDataLayer(found.Hiera()); layer != nil {
			set.modules[found.Name] = layer
		}
	}
	return set
}

func readDataLayer(config *hiera.Config) *dataLayer {
	if config == nil {
		return nil
	}
	layer := &dataLayer{config: config, keys: map[string][]hiera.Key{}, always: map[string]bool{}, opaque: config.Opaque() || len(config.Problems) > 0}
	for _, from := range config.Sources() {
		if document := from.Document(); len(document.Errors) > 0 {
			layer.opaque = true
			layer.hidden = layer.hidden || strings.Contains(document.File.Text, hiera.OptionsKey)
		}
		for _, key := range from.Keys() {
			if key.Name == hiera.OptionsKey {
				layer.addOptions(key)
				continue
			}
			layer.add(key)
		}
	}
	return layer
}

// add adds a value of a key. A file that several levels read counts once.
func (l *dataLayer) add(key hiera.Key) {
	l.always[key.Name] = l.always[key.Name] || key.Source.Always
	for i, known := range l.keys[key.Name] {
		if known.Node == key.Node && known.Source.Default == key.Source.Default {
			if key.Source.Always {
				l.keys[key.Name][i] = key
			}
			return
		}
	}
	l.keys[key.Name] = append(l.keys[key.Name], key)
}

func (l *dataLayer) addOptions(key hiera.Key) {
	for _, pair := range key.Value.Pairs() {
		name := pair.Key.Resolve()
		option := lookupOption{key: name.Text, node: pair.Value.Resolve(), source: key.Source}
		if strings.HasPrefix(name.Text, "^") {
			compiled, err := rubyregexp.Compile(name.Text)
			option.pattern, option.broken = compiled, err != nil
		}
		l.options = append(l.options, option)
	}
}

// values returns the values of a key that a lookup from the key's module may find, highest
// priority first: those of the server, the environment and the module. The caller must not
// modify the slice.
func (s *dataSet) values(key string) []hiera.Key {
	var environment, own []hiera.Key
	if s.environment != nil {
		environment = s.environment.keys[key]
	}
	if s.global != nil && len(s.global.keys[key]) > 0 {
		environment = slices.Concat(s.global.keys[key], environment)
	}
	if layer := s.moduleLayer(key); layer != nil {
		own = layer.keys[key]
	}
	switch {
	case len(own) == 0:
		return environment // not copied: keys may have very many values
	case len(environment) == 0:
		return own
	}
	return slices.Concat(environment, own)
}

// hasAlways reports whether a key has a value on every node.
func (s *dataSet) hasAlways(key string) bool {
	if s.environment != nil && s.environment.always[key] || s.global != nil && s.global.always[key] {
		return true
	}
	layer := s.moduleLayer(key)
	return layer != nil && layer.always[key]
}

// moduleLayer returns the data of the module that a key belongs to by its name; nil if
// there is none. Puppet looks a key without a namespace up in no module.
func (s *dataSet) moduleLayer(key string) *dataLayer {
	name, _, qualified := strings.Cut(key, "::")
	if !qualified {
		return nil
	}
	return s.modules[name]
}

// isOpen reports whether a key may have values that the tree does not show. The server's own
// hierarchy only counts if it is given.
func (s *dataSet) isOpen(key string) bool {
	if s.environment != nil && s.environment.opaque || s.global != nil && s.global.opaque {
		return true
	}
	layer := s.moduleLayer(key)
	return layer != nil && layer.opaque
}

// optionsOf returns the entries of lookup_options that may apply to a value of a key; a nil
// entry means that there may be none. known is false if they cannot be determined.
func (s *dataSet) optionsOf(key hiera.Key) (candidates []*document.Node, known bool) {
	own := s.moduleLayer(key.Name)
	for _, layer := range []*dataLayer{s.global, s.environment, own} {
		if layer != nil && layer.hidden {
			return nil, false
		}
	}
	var entries []lookupOption
	if s.global != nil && !key.Source.Default {
		entries = append(entries, s.global.options...)
	}
	if s.environment != nil && !key.Source.Default {
		entries = append(entries, s.environment.options...)
	}
	if own != nil {
		for _, entry := range own.options {
			if entry.source.Default == key.Source.Default {
				entries = append(entries, entry)
			}
		}
	}
	for _, entry := range entries {
		if entry.pattern == nil && entry.key == key.Name && !entry.broken {
			candidates = append(candidates, entry.node)
			if entry.source.Always {
				return candidates, true
			}
		}
	}
	for _, entry := range entries {
		if entry.broken {
			return nil, false
		}
		if entry.pattern == nil {
			continue
		}
		switch entry.pattern.Match(key.Name) {
		case rubyregexp.Undecided:
			return nil, false
		case rubyregexp.Yes:
			candidates = append(candidates, entry.node)
			if entry.source.Always {
				return candidates, true
			}
		}
	}
	return append(candidates, nil), true
}

// checkData checks the keys of a data file against the code.
func (r *dataReader) checkData(path string) {
	sources := r.Tree.SourcesAt(path)
	if len(sources) == 0 {
		return
	}
	from := sources[0]
	r.file = from.Document().File
	for _, key := range from.Keys() {
		if key.Name == hiera.OptionsKey {
			r.checkOptions(key)
			continue
		}
		r.checkInterpolations(key.Value)
		r.checkCycle(key)
		if class, parameter := r.parameterOf(key.Name); parameter != nil {
			r.checkValue(key, class, parameter)
		} else {
			r.checkUnknownKey(key)
		}
	}
}

// parameterOf returns the class parameter that Puppet looks up under a key, or nil.
func (p *documentIndex) parameterOf(key string) (*program.Definition, *program.Parameter) {
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

func (r *dataReader) report(rule *diag.Rule, span source.Span, message string) *diag.Diagnostic {
	r.findings = append(r.findings, diag.Diagnostic{
		Rule: rule, Severity: rule.Severity, File: r.file, Span: span, At: span.Start, Message: message,
	})
	return &r.findings[len(r.findings)-1]
}

// checkCycle reports a value whose lookup needs the value itself.
func (r *dataReader) checkCycle(key hiera.Key) {
	key.Value.EachString(func(text *document.Node) {
		for _, one := range hiera.Interpolations(text.Text) {
			if through, found := r.leadsTo(one, key.Name, map[string]bool{}); found {
				r.report(&code.RecursiveData, hiera.SpanOf(r.file, text, one),
					"looking up '"+key.Name+"' needs '"+key.Name+"' itself"+through)
			}
		}
	})
}

// maxChain limits the number of keys through which a value is followed.
const maxChain = 100

// leadsTo reports whether an interpolation is certain to look up a key, directly or through
// keys with a single value. through names the first of these keys for a message.
func (r *dataReader) leadsTo(one hiera.Interpolation, key string, seen map[string]bool) (through string, found bool) {
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
	values := r.data().values(next)
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

// checkDocument checks a document according to its kind.
func (r *dataReader) checkDocument(path string) {
	switch r.Tree.DocumentKind(path) {
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
