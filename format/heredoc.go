package format

import (
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// heredocs edits a gap that contains the text of heredocs.
func (e *editor) heredocs(index int32) {
	p, previous := &e.pieces[index], &e.pieces[index-1]
	behind := e.heredocTexts(previous, int(p.first), e.heredocIndents[index])
	text := strings.Repeat(" ", int(e.indents[index]))
	if p.blank {
		text = e.lineEnd + text
	}
	e.replace(source.Span{Start: behind, End: p.start}, text)
}

// heredocTexts indents the heredocs between a piece and the token upTo. It returns the offset
// after them. It also removes the blanks before the line ending.
func (e *editor) heredocTexts(previous *piece, upTo int, indent int32) (behind int32) {
	tokens := e.file.Tokens
	newline := int(previous.last) + 1
	for newline < upTo && tokens[newline].Kind != syntax.Newline {
		newline++
	}
	if newline == upTo {
		return previous.end
	}
	comma := ""
	if previous.wantsComma {
		comma = ","
	}
	e.replace(source.Span{Start: previous.end, End: tokens[newline].Start}, comma)
	tags := e.heredocTags(newline)
	depth, start, first := 0, tokens[newline].End, newline+1
	for i := first; i < upTo; i++ {
		switch tokens[i].Kind {
		case syntax.HeredocTag:
			depth++ // in an expression of the text
		case syntax.HeredocEnd:
			if depth > 0 {
				depth--
				continue
			}
			behind = tokens[i].End
			if len(tags) > 0 {
				if !e.holdsLongString(tokens[first:i]) {
					e.heredocText(start, behind, tags[0], strings.Repeat(" ", int(indent)))
				}
				tags = tags[1:]
			}
			start, first = behind, i+1
		}
	}
	return behind
}

// holdsLongString reports whether the tokens of a heredoc's text contain a string with a line
// ending, in an expression. Its lines are part of its value, so that the heredoc cannot move.
func (e *editor) holdsLongString(tokens []syntax.Token) bool {
	inString := 0
	for _, token := range tokens {
		switch token.Kind {
		case syntax.StringStart:
			inString++
		case syntax.StringEnd:
			inString--
		case syntax.SingleQuoted, syntax.DoubleQuoted:
			if strings.Contains(e.text[token.Start:token.End], "\n") {
				return true
			}
		case syntax.StringText:
			if inString > 0 && strings.Contains(e.text[token.Start:token.End], "\n") {
				return true
			}
		}
	}
	return false
}

// heredocTags returns the names of the heredocs with tags on the line that ends with a token.
func (e *editor) heredocTags(newline int) (names []string) {
	for i := newline - 1; i >= 0; i-- {
		switch token := e.file.Tokens[i]; token.Kind {
		case syntax.Newline, syntax.HeredocEnd:
			return names
		case syntax.HeredocTag:
			name := strings.TrimSuffix(strings.TrimPrefix(e.text[token.Start:token.End], "@("), ")")
			if end := strings.IndexAny(name, ":/"); end >= 0 {
				name = name[:end]
			}
			names = append([]string{strings.Trim(strings.TrimSpace(name), `"`)}, names...)
		}
	}
	return names
}

// heredocText moves the text of a heredoc and its end line, so that the end tag gets the
// indentation. The value of the text stays the same. With a margin, the blanks that Puppet
// removes change; without one, only the end tag moves. If other text precedes the end tag,
// nothing moves.
func (e *editor) heredocText(start, end int32, name, indent string) {
	tagLine := start + int32(strings.LastIndexByte(strings.TrimSuffix(e.text[start:end], "\n"), '\n')) + 1
	rest := strings.TrimLeft(e.text[tagLine:end], " \t")
	margin := e.text[tagLine : end-int32(len(rest))]
	mark, hasMargin := strings.CutPrefix(rest, "|")
	mark = strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(mark, " \t"), "-"), " \t")
	mark = strings.TrimRight(mark, " \t\r\n") // no other space may stand between margin and tag
	if margin == indent || mark != name {
		return
	}
	tag := source.Span{Start: tagLine, End: end - int32(len(rest))}
	if !hasMargin {
		e.replace(tag, indent)
		return
	}
	// Puppet removes the margin from lines that begin with it, and leaves all others unchanged.
	body := e.text[start:tagLine]
	if !movable(body, margin, indent) {
		return
	}
	at := start
	for line := range strings.SplitAfterSeq(body, "\n") {
		if strings.HasPrefix(line, margin) && strings.Trim(line, "\r\n") != "" {
			e.replace(source.Span{Start: at, End: at + int32(len(margin))}, indent)
		}
		at += int32(len(line))
	}
	e.replace(tag, indent)
}

// movable reports whether the margin of a heredoc can be changed without changing its value: no
// line that lacks the old margin may begin with the new one.
func movable(body, margin, indent string) bool {
	if indent == "" {
		return true
	}
	for line := range strings.SplitSeq(body, "\n") {
		if !strings.HasPrefix(line, margin) && strings.HasPrefix(line, indent) {
			return false
		}
	}
	return true
}
