package types

import (
	"errors"
	"fmt"
	"math"

	"puppet-lint/internal/rubytime"
)

func (p parameterizer) times(name string, args []Value) (Type, error) {
	title := map[string]string{"timespan": "Timespan", "timestamp": "Timestamp"}[name]
	if len(args) > 2 {
		return nil, wrongCountError(title, "0 to 2", len(args))
	}
	return p.buildTimes(title, args)
}

func (p parameterizer) buildTimes(title string, args []Value) (Type, error) {
	bounds := [2]Bound{NegativeInfinity, PositiveInfinity}
	for i, a := range args {
		if h, ok := a.(*Hash); ok {
			if _, formatted := h.GetString("format"); formatted && title == "Timespan" {
				// Package convert knows these formats, but imports this package.
				return p.store.Unknown, nil
			}
		}
		switch a.(type) {
		case Default, Undef:
			continue
		}
		n, err := timeBound(title, a)
		switch {
		case errors.Is(err, rubytime.ErrUnknown):
			return p.store.Unknown, nil
		case err != nil:
			return nil, err
		}
		bounds[i] = At(n)
	}
	if bounds[0].Compare(bounds[1]) > 0 {
		show := func(n int64) string {
			if title == "Timespan" {
				return Timespan(n).String()
			}
			return Timestamp(n).String()
		}
		return nil, fail(argumentError, "'from' must be less or equal to 'to'. Got (%s, %s", show(bounds[0].Value), show(bounds[1].Value))
	}
	if title == "Timespan" {
		return p.store.TimespanRange(bounds[0], bounds[1]), nil
	}
	return p.store.TimestampRange(bounds[0], bounds[1]), nil
}

func timeBound(title string, v Value) (int64, error) {
	wrap := func(n int64, err error) (int64, error) {
		switch {
		case errors.Is(err, rubytime.ErrUnknown):
			return 0, err
		case err != nil:
			return 0, fail(argumentError, "%s", err)
		}
		return n, nil
	}
	switch v := v.(type) {
	case Timespan:
		if title == "Timespan" {
			return int64(v), nil
		}
	case Timestamp:
		if title == "Timestamp" {
			return int64(v), nil
		}
	case String:
		if title == "Timespan" {
			n, err := ParseTimespan(string(v))
			return wrap(int64(n), err)
		}
		n, err := ParseTimestamp(string(v), "")
		return wrap(int64(n), err)
	case Integer:
		if v > math.MaxInt64/Integer(nanosPerSecond) || v < math.MinInt64/Integer(nanosPerSecond) {
			return 0, fail(argumentError, "the number of seconds %d is too large", int64(v))
		}
		return int64(v) * nanosPerSecond, nil
	case Float:
		n := float64(v) * float64(nanosPerSecond)
		if math.Abs(n) > math.MaxInt64/2 {
			return 0, fail(argumentError, "the number of seconds %s is too large", FormatFloat(float64(v)))
		}
		return int64(n), nil
	case *Hash:
		if title == "Timespan" {
			n, err := TimespanFromHash(v)
			return wrap(int64(n), err)
		}
		return wrap(timestampOfHash(v))
	}
	return 0, fail(argumentError, "Unable to create a Puppet::Pops::Time::%s from a %s", title, rubyClass(v))
}

// timestampOfHash returns the instant of a hash with a string, and optionally one or several
// formats and a timezone (Timestamp.from_hash).
func timestampOfHash(h *Hash) (int64, error) {
	field := func(name string) string {
		v, _ := h.GetString(name)
		s, _ := v.(String)
		return string(s)
	}
	text, zone := field("string"), field("timezone")
	format, _ := h.GetString("format")
	switch format := format.(type) {
	case nil, Default, Undef:
		return rubytime.Parse(text, zone)
	case String:
		return rubytime.ParseAs(text, string(format), zone)
	case Array:
		list := make([]string, len(format))
		for i, one := range format {
			s, ok := one.(String)
			if !ok {
				return 0, rubytime.ErrUnknown
			}
			list[i] = string(s)
		}
		return rubytime.ParseAny(text, list, zone)
	}
	return 0, rubytime.ErrUnknown
}

// TimespanFromHash returns the span of a hash of fields (days, hours …), or of one with a
// string.
func TimespanFromHash(h *Hash) (Timespan, error) {
	if text, ok := h.GetString("string"); ok {
		s, ok := text.(String)
		if !ok {
			return 0, errors.New("the string of a Timespan must be a String")
		}
		return ParseTimespan(string(s))
	}
	var total int64
	for _, field := range []struct {
		name string
		unit int64
	}{{"days", nanosPerDay}, {"hours", nanosPerHour}, {"minutes", nanosPerMinute}, {"seconds", nanosPerSecond},
		{"milliseconds", 1e6}, {"microseconds", 1e3}, {"nanoseconds", 1}} {
		v, ok := h.GetString(field.name)
		if !ok {
			continue
		}
		n, ok := v.(Integer)
		if !ok {
			return 0, fmt.Errorf("the field %s of a Timespan must be an Integer", field.name)
		}
		if n > Integer(math.MaxInt64/4/field.unit) || n < -Integer(math.MaxInt64/4/field.unit) {
			return 0, fmt.Errorf("the field %s of a Timespan is too large", field.name)
		}
		total += int64(n) * field.unit
	}
	if negative, _ := h.GetString("negative"); negative == Boolean(true) {
		total = -total
	}
	return Timespan(total), nil
}

func (p parameterizer) semVer(args []Value) (Type, error) {
	if len(args) == 0 {
		return nil, wrongCountError("SemVer", "1 or more", 0)
	}
	return p.buildSemVer(args)
}

func (p parameterizer) buildSemVer(args []Value) (Type, error) {
	ranges := make([]*VersionRange, len(args))
	for i, a := range args {
		switch v := a.(type) {
		case *VersionRange:
			ranges[i] = v
		case String:
			r, err := ParseVersionRange(string(v))
			if err != nil {
				return nil, fail(argumentError, "%s", err)
			}
			ranges[i] = r
		default:
			return nil, fail(noMethodError, "undefined method `gsub' for %s:%s", p.ValueString(a), rubyClass(a))
		}
	}
	return p.store.SemVerOf(ranges), nil
}
