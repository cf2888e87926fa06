package rubytime

import (
	"errors"
	"testing"
	"time"
)

// What Ruby 3.1 makes of each, by Date._strptime(zone, '%z')[:offset].
func TestOffset(t *testing.T) {
	for zone, want := range map[string]int{
		"UTC": 0, "z": 0, "CET": 3600, "ist": 19800, "NZDT": 46800, "x": -39600, "mart": -30600, "EST DST": -14400,
		"cet standard time": 3600, "est daylight time": -14400, "+1": 3600, "-0330": -12600, "+05:45": 20700, "gmt+2": 7200,
		"utc-11:30": -41400, "+000194": 154, "+23:66": 86760, "cet+534": 3600, "+1:02:03": 3723,
	} {
		if got, err := offset(zone); err != nil || got != want {
			t.Errorf("offset(%q) = %d, %v; Ruby says %d", zone, got, err, want)
		}
	}
	for _, zone := range []string{"qq", "zulu", "UT+1", "", "12"} {
		var refused *Error
		if got, err := offset(zone); !errors.As(err, &refused) {
			t.Errorf("offset(%q) = %d, %v; Ruby finds none", zone, got, err)
		}
	}
	if _, err := offset("Eastern"); err != ErrUnknown {
		t.Errorf("offset(Eastern): %v", err)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"2020-01-01":                     "2020-01-01T00:00:00Z",
		"2020-01-01 10:00:00":            "2020-01-01T10:00:00Z",
		"2020-01-01T10:00:00.25":         "2020-01-01T10:00:00.25Z",
		"2020-01-01x":                    "2020-01-01T11:00:00Z",
		"2020-01-01 CET":                 "2019-12-31T23:00:00Z",
		"2020-02-30":                     "2020-03-01T00:00:00Z",
		"2020-01-01 24:00:00":            "2020-01-02T00:00:00Z",
		"2020-01-01T10:00:00.5 +05:30":   "2020-01-01T04:30:00.5Z",
		"2020-01-01   10:00:00.000 NZDT": "2019-12-31T21:00:00Z",
	} {
		n, err := Parse(text, "")
		if got := time.Unix(0, n).UTC().Format(time.RFC3339Nano); err != nil || got != want {
			t.Errorf("Parse(%q) = %s, %v; Puppet says %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "2020-13-01", "2020-01-01 ", "2020-01-01 10:00", "2020-01-01 24:01:00", "2020-01-01 qq"} {
		var refused *Error
		if n, err := Parse(text, ""); !errors.As(err, &refused) {
			t.Errorf("Parse(%q) = %d, %v; Puppet refuses it", text, n, err)
		}
	}
	if _, err := Parse("1600-01-01", ""); err != ErrUnknown {
		t.Errorf("Parse of a year beyond our count: %v", err)
	}
	if _, err := ParseAs("2020-01-01 CET", "%F %Z", "UTC"); err == nil || err == ErrUnknown {
		t.Errorf("a zone in the text and one beside it: %v", err)
	}
}

func TestFormat(t *testing.T) {
	instant := time.Date(2024, 5, 6, 7, 8, 9, 120_000_000, time.UTC).UnixNano()
	for format, want := range map[string]string{
		"%F %T.%L": "2024-05-06 07:08:09.120", "%^a %#B": "MON MAY", "%-d/%-m/%y": "6/5/24", "%e|%k|%l": " 6| 7| 7",
		"%j %U %V": "127 18 19", "%10Y|%05d|%_m": "0000002024|00006| 5", "%Z %z": "UTC +0000", "%Q": "%Q",
	} {
		if got, err := Format(instant, format, ""); err != nil || got != want {
			t.Errorf("Format(%q) = %q, %v; Ruby says %q", format, got, err, want)
		}
	}
	if got, err := Format(instant, "%F %T %z", "-0330"); err != nil || got != "2024-05-06 03:38:09 -0330" {
		t.Errorf("Format in a zone = %q, %v", got, err)
	}
}

func TestParseAs(t *testing.T) {
	for _, test := range []struct{ text, format, want string }{
		{"5 Mar 2021", "%d %b %Y", "2021-03-05T00:00:00Z"},
		{"friday, march 5 2021", "%A, %B %e %Y", "2021-03-05T00:00:00Z"},
		{"03/05/69 1:02 pm", "%D %I:%M %p", "1969-03-05T13:02:00Z"},
		{"03/05/68 12:02:03 A.M.", "%x %r", "2068-03-05T00:02:03Z"},
		{"2021-03-05 12:00 p.m.", "%F %l:%M %P", "2021-03-05T12:00:00Z"},
		{"20210305T010203", "%Y%m%dT%H%M%S", "2021-03-05T01:02:03Z"},
		{"+2021-03-05", "%Y-%m-%d", "2021-03-05T00:00:00Z"},
		{"2021 12345", "%Y %L%M", "2021-01-01T00:45:00.123Z"},
		{"100% 2021", "100%% %Y", "2021-01-01T00:00:00Z"},
		{" 5-Mar-2021", "%v", "2021-03-05T00:00:00Z"},
		{"Fri Mar  5 01:02:03 2021", "%c", "2021-03-05T01:02:03Z"},
		{"Fri Mar  5 01:02:03 CET 2021", "%+", "2021-03-05T00:02:03Z"},
		{"2021%", "%Y%", "2021-01-01T00:00:00Z"},
	} {
		n, err := ParseAs(test.text, test.format, "")
		if got := time.Unix(0, n).UTC().Format(time.RFC3339Nano); err != nil || got != test.want {
			t.Errorf("ParseAs(%q, %q) = %s, %v; Ruby says %s", test.text, test.format, got, err, test.want)
		}
	}
	for _, test := range []struct{ text, format, want string }{
		{"2021 1234567", "%Y %L%M", "Unable to parse '2021 1234567' using format '%Y %L%M'"},
		{"2021x", "%Y", "Unable to parse '2021x' using format '%Y'"},
		{"2021 Foo", "%Y %b", "Unable to parse '2021 Foo' using format '%Y %b'"},
		{"2021 1 noon", "%Y %I %p", "Unable to parse '2021 1 noon' using format '%Y %I %p'"},
		{"2021 1 pmx", "%Y %I %p", "Unable to parse '2021 1 pmx' using format '%Y %I %p'"},
		{"2021 13", "%Y %I", "Unable to parse '2021 13' using format '%Y %I'"},
		{"2021.", "%Y.%L", "Unable to parse '2021.' using format '%Y.%L'"},
		{"-", "%Y", "Unable to parse '-' using format '%Y'"},
		{"2021", "%Y%%", "Unable to parse '2021' using format '%Y%%'"},
		{"10:00", "%R", "can't convert nil into an exact number"},
	} {
		var refused *Error
		if n, err := ParseAs(test.text, test.format, ""); !errors.As(err, &refused) || err.Error() != test.want {
			t.Errorf("ParseAs(%q, %q) = %d, %v; Puppet says %s", test.text, test.format, n, err, test.want)
		}
	}
	for _, test := range [][2]string{{"1", "%Ey"}, {"1", "%s"}, {"2021 é", "%Y %Z"}} {
		if n, err := ParseAs(test[0], test[1], ""); err != ErrUnknown {
			t.Errorf("ParseAs(%q, %q) = %d, %v; that is not known", test[0], test[1], n, err)
		}
	}
}

func TestParseInAZone(t *testing.T) {
	if n, err := Parse("2020-01-01 10:00:00", "+02:00"); err != nil || time.Unix(0, n).UTC().Hour() != 8 {
		t.Errorf("got %d, %v", n, err)
	}
	if n, err := Parse("2020-01-01 10:00:00 CET", "+02:00"); err == nil {
		t.Errorf("a zone in the text and one beside it: %d", n)
	}
	if n, err := Parse("2020-01-01", "qq"); err == nil {
		t.Errorf("a zone that there is not: %d", n)
	}
}

func TestFormatDirectives(t *testing.T) {
	instant := time.Date(2024, 5, 6, 19, 8, 9, 120_000_000, time.UTC).UnixNano()
	for format, want := range map[string]string{
		"%C|%G|%g|%u|%w|%W": "20|2024|24|1|1|19", "%I %M %S %s": "07 08 09 1715022489", "%N|%6N|%12N|%3L": "120000000|120000|120000000000|120",
		"%A %^B %#b %h": "Monday MAY MAY May", "%p %#p %P": "PM pm pm", "%:z %::z": "+00:00 +00:00:00", "%D %R %X %x %r": "05/06/24 19:08 19:08:09 05/06/24 07:08:09 PM",
		"%c": "Mon May  6 19:08:09 2024", "%^c": "MON MAY  6 19:08:09 2024", "%v": " 6-MAY-2024", "%20D|": "            05/06/24|", "%n%t%%": "\n\t%", "%010e|%-k": "0000000006|19",
	} {
		if got, err := Format(instant, format, ""); err != nil || got != want {
			t.Errorf("Format(%q) = %q, %v; Ruby says %q", format, got, err, want)
		}
	}
	if got, err := Format(instant, "%R %D", "+05:30"); err != nil || got != "00:38 05/07/24" {
		t.Errorf("abbreviations in a zone: %q, %v", got, err)
	}
	for _, format := range []string{"%Ey", "%10z"} {
		if got, err := Format(instant, format, ""); err != ErrUnknown {
			t.Errorf("Format(%q) = %q, %v; that is not known", format, got, err)
		}
	}
}
