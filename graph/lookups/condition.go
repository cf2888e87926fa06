package lookups

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
)

// conditionOf returns the condition under which a level reads a file on a node: the text that
// each interpolation in the path must have.
func conditionOf(source *hiera.Source) (condition []Equals, known bool) {
	if source.Always {
		return nil, true
	}
	if source.Location == nil || isMapped(source) { // the path holds one element of the variable, whose text is unknown
		return nil, false
	}
	return match(source.Location.Text, filepath.ToSlash(source.Path))
}

// isMapped reports whether mapped_paths lead to a file.
func isMapped(source *hiera.Source) bool {
	if source.Location == nil {
		return false
	}
	_, mapped := source.Location.IsMapped()
	return mapped
}

// match returns the texts of the interpolations in a path pattern that matches the path of a
// file. It matches from the end. known is false if the match is ambiguous.
func match(pattern, path string) (condition []Equals, known bool) {
	parts := hiera.Interpolations(pattern)
	if strings.ContainsAny(pattern, "*?[{") && !onlyInterpolations(pattern, parts) {
		return nil, false
	}
	if extension := filepath.Ext(path); !strings.HasSuffix(pattern, extension) {
		pattern += extension
	}
	end := len(pattern)
	for i := len(parts) - 1; i >= 0; i-- {
		part := parts[i]
		if part.Method != "" && part.Method != "scope" {
			return nil, false
		}
		after := pattern[part.End:end]
		var found bool
		if path, found = strings.CutSuffix(path, after); !found {
			return nil, false
		}
		from := 0
		if i > 0 {
			from = parts[i-1].End
		}
		before := pattern[from:part.Start]
		if before == "" && i > 0 {
			return nil, false // two adjacent interpolations
		}
		// The text goes back to the last "/", or to the literal text before the interpolation.
		at := strings.LastIndex(path, "/") + 1
		if tail := before[strings.LastIndex(before, "/")+1:]; tail != "" {
			at = strings.LastIndex(path, tail) + len(tail)
			if strings.LastIndex(path, tail) < 0 || strings.Count(path[strings.LastIndex(path, "/")+1:], tail) > 1 {
				return nil, false
			}
		}
		variable := strings.TrimPrefix(part.Key, "::")
		if slices.ContainsFunc(condition, func(other Equals) bool { return other.Variable == variable && other.Text != path[at:] }) {
			return nil, false // no node reads the file
		}
		condition = append(condition, Equals{variable, path[at:]})
		path, end = path[:at], part.Start
	}
	slices.Reverse(condition)
	return condition, true
}

// onlyInterpolations reports whether all braces of a pattern belong to interpolations.
func onlyInterpolations(pattern string, parts []hiera.Interpolation) bool {
	for _, part := range slices.Backward(parts) {
		pattern = pattern[:part.Start] + pattern[part.End:]
	}
	return !strings.ContainsAny(pattern, "*?[{")
}

// Facts are the facts of one node.
type Facts struct {
	root *document.Node
	// isCustom reports whether Ruby files define a fact, which may then exist although it is
	// not listed. It is nil if there are no custom facts.
	isCustom func(name string) bool
}

// NewFacts returns the facts in a document: the output of facter, or of "puppet facts", which
// nests them under "values".
func NewFacts(read *document.Document) *Facts {
	root := read.Root
	if root != nil {
		if values := root.Get("values"); values != nil && values.Kind == document.Mapping {
			root = values
		}
	}
	return &Facts{root: root}
}

// text returns the text of a variable that a path interpolates. known is false if the facts do
// not determine it. A part of $facts that is not listed does not exist, and its text is empty.
func (f *Facts) text(variable string) (text string, known bool) {
	node, known := f.node(variable)
	return textOf(node), known && !isCollection(node)
}

// textOf returns the text that replaces an interpolation of a value; empty for no value.
func textOf(node *document.Node) string {
	if node == nil || node.Kind == document.Null {
		return ""
	}
	return node.Text
}

func isCollection(node *document.Node) bool {
	return node != nil && (node.Kind == document.Mapping || node.Kind == document.Sequence)
}

// part returns the part of a value that keys select; nil if there is none.
func part(node *document.Node, keys []string) *document.Node {
	for _, key := range keys {
		if node = node.Resolve(); node.Kind == document.Sequence {
			at, err := strconv.Atoi(key)
			if err != nil || at < 0 || at >= len(node.Items) {
				return nil
			}
			node = node.Items[at]
		} else if node = node.Get(key); node == nil {
			return nil
		}
	}
	return node.Resolve()
}

// node returns the value of a variable, or nil if it is not listed. known is false if it may exist
// nevertheless.
func (f *Facts) node(variable string) (node *document.Node, known bool) {
	segments, ok := hiera.SplitKey(strings.TrimPrefix(variable, "::"))
	if !ok || f.root == nil {
		return nil, false
	}
	isFact := segments[0] == "facts"
	if isFact {
		segments = segments[1:]
	}
	if node = part(f.root, segments); node == nil && len(segments) > 0 {
		isListed := f.root.Get(segments[0]) != nil
		return nil, isFact && (isListed || f.isCustom == nil || !f.isCustom(segments[0]))
	}
	return node, true
}

// elements returns the elements of a variable of mapped_paths: a string counts as one, and each
// entry of a hash is a list of its key and value. known is false if the facts do not determine them.
func (f *Facts) elements(variable string) (elements []*document.Node, known bool) {
	node, known := f.node(variable)
	if node == nil {
		return nil, known
	}
	switch node.Kind {
	case document.Null:
		return nil, true
	case document.String:
		if node.Text == "" {
			return nil, true
		}
		return []*document.Node{node}, true
	case document.Sequence:
		return node.Items, true
	case document.Mapping:
		for _, pair := range node.Pairs() {
			elements = append(elements, &document.Node{Kind: document.Sequence, Items: []*document.Node{pair.Key, pair.Value}})
		}
		return elements, true
	}
	return nil, false
}

// reads reports whether the node reads a data file. known is false if the facts do not
// determine it.
func (f *Facts) reads(source *hiera.Source) (reads, known bool) {
	_, reads, known = f.readsAt(source)
	return reads, known
}

// readsAt is like reads. order is the position of the file among those of the same mapped_paths.
func (f *Facts) readsAt(source *hiera.Source) (order int, reads, known bool) {
	value := func(one hiera.Interpolation) (text string, known bool) {
		if one.Method != "" && one.Method != "scope" {
			return "", false
		}
		return f.text(one.Key)
	}
	if source.Location != nil {
		if variable, isMapped := source.Location.IsMapped(); isMapped {
			elements, known := f.elements(variable)
			if !known {
				return 0, false, false
			}
			element := func(i int, keys []string) (text string, known bool) {
				node := part(elements[i], keys)
				return textOf(node), !isCollection(node)
			}
			at, known := source.MappedReadBy(len(elements), element, value)
			if len(at) == 0 {
				return 0, false, known
			}
			return at[0], true, known
		}
	}
	reads, known = source.ReadBy(value)
	return 0, reads, known
}
