package unused

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/graph"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// Limits of what is read outside of modules.
const (
	maxScripts    = 4000
	maxScriptSize = 1 << 20
	maxDepth      = 12
	// maxBefore bounds the part of a line, in bytes, in which a word before a name is looked for.
	// Without it, a long line that repeats a name would take quadratic time.
	maxBefore = 512
)

// readScripts searches the files of the environment that belong to no module: scripts, node lists of
// classifiers and the like may name classes and defined types.
func (w *words) readScripts() {
	if w.graph.Tree.Environment == "" || len(w.names) == 0 {
		return
	}
	inside := map[string]bool{}
	for _, owner := range w.graph.Tree.Modules {
		inside[owner.Path("")] = true
	}
	left := maxScripts
	w.readScriptsIn(w.graph.Tree.Environment, inside, &left, 0)
}

func (w *words) readScriptsIn(folder string, inside map[string]bool, left *int, depth int) {
	entries, err := w.graph.Tree.Files.ReadDir(folder)
	if err != nil || depth > maxDepth {
		return
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		switch {
		case strings.HasPrefix(entry.Name(), "."), inside[path]:
		case entry.IsDir():
			if !slices.Contains([]string{"spec", "vendor", "node_modules", "pkg"}, entry.Name()) {
				w.readScriptsIn(path, inside, left, depth+1)
			}
		case entry.Type().IsRegular() && mayNameClasses(entry.Name()) && w.graph.Tree.Documents.KindOf(path) != module.HieraData:
			info, err := entry.Info()
			if err != nil || info.Size() > maxScriptSize || *left == 0 {
				continue
			}
			*left--
			if file, err := w.graph.Tree.Files.Read(path); err == nil {
				w.readScript(file)
			}
		}
	}
}

// mayNameClasses reports whether a file, judging by its name, may be what gives classes to nodes. What
// people only read, and what is resolved, does not.
func mayNameClasses(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pp", ".md", ".markdown", ".rst", ".adoc", ".textile", ".html", ".css", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".pdf", ".lock", ".log", ".diff", ".patch", ".golden", ".gz", ".zip", ".pem", ".crt", ".key":
		return false
	}
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	return !slices.Contains([]string{"README", "CHANGELOG", "HISTORY", "LICENSE", "AUTHORS", "CODEOWNERS", "PUPPETFILE", "CONTRIBUTING"}, stem)
}

// readScript searches a file for the names of candidates. A name without a namespace must be a whole
// value or key of a document, or follow a word such as `include`.
func (w *words) readScript(file *source.File) {
	isDocument := false
	switch strings.ToLower(filepath.Ext(file.Name)) {
	case ".yaml", ".yml", ".eyaml", ".json":
		isDocument = true
	}
	at := 0
	for line := range strings.Lines(file.Text) {
		start := at
		at += len(line)
		for from, end := range wordsIn(line) {
			word := module.Normalize(strings.Trim(line[from:end], ".-:"))
			for _, node := range w.names[word] {
				if isQualified(node) || node.Kind == graph.Class && (isDocument && isWhole(line[:from], line[end:]) || declares(line[:from])) {
					w.note([]*graph.Node{node}, file, start+from)
				}
			}
		}
	}
}

// isQualified reports whether a node is a class, a defined type or a function with a qualified name,
// so that a word that is its name hardly means anything else.
func isQualified(node *graph.Node) bool {
	isNamed := node.Kind == graph.Class || node.Kind == graph.DefinedType || node.Kind == graph.Function
	return isNamed && strings.Contains(node.Name, "::")
}

// readServed searches the files that modules serve for the qualified names of candidates: scripts that
// apply classes, or lists and hierarchies that other servers read.
func (w *words) readServed() {
	if !w.seeksQualified() {
		return
	}
	left := maxScripts
	for _, node := range w.graph.Nodes {
		if node.Kind != graph.File {
			continue
		}
		for _, place := range node.Definitions {
			if place.File.Text != "" {
				continue // its names are resolved
			}
			info, err := w.graph.Tree.Files.Stat(place.File.Name)
			if err != nil || !info.Mode().IsRegular() || info.Size() > maxScriptSize || left == 0 || !mayNameClasses(filepath.Base(place.File.Name)) {
				continue
			}
			left--
			if file, err := w.graph.Tree.Files.Read(place.File.Name); err == nil {
				w.readQualified(file)
			}
		}
	}
}

// seeksQualified reports whether a candidate has a qualified name.
func (w *words) seeksQualified() bool {
	for _, nodes := range w.names {
		if slices.ContainsFunc(nodes, isQualified) {
			return true
		}
	}
	return false
}

// readQualified searches a file for the qualified names of candidates.
func (w *words) readQualified(file *source.File) {
	if !strings.Contains(file.Text, "::") {
		return
	}
	for from, end := range wordsIn(file.Text) {
		for _, node := range w.names[module.Normalize(strings.Trim(file.Text[from:end], ".-:"))] {
			if isQualified(node) {
				w.note([]*graph.Node{node}, file, from)
			}
		}
	}
}

// isWhole reports whether what is between two parts of a line is a whole value or key of a document.
func isWhole(before, after string) bool {
	const quotes = `'" `
	before, after = strings.TrimRight(before, quotes), strings.TrimLeft(after, quotes+"\r\n")
	return (before == "" || strings.ContainsAny(before[len(before)-1:], "-,:[{?")) && (after == "" || strings.ContainsAny(after[:1], ",:]}#"))
}

// declares reports whether the start of a line has a word that declares the classes that follow.
func declares(before string) bool {
	before = before[max(0, len(before)-maxBefore):]
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(before), func(char rune) bool { return char < 'a' || char > 'z' }), func(word string) bool {
		switch word {
		case "include", "contain", "require", "class", "classes":
			return true
		}
		return false
	})
}
