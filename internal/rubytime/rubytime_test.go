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
