package config

import (
	"strconv"
	"strings"

	"puppet-lint/internal/source"
)

// locations holds the positions of the keys and values in a TOML text. The TOML library reports
// neither for what it has decoded.
type locations struct {
	file *source.File
	// keys and values map a path to a byte offset. The parts of a path are joined by
	// pathSeparator; an element of a list is its index.
	keys, values map[string]int32
}

const pathSeparator = "\x00"

func joinPath(parts ...string) string { return strings.Join(parts, pathSeparator) }

// key returns the position of the key at path, or of the nearest enclosing key.
func (p *locations) key(path []string) source.Position { return p.nearest(p.keys, path) }

// value returns the position of the value at path, or of the nearest enclosing key.
func (p *locations) value(path []string) source.Position {
	if offset, ok := p.values[joinPath(path...)]; ok {
		return p.file.Position(offset)
	}
	return p.key(path)
}

func (p *locations) nearest(table map[string]int32, path []string) source.Position {
	for end := len(path); end > 0; end-- {
		if offset, ok := table[joinPath(path[:end]...)]; ok {
			return p.file.Position(offset)
		}
	}
	return source.Position{Line: 1, Column: 1}
}

// locate finds the positions in a text that the TOML library has accepted.
func locate(file *source.File) *locations {
	l := &locator{
		text:      file.Text,
		locations: &locations{file: file, keys: map[string]int32{}, values: map[string]int32{}},
		lengths:   map[string]int{},
	}
	var table []string
	for l.skipBlank(true); l.at < len(l.text); l.skipBlank(true) {
		if l.text[l.at] == '[' {
			table = l.header()
		} else {
			l.assignment(table)
		}
	}
	return l.locations
}

// locator walks through a well-formed TOML text.
type locator struct {
	text      string
	at        int
	locations *locations
	// lengths counts the tables of each array of tables.
	lengths map[string]int
}

func (l *locator) peek() byte {
	if l.at < len(l.text) {
		return l.text[l.at]
	}
	return 0
}

// skipBlank skips white space and, with lines, line ends and comments.
func (l *locator) skipBlank(lines bool) {
	for l.at < len(l.text) {
		switch char := l.text[l.at]; {
		case char == ' ' || char == '\t' || lines && (char == '\n' || char == '\r'):
			l.at++
		case char == '#' && lines:
			end := strings.IndexByte(l.text[l.at:], '\n')
			if end < 0 {
				end = len(l.text) - l.at
			}
			l.at += end
		default:
			return
		}
	}
}

// header parses "[a.b]" or "[[a.b]]" and returns the table's path.
func (l *locator) header() []string {
	l.at++
	array := l.peek() == '['
	if array {
		l.at++
	}
	l.skipBlank(false)
	start := l.at
	names, _ := l.dottedKey()
	for l.at < len(l.text) && l.text[l.at] != '\n' && l.text[l.at] != '#' {
		l.at++
	}
	var path []string
	for i, name := range names {
		path = append(path, name)
		joined := joinPath(path...)
		if array && i == len(names)-1 {
			l.lengths[joined]++
		}
		l.note(l.locations.keys, path, start)
		if length := l.lengths[joined]; length > 0 {
			path = append(path, strconv.Itoa(length-1))
			l.note(l.locations.keys, path, start)
		}
	}
	return path
}

func (l *locator) note(table map[string]int32, path []string, offset int) {
	joined := joinPath(path...)
	if _, known := table[joined]; !known {
		table[joined] = int32(offset)
	}
}

// assignment parses "a.b = value" within a table.
func (l *locator) assignment(table []string) {
	names, starts := l.dottedKey()
	path := append([]string(nil), table...)
	for i, name := range names {
		path = append(path, name)
		l.note(l.locations.keys, path, starts[i])
	}
	l.skipBlank(false)
	l.at++ // "="
	l.skipBlank(false)
	l.value(path)
}

// dottedKey parses a key and returns its parts and the offsets where they begin.
func (l *locator) dottedKey() (names []string, starts []int) {
	for {
		l.skipBlank(false)
		start := l.at
		var name string
		switch char := l.peek(); char {
		case '"', '\'':
			l.quoted()
			name = l.text[start+1 : l.at-1]
			if char == '"' {
				if plain, err := strconv.Unquote(l.text[start:l.at]); err == nil {
					name = plain
				}
			}
		default:
			for l.at < len(l.text) && !strings.ContainsRune(" \t.=]\n", rune(l.text[l.at])) {
				l.at++
			}
			name = l.text[start:l.at]
		}
		names, starts = append(names, name), append(starts, start)
		l.skipBlank(false)
		if l.peek() != '.' {
			return names, starts
		}
		l.at++
	}
}

// quoted skips a string of any of TOML's four kinds.
func (l *locator) quoted() {
	quote := l.text[l.at : l.at+1]
	if strings.HasPrefix(l.text[l.at:], quote+quote+quote) {
		quote = quote + quote + quote
	}
	l.at += len(quote)
	for l.at < len(l.text) {
		switch {
		case strings.HasPrefix(l.text[l.at:], quote):
			l.at += len(quote)
			for len(quote) == 3 && l.peek() == quote[0] {
				l.at++
			}
			return
		case l.text[l.at] == '\\' && quote[0] == '"':
			l.at += 2
		default:
			l.at++
		}
	}
}

// value parses a value and records the positions of it and of its parts.
func (l *locator) value(path []string) {
	l.note(l.locations.values, path, l.at)
	switch l.peek() {
	case '"', '\'':
		l.quoted()
	case '[':
		l.at++
		for index := 0; ; index++ {
			l.skipSeparators()
			if l.at >= len(l.text) || l.peek() == ']' {
				l.at++
				return
			}
			l.value(append(path[:len(path):len(path)], strconv.Itoa(index)))
		}
	case '{':
		l.at++
		for {
			l.skipSeparators()
			if l.at >= len(l.text) || l.peek() == '}' {
				l.at++
				return
			}
			l.assignment(path)
		}
	default:
		for l.at < len(l.text) && !strings.ContainsRune(",]}#\n", rune(l.text[l.at])) {
			l.at++
		}
	}
}

func (l *locator) skipSeparators() {
	for l.skipBlank(true); l.peek() == ','; l.skipBlank(true) {
		l.at++
	}
}
