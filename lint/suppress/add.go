package suppress

import (
	"slices"
	"strings"

	"puppet-lint/diag"
	"puppet-lint/source"
)

// Text is what Add must know of a file, whatever its language: where a comment
// from "#" to the end of the line may be written.
type Text struct {
	File *source.File
	// Comments are the file's comments in the order of the text.
	Comments []Comment
	// Closed reports whether the 1-based line ends outside of every string,
	// heredoc and comment that goes on to the next line.
	Closed func(line int) bool
}

// Add returns the edits that silence findings, which must be those of the
// file, by control comments: at the end of the line where that is possible,
// else as a block around it. reason, if not empty, is written behind the
// names. Findings that are suppressed already are left out.
func Add(text Text, findings []diag.Diagnostic, reason string) []diag.Edit {
	writer := addition{text: text, reason: reason, names: map[int][]string{}}
	for i := range findings {
		finding := &findings[i]
		if finding.Suppressed {
			continue
		}
		line := text.File.Line(finding.At)
		if !slices.Contains(writer.names[line], finding.Rule.Name) {
			writer.names[line] = append(writer.names[line], finding.Rule.Name)
		}
	}
	var edits []diag.Edit
	for line := 1; line <= text.File.LineCount(); {
		if writer.names[line] == nil {
			line++
			continue
		}
		edit, next := writer.silence(line)
		edits, line = append(edits, edit...), next
	}
	return edits
}

type addition struct {
	text   Text
	reason string
	names  map[int][]string
}

// longest is the length in bytes up to which a comment is put behind a line:
// beyond it the comment would itself be reported.
const longest = 140

// silence returns the edits for the findings of line, and of the lines that a
// block around it has to take in; next is the first line after them.
func (a *addition) silence(line int) (edits []diag.Edit, next int) {
	file := a.text.File
	opensInside := line > 1 && !a.text.Closed(line-1)
	if !opensInside && a.text.Closed(line) {
		if edit, done := a.trailing(line); done {
			return []diag.Edit{edit}, line + 1
		}
	}
	first, last := line, line
	for first > 1 && !a.text.Closed(first-1) {
		first--
	}
	for last < file.LineCount() && !a.text.Closed(last) {
		last++
	}
	var names []string
	for covered := first; covered <= last; covered++ {
		for _, name := range a.names[covered] {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	indent := blanksAt(file.LineText(first))
	if first == 1 {
		indent = "" // on the first line, blanks would make it the comment of that line
	}
	end := file.LineSpan(last).End
	return []diag.Edit{
		diag.Insert(file, file.LineStart(first), indent+a.comment(names)+"\n"),
		diag.Insert(file, end, "\n"+indent+"# lint:endignore"),
	}, last + 1
}

// trailing silences line by a comment at its end: a new one, more names in a
// control comment that is there, or names before the text of another comment.
func (a *addition) trailing(line int) (diag.Edit, bool) {
	file, span := a.text.File, a.text.File.LineSpan(line)
	names := a.names[line]
	if comment := a.commentEndingAt(span.End); comment != nil {
		if comment.Alone || !strings.HasPrefix(file.Slice(comment.Span), "#") {
			return diag.Edit{}, false
		}
		words := words(names)
		if !isControl(comment.Text) {
			words = " " + words
		} else {
			words += " "
		}
		start := comment.Span.Start + 1
		if isControl(comment.Text) {
			start += int32(len(comment.Text) - len(strings.TrimLeft(comment.Text, " \t")))
		}
		return diag.Insert(file, start, words), true
	}
	added := " " + a.comment(names)
	if span.Len()+len(added) > longest {
		return diag.Edit{}, false
	}
	// Blanks at the end of the line, which may be the finding, stay before it.
	return diag.Insert(file, span.End, added), true
}

func (a *addition) commentEndingAt(end int32) *Comment {
	index, _ := slices.BinarySearchFunc(a.text.Comments, end, func(comment Comment, end int32) int {
		return int(comment.Span.End) - int(end)
	})
	if index < len(a.text.Comments) && a.text.Comments[index].Span.End == end {
		return &a.text.Comments[index]
	}
	return nil
}

func (a *addition) comment(names []string) string {
	text := "# " + words(names)
	if a.reason != "" {
		text += " " + a.reason
	}
	return text
}

func words(names []string) string { return "lint:ignore:" + strings.Join(names, " lint:ignore:") }

func blanksAt(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }
