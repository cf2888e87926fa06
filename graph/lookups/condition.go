package lookups

import (
	"path/filepath"
	"slices"
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
	if source.Location == nil || source.Location.IsMapped() {
		return nil, false // the variable of mapped_paths is that of the level, and no fact
	}
	return match(source.Location.Text, filepath.ToSlash(source.Path))
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
	segments, ok := hiera.SplitKey(strings.TrimPrefix(variable, "::"))
	if !ok || f.root == nil {
		return "", false
	}
	isFact := segments[0] == "facts"
	if isFact {
		segments = segments[1:]
	}
	node := f.root
	for i, segment := range segments {
		if node = node.Resolve().Get(segment); node == nil {
			return "", isFact && !(i == 0 && f.isCustom != nil && f.isCustom(segment))
		}
	}
	switch node = node.Resolve(); node.Kind {
	case document.Mapping, document.Sequence:
		return "", false
	case document.Null:
		return "", true
	}
	return node.Text, true
}

// reads reports whether the node reads a data file. known is false if the facts do not
// determine it.
func (f *Facts) reads(source *hiera.Source) (reads, known bool) {
	return source.ReadBy(func(one hiera.Interpolation) (text string, known bool) {
		if one.Method != "" && one.Method != "scope" {
			return "", false
		}
		return f.text(one.Key)
	})
}
