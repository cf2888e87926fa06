//go:build develop

package main

import (
	"fmt"
	"strings"

	"puppet-lint/types"
)

// arguments generates arguments that usually are valid for a call.
func (g *generator) arguments(name string) []types.Value {
	if g.chance(4) {
		return g.array(2)
	}
	list := func(v ...types.Value) []types.Value { return v }
	switch name {
	case "Integer":
		return g.integerArguments()
	case "Float", "Numeric":
		v := g.numeric()
		if g.chance(20) {
			return list(v, types.Boolean(g.chance(60)))
		}
		if g.chance(10) {
			return list(types.NewHash(types.HashEntry{Key: types.String("from"), Value: v}))
		}
		return list(v)
	case "Boolean":
		if g.chance(70) {
			return list(types.String(g.pick("true", "TRUE", "yes", "No", "n", "Y", "maybe", "", "1", "false")))
		}
		return list(g.value(1))
	case "String":
		return g.stringArguments()
	case "Array", "Tuple":
		if g.chance(25) {
			return list(g.value(2), types.Boolean(g.chance(50)))
		}
		return list(g.value(2))
	case "Hash", "Struct":
		return g.hashArguments()
	case "Timespan":
		return g.timespanArguments()
	case "Timestamp":
		return g.timestampArguments()
	case "SemVer":
		return g.versionArguments()
	case "SemVerRange":
		return g.versionRangeArguments()
	case "Init":
		if g.chance(40) {
			return list(g.array(1))
		}
		return list(g.value(2))
	case "Error", "Deferred":
		return g.objectArguments(name)
	case "URI":
		if g.chance(50) {
			return list(g.uriHash())
		}
		return list(types.String(g.pick("http://example.com/a?b=c#d", "mailto:a@b", "/path", "a b", "https://u:p@h:8080/", "", "urn:x:y", "HTTP://EX.com", "http://h:80/x", "https://u@h:443", "http://h:8080?q", "ftp://H:21/")))
	case "Binary":
		return g.binaryArguments()
	case "Regexp":
		return list(types.String(g.pick("a+", "[", "a.b", "(?i)x", "x{2,1}", "/", " ")), types.Boolean(g.chance(50)))
	case "Sensitive", "Optional", "Enum", "Variant", "unwrap":
		return list(g.value(2))
	}
	return g.functionArguments(name)
}

func (g *generator) versionEnd() types.Value {
	if g.chance(25) {
		return types.Default{}
	}
	if g.chance(5) {
		return g.text()
	}
	v, _ := types.ParseVersion(g.pick("1.0.0", "2.0.0", "1.2.3-rc1", "0.1.0+b"))
	return v
}

func (g *generator) versionRangeArguments() []types.Value {
	switch g.rand.Intn(3) {
	case 0:
		args := []types.Value{g.versionEnd(), g.versionEnd()}
		if g.chance(50) {
			args = append(args, types.Boolean(g.chance(50)))
		}
		return args
	case 1:
		var entries []types.HashEntry
		for _, name := range []string{"min", "max"} {
			if g.chance(80) {
				entries = append(entries, types.HashEntry{Key: types.String(name), Value: g.versionEnd()})
			}
		}
		if g.chance(50) {
			entries = append(entries, types.HashEntry{Key: types.String(g.pick("exclude_max", "exclude_max", "other")), Value: types.Boolean(g.chance(50))})
		}
		return []types.Value{types.NewHash(entries...)}
	}
	return []types.Value{types.String(g.pick(">=1.0.0 <2.0.0", "1.x", "~1.2", "^1.2.3", "1.0.0 - 2.0.0", "foo", "", "> 1.0", "*", "1.2.3", "<=2.x"))}
}

func (g *generator) uriHash() types.Value {
	var entries []types.HashEntry
	add := func(percent int, name string, v types.Value) {
		if g.chance(percent) {
			entries = append(entries, types.HashEntry{Key: types.String(name), Value: v})
		}
	}
	add(70, "scheme", types.String(g.pick("http", "https", "HTTP", "file", "ldap", "x", "")))
	add(80, "host", types.String(g.pick("a.b", "localhost", "10.0.0.1", "a b", "[::1]")))
	add(30, "userinfo", types.String(g.pick("u", "u:p", "a@b")))
	add(40, "port", types.Integer([]int64{80, 443, 8080, 0, -1}[g.rand.Intn(5)]))
	add(60, "path", types.String(g.pick("/", "/a/b", "a", "/a b", "")))
	add(30, "query", types.String(g.pick("a=b", "x", "a b")))
	add(30, "fragment", types.String(g.pick("f", "#")))
	add(5, "opaque", types.String("a@b"))
	add(5, "nope", types.Integer(1))
	return types.NewHash(entries...)
}

// objectArguments generates arguments of Error.new or Deferred.new.
func (g *generator) objectArguments(name string) []types.Value {
	positions := []types.Value{types.String(g.pick("msg", "fn", "a::b", "")), types.String(g.pick("kind", "k")),
		types.NewHash(types.HashEntry{Key: types.String("a"), Value: g.scalar()}), types.String("CODE")}
	names := []string{"msg", "kind", "details", "issue_code"}
	if name == "Deferred" {
		positions, names = []types.Value{positions[0], g.array(1)}, []string{"name", "arguments"}
	}
	n := g.rand.Intn(len(positions) + 1)
	if g.chance(10) {
		positions[g.rand.Intn(len(positions))] = g.value(1)
	}
	if g.chance(60) {
		return positions[:n]
	}
	entries := make([]types.HashEntry, n)
	for i := range entries {
		entries[i] = types.HashEntry{Key: types.String(names[i]), Value: positions[i]}
	}
	return []types.Value{types.NewHash(entries...)}
}

func (g *generator) numeric() types.Value {
	if g.chance(60) {
		return g.numberText()
	}
	if g.chance(20) {
		return g.span()
	}
	return g.value(1)
}

func (g *generator) span() types.Value {
	if g.chance(50) {
		return types.Timestamp(g.rand.Int63n(2e18))
	}
	return types.Timespan(g.rand.Int63n(1e15) - 3e14)
}

func (g *generator) integerArguments() []types.Value {
	args := []types.Value{g.numeric()}
	if g.chance(40) {
		args = append(args, []types.Value{types.Integer(2), types.Integer(8), types.Integer(10), types.Integer(16), types.Default{}, types.Integer(7)}[g.rand.Intn(6)])
		if g.chance(40) {
			args = append(args, types.Boolean(g.chance(70)))
		}
	} else if g.chance(15) {
		entries := []types.HashEntry{{Key: types.String("from"), Value: args[0]}}
		if g.chance(60) {
			entries = append(entries, types.HashEntry{Key: types.String("radix"), Value: types.Integer(16)})
		}
		if g.chance(40) {
			entries = append(entries, types.HashEntry{Key: types.String("abs"), Value: types.Boolean(true)})
		}
		return []types.Value{types.NewHash(entries...)}
	}
	return args
}

func (g *generator) stringArguments() []types.Value {
	v := g.value(3)
	switch g.rand.Intn(12) {
	case 0:
		v = types.Binary(g.pick("", "abc", "\x00\xff", "hello world, hello world, hello world, hello world, hello world"))
	case 1:
		v = g.span()
	case 2:
		v = types.VersionOf(1, 2, 3)
	case 3:
		v = &types.Sensitive{Value: types.Integer(1)}
	case 4, 5:
		v = g.integer()
	}
	switch {
	case g.chance(15):
		return []types.Value{v}
	case g.chance(35):
		return []types.Value{v, g.formatMap()}
	}
	return []types.Value{v, g.format(v)}
}

func (g *generator) hashArguments() []types.Value {
	switch g.rand.Intn(4) {
	case 0:
		pairs := types.Array{}
		for range g.rand.Intn(4) {
			path := types.Array{}
			for range g.rand.Intn(4) {
				if g.chance(30) {
					path = append(path, types.Integer(g.rand.Intn(2)))
				} else {
					path = append(path, types.String(g.pick("a", "b", "c")))
				}
			}
			pairs = append(pairs, types.Array{path, g.value(2)})
		}
		if g.chance(20) {
			return []types.Value{pairs}
		}
		return []types.Value{pairs, types.String(g.pick("tree", "hash_tree", "tree", "hash_tree", "bush"))}
	case 1:
		pairs := types.Array{}
		for range g.rand.Intn(4) {
			pairs = append(pairs, types.Array{g.scalar(), g.value(1)})
		}
		return []types.Value{pairs}
	}
	return []types.Value{g.value(2)}
}

func (g *generator) timespanArguments() []types.Value {
	list := func(v ...types.Value) []types.Value { return v }
	text := types.String(g.pick("", "-") + g.pick("1-02:03:04.5", "10:11:12", "1:2", "5", "3-04:05", "77", "1:02:03.000000009", "2.5", "abc", "1-02:03:04.123456789", "99:99:99", "7 minutes", "12h", "5m30s"))
	switch g.rand.Intn(6) {
	case 0:
		return list(g.value(0))
	case 1:
		return list(text)
	case 2, 3:
		format := types.Value(types.String(g.pick("%H:%M:%S", "%D-%H:%M:%S.%N", "%M:%S", "%S", "%-S", "%Hh", "%Mm%Ss", "%S.%L", "%_H:%_M", "%3S", "%D", "%L", "%q", "%", "%%S", "%-H:%-M", "%N", "%H:%M:%S.%-N", "%S minutes", "%M minutes")))
		if g.chance(30) {
			format = types.Array{format, types.String("%S"), types.String("%H:%M")}
		}
		if g.chance(30) {
			return list(types.NewHash(types.HashEntry{Key: types.String("string"), Value: text}, types.HashEntry{Key: types.String("format"), Value: format}))
		}
		return list(text, format)
	case 4:
		args := []types.Value{}
		for range 3 + g.rand.Intn(5) {
			args = append(args, types.Integer(g.rand.Intn(100)-20))
		}
		return args
	}
	var entries []types.HashEntry
	for _, key := range []string{"days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"} {
		if g.chance(30) {
			entries = append(entries, types.HashEntry{Key: types.String(key), Value: types.Integer(g.rand.Intn(100))})
		}
	}
	if g.chance(30) {
		entries = append(entries, types.HashEntry{Key: types.String("negative"), Value: types.Boolean(g.chance(60))})
	}
	return list(types.NewHash(entries...))
}

func (g *generator) timestampArguments() []types.Value {
	list := func(v ...types.Value) []types.Value { return v }
	text := types.String(g.pick("2024-05-06", "2024-05-06T07:08:09", "2024-05-06 07:08:09.25", "2024-05-06T07:08:09.123456789 UTC", "2024-02-30", "1999-12-31 23:59:60", "2024-05-06T07:08:09 +02:00", "2024-05-06 CET", "2024-13-01", "20240506", "6 May 2024", "May 6, 2024 07:08 PM", "nonsense", "2024-05-06 24:00:00", "24-5-6", "Mon May  6 07:08:09 2024", "2024-05-06T07:08:09-0330", "070809", "2024-05-06   07:08:09", "2024-05-06T07:08:09.5 EST"))
	switch g.rand.Intn(7) {
	case 5:
		return list(types.String("2024-05-06 07:08:09" + g.pick("", " ") + g.zone()))
	case 6:
		return list(types.String("2024-05-06"), types.String("%F"), types.String(g.zone()))
	case 0:
		if g.chance(50) {
			return list(types.Integer(g.rand.Int63n(4e9)))
		}
		return list(types.Float(g.rand.Float64() * 4e9))
	case 1:
		return list(text)
	case 2:
		return list(text, types.String(g.pick("%F", "%FT%T", "%F %T")), types.String(g.pick("CET", "+01:00", "-0500", "UTC", "EST")))
	}
	format := types.Value(types.String(g.pick("%F", "%FT%T", "%F %T.%N", "%Y%m%d", "%d %B %Y", "%b %e, %Y %I:%M %p", "%FT%T %Z", "%F %Z", "%y-%m-%d", "%c", "%FT%T%z", "%H%M%S", "%Y-%m-%d %H:%M:%S", "%D", "%FT%T.%L %Z", "%x", "%s", "%A %d", "%Y")))
	if g.chance(25) {
		format = types.Array{format, types.String("%F"), types.String("%d %b %Y")}
	}
	if g.chance(20) {
		return list(types.NewHash(types.HashEntry{Key: types.String("string"), Value: text}, types.HashEntry{Key: types.String("format"), Value: format}))
	}
	return list(text, format)
}

// zone generates the name of a time zone, or a similar text.
func (g *generator) zone() string {
	switch g.rand.Intn(4) {
	case 0:
		return g.pick("NZDT", "z", "x", "J", "AKDT", "ist", "Cest", "mart", "EST DST", "CET dst", "Eastern Standard Time", "Pacific Daylight Time", "est daylight time", "current", "local", "ZULU")
	case 1:
		name := make([]byte, 1+g.rand.Intn(4))
		for i := range name {
			name[i] = byte('a' + g.rand.Intn(26))
		}
		return string(name)
	}
	digits := fmt.Sprintf("%0*d", 1+g.rand.Intn(6), g.rand.Intn(1000))
	if g.chance(40) {
		digits = fmt.Sprintf("%d:%02d", g.rand.Intn(26), g.rand.Intn(70))
	}
	return g.pick("", "", "GMT", "utc", "UT", "cet") + g.pick("+", "-") + digits
}

func (g *generator) versionArguments() []types.Value {
	list := func(v ...types.Value) []types.Value { return v }
	if g.chance(50) {
		return list(types.String(g.pick("1.2.3", "1.2.3-rc.1", "1.0.0+build.5", "1.2", "01.2.3", "1.2.3-", "1.0.0-alpha+x", "x", "1.2.3\n", "")))
	}
	args := list(types.Integer(g.rand.Intn(12)-1), types.Integer(g.rand.Intn(10)), types.Integer(g.rand.Intn(10)))
	if g.chance(40) {
		args = append(args, types.String(g.pick("rc1", "alpha.1", "", "0.1", "a..b", "x_y")))
		if g.chance(40) {
			args = append(args, types.String(g.pick("build", "5", "a.b")))
		}
	}
	return args
}

func (g *generator) binaryArguments() []types.Value {
	list := func(v ...types.Value) []types.Value { return v }
	switch g.rand.Intn(3) {
	case 0:
		bytes := types.Array{}
		for range g.rand.Intn(4) {
			bytes = append(bytes, types.Integer(g.rand.Intn(260)))
		}
		return list(bytes)
	case 1:
		return list(types.String(g.pick("aGVsbG8=", "aGVsbG8", "", "YQ==", "YWI=", "YWJj", "??", "_-8=", "aGVs\nbG8=")))
	}
	return list(types.String(g.pick("aGVsbG8=", "hello", "YQ==", "_-8=", "_-8", "ü")), types.String(g.pick("%b", "%u", "%B", "%s", "%r", "%x")))
}

func (g *generator) words(n int) types.Array {
	out := types.Array{}
	for range g.rand.Intn(n) {
		out = append(out, g.text())
	}
	return out
}

func (g *generator) functionArguments(name string) []types.Value {
	list := func(v ...types.Value) []types.Value { return v }
	switch name {
	case "abs", "ceiling", "floor", "round":
		if g.chance(50) {
			return list(g.float())
		}
		return list(g.integer())
	case "camelcase", "capitalize", "chomp", "chop", "lstrip", "rstrip", "strip", "upcase", "downcase":
		if g.chance(65) {
			return list(g.text())
		}
		if g.chance(60) {
			return list(g.words(4))
		}
		return list(g.value(2))
	case "compare":
		if g.chance(30) {
			return list(g.text(), g.text(), types.Boolean(g.chance(50)))
		}
		if g.chance(50) {
			return list(g.text(), g.text())
		}
		return list(g.value(0), g.value(0))
	case "sha1", "sha256", "md5":
		return list(g.text())
	case "dig":
		return append(list(g.value(3)), []types.Value{types.String("a"), types.Integer(0), types.String("b")}[:g.rand.Intn(4)]...)
	case "get":
		return list(g.value(3), types.String(g.pick("a", "a.b", "0", "a.0", "0.a", "b.c.0", "", "-1", "a..b", "key", "'a'.b")))
	case "empty", "length", "size", "flatten", "keys", "values", "unique", "reverse_each", "type":
		return list(g.value(3))
	case "index":
		if g.chance(50) {
			return list(g.text(), types.String(g.pick("a", "o", "b", "", "é")))
		}
		return list(g.value(2), g.scalar())
	case "join":
		return list(g.array(2), types.String(g.pick(",", "", " ", "::")))
	case "max", "min":
		if g.chance(50) {
			return list(g.words(4))
		}
		return list(g.integer(), g.float(), g.integer())
	case "slice", "step":
		return list(g.value(2), types.Integer(g.rand.Intn(5)))
	case "sort":
		if g.chance(30) {
			return list(g.text())
		}
		if g.chance(60) {
			return list(g.words(6))
		}
		return list(types.Array{g.integer(), g.integer(), g.float(), g.integer()})
	case "versioncmp":
		version := func() types.Value {
			return types.String(g.pick("1.2.3", "1.2", "1.2.3-rc1", "1.10", "1.9", "2.0.0", "1.2.0", "01.2", "1.2a", "1.2.A", "a", "", "1-2", "1.2-3", "10", "1.2.3.4", "1.0.0"))
		}
		if g.chance(20) {
			return list(version(), version(), types.Boolean(g.chance(60)))
		}
		return list(version(), version())
	}
	return g.patternArguments(name)
}

func (g *generator) patternArguments(name string) []types.Value {
	list := func(v ...types.Value) []types.Value { return v }
	pattern := types.Value(types.Regexp{Source: g.pick("a", "[aeiou]", `\s+`, ",", `(\w)(\d)?`, "^", "$", "", `\.`, "(?<n>[a-z]+)", "é", `\p{Alpha}`)})
	if g.chance(40) {
		pattern = types.String(pattern.(types.Regexp).Source)
	}
	switch name {
	case "match":
		if g.chance(20) {
			return list(g.words(3), pattern)
		}
		return list(g.text(), pattern)
	case "split":
		return list(g.text(), pattern)
	case "regsubst":
		args := list(g.text(), pattern, types.String(g.pick("", "-", `<\0>`, `\1\2`, "x", `\\`, `\k<n>`)))
		if g.chance(20) {
			args[0] = g.words(3)
		}
		if g.chance(60) {
			args = append(args, types.String(g.pick("G", "G", "I", "GI", "M", "E", "", "X")))
		}
		return args
	case "shellquote":
		return append(list(g.text()), g.words(3)...)
	case "sprintf":
		return g.sprintfArguments()
	case "strftime":
		if g.chance(50) {
			return list(types.Timespan(g.rand.Int63n(1e15)-3e14), types.String(g.pick("%H:%M:%S", "%D-%H:%M:%S.%N", "%M", "%S.%L", "%-S", "%_H", "%10S", "%N", "%L", "%3N", "%%%S", "%-N", "%Q", "%H:%-M:%_S.%_L", "%06S", "%-D days")))
		}
		args := list(types.Timestamp(g.rand.Int63n(2e18)), types.String(g.pick("%F %T", "%c", "%Y-%m-%dT%H:%M:%S.%L%z", "%a %A %b %B", "%^a %#B", "%j %U %W %V %G %g", "%-d/%-m/%y", "%e|%k|%l", "%I:%M %p %P", "%s", "%N %3N %6N", "%Z %z %:z", "%10Y|%05d|%_m", "%x %X %D %R %r", "%v", "%+", "%%", "%C%h%n%t", "%u %w", "%Q", "%-H:%_M", "plain", "%^B", "%10A|%-10B|%010b", "%#p %#Z")))
		if g.chance(30) {
			args = append(args, types.String(g.pick("CET", "+05:30", "-0800", "UTC", "EST")))
		}
		return args
	}
	return list(g.value(2))
}

func (g *generator) sprintfArguments() []types.Value {
	var format strings.Builder
	args := []types.Value{nil}
	for range 1 + g.rand.Intn(3) {
		format.WriteString(g.pick("", "x", " - ", "%%", "n="))
		verb := g.pick("d", "i", "x", "X", "o", "b", "e", "E", "f", "g", "G", "a", "s", "p", "c", "s", "d")
		var v types.Value
		switch verb {
		case "s", "p":
			v = g.value(1)
		case "c":
			v = types.Integer(65 + g.rand.Intn(500))
		case "e", "E", "f", "g", "G", "a":
			v = g.float()
		default:
			v = g.integer()
		}
		if g.chance(8) {
			v = g.text()
		}
		spec := g.format(v).(types.String)
		spec = spec[:len(spec)-1]
		if len(spec) > 0 && strings.ContainsAny(string(spec), "[{(<|") || spec == "" {
			spec = "%"
		}
		format.WriteString(strings.TrimRight(string(spec), "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") + verb)
		args = append(args, v)
	}
	if g.chance(10) {
		args = args[:len(args)-1]
	}
	args[0] = types.String(format.String())
	return args
}
