package suppress

import (
	"cmp"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// Comment is a comment of a file in any language.
type Comment struct {
	// Text is the text between the comment's delimiters.
	Text string
	// Span covers the whole comment, including the delimiters.
	Span source.Span
	// Alone is true if only blanks precede the comment on its line.
	Alone bool
}

// List holds the requests of the control comments in a file. It must be used by one goroutine
// at a time.
type List struct {
	file       *source.File
	requests   []request
	unbalanced []unmatched
}

// request is a rule that a comment suppresses on some lines.
type request struct {
	name   string
	reason string
	// opening and closing are the comments that make the request. closing is nil unless the
	// request is a block.
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

// Parse reads the control comments of a file. comments are all comments of the file, in the
// order of the text.
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
				// The comment names no rule, so there is nothing to suppress.
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

// Blocks returns the code between pairs of comments that suppress one of the named rules, from the
// beginning of the first comment to that of the second. The spans are sorted by their beginnings, and
// may contain each other.
func (l *List) Blocks(names ...string) (blocks []source.Span) {
	for i := range l.requests {
		if request := &l.requests[i]; request.closing != nil && slices.Contains(names, request.name) {
			blocks = append(blocks, source.Span{Start: request.opening.Span.Start, End: request.closing.Span.Start})
		}
	}
	slices.SortFunc(blocks, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	return blocks
}

// MayControl reports whether a file may contain control comments.
func MayControl(file *source.File) bool { return strings.Contains(file.Text, "lint:") }

// isControl reports whether a text may contain control words, for this program or for
// puppet-lint (Ruby).
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

// split separates the control words from the reason after them.
func split(text string) (words []string, reason string) {
	all := strings.Fields(text)
	count := 0
	for count < len(all) && (strings.HasPrefix(all[count], "lint:ignore") || strings.HasPrefix(all[count], "lint:endignore")) {
		count++
	}
	return all[:count], strings.Join(all[count:], " ")
}

// Apply marks the findings that a comment suppresses. A comment applies to the line at which a
// finding is reported and, if the finding ends on a later line, to that line as well. resolve
// returns the rule with a name, or nil. If several comments suppress a finding, its reason is
// that of the last one.
func (l *List) Apply(findings []*diag.Diagnostic, resolve func(name string) *diag.Rule) {
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
	for _, finding := range findings {
		if asked := rules[finding.Rule]; asked != nil {
			l.suppress(finding, asked)
		}
	}
}

// suppress marks a finding if one of the requests applies to it.
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
		finding.Suppress(l.requests[last].reason)
	}
}

// linesOf returns the 1-based lines on which a finding can be suppressed.
func linesOf(finding *diag.Diagnostic, file *source.File) []int {
	lines := []int{file.Line(finding.At)}
	if finding.Span.End > finding.At {
		lines = append(lines, file.Line(finding.Span.End-1))
	}
	return lines
}

// fewLines is the greatest number of lines of a block that is indexed by each of its lines.
const fewLines = 64

// ruleRequests holds the indexes of the requests for one rule. lines holds the requests for a
// few lines, by each line; wide holds the others.
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
