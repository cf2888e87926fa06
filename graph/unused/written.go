package unused

import (
	"iter"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/graph"
	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// markNamedInText marks the nodes whose qualified names occur in texts, such as the values of a
// hash or an argument. The further use of these texts is unknown.
func (f *finder) markNamedInText(mark func(node *graph.Node, why string)) {
	f.graph.Files(func(table *symbols.Table) {
		for _, mention := range table.Mentions {
			if !strings.Contains(mention.Text, "::") {
				continue // the word is too common; computed names are followed separately
			}
			for _, kind := range []graph.Kind{graph.Class, graph.DefinedType, graph.Function, graph.TypeAlias, graph.ResourceType, graph.Key} {
				if kind == graph.Key && f.graph.Tree.Documents.KindOf(table.File.Name) == module.HieraData {
					continue // data do not look up data
				}
				node := f.graph.Node(graph.ID{Kind: kind, Name: mention.Text})
				place := graph.Location{File: table.File, Span: mention.Span}
				if node != nil && !f.used[node] && !f.isWithin(place, node) {
					mark(node, "the text at "+f.at(place)+" may refer to it")
				}
			}
		}
	})
}

// markReadByCode marks the keys of data files whose names occur in code, which may read the whole file with
// loadyaml() and the like.
func (f *finder) markReadByCode(mark func(node *graph.Node, why string)) {
	keys := map[string][]*graph.Node{}
	for _, node := range f.graph.Nodes {
		if node.Kind != graph.Key || f.used[node] {
			continue
		}
		for _, place := range node.Definitions {
			name := filepath.Base(place.File.Name)
			if known := keys[name]; len(known) == 0 || known[len(known)-1] != node {
				keys[name] = append(known, node)
			}
		}
	}
	if len(keys) == 0 {
		return
	}
	f.graph.Files(func(table *symbols.Table) {
		if !isCode(table.File.Name) {
			return
		}
		eachDataName(table.File.Text, func(start, end int) {
			for _, node := range keys[table.File.Text[start:end]] {
				place := graph.Location{File: table.File, Span: source.Span{Start: int32(start), End: int32(end)}}
				mark(node, "the code at "+f.at(place)+" may read its file")
			}
		})
	})
}

// isCode reports whether a file is a manifest, a template or a Ruby file.
func isCode(path string) bool {
	return slices.Contains([]string{".pp", ".epp", ".erb", ".rb"}, filepath.Ext(path))
}

// eachDataName calls visit with the extent of each name of a YAML or JSON file in a text.
func eachDataName(text string, visit func(start, end int)) {
	for at := 0; ; {
		dot := strings.IndexByte(text[at:], '.')
		if dot < 0 {
			return
		}
		dot += at
		at = dot + 1
		for _, suffix := range []string{".yaml", ".yml", ".json", ".eyaml"} {
			if !strings.HasPrefix(text[dot:], suffix) {
				continue
			}
			start := dot
			for start > 0 && dot-start < maxBefore && isOfFileName(text[start-1]) {
				start--
			}
			visit(start, dot+len(suffix))
		}
	}
}

// isOfFileName reports whether a byte is one that names of files usually consist of.
func isOfFileName(char byte) bool {
	return char >= 'a' && char <= 'z' || char >= 'A' && char <= 'Z' || char >= '0' && char <= '9' || char == '_' || char == '-' || char == '.'
}

// markListedInData marks the classes that data list under a key such as `classes`. Code that looks the
// key up may be outside of the tree: an external node classifier, or a script that runs Puppet.
func (f *finder) markListedInData(mark func(node *graph.Node, why string)) {
	f.graph.Files(func(table *symbols.Table) {
		if f.graph.Tree.Documents.KindOf(table.File.Name) != module.HieraData {
			return
		}
		root := f.graph.Tree.Documents.At(table.File.Name).Root
		if root == nil {
			return
		}
		for _, pair := range root.Pairs() {
			if !isClassList(pair.Key.Resolve().Text) {
				continue
			}
			key := f.graph.Node(graph.ID{Kind: graph.Key, Name: pair.Key.Resolve().Text})
			for _, name := range namesListed(pair.Value) {
				if node := f.graph.Node(graph.ID{Kind: graph.Class, Name: module.Normalize(name.Text)}); node != nil {
					mark(node, "the text at "+f.at(graph.Location{File: table.File, Span: name.Span})+" may refer to it")
					if key != nil {
						mark(key, "it lists classes, so that code outside of the tree may look it up")
					}
				}
			}
		}
	})
}

// isClassList reports whether a data key looks as if it listed classes.
func isClassList(key string) bool {
	words := strings.FieldsFunc(strings.ToLower(key), func(char rune) bool { return char == ':' || char == '_' || char == '-' || char == '.' })
	return slices.ContainsFunc(words, func(word string) bool {
		switch word {
		case "class", "classes", "role", "roles", "profile", "profiles", "include", "includes":
			return true
		}
		return false
	})
}

// namesListed returns the elements of a list, the keys of a hash, or the value itself.
func namesListed(value *document.Node) (names []*document.Node) {
	add := func(name *document.Node) {
		if name != nil && name.Resolve() != nil {
			names = append(names, name.Resolve())
		}
	}
	if value != nil {
		value = value.Resolve()
	}
	switch {
	case value == nil:
	case value.Kind == document.Sequence:
		for _, item := range value.Items {
			add(item)
		}
	case value.Kind == document.Mapping:
		for _, pair := range value.Pairs() {
			add(pair.Key)
		}
	default:
		add(value)
	}
	return names
}

// isWithin reports whether a place lies in a definition of a node.
func (f *finder) isWithin(place graph.Location, node *graph.Node) bool {
	for _, own := range node.Definitions {
		if own.File != place.File {
			continue
		}
		if filepath.Ext(own.File.Name) != ".pp" {
			return true
		}
		manifest, definition := f.definitionAt(own)
		if definition == nil {
			continue
		}
		if extent := manifest.Extent(definition); extent.Start <= place.Span.Start && place.Span.End <= extent.End {
			return true
		}
	}
	return false
}

// markWrittenInText marks candidates as uncertain if their names occur as words in Ruby code
// and templates, whose names are not resolved. For templates and files it searches all files
// for the last part of the name.
func (f *finder) markWrittenInText(candidates []*graph.Node) (marked []*graph.Node) {
	w := &words{finder: f, names: map[string][]*graph.Node{}, files: map[string][]*graph.Node{}}
	for _, node := range candidates {
		if f.uncertaintyOf(node) != "" {
			continue
		}
		switch node.Kind {
		case graph.Template, graph.File:
			w.files[path.Base(node.Name)] = append(w.files[path.Base(node.Name)], node)
		default:
			w.names[node.Name] = append(w.names[node.Name], node)
			if node.Kind == graph.Function {
				w.names["function_"+node.Name] = append(w.names["function_"+node.Name], node)
			}
		}
	}
	if len(w.names) == 0 && len(w.files) == 0 {
		return nil
	}
	f.graph.Files(func(table *symbols.Table) { w.read(table.File, table) })
	for _, node := range f.graph.Nodes {
		if node.Kind == graph.Template {
			w.readTemplate(node)
		}
	}
	for _, owner := range f.graph.Tree.Modules {
		for _, folder := range []string{"tasks", "facts.d"} {
			w.readFolder(owner.Path(folder))
		}
	}
	w.readScripts()
	w.readServed()
	return w.marked
}

// readTemplate searches a template that was not read because its name has no template extension.
func (w *words) readTemplate(node *graph.Node) {
	for _, place := range node.Definitions {
		if place.File.Text != "" {
			continue
		}
		if file, err := w.graph.Tree.Files.Read(place.File.Name); err == nil {
			w.read(file, nil)
		}
	}
}

// words searches texts for the names of candidates.
type words struct {
	*finder
	names, files map[string][]*graph.Node
	// marked holds the candidates that have been found.
	marked []*graph.Node
}

func (w *words) readFolder(folder string) {
	entries, err := w.graph.Tree.Files.ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			if file, err := w.graph.Tree.Files.Read(filepath.Join(folder, entry.Name())); err == nil {
				w.read(file, nil)
			}
		}
	}
}

// read searches the words of one file. table is nil for a file whose names are not resolved.
func (w *words) read(file *source.File, table *symbols.Table) {
	// In manifests and data, names are resolved. In EPP templates, those in the code are.
	isFollowed, isEPP := false, false
	switch filepath.Ext(file.Name) {
	case ".pp", ".yaml", ".yml", ".json":
		isFollowed = true
	case ".epp":
		isEPP = true
	}
	if isFollowed && len(w.files) == 0 {
		return
	}
	for from, end := range wordsIn(file.Text) {
		word := strings.Trim(file.Text[from:end], ".-:")
		if named := w.files[word]; len(named) > 0 && !isResolved(table, int32(from)) {
			w.note(named, file, from)
		}
		if !isFollowed && (!isEPP || strings.Contains(word, "::") && (table == nil || len(table.AllAt(int32(from))) == 0)) {
			w.note(w.names[module.Normalize(word)], file, from)
		}
	}
}

// isResolved reports whether a word belongs to the name of a template or file that the graph
// has resolved.
func isResolved(table *symbols.Table, offset int32) bool {
	return table != nil && slices.ContainsFunc(table.AllAt(offset), func(one *symbols.Occurrence) bool {
		return one.Symbol.Kind == symbols.Template || one.Symbol.Kind == symbols.ServedFile
	})
}

// wordsIn returns the first and last offset of each word of a text.
func wordsIn(text string) iter.Seq2[int, int] {
	return func(yield func(from, end int) bool) {
		for at := 0; at < len(text); at++ {
			from := at
			for at < len(text) && isWord(text[at]) {
				at++
			}
			if at > from && !yield(from, at) {
				return
			}
		}
	}
}

func isWord(char byte) bool {
	return char == '_' || char == ':' || char == '.' || char == '-' || char >= 'a' && char <= 'z' || char >= 'A' && char <= 'Z' || char >= '0' && char <= '9'
}

// note marks the candidates that a file names, except for those that the file defines.
func (w *words) note(nodes []*graph.Node, file *source.File, at int) {
	for _, node := range nodes {
		place := graph.Location{File: file, Span: source.Span{Start: int32(at), End: int32(at)}}
		if !w.isOwnFile(node, file) && w.mark(node, "the word at "+w.at(place)+" may refer to it") {
			w.marked = append(w.marked, node)
		}
	}
}

func (w *words) isOwnFile(node *graph.Node, file *source.File) bool {
	for _, own := range node.Definitions {
		if own.File.Name == file.Name {
			return true
		}
	}
	return false
}
