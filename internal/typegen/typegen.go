// Package typegen generates random types and values for tests and comparisons of package types.
// The same seed produces the same sequence.
package typegen

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"puppet-lint/types"
	"puppet-lint/types/typeexpr"
)

// Aliases are recursive definitions of different kinds, by name.
var Aliases = map[string]string{
	"Tree": "Variant[Integer, Array[Tree]]",
	"Ping": "Array[Pong]", "Pong": "Variant[Ping, String[1]]",
	"Link":   "Struct[{value => Integer, Optional[next] => Link}]",
	"Chain":  "Tuple[Integer, Optional[Chain]]",
	"Nested": "Hash[String[1], Variant[Nested, Scalar]]",
	"Loop":   "Optional[Variant[Loop2, Undef]]", "Loop2": "Variant[Array[Loop], Boolean]",
	"Port": "Integer[1, 65535]", "Ports": "Array[Variant[Port, Enum['any']], 1]",
	"Fn": "Callable[[Integer, Fn], String]",
}

// Generator generates types and values.
type Generator struct {
	*rand.Rand
	Algebra *types.Algebra
	// Recursive lets aliases appear in types.
	Recursive bool
}

// names resolves the names of the aliases for typeexpr.
type names struct{ store *types.Store }

// TypeNamed returns the type or alias that generated types may name.
func (n names) TypeNamed(name string) (types.Type, bool) {
	switch name {
	case "File", "Service", "User":
		return n.store.ResourceOf(name), true
	}
	if _, ok := Aliases[name]; ok {
		return n.store.Alias(name), true
	}
	return nil, false
}

// New returns a Generator with its own store.
func New(seed uint64) *Generator {
	store := types.NewStore()
	definitions := types.ResolverMap{}
	for name, text := range Aliases {
		t, err := typeexpr.Parse(store.Algebra(nil), names{store}, text)
		if err != nil {
			panic(err)
		}
		definitions[name] = t
	}
	return &Generator{Rand: rand.New(rand.NewPCG(seed, 0)), Algebra: store.Algebra(definitions)}
}

// Parse parses a type that may use the aliases.
func (g *Generator) Parse(text string) (types.Type, error) {
	return typeexpr.Parse(g.Algebra, names{g.Algebra.Store()}, text)
}

func pick[T any](g *Generator, list []T) T { return list[g.IntN(len(list))] }

func (g *Generator) chance(percent int) bool { return g.IntN(100) < percent }

// Type generates a type that is nested at most depth levels deep.
func (g *Generator) Type(depth int) types.Type {
	for {
		if t, err := g.Parse(g.Text(depth)); err == nil {
			return t
		}
	}
}

var plain = []string{"Any", "Undef", "Default", "Scalar", "ScalarData", "Data", "RichData", "Numeric", "Integer", "Float", "Boolean",
	"String", "Enum", "Pattern", "Regexp", "Array", "Hash", "Tuple", "Struct", "Collection", "Iterable", "Iterator", "Type", "Callable",
	"SemVer", "SemVerRange", "Timestamp", "Timespan", "Binary", "Sensitive", "URI", "Object", "Runtime", "CatalogEntry", "Resource",
	"Class", "Variant", "Optional", "NotUndef", "TypeSet", "Init", "RichDataKey", "Deferred", "Error", "File"}

var (
	words    = []string{"a", "b", "ab", "abc", "x", "A", "AB", "Ab", "10", "é", ""}
	keys     = []string{"a", "b", "c", "name"}
	patterns = []string{"a", "^a", "^ab?c*$", `\\Aab\\z`, "[a-z]+", `^\\d+$`, ".", "^$", "(?i:ab)", "é", `\p{Alpha}`, `\u00e9`, "(?i)é"}
	integers = []string{"-9223372036854775808", "-2", "-1", "0", "1", "2", "3", "10", "9223372036854775807", "default"}
	floats   = []string{"-1.5", "-0.5", "0.0", "0.5", "1.0", "2.5", "default"}
	spans    = []string{"'0-00:00:00'", "'0-00:00:01'", "'1-00:00:00'", "default"}
	stamps   = []string{"'2015-01-01T00:00:00 UTC'", "'2020-01-01T00:00:00 UTC'", "'2030-12-31T23:59:59 UTC'", "default"}
	ranges   = []string{"'1.x'", "'>=1.0.0 <2.0.0'", "'>=1.2.0'", "'1.2.3'", "'<1.0.0'"}
)

// Text generates the text of a type. It may be invalid: bounds may be swapped.
func (g *Generator) Text(depth int) string {
	if depth <= 1 || g.chance(30) {
		return g.leaf()
	}
	depth--
	inner := func() string { return g.Text(depth) }
	list := func() string {
		parts := make([]string, 1+g.IntN(3))
		for i := range parts {
			parts[i] = inner()
		}
		return strings.Join(parts, ", ")
	}
	switch g.IntN(14) {
	case 0, 1:
		return "Array[" + inner() + g.size() + "]"
	case 2:
		return "Hash[" + pick(g, []string{"String", "String[1]", "Enum['a', 'b']", "Scalar", "Integer", inner()}) + ", " + inner() + g.size() + "]"
	case 3:
		return "Tuple[" + list() + pick(g, []string{"", "", ", 0, 1", ", 0, 2", ", 1", ", 2, 4"}) + "]"
	case 4, 5:
		var entries []string
		for _, i := range g.Perm(len(keys))[:1+g.IntN(3)] {
			entries = append(entries, fmt.Sprintf(pick(g, []string{"'%s' => ", "Optional['%s'] => ", "NotUndef['%s'] => "}), keys[i])+inner())
		}
		return "Struct[{" + strings.Join(entries, ", ") + "}]"
	case 6:
		return "Optional[" + inner() + "]"
	case 7, 8, 9:
		return "Variant[" + list() + "]"
	case 10:
		return "NotUndef[" + inner() + "]"
	case 11:
		return pick(g, []string{"Type", "Sensitive", "Iterable", "Iterator", "Init"}) + "[" + inner() + "]"
	}
	params := pick(g, []string{"", list(), list() + ", 1, 2", "0, 1"})
	block := pick(g, []string{"", "", "Callable", "Optional[Callable[Integer]]"})
	if params != "" && block != "" {
		block = ", " + block
	}
	if g.chance(40) {
		return "Callable[[" + params + block + "], " + inner() + "]"
	}
	return "Callable[" + params + block + "]"
}

func (g *Generator) size() string {
	return pick(g, []string{"", "", "", ", 1", ", 0, 1", ", 1, 3", ", 2, 2", ", 0, 0"})
}

func (g *Generator) leaf() string {
	if g.Recursive && g.chance(30) {
		return pick(g, []string{"Tree", "Ping", "Pong", "Link", "Chain", "Nested", "Loop", "Loop2", "Port", "Ports", "Fn"})
	}
	some := func(list []string, quote string) string {
		parts := make([]string, 1+g.IntN(3))
		for i := range parts {
			parts[i] = quote + pick(g, list) + quote
		}
		return strings.Join(parts, ", ")
	}
	between := func(name string, list []string) string {
		return name + "[" + pick(g, list) + ", " + pick(g, list) + "]"
	}
	switch g.IntN(15) {
	case 0, 1:
		return between("Integer", integers)
	case 2:
		return between("Float", floats)
	case 3, 4:
		return "String[" + pick(g, []string{"0", "1", "2", "0, 0", "1, 2", "2, 5"}) + "]"
	case 5:
		return "Enum[" + some(words, "'") + pick(g, []string{"", "", "", ", true"}) + "]"
	case 6:
		return "Pattern[" + some(patterns, "/") + "]"
	case 7:
		return "Regexp[/" + pick(g, patterns) + "/]"
	case 8:
		return "Boolean[" + pick(g, []string{"true", "false"}) + "]"
	case 9:
		return pick(g, []string{between("Timestamp", stamps), between("Timespan", spans), "SemVer[" + some(ranges, "") + "]"})
	case 10:
		return pick(g, []string{"File['/a']", "File['/b']", "Resource['service']", "Class['ntp']", "Class['apache']", "Collection[1]",
			"Collection[0, 2]", "Runtime['ruby', 'String']", "Runtime['ruby', 'Object']", "URI[{'scheme' => 'http'}]",
			"URI[{'scheme' => Enum['http', 'https']}]", "Object[{name => 'A', attributes => {'x' => Integer}}]",
			"Object[{name => 'B', parent => Object[{name => 'A', attributes => {'x' => Integer}}], attributes => {'y' => String}}]",
			"TypeReference['Foo']", "Error['kind']"})
	}
	return pick(g, plain)
}
