package suppress

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
)

// Unused reports control comments that suppress nothing.
var Unused = diag.Rule{
	Name:     "unused_suppression",
	Group:    diag.Suspicious,
	Severity: diag.Warning,
	Summary:  "a control comment that suppresses nothing",
	Rationale: "A `lint:ignore` comment that no longer suppresses anything hides the next finding of its rule on that line, and " +
		"points readers to a problem that is gone. Remove it.\n\nA comment for a rule that is off is not reported, nor one that " +
		"puppet-lint (Ruby) or the plugin that the check comes from may still need.",
	Bad:   []diag.Example{{Code: "# An example.\nclass example {\n  $x = 'a' # lint:ignore:hard_tabs\n}\n", Fixed: "# An example.\nclass example {\n  $x = 'a'\n}\n"}},
	Good:  []diag.Example{{Code: "# An example.\nclass example {\n  notice(\"a\") # lint:ignore:double_quoted_strings kept as it was\n}\n"}},
	Fix:   diag.FixInfo{Safety: diag.Safe, Summary: "remove the control comment", LayoutOnly: true},
	Since: "1.0.0",
}

// Unknown reports control comments for rules that do not exist.
var Unknown = diag.Rule{
	Name:     "unknown_suppression",
	Group:    diag.Suspicious,
	Severity: diag.Warning,
	Summary:  "a control comment that names no known rule",
	Rationale: "Each rule needs its own `lint:ignore:` in the comment: `lint:ignore:a lint:ignore:b`. An unknown " +
		"name, or two names joined by a comma, suppresses nothing, and puppet-lint (Ruby) does not report it.",
	Bad:   []diag.Example{{Code: "# An example.\nclass example {\n  $x = 'a' # lint:ignore:hard_tab\n}\n"}},
	Good:  []diag.Example{{Code: "# An example.\nclass example {\n  notice(\"a\") # lint:ignore:double_quoted_strings kept as it was\n}\n"}},
	Since: "1.0.0",
}

// Unbalanced reports a block without an end, and an end without a block.
var Unbalanced = diag.Rule{
	Name:     "unbalanced_suppression",
	Group:    diag.Suspicious,
	Severity: diag.Warning,
	Summary:  "a lint:ignore block without lint:endignore, or the reverse",
	Rationale: "A `lint:ignore` comment on a line of its own opens a block, which suppresses nothing unless a " +
		"`lint:endignore` comment closes it. To suppress a rule in the whole file, write `lint:ignore-file:NAME`.",
	Bad:   []diag.Example{{Code: "# An example.\nclass example {\n  # lint:ignore:double_quoted_strings\n  $x = 'a'\n}\n"}},
	Good:  []diag.Example{{Code: "# An example.\nclass example {\n  # lint:ignore:double_quoted_strings\n  notice(\"a\")\n  # lint:endignore\n}\n"}},
	Since: "1.0.0",
}

// Rules returns the rules of this package.
func Rules() []*diag.Rule { return []*diag.Rule{&Unbalanced, &Unknown, &Unused} }

// Unused returns the rules that comments name without suppressing any finding. It must be
// called after Apply, with the same resolve.
func (l *List) Unused(resolve func(string) *diag.Rule) (rules []*diag.Rule) {
	for i := range l.requests {
		if request := &l.requests[i]; !request.used {
			if rule := resolve(request.name); rule != nil {
				rules = append(rules, rule)
			}
		}
	}
	return rules
}

// Findings reports mistakes in the control comments themselves. It must be called after Apply,
// with the same resolve. ran reports whether a rule was applied to the file. foreign reports
// whether an unknown name is that of a check of another tool. suggest returns the most similar
// known name, or "". The caller drops the findings of disabled rules.
func (l *List) Findings(resolve func(string) *diag.Rule, ran func(*diag.Rule) bool, foreign func(string) bool, suggest func(string) string) []*diag.Diagnostic {
	var found []*diag.Diagnostic
	var unused [][]*request // those of one comment together
	for i := range l.requests {
		one := &l.requests[i]
		rule := resolve(one.name)
		switch {
		case rule == nil && foreign(one.name):
		case rule == nil:
			finding := l.finding(&Unknown, l.word(one), fmt.Sprintf("this control comment names an unknown rule, '%s'", one.name))
			finding.Suggest(diag.Suggestion{Written: one.name, Meant: suggest(one.name)})
			found = append(found, finding)
		case !one.used && ran(rule):
			if last := len(unused) - 1; last >= 0 && unused[last][0].opening == one.opening {
				unused[last] = append(unused[last], one)
			} else {
				unused = append(unused, []*request{one})
			}
		}
	}
	for _, requests := range unused {
		found = append(found, l.unusedComment(requests))
	}
	for _, unmatched := range l.unbalanced {
		message := fmt.Sprintf("lint:ignore:%s comment with no closing lint:endignore comment", unmatched.name)
		if unmatched.name == "" {
			message = "lint:endignore comment with no opening lint:ignore:<check> comment"
		}
		found = append(found, l.finding(&Unbalanced, unmatched.comment.Span, message))
	}
	return found
}

func (l *List) finding(rule *diag.Rule, span source.Span, message string) *diag.Diagnostic {
	return &diag.Diagnostic{Rule: rule, Severity: rule.Severity, File: l.file, Span: span, At: span.Start, Message: message}
}

// word returns the span of a request's control word in its comment.
func (l *List) word(request *request) source.Span {
	span := request.opening.Span
	word := "lint:ignore:" + request.name
	if request.lastLine == lastLine {
		word = fileWord + request.name
	}
	if at := strings.Index(l.file.Slice(span), word); at >= 0 {
		start := span.Start + int32(at)
		return source.Span{Start: start, End: start + int32(len(word))}
	}
	return span
}

// unusedComment reports the requests of one comment that suppress nothing.
func (l *List) unusedComment(unused []*request) *diag.Diagnostic {
	names, words := make([]string, len(unused)), l.word(unused[0])
	for i, request := range unused {
		names[i] = "'" + request.name + "'"
		word := l.word(request)
		words = source.Span{Start: min(words.Start, word.Start), End: max(words.End, word.End)}
	}
	finding := l.finding(&Unused, words, "this control comment suppresses no finding of "+english.List(names, "or"))
	if edits := l.removal(unused); edits != nil {
		finding.Fixes = []diag.Fix{{Message: Unused.Fix.Summary, Safety: diag.Safe, Edits: edits}}
	}
	return finding
}

// removal returns the edits that remove requests of one comment: the whole comment and the end of
// its block or, if the comment has other words, only the words of the requests. It returns nil if
// the comment at the end of the block ends another one, too.
func (l *List) removal(unused []*request) []diag.Edit {
	opening, all := unused[0].opening, 0
	var closing *Comment
	for i := range l.requests {
		if one := &l.requests[i]; one.opening == opening {
			all++
			closing = cmp.Or(closing, one.closing)
		}
	}
	if len(unused) < all {
		return l.wordRemoval(unused)
	}
	edits := []diag.Edit{diag.Delete(l.file, l.wholeComment(opening))}
	if closing == nil {
		return edits
	}
	for i := range l.requests {
		if one := &l.requests[i]; one.closing == closing && one.opening != opening {
			return nil
		}
	}
	return append(edits, diag.Delete(l.file, l.wholeComment(closing)))
}

// wordRemoval returns the edits that remove the words of requests from their comment, with the
// blanks after them, or before them at the end of the comment.
func (l *List) wordRemoval(unused []*request) (edits []diag.Edit) {
	var words []source.Span
	for _, request := range unused {
		words = append(words, l.word(request))
	}
	slices.SortFunc(words, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	text, end := l.file.Text, unused[0].opening.Span.End
	for i := 0; i < len(words); i++ {
		span := words[i]
		for span.End < end && text[span.End] == ' ' {
			span.End++
			if i+1 < len(words) && words[i+1].Start == span.End {
				i++
				span.End = words[i].End
			}
		}
		for span.End == end && text[span.Start-1] == ' ' {
			span.Start--
		}
		edits = append(edits, diag.Delete(l.file, span))
	}
	return edits
}

// wholeComment returns the span of a comment with the blanks before it. If nothing else is on
// its line, the span includes the line end.
func (l *List) wholeComment(comment *Comment) source.Span {
	span, text := comment.Span, l.file.Text
	for span.Start > 0 && (text[span.Start-1] == ' ' || text[span.Start-1] == '\t') {
		span.Start--
	}
	startsLine := span.Start == 0 || text[span.Start-1] == '\n'
	end := span.End
	for int(end) < len(text) && (text[end] == ' ' || text[end] == '\t' || text[end] == '\r') {
		end++
	}
	if startsLine && int(end) < len(text) && text[end] == '\n' {
		span.End = end + 1
	}
	return span
}
