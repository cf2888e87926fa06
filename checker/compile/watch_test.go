package compile

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/treetest"
)

// TestWatch compiles a class and checks which of the watched facts and keys it uses.
func TestWatch(t *testing.T) {
	const tree = `
-- environment.conf --
modulepath = modules
-- hiera.yaml --
version: 5
defaults: { datadir: data, data_hash: yaml_data }
hierarchy:
  - name: host
    path: "%{facts.host}.yaml"
  - name: common
    path: common.yaml
-- data/common.yaml --
a::x: 1
a::y: 2
-- data/web.yaml --
a::z: 3
-- manifests/site.pp --
node default { include a }
-- modules/a/manifests/init.pp --
class a ($x, $y = 5) {
  if $x == 1 {
    notify { 'one': }
  } else {
    notify { 'other': }
  }
  unless $x == 1 { notify { 'unless': } }
  case $y { 2: { notify { 'two': } } default: { notify { 'three': } } }
  notify { 'fixed': message => $x ? { 1 => 'first', default => 'second' } }
}
-- modules/b/manifests/init.pp --
class b { notify { lookup("b::${facts['n']}", undef, undef, 'none'): } }
-- modules/c/manifests/init.pp --
class c { notify { lookup('a::z', undef, undef, 0): } }
`
	edit := func(old, new string) func(*testing.T, *Watch, *treetest.Tree) {
		return func(t *testing.T, watch *Watch, now *treetest.Tree) {
			if !strings.Contains(tree, old) {
				t.Fatalf("the tree has no %q", old)
			}
			before := treetest.Parse(strings.Replace(tree, old, new, 1))
			path := treetest.Root + "modules/a/manifests/init.pp"
			WatchManifest(NewWatch(), watch, before.Manifests.At(path), now.Manifests.At(path))
		}
	}
	key := func(name string) func(*testing.T, *Watch, *treetest.Tree) {
		return func(_ *testing.T, watch *Watch, _ *treetest.Tree) { watch.Key(name) }
	}
	for _, test := range []struct {
		name, class string
		watch       func(*testing.T, *Watch, *treetest.Tree)
		code        bool
		data        int
	}{
		{"a statement that is evaluated", "a", edit("notify { 'one': }", "notify { '1': }"), true, 0},
		{"a branch that is not taken", "a", edit("notify { 'other': }", "notify { 'any': }"), false, 0},
		{"an unless that is not taken", "a", edit("notify { 'unless': }", "notify { 'if': }"), false, 0},
		{"an option of a case that is not taken", "a", edit("notify { 'three': }", "notify { '3': }"), false, 0},
		{"a value of a selector that is not taken", "a", edit("'second'", "'third'"), false, 0},
		{"a value of a selector that is taken", "a", edit("'first'", "'1st'"), true, 0},
		{"a condition", "a", edit("if $x == 1", "if $x == 2"), true, 0},
		{"a default that the data replace", "a", edit("$y = 5", "$y = 6"), false, 0},
		{"a parameter", "a", edit("$y = 5)", "$y = 5, $z = 1)"), true, 0},
		{"a syntax error", "a", edit("unless $x == 1 {", "unless $x == {"), true, 0},
		{"a key that is looked up", "a", key("a::x"), false, 1},
		{"a key that nothing looks up", "a", key("a::other"), false, 0},
		{"an unknown key", "b", key("a::x"), true, 0},
		{"all data", "a", func(_ *testing.T, watch *Watch, _ *treetest.Tree) { watch.AllKeys() }, false, 2},
		{"a key that the level of an unknown fact may have", "c", key("a::z"), true, 0},
		{"nothing", "a", func(*testing.T, *Watch, *treetest.Tree) {}, false, 0},
		{"all code of a manifest", "a", func(_ *testing.T, watch *Watch, now *treetest.Tree) {
			watch.Definitions(now.Manifests.At(treetest.Root + "modules/a/manifests/init.pp"))
		}, true, 0},
		{"what a node declares", "default", edit("notify { 'one': }", "notify { '1': }"), true, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := treetest.New(txtar.Parse([]byte(tree)))
			watch := NewWatch()
			test.watch(t, watch, now)
			compiler := New(now.Tree, 0, nil)
			made, used := compiler.ClassWatching(test.class, watch)
			if made == nil {
				made, used = compiler.NodeDefinitionWatching(test.class, watch)
			}
			if made == nil {
				t.Fatal("there is no catalog")
			}
			if used.Code != test.code || len(used.Data) != test.data {
				t.Errorf("code %t, data %v; want %t and %d", used.Code, used.Data, test.code, test.data)
			}
			if used.Nothing() != (!test.code && test.data == 0) {
				t.Errorf("Nothing is %t", used.Nothing())
			}
		})
	}
}
