package rubyregexp

import (
	"strings"
	"unicode/utf8"
)

// Replace implements Ruby's gsub (or sub, if global is false) with a replacement text. \0
// or \& is the match, \1 … \9 and \k<name> are groups, \` and \' the text before and after the
// match, \+ the last group that matched, and \\ a backslash. ok is false if the result is
// undecided or Ruby raises an error (for the name of an unknown group).
func (re *Regexp) Replace(text, replacement string, global bool) (replaced string, ok bool) {
	var b strings.Builder
	at, from, budget := 0, 0, maxTotalSteps
	for from <= len(text) {
		loc, answer := re.submatchesFrom(text, from, &budget)
		if answer == Undecided {
			return "", false
		}
		if answer == No {
			break
		}
		b.WriteString(text[at:loc[0]])
		if !re.expand(&b, text, replacement, loc) {
			return "", false
		}
		at, from = loc[1], loc[1]
		if loc[0] == loc[1] {
			// After an empty match, Ruby copies one character unchanged.
			if at >= len(text) {
				break
			}
			_, size := utf8.DecodeRuneInString(text[at:])
			b.WriteString(text[at : at+size])
			at, from = at+size, at+size
		}
		if !global {
			break
		}
	}
	b.WriteString(text[min(at, len(text)):])
	return b.String(), true
}

// expand writes a replacement with its references resolved. It returns false if a reference is
// invalid or names an unknown group.
func (re *Regexp) expand(b *strings.Builder, text, replacement string, loc []int) bool {
	group := func(n int) {
		if 2*n < len(loc) && loc[2*n] >= 0 {
			b.WriteString(text[loc[2*n]:loc[2*n+1]])
		}
	}
	for i := 0; i < len(replacement); i++ {
		c := replacement[i]
		if c != '\\' || i+1 == len(replacement) {
			b.WriteByte(c)
			continue
		}
		i++
		switch c := replacement[i]; {
		case '1' <= c && c <= '9':
			if !re.hasNames() { // groups with names have no numbers here
				group(int(c - '0'))
			}
		case c == '0' || c == '&':
			group(0)
		case c == '`':
			b.WriteString(text[:loc[0]])
		case c == '\'':
			b.WriteString(text[loc[1]:])
		case c == '+':
			for n := len(loc)/2 - 1; n > 0; n-- {
				if loc[2*n] >= 0 {
					group(n)
					break
				}
			}
		case c == '\\':
			b.WriteByte('\\')
		case c == 'k' && i+1 < len(replacement) && replacement[i+1] == '<':
			end := strings.IndexByte(replacement[i:], '>')
			if end < 0 {
				return false
			}
			n, ok := re.groupByName(replacement[i+2:i+end], loc)
			if !ok {
				return false
			}
			group(n)
			i += end
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return true
}

func (re *Regexp) hasNames() bool {
	for _, name := range re.parsed().names {
		if name != "" {
			return true
		}
	}
	return false
}

// groupByName returns the group that \k<name> refers to: the last group with that name that
// matched, else the last one. In a replacement, Ruby takes no number for a name.
func (re *Regexp) groupByName(name string, loc []int) (int, bool) {
	found := 0
	for n, other := range re.parsed().names {
		if n > 0 && other == name && (found == 0 || loc[2*n] >= 0 || loc[2*found] < 0) {
			found = n
		}
	}
	return found, name != "" && found > 0
}

// Split implements Ruby's String#split with the pattern. The result includes the texts of groups,
// but no empty strings at the end. ok is false if it is undecided.
func (re *Regexp) Split(text string) (parts []string, ok bool) {
	parts = []string{}
	if re.source == " " && text != "" {
		// Ruby treats this pattern as a string, whatever the flags are.
		return dropEmptyTail(strings.Split(text, " ")), true
	}
	// begin is where the next part begins, from where the search does. After an empty match at
	// the start of the search, the search continues one character later.
	begin, from, stepped, budget := 0, 0, false, maxTotalSteps
	for text != "" && from <= len(text) {
		loc, answer := re.submatchesFrom(text, from, &budget)
		if answer == Undecided {
			return nil, false
		}
		if answer == No {
			break
		}
		start, end := loc[0], loc[1]
		switch {
		case start == from && start == end && !stepped:
			from += max(1, runeLength(text, from))
			stepped = true
			continue
		case start == from && start == end:
			parts = append(parts, text[begin:begin+runeLength(text, begin)])
			begin = from
		default:
			parts = append(parts, text[begin:start])
			begin, from = end, end
		}
		stepped = false
		for n := 1; n < len(re.parsed().names); n++ {
			if loc[2*n] >= 0 {
				parts = append(parts, text[loc[2*n]:loc[2*n+1]])
			}
		}
	}
	if begin < len(text) {
		parts = append(parts, text[begin:])
	}
	return dropEmptyTail(parts), true
}

func dropEmptyTail(parts []string) []string {
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

// runeLength returns the number of bytes of the rune at an offset, or 0 at the end.
func runeLength(text string, at int) int {
	_, size := utf8.DecodeRuneInString(text[at:])
	return size
}
