package ide

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/ascii"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// maxRemaining limits the places that a rename lists for one symbol.
const maxRemaining = 100

// remainingNames finds the places that name a symbol but are no code of Puppet: comments, tests of
// modules and pages of text. A rename leaves them alone.
type remainingNames struct {
	renamer
	// name is what the places contain, in lower case. isWord is set for a name without "::", which is
	// searched for in quotes and in tests alone, because it may be any word.
	name   string
	isWord bool
	// edited are the spans that the rename changes.
	edited map[*source.File][]source.Span
	found  []string
}

// remainingOf returns the places, each with its text, that mention a symbol and that none of the edits
// changes.
func (r renamer) remainingOf(symbol symbols.Symbol, edits []Edit) []string {
	m := &remainingNames{renamer: r, name: symbol.Name, edited: map[*source.File][]source.Span{}}
	if symbol.Kind == symbols.Variable {
		if symbol.Owner == "" || symbol.IsLocal() {
			return nil
		}
		m.name = symbol.Owner + "::" + symbol.Name
	}
	m.isWord = !strings.Contains(m.name, "::")
	for _, edit := range edits {
		m.edited[edit.File] = append(m.edited[edit.File], edit.Span)
	}
	if !m.isWord {
		for _, table := range r.Index.Tables() {
			if manifest := r.Snapshot.Manifest(table.Path); manifest != nil && r.View.IsOwn(table.Path) {
				m.inComments(manifest.File)
			}
		}
	}
	for _, folder := range r.folders() {
		m.inFolder(filepath.Join(folder, "spec"))
		m.inPages(folder)
	}
	if len(m.found) == maxRemaining {
		m.found = append(m.found, "there may be more such places")
	}
	return m.found
}

// folders returns the folders with the tests and pages: those of the modules, and of the environment.
func (r renamer) folders() (folders []string) {
	if r.tree == nil {
		return nil
	}
	if r.tree.Environment != "" {
		folders = append(folders, r.tree.Environment)
	}
	for _, owner := range r.tree.Modules {
		if r.View.IsOwn(owner.Path("metadata.json")) {
			folders = append(folders, owner.Folder)
		}
	}
	slices.Sort(folders)
	return folders
}

// inFolder searches the files of tests, but not the modules that are copied for them.
func (m *remainingNames) inFolder(folder string) {
	entries, err := m.Files().ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		switch {
		case entry.IsDir() && entry.Name() != "fixtures":
			m.inFolder(path)
		case !entry.IsDir() && filepath.Ext(path) == ".rb":
			m.inFile(path)
		}
	}
}

// inPages searches the pages of text in a folder.
func (m *remainingNames) inPages(folder string) {
	entries, err := m.Files().ReadDir(folder)
	if err != nil || m.isWord {
		return
	}
	for _, entry := range entries {
		if !entry.IsDir() && filepath.Ext(entry.Name()) == ".md" {
			m.inFile(filepath.Join(folder, entry.Name()))
		}
	}
}

func (m *remainingNames) inFile(path string) {
	if file, err := m.Read(path); err == nil {
		m.inText(file, ascii.Lower(file.Text), source.Span{End: int32(len(file.Text))})
	}
}

// inComments searches the comments of a manifest.
func (m *remainingNames) inComments(file *syntax.File) {
	lower := ascii.Lower(file.Source.Text)
	if !strings.Contains(lower, m.name) {
		return
	}
	for _, token := range file.Tokens {
		if token.Kind == syntax.LineComment || token.Kind == syntax.BlockComment || token.Kind == syntax.EppComment {
			m.inText(file.Source, lower, token.Span)
		}
	}
}

// inText searches a part of a file, whose text in lower case is given.
func (m *remainingNames) inText(file *source.File, text string, in source.Span) {
	lastLine := 0
	for at := int(in.Start); len(m.found) < maxRemaining; {
		next := strings.Index(text[at:in.End], m.name)
		if next < 0 {
			return
		}
		start := at + next
		at = start + len(m.name)
		span := source.Span{Start: int32(start), End: int32(at)}
		line := file.Position(span.Start).Line
		if line == lastLine || !m.isWhole(text, span) || slices.ContainsFunc(m.edited[file], span.Overlaps) {
			continue
		}
		lastLine = line
		m.found = append(m.found, fmt.Sprintf("%s:%d contains the text '%s'", m.FileOf(file), line, file.Slice(span)))
	}
}

// isWhole reports whether the name at a span of a text is not a part of a longer name.
func (m *remainingNames) isWhole(text string, span source.Span) bool {
	before, after := strings.TrimSuffix(text[:span.Start], "::"), text[span.End:]
	if m.isWord {
		quote := byte(0)
		if before != "" {
			quote = before[len(before)-1]
		}
		return (quote == '\'' || quote == '"') && after != "" && after[0] == quote
	}
	return (before == "" || !isWordByte(before[len(before)-1])) && (after == "" || !isWordByte(after[0]) || after[0] == ':' && !strings.HasPrefix(after, "::"))
}
