package graph

import (
	"path"
	"path/filepath"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// externalFactsOf returns the external facts in a file of a module's folder facts.d. A data
// file lists them. A program prints them; only facts that its text shows are found.
func externalFactsOf(tree *module.Tree, path string) []Definition {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json", ".yaml":
		return factsInData(tree.Documents.At(path))
	case ".txt":
		return factsMatching(tree, path, lineOfFact)
	}
	return factsMatching(tree, path, printedFact)
}

// isExternalFactFile reports whether Facter reads a file of a module, given its path in it.
func isExternalFactFile(relative string) bool { return path.Dir(relative) == "facts.d" }

// IsFactData reports whether a file of external facts is a data file, so that the value of a
// fact stands next to its name.
func IsFactData(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json", ".yaml", ".txt":
		return module.IsExternalFact(path)
	}
	return false
}

// lineOfFact is a line of a text file that sets a fact. printedFact is code that prints one, in
// the languages of shells and in Ruby, Python and Perl.
var (
	lineOfFact  = lazyregexp.New(`(?m)^([A-Za-z_][\w.-]*)=.+$`)
	printedFact = lazyregexp.New(`(?i)\b(?:echo|printf|print|puts|say|write-output|write-host)\b[ \t(]*(?:-[a-z]+[ \t]+)*[rf]?["']?([a-z_][\w.-]*)=`)
)

// factsInData returns the facts in the keys of a data file.
func factsInData(read *document.Document) (found []Definition) {
	if read.Root == nil || read.Root.Kind != document.Mapping || len(read.Errors) > 0 {
		return nil
	}
	for _, entry := range read.Root.Entries {
		if entry.Key.Kind == document.String && entry.Value != nil {
			found = append(found, fact(read.File, entry.Key.Text, source.Span{Start: entry.Key.Span.Start, End: max(entry.Key.Span.End, entry.Value.Span.End)}))
		}
	}
	return found
}

// factsMatching returns the facts whose names a pattern captures. Where several places match, the
// first one counts.
func factsMatching(tree *module.Tree, path string, pattern *lazyregexp.Regexp) (found []Definition) {
	file, err := tree.Files.Read(path)
	if err != nil {
		return nil
	}
	seen := map[string]bool{}
	for _, at := range pattern.FindAllStringSubmatchIndex(file.Text, -1) {
		if name := file.Text[at[2]:at[3]]; !seen[strings.ToLower(name)] {
			seen[strings.ToLower(name)] = true
			found = append(found, fact(file, name, source.Span{Start: int32(at[2]), End: int32(at[1])}))
		}
	}
	return found
}

// fact returns the definition of a fact. Facter writes the names of external facts in lower case.
func fact(file *source.File, name string, span source.Span) Definition {
	return Definition{ID{Fact, strings.ToLower(name)}, Location{file, span}}
}
