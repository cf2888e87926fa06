package lint

import (
	"cmp"
	"slices"
	"strings"

	"puppet-lint/graph"
	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/rubyregexp"
	"puppet-lint/internal/secret"
	"puppet-lint/module"
)

// lookupOptionKind is the kind of a changed entry of lookup_options.
const lookupOptionKind = "lookup option"

// inFile is a data key, or an entry of lookup_options, in a file.
type inFile struct{ path, name string }

// readData reads the values and the lookup_options of a changed data file.
func (s *impactSide) readData(tree *module.Tree, path string) {
	read := tree.Documents.At(path)
	for _, pair := range read.Root.Pairs() {
		switch key := pair.Key.Resolve(); {
		case key.Kind != document.String:
		case key.Text == hiera.OptionsKey:
			for _, option := range pair.Value.Pairs() {
				if name := option.Key.Resolve(); name.Kind == document.String {
					s.options[inFile{path, name.Text}] = textOfNode(read, option.Value)
				}
			}
		default:
			s.values[inFile{path, key.Text}] = dataValue{textOfNode(read, pair.Value), isShown(key.Text, pair.Value)}
		}
	}
}

// textOfNode returns the source of a node, or of the value that an alias stands for.
func textOfNode(in *document.Document, node *document.Node) string {
	if node = node.Resolve(); node != nil {
		return in.File.Slice(node.Span)
	}
	return ""
}

// dataValue is the source of the value of a data key in one file.
type dataValue struct {
	text string
	// isShown reports whether reports may show the value.
	isShown bool
}

// isShown reports whether reports may show a value: it is a scalar on one line, and neither its key
// nor its text suggests a secret.
func isShown(key string, value *document.Node) bool {
	value = value.Resolve()
	if value == nil || value.Kind > document.Symbol || value.Style == document.Literal || value.Style == document.Folded {
		return false
	}
	return !strings.Contains(value.Text, "\n") && !hiera.IsEncrypted(value.Text) && secret.Named(key) == secret.None && len(secret.InText(value.Text)) == 0
}

// noteLookupOptions notes the entries of lookup_options that differ, and the data keys that they are
// for.
func (c *comparison) noteLookupOptions(graphs []*graph.Graph) {
	noted := map[string]string{}
	note := func(from, to map[inFile]string, missing string) {
		for option, text := range from {
			other, known := to[option]
			switch {
			case !known && noted[option.name] == "":
				noted[option.name] = missing
			case !known && noted[option.name] != missing || known && other != text:
				noted[option.name] = "changed"
			}
		}
	}
	note(c.now.options, c.before.options, "added")
	note(c.before.options, c.now.options, "removed")
	for name, how := range noted {
		c.Changed = append(c.Changed, ChangedDefinition{Kind: lookupOptionKind, Name: name, How: how})
		isFor := func(key string) bool { return key == name }
		if strings.HasPrefix(name, "^") {
			pattern, err := rubyregexp.Compile(name)
			if err != nil {
				continue
			}
			isFor = func(key string) bool { return pattern.Match(key) != rubyregexp.No }
		}
		for _, built := range graphs {
			for _, node := range built.Nodes {
				if node.Kind == graph.Key && isFor(node.Name) {
					c.ids[node.ID] = true
				}
			}
		}
	}
}

// changedValues returns the changes of the value of a key. It returns nil if the key was added to a
// file or removed from one, or if reports may not show one of the values.
func (c *comparison) changedValues(key string) (changes []ChangedValue) {
	files := map[[2]string]int{}
	for at, now := range c.now.values {
		before, known := c.before.values[at]
		if at.name != key || known && before.text == now.text {
			continue
		}
		if !known || !before.isShown || !now.isShown {
			return nil
		}
		files[[2]string{before.text, now.text}]++
	}
	for at := range c.before.values {
		if _, known := c.now.values[at]; at.name == key && !known {
			return nil
		}
	}
	for values, count := range files {
		changes = append(changes, ChangedValue{values[0], values[1], count})
	}
	slices.SortFunc(changes, func(a, b ChangedValue) int {
		return cmp.Or(b.Files-a.Files, strings.Compare(a.Old, b.Old), strings.Compare(a.New, b.New))
	})
	return changes
}
