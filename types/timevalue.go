package types

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	nanosPerSecond = int64(time.Second)
	nanosPerMinute = int64(time.Minute)
	nanosPerHour   = int64(time.Hour)
	nanosPerDay    = 24 * nanosPerHour
)

// String is the span in Puppet's default format: days-hours:minutes:seconds
// and the fraction. The fraction is printed as Puppet does it, as a number
// without the zeros that end it, so that those that lead it are lost too.
func (t Timespan) String() string {
	sign, n := "", uint64(t)
	if t < 0 {
		sign, n = "-", -n
	}
	fraction := strings.TrimRight(strconv.FormatUint(n%uint64(nanosPerSecond), 10), "0")
	if fraction == "" {
		fraction = "0"
	}
	return fmt.Sprintf("%s%d-%02d:%02d:%02d.%s", sign, n/uint64(nanosPerDay), n/uint64(nanosPerHour)%24,
		n/uint64(nanosPerMinute)%60, n/uint64(nanosPerSecond)%60, fraction)
}

// timespanFormats are Puppet's default formats, each with the units of its
// groups; a group without unit is the fraction.
var timespanFormats = []struct {
	pattern *regexp.Regexp
	units   []int64
}{
	{regexp.MustCompile(`\A-?(\d+)-(\d{1,2}):(\d{1,2}):(\d{1,2})\.(\d{1,9})\z`), []int64{nanosPerDay, nanosPerHour, nanosPerMinute, nanosPerSecond, 0}},
	{regexp.MustCompile(`\A-?(\d+):(\d{1,2}):(\d{1,2})\.(\d{1,9})\z`), []int64{nanosPerHour, nanosPerMinute, nanosPerSecond, 0}},
	{regexp.MustCompile(`\A-?(\d+):(\d{1,2})\.(\d{1,9})\z`), []int64{nanosPerMinute, nanosPerSecond, 0}},
	{regexp.MustCompile(`\A-?(\d+)\.(\d{1,9})\z`), []int64{nanosPerSecond, 0}},
	{regexp.MustCompile(`\A-?(\d+)-(\d{1,2}):(\d{1,2}):(\d{1,2})\z`), []int64{nanosPerDay, nanosPerHour, nanosPerMinute, nanosPerSecond}},
	{regexp.MustCompile(`\A-?(\d+):(\d{1,2}):(\d{1,2})\z`), []int64{nanosPerHour, nanosPerMinute, nanosPerSecond}},
	{regexp.MustCompile(`\A-?(\d+)-(\d{1,2}):(\d{1,2})\z`), []int64{nanosPerDay, nanosPerHour, nanosPerMinute}},
	{regexp.MustCompile(`\A-?(\d+)\z`), []int64{nanosPerSecond}},
}

const timespanFormatList = "%D-%H:%M:%S.%-N, %H:%M:%S.%-N, %M:%S.%-N, %S.%-N, %D-%H:%M:%S, %H:%M:%S, %D-%H:%M, %S"

// ParseTimespan reads a span in one of Puppet's default formats.
func ParseTimespan(text string) (Timespan, error) {
	for _, format := range timespanFormats {
		m := format.pattern.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		var total int64
		for i, unit := range format.units {
			digits := m[i+1]
			if unit == 0 {
				digits, unit = (digits + "000000000")[:9], 1
			}
			n, err := strconv.ParseInt(digits, 10, 64)
			if err != nil || n > (1<<62)/unit {
				return 0, fmt.Errorf("the timespan '%s' is too long", text)
			}
			total += n * unit
		}
		if strings.HasPrefix(text, "-") {
			total = -total
		}
		return Timespan(total), nil
	}
	return 0, fmt.Errorf("Unable to parse '%s' using any of the formats %s", text, timespanFormatList)
}

// String is the instant in Puppet's default format, in UTC.
func (t Timestamp) String() string {
	return time.Unix(0, int64(t)).UTC().Format("2006-01-02T15:04:05.000000000 UTC")
}

const timestampFormatList = "%FT%T.%N %Z, %FT%T %Z, %F %T.%N %Z, %F %T %Z, %F %Z, %FT%T.%N, %FT%T, %F %T.%N, %F %T, %F"

// timestampPattern is all of Puppet's default formats in one; a blank in a
// format stands for any number of blanks.
var timestampPattern = regexp.MustCompile(`\A([-+]?\d+)-(\d{1,2})-(\d{1,2})(?:(?:T|\s*)(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d+))?)?(?:\s*([A-Za-z]+(?:[-+]\d+(?::\d+)?)?(?: DST)?|[-+]\d+(?:[:.,]\d+)?))?\z`)

// ParseTimestamp reads an instant in one of Puppet's default formats. Without
// a zone in the text, the zone given is used ("" for UTC).
func ParseTimestamp(text, zone string) (Timestamp, error) {
	fail := fmt.Errorf("Unable to parse '%s' using any of the formats %s", text, timestampFormatList)
	m := timestampPattern.FindStringSubmatch(text)
	if m == nil {
		return 0, fail
	}
	var n [6]int
	for i := range n {
		if m[i+1] == "" {
			continue
		}
		value, err := strconv.Atoi(m[i+1])
		if err != nil {
			return 0, fail
		}
		n[i] = value
	}
	if n[1] < 1 || n[1] > 12 || n[2] < 1 || n[2] > 31 || n[3] > 24 || n[4] > 59 || n[5] > 60 {
		return 0, fail
	}
	if n[0] < 1678 || n[0] > 2261 {
		return 0, fmt.Errorf("the year of timestamp '%s' is too far from now", text)
	}
	fraction, _ := strconv.Atoi((m[7] + "000000000")[:9])
	instant := time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], fraction, time.UTC).UnixNano()
	if m[8] != "" {
		zone = m[8]
	}
	offset, ok := zoneOffset(zone)
	if !ok {
		return 0, fmt.Errorf("Illegal timezone '%s'", zone)
	}
	return Timestamp(instant - offset), nil
}

// zoneHours are the abbreviations of zones that Ruby knows and people write.
var zoneHours = map[string]int64{
	"": 0, "utc": 0, "gmt": 0, "ut": 0, "z": 0, "wet": 0, "bst": 1, "cet": 1, "west": 1, "cest": 2, "eet": 2, "eest": 3,
	"msk": 3, "ist": 0, "jst": 9, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
	"akst": -9, "akdt": -8, "hst": -10,
}

var zoneDigits = regexp.MustCompile(`\A(?:(?i:gmt|utc?))?([-+])(\d{1,2}):?(\d{2})?\z`)

// zoneOffset is a zone's distance from UTC in nanoseconds.
func zoneOffset(zone string) (int64, bool) {
	if hours, ok := zoneHours[strings.ToLower(zone)]; ok {
		return hours * nanosPerHour, true
	}
	m := zoneDigits.FindStringSubmatch(zone)
	if m == nil {
		return 0, false
	}
	hours, _ := strconv.ParseInt(m[2], 10, 64)
	minutes, _ := strconv.ParseInt("0"+m[3], 10, 64)
	offset := hours*nanosPerHour + minutes*nanosPerMinute
	if m[1] == "-" {
		offset = -offset
	}
	return offset, true
}
