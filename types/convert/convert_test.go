package convert

import (
	"errors"
	"testing"

	"puppet-lint/types"
)

func newConverter() (*Converter, *types.Store) {
	store := types.NewStore()
	return New(store.Algebra(nil)), store
}

func hash(pairs ...types.Value) *types.Hash {
	var entries []types.HashEntry
	for i := 0; i < len(pairs); i += 2 {
		entries = append(entries, types.HashEntry{Key: pairs[i], Value: pairs[i+1]})
	}
	return types.NewHash(entries...)
}

func text(s string) types.Value { return types.String(s) }

// TestConvert compares the results of calls with those of Puppet 8.10.
func TestConvert(t *testing.T) {
	c, store := newConverter()
	tests := []struct {
		name string
		args []types.Value
		want types.Value // nil: refused
	}{
		{"Integer", []types.Value{text("0x1F"), types.Integer(16)}, types.Integer(31)},
		{"Integer", []types.Value{text("0x1F")}, types.Integer(31)},
		{"Integer", []types.Value{text("017")}, types.Integer(15)},
		{"Integer", []types.Value{text("017"), types.Integer(10)}, types.Integer(17)},
		{"Integer", []types.Value{text("08")}, nil},
		{"Integer", []types.Value{text("- 12"), types.Default{}, types.Boolean(true)}, types.Integer(12)},
		{"Integer", []types.Value{text("0b11"), types.Integer(16)}, types.Integer(0xb11)},
		{"Integer", []types.Value{types.Float(-1.9)}, types.Integer(-1)},
		{"Integer", []types.Value{types.Boolean(true)}, types.Integer(1)},
		{"Integer", []types.Value{types.Timespan(-1)}, types.Integer(-1)},
		{"Integer", []types.Value{text("12"), types.Integer(7)}, nil},
		{"Integer", []types.Value{types.Undef{}}, nil},
		{"Float", []types.Value{text("1e-2")}, types.Float(0.01)},
		{"Float", []types.Value{text("017")}, types.Float(17)},
		{"Float", []types.Value{text("0")}, nil},
		{"Numeric", []types.Value{text("1.5")}, types.Float(1.5)},
		{"Numeric", []types.Value{text("0x10")}, types.Integer(16)},
		{"Boolean", []types.Value{text("Yes")}, types.Boolean(true)},
		{"Boolean", []types.Value{text("1")}, nil},
		{"Boolean", []types.Value{types.Float(0)}, types.Boolean(false)},
		{"Array", []types.Value{types.Integer(2)}, types.Array{types.Integer(0), types.Integer(1)}},
		{"Array", []types.Value{text("ab")}, types.Array{text("a"), text("b")}},
		{"Array", []types.Value{types.Integer(2), types.Boolean(true)}, types.Array{types.Integer(2)}},
		{"Array", []types.Value{types.Boolean(true)}, nil},
		{"Hash", []types.Value{types.Array{text("a"), types.Integer(1)}}, hash(text("a"), types.Integer(1))},
		{"Hash", []types.Value{types.Array{text("a")}}, nil},
		{"Hash", []types.Value{types.Array{types.Array{types.Array{text("a"), text("b")}, types.Integer(1)}}, text("tree")}, hash(text("a"), hash(text("b"), types.Integer(1)))},
		{"Hash", []types.Value{types.Array{types.Array{types.Array{text("a")}, types.Array{text("x")}}}, text("hash_tree")}, hash(text("a"), hash(types.Integer(0), text("x")))},
		{"Timespan", []types.Value{text("1-02:03:04.5")}, types.Timespan(93784_500_000_000)},
		{"Timespan", []types.Value{text("5m30s"), text("%Mm%Ss")}, types.Timespan(330e9)},
		{"Timespan", []types.Value{types.Float(1.5)}, types.Timespan(1_500_000_000)},
		{"Timespan", []types.Value{text("x")}, nil},
		{"Timestamp", []types.Value{text("2024-05-06")}, types.Timestamp(1714953600e9)},
		{"Timestamp", []types.Value{text("2024-05-06T07:08:09 +02:00")}, types.Timestamp(1714972089e9)},
		{"Timestamp", []types.Value{text("6 May 2024"), text("%d %B %Y")}, types.Timestamp(1714953600e9)},
		{"Timestamp", []types.Value{text("2024-02-30")}, types.Timestamp(1709251200e9)},
		{"Timestamp", []types.Value{text("x")}, nil},
		{"Binary", []types.Value{text("aGVsbG8=")}, types.Binary("hello")},
		{"Binary", []types.Value{text("?")}, nil},
		{"Regexp", []types.Value{text("a.b"), types.Boolean(true)}, types.Regexp{Source: `a\.b`}},
		{"Regexp", []types.Value{text("[")}, nil},
		{"SemVer", []types.Value{text("1.2")}, nil},
		{"Any", []types.Value{}, nil},
	}
	for _, test := range tests {
		target, _ := store.Builtin(test.name)
		got, err := c.Convert(target, test.args...)
		var refused *Error
		switch {
		case test.want == nil && !errors.As(err, &refused):
			t.Errorf("%s(%v): %v, %v, want a refusal", test.name, test.args, got, err)
		case test.want != nil && (err != nil || !types.Same(got, test.want)):
			t.Errorf("%s(%v): %v, %v, want %v", test.name, test.args, got, err, test.want)
		}
	}
}

func TestConvertChecksTheResult(t *testing.T) {
	c, store := newConverter()
	if _, err := c.Convert(store.IntegerRange(types.At(0), types.At(9)), text("12")); err == nil {
		t.Error("Integer[0, 9]('12') passes")
	}
	if got, err := c.Convert(store.OptionalOf(store.IntegerValue(5)), types.Undef{}); err != nil || got != (types.Undef{}) {
		t.Errorf("Optional[Integer](undef): %v, %v", got, err)
	}
	if _, err := c.Convert(store.Alias("Somebody::Elses"), text("x")); !errors.Is(err, ErrUnknown) {
		t.Errorf("an alias that is not known: %v", err)
	}
}

func TestString(t *testing.T) {
	c, store := newConverter()
	typed := func(name string) types.Value {
		known, _ := store.Builtin(name)
		return types.TypeValue{Type: known}
	}
	list := types.Array{types.Integer(1), types.Array{text("a"), types.Undef{}}, hash(text("k"), types.Float(2.5))}
	tests := []struct {
		value   types.Value
		formats types.Value
		want    string
	}{
		{list, types.Default{}, "[1, ['a', undef], {'k' => 2.5}]"},
		{list, text("%#a"), "[1,\n  ['a', undef],\n  {'k' => 2.5}]"},
		{list, text("%(a"), "(1, ('a', undef), {'k' => 2.5})"},
		{hash(text("a"), types.Integer(1)), text("%#h"), "{\n  'a' => 1\n}"},
		{hash(text("a"), types.Integer(1)), text("%a"), "[['a', 1]]"},
		{types.Integer(255), text("%#x"), "0xff"},
		{types.Integer(-255), text("%x"), "..f01"},
		{types.Integer(65), text("%c"), "A"},
		{types.Integer(5), text("%05d"), "00005"},
		{types.Float(1.0 / 3), text("%.2f"), "0.33"},
		{types.Float(1e20), text("%s"), "1.0e+20"},
		{types.Boolean(true), text("%Y"), "Yes"},
		{types.Boolean(true), text("%#y"), "y"},
		{types.Undef{}, text("%d"), "NaN"},
		{text("foo::bar"), text("%C"), "Foo::Bar"},
		{text("it's"), text("%p"), `'it\'s'`},
		{text("x"), text("%-5s"), "x    "},
		{types.Binary("hello"), types.Default{}, "aGVsbG8="},
		{types.Regexp{Source: "a+"}, text("%p"), "/a+/"},
		{types.Array{types.Integer(1), types.Integer(2)}, hash(typed("Array"), hash(text("format"), text("% a"), text("separator"), text("-"), text("string_formats"), hash(typed("Integer"), text("%#x")))), "0x1-0x2"},
	}
	for _, test := range tests {
		got, err := c.String(test.value, test.formats)
		if err != nil || got != test.want {
			t.Errorf("String(%v, %v): %q, %v, want %q", test.value, test.formats, got, err, test.want)
		}
	}
	for _, format := range []string{"", "%", "%zz", "%##s", "%[{s", "%<d", "%q"} {
		if got, err := c.String(types.Integer(1), text(format)); err == nil {
			t.Errorf("String(1, %q): %q, want a refusal", format, got)
		}
	}
}

func TestFormat(t *testing.T) {
	tests := []struct {
		format string
		args   []types.Value
		want   string
	}{
		{"%s-%05.1f|%+d", []types.Value{text("a"), types.Float(2.25), types.Integer(3)}, "a-002.2|+3"},
		{"%2$s %1$s", []types.Value{text("a"), text("b")}, "b a"},
		{"%<x>03d %{y}", []types.Value{hash(text("x"), types.Integer(7), text("y"), text("z"))}, ""},
		{"%p", []types.Value{types.Array{text("a"), types.Undef{}}}, `["a", nil]`},
		{"%08b", []types.Value{types.Integer(-11)}, "..110101"},
		{"%.10x", []types.Value{types.Integer(-255)}, "..ffffff01"},
		{"%g %G %e", []types.Value{types.Float(1e-5), types.Float(1e10), types.Float(12345.678)}, "1e-05 1E+10 1.234568e+04"},
		{"%a", []types.Value{types.Float(1)}, "0x1p+0"},
		{"%5s|%-5s|%.2s", []types.Value{text("é"), text("é"), text("été")}, "    é|é    |ét"},
		{"%%", nil, "%"},
	}
	for _, test := range tests {
		got, err := Format(test.format, test.args)
		if test.want == "" {
			test.want = "007 z"
		}
		if err != nil || got != test.want {
			t.Errorf("%q: %q, %v, want %q", test.format, got, err, test.want)
		}
	}
	for _, format := range []string{"%", "%d", "%y", "%1$s", "%<a", "%s %1$s"} {
		if got, err := Format(format, nil); err == nil {
			t.Errorf("%q: %q, want an error", format, got)
		}
	}
	if _, err := Format("%.0e", []types.Value{types.Float(2.5e-10)}); !errors.Is(err, ErrUnknown) {
		t.Errorf("a number that Ruby rounds the wrong way: %v", err)
	}
}

func TestTimes(t *testing.T) {
	moment := types.Timestamp(1714979289_120_000_000) // 2024-05-06 07:08:09.12 UTC
	tests := []struct{ format, zone, want string }{
		{"%F %T.%L", "", "2024-05-06 07:08:09.120"},
		{"%c", "", "Mon May  6 07:08:09 2024"},
		{"%-d/%-m/%y %I:%M %p", "", "6/5/24 07:08 AM"},
		{"%^a %j %U %V", "", "MON 127 18 19"},
		{"%Z %z %:z", "", "UTC +0000 +00:00"},
		{"%H:%M %z", "CET", "08:08 +0100"},
		{"%H:%M%Z", "-0330", "03:38"},
		{"%10Y %_m %Q %", "", "0000002024  5 %Q %"},
	}
	for _, test := range tests {
		if got, err := FormatTimestamp(moment, test.format, test.zone); err != nil || got != test.want {
			t.Errorf("%q in %q: %q, %v, want %q", test.format, test.zone, got, err, test.want)
		}
	}
	spans := []struct {
		span         types.Timespan
		format, want string
	}{
		{93784_500_000_000, "%D-%H:%M:%S.%-N", "1-02:03:04.5"},
		{93784_500_000_000, "%H:%M", "26:03"},
		{-90e9, "%M:%S", "-01:30"},
		{1_500_000_000, "%L", "1500"},
		{5e9, "%_3S|%%", "  5|%"},
	}
	for _, test := range spans {
		if got, err := FormatTimespan(test.span, test.format); err != nil || got != test.want {
			t.Errorf("%d with %q: %q, %v, want %q", test.span, test.format, got, err, test.want)
		}
	}
}

func FuzzFormats(f *testing.F) {
	f.Add("%#-08.3x", "2024-05-06", "%F %T")
	f.Add("%<a>s%1$s", "1-02:03", "%D-%_3H")
	c, store := newConverter()
	span, _ := store.Builtin("Timespan")
	stamp, _ := store.Builtin("Timestamp")
	f.Fuzz(func(t *testing.T, format, s, time string) {
		Format(format, []types.Value{types.Integer(-5), types.Float(1.5), text(s)})
		for _, v := range []types.Value{types.Integer(7), text(s), types.Array{text(s), types.Array{}}, hash(text(s), types.Undef{})} {
			c.String(v, text(format))
		}
		c.Convert(span, text(s), text(time))
		c.Convert(stamp, text(s), text(time))
		FormatTimestamp(1e18, time, "")
		FormatTimespan(1e15, time)
		ParseNumber(s)
	})
}
