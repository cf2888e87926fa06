package lookups

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/graph"
	"puppet-lint/graph/unused"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Options select the keys to report, and the node.
type Options struct {
	// Keys are names of keys, in which "*" matches anything; none means all.
	Keys []string
	// Facts are the facts of one node; nil means all nodes.
	Facts *Facts
	// Roots are what nodes use, as for unused code.
	Roots *unused.Roots
	// Shown returns a path for display.
	Shown func(path string) string
}

func (o *Options) wants(name string) bool {
	if len(o.Keys) == 0 {
		return true
	}
	return slices.ContainsFunc(o.Keys, func(pattern string) bool {
		matched, err := path.Match(strings.ReplaceAll(pattern, "[", `\[`), name)
		return name == pattern || err == nil && matched
	})
}

// Collect returns the keys of a tree, sorted by name. These are the keys in the data, in
// lookup_options, and in lookups of code. If options name keys, the keys of class parameters
// without data are included, too.
func Collect(g *graph.Graph, options Options) (keys []*Key) {
	names := map[string]bool{}
	g.Data.Keys(func(name string) { names[name] = true })
	lookupOptions := g.Data.LookupOptions()
	for i := range lookupOptions {
		if one := &lookupOptions[i]; one.Key != "" && !one.IsPattern() {
			names[one.Key] = true
		}
	}
	for _, node := range g.Nodes {
		if node.Kind == graph.Key {
			names[node.Name] = true
		}
	}
	if len(options.Keys) > 0 { // the list of all keys omits parameters without data
		g.Index.Symbols(func(symbol symbols.Symbol) {
			if symbol.Kind == symbols.Variable && symbol.In == symbols.Class && g.Index.IsParameter(symbol) {
				names[symbol.Owner+"::"+symbol.Name] = true
			}
		})
	}
	unread := map[string]*unused.Answer{}
	answers := unused.Find(g, unused.Options{Roots: options.Roots, Vendored: true, Shown: options.Shown})
	for i := range answers {
		if kind := answers[i].Kind; kind == graph.Key.String() || kind == unused.LookupOption && unread[answers[i].Name] == nil {
			unread[answers[i].Name] = &answers[i]
		}
	}
	facts := options.Facts
	if facts != nil {
		facts = &Facts{root: facts.root, isCustom: func(name string) bool {
			node := g.Node(graph.ID{Kind: graph.Fact, Name: name})
			return node != nil && node.IsDefined()
		}}
		sortMapped(lookupOptions, func(one graph.LookupOption) *hiera.Source { return one.From }, facts)
	}
	conditions, parameters := conditions{}, parameters{g: g, ofClass: map[string]map[string]*Parameter{}}
	for name := range names {
		if name == hiera.OptionsKey || !options.wants(name) {
			continue
		}
		key := &Key{Name: name, Environment: g.Tree.Environment, Hidden: g.Data.IsHidden(name)}
		if answer := unread[name]; answer != nil {
			key.Unread, key.Uncertainty = true, answer.Uncertainty
		}
		key.setOptions(lookupOptions, facts)
		key.Parameter = parameters.of(name)
		key.setReaders(g)
		key.addValues(g.Data.Values(name), conditions, facts)
		key.addOutside(g)
		key.decide(facts)
		key.hideSensitive()
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b *Key) int { return strings.Compare(a.Name, b.Name) })
	return keys
}

// Summary returns a text that is the same for two keys only if they have the same values and the
// same readers.
func (k *Key) Summary() string {
	var text strings.Builder
	text.WriteString(k.Name)
	add := func(location graph.Location, state string) {
		fmt.Fprintf(&text, "\x00%s:%d %s", location.File.Name, location.Span.Start, state)
	}
	for i := range k.Values {
		add(k.Values[i].Location, string(k.Values[i].State))
	}
	for _, reader := range k.Readers {
		add(reader.Location, reader.What+reader.How+reader.Reason)
	}
	return text.String()
}

// Release drops all references to the graph, so that keeping the key does not keep the whole tree
// in memory. It keeps everything that reports print.
func (k *Key) Release() {
	for i := range k.Values {
		k.Values[i].Source = nil
	}
}

// maxText is how many characters of a value are shown.
const maxText = 120

// addValues adds values. If several levels may read a file, its value is listed only once, at
// the first level. With the facts of a node, it is listed at the first level at which that node
// reads it.
func (k *Key) addValues(values []hiera.Key, conditions conditions, facts *Facts) {
	places := make(map[*document.Node]int, len(values))
	moved := map[int]bool{}
	for _, value := range values {
		read := conditions.of(value.Source)
		at, isListed := places[value.Node]
		if isListed {
			other := &k.Values[at]
			if facts == nil {
				other.further, other.hidden = append(other.further, read.condition), other.hidden || !read.known
				continue
			}
			if reads, isKnown := facts.reads(other.Key.Source); reads || !isKnown {
				continue
			}
			if reads, isKnown := facts.reads(value.Source); isKnown && !reads {
				continue
			}
			moved[at] = true
		}
		places[value.Node] = len(k.Values)
		k.Values = append(k.Values, valueOf(value, read))
	}
	if len(moved) > 0 {
		kept := k.Values[:0]
		for i := range k.Values {
			if !moved[i] {
				kept = append(kept, k.Values[i])
			}
		}
		k.Values = kept
	}
	if facts != nil {
		sortMapped(k.Values, func(one Value) *hiera.Source { return one.Source }, facts)
	}
}

// valueOf describes a value.
func valueOf(value hiera.Key, read readCondition) Value {
	one := Value{Condition: read.condition, Known: read.known, Key: value, Default: value.Source.Default, Location: graph.Location{File: value.Source.Document().File, Span: value.Node.Span}}
	switch config := value.Source.Config; {
	case config.Global:
		one.Layer = "server"
	case config.Module != "":
		one.Layer = "module " + config.Module
	default:
		one.Layer = "environment"
	}
	if value.Source.Level != nil {
		one.Level = value.Source.Level.Name
	}
	one.Text = shownText(one.Location.File, value.Value)
	return one
}

// shownText returns a value for display.
func shownText(in *source.File, value *document.Node) string {
	if hiera.IsEncrypted(source.OneLine(in.Slice(value.Span))) {
		return encrypted
	}
	return document.Inline(in, value, maxText)
}

// addOutside adds the values in data files that no hierarchy reads.
func (k *Key) addOutside(g *graph.Graph) {
	node := g.Node(graph.ID{Kind: graph.Key, Name: k.Name})
	if node == nil {
		return
	}
	for _, place := range node.Definitions {
		if place.File == nil || g.Data.Reads(place.File.Name) {
			continue
		}
		for _, pair := range g.Tree.Documents.At(place.File.Name).Root.Pairs() {
			if key := pair.Key.Resolve(); key.Text == k.Name && pair.Value != nil {
				k.Outside = append(k.Outside, Outside{shownText(place.File, pair.Value), place})
			}
		}
	}
}

// hideSensitive removes the values from a key whose values are Sensitive, since reports are
// published more widely than data.
func (k *Key) hideSensitive() {
	p := k.Parameter
	if !strings.Contains(k.Convert, "Sensitive") && (p == nil || !strings.Contains(p.Type, "Sensitive")) {
		return
	}
	const hidden = "(sensitive)"
	for i := range k.Values {
		if value := &k.Values[i]; value.Text != encrypted {
			value.Text = hidden
		}
	}
	for i := range k.Outside {
		if value := &k.Outside[i]; value.Text != encrypted {
			value.Text = hidden
		}
	}
	if p != nil && p.Default != "" && p.Default != "undef" {
		copied := *p
		copied.Default, k.Parameter = hidden, &copied
	}
}

// encrypted is shown in place of a value that eyaml decrypts.
const encrypted = "(encrypted)"

// conditions holds the conditions under which levels read files.
type conditions map[*hiera.Source]readCondition

// readCondition is a result of conditionOf.
type readCondition struct {
	condition []Equals
	known     bool
}

func (c conditions) of(from *hiera.Source) readCondition {
	found, isKnown := c[from]
	if !isKnown {
		found.condition, found.known = conditionOf(from)
		c[from] = found
	}
	return found
}

// parameters finds the class parameters that keys belong to.
type parameters struct {
	g *graph.Graph
	// ofClass holds the parameters of each class by their names.
	ofClass map[string]map[string]*Parameter
}

// of returns the class parameter that a key belongs to, or nil.
func (p *parameters) of(key string) *Parameter {
	at := strings.LastIndex(key, "::")
	if at <= 0 {
		return nil
	}
	class, name := key[:at], key[at+2:]
	if !p.g.Index.IsParameter(symbols.Symbol{Kind: symbols.Variable, In: symbols.Class, Owner: class, Name: name}) {
		return nil
	}
	known, isKnown := p.ofClass[class]
	if !isKnown {
		known = p.read(class)
		p.ofClass[class] = known
	}
	return known[name]
}

// read returns the parameters of a class. If several manifests define it, the first ones count.
func (p *parameters) read(class string) map[string]*Parameter {
	found := map[string]*Parameter{}
	for _, one := range p.g.Index.Definitions(symbols.Symbol{Kind: symbols.Class, Name: class}) {
		spans := map[string]source.Span{}
		for _, occurrence := range slices.Backward(one.Table.Occurrences) {
			if symbol := occurrence.Symbol; occurrence.Role == symbols.Definition && symbol.Kind == symbols.Variable && symbol.In == symbols.Class && symbol.Owner == class {
				spans[symbol.Name] = occurrence.Span
			}
		}
		manifest := p.g.Tree.Manifests.At(one.Table.Path)
		for _, definition := range manifest.Program.Definitions {
			host, ok := definition.(*syntax.HostClassDefinition)
			if !ok || module.Normalize(host.Name) != class {
				continue
			}
			for _, parameter := range host.Parameters {
				span, isDefined := spans[parameter.Name]
				if !isDefined || found[parameter.Name] != nil {
					continue
				}
				result := &Parameter{Class: class, Name: parameter.Name, Location: graph.Location{File: one.Table.File, Span: span}}
				if parameter.TypeExpr != nil {
					result.Type = source.Cut(source.OneLine(manifest.Source.Slice(manifest.Extent(parameter.TypeExpr))), maxText)
				}
				if parameter.Value != nil {
					result.Default = source.Cut(source.OneLine(manifest.Source.Slice(manifest.Extent(parameter.Value))), maxText)
				}
				found[parameter.Name] = result
			}
		}
	}
	return found
}

// setReaders sets the readers of the key.
func (k *Key) setReaders(g *graph.Graph) {
	node := g.Node(graph.ID{Kind: graph.Key, Name: k.Name})
	if node == nil {
		if k.Parameter != nil {
			k.Readers = []Reader{{What: "class '" + k.Parameter.Class + "'", How: "has the parameter $" + k.Parameter.Name, Location: k.Parameter.Location}}
		}
		return
	}
	type location struct {
		what, how string
		span      source.Span
	}
	known := map[location]bool{}
	for _, edge := range node.In {
		reader := Reader{What: edge.From.ID.String(), How: "looks it up", Location: edge.Location, Reason: edge.Reason}
		switch {
		case edge.From.Kind == graph.Key:
			reader.How = "interpolates it"
		case k.Parameter != nil && edge.From.ID == (graph.ID{Kind: graph.Class, Name: k.Parameter.Class}) && edge.Location.File != k.Parameter.Location.File:
			reader.How, reader.Location = "has the parameter $"+k.Parameter.Name, k.Parameter.Location
		case edge.From.Kind == graph.Class && edge.From.Missing && strings.HasPrefix(k.Name, edge.From.Name+"::"):
			reader.How, reader.Missing = "has the parameter $"+strings.TrimPrefix(k.Name, edge.From.Name+"::"), true
		}
		if at := (location{reader.What, reader.How, reader.Location.Span}); !known[at] {
			known[at] = true
			k.Readers = append(k.Readers, reader)
		}
	}
	if class, has, _ := g.KnownParameter(k.Name); has && !k.Unread && len(k.Readers) == 0 && node.IsDefined() { // other classes declare it
		k.Readers = []Reader{{What: "class '" + class + "'", How: "has the parameter $" + strings.TrimPrefix(k.Name, class+"::"), Location: node.Definitions[0], Missing: true}}
	}
}

// isOfParameter reports whether a reader is certain, and is the parameter that the key belongs to.
func (k *Key) isOfParameter(reader *Reader) bool {
	return k.Parameter != nil && reader.Reason == "" && reader.Location == k.Parameter.Location && reader.What == (graph.ID{Kind: graph.Class, Name: k.Parameter.Class}).String()
}

// HasShadowed reports whether any value is never found.
func (k *Key) HasShadowed() bool {
	return slices.ContainsFunc(k.Values, func(value Value) bool { return value.State == Shadowed })
}
