package documents

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// LookedUp is a set of keys that code and data look up by name, in addition to the parameters
// of classes.
type LookedUp struct {
	// Keys holds the first segments of keys. Prefixes holds the known beginnings of keys whose
	// ends are unknown.
	Keys     map[string]bool
	Prefixes []string
	// Classes holds the names that functions of modules are given. Such a function may look up the
	// parameters of a class that it makes.
	Classes map[string]bool
	// Anything reports whether the key of some lookup is completely unknown.
	Anything bool
}

// NewLookedUp returns an empty set of lookups.
func NewLookedUp() *LookedUp { return &LookedUp{Keys: map[string]bool{}, Classes: map[string]bool{}} }

// mayBe reports whether a key may be one of those looked up.
func (l *LookedUp) mayBe(key string) bool {
	at := max(0, strings.LastIndex(key, "::"))
	return l.Keys[key] || l.Classes[key[:at]] || slices.ContainsFunc(l.Prefixes, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
}

// readLookups returns the keys that the whole tree looks up. It is only needed if a key of the
// data looks unknown.
func (p *Documents) readLookups() *LookedUp {
	found := NewLookedUp()
	manifests := append(p.Initial[:len(p.Initial):len(p.Initial)], p.Tree.Manifests.Initial()...)
	for _, owner := range p.Tree.Modules {
		manifests = append(manifests, p.Tree.Manifests.Of(owner)...)
		manifests = append(manifests, p.Tree.Documents.EmbeddedTemplates(owner)...)
		for _, template := range p.Tree.Documents.RubyTemplates(owner) {
			found.AddTemplate(template)
		}
		found.addRuby(p.Tree.Plugins.Strings(owner))
	}
	for _, manifest := range manifests {
		found.join(p.LookupsIn(manifest))
	}
	data := p.Data()
	layers := []*Layer{data.Global, data.Environment}
	for _, layer := range data.Modules {
		layers = append(layers, layer)
	}
	for _, layer := range layers {
		if layer == nil {
			continue
		}
		for _, keys := range layer.Keys {
			for _, key := range keys {
				found.AddValue(key.Value)
			}
		}
	}
	slices.Sort(found.Prefixes)
	return found
}

// LookupsIn returns the keys that a manifest looks up.
func (f *SyntaxInfo) LookupsIn(manifest *module.Manifest) *LookedUp {
	return f.lookedUp.Get(manifest, func() *LookedUp {
		found := NewLookedUp()
		syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
			found.add(node)
			return true
		})
		return found
	})
}

func (l *LookedUp) join(other *LookedUp) {
	maps.Copy(l.Keys, other.Keys)
	maps.Copy(l.Classes, other.Classes)
	l.Prefixes = append(l.Prefixes, other.Prefixes...)
	l.Anything = l.Anything || other.Anything
}

func isLookup(name string) bool {
	switch module.Normalize(name) {
	case "lookup", "hiera", "hiera_array", "hiera_hash", "hiera_include":
		return true
	}
	return false
}

// add adds the keys that a call looks up, or that an access selects: the hash may hold a whole data file.
func (l *LookedUp) add(node syntax.Node) {
	switch node := node.(type) {
	case *syntax.AccessExpression:
		for _, key := range node.Keys {
			if text := program.LiteralText(key); strings.Contains(text, "::") {
				l.addKey(text)
			}
		}
	case *syntax.CallNamedFunctionExpression:
		name, ok := node.Functor.(*syntax.QualifiedName)
		if ok && isLookup(name.Value) && len(node.Arguments) > 0 {
			l.addArgument(node.Arguments[0])
		}
		if ok && strings.Contains(strings.TrimPrefix(name.Value, "::"), "::") {
			for _, given := range program.NamesGiven(node.Arguments) {
				l.Classes[given] = true
			}
		}
		if ok && name.Value == "call" {
			for _, argument := range node.Arguments[min(1, len(node.Arguments)):] {
				if text := program.LiteralText(argument); text != "" {
					l.addKey(text)
				}
			}
		}
	case *syntax.CallMethodExpression:
		if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
			if name, ok := access.Right.(*syntax.QualifiedName); ok && isLookup(name.Value) {
				l.addArgument(access.Left)
			}
		}
	}
}

// addArgument adds the keys in the first argument of a lookup.
func (l *LookedUp) addArgument(node syntax.Node) {
	node = syntax.Unparenthesized(node)
	if text := program.LiteralText(node); text != "" {
		l.addKey(text)
		return
	}
	switch node := node.(type) {
	case *syntax.LiteralList:
		for _, value := range node.Values {
			l.addArgument(value)
		}
	case *syntax.LiteralHash:
		for _, entry := range node.Entries {
			if program.LiteralText(entry.Key) == "name" {
				l.addArgument(entry.Value)
			}
		}
	case *syntax.ConcatenatedString:
		if len(node.Segments) > 0 {
			if text := program.LiteralText(node.Segments[0]); strings.Contains(text, "::") {
				l.Prefixes = append(l.Prefixes, text)
				return
			}
		}
		l.Anything = true
	default:
		l.Anything = true
	}
}

func (l *LookedUp) addKey(key string) {
	if segments, ok := hiera.SplitKey(key); ok && len(segments) > 0 {
		l.Keys[segments[0]] = true
	}
}

// AddTemplate adds the keys that an ERB template looks up.
func (l *LookedUp) AddTemplate(template *erb.Template) {
	for _, call := range template.Calls {
		if isLookup(call.Name) && len(call.Strings) > 0 {
			l.addKey(call.Strings[0].Text)
		}
	}
}

// addRuby adds the strings of Ruby code that may be keys.
func (l *LookedUp) addRuby(texts []string) {
	for _, text := range texts {
		l.Keys[text] = true
	}
}

// AddValue adds the keys that a value in data interpolates.
func (l *LookedUp) AddValue(node *document.Node) {
	node.EachString(func(text *document.Node) {
		for _, one := range hiera.Interpolations(text.Text) {
			switch one.Method {
			case "lookup", "hiera", "alias":
				l.addKey(one.Key)
			}
		}
	})
}

// checkUnknownKey reports a key of the form module::class::parameter if no such parameter
// exists, the module is in the tree, and no code looks up the key.
func (r *Reader) checkUnknownKey(key hiera.Key) {
	why, meant := r.unknownKey(key.Name)
	if why == "" {
		r.checkUnusedKey(key)
		return
	}
	lookups := r.lookupsOf(key.Name)
	owner, _, _ := strings.Cut(key.Name, "::")
	home := r.Tree.Module(owner)
	isHidden := home != nil && home.Known != nil // the lookups of a known module are unknown
	if lookups.mayBe(key.Name) || (lookups.Anything || isHidden) && meant == "" {
		return
	}
	finding := r.report(&code.UnknownDataKey, key.Node.Span, why)
	if meant == "" {
		finding.Cause = diag.CauseOf(finding.File.Name, ": ", why) // all keys of the class in the file
	} else {
		suggestion := diag.Suggestion{Written: key.Name, Meant: meant}
		if !r.keysOf(key.Source.Document())[meant] {
			finding.Suggest(suggestion)
			if isWrittenOtherwise(key.Name, meant) || program.IsTypo(key.Name, meant) {
				finding.Fixes = r.rename(key.Node.Span, key.Name, meant)
			}
		} else {
			finding.Help = suggestion.Question() // the file has that key already
		}
	}
}

// isWrittenOtherwise reports whether two names differ only by their case and colons.
func isWrittenOtherwise(name, other string) bool {
	return strings.EqualFold(strings.ReplaceAll(name, ":", ""), strings.ReplaceAll(other, ":", ""))
}

// keysOf returns the keys of a data file.
func (r *Reader) keysOf(data *document.Document) map[string]bool {
	return r.fileKeys.Get(data, func() map[string]bool {
		keys := map[string]bool{}
		for _, pair := range data.Root.Pairs() {
			if key := pair.Key.Resolve(); key.Kind == document.String {
				keys[key.Text] = true
			}
		}
		return keys
	})
}

// checkUnusedKey reports a key of the environment that nothing in the tree looks up.
func (r *Reader) checkUnusedKey(key hiera.Key) {
	if key.Source.Config.Module != "" || !r.isClosed(nil) {
		return
	}
	lookups := r.lookupsOf(key.Name)
	if lookups.Anything || lookups.mayBe(key.Name) {
		return
	}
	if owner, _, qualified := strings.Cut(key.Name, "::"); qualified && r.Tree.Module(owner) != nil {
		return // its purpose is unknown
	}
	r.report(&code.UnusedDataKey, key.Node.Span, "nothing in the tree looks up '"+key.Name+"'")
}

// rename returns the fix that replaces a word at span. The word may be in quotes.
func (r *Reader) rename(span source.Span, word, meant string) []diag.Fix {
	at := strings.Index(r.File.Slice(span), word)
	if at < 0 {
		return nil
	}
	start := span.Start + int32(at)
	return []diag.Fix{{
		Message: "write '" + meant + "'", Safety: diag.Unsafe,
		Edits: []diag.Edit{{File: r.File, Span: source.Span{Start: start, End: start + int32(len(word))}, NewText: meant}},
	}}
}

// unknownKey explains why a key is not a class parameter, and suggests another key or "". It
// returns "" for why if something may look up the key.
func (r *Reader) unknownKey(key string) (why, meant string) {
	if rest, leading := strings.CutPrefix(key, "::"); leading {
		if _, parameter := r.ParameterOf(rest); parameter != nil {
			return "parameters are looked up without '::' in front", rest
		}
		if why, meant = r.unknownKey(rest); why != "" {
			return "parameters are looked up without '::' in front, and " + why, meant
		}
		return "", ""
	}
	if lower := strings.ToLower(key); lower != key {
		if _, parameter := r.ParameterOf(lower); parameter != nil {
			return "parameters are looked up in lower case", lower
		}
	}
	if repaired := repairColons(key); repaired != key {
		if _, parameter := r.ParameterOf(repaired); parameter != nil {
			return "names are separated by '::'", repaired
		}
	}
	at := strings.LastIndex(key, "::")
	if at <= 0 {
		return "", ""
	}
	name, leaf := key[:at], key[at+2:]
	first, _, _ := strings.Cut(name, "::")
	if r.Tree.Module(first) == nil {
		return "", ""
	}
	if class := r.Class(name); class != nil {
		if close := r.ParameterNames(class).Best(leaf); close != "" {
			meant = name + "::" + close
		}
		return "class '" + name + "' has no parameter '" + leaf + "', and nothing else looks this key up", meant
	}
	if r.exists(module.DefinedType, name) {
		return "'" + name + "' is a defined type: only the parameters of classes are looked up in data", ""
	}
	if r.MayExist(module.Class, name, nil) {
		return "", ""
	}
	if close := r.DefinedNames(r.Dependencies, name, module.Class).Best(name); close != "" {
		if _, parameter := r.ParameterOf(close + "::" + leaf); parameter != nil {
			meant = close + "::" + leaf
		}
	}
	return "there is no class '" + name + "', and nothing else looks this key up", meant
}

// repairColons replaces every run of colons by "::".
func repairColons(key string) string {
	return strings.Join(strings.FieldsFunc(key, func(char rune) bool { return char == ':' }), "::")
}
