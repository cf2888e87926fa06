package validate

import (
	"slices"
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestWordWithoutEffectSuggestsAFunction checks that a word without effect suggests the function
// that needs no parentheses and has a similar name.
func TestWordWithoutEffectSuggestsAFunction(t *testing.T) {
	for code, want := range map[string]string{
		"class a {\n  inlcude b\n}\n":               "did you mean 'include'?",
		"class a {\n  notify { 'x': }\n  retrun\n}": "did you mean 'return'?",
		"class a {\n  example\n  notice(1)\n}\n":    "write example() to call a function",

		"class a {\n  include b::Part\n  notice(1)\n}\n":            "write `b::part`: such a name has no capital letters",
		"class a {\n  b::Part { 'x': a => 1 }\n  notice(1)\n}\n":    "write `b::part`: such a name has no capital letters",
		"class a {\n  Class ['b'] -> Class['c']\n}\n":               "remove the space before the bracket: only `Class[…]` is a reference",
		"class a {\n  Class['b'] -> M::Thing [ 'c' ]\n}\n":          "remove the space before the bracket: only `M::Thing[…]` is a reference",
		"class a {\n  Exec ['b']\n  -> notify { 'c': }\n}\n":        "remove the space before the bracket: only `Exec[…]` is a reference",
		"class a {\n  Class['b'] -> Class ['c']\n  notice(1)\n}\n":  "remove the space before the bracket: only `Class[…]` is a reference",
		"class a {\n  Integer\n  ['b'].each |$x| { notice($x) }\n}": "assign it, pass it to a function, or remove it",
	} {
		findings := File(syntax.Parse(source.NewFile("a.pp", code), syntax.Options{}), Options{Specification: true})
		if len(findings) != 1 || findings[0].Help != want {
			t.Errorf("%q: %v, want the help %q", code, findings, want)
		}
	}
}

// TestCapabilityMappings checks that each capability mapping has one finding, although Puppet reads
// it as three statements that it refuses one by one.
func TestCapabilityMappings(t *testing.T) {
	const mappings = "Web::Db produces Sql {\n  name => $name,\n}\nClass['web'] consumes Sql {\n  name => $name,\n}\n"
	for code, lines := range map[string][]int{
		mappings:                              {1, 4},
		"class web {\n}\n" + mappings:         {3, 6},
		mappings + "notice(1)\n":              {1, 4, 7},
		"class web {\n" + mappings + "}\n":    {2, 5},
		"class web {\n  Web::Db\n  $a = 1\n}": {2},
	} {
		file := syntax.Parse(source.NewFile("/m/web/manifests/init.pp", code), syntax.Options{})
		var got []int
		for _, finding := range File(file, Options{Location: Location{"web", "manifests/init.pp"}, Specification: true}) {
			got = append(got, file.Source.Position(finding.Span.Start).Line)
		}
		slices.Sort(got)
		if !slices.Equal(got, lines) {
			t.Errorf("%q: findings in lines %v, want %v", code, got, lines)
		}
	}
}
