package convert

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"puppet-lint/rubyregexp"
	"puppet-lint/types"
)

var (
	zonelessFormats  = []string{"%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"}
	timestampFormats = append([]string{"%FT%T.%N %Z", "%FT%T %Z", "%F %T.%N %Z", "%F %T %Z", "%F %Z"}, zonelessFormats...)
)

// toTimestamp is Timestamp.new.
func (c *Converter) toTimestamp(args []types.Value) (types.Value, error) {
	if len(args) == 0 {
		return nil, ErrUnknown // now
	}
	if len(args) == 1 {
		switch v := args[0].(type) {
		case types.Integer, types.Float:
			n, err := nanoseconds(v)
			return types.Timestamp(n), err
		case *types.Hash:
			if !onlyKeys(v, "string", "format", "timezone") || get(v, "string") == nil {
				return nil, failf("'Timestamp.new' does not accept this hash")
			}
			args = []types.Value{get(v, "string"), get(v, "format"), get(v, "timezone")}
		}
	}
	text, ok := textArgument(args)
	if !ok || len(args) > 3 {
		return nil, failf("'Timestamp.new' does not accept these arguments")
	}
	args = append(append([]types.Value(nil), args...), nil, nil)[:3]
	zone := ""
	if args[2] != nil {
		z, ok := args[2].(types.String)
		if !ok || z == "" {
			return nil, failf("'Timestamp.new' expects the timezone to be a String[1]")
		}
		zone = string(z)
	}
	if args[1] == nil {
		list := timestampFormats
		if zone != "" {
			list = zonelessFormats
		}
		return parseTimestamps(text, list, zone)
	}
	list, ok := formatList(args[1])
	if !ok {
		return nil, failf("'Timestamp.new' expects a format of at least two characters")
	}
	if _, single := args[1].(types.String); single {
		return parseTimestamp(text, list[0], zone)
	}
	return parseTimestamps(text, list, zone)
}

func parseTimestamps(text string, list []string, zone string) (types.Value, error) {
	for _, format := range list {
		p, err := strptime(text, format)
		if err == ErrUnknown {
			return nil, err
		}
		if err == nil && !(zone != "" && p.zone != "") {
			return p.instant(zone)
		}
	}
	return nil, failf("Unable to parse '%s' using any of the formats %s", text, strings.Join(list, ", "))
}

func parseTimestamp(text, format, zone string) (types.Value, error) {
	p, err := strptime(text, format)
	if err != nil {
		return nil, err
	}
	if zone != "" && p.zone != "" {
		return nil, failf("Using a Timezone designator in format specification is mutually exclusive to providing an explicit timezone argument")
	}
	return p.instant(zone)
}

// dateParts is what strptime finds; -1 where it found nothing.
type dateParts struct {
	year                 int
	hasYear              bool
	month, day           int
	hour, minute, second int
	nanosecond           int
	meridian             int // -1, 0 for AM, 12 for PM
	zone                 string
}

// instant is the time that the parts name; what is missing is the least.
func (p *dateParts) instant(zone string) (types.Value, error) {
	if !p.hasYear {
		return nil, failf("can't convert nil into an exact number")
	}
	if p.year < 1700 || p.year > 2250 {
		return nil, ErrUnknown // more nanoseconds than we count
	}
	hour := max(p.hour, 0)
	if p.meridian >= 0 && p.hour >= 0 {
		hour = p.hour%12 + p.meridian
	}
	if hour == 24 && (p.minute > 0 || p.second > 0) {
		return nil, failf("argument out of range")
	}
	t := time.Date(p.year, time.Month(max(p.month, 1)), max(p.day, 1), hour, max(p.minute, 0), max(p.second, 0), max(p.nanosecond, 0), time.UTC)
	if zone == "" {
		zone = p.zone
	}
	offset := 0
	if zone != "" {
		var err error
		if offset, err = zoneOffset(zone); err != nil {
			return nil, err
		}
	}
	return types.Timestamp(t.UnixNano() - int64(offset)*1e9), nil
}

// zoneHours are zones by their abbreviations.
var zoneHours = map[string]int{
	"utc": 0, "gmt": 0, "ut": 0, "z": 0, "wet": 0, "bst": 1, "cet": 1, "west": 1, "cest": 2, "eet": 2, "eest": 3, "msk": 3,
	"jst": 9, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
}

// zoneOffset is a zone's distance from UTC in seconds.
func zoneOffset(zone string) (int, error) {
	name := strings.ToLower(zone)
	if hours, ok := zoneHours[name]; ok {
		return hours * 3600, nil
	}
	for _, prefix := range []string{"gmt", "utc"} {
		name = strings.TrimPrefix(name, prefix)
	}
	if name == "" || name[0] != '+' && name[0] != '-' {
		return 0, ErrUnknown
	}
	digits := name[1:]
	hours, minutes, colon := strings.Cut(digits, ":")
	if !colon {
		switch len(digits) {
		case 1, 2:
			hours, minutes = digits, "0"
		case 3, 4:
			hours, minutes = digits[:len(digits)-2], digits[len(digits)-2:]
		default:
			return 0, ErrUnknown
		}
	}
	h, err1 := strconv.Atoi(hours)
	m, err2 := strconv.Atoi(minutes)
	if err1 != nil || err2 != nil || len(hours) > 2 || len(minutes) > 2 || h > 23 || m > 59 {
		return 0, ErrUnknown
	}
	seconds := h*3600 + m*60
	if name[0] == '-' {
		seconds = -seconds
	}
	return seconds, nil
}

// A dateScanner reads a text by a strptime format (Ruby's Date._strptime).
type dateScanner struct {
	text  string
	at    int
	parts dateParts
	depth int
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

// compound are the directives that stand for several.
var compound = map[byte]string{
	'F': "%Y-%m-%d", 'T': "%H:%M:%S", 'X': "%H:%M:%S", 'D': "%m/%d/%y", 'x': "%m/%d/%y", 'R': "%H:%M",
	'r': "%I:%M:%S %p", 'c': "%a %b %e %H:%M:%S %Y", 'v': "%e-%b-%Y", '+': "%a %b %e %H:%M:%S %Z %Y", 'n': " ", 't': " ",
}

// scan reads the text by the format; false if it does not fit.
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

// digitsFollow tells whether the rest of a format reads digits next.
func digitsFollow(rest string) bool {
	if rest == "" {
		return false
	}
	if isDigit(rest[0]) {
		return true
	}
	return rest[0] == '%' && len(rest) > 1 && (isDigit(rest[1]) || strings.IndexByte("CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy", rest[1]) >= 0)
}

// number reads up to limit digits (0: all there are).
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

// ranged reads a number of up to limit digits between low and high; blank
// lets one blank stand for the first digit.
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

// fraction reads %L or %N: the digits of a second's fraction.
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

// word reads one of the names, in full or by its first three letters.
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

const zonePattern = `(?i)\A(?:(?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?|(?-i:[[:alpha:].\s]+)(?:standard|daylight)\s+time\b|(?-i:[[:alpha:]]+)(?:\s+dst)?\b)`

func (s *dateScanner) zoneName() (bool, error) {
	re, err := rubyregexp.Compile(zonePattern)
	if err != nil {
		return false, ErrUnknown
	}
	_, end, answer := re.FindIndex(s.text[s.at:])
	switch answer {
	case rubyregexp.No:
		return false, nil
	case rubyregexp.Undecided:
		return false, ErrUnknown
	}
	s.parts.zone = s.text[s.at : s.at+end]
	s.at += end
	return true, nil
}

// FormatTimestamp is Ruby's strftime of an instant, in UTC or in a zone (a
// distance such as +01:00, or an abbreviation).
func FormatTimestamp(t types.Timestamp, format, zone string) (string, error) {
	moment, zoneName := time.Unix(0, int64(t)).UTC(), "UTC"
	if zone != "" {
		offset, err := zoneOffset(zone)
		if err != nil {
			return "", err
		}
		moment, zoneName = moment.In(time.FixedZone("", offset)), ""
	}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		d := dateDirective{start: i}
		i = d.read(format, i+1)
		if i >= len(format) {
			b.WriteString(format[d.start:])
			break
		}
		text, err := d.text(format[i], moment, zoneName)
		if err != nil {
			return "", err
		}
		if text == nil {
			b.WriteString(format[d.start : i+1])
			continue
		}
		b.WriteString(*text)
		if b.Len() > maxText {
			return "", ErrUnknown
		}
	}
	return b.String(), nil
}

// A dateDirective is one %… of strftime: its flags and width.
type dateDirective struct {
	start        int
	pad          byte // '0', ' ', '-' for none, 0 for the default
	upper, other bool
	colons       int
	width        int
}

// read reads flags and width; it gives the index of the letter.
func (d *dateDirective) read(format string, i int) int {
	for ; i < len(format); i++ {
		switch ch := format[i]; {
		case ch == '-' && d.width == 0:
			d.pad = '-'
		case ch == '_' && d.width == 0:
			d.pad = ' '
		case ch == '0' && d.width == 0:
			d.pad = '0'
		case ch == '^':
			d.upper = true
		case ch == '#':
			d.other = true
		case ch == ':':
			d.colons++
		case isDigit(ch):
			d.width = min(d.width*10+int(ch-'0'), maxText)
		default:
			return i
		}
	}
	return i
}

// padded fills up to the width, or the default width if none is given.
func (d *dateDirective) padded(text string, width int, fill byte) *string {
	if d.pad != 0 {
		fill = d.pad
	}
	if d.width > 0 {
		width = d.width
	}
	if fill == '-' {
		return &text
	}
	if missing := width - utf8.RuneCountInString(text); missing > 0 {
		text = strings.Repeat(string(fill), missing) + text
	}
	return &text
}

func (d *dateDirective) numeric(n, width int, fill byte) *string {
	return d.padded(strconv.Itoa(n), width, fill)
}

func (d *dateDirective) name(text string, flipped string) *string {
	switch {
	case d.other:
		text = flipped
	case d.upper:
		text = strings.ToUpper(text)
	}
	return d.padded(text, 0, ' ')
}

// text is what the letter stands for; nil if Ruby leaves it as it is.
func (d *dateDirective) text(letter byte, t time.Time, zone string) (*string, error) {
	if d.colons > 0 && letter != 'z' {
		return nil, nil
	}
	hour12 := (t.Hour()+11)%12 + 1
	switch letter {
	case 'Y':
		return d.numeric(t.Year(), 4, '0'), nil
	case 'C':
		return d.numeric(t.Year()/100, 2, '0'), nil
	case 'y':
		return d.numeric(t.Year()%100, 2, '0'), nil
	case 'm':
		return d.numeric(int(t.Month()), 2, '0'), nil
	case 'd':
		return d.numeric(t.Day(), 2, '0'), nil
	case 'e':
		return d.numeric(t.Day(), 2, ' '), nil
	case 'j':
		return d.numeric(t.YearDay(), 3, '0'), nil
	case 'H':
		return d.numeric(t.Hour(), 2, '0'), nil
	case 'k':
		return d.numeric(t.Hour(), 2, ' '), nil
	case 'I':
		return d.numeric(hour12, 2, '0'), nil
	case 'l':
		return d.numeric(hour12, 2, ' '), nil
	case 'M':
		return d.numeric(t.Minute(), 2, '0'), nil
	case 'S':
		return d.numeric(t.Second(), 2, '0'), nil
	case 's':
		return d.numeric(int(t.Unix()), 1, '0'), nil
	case 'u':
		return d.numeric((int(t.Weekday())+6)%7+1, 1, '0'), nil
	case 'w':
		return d.numeric(int(t.Weekday()), 1, '0'), nil
	case 'G', 'g', 'V':
		year, week := t.ISOWeek()
		return d.numeric(map[byte]int{'G': year, 'g': year % 100, 'V': week}[letter], map[byte]int{'G': 4, 'g': 2, 'V': 2}[letter], '0'), nil
	case 'U':
		return d.numeric((t.YearDay()+6-int(t.Weekday()))/7, 2, '0'), nil
	case 'W':
		return d.numeric((t.YearDay()+6-(int(t.Weekday())+6)%7)/7, 2, '0'), nil
	case 'L', 'N':
		return d.fractionText(letter, t), nil
	}
	return d.wordText(letter, t, zone)
}

func (d *dateDirective) fractionText(letter byte, t time.Time) *string {
	width := d.width
	if width == 0 {
		width = map[byte]int{'L': 3, 'N': 9}[letter]
	}
	digits := strconv.Itoa(1_000_000_000 + t.Nanosecond())[1:]
	for len(digits) < width {
		digits += "0"
	}
	digits = digits[:width]
	return &digits
}

func (d *dateDirective) wordText(letter byte, t time.Time, zone string) (*string, error) {
	upper := strings.ToUpper
	switch letter {
	case 'B':
		return d.name(t.Month().String(), upper(t.Month().String())), nil
	case 'b', 'h':
		return d.name(t.Month().String()[:3], upper(t.Month().String()[:3])), nil
	case 'A':
		return d.name(t.Weekday().String(), upper(t.Weekday().String())), nil
	case 'a':
		return d.name(t.Weekday().String()[:3], upper(t.Weekday().String()[:3])), nil
	case 'p':
		return d.name(t.Format("PM"), t.Format("pm")), nil
	case 'P':
		return d.name(t.Format("pm"), t.Format("pm")), nil
	case 'Z':
		return d.name(zone, strings.ToLower(zone)), nil
	case 'z':
		if d.width > 0 || d.pad != 0 || d.colons > 2 {
			return nil, ErrUnknown
		}
		text := t.Format([]string{"-0700", "-07:00", "-07:00:00"}[d.colons])
		return &text, nil
	case 'n', 't', '%':
		return d.padded(map[byte]string{'n': "\n", 't': "\t", '%': "%"}[letter], 0, ' '), nil
	case 'E', 'O':
		return nil, ErrUnknown
	}
	if sub, ok := compound[letter]; ok && letter != '+' {
		_, offset := t.Zone()
		given := ""
		if zone == "" {
			given = distance(offset)
		}
		text, err := FormatTimestamp(types.Timestamp(t.UnixNano()), sub, given)
		if err != nil {
			return nil, err
		}
		if letter == 'v' || d.upper {
			text = upper(text)
		}
		return d.padded(text, 0, ' '), nil
	}
	return nil, nil
}

// distance writes seconds from UTC as ±hh:mm.
func distance(seconds int) string {
	return time.Unix(0, 0).In(time.FixedZone("", seconds)).Format("-07:00")
}
