package rubyregexp

import (
	_ "embed"
	"strings"

	"puppet-lint/internal/compressed"
)

// propertiesFile is the compressed text of properties. internal/oracle/regexp/properties.rb
// writes it.
//
//go:embed properties.txt.gz
var propertiesFile string

// properties returns the runes of every character property in Ruby, one a line: "name,name…:" and
// then, in base 36, the gap before each range and the length of the range.
var properties = compressed.Text("properties.txt.gz", propertiesFile)

// property returns the runes of a character property (the name in \p{…} or in a POSIX bracket).
// Case, spaces, '-' and '_' in the name are ignored.
func property(name string) (runeSet, bool) {
	name = strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '-' || r == '_':
			return -1
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, name)
	if name == "" || strings.ContainsAny(name, ",:\n") {
		return nil, false
	}
	for rest := properties(); rest != ""; {
		i := strings.Index(rest, name)
		if i < 0 {
			return nil, false
		}
		before, after := byte('\n'), byte(0)
		if i > 0 {
			before = rest[i-1]
		}
		if end := i + len(name); end < len(rest) {
			after = rest[end]
		}
		rest = rest[i+len(name):]
		if (before == '\n' || before == ',') && (after == ',' || after == ':') {
			line, _, _ := strings.Cut(rest, "\n")
			_, ranges, _ := strings.Cut(line, ":")
			return decodeRanges(ranges), true
		}
	}
	return nil, false
}

func decodeRanges(text string) runeSet {
	if text == "" {
		return nil
	}
	out := make(runeSet, 0, strings.Count(text, " ")/2+1)
	at, n, first := rune(0), rune(0), true
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != ' ' {
			c := rune(text[i])
			if c >= 'a' {
				c -= 'a' - 10
			} else {
				c -= '0'
			}
			n = n*36 + c
			continue
		}
		at += n
		if first {
			out = append(out, runeRange{at, at})
		} else {
			out[len(out)-1].hi = at
		}
		first, n = !first, 0
	}
	return out
}
