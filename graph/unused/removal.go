package unused

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/graph"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// removalOf returns the changes that remove a node; nil if the user must remove it.
func (f *finder) removalOf(node *graph.Node) *Removal {
	if len(node.Definitions) != 1 && node.Kind != graph.Key {
		return nil // it is unknown which definition Puppet uses
	}
	switch node.Kind {
	case graph.Class, graph.DefinedType, graph.TypeAlias, graph.Function:
		if filepath.Ext(node.Definitions[0].File.Name) == ".pp" {
			return f.removeDefinition(node.Definitions[0])
		}
		if node.Kind == graph.Function {
			return f.removeRuby(node.Definitions[0])
		}
	case graph.Template, graph.File:
		return &Removal{Delete: []string{node.Definitions[0].File.Name}}
	case graph.Key:
		removal := &Removal{}
		for _, place := range node.Definitions {
			one := removeKey(f.graph.Tree.Documents.At(place.File.Name), place.Span)
			if one == nil {
				return nil
			}
			removal.Edits = append(removal.Edits, one.Edits...)
			removal.IfEmpty = append(removal.IfEmpty, place.File.Name)
		}
		return removal
	}
	return nil
}

// removeRuby deletes a file that defines one function and nothing else.
func (f *finder) removeRuby(place graph.Location) *Removal {
	read := f.graph.Tree.Plugins.Declarations(place.File.Name)
	if read.Open || len(read.Functions)+len(read.LegacyFunctions) != 1 || len(read.Types)+len(read.Facts)+len(read.DataTypes)+len(read.Providers) > 0 {
		return nil
	}
	return &Removal{Delete: []string{place.File.Name}}
}

// removeDefinition deletes the file of a definition that is alone in it. Otherwise it removes
// the definition and the comment above it.
func (f *finder) removeDefinition(place graph.Location) *Removal {
	manifest, definition := f.definitionAt(place)
	if definition == nil {
		return nil
	}
	switch body := manifest.Program.Body.(type) {
	case *syntax.BlockExpression:
		isStatement := false
		for _, statement := range body.Statements {
			isStatement = isStatement || statement == definition
		}
		if !isStatement {
			return nil // nested in another definition
		}
	default:
		if manifest.Program.Body != definition {
			return nil
		}
		if len(manifest.Program.Definitions) == 1 {
			return &Removal{Delete: []string{manifest.Source.Name}}
		}
		return nil // it contains other definitions
	}
	extent := manifest.Extent(definition)
	for _, other := range manifest.Program.Definitions {
		if inner := manifest.Extent(other); other != definition && extent.Start <= inner.Start && inner.End <= extent.End {
			return nil
		}
	}
	start := extent.Start
	if from, upTo := manifest.DocComment(definition); from < upTo {
		start = min(start, manifest.Tokens[from].Span.Start)
	}
	removal := &Removal{Edits: []diag.Edit{{File: manifest.Source, Span: wholeLines(manifest.Source, source.Span{Start: start, End: extent.End})}}}
	if !slices.Contains(f.graph.Tree.Manifests.Initial(), manifest) {
		removal.IfEmpty = []string{manifest.Source.Name}
	}
	return removal
}

// wholeLines extends a span to whole lines, and to an empty line after them, unless there is
// other text on the lines.
func wholeLines(file *source.File, span source.Span) source.Span {
	text := file.Text
	start := strings.LastIndexByte(text[:span.Start], '\n') + 1
	end := int(span.End)
	if line := strings.IndexByte(text[end:], '\n'); line >= 0 {
		end += line + 1
	} else {
		end = len(text)
	}
	if strings.TrimSpace(text[start:span.Start]) != "" || strings.TrimSpace(text[span.End:end]) != "" {
		return span
	}
	if strings.HasPrefix(text[end:], "\n") {
		end++
	}
	return source.Span{Start: int32(start), End: int32(end)}
}

// removeKey removes an entry from the mapping in a data file. It returns nil if the surrounding
// text does not allow that.
func removeKey(read *document.Document, key source.Span) *Removal {
	root := read.Root
	if root == nil || root.Kind != document.Mapping {
		return nil
	}
	return removeEntry(read, root, key)
}

// removeEntry removes an entry from a mapping of a data file. It returns nil if the surrounding
// text does not allow that.
func removeEntry(read *document.Document, mapping *document.Node, key source.Span) *Removal {
	if len(read.Errors) > 0 {
		return nil
	}
	for i, entry := range mapping.Entries {
		if entry.Key.Span.Start > key.Start || key.End > entry.Key.Span.End {
			continue
		}
		if entry.Merge || entry.Value == nil || holdsAnchor(entry.Value) {
			return nil
		}
		if mapping.Style != document.Block {
			return removeBetween(read, i, len(mapping.Entries), func(i int) source.Span {
				return source.Span{Start: mapping.Entries[i].Key.Span.Start, End: mapping.Entries[i].Value.Span.End}
			})
		}
		span := wholeEntry(read.File, source.Span{Start: entry.Key.Span.Start, End: max(entry.Key.Span.End, entry.Value.Span.End)})
		if i+1 < len(mapping.Entries) && mapping.Entries[i+1].Key.Span.Start < span.End {
			return nil
		}
		span.Start = startOfComment(read.File, span)
		return &Removal{Edits: []diag.Edit{{File: read.File, Span: span}}}
	}
	return nil
}

// startOfComment returns the start of the comment above an entry if the comment describes only
// this entry; otherwise the start of the entry. A comment at the top may describe the whole
// file. A comment may also describe a group of entries, if another entry follows without an
// empty line.
func startOfComment(file *source.File, entry source.Span) int32 {
	above := file.Text[:entry.Start]
	indent := len(file.Text[entry.Start:]) - len(strings.TrimLeft(file.Text[entry.Start:], " "))
	start := len(above)
	for start > 0 {
		line := strings.LastIndexByte(above[:start-1], '\n') + 1
		text := strings.TrimLeft(above[line:start], " ")
		if !strings.HasPrefix(text, "#") || start-line-len(text) != indent {
			break
		}
		start = line
	}
	next, _, _ := strings.Cut(file.Text[entry.End:], "\n")
	isGroup := strings.TrimSpace(next) != "" && !strings.HasPrefix(strings.TrimSpace(next), "#")
	before := strings.TrimSpace(above[:start])
	if isGroup || before == "" || before == "---" {
		return entry.Start
	}
	return int32(start)
}

// wholeEntry extends a span to whole lines.
func wholeEntry(file *source.File, span source.Span) source.Span {
	start := strings.LastIndexByte(file.Text[:span.Start], '\n') + 1
	end := int(span.End)
	if end > 0 && file.Text[end-1] == '\n' {
		return source.Span{Start: int32(start), End: int32(end)}
	}
	if line := strings.IndexByte(file.Text[end:], '\n'); line >= 0 {
		end += line + 1
	} else {
		end = len(file.Text)
	}
	return source.Span{Start: int32(start), End: int32(end)}
}

// holdsAnchor reports whether a value, or a part of it, has an anchor, so that an alias may
// refer to it.
func holdsAnchor(node *document.Node) bool {
	if node == nil {
		return false
	}
	if node.Anchor != "" {
		return true
	}
	for _, item := range node.Items {
		if holdsAnchor(item) {
			return true
		}
	}
	for _, entry := range node.Entries {
		if holdsAnchor(entry.Key) || holdsAnchor(entry.Value) {
			return true
		}
	}
	return false
}

// removeItem removes the element of a JSON list that contains a place.
func removeItem(read *document.Document, at source.Span) *Removal {
	list := listAround(read.Root, at)
	if list == nil || len(read.Errors) > 0 {
		return nil
	}
	for i, item := range list.Items {
		if item.Span.Start <= at.Start && at.End <= item.Span.End {
			return removeBetween(read, i, len(list.Items), func(i int) source.Span { return list.Items[i].Span })
		}
	}
	return nil
}

// removeLevel removes a level from a hierarchy that has others. It returns nil if the
// surrounding text does not allow that.
func removeLevel(read *document.Document, level *document.Node) *Removal {
	list := listAround(read.Root, level.Span)
	if list == nil || len(list.Items) < 2 || len(read.Errors) > 0 || holdsAnchor(level) {
		return nil
	}
	at := slices.Index(list.Items, level)
	if at < 0 {
		return nil
	}
	if list.Style != document.Block {
		return removeBetween(read, at, len(list.Items), func(i int) source.Span { return list.Items[i].Span })
	}
	span := wholeEntry(read.File, level.Span)
	if dash := strings.TrimSpace(read.File.Text[span.Start:level.Span.Start]); dash != "-" || at+1 < len(list.Items) && list.Items[at+1].Span.Start < span.End {
		return nil
	}
	span.Start = startOfComment(read.File, span)
	return &Removal{Edits: []diag.Edit{{File: read.File, Span: span}}}
}

// listAround returns the innermost list that contains a place.
func listAround(node *document.Node, at source.Span) *document.Node {
	if node == nil || at.Start < node.Span.Start || node.Span.End < at.End {
		return nil
	}
	for _, entry := range node.Entries {
		if found := listAround(entry.Value, at); found != nil {
			return found
		}
	}
	if node.Kind == document.Sequence {
		return node
	}
	return nil
}

// removeBetween removes element i of a comma-separated list of count elements, including one
// comma.
func removeBetween(read *document.Document, i, count int, span func(i int) source.Span) *Removal {
	one := span(i)
	switch {
	case i+1 < count:
		one.End = span(i + 1).Start
	case i > 0:
		one.Start = span(i - 1).End
	}
	return &Removal{Edits: []diag.Edit{{File: read.File, Span: one}}}
}
