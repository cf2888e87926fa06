package functions

import (
	"testing"

	"puppet-lint/types"
	"puppet-lint/types/convert"
)

func array(list ...any) types.Array {
	out := types.Array{}
	for _, v := range list {
		out = append(out, value(v))
	}
	return out
}

// value makes a Puppet value of a Go value.
func value(v any) types.Value {
	switch v := v.(type) {
	case nil:
		return types.Undef{}
	case string:
		return types.String(v)
	case int:
		return types.Integer(v)
	case float64:
		return types.Float(v)
	case bool:
		return types.Boolean(v)
	case types.Value:
		return v
	}
	panic("no such value")
}

// TestCall compares the results of calls with those of Puppet 8.10.
func TestCall(t *testing.T) {
	store := types.NewStore()
	c := convert.New(store.Algebra(nil))
	hash := types.NewHash(types.HashEntry{Key: types.String("a"), Value: array(1, "x")}, types.HashEntry{Key: types.String("b"), Value: types.Undef{}})
	tests := []struct {
		name string
		args types.Array
		want any
	}{
		{"abs", array(-3), 3},
		{"camelcase", array("foo_bar__baz"), "FooBarBaz"},
		{"capitalize", array(array("aB", "ÄÖ")), array("Ab", "Äö")},
		{"ceiling", array(-1.5), -1},
		{"chomp", array("a\r\n"), "a"},
		{"chop", array("a\r\n"), "a"},
		{"compare", array("A", "b"), -1},
		{"compare", array("b", "A", false), 1},
		{"dig", array(hash, "a", 1), "x"},
		{"dig", array(hash, "b", "c"), nil},
		{"downcase", array("ABC"), "abc"},
		{"empty", array(""), true},
		{"flatten", array(array(1, array(2)), 3), array(1, 2, 3)},
		{"floor", array(-1.5), -2},
		{"get", array(hash, "a.0"), 1},
		{"get", array(hash, "c.d", "other"), "other"},
		{"index", array("héllo", "l"), 2},
		{"index", array(array(1, 2.0), 2), 1},
		{"join", array(array("a", array(), 1.0, true), ","), "a,,1.0,true"},
		{"keys", array(hash), array("a", "b")},
		{"length", array("été"), 3},
		{"match", array("abc123", types.Regexp{Source: `([a-z]+)(\d)?(x)?`}), array("abc1", "abc", "1", nil)},
		{"max", array("b", "a"), "b"},
		{"min", array(array(3, 1.5)), 1.5},
		{"md5", array("abc"), "900150983cd24fb0d6963f7d28e17f72"},
		{"regsubst", array("a.b.c", `\.`, "-", "G"), "a-b-c"},
		{"regsubst", array(array("A"), "a", "<\\0>", "I"), array("<A>")},
		{"round", array(-2.5), -3},
		{"shellquote", array("a b", "x$"), `"a b" 'x$'`},
		{"slice", array(array(1, 2, 3), 2), array(array(1, 2), array(3))},
		{"sort", array(array("b", "B", "a")), array("B", "a", "b")},
		{"split", array("a,b,,", ","), array("a", "b")},
		{"sprintf", array("%03d %s", 7, "x"), "007 x"},
		{"strftime", array(types.Timespan(90e9), "%M:%S"), "01:30"},
		{"strip", array(" a\n"), "a"},
		{"unique", array(array(1, 1.0, "a", "a")), array(1, 1.0, "a")},
		{"unwrap", array(&types.Sensitive{Value: types.String("s")}), "s"},
		{"upcase", array("straße"), false}, // the result has more letters, which is not modelled
		{"values", array(hash), array(array(1, "x"), nil)},
		{"versioncmp", array("1.10", "1.9"), 1},
		{"versioncmp", array("1.0.0", "1", true), 0},
	}
	for _, test := range tests {
		got, ok := Call(c, test.name, test.args)
		if test.name == "upcase" {
			if ok {
				t.Errorf("upcase(straße): %v", got)
			}
			continue
		}
		if !ok || !types.Same(got, value(test.want)) {
			t.Errorf("%s(%v): %v, %v, want %v", test.name, test.args, got, ok, test.want)
		}
	}
	for _, test := range []struct {
		name string
		args types.Array
	}{{"abs", array("x")}, {"join", array(1)}, {"chomp", array(array("a", 1))}, {"nobody_knows", nil}, {"split", array("a", "[")}, {"dig", array(1)}, {"sort", array(array(1, "a"))}} {
		if got, ok := Call(c, test.name, test.args); ok {
			t.Errorf("%s(%v): %v, want none", test.name, test.args, got)
		}
	}
}

func TestEveryFunctionTakesAnything(t *testing.T) {
	c := convert.New(types.NewStore().Algebra(nil))
	pool := array(nil, "", "a", -1, 0, 3, 1.5, true, array(), array("a", array(1)), types.NewHash(), types.Regexp{Source: "("}, types.Timespan(1), types.Timestamp(1), types.Binary("\xff"), &types.Sensitive{Value: types.Undef{}}, types.Default{})
	for name := range table {
		Call(c, name, nil)
		for _, a := range pool {
			Call(c, name, types.Array{a})
			for _, b := range pool {
				Call(c, name, types.Array{a, b})
				Call(c, name, types.Array{a, b, a})
			}
		}
	}
}
