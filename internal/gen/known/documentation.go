//go:build develop

package main

import (
	"cmp"
	"strings"

	"puppet-lint/internal/document/docstring"
	"puppet-lint/internal/document/ruby"
)

// longestSentence is the length in bytes of the longest sentence that is kept.
const longestSentence = 100

// sentence returns the first sentence of a text, or "" if it is too long.
func sentence(text string) string { return docstring.FirstSentence(text, longestSentence) }

// summary returns the sentence that describes a definition as a whole, or "".
func summary(doc docstring.Doc) string { return sentence(cmp.Or(doc.Summary, doc.Text)) }

// rubyDocs holds the sentences about the declarations in a module's Ruby files, by file and name.
// All versions share the sentence of the newest version that has one, so that a change of words
// alone does not add another form of a file.
type rubyDocs map[[3]string]ruby.Documentation

// shortened returns the declarations of a file with one sentence for each item.
func (d rubyDocs) shortened(path string, of *ruby.Declarations) *ruby.Declarations {
	shortened := *of
	shortened.Types, shortened.Functions, shortened.LegacyFunctions = nil, nil, nil
	for _, declared := range of.Types {
		copied := *declared
		copied.Doc, copied.Attributes = d.sentence(path, copied.Name, "", string(copied.Doc)), nil
		for _, attribute := range declared.Attributes {
			inner := *attribute
			inner.Doc = d.sentence(path, copied.Name, inner.Name, string(inner.Doc))
			copied.Attributes = append(copied.Attributes, &inner)
		}
		shortened.Types = append(shortened.Types, &copied)
	}
	for _, function := range of.Functions {
		copied := *function
		copied.Doc = d.sentence(path, copied.Name, "", string(copied.Doc))
		shortened.Functions = append(shortened.Functions, &copied)
	}
	for _, function := range of.LegacyFunctions {
		copied := *function
		copied.Doc = d.sentence(path, copied.Name, "", string(copied.Doc))
		shortened.LegacyFunctions = append(shortened.LegacyFunctions, &copied)
	}
	return &shortened
}

// sentence returns the sentence for an item of a file, and remembers it for older versions.
func (d rubyDocs) sentence(path, name, attribute, text string) ruby.Documentation {
	key := [3]string{path, name, attribute}
	if d[key] == "" {
		d[key] = ruby.Documentation(summary(docstring.Parse(strings.Split(text, "\n"))))
	}
	return d[key]
}
