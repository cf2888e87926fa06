package convert

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"puppet-lint/types"
)

// indentation is the nesting of a container in the output.
type indentation struct {
	level    int
	first    bool
	indented bool
}

func (i indentation) increase(indented bool) indentation {
	return indentation{i.level + 1, true, indented}
}

func (i indentation) breaks() bool { return i.indented && i.level > 0 && !i.first }

func (i indentation) padding() string { return strings.Repeat("  ", i.level) }

// String implements String.new(v, formats): the text of a value. formats are Default, one
// format, or a hash from types to formats.
func (c *Converter) String(v types.Value, given types.Value) (string, error) {
	list := c.defaultFormats()
	t := c.algebra.InferSet(v)
	switch given := given.(type) {
	case types.Default:
	case types.String:
		if given == "" {
			return "", failf("'String.new' expects formats to be a String[1]")
		}
		f, err := parseFormat(string(given))
		if err != nil {
			return "", err
		}
		key := t
		switch v.(type) {
		case types.Array:
			key = c.builtin("Array")
		case *types.Hash:
			key = c.builtin("Hash")
		}
		list = c.mergeFormats(list, formats{{key, f}})
	case *types.Hash:
		higher, err := c.readFormats(given, false)
		if err != nil {
			return "", err
		}
		list = c.mergeFormats(list, higher)
	default:
		return "", failf("'String.new' expects formats to be a Default, a String or a Hash")
	}
	return c.text(v, list, indentation{first: true}, 0)
}

const maxDepth = 100

func (c *Converter) text(v types.Value, list formats, at indentation, depth int) (string, error) {
	if depth > maxDepth {
		return "", ErrUnknown
	}
	if it, ok := v.(*types.Iterator); ok {
		elements, _, err := c.Elements(it)
		if err != nil {
			return "", err
		}
		v = elements
	}
	f, err := c.choose(c.algebra.InferSet(v), list)
	if err != nil {
		return "", err
	}
	switch v := v.(type) {
	case types.Array:
		return c.arrayText(v, f, list, at, depth)
	case *types.Hash:
		return c.hashText(v, f, list, at, depth)
	}
	return c.scalarText(v, f, at)
}

func (c *Converter) scalarText(v types.Value, f *format, at indentation) (string, error) {
	switch v := v.(type) {
	case types.String:
		return stringText(string(v), f)
	case types.Integer:
		return integerText(v, f)
	case types.Float:
		return realText(v, f)
	case types.Boolean:
		return booleanText(v, f)
	case types.Undef:
		return undefText(f)
	case types.Default:
		return defaultText(f)
	case types.Binary:
		return binaryText(v, f)
	case types.Regexp:
		return c.regexpText(v, f)
	case types.TypeValue:
		text := c.algebra.String(v.Type)
		switch f.letter {
		case 's':
			if f.alt {
				text = `"` + text + `"`
			}
			return Format(f.text, []types.Value{types.String(text)})
		case 'p':
			return Format(f.with('s'), []types.Value{types.String(text)})
		}
		return "", illegal("Type", f, "sp")
	case *types.URI:
		if f.letter == 's' {
			text := v.String()
			if f.alt {
				text = types.Quote(text)
			}
			return Format(f.text, []types.Value{types.String(text)})
		}
		return "", ErrUnknown
	case types.Timespan, types.Timestamp, *types.Version, *types.VersionRange, *types.Sensitive:
		if f.letter != 's' {
			return "", ErrUnknown
		}
		text, err := plainText(v)
		if err != nil {
			return "", err
		}
		return Format(f.text, []types.Value{types.String(text)})
	}
	return "", ErrUnknown
}

// plainText returns the result of to_s for values that %s prints unchanged.
func plainText(v types.Value) (string, error) {
	switch v := v.(type) {
	case types.Timespan:
		return v.String(), nil
	case types.Timestamp:
		return v.String(), nil
	case *types.Version:
		return v.String(), nil
	case *types.VersionRange:
		return v.String(), nil
	case *types.Sensitive:
		return "Sensitive [value redacted]", nil
	}
	return "", ErrUnknown
}

func illegal(typeName string, f *format, expected string) error {
	return failf("Illegal format '%c' specified for value of %s type - expected one of the characters '%s'", f.letter, typeName, expected)
}

func stringText(s string, f *format) (string, error) {
	changed, ok := s, true
	switch f.letter {
	case 's':
		return Format(f.text, []types.Value{types.String(s)})
	case 'p':
		if f.alt {
			return f.withFlags(doubleQuote(s)), nil
		}
		return f.withFlags(types.Quote(s)), nil
	case 'c':
		changed, ok = Capitalize(s)
	case 'C':
		parts := splitSegments(s)
		for i := range parts {
			var known bool
			parts[i], known = Capitalize(parts[i])
			ok = ok && known
		}
		changed = strings.Join(parts, "::")
	case 'u':
		changed, ok = Upcase(s)
	case 'd':
		changed, ok = Downcase(s)
	case 't':
		changed = Strip(s)
	default:
		return "", illegal("String", f, "cCudspt")
	}
	if !ok {
		return "", ErrUnknown
	}
	if f.alt {
		return f.withFlags(types.Quote(changed)), nil
	}
	return Format(f.with('s'), []types.Value{types.String(changed)})
}

// splitSegments implements Ruby's split('::'), which drops empty strings at the end.
func splitSegments(s string) []string {
	if s == "" {
		return nil
	}
	parts := strings.Split(s, "::")
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

// doubleQuote formats a string as Puppet source in double quotes.
func doubleQuote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case strings.ContainsRune("\"$\\", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x20:
			text, _ := Format(`\u{%X}`, []types.Value{types.Integer(r)})
			b.WriteString(text)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func integerText(n types.Integer, f *format) (string, error) {
	switch f.letter {
	case 'd', 'x', 'X', 'o', 'b', 'B', 'p':
		return Format(f.text, []types.Value{n})
	case 'e', 'E', 'f', 'g', 'G', 'a', 'A':
		return Format(f.text, []types.Value{types.Float(n)})
	case 'c':
		if n < 0 || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
			return "", ErrUnknown
		}
		char := string(rune(n))
		if f.alt {
			char = `"` + char + `"`
		}
		return Format(f.with('s'), []types.Value{types.String(char)})
	case 's':
		text, _ := displayText(n)
		if f.alt {
			return Format(f.with('p'), []types.Value{types.String(text)})
		}
		return Format(f.text, []types.Value{types.String(text)})
	}
	return "", illegal("Integer", f, "dxXobBeEfgGaAspc")
}

func realText(n types.Float, f *format) (string, error) {
	switch f.letter {
	case 'd', 'x', 'X', 'o', 'b', 'B':
		if n >= 1<<63 || n < -1<<63 || n != n {
			return "", ErrUnknown
		}
		return Format(f.text, []types.Value{types.Integer(int64(n))})
	case 'e', 'E', 'f', 'g', 'G', 'a', 'A', 'p':
		return Format(f.text, []types.Value{n})
	case 's':
		text := types.FormatFloat(float64(n))
		if f.alt {
			text = `"` + text + `"`
		}
		return Format(f.text, []types.Value{types.String(text)})
	}
	return "", illegal("Float", f, "dxXobBeEfgGaAsp")
}

func booleanText(b types.Boolean, f *format) (string, error) {
	words := map[byte][2]string{'t': {"false", "true"}, 'T': {"False", "True"}, 'y': {"no", "yes"}, 'Y': {"No", "Yes"}, 's': {"false", "true"}, 'p': {"false", "true"}}
	if pair, ok := words[f.letter]; ok {
		word := pair[0]
		if b {
			word = pair[1]
		}
		if f.alt && f.letter != 's' && f.letter != 'p' {
			word = word[:1]
		}
		return f.withFlags(word), nil
	}
	number := types.Integer(0)
	if b {
		number = 1
	}
	switch f.letter {
	case 'd', 'x', 'X', 'o', 'b', 'B', 'e', 'E', 'f', 'g', 'G', 'a', 'A':
		return integerText(number, f)
	}
	return "", illegal("Boolean", f, "tTyYdxXobBeEfgGaAsp")
}

func undefText(f *format) (string, error) {
	words := map[byte][2]string{'n': {"nil", "null"}, 'u': {"undef", "undefined"}, 'v': {"n/a", "n/a"}, 'V': {"N/A", "N/A"}, 's': {"", `""`}, 'p': {"undef", `"undef"`}}
	if strings.IndexByte("dxXobBeEfgGaA", f.letter) >= 0 {
		return f.withFlags("NaN"), nil
	}
	pair, ok := words[f.letter]
	if !ok {
		return "", illegal("Undef", f, "nudxXobBeEfgGaAvVsp")
	}
	if f.alt {
		return f.withFlags(pair[1]), nil
	}
	return f.withFlags(pair[0]), nil
}

func defaultText(f *format) (string, error) {
	word := "default"
	switch f.letter {
	case 'd', 's', 'p':
	case 'D':
		word = "Default"
	default:
		return "", illegal("Default", f, "dDsp")
	}
	if f.alt {
		word = `"` + word + `"`
	}
	return f.withFlags(word), nil
}

func binaryText(b types.Binary, f *format) (string, error) {
	standard := base64.StdEncoding.EncodeToString([]byte(b))
	var text string
	switch f.letter {
	case 's':
		if !utf8.ValidString(string(b)) || f.alt {
			return "", ErrUnknown
		}
		text = string(b)
	case 'p':
		inner, err := Format(f.with('s'), []types.Value{types.String(standard)})
		return `Binary("` + inner + `")`, err
	case 'b':
		for rest := standard; rest != ""; {
			n := min(60, len(rest))
			text, rest = text+rest[:n]+"\n", rest[n:]
		}
	case 'B':
		text = standard
	case 'u':
		text = base64.URLEncoding.EncodeToString([]byte(b))
	case 't':
		text = "Binary"
	case 'T':
		text = "BINARY"
	default:
		return "", illegal("Binary", f, "bButTsp")
	}
	if f.alt {
		return Format(f.with('p'), []types.Value{types.String(text)})
	}
	return Format(f.with('s'), []types.Value{types.String(text)})
}

func (c *Converter) regexpText(r types.Regexp, f *format) (string, error) {
	var text string
	switch f.letter {
	case 'p':
		text = c.algebra.ValueString(r)
	case 's':
		text = r.Pattern()
		if f.alt {
			text = types.Quote(text)
		}
	default:
		return "", illegal("Regexp", f, "sp")
	}
	return Format(f.with('s'), []types.Value{types.String(text)})
}

func isContainer(v types.Value) bool {
	switch v.(type) {
	case types.Array, *types.Hash:
		return true
	}
	return false
}

// child returns the text of an element of a container. An element that is itself a container is
// formatted by list, any other by the element formats of f.
func (c *Converter) child(v types.Value, f *format, list formats, at indentation, depth int) (string, error) {
	if !isContainer(v) {
		if list = f.elements; list == nil {
			list = c.anyFormat()
		}
	}
	return c.text(v, list, at, depth+1)
}

func (c *Converter) arrayText(list types.Array, f *format, all formats, at indentation, depth int) (string, error) {
	if f.letter != 'a' && f.letter != 's' && f.letter != 'p' {
		return "", illegal("Array", f, "asp")
	}
	separator := ", "
	if f.separator != nil {
		separator = *f.separator
	}
	opening, closing := f.around("[", "]")
	at.indented = f.alt || at.indented
	below := at.increase(f.alt)
	below.first = false
	texts := make([]string, len(list))
	for i, v := range list {
		var err error
		if texts[i], err = c.child(v, f, all, below, depth); err != nil {
			return "", err
		}
	}
	split := f.alt && f.width >= 0 && widestRun(list, texts) > f.width
	buf := ""
	if at.breaks() {
		buf = "\n" + at.padding()
	}
	buf += opening
	for i, v := range list {
		container := isContainer(v)
		if i == 0 {
			if split && !container {
				buf += " "
			}
		} else {
			buf += separator
			if split && !container || f.alt && isContainer(list[i-1]) && !container {
				if !strings.HasSuffix(buf, "\n") {
					buf = Rstrip(buf)
				}
				buf += "\n" + below.padding()
			}
		}
		if strings.HasSuffix(buf, " ") && strings.HasPrefix(texts[i], "\n") {
			buf = Rstrip(buf)
		}
		buf += texts[i]
		if len(buf) > maxText {
			return "", ErrUnknown
		}
	}
	return buf + closing, nil
}

// widestRun returns the number of characters of the longest run of elements that are not
// containers.
func widestRun(list types.Array, texts []string) int {
	widest, run := 0, 0
	for i, v := range list {
		if isContainer(v) {
			run = 0
			continue
		}
		run += utf8.RuneCountInString(texts[i])
		widest = max(widest, run)
	}
	return widest
}

func (c *Converter) hashText(h *types.Hash, f *format, all formats, at indentation, depth int) (string, error) {
	switch f.letter {
	case 'a':
		return c.text(pairs(h), all, at, depth+1)
	case 'h', 's', 'p':
	default:
		return "", illegal("Hash", f, "hasp")
	}
	separator, between := ", ", " => "
	if f.separator != nil {
		separator = *f.separator
	}
	if f.between != nil {
		between = *f.between
	}
	opening, closing := f.around("{", "}")
	at.indented = f.alt || at.indented
	below := at.increase(false)
	lineBreak, padding := "", ""
	if f.alt {
		if !strings.HasSuffix(separator, "\n") {
			separator = Rstrip(separator)
		}
		separator += "\n"
		lineBreak, padding = "\n", below.padding()
	}
	lines := make([]string, h.Len())
	for i, e := range h.Entries() {
		key, err := c.child(e.Key, f, all, below, depth)
		if err != nil {
			return "", err
		}
		value, err := c.child(e.Value, f, all, below, depth)
		if err != nil {
			return "", err
		}
		lines[i] = padding + key + between + value
	}
	buf := ""
	if at.breaks() {
		buf = "\n" + at.padding()
	}
	buf += opening + lineBreak + strings.Join(lines, separator)
	if f.alt {
		buf += lineBreak + at.padding()
	}
	if len(buf) > maxText {
		return "", ErrUnknown
	}
	return buf + closing, nil
}
