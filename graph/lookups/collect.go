package lookups

import (
	"path"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/graph"
	"puppet-lint/graph/unused"
	"puppet-lint/internal/hiera"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Options say which keys are told of, and for which node.
type Options struct {
	// Keys are names of keys, in which "*" stands for anything; none stands for all.
	Keys []string
	// Facts are those of one node; nil for all nodes.
	Facts *Facts
	// Roots are what nodes have, as for unused code.
	Roots *unused.Roots
	// Shown is a path as people name it.
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

// Collect tells of the keys of a tree, in the order of their names: those that data
// have, those that code looks up and, where keys are named, those of parameters.
func Collect(g *graph.Graph, options Options) (keys []*Key) {
	names := map[string]bool{}
	g.Data.Keys(func(name string) { names[name] = true })
	for _, node := range g.Nodes {
		if node.Kind == graph.Key {
			names[node.Name] = true
		}
	}
	if len(options.Keys) > 0 { // parameters without data are not worth a place in the list of all
		g.Index.Symbols(func(symbol symbols.Symbol) {
			if symbol.Kind == symbols.Variable && symbol.In == symbols.Class && g.Index.IsParameter(symbol) {
				names[symbol.Owner+"::"+symbol.Name] = true
			}
		})
	}
	unread := map[string]*unused.Answer{}
	answers := unused.Find(g, unused.Options{Roots: options.Roots, Shown: options.Shown})
	for i := range answers {
		if answers[i].Node != nil && answers[i].Node.Kind == graph.Key {
			unread[answers[i].Name] = &answers[i]
		}
	}
	lookupOptions := readOptions(g.Data)
	for name := range names {
		if name == hiera.OptionsKey || !options.wants(name) {
			continue
		}
		key := &Key{Name: name, Hidden: g.Data.IsHidden(name)}
		if answer := unread[name]; answer != nil {
			key.Unread, key.Doubt = true, answer.Doubt
		}
		key.setOptions(lookupOptions)
		key.setParameter(g)
		key.setReaders(g)
		for _, value := range g.Data.Values(name) {
			key.addValue(value)
		}
		key.decide(options.Facts)
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b *Key) int { return strings.Compare(a.Name, b.Name) })
	return keys
}

// maxText bounds how much of a value is shown.
const maxText = 120

// oneLine is a text on one line, not longer than a limit.
func oneLine(text string, limit int) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return text
}

// addValue adds a value; a file that several levels read counts where it comes first.
func (k *Key) addValue(value hiera.Key) {
	for _, known := range k.Values {
		if known.Node == value.Node {
			return
		}
	}
	one := Value{Key: value, Place: graph.Place{File: value.Source.Document().File, Span: value.Node.Span}}
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
	one.Text = oneLine(one.Place.File.Slice(value.Value.Span), maxText)
	if hiera.IsEncrypted(one.Text) {
		one.Text = "(encrypted)"
	}
	one.Condition, one.Known = conditionOf(value.Source)
	k.Values = append(k.Values, one)
}

// decide finds what becomes of each value.
func (k *Key) decide(facts *Facts) {
	isMerged := k.Merge != "first"
	for i := range k.Values {
		value := &k.Values[i]
		value.State, value.By = Wins, -1
		if isMerged {
			value.State = Merged
		}
		if facts != nil && value.Known {
			if meets, known := facts.meets(value.Condition); known && !meets {
				value.State = Elsewhere
				continue
			}
		}
		for j := range k.Values[:i] {
			above := &k.Values[j]
			if above.State == Elsewhere || !above.Known {
				continue
			}
			covers := implies(value.Condition, above.Condition)
			if facts != nil {
				meets, known := facts.meets(above.Condition)
				covers = covers || meets && known
			}
			// Of default_hierarchy nothing is read if anything was found.
			if covers && (!isMerged || value.Source.Default && !above.Source.Default) {
				value.State, value.By = Shadowed, j
				break
			}
		}
	}
}

// setParameter finds the parameter of a class whose key it is.
func (k *Key) setParameter(g *graph.Graph) {
	at := strings.LastIndex(k.Name, "::")
	if at <= 0 {
		return
	}
	class, name := k.Name[:at], k.Name[at+2:]
	symbol := symbols.Symbol{Kind: symbols.Variable, In: symbols.Class, Owner: class, Name: name}
	if !g.Index.IsParameter(symbol) {
		return
	}
	for _, one := range g.Index.Definitions(symbol) {
		manifest := g.Tree.Manifest(one.Table.Path)
		for _, definition := range manifest.Program.Definitions {
			host, ok := definition.(*syntax.HostClassDefinition)
			if !ok || module.Normalize(host.Name) != class {
				continue
			}
			for _, parameter := range host.Parameters {
				if parameter.Name != name {
					continue
				}
				k.Parameter = &Parameter{Class: class, Name: name, Place: graph.Place{File: one.Table.File, Span: one.Occurrence.Span}}
				if parameter.TypeExpr != nil {
					k.Parameter.Type = oneLine(manifest.Source.Slice(manifest.Extent(parameter.TypeExpr)), maxText)
				}
				if parameter.Value != nil {
					k.Parameter.Default = oneLine(manifest.Source.Slice(manifest.Extent(parameter.Value)), maxText)
				}
				return
			}
		}
	}
}

// setReaders finds who reads the key.
func (k *Key) setReaders(g *graph.Graph) {
	node := g.Node(graph.ID{Kind: graph.Key, Name: k.Name})
	if node == nil {
		if k.Parameter != nil {
			k.Readers = []Reader{{What: "class '" + k.Parameter.Class + "'", How: "has the parameter $" + k.Parameter.Name, Place: k.Parameter.Place}}
		}
		return
	}
	for _, edge := range node.In {
		reader := Reader{What: edge.From.ID.String(), How: "looks it up", Place: edge.Place, Reason: edge.Reason}
		switch {
		case edge.From.Kind == graph.Key:
			reader.How = "interpolates it"
		case k.Parameter != nil && edge.From.ID == (graph.ID{Kind: graph.Class, Name: k.Parameter.Class}) && edge.Place.File != k.Parameter.Place.File:
			reader.How, reader.Place = "has the parameter $"+k.Parameter.Name, k.Parameter.Place
		}
		isKnown := slices.ContainsFunc(k.Readers, func(known Reader) bool {
			return known.What == reader.What && known.How == reader.How && known.Place.Span == reader.Place.Span
		})
		if !isKnown {
			k.Readers = append(k.Readers, reader)
		}
	}
}

// HasShadowed reports whether some value is never found.
func (k *Key) HasShadowed() bool {
	return slices.ContainsFunc(k.Values, func(value Value) bool { return value.State == Shadowed })
}
