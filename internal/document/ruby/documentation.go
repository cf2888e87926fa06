package ruby

import (
	"slices"
	"strings"
)

// with returns the documentation followed by another text.
func (d Documentation) with(text string) Documentation {
	if d == "" || text == "" {
		return d + Documentation(text)
	}
	return d + "\n" + Documentation(text)
}

// cleaningMethods are methods that only change the layout of a text. The text is their receiver
// or their argument.
var cleaningMethods = map[string]bool{
	"strip": true, "lstrip": true, "rstrip": true, "chomp": true, "gsub": true, "sub": true, "squeeze": true, "tr": true, "freeze": true,
	"unindent": true, "strip_heredoc": true, "squish": true, "to_s": true, "scrub": true, "_": true,
}

// documentation returns the text of a literal that documents something, without its common
// indentation. Interpolations stay as written. It returns "" if the text is computed.
func (r *reader) documentation(n *node) string {
	for n != nil && n.kind == callNode && cleaningMethods[n.text] {
		switch {
		case n.receiver != nil && n.receiver.kind != constantNode:
			n = n.receiver
		case len(n.args) > 0: // _('text'), Puppet::Util::Docs.scrub('text')
			n = n.args[0]
		default:
			return ""
		}
	}
	if n = r.value(n); n == nil || n.kind != stringNode {
		return ""
	}
	text := n.text
	if n.computed {
		text = r.result.File.Slice(n.textSpan)
	}
	start := n.textSpan.Start
	return unindent(text, start > 0 && r.result.File.Text[start-1] == '\n')
}

// commentAbove returns the text of the comment in the lines directly above the one that contains
// an offset, without its signs.
func (r *reader) commentAbove(offset int32) string {
	text := r.result.File.Text
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	var lines []string
	for start > 0 {
		above := strings.LastIndexByte(text[:start-1], '\n') + 1
		line, isComment := strings.CutPrefix(strings.TrimSpace(text[above:start]), "#")
		if !isComment || strings.HasPrefix(line, "!") || above == 0 && strings.HasPrefix(strings.TrimSpace(line), "frozen_string_literal") {
			break
		}
		lines = append(lines, strings.TrimPrefix(strings.TrimLeft(line, "#"), " "))
		start = above
	}
	slices.Reverse(lines)
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// unindent removes the common indentation of the lines of a text. Unless the text begins with a
// whole line, as a heredoc does, its first line stands behind a quote and does not count.
func unindent(text string, wholeLines bool) string {
	if first, rest, several := strings.Cut(text, "\n"); several && !wholeLines {
		text = strings.TrimSpace(first) + "\n" + dedent(rest)
	} else {
		text = dedent(text)
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n ")
}
