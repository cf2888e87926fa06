package rubytime

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"puppet-lint/internal/lazyregexp"
)

// zonelessFormats are the formats that Timestamp.parse tries if a zone is given. Without a zone
// it first tries those that end with one.
var (
	zonelessFormats = []string{"%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"}
	defaultFormats  = append([]string{"%FT%T.%N %Z", "%FT%T %Z", "%F %T.%N %Z", "%F %T %Z", "%F %Z"}, zonelessFormats...)
)

// Parse parses an instant in Puppet's default formats and returns nanoseconds since 1970 UTC.
// zone is the zone of a text without one; "" means UTC. If zone is set, a text with its own
// zone is rejected.
func Parse(text, zone string) (int64, error) {
	if zone != "" {
		return ParseAny(text, zonelessFormats, zone)
	}
	return ParseAny(text, defaultFormats, "")
}

// ParseAny parses an instant in the first of some formats that matches.
func ParseAny(text string, formats []string, zone string) (int64, error) {
	for _, format := range formats {
		p, err := strptime(text, format)
		if err == ErrUnknown {
			return 0, err
		}
		if err == nil && !(zone != "" && p.zone != "") {
			return p.instant(zone)
		}
	}
	return 0, failf("Unable to parse '%s' using any of the formats %s", text, strings.Join(formats, ", "))
}

// ParseAs parses an instant in one format.
func ParseAs(text, format, zone string) (int64, error) {
	p, err := strptime(text, format)
	if err != nil {
		return 0, err
	}
	if zone != "" && p.zone != "" {
		return 0, failf("Using a Timezone designator in format specification is mutually exclusive to providing an explicit timezone argument")
	}
	return p.instant(zone)
}

// dateParts holds the parts that strptime has parsed. A missing part is -1; hasYear is set if the
// year is not missing.
type dateParts struct {
	year                 int
	hasYear              bool
	month, day           int
	hour, minute, second int
	nanosecond           int
	meridian             int // -1, 0 for AM, 12 for PM
	zone                 string
}

// instant returns the time of the parts. Missing parts have their lowest value.
func (p *dateParts) instant(zone string) (int64, error) {
	if !p.hasYear {
		return 0, failf("can't convert nil into an exact number")
	}
	if p.year < 1700 || p.year > 2250 {
		return 0, ErrUnknown // more digits than nanoseconds
	}
	hour := max(p.hour, 0)
	if p.meridian >= 0 && p.hour >= 0 {
		hour = p.hour%12 + p.meridian
	}
	if hour == 24 && (p.minute > 0 || p.second > 0) {
		return 0, failf("argument out of range")
	}
	t := time.Date(p.year, time.Month(max(p.month, 1)), max(p.day, 1), hour, max(p.minute, 0), max(p.second, 0), max(p.nanosecond, 0), time.UTC)
	if zone == "" {
		zone = p.zone
	}
	if zone == "" {
		return t.UnixNano(), nil
	}
	seconds, err := offset(zone)
	if err != nil {
		return 0, err
	}
	return t.UnixNano() - int64(seconds)*1e9, nil
}

// A dateScanner parses a text by a strptime format (Ruby's Date._strptime).
type dateScanner struct {
	text  string
	at    int
	parts dateParts
}

func strptime(text, format string) (*dateParts, error) {
	s := &dateScanner{text: text, parts: dateParts{month: -1, day: -1, hour: -1, minute: -1, second: -1, nanosecond: -1, meridian: -1}}
	unable := failf("Unable to parse '%s' using format '%s'", text, format)
	ok, err := s.scan(format)
	if err != nil {
		return nil, err
	}
	if !ok || s.at < len(text) {
		return nil, unable
	}
	return &s.parts, nil
}

// compound maps directives that abbreviate several others.
var compound = map[byte]string{
	'F': "%Y-%m-%d", 'T': "%H:%M:%S", 'X': "%H:%M:%S", 'D': "%m/%d/%y", 'x': "%m/%d/%y", 'R': "%H:%M",
	'r': "%I:%M:%S %p", 'c': "%a %b %e %H:%M:%S %Y", 'v': "%e-%b-%Y", '+': "%a %b %e %H:%M:%S %Z %Y", 'n': " ", 't': " ",
}

// scan parses the text by the format. It returns false if the text does not match.
func (s *dateScanner) scan(format string) (bool, error) {
	for i := 0; i < len(format); i++ {
		ch := format[i]
		if isSpace(ch) {
			for s.at < len(s.text) && isSpace(s.text[s.at]) {
				s.at++
			}
			continue
		}
		if ch != '%' || i+1 == len(format) {
			if s.at >= len(s.text) || s.text[s.at] != ch {
				return false, nil
			}
			s.at++
			continue
		}
		i++
		verb := format[i]
		if verb == 'E' || verb == 'O' || verb == ':' {
			return false, ErrUnknown
		}
		if sub, ok := compound[verb]; ok {
			if ok, err := s.scan(sub); err != nil || !ok {
				return ok, err
			}
			continue
		}
		ok, err := s.directive(verb, format[i+1:])
		if err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// digitsFollow reports whether the rest of a format begins with digits or a numeric directive.
func digitsFollow(rest string) bool {
	if rest == "" {
		return false
	}
	if isDigit(rest[0]) {
		return true
	}
	return rest[0] == '%' && len(rest) > 1 && (isDigit(rest[1]) || strings.IndexByte("CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy", rest[1]) >= 0)
}

// number parses up to limit digits; a limit of 0 means all.
func (s *dateScanner) number(limit int) (n, digits int) {
	for s.at < len(s.text) && isDigit(s.text[s.at]) && (limit == 0 || digits < limit) {
		if n < 1<<40 {
			n = n*10 + int(s.text[s.at]-'0')
		}
		s.at++
		digits++
	}
	return n, digits
}

// ranged parses a number of up to limit digits between low and high. If blank is true, a blank
// may replace the first digit.
func (s *dateScanner) ranged(limit, low, high int, blank bool) (int, bool) {
	if blank && s.at < len(s.text) && s.text[s.at] == ' ' {
		s.at++
		limit = 1
	}
	n, digits := s.number(limit)
	return n, digits > 0 && low <= n && n <= high
}

func (s *dateScanner) directive(verb byte, rest string) (ok bool, err error) {
	p := &s.parts
	switch verb {
	case 'Y':
		p.hasYear = true
		p.year, ok = s.year(rest)
	case 'y':
		p.hasYear = true
		if p.year, ok = s.ranged(2, 0, 99, false); p.year >= 69 {
			p.year += 1900
		} else {
			p.year += 2000
		}
	case 'm':
		p.month, ok = s.ranged(2, 1, 12, false)
	case 'd', 'e':
		p.day, ok = s.ranged(2, 1, 31, true)
	case 'H', 'k':
		p.hour, ok = s.ranged(2, 0, 24, true)
	case 'I', 'l':
		p.hour, ok = s.ranged(2, 1, 12, true)
	case 'M':
		p.minute, ok = s.ranged(2, 0, 59, false)
	case 'S':
		p.second, ok = s.ranged(2, 0, 60, false)
	case 'L', 'N':
		return s.fraction(verb, rest), nil
	case 'p', 'P':
		return s.halfOfDay(), nil
	case 'b', 'B', 'h':
		var i int
		i, ok = s.word(monthNames)
		p.month = i + 1
	case 'a', 'A':
		_, ok = s.word(dayNames)
	case 'Z', 'z':
		return s.zoneName()
	case '%':
		ok = s.at < len(s.text) && s.text[s.at] == '%'
		s.at++
	default:
		return false, ErrUnknown
	}
	return ok, nil
}

func (s *dateScanner) year(rest string) (int, bool) {
	sign := 1
	if s.at < len(s.text) && (s.text[s.at] == '-' || s.text[s.at] == '+') {
		if s.text[s.at] == '-' {
			sign = -1
		}
		s.at++
	}
	limit := 0
	if digitsFollow(rest) {
		limit = 4
	}
	n, digits := s.number(limit)
	return sign * n, digits > 0
}

// fraction parses %L or %N: the digits of a fraction of a second. It returns false if there are
// none.
func (s *dateScanner) fraction(verb byte, rest string) bool {
	limit := 0
	if digitsFollow(rest) {
		limit = map[byte]int{'L': 3, 'N': 9}[verb]
	}
	start := s.at
	_, digits := s.number(limit)
	if digits == 0 {
		return false
	}
	s.parts.nanosecond, _ = strconv.Atoi((s.text[start:s.at] + "000000000")[:9])
	return true
}

func (s *dateScanner) halfOfDay() bool {
	rest := strings.ToLower(s.text[s.at:])
	for i, half := range []string{"am", "pm", "a.m.", "p.m."} {
		if !strings.HasPrefix(rest, half) {
			continue
		}
		if i < 2 && len(rest) > 2 && (rest[2] == '_' || isDigit(rest[2]) || 'a' <= rest[2] && rest[2] <= 'z') {
			return false
		}
		s.at += len(half)
		s.parts.meridian = i % 2 * 12
		return true
	}
	return false
}

var (
	monthNames = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	dayNames   = []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
)

// word parses one of the names, in full or by its first three letters.
func (s *dateScanner) word(names []string) (int, bool) {
	rest := strings.ToLower(s.text[s.at:])
	for i, name := range names {
		name = strings.ToLower(name)
		for _, form := range []string{name, name[:3]} {
			if strings.HasPrefix(rest, form) {
				s.at += len(form)
				return i, true
			}
		}
	}
	return 0, false
}

// zonePattern matches the texts that Ruby accepts as a zone.
var zonePattern = lazyregexp.New(`(?i)\A(?:(?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?|[[:alpha:].\s\v]+(?:standard|daylight)[\s\v]+time\b|[[:alpha:]]+(?:[\s\v]+dst)?\b)`)

// zoneName parses a zone. With letters beyond ASCII the result is not known.
func (s *dateScanner) zoneName() (bool, error) {
	rest := s.text[s.at:]
	for i := range len(rest) {
		if rest[i] >= utf8.RuneSelf {
			return false, ErrUnknown
		}
	}
	zone := zonePattern.FindString(rest)
	s.parts.zone = zone
	s.at += len(zone)
	return zone != "", nil
}
