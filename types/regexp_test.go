package types_test

import (
	"testing"

	"puppet-lint/types"
)

// TestRegexpEncoding checks the texts by which Puppet compares types of regular expressions. A
// character beyond ASCII fixes the encoding, which is printed like a flag. The expected texts are
// those of Puppet 8.10.
func TestRegexpEncoding(t *testing.T) {
	x := types.NewStore().Algebra(nil)
	regexpOf := func(pattern string) types.Type {
		r, err := x.Store().RegexpOf(pattern)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, source := range []string{"é", `\u00e9`, `\p{L}`, "(?i)é"} {
		value := types.Regexp{Source: source}
		literal, text := x.Infer(value), regexpOf(source)
		if literal == text || x.Assignable(literal, text) || x.Assignable(text, literal) {
			t.Errorf("Regexp[/%s/] and Regexp['%[1]s'] are one type", source)
		}
		if !x.Instance(literal, value) || !x.Instance(text, value) {
			t.Errorf("/%s/ is not an instance of Regexp[/%[1]s/] and Regexp['%[1]s']", source)
		}
		if x.Relation(text, literal) != types.Sometimes {
			t.Errorf("the relation of Regexp['%s'] to /%[1]s/ is %s", source, x.Relation(text, literal))
		}
	}
	if x.Infer(types.Regexp{Source: "a"}) != regexpOf("a") {
		t.Error("Regexp[/a/] and Regexp['a'] are two types")
	}
	for source, want := range map[string]string{
		"a/": `Regexp[/a\//]`, "é": "Regexp[/(?-mix:é)/]", "(?i)é": "Regexp[/(?i-mx:é)/]", `\p{L}/`: `Regexp[/(?-mix:\p{L}\/)/]`,
	} {
		if got := x.String(x.Infer(types.Regexp{Source: source})); got != want {
			t.Errorf("the type of /%s/ is %s, want %s", source, got, want)
		}
		if got := x.String(regexpOf(source)); got != want {
			t.Errorf("Regexp['%s'] is %s, want %s", source, got, want)
		}
	}
	strings := x.Store().PatternOf([]*types.RegexpType{x.Infer(types.Regexp{Source: "é"}).(*types.RegexpType)})
	if !x.Instance(strings, types.String("café")) || x.Instance(strings, types.String("cafe")) {
		t.Error("Pattern[/é/] does not match as /é/ does")
	}
	if got := x.Explain("x", strings, x.Infer(types.String("a"))); len(got) != 1 || got[0] != "x must be a String that matches /é/, but is 'a'" {
		t.Error(got)
	}
}
