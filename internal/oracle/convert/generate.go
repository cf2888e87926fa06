//go:build develop

package main

import (
	"fmt"
	"math/rand"
	"strings"

	"puppet-lint/types"
	"puppet-lint/types/convert"
)

// A call is a call, both as program text and as values for our own functions.
type call struct {
	name        string
	source      string
	constructor types.Type // of Type.new; nil for a function
	args        []types.Value
}

type generator struct {
	rand      *rand.Rand
	converter *convert.Converter
	store     *types.Store
	// large is true if numbers may be large. It is false where Puppet would iterate up to them.
	large bool
}

func (g *generator) pick(options ...string) string { return options[g.rand.Intn(len(options))] }

func (g *generator) chance(percent int) bool { return g.rand.Intn(100) < percent }

func (g *generator) builtin(name string) types.Type {
	t, ok := g.store.Builtin(name)
	if !ok {
		panic("no type " + name)
	}
	return t
}

// names are the functions and types whose calls are generated; types are capitalized.
var names = []string{
	"Integer", "Float", "Numeric", "Boolean", "String", "String", "String", "String", "Array", "Hash", "Timespan", "Timestamp", "SemVer",
	"Binary", "Regexp", "Sensitive", "Tuple", "Optional", "Struct", "Enum", "Variant", "SemVerRange", "URI", "Init", "Error", "Deferred",
	"abs", "camelcase", "capitalize", "ceiling", "chomp", "chop", "compare", "dig", "downcase", "empty", "flatten", "floor", "get", "index",
	"join", "keys", "length", "lstrip", "match", "max", "min", "regsubst", "round", "rstrip", "sha1", "sha256", "md5", "shellquote",
	"size", "slice", "sort", "split", "sprintf", "sprintf", "strftime", "strftime", "strip", "unique", "unwrap", "upcase", "values", "versioncmp",
	"reverse_each", "step", "type",
}

func (g *generator) call(only string) call {
	list := names
	if only != "" {
		list = strings.Split(only, ",")
	}
	name := list[g.rand.Intn(len(list))]
	switch name {
	case "Integer", "Float", "Numeric", "String", "sprintf", "abs", "max", "min", "compare", "sort":
		g.large = true
	default:
		g.large = false
	}
	c := call{name: name, args: g.arguments(name)}
	texts := make([]string, len(c.args))
	for i, v := range c.args {
		texts[i] = g.source(v)
	}
	function := name
	if name[0] < 'a' {
		c.constructor = g.constructor(name)
		if name != "Error" && name != "Deferred" {
			function = g.converter.Algebra().String(c.constructor)
		}
	}
	c.source = function + "(" + strings.Join(texts, ", ") + ")"
	return c
}

func (g *generator) constructor(name string) types.Type {
	s := g.store
	switch name {
	case "Integer":
		if g.chance(20) {
			return s.IntegerRange(types.At(0), types.At(100))
		}
	case "Array":
		if g.chance(20) {
			return s.ArrayOf(g.builtin("Integer"), nil)
		}
	case "Tuple":
		return s.TupleOf([]types.Type{g.builtin("Integer"), g.builtin("Any")}, nil)
	case "Optional":
		return s.OptionalOf(g.builtin(g.pick("Integer", "Boolean", "Array")))
	case "Struct":
		return g.builtin("Hash")
	case "Init":
		of := g.builtin(g.pick("Integer", "Float", "Boolean", "Array", "Hash", "String", "SemVer", "Timespan", "Any"))
		if g.chance(20) {
			return s.InitOf(g.builtin("Integer"), []types.Value{types.Integer(16)})
		}
		if g.chance(10) {
			return s.InitOf(s.OptionalOf(of), nil)
		}
		return s.InitOf(of, nil)
	case "Enum":
		return s.EnumOf([]string{"a", "b"}, false)
	case "Variant":
		return s.VariantOf(g.builtin("Integer"), g.builtin("Float"))
	}
	return g.builtin(name)
}

// text generates a string, which may be a number, a date or neither.
func (g *generator) text() types.Value {
	return types.String(g.pick("", "a", "abc", "Hello World", "foo_bar_baz", "foo::bar", "  padded \n", "line\n", "ÄÖü", "12", "-5", "0x1F", "017", "1.5", "a,b,,c,",
		"x.y.z", "TRUE", "it's", `say "hi"`, "$x", `back\slash`, "tab\there", "1.2.3", "1.10.0-rc1", "2.0", "été", "a b  c", "AbC", "::Foo::bar", "é\n", "10.0.0.1"))
}

func (g *generator) numberText() types.Value {
	sign := g.pick("", "", "", "-", "+", "- ", "+  ")
	return types.String(sign + g.pick("0", "1", "12", "007", "08", "0x1F", "0XaB", "0b101", "0B1", "0b12", "1.5", "1e5", "1E-3", "1.", ".5", "0.0", "017", "1_000", "123456789012", "9223372036854775807", "9223372036854775808", " 5", "5 ", "abc", "", "1.25e2", "0o17"))
}

func (g *generator) integer() types.Integer {
	switch g.rand.Intn(4) {
	case 0:
		return types.Integer(g.rand.Intn(7) - 3)
	case 1:
		if g.large {
			return types.Integer(g.rand.Int63n(1 << 40))
		}
	case 2:
		return -types.Integer(g.rand.Intn(300))
	}
	return types.Integer(g.rand.Intn(300))
}

func (g *generator) float() types.Float {
	switch g.rand.Intn(4) {
	case 0:
		return types.Float(g.rand.Intn(7)-3) + 0.5
	case 1:
		return types.Float(g.rand.NormFloat64() * 1e6)
	case 2:
		return types.Float(g.rand.ExpFloat64() / 1000)
	}
	return types.Float(float64(g.rand.Intn(2000)-1000) / 8)
}

func (g *generator) scalar() types.Value {
	switch g.rand.Intn(9) {
	case 0, 1:
		return g.integer()
	case 2:
		return g.float()
	case 3:
		return types.Boolean(g.chance(50))
	case 4:
		return types.Undef{}
	case 5:
		if g.chance(30) {
			return types.Default{}
		}
	}
	return g.text()
}

func (g *generator) value(depth int) types.Value {
	switch {
	case depth > 0 && g.chance(25):
		return g.array(depth - 1)
	case depth > 0 && g.chance(20):
		return g.hash(depth - 1)
	case g.chance(6):
		return types.Regexp{Source: g.pick("a+", "^x$", `\d/\w`, "é/", `(?i)\p{L}`)}
	case g.chance(6):
		return g.typeValue()
	}
	return g.scalar()
}

func (g *generator) typeValue() types.Value {
	return types.TypeValue{Type: g.builtin(g.pick("Integer", "String", "Any", "Array", "Hash", "Numeric", "Undef", "Boolean", "Float", "Collection", "Scalar"))}
}

func (g *generator) array(depth int) types.Array {
	out := types.Array{}
	for range g.rand.Intn(5) {
		out = append(out, g.value(depth))
	}
	return out
}

func (g *generator) hash(depth int) *types.Hash {
	var entries []types.HashEntry
	for range g.rand.Intn(4) {
		var key types.Value = types.String(g.pick("a", "b", "c", "key", "x y"))
		if g.chance(15) {
			key = g.integer()
		}
		entries = append(entries, types.HashEntry{Key: key, Value: g.value(depth)})
	}
	return types.NewHash(entries...)
}

// format generates a format of String for a value.
func (g *generator) format(v types.Value) types.Value {
	letters := "sp"
	switch v.(type) {
	case types.Integer:
		letters = "dxXobBeEfgGaAspc"
	case types.Float:
		letters = "dxXobBeEfgGaAsp"
	case types.String:
		letters = "cCudspt"
	case types.Boolean:
		letters = "tTyYdxXobBefgsp"
	case types.Undef:
		letters = "nudxvVsp"
	case types.Default:
		letters = "dDsp"
	case types.Array:
		letters = "asp"
	case *types.Hash:
		letters = "hasp"
	case types.Binary:
		letters = "bButTsp"
	}
	flags := ""
	for _, flag := range []string{"#", " ", "+", "0", "-"} {
		if g.chance(15) {
			flags += flag
		}
	}
	if g.chance(10) {
		flags += g.pick("[", "{", "(", "<", "|", "##", "[{")
	}
	width, precision := "", ""
	if g.chance(30) {
		width = g.pick("1", "5", "10", "20")
	}
	if g.chance(20) {
		precision = g.pick(".0", ".2", ".5", ".10")
	}
	letter := string(letters[g.rand.Intn(len(letters))])
	if g.chance(5) {
		letter = g.pick("z", "q", "", "dd", "i")
	}
	return types.String("%" + flags + width + precision + letter)
}

func (g *generator) formatMap() types.Value {
	var entries []types.HashEntry
	for range 1 + g.rand.Intn(3) {
		name := g.pick("Integer", "String", "Any", "Array", "Hash", "Numeric", "Undef", "Boolean", "Float", "Collection", "Scalar")
		var format types.Value
		switch name {
		case "Array", "Hash", "Collection":
			format = g.containerFormat(name)
		case "Integer", "Numeric", "Float":
			format = types.String(g.pick("%d", "%x", "%#x", "%e", "%.2f", "%5d", "%s", "%#s", "%p"))
		default:
			format = types.String(g.pick("%s", "%p", "%#p", "%10s", "%-5s", "%.2s"))
		}
		entries = append(entries, types.HashEntry{Key: types.TypeValue{Type: g.builtin(name)}, Value: format})
	}
	return types.NewHash(entries...)
}

func (g *generator) containerFormat(name string) types.Value {
	text := g.pick("%a", "%#a", "%s", "%(a", "%#<a", "% a", "%#10a", "%p")
	if name == "Hash" {
		text = g.pick("%h", "%#h", "%s", "%(h", "%#<h", "% h", "%a", "%#a", "%p")
	}
	if name == "Collection" {
		text = g.pick("%s", "%#s", "%p")
	}
	if g.chance(30) {
		return types.String(text)
	}
	entries := []types.HashEntry{{Key: types.String("format"), Value: types.String(text)}}
	if g.chance(50) {
		entries = append(entries, types.HashEntry{Key: types.String("separator"), Value: types.String(g.pick(";", ", ", " ", "\n", ",\n"))})
	}
	if g.chance(30) {
		entries = append(entries, types.HashEntry{Key: types.String("separator2"), Value: types.String(g.pick("=", ": ", "=>"))})
	}
	if g.chance(40) {
		inner := types.NewHash(types.HashEntry{Key: types.TypeValue{Type: g.builtin(g.pick("Any", "Integer", "String"))}, Value: types.String(g.pick("%s", "%p", "%#p"))})
		entries = append(entries, types.HashEntry{Key: types.String("string_formats"), Value: inner})
	}
	return types.NewHash(entries...)
}

// source returns a value as program text.
func (g *generator) source(v types.Value) string {
	switch v := v.(type) {
	case types.Array:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = g.source(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case *types.Hash:
		parts := make([]string, v.Len())
		for i, e := range v.Entries() {
			parts[i] = g.source(e.Key) + " => " + g.source(e.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case types.Timespan:
		return fmt.Sprintf("Timespan({'nanoseconds' => %d})", int64(v))
	case types.Timestamp:
		return "Timestamp('" + v.String() + "')"
	case *types.Version:
		return "SemVer('" + v.String() + "')"
	case *types.Sensitive:
		return "Sensitive(" + g.source(v.Value) + ")"
	}
	text, err := g.converter.String(v, types.String("%p"))
	if err != nil {
		panic(fmt.Sprintf("%T: %v", v, err))
	}
	return text
}
