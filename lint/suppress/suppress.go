package suppress

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/source"
)

// Comment is a comment of a file, in whatever language the file is.
type Comment struct {
	// Text is what stands between the comment's delimiters.
	Text string
	// Span is the whole comment, delimiters included.
	Span source.Span
	// Alone tells that nothing but blanks stands before it on its line.
	Alone bool
}

// List holds what the control comments of one file ask for. It serves one
// goroutine.
type List struct {
	file     *source.File
	requests []request
	strays   []stray
}

// request is one rule that one comment wants to be silent on some lines.
type request struct {
	name   string
	reason string
	// opening and closing are the comments that hold the request; closing is nil
	// for a line or a whole file.
	opening *Comment
	closing *Comment
	// firstLine and lastLine are 1-based and inclusive.
	firstLine, lastLine int
	used                bool
}

// stray is a block without an end, or an end without a block.
type stray struct {
	comment *Comment
	name    string // empty for an end
}

const (
	fileWord = "lint:ignore-file:"
	lastLine = 1 << 30
)

// Parse reads the control comments among comments, which are those of file in
// the order of the text.
func Parse(file *source.File, comments []Comment) *List {
	list := &List{file: file}
	var open [][]request
	for i := range comments {
		comment := &comments[i]
		if !isControl(comment.Text) {
			continue
		}
		words, reason := split(comment.Text)
		line := file.Line(comment.Span.Start)
		var opened []request
		for _, word := range words {
			if name, isFile := strings.CutPrefix(word, fileWord); isFile {
				list.add(request{name: name, reason: reason, opening: comment, firstLine: 1, lastLine: lastLine})
				continue
			}
			parts := strings.Split(word, ":")
			switch {
			case parts[1] != "ignore":
				if len(open) == 0 {
					list.strays = append(list.strays, stray{comment: comment})
					continue
				}
				for _, request := range open[len(open)-1] {
					request.closing, request.lastLine = comment, line
					list.add(request)
				}
				open = open[:len(open)-1]
			case len(parts) < 3 || parts[2] == "":
				// No name: nothing to silence.
			case comment.Alone:
				opened = append(opened, request{name: parts[2], reason: reason, opening: comment, firstLine: line})
			default:
				list.add(request{name: parts[2], reason: reason, opening: comment, firstLine: line, lastLine: line})
			}
		}
		if opened != nil {
			open = append(open, opened)
		}
	}
	for _, requests := range open {
		list.strays = append(list.strays, stray{requests[0].opening, requests[0].name})
	}
	return list
}

func (l *List) add(request request) { l.requests = append(l.requests, request) }

// isControl reports whether the Ruby tool, or we, would look into the comment.
func isControl(text string) bool {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "lint:endignore") || strings.HasPrefix(text, fileWord) {
		return true
	}
	name, found := strings.CutPrefix(text, "lint:ignore:")
	return found && name != "" && isWordChar(name[0])
}

func isWordChar(char byte) bool {
	return char == '_' || '0' <= char && char <= '9' || 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z'
}

// split separates the control words from the reason behind them.
func split(text string) (words []string, reason string) {
	all := strings.Fields(text)
	count := 0
	for count < len(all) && (strings.HasPrefix(all[count], "lint:ignore") || strings.HasPrefix(all[count], "lint:endignore")) {
		count++
	}
	return all[:count], strings.Join(all[count:], " ")
}

// Apply marks the findings that a comment silences, by the line of their point
// or, for one that ends on a later line, by that line as well. resolve gives
// the rule that goes by a name, or nil. Where several comments speak of one
// finding, the last one gives the reason.
func (l *List) Apply(findings []diag.Diagnostic, resolve func(name string) *diag.Rule) {
	if len(l.requests) == 0 {
		return
	}
	for i := range l.requests {
		request := &l.requests[i]
		rule := resolve(request.name)
		if rule == nil {
			continue
		}
		for j := range findings {
			finding := &findings[j]
			if finding.Rule == rule && request.covers(finding, l.file) {
				finding.Suppressed, finding.Reason = true, request.reason
				request.used = true
			}
		}
	}
}

func (r *request) covers(finding *diag.Diagnostic, file *source.File) bool {
	if r.lastLine == lastLine {
		return true
	}
	if r.coversLine(file.Line(finding.At)) {
		return true
	}
	return finding.Span.End > finding.At && r.coversLine(file.Line(finding.Span.End-1))
}

func (r *request) coversLine(line int) bool { return r.firstLine <= line && line <= r.lastLine }
