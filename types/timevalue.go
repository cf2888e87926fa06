package types

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/rubytime"
)

const (
	nanosPerSecond = int64(time.Second)
	nanosPerMinute = int64(time.Minute)
	nanosPerHour   = int64(time.Hour)
	nanosPerDay    = 24 * nanosPerHour
)

// String formats the span in Puppet's default format: days-hours:minutes:seconds and the
// fraction. Like Puppet, it prints the fraction as a number without trailing zeros, so leading
// zeros are lost, too.
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

// timespanFormats are Puppet's default formats, each with the units of its groups. A group
// without a unit is the fraction.
var timespanFormats = []struct {
	pattern *lazyregexp.Regexp
	units   []int64
}{
	{lazyregexp.New(`\A-?(\d+)-(\d{1,2}):(\d{1,2}):(\d{1,2})\.(\d{1,9})\z`), []int64{nanosPerDay, nanosPerHour, nanosPerMinute, nanosPerSecond, 0}},
	{lazyregexp.New(`\A-?(\d+):(\d{1,2}):(\d{1,2})\.(\d{1,9})\z`), []int64{nanosPerHour, nanosPerMinute, nanosPerSecond, 0}},
	{lazyregexp.New(`\A-?(\d+):(\d{1,2})\.(\d{1,9})\z`), []int64{nanosPerMinute, nanosPerSecond, 0}},
	{lazyregexp.New(`\A-?(\d+)\.(\d{1,9})\z`), []int64{nanosPerSecond, 0}},
	{lazyregexp.New(`\A-?(\d+)-(\d{1,2}):(\d{1,2}):(\d{1,2})\z`), []int64{nanosPerDay, nanosPerHour, nanosPerMinute, nanosPerSecond}},
	{lazyregexp.New(`\A-?(\d+):(\d{1,2}):(\d{1,2})\z`), []int64{nanosPerHour, nanosPerMinute, nanosPerSecond}},
	{lazyregexp.New(`\A-?(\d+)-(\d{1,2}):(\d{1,2})\z`), []int64{nanosPerDay, nanosPerHour, nanosPerMinute}},
	{lazyregexp.New(`\A-?(\d+)\z`), []int64{nanosPerSecond}},
}

const timespanFormatList = "%D-%H:%M:%S.%-N, %H:%M:%S.%-N, %M:%S.%-N, %S.%-N, %D-%H:%M:%S, %H:%M:%S, %D-%H:%M, %S"

// ParseTimespan parses a span in one of Puppet's default formats.
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

// String formats the instant in Puppet's default format, in UTC.
func (t Timestamp) String() string {
	return time.Unix(0, int64(t)).UTC().Format("2006-01-02T15:04:05.000000000 UTC")
}

// ParseTimestamp parses an instant in one of Puppet's default formats. If the text has no zone,
// zone is used ("" for UTC). The error is rubytime.ErrUnknown, or a *rubytime.Error with
// Puppet's message.
func ParseTimestamp(text, zone string) (Timestamp, error) {
	nanoseconds, err := rubytime.Parse(text, zone)
	return Timestamp(nanoseconds), err
}
