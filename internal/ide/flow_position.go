package ide

import (
	"maps"
	"strings"

	"puppet-lint/internal/source"
)

// flowStart returns the offset of the bracket that begins the value in flow style around an offset:
// {…} or […]. ok is false if the offset is in block style.
func flowStart(text string, offset int) (start int, ok bool) {
	for end := offset; end >= 0; {
		lineStart := strings.LastIndexByte(text[:end], '\n') + 1
		line, isCode := readYAMLLine(text[lineStart:min(offset, lineEnd(text, lineStart))])
		value := line.rest
		if line.hasKey && !isBracket(value) {
			value = strings.TrimLeft(line.value, " ")
		}
		if isCode && isBracket(value) {
			at := lineStart + line.column + len(line.rest) - len(value)
			if scanner := (flowScanner{text: text, at: at}); scanner.scan(offset) {
				start, ok = at, true // a line above may begin the value around this one
			}
		}
		if isCode && (line.column == 0 && line.hasKey || len(line.dashes) > 0 && line.dashes[0] == 0) {
			break
		}
		end = lineStart - 1
	}
	return start, ok
}

func isBracket(text string) bool { return text != "" && (text[0] == '{' || text[0] == '[') }

// flowPosition finds the position in a value in flow style, which begins at start.
func flowPosition(text string, start, offset int) documentPosition {
	place := blockPosition(text, start)
	scanner := flowScanner{text: text, at: start}
	scanner.scan(offset)
	for _, level := range scanner.open {
		if level.isObject && level.afterColon {
			place.path = append(place.path, level.key)
		} else if !level.isObject {
			place.path = append(place.path, "")
		}
	}
	top := scanner.open[len(scanner.open)-1]
	place.isValue = !top.isObject || top.afterColon
	place.isKey = !place.isValue
	place.quoted = scanner.quoted
	place.span = source.Span{Start: int32(scanner.word), End: wordAt(text, int32(offset)).End}
	place.given = maps.Clone(top.given)

	// What follows, up to the end of the mapping.
	rest := flowScanner{text: text, at: int(place.span.End), open: []*jsonLevel{{isObject: top.isObject, afterColon: true, given: place.given}}}
	rest.scan(len(text))
	return place
}

// flowScanner reads YAML in flow style.
type flowScanner struct {
	text string
	at   int
	open []*jsonLevel
	// word is the offset at which a word has begun, and quoted whether a quote precedes it. What is
	// between two words has its end as the word.
	word   int
	quoted bool
	inWord bool
}

// scan reads up to an offset. It reports whether a bracket is still open there.
func (f *flowScanner) scan(offset int) bool {
	for f.at < offset {
		char := f.text[f.at]
		switch {
		case char == '{' || char == '[':
			f.open, f.inWord = append(f.open, &jsonLevel{isObject: char == '{', given: map[string]bool{}}), false
		case char == '}' || char == ']':
			if f.open, f.inWord = f.open[:len(f.open)-1], false; len(f.open) == 0 {
				return false
			}
		case char == ',':
			top := f.open[len(f.open)-1]
			top.afterColon, top.key, f.inWord = false, "", false
		case char == ':' && f.endsKey():
			f.endKey()
		case !f.inWord && (char == '"' || char == '\''):
			f.word, f.inWord = f.at, true
			f.at++
			if end := strings.IndexByte(f.text[f.at:], char); end < 0 || f.at+end >= offset {
				f.word, f.quoted, f.at = f.at, true, offset
				return true
			} else {
				f.at += end
			}
		case char == '#' && f.text[f.at-1] == ' ':
			f.at = lineEnd(f.text, f.at)
			continue
		case char == ' ' || char == '\n' || char == '\r' || char == '\t':
		case !f.inWord:
			f.word, f.inWord = f.at, true
		}
		f.at++
	}
	if !f.inWord {
		f.word = offset
	}
	return len(f.open) > 0
}

// endsKey reports whether the colon at the current offset ends a key: something other than a word
// follows, or a quote precedes.
func (f *flowScanner) endsKey() bool {
	next := f.at + 1
	return next == len(f.text) || strings.IndexByte(" \r\n,[]{}", f.text[next]) >= 0 || f.text[f.at-1] == '"' || f.text[f.at-1] == '\''
}

func (f *flowScanner) endKey() {
	top := f.open[len(f.open)-1]
	if f.inWord && top.isObject && !top.afterColon {
		top.key = strings.Trim(f.text[f.word:f.at], `"' `)
		top.given[top.key] = true
	}
	top.afterColon, f.inWord = true, false
}
