package suppress

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// Text describes a file, in whatever language, for Add: its comments, and which comments may be
// written where.
type Text struct {
	File *source.File
	// Comments are the file's comments in the order of the text.
	Comments []Comment
	// End returns the kind of comment that may be written at the end of a line. Lines count
	// from 1; line 0 stands for the beginning of the file.
	End func(line int) CommentKind
}

// CommentKind is the kind of comment that may be written at a place.
type CommentKind uint8

const (
	// Within allows no comment: the place lies inside a string, heredoc, comment or tag that
	// continues on the next line.
	Within CommentKind = iota
	// Code allows a comment from "#" to the end of the line.
	Code
	// Tagged is like Code, but no line may be inserted after it: the text of a heredoc begins
	// on the next line.
	Tagged
	// Line allows no comment behind other text. Comments must have lines of their own.
	Line
	// Template allows a comment of a template: <%# … %>. It does not change the rendered text.
	Template
	// Trimmed means that the "-%>" at the end of the line removes the line end.
	Trimmed
)

func (p CommentKind) isTemplate() bool { return p >= Template }

// isJoined reports whether no line may be inserted after the place.
func (p CommentKind) isJoined() bool { return p == Within || p == Tagged }

// Add returns the edits that suppress findings of the file by control comments. A comment is
// put at the end of the line if possible, otherwise a block is put around the line. reason,
// unless it is empty, is written behind the names of the rules. Add skips findings that are
// already suppressed.
func Add(text Text, findings []*diag.Diagnostic, reason string) []diag.Edit {
	writer := addition{text: text, reason: reason, names: map[int][]string{}}
	for _, finding := range findings {
		if finding.Suppressed || finding.Rule == &Unused || finding.Rule == &Unbalanced || finding.Rule == &Unknown {
			continue // findings about control comments are to be fixed, not suppressed
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
		edit, next := writer.suppress(line)
		edits, line = append(edits, edit...), next
	}
	return edits
}

type addition struct {
	text   Text
	reason string
	names  map[int][]string
}

// longest is the length, in bytes, of the longest line that a comment is put behind. On a
// longer line, the comment itself would be reported.
const longest = 140

// suppress returns the edits for the findings of a line, and of the further lines that a block
// around it must include. next is the first line after them.
func (a *addition) suppress(line int) (edits []diag.Edit, next int) {
	file := a.text.File
	place := a.text.End(line)
	// On a line without any other text, a comment would begin a block.
	isBlank := strings.TrimSpace(file.LineText(line)) == ""
	if place.isTemplate() || (place == Code || place == Tagged) && !isBlank && (line == 1 || !a.text.End(line-1).isJoined()) {
		if edit, done := a.trailing(line, place); done {
			return []diag.Edit{edit}, line + 1
		}
	}
	first, last := line, line
	for first > 1 && a.text.End(first-1).isJoined() {
		first--
	}
	for last < file.LineCount() && a.text.End(last).isJoined() {
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
	code := first
	for isBlank && code < file.LineCount() && strings.TrimSpace(file.LineText(code)) == "" {
		code++ // the finding may be about the blanks of the line
	}
	// An odd number of blanks would itself be reported.
	indent := strings.ReplaceAll(blanksAt(file.LineText(code)), "\t", "  ")
	indent = indent[:len(indent)/2*2]
	if first == 1 {
		indent = "" // on the first line, an indented comment would belong to the line before
	}
	var opening, closing string
	for _, part := range a.parts(names, len(indent)) {
		begin, end := indent+"# "+a.words(part)+"\n", "\n"+indent+"# lint:endignore"
		if a.text.End(first - 1).isTemplate() {
			begin = "<%# " + a.words(part) + " -%>\n"
		}
		if a.text.End(last).isTemplate() {
			if end = "\n<%# lint:endignore -%>"; last == file.LineCount() {
				end = "<%# lint:endignore %>" // no line follows
			}
		}
		opening, closing = opening+begin, closing+end
	}
	if int(file.LineSpan(last).End) == len(file.Text) && !a.text.End(last).isTemplate() {
		closing += "\n" // the finding may be about a missing line end
	}
	if file.LineStart(first) == file.LineSpan(last).End {
		return []diag.Edit{diag.Insert(file, file.LineStart(first), opening+closing)}, last + 1
	}
	return []diag.Edit{diag.Insert(file, file.LineStart(first), opening), diag.Insert(file, file.LineSpan(last).End, closing)}, last + 1
}

// trailing suppresses the findings of a line by a comment at its end. It adds a new comment,
// adds names to a control comment there, or puts names before the text of another comment.
func (a *addition) trailing(line int, place CommentKind) (diag.Edit, bool) {
	file, span := a.text.File, a.text.File.LineSpan(line)
	if comment := a.commentEndingAt(span.End); comment != nil {
		edit, done := a.within(comment, a.names[line])
		return edit, done && span.Len()+len(edit.NewText) <= longest
	}
	added, at := " # "+a.words(a.names[line]), span.End
	switch place {
	case Template:
		added = "<%# " + a.words(a.names[line]) + " %>"
	case Trimmed:
		added = "<%# " + a.words(a.names[line]) + " -%>"
		at = span.Start + int32(len(strings.TrimRight(file.Slice(span), " \t")))
	}
	if span.Len()+len(added) > longest {
		return diag.Edit{}, false
	}
	// Blanks at the end of the line stay before the comment: they may be the finding.
	return diag.Insert(file, at, added), true
}

// within adds names to an existing comment.
func (a *addition) within(comment *Comment, names []string) (diag.Edit, bool) {
	written := a.text.File.Slice(comment.Span)
	start := comment.Span.Start
	switch {
	case comment.Alone:
		return diag.Edit{}, false
	case strings.HasPrefix(written, "<%#"):
		start += int32(len("<%#"))
	case strings.HasPrefix(written, "#"):
		start++
	default:
		return diag.Edit{}, false
	}
	if !isControl(comment.Text) {
		added := " " + words(names)
		if text := comment.Text; text != "" && !strings.HasPrefix(text, " ") && !strings.HasPrefix(text, "\t") {
			added += " "
		}
		return diag.Insert(a.text.File, start, added), true
	}
	start += int32(len(comment.Text) - len(strings.TrimLeft(comment.Text, " \t")))
	return diag.Insert(a.text.File, start, words(names)+" "), true
}

// parts distributes the names over as few comments as possible, none of them too long.
func (a *addition) parts(names []string, indent int) [][]string {
	parts := [][]string{names[:1]}
	for i := 1; i < len(names); i++ {
		current := &parts[len(parts)-1]
		start := i - len(*current)
		if indent+len("<%#  -%>")+len(a.words(names[start:i+1])) > longest {
			parts = append(parts, names[i:i+1])
			continue
		}
		*current = names[start : i+1]
	}
	return parts
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

// words returns the control words for names, followed by the reason.
func (a *addition) words(names []string) string {
	text := words(names)
	if a.reason != "" {
		text += " " + a.reason
	}
	return text
}

func words(names []string) string { return "lint:ignore:" + strings.Join(names, " lint:ignore:") }

func blanksAt(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }
