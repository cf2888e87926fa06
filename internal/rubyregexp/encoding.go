package rubyregexp

import (
	"fmt"
	"strings"
)

// FixesEncoding reports whether a pattern has a fixed encoding in Ruby: it contains a character
// beyond ASCII, as such or as an escape, or a property (\p, \P). Ruby records this in the options
// of the regular expression, next to its flags.
func FixesEncoding(pattern string) bool {
	if isPlain(pattern) {
		return false
	}
	in, err := prepare(pattern)
	return err == nil && fixesEncoding(in)
}

func fixesEncoding(in []patternRune) bool {
	for i := 0; i < len(in); i++ {
		switch {
		case in[i].r >= 0x80:
			return true
		case in[i].r == '\\' && i+1 < len(in):
			i++
			if r := in[i].r; r == 'p' || r == 'P' || r >= 0x80 {
				return true
			}
		}
	}
	return false
}

// markStart is the text that Puppet writes before a pattern that fixes its encoding. Puppet treats
// that option of Ruby as a flag, but has no letter for it.
const markStart = "(?-imx:"

// MarkEncoding returns a pattern as Puppet writes it without slashes: in a group if it fixes
// the encoding.
func MarkEncoding(pattern string) string {
	if !FixesEncoding(pattern) {
		return pattern
	}
	return markStart + pattern + ")"
}

// UnmarkEncoding returns the pattern from which MarkEncoding makes the given one.
func UnmarkEncoding(marked string) string {
	inner, ok := strings.CutPrefix(marked, markStart)
	if !ok || !strings.HasSuffix(inner, ")") {
		return marked
	}
	inner = strings.TrimSuffix(inner, ")")
	if !FixesEncoding(inner) || Check(inner) != nil {
		return marked
	}
	return inner
}

// Text returns a pattern between slashes as Ruby's inspect does.
func Text(pattern string) string {
	return "/" + expression(pattern) + "/"
}

// GroupText returns a pattern as Ruby's Regexp#to_s does: in a group with its flags. Flags at
// the start of the pattern become those of the group.
func GroupText(pattern string) string {
	inner, flags := leadingFlags(pattern)
	on, off := "", ""
	for _, flag := range []struct {
		bit  Flags
		name string
	}{{MultiLine, "m"}, {IgnoreCase, "i"}, {Extended, "x"}} {
		if flags&flag.bit != 0 {
			on += flag.name
		} else {
			off += flag.name
		}
	}
	if off != "" {
		off = "-" + off
	}
	return "(?" + on + off + ":" + expression(inner) + ")"
}

// leadingFlags splits a pattern such as `(?i)a` or `(?i:a)` into its flags and the part to which they
// apply. It returns no flags if the pattern does not start so, or if the group is only a part of it.
func leadingFlags(pattern string) (inner string, flags Flags) {
	rest := pattern
	for strings.HasPrefix(rest, "(?") && len(rest) >= 4 {
		rest = rest[2:]
		rest = takeFlags(rest, func(flag Flags) { flags |= flag })
		if len(rest) > 1 && rest[0] == '-' {
			rest = takeFlags(rest[1:], func(flag Flags) { flags &^= flag })
		}
		switch {
		case strings.HasPrefix(rest, ")"):
			rest = rest[1:]
			continue
		case strings.HasPrefix(rest, ":") && strings.HasSuffix(rest, ")"):
			rest = rest[1 : len(rest)-1]
			if _, _, err := parse(rest, flags); err == nil {
				return rest, flags
			}
		}
		return pattern, 0
	}
	return rest, flags
}

func takeFlags(text string, take func(Flags)) (rest string) {
	for text != "" {
		switch text[0] {
		case 'i':
			take(IgnoreCase)
		case 'm':
			take(MultiLine)
		case 'x':
			take(Extended)
		default:
			return text
		}
		text = text[1:]
	}
	return text
}

// expression returns a pattern as Ruby prints it: slashes and control characters are escaped,
// unless they are already.
func expression(pattern string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			b.WriteByte(c)
			i++
			b.WriteByte(pattern[i])
		case c == '/':
			b.WriteString(`\/`)
		case c < ' ' && (c < '\t' || c > '\r'), c == 0x7f:
			fmt.Fprintf(&b, `\x%02X`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
