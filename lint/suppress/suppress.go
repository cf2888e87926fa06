package suppress

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// Comment is a comment of a file, in whatever language the file is.
type Comment struct {
	// Text is what stands between the comment's delimiters.
	Text string
	// Span is the whole comment, delimiters included.
	Span source.Span
	// Alone reports that nothing but blanks stands before it on its line.
	Alone bool
}

// List holds what the control comments of one file ask for. It serves one
// goroutine.
type List struct {
	file       *source.File
	requests   []request
	unbalanced []unmatched
}

// request is one rule that one comment suppresses on some lines.
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

// unmatched is a block without an end, or an end without a block.
type unmatched struct {
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
					list.unbalanced = append(list.unbalanced, unmatched{comment: comment})
					continue
				}
				for _, request := range open[len(open)-1] {
					request.closing, request.lastLine = comment, line
					list.add(request)
				}
				open = open[:len(open)-1]
			case len(parts) < 3 || parts[2] == "":
				// No name: nothing to suppress.
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
		list.unbalanced = append(list.unbalanced, unmatched{requests[0].opening, requests[0].name})
	}
	return list
}

func (l *List) add(request request) { l.requests = append(l.requests, request) }

// isControl reports whether puppet-lint (Ruby), or we, would look into the comment.
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

// Apply marks the findings that a comment suppresses, by the line of their point
// or, for one that ends on a later line, by that line as well. resolve gives
// the rule that goes by a name, or nil. Where several comments speak of one
// finding, the last one gives the reason.
func (l *List) Apply(findings []diag.Diagnostic, resolve func(name string) *diag.Rule) {
	if len(l.requests) == 0 || len(findings) == 0 {
		return
	}
	rules := map[*diag.Rule]*ruleRequests{}
	for i := range l.requests {
		if rule := resolve(l.requests[i].name); rule != nil {
			if rules[rule] == nil {
				rules[rule] = &ruleRequests{lines: map[int][]int{}}
			}
			rules[rule].add(i, &l.requests[i])
		}
	}
	for i := range findings {
		finding := &findings[i]
		if asked := rules[finding.Rule]; asked != nil {
			l.suppress(finding, asked)
		}
	}
}

// suppress marks the finding if one of the requests asks for it.
func (l *List) suppress(finding *diag.Diagnostic, asked *ruleRequests) {
	last := -1
	for _, line := range linesOf(finding, l.file) {
		for _, list := range [][]int{asked.lines[line], asked.wide} {
			for _, index := range list {
				if request := &l.requests[index]; request.covers(line) {
					request.used = true
					last = max(last, index)
				}
			}
		}
	}
	if last >= 0 {
		finding.Suppressed, finding.Reason = true, l.requests[last].reason
	}
}

// linesOf are the 1-based lines by which a finding can be suppressed.
func linesOf(finding *diag.Diagnostic, file *source.File) []int {
	lines := []int{file.Line(finding.At)}
	if finding.Span.End > finding.At {
		lines = append(lines, file.Line(finding.Span.End-1))
	}
	return lines
}

// fewLines is how many lines a block has that is known by each of them.
const fewLines = 64

// ruleRequests are the requests that concern one rule, as indexes: those for a
// few lines by each line, and the others.
type ruleRequests struct {
	lines map[int][]int
	wide  []int
}

func (r *ruleRequests) add(index int, request *request) {
	if request.lastLine-request.firstLine > fewLines {
		r.wide = append(r.wide, index)
		return
	}
	for line := request.firstLine; line <= request.lastLine; line++ {
		r.lines[line] = append(r.lines[line], index)
	}
}
func (r *request) covers(line int) bool { return r.firstLine <= line && line <= r.lastLine }
