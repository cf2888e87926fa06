package graph

import (
	"slices"
	"strconv"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/module"
)

// Data holds the values in a tree's Hiera data, by key.
type Data struct {
	// Configs are the hierarchies in lookup order: the server's, the environment's, and then
	// those of the modules. A module's hierarchy is used only for its own keys.
	Configs []*hiera.Config
	values  map[string][]hiera.Key
	// files are the data files that a hierarchy reads.
	files map[string]bool
	// hidden marks the modules whose data cannot be read completely; "" means the data of the
	// server and the environment.
	hidden map[string]bool
	// isPartial is set if a level of the server or the environment has no file: its files may exist
	// elsewhere.
	isPartial bool
}

// ReadData reads the data of a tree.
func ReadData(tree *module.Tree) *Data {
	d := &Data{values: map[string][]hiera.Key{}, files: map[string]bool{}, hidden: map[string]bool{}}
	d.add(tree.Documents.GlobalHiera())
	d.add(tree.Documents.Hiera())
	for _, owner := range tree.Modules {
		d.add(owner.Hiera())
	}
	return d
}

// Reads reports whether a hierarchy reads a data file on some node.
func (d *Data) Reads(path string) bool { return d.files[path] }

func (d *Data) add(config *hiera.Config) {
	if config == nil {
		return
	}
	d.Configs = append(d.Configs, config)
	if config.Opaque() || len(config.Problems) > 0 {
		d.hidden[config.Module] = true
	}
	for _, level := range config.Levels {
		hasFile := slices.ContainsFunc(level.Locations, func(l *hiera.Location) bool { return len(l.Files) > 0 })
		d.isPartial = d.isPartial || config.Module == "" && len(level.Locations) > 0 && !hasFile
	}
	for _, from := range config.Sources() {
		d.files[from.Document().File.Name] = true
		if len(from.Document().Errors) > 0 {
			d.hidden[config.Module] = true
		}
		for _, key := range from.Keys() {
			if key.Name != hiera.OptionsKey {
				d.values[key.Name] = append(d.values[key.Name], key)
			}
		}
	}
}

// Values returns the places where a key has a value, highest priority first. If several levels
// read a file, its value occurs once for each.
func (d *Data) Values(key string) []hiera.Key { return d.values[key] }

// Keys calls visit with the name of every key, in no particular order.
func (d *Data) Keys(visit func(key string)) {
	for key := range d.values {
		visit(key)
	}
}

// IsHidden reports whether a key may have unknown values: in a level whose backend is not
// known, or in a file that cannot be read.
func (d *Data) IsHidden(key string) bool {
	owner, _, _ := strings.Cut(key, "::")
	return d.hidden[""] || d.hidden[owner]
}

// textsAt returns the texts in the values of a key that a selection leads to. Further segments of the
// key select a part of each value. ok is false if there may be other texts.
func (d *Data) textsAt(key string, wanted selection) (texts []string, ok bool) {
	segments, ok := hiera.SplitKey(key)
	if !ok || len(segments) == 0 {
		return nil, false
	}
	ok = !d.IsHidden(segments[0])
	path := slices.Concat(segments[1:], wanted.path)
	for _, value := range d.Values(segments[0]) {
		ok = addSelected(&texts, value.Value, selection{path, wanted.ofKeys}, 0) && ok
	}
	return texts, ok
}

// addSelected adds the texts in a value that a selection leads to. ok is false if there may be
// others.
func addSelected(texts *[]string, node *document.Node, wanted selection, depth int) (ok bool) {
	if node = node.Resolve(); node == nil {
		return true
	}
	if len(wanted.path) == 0 {
		return addTexts(texts, node, wanted.ofKeys, 0)
	}
	rest := selection{wanted.path[1:], wanted.ofKeys}
	switch {
	case depth >= maxDepth:
		return false
	case wanted.path[0] != anyPart && node.Kind != document.Sequence:
		if node.Kind == document.String && strings.Contains(node.Text, "%{") {
			return false
		}
		part := node.Get(wanted.path[0])
		return part == nil || addSelected(texts, part, rest, depth+1)
	case node.Kind == document.Mapping:
		ok = true
		for _, pair := range node.Pairs() {
			ok = addSelected(texts, pair.Value, rest, depth+1) && ok
		}
		return ok
	case node.Kind == document.Sequence:
		items := node.Items
		if at, err := strconv.Atoi(wanted.path[0]); err == nil && at >= 0 {
			items = items[min(at, len(items)):min(at+1, len(items))]
		}
		ok = true
		for _, item := range items {
			ok = addSelected(texts, item, rest, depth+1) && ok
		}
		return ok
	}
	return addSelected(texts, node, rest, depth+1) // a value where a list of them is possible
}

// maxDepth limits the depth to which nested values are searched.
const maxDepth = 16

func addTexts(texts *[]string, node *document.Node, ofKeys bool, depth int) (ok bool) {
	ok = depth < maxDepth
	add := func(text string) {
		if strings.Contains(text, "%{") {
			ok = false
			return
		}
		*texts = append(*texts, text)
	}
	switch {
	case !ok:
	case node.Kind == document.String || node.Kind == document.Symbol:
		add(node.Text)
	case node.Kind == document.Integer && isDecimal(node.Text):
		add(node.Text)
	case node.Kind != document.Mapping && node.Kind != document.Sequence && node.Kind != document.Null:
		return false // a string with the value contains it as Puppet writes it
	case node.Kind == document.Sequence:
		for _, item := range node.Items {
			ok = addTexts(texts, item.Resolve(), ofKeys, depth+1) && ok
		}
	case node.Kind == document.Mapping:
		for _, pair := range node.Pairs() {
			if ofKeys {
				add(pair.Key.Resolve().Text)
			} else {
				ok = addTexts(texts, pair.Value.Resolve(), ofKeys, depth+1) && ok
			}
		}
	}
	return ok
}

// isDecimal reports whether Puppet writes a number as it is written.
func isDecimal(text string) bool {
	return text == "0" || text != "" && text[0] != '0' && strings.Trim(text, "0123456789") == ""
}
