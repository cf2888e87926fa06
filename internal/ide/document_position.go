package ide

import (
	"path/filepath"
	"strings"

	"puppet-lint/internal/source"
)

// documentPosition describes an offset in a YAML or JSON file, whether or not the file parses.
type documentPosition struct {
	// path holds the keys of the mappings around the offset, outermost first. An element of a
	// list has the key "". Within a value the last key is that of the value.
	path []string
	// isValue is true within a value, isKey within a key. Both are true where either may stand.
	isValue, isKey bool
	// span is the text to be replaced. quoted is true if its quotes are there already.
	span   source.Span
	quoted bool
	// given are the keys that the mapping has already.
	given map[string]bool
}

// documentPositionAt returns the position of an offset.
func documentPositionAt(path, text string, offset int32) documentPosition {
	if filepath.Ext(path) == ".json" {
		return jsonPosition(text, int(offset))
	}
	return yamlPosition(text, int(offset))
}

func yamlPosition(text string, offset int) documentPosition {
	if start, ok := flowStart(text, offset); ok {
		return flowPosition(text, start, offset)
	}
	return blockPosition(text, offset)
}

// yamlLine is a line of YAML in block style.
type yamlLine struct {
	// dashes are the columns of the list elements that begin on the line.
	dashes []int
	// column is the column of the text after the dashes; key is its key, if it has one.
	column int
	key    string
	hasKey bool
	// rest is the text from column on; value is the text after the key.
	rest, value string
}

func readYAMLLine(line string) (l yamlLine, ok bool) {
	at := len(line) - len(strings.TrimLeft(line, " "))
	for at < len(line) && line[at] == '-' && (at+1 == len(line) || line[at+1] == ' ') {
		l.dashes = append(l.dashes, at)
		at++
		for at < len(line) && line[at] == ' ' {
			at++
		}
	}
	l.column, l.rest = at, line[at:]
	if strings.HasPrefix(l.rest, "#") || l.rest == "" && len(l.dashes) == 0 {
		return l, false
	}
	l.key, l.value, l.hasKey = cutKey(l.rest)
	l.key = strings.Trim(l.key, `"'`)
	return l, true
}

// blockPosition finds the position in block style by the indentation of the lines before the offset.
func blockPosition(text string, offset int) (place documentPosition) {
	lineStart := strings.LastIndexByte(text[:offset], '\n') + 1
	line, _ := readYAMLLine(text[lineStart:offset])
	place.given = map[string]bool{}
	wordEnd := int(wordAt(text, int32(offset)).End)
	written := line.rest
	if line.hasKey {
		place.isValue = true
		place.path = []string{line.key}
		written = strings.TrimLeft(line.value, " ")
	} else {
		place.isKey = true
		place.isValue = len(line.dashes) > 0
	}
	if place.quoted = strings.HasPrefix(written, `"`) || strings.HasPrefix(written, "'"); place.quoted {
		written = written[1:]
	}
	place.span = source.Span{Start: int32(offset - len(written)), End: int32(wordEnd)}
	column := line.column
	for i := len(line.dashes) - 1; i >= 0; i-- {
		place.path = append([]string{""}, place.path...)
		column = line.dashes[i]
	}
	earlier := strings.Split(strings.TrimSuffix(text[:lineStart], "\n"), "\n")
	if lineStart == 0 {
		earlier = nil
	}
	place.addOuter(earlier, column, len(line.dashes) > 0)
	place.addSiblings(earlier, text[lineEnd(text, offset):], line.column, len(line.dashes) > 0)
	return place
}

// addOuter adds the keys of the lines around a column. afterDash is true if the column is that
// of a list element, whose list may be at the same column as its key.
func (p *documentPosition) addOuter(lines []string, column int, afterDash bool) {
	for i := len(lines) - 1; i >= 0 && (column > 0 || afterDash); i-- {
		one, ok := readYAMLLine(strings.TrimRight(lines[i], "\r"))
		if !ok {
			continue
		}
		if one.hasKey && (one.column < column || afterDash && one.column == column) {
			p.path = append([]string{one.key}, p.path...)
			column, afterDash = one.column, false
		}
		for d := len(one.dashes) - 1; d >= 0; d-- {
			if one.dashes[d] < column {
				p.path = append([]string{""}, p.path...)
				column, afterDash = one.dashes[d], true
			}
		}
	}
}

// addSiblings collects the keys at a column, above and below.
func (p *documentPosition) addSiblings(above []string, below string, column int, isFirst bool) {
	if !isFirst {
		for i := len(above) - 1; i >= 0; i-- {
			if !p.addSibling(above[i], column, true) {
				break
			}
		}
	}
	for line := range strings.SplitSeq(below, "\n") {
		if !p.addSibling(line, column, false) {
			break
		}
	}
}

// addSibling adds the key of a line, and reports whether there may be more in that direction.
func (p *documentPosition) addSibling(line string, column int, above bool) bool {
	one, ok := readYAMLLine(strings.TrimRight(line, "\r"))
	if !ok {
		return true
	}
	if len(one.dashes) > 0 && one.dashes[0] < column {
		if above && one.hasKey && one.column == column {
			p.given[one.key] = true
		}
		return false
	}
	if one.column < column {
		return false
	}
	if one.hasKey && one.column == column {
		p.given[one.key] = true
	}
	return true
}

func lineEnd(text string, offset int) int {
	if end := strings.IndexByte(text[offset:], '\n'); end >= 0 {
		return offset + end
	}
	return len(text)
}

// jsonLevel is an object or array that is open.
type jsonLevel struct {
	isObject, afterColon bool
	key                  string
	given                map[string]bool
}

// jsonPosition finds the position by reading the text up to the offset.
func jsonPosition(text string, offset int) (place documentPosition) {
	var open []*jsonLevel
	for at := 0; at < offset; at++ {
		var top *jsonLevel
		if len(open) > 0 {
			top = open[len(open)-1]
		}
		switch text[at] {
		case '{', '[':
			open = append(open, &jsonLevel{isObject: text[at] == '{', given: map[string]bool{}})
		case '}', ']':
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case ':':
			if top != nil {
				top.afterColon = true
			}
		case ',':
			if top != nil {
				top.afterColon, top.key = false, ""
			}
		case '"':
			end := stringEnd(text, at)
			if end >= offset {
				place.quoted = true
				place.span = source.Span{Start: int32(at + 1), End: int32(min(end, lineEnd(text, at)))}
				place.finish(open, text[min(end+1, len(text)):])
				return place
			}
			if top != nil && top.isObject && !top.afterColon {
				top.key = text[at+1 : end]
				top.given[top.key] = true
			}
			at = end
		}
	}
	place.span = wordAt(text, int32(offset))
	place.finish(open, text[offset:])
	return place
}

// stringEnd returns the offset of the quote that ends a string, or that of the line's end.
func stringEnd(text string, at int) int {
	for at++; at < len(text) && text[at] != '\n'; at++ {
		switch text[at] {
		case '\\':
			at++
		case '"':
			return at
		}
	}
	return len(text)
}

// finish sets the path from the levels that are open, and the keys after the position.
func (p *documentPosition) finish(open []*jsonLevel, after string) {
	for _, level := range open {
		if level.isObject && level.afterColon {
			p.path = append(p.path, level.key)
		} else if !level.isObject {
			p.path = append(p.path, "")
		}
	}
	if len(open) == 0 {
		return
	}
	top := open[len(open)-1]
	p.isValue = !top.isObject || top.afterColon
	p.isKey = !p.isValue
	p.given = top.given
	depth := 0
	for at := 0; at < len(after); at++ {
		switch after[at] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return
			}
		case '"':
			end := stringEnd(after, at)
			if end < len(after) && depth == 0 && strings.HasPrefix(strings.TrimLeft(after[end+1:], " \t\r\n"), ":") {
				p.given[after[at+1:end]] = true
			}
			at = end
		}
	}
}
