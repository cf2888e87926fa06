package rubytime

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Format returns Ruby's strftime of an instant, in UTC or in a zone (an offset such as +01:00,
// or an abbreviation).
func Format(nanoseconds int64, format, zone string) (string, error) {
	moment, zoneName := time.Unix(0, nanoseconds).UTC(), "UTC"
	if zone != "" {
		seconds, err := offset(zone)
		if err != nil {
			return "", err
		}
		if seconds <= -86400 || 86400 <= seconds {
			return "", ErrUnknown
		}
		moment, zoneName = moment.In(time.FixedZone("", seconds)), ""
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

// A dateDirective is a %… directive of strftime: its flags and width.
type dateDirective struct {
	start        int
	pad          byte // '0', ' ', '-' for none, 0 for the default
	upper, other bool
	colons       int
	width        int
}

// read parses flags and width. It returns the index of the letter.
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

// padded pads text to the width, or to the default width if none is given.
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

// text returns the text of a directive. It returns nil if Ruby copies the directive unchanged.
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
	digits = (digits + strings.Repeat("0", max(0, width-len(digits))))[:width]
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
		text, err := Format(t.UnixNano(), sub, given)
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

// distance returns an offset from UTC in seconds as ±hh:mm.
func distance(seconds int) string {
	return time.Unix(0, 0).In(time.FixedZone("", seconds)).Format("-07:00")
}
