package lattice

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"puppet-lint/types"
)

// FormatType formats a type as Puppet writes it. It writes Unknown as Any and Never as Undef.
func FormatType(t Type) string {
	text := TextOfType(t)
	if !strings.Contains(text, "Unknown") && !strings.Contains(text, "Never") {
		return text
	}
	var b strings.Builder
	for rest := text; rest != ""; {
		length, isWord := nextPart(rest)
		part := rest[:length]
		switch {
		case isWord && part == "Unknown":
			part = "Any"
		case isWord && part == "Never":
			part = "Undef"
		}
		b.WriteString(part)
		rest = rest[length:]
	}
	return b.String()
}

// TextOfType formats a type as Puppet writes it, but an object type by its name. Puppet writes
// the whole definition of an object type that is not part of another type.
func TextOfType(t Type) string {
	if object, ok := t.(*types.ObjectType); ok && object.Name != "" {
		return object.Name
	}
	return t.String()
}

// nextPart returns the length in bytes of the name, string or pattern at the start of a type's
// text. Anything else is one byte long.
func nextPart(text string) (length int, isWord bool) {
	switch first := text[0]; {
	case first == '\'' || first == '"' || first == '/':
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case first:
				return i + 1, false
			}
		}
		return len(text), false
	case isTypeNameByte(first):
		length = 1
		for length < len(text) && isTypeNameByte(text[length]) {
			length++
		}
		return length, true
	}
	return 1, false
}

func isTypeNameByte(char byte) bool {
	return 'a' <= char && char <= 'z' || '0' <= char && char <= '9' || char == '_' || char == ':' || 'A' <= char && char <= 'Z'
}

// keptOfLists are the numbers of members to keep of each list. Abbreviate tries them in turn
// until the text is short enough.
var keptOfLists = []int{24, 12, 8, 5, 3, 2, 1}

// Abbreviate shortens the text of a type or value to about limit characters, for people. It
// keeps the first members of each list and writes how many it left out. A text that is short
// enough stays unchanged.
func Abbreviate(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	short := text
	for _, kept := range keptOfLists {
		short = cutLists(text, kept)
		if utf8.RuneCountInString(short) <= limit {
			return short
		}
	}
	runes := []rune(short)
	return string(runes[:max(1, min(limit, len(runes))-1)]) + "…"
}

// cutLists keeps the first members of each list between brackets, as many as kept.
func cutLists(text string, kept int) string {
	type list struct{ members, cutAt int }
	var out strings.Builder
	var open []list
	for rest := text; rest != ""; {
		length, _ := nextPart(rest)
		part := rest[:length]
		rest = rest[length:]
		hidden := len(open) > 0 && open[len(open)-1].cutAt > 0
		switch part {
		case "[", "{", "(":
			made := list{members: 1}
			if hidden {
				made.cutAt = open[len(open)-1].cutAt // the whole element is omitted
			}
			open = append(open, made)
		case "]", "}", ")":
			if len(open) == 0 {
				break
			}
			closed := open[len(open)-1]
			open = open[:len(open)-1]
			outerHidden := len(open) > 0 && open[len(open)-1].cutAt > 0
			if closed.cutAt > 0 && !outerHidden {
				fmt.Fprintf(&out, ", … %d more", closed.members-kept)
			}
			hidden = outerHidden
		case ",":
			if len(open) == 0 {
				break
			}
			innermost := &open[len(open)-1]
			innermost.members++
			if !hidden && innermost.members > kept {
				innermost.cutAt, hidden = out.Len(), true
			}
		}
		if !hidden {
			out.WriteString(part)
		}
	}
	return out.String()
}

// Enumerate joins words by commas and "and". If there are more than most, it gives the number
// of the others.
func Enumerate(words []string, most int) string {
	if len(words) > most {
		words = append(words[:most-1:most-1], Count(len(words)-most+1)+" others")
	}
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
