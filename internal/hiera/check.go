package hiera

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
)

// CheckDocument returns the errors in a YAML or JSON file that do not depend on its purpose:
// syntax that Ruby rejects, duplicate keys, further documents.
func CheckDocument(read *document.Document) []*diag.Diagnostic {
	var found []*diag.Diagnostic
	for _, mistake := range read.Errors {
		one := finding(&dataSyntax, read.File, mistake.Span, mistake.Message)
		if mistake.Context != "" {
			one.Message = mistake.Message + " " + mistake.Context
			one.Related = []diag.Related{{File: read.File, Span: mistake.ContextSpan, Message: "the second document begins here"}}
		}
		found = append(found, one)
	}
	if holdsValue(read.File.Slice(read.Rest)) {
		found = append(found, finding(&unreadDocument, read.File, firstLine(read.File, read.Rest), "only the first document of a file is read; this one is ignored"))
	}
	if read.Root != nil {
		found = appendDuplicates(found, read.File, read.Root)
	}
	return found
}

// holdsValue reports whether the text after a document has more than comments and marks of
// documents.
func holdsValue(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.Trim(line, "-. \t\r\n"); line != "" && line[0] != '#' {
			return true
		}
	}
	return false
}

// CheckUnread checks a YAML or JSON file that nothing is known to read. It returns at most one
// finding, and only what any YAML or JSON reader would reject or lose.
func CheckUnread(read *document.Document) []*diag.Diagnostic {
	for _, mistake := range read.Errors {
		switch mistake.Code {
		case document.Syntax, document.Encoding, document.UnknownAlias:
			return CheckDocument(&document.Document{File: read.File, Errors: []document.Error{mistake}})
		}
	}
	if len(read.Errors) > 0 {
		return nil // Puppet's own backends refuse them, others may read them
	}
	found := CheckDocument(read)
	if len(found) > 1 {
		found[0].Fixes = nil // with it alone applied, the next run would report and fix the second
		found = found[:1]
	}
	return found
}

// firstLine returns the part of a span that is on its first line with text.
func firstLine(file *source.File, span source.Span) source.Span {
	text := file.Slice(span)
	trimmed := strings.TrimLeft(text, "\r\n")
	span.Start += int32(len(text) - len(trimmed))
	if end := strings.IndexAny(trimmed, "\r\n"); end >= 0 {
		span.End = span.Start + int32(end)
	}
	return span
}

func appendDuplicates(found []*diag.Diagnostic, file *source.File, node *document.Node) []*diag.Diagnostic {
	switch node.Kind {
	case document.Sequence:
		for _, item := range node.Items {
			found = appendDuplicates(found, file, item)
		}
	case document.Mapping:
		for _, duplicate := range node.Duplicates() {
			one := finding(&duplicateDataKey, file, duplicate.Again.Key.Span, fmt.Sprintf("the key '%s' is repeated here; this value is used", duplicate.Again.Key.Resolve().Text))
			one.Related = []diag.Related{{File: file, Span: duplicate.First.Key.Span, Message: "this value is ignored"}}
			one.Fixes = fixDuplicate(file, node, duplicate)
			found = append(found, one)
		}
		for _, entry := range node.Entries {
			found = appendDuplicates(found, file, entry.Value)
		}
	}
	return found
}

// fixDuplicate returns the fix that removes the second of two pairs with equal values, or nil
// if other text is on its lines.
func fixDuplicate(file *source.File, mapping *document.Node, duplicate document.Duplicate) []diag.Fix {
	again := duplicate.Again
	if mapping.Style != document.Block || !document.Equal(duplicate.First.Value, again.Value) {
		return nil
	}
	key, end := again.Key.Span.Start, max(again.Key.Span.End, again.Value.Span.End)
	first := file.Line(key)
	last := file.Line(max(key, end-1))
	lines := source.Span{Start: file.LineStart(first), End: int32(len(file.Text))}
	if last < file.LineCount() {
		lines.End = file.LineStart(last + 1)
	}
	before, after := file.Text[lines.Start:key], strings.TrimSpace(file.Text[end:lines.End])
	if strings.Trim(before, " ") != "" || strings.Contains(file.Slice(lines), "&") || after != "" {
		return nil
	}
	return []diag.Fix{{Message: "remove it: the value is the same", Safety: diag.Safe, Edits: []diag.Edit{{File: file, Span: lines}}}}
}

// Check returns the errors in the hierarchy itself. The caller owns them.
func (c *Config) Check() []*diag.Diagnostic {
	found := diag.Clone(c.Problems)
	if len(found) > 0 {
		return found
	}
	for _, level := range append(c.Levels[:len(c.Levels):len(c.Levels)], c.Defaults...) {
		for _, location := range level.Locations {
			if len(location.Files) == 0 && location.Node != nil && !level.Opaque {
				found = append(found, finding(&emptyHieraPath, c.Document.File, location.Node.Span, "no file matches this path"))
			}
		}
	}
	return found
}

// CheckSource returns the errors in a data file of the hierarchy.
func (c *Config) CheckSource(source *Source) []*diag.Diagnostic {
	read := source.Document()
	root := read.Root
	if root == nil || root.Kind == document.Null || root.Kind == document.Boolean && !root.Boolean {
		return nil // Puppet only warns about an empty file
	}
	if root.Resolve().Kind != document.Mapping {
		made := finding(&dataNotHash, read.File, root.Span, "a data file must contain a hash of keys, not "+describe(root.Resolve()))
		if !source.Always && root.Resolve().Kind != document.Sequence {
			made.Severity = diag.Warning // only a warning: there may be no node with the facts that lead to the file
		}
		return []*diag.Diagnostic{made}
	}
	var found []*diag.Diagnostic
	for _, pair := range root.Pairs() {
		key := pair.Key.Resolve()
		if c.Module != "" && !c.Shared && !isOwnKey(key, c.Module) && !holdsAnchors(pair.Value) {
			found = append(found, finding(&foreignDataKey, read.File, pair.Key.Span,
				"this key is never looked up: in the data of module '"+c.Module+"', Puppet looks up only keys that begin with '"+c.Module+"::'"))
		}
		if key.Text != OptionsKey {
			found = c.appendValues(found, read.File, pair.Value)
		}
	}
	return found
}

// holdsAnchors reports whether all parts of a value have anchors, so that other keys can use them.
func holdsAnchors(value *document.Node) bool {
	switch {
	case value == nil:
		return false
	case value.Anchor != "":
		return true
	case value.Kind == document.Sequence:
		return len(value.Items) > 0 && !slices.ContainsFunc(value.Items, func(item *document.Node) bool { return !holdsAnchors(item) })
	case value.Kind == document.Mapping:
		return len(value.Entries) > 0 && !slices.ContainsFunc(value.Entries, func(entry document.Entry) bool { return !holdsAnchors(entry.Value) })
	}
	return false
}

func isOwnKey(key *document.Node, module string) bool {
	return key.Text == OptionsKey || key.Kind == document.String && strings.HasPrefix(key.Text, module+"::")
}

// appendValues appends findings for values that no lookup can return, and for interpolations
// that Hiera rejects.
func (c *Config) appendValues(found []*diag.Diagnostic, file *source.File, node *document.Node) []*diag.Diagnostic {
	switch node.Kind {
	case document.Symbol:
		found = append(found, finding(&invalidDataValue, file, node.Span, "this is the Ruby symbol :"+node.Text+", which Puppet refuses as a value; quote it"))
	case document.Sequence:
		for _, item := range node.Items {
			found = c.appendValues(found, file, item)
		}
	case document.Mapping:
		for _, entry := range node.Entries {
			if !entry.Merge {
				found = c.appendValues(found, file, entry.Key)
				found = appendRefusedKey(found, file, entry.Key)
			}
			found = c.appendValues(found, file, entry.Value)
		}
	case document.String:
		for _, one := range InterpolationsIn(file, node) {
			if why := wrongInterpolation(node.Text, one); why != "" {
				found = append(found, finding(&invalidInterpolation, file, one.Span, why))
			}
		}
	}
	return found
}

// appendRefusedKey appends a finding if a key of a hash is of a kind that Puppet refuses.
func appendRefusedKey(found []*diag.Diagnostic, file *source.File, node *document.Node) []*diag.Diagnostic {
	key := node.Resolve()
	switch key.Kind {
	case document.Null, document.Boolean, document.Sequence, document.Mapping:
		one := finding(&invalidDataValue, file, node.Span,
			"a key of a hash in data must be a string or a number: Puppet refuses one that is "+describe(key))
		if key.Text != "" {
			one.Help = "quote it: '" + key.Text + "'"
		}
		found = append(found, one)
	}
	return found
}

var methods = []string{"lookup", "hiera", "alias", "literal", "scope"}

func wrongInterpolation(text string, one Interpolation) string {
	switch {
	case one.Method == "" && strings.ContainsAny(one.Key, "()"):
		return "this reads a variable called '" + one.Key + "'; the argument of a method must be in quotes"
	case one.Method != "" && !slices.Contains(methods, one.Method):
		return "there is no interpolation method '" + one.Method + "': use lookup, hiera, alias, literal or scope"
	case one.Method == "alias" && (one.Start != 0 || one.End != len(text)):
		return "alias() must be the whole string"
	case one.Method != "literal" && one.Key != "":
		if _, ok := SplitKey(one.Key); !ok {
			return "'" + one.Key + "' is not a key: dots separate keys; put quotes around a key that has dots"
		}
	}
	return ""
}

// Unreached reports a file in a data folder of the configuration that none of its levels reads.
func (c *Config) Unreached(read *document.Document) []*diag.Diagnostic {
	return []*diag.Diagnostic{finding(&unreachedDataFile, read.File, source.Span{}, "no level of "+filepath.Base(c.Document.File.Name)+" reads this file")}
}
