package lint

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/source"
	"puppet-lint/lint/suppress"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// IgnoreEdits returns the edits that suppress findings of a file with control comments. It
// returns none if a comment cannot be written, or would change the meaning of the file. tasks
// is set for a plan.
func IgnoreEdits(file *source.File, tasks bool, findings []*diag.Diagnostic) []diag.Edit {
	var text suppress.Text
	var same func(after *source.File) bool
	switch {
	case strings.HasSuffix(file.Name, ".erb"):
		template := erb.Read(file)
		about := suppressibleTemplate(template, file.Name)
		text = suppress.Text{File: file, Comments: about.comments(), End: func(line int) suppress.CommentKind { return endInTemplate(template, line) }}
		same = func(after *source.File) bool { return slices.Equal(template.Outline(), erb.Read(after).Outline()) }
	case strings.HasSuffix(file.Name, ".json"):
		return nil
	case module.IsSettingsName(file.Name):
		about, again := readSettings(file)
		text = suppress.Text{File: file, Comments: about.comments(), End: func(int) suppress.CommentKind { return settingsEnd(file.Name) }}
		same = again
	case module.IsDocumentName(file.Name):
		read := readData(file.Name, file.Text)
		if len(read.Errors) > 0 {
			return nil
		}
		open := openLines(read)
		text = suppress.Text{File: file, Comments: suppressibleDocument(read, file.Name).comments(), End: func(line int) suppress.CommentKind {
			if open[line] {
				return suppress.Within
			}
			return suppress.Code
		}}
		same = func(after *source.File) bool {
			again := readData(file.Name, after.Text)
			return len(again.Errors) == 0 && document.Equal(read.Root, again.Root)
		}
	default:
		options := syntax.Options{EPP: isTemplate(file.Name), Tasks: tasks}
		parsed := syntax.Parse(file, options)
		if broken(parsed) {
			return nil
		}
		text = suppress.Manifest(parsed)
		same = func(after *source.File) bool {
			again := syntax.Parse(after, options)
			return !broken(again) && sameTree(parsed, again)
		}
	}
	edits := suppress.Add(text, findings, "")
	if len(edits) == 0 {
		return nil
	}
	merged, _ := diag.Merge([]diag.Fix{{Edits: edits}})
	if !same(source.NewFile(file.Name, diag.Apply(file, merged[file]))) {
		return nil
	}
	return merged[file]
}
