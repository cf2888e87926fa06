package convert

import (
	"math/big"
	"strconv"
	"strings"

	"puppet-lint/internal/rubyregexp"
	"puppet-lint/types"
)

// A segment is a part of a timespan's format: literal text, or one of the
// units D H M S L N.
type segment struct {
	literal string
	unit    byte // 0 for literal text
	pad     byte // '0', ' ' or 0 for none
	width   int  // -1 when not given
	total   bool // the highest unit includes all larger ones
}

var unitNanos = map[byte]int64{'D': 86_400e9, 'H': 3_600e9, 'M': 60e9, 'S': 1e9, 'L': 1e6, 'N': 1}

var unitWidth = map[byte]int{'D': 1, 'H': 2, 'M': 2, 'S': 2, 'L': 3, 'N': 9}

// parseSpanFormat parses a timespan's format (Timespan::FormatParser).
func parseSpanFormat(text string) ([]segment, error) {
	var segments []segment
	literal := func(s string) {
		if n := len(segments); n > 0 && segments[n-1].unit == 0 {
			segments[n-1].literal += s
		} else {
			segments = append(segments, segment{literal: s})
		}
	}
	const order = "NLSMHD"
	highest := -1
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			literal(text[i : i+1])
			continue
		}
		s := segment{pad: '0', width: -1}
		first := true
		for {
			if i++; i == len(text) {
				return nil, failf("Bad format specifier in '%s'", text)
			}
			ch := text[i]
			switch {
			case ch == '%':
				literal("%")
			case ch == '-' && first:
				s.pad = 0
			case ch == '_' && first:
				s.pad = ' '
			case ch == '0' && first:
			case isDigit(ch):
				if s.width = max(s.width, 0)*10 + int(ch-'0'); s.width > 1000 {
					return nil, ErrUnknown
				}
			case strings.IndexByte(order, ch) >= 0:
				s.unit = ch
				highest = max(highest, strings.IndexByte(order, ch))
				segments = append(segments, s)
			default:
				return nil, failf("Bad format specifier in '%s'", text)
			}
			first = false
			if ch == '%' || s.unit != 0 {
				break
			}
		}
	}
	for i := range segments {
		if highest >= 0 && segments[i].unit == order[highest] {
			segments[i].total = true
			break
		}
	}
	return segments, nil
}

// FormatTimespan implements Puppet's strftime of a timespan.
func FormatTimespan(t types.Timespan, format string) (string, error) {
	segments, err := parseSpanFormat(format)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	nanos := uint64(t)
	if t < 0 {
		b.WriteByte('-')
		nanos = -nanos
	}
	for _, s := range segments {
		if s.unit == 0 {
			b.WriteString(s.literal)
			continue
		}
		b.WriteString(s.text(s.value(nanos)))
	}
	return b.String(), nil
}

// value returns the number that the segment shows for a span.
func (s segment) value(nanos uint64) uint64 {
	width := s.width
	if width < 0 {
		width = unitWidth[s.unit]
	}
	n := nanos / uint64(unitNanos[s.unit])
	if s.unit == 'N' {
		if width < 9 {
			n /= pow10(9 - width)
			if !s.total {
				n %= pow10(width)
			}
			return n
		}
		if !s.total {
			n %= 1e9
		}
		return n
	}
	if s.total || s.unit == 'D' {
		return n
	}
	return n % map[byte]uint64{'H': 24, 'M': 60, 'S': 60, 'L': 1000}[s.unit]
}

func pow10(n int) uint64 {
	p := uint64(1)
	for range n {
		p *= 10
	}
	return p
}

func (s segment) text(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	width := s.width
	if width < 0 {
		width = unitWidth[s.unit]
	}
	if s.unit == 'L' || s.unit == 'N' {
		// This is a fraction: trailing zeros have no meaning.
		if !s.total && s.pad != '0' {
			if trimmed := strings.TrimRight(digits, "0"); trimmed != "" {
				digits = trimmed
			} else {
				digits = "0"
			}
		}
		if s.pad != 0 {
			digits += strings.Repeat(" ", max(0, width-len(digits)))
		}
		return digits
	}
	if s.pad != 0 {
		digits = strings.Repeat(string(s.pad), max(0, width-len(digits))) + digits
	}
	return digits
}

// pattern returns the regular expression with which the segment is parsed.
func (s segment) pattern() string {
	if s.unit == 0 {
		return "(" + EscapeRegexp(s.literal) + ")"
	}
	width := strconv.Itoa(unitWidth[s.unit])
	if s.width >= 0 {
		width = strconv.Itoa(s.width)
		switch s.pad {
		case 0:
			return "([0-9]{1," + width + "})"
		case '0':
			return "([0-9]{" + width + "})"
		}
		return "([0-9\\s]{" + width + "})"
	}
	switch {
	case s.total && s.pad == ' ':
		return `\s*([0-9]+)`
	case s.total:
		return "([0-9]+)"
	case s.pad == ' ':
		return "([0-9\\s]{1," + width + "})"
	}
	return "([0-9]{1," + width + "})"
}

// parseSpan parses a span in one format.
func parseSpan(text, format string) (types.Value, error) {
	segments, err := parseSpanFormat(format)
	if err != nil {
		return nil, err
	}
	pattern := `\A-?`
	for _, s := range segments {
		pattern += s.pattern()
	}
	re, err := rubyregexp.Compile(pattern + `\z`)
	if err != nil {
		return nil, ErrUnknown
	}
	unable := failf("Unable to parse '%s' using format '%s'", text, format)
	loc, answer := re.Submatches(text)
	switch answer {
	case rubyregexp.No:
		return nil, unable
	case rubyregexp.Undecided:
		return nil, ErrUnknown
	}
	total := new(big.Int)
	for i, s := range segments {
		if s.unit == 0 {
			continue
		}
		group := strings.TrimLeft(text[loc[2*i+2]:loc[2*i+3]], " \t\n\v\f\r")
		n, ok := new(big.Int).SetString(group, 10)
		if !ok || strings.ContainsAny(group, "+-_") {
			return nil, unable
		}
		if s.unit == 'L' || s.unit == 'N' {
			if s.total {
				return nil, failf("Format specifiers %%L and %%N denotes fractions and must be used together with a specifier of higher magnitude")
			}
			if missing := 9 - len(group); missing > 0 {
				n.Mul(n, new(big.Int).SetUint64(pow10(missing)))
			}
		} else {
			n.Mul(n, big.NewInt(unitNanos[s.unit]))
		}
		total.Add(total, n)
	}
	if strings.HasPrefix(text, "-") {
		total.Neg(total)
	}
	if !total.IsInt64() {
		return nil, ErrUnknown
	}
	return types.Timespan(total.Int64()), nil
}

var defaultSpanFormats = []string{"%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N", "%D-%H:%M:%S", "%H:%M:%S", "%D-%H:%M", "%S"}

// formatList reads a format argument: a String[2] or an array of them.
func formatList(v types.Value) ([]string, bool) {
	switch v := v.(type) {
	case types.String:
		return []string{string(v)}, len([]rune(v)) >= 2
	case types.Array:
		var list []string
		for _, e := range v {
			s, ok := e.(types.String)
			if !ok || len([]rune(s)) < 2 {
				return nil, false
			}
			list = append(list, string(s))
		}
		return list, len(list) > 0
	}
	return nil, false
}

// toTimespan implements Timespan.new.
func (c *Converter) toTimespan(args []types.Value) (types.Value, error) {
	if len(args) == 1 {
		switch v := args[0].(type) {
		case types.Integer, types.Float:
			n, err := nanoseconds(v)
			return types.Timespan(n), err
		case types.String:
			if span, err := types.ParseTimespan(string(v)); err == nil {
				return span, nil
			}
			return parseSpans(string(v), defaultSpanFormats)
		case *types.Hash:
			return c.timespanFromHash(v)
		}
		return nil, refuse("Timespan", "a number, a String or a Hash", args[0])
	}
	if text, ok := textArgument(args); ok && len(args) == 2 {
		list, ok := formatList(args[1])
		if !ok {
			return nil, refuseFormat("Timespan", args[1])
		}
		return parseSpans(text, list)
	}
	if len(args) < 4 || len(args) > 7 {
		return nil, refuse("Timespan", "a String and a format, or four to seven integers", args...)
	}
	total := new(big.Int)
	for i, unit := range []int64{86_400e9, 3_600e9, 60e9, 1e9, 1e6, 1e3, 1}[:len(args)] {
		n, ok := args[i].(types.Integer)
		if !ok {
			return nil, refuse("Timespan", "an Integer", args[i])
		}
		total.Add(total, new(big.Int).Mul(big.NewInt(int64(n)), big.NewInt(unit)))
	}
	return spanOf(total)
}

func textArgument(args []types.Value) (string, bool) {
	if len(args) == 0 {
		return "", false
	}
	s, ok := args[0].(types.String)
	return string(s), ok && s != ""
}

func spanOf(nanos *big.Int) (types.Value, error) {
	if !nanos.IsInt64() {
		return nil, ErrUnknown
	}
	return types.Timespan(nanos.Int64()), nil
}

func parseSpans(text string, list []string) (types.Value, error) {
	if text == "" {
		return nil, refuse("Timespan", "a String[1]", types.String(text))
	}
	for _, format := range list {
		if _, err := parseSpanFormat(format); err != nil {
			return nil, err
		}
		v, err := parseSpan(text, format)
		if _, refused := err.(*Error); !refused {
			return v, err
		}
	}
	return nil, failf("Unable to parse '%s' using any of the formats %s", text, strings.Join(list, ", "))
}

func (c *Converter) timespanFromHash(h *types.Hash) (types.Value, error) {
	if text := get(h, "string"); text != nil {
		s, ok := text.(types.String)
		if keys := []string{"string"}; !hasKeys(h, keys, "format") {
			return nil, refuseHash("Timespan", h, keys, "format")
		}
		if !ok {
			return nil, refuse("Timespan", "a String[1] for 'string'", text)
		}
		list := defaultSpanFormats
		if given := get(h, "format"); given != nil {
			if list, ok = formatList(given); !ok {
				return nil, refuseFormat("Timespan", given)
			}
		}
		return parseSpans(string(s), list)
	}
	units := []struct {
		name  string
		nanos int64
	}{{"days", 86_400e9}, {"hours", 3_600e9}, {"minutes", 60e9}, {"seconds", 1e9}, {"milliseconds", 1e6}, {"microseconds", 1e3}, {"nanoseconds", 1}}
	names := []string{"negative"}
	for _, u := range units {
		names = append(names, u.name)
	}
	if !hasKeys(h, nil, names...) {
		return nil, refuseHash("Timespan", h, nil, names...)
	}
	total := new(big.Int)
	for _, u := range units {
		switch v := get(h, u.name).(type) {
		case nil:
		case types.Integer:
			total.Add(total, new(big.Int).Mul(big.NewInt(int64(v)), big.NewInt(u.nanos)))
		default:
			return nil, refuse("Timespan", "an Integer for '"+u.name+"'", v)
		}
	}
	negative, ok := flag(get(h, "negative"))
	if !ok {
		return nil, refuse("Timespan", "a Boolean for 'negative'", get(h, "negative"))
	}
	if negative {
		total.Neg(total)
	}
	return spanOf(total)
}

// nanoseconds converts seconds to nanoseconds as Ruby does: it multiplies a float as a float
// and then truncates it.
func nanoseconds(seconds types.Value) (int64, error) {
	switch v := seconds.(type) {
	case types.Integer:
		n := new(big.Int).Mul(big.NewInt(int64(v)), big.NewInt(1e9))
		if !n.IsInt64() {
			return 0, ErrUnknown
		}
		return n.Int64(), nil
	case types.Float:
		f := float64(v) * 1e9
		if !(f > -1<<63 && f < 1<<63) {
			return 0, ErrUnknown
		}
		return int64(f), nil
	}
	return 0, ErrUnknown
}
