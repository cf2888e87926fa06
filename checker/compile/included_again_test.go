package compile

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/treetest"
)

// TestIncludedAgain adds "include b" at the place of "+" and checks whether catalogs may change.
func TestIncludedAgain(t *testing.T) {
	const others = `
-- environment.conf --
modulepath = modules
-- modules/b/manifests/init.pp --
class b { notify { 'b': } }
-- modules/b/manifests/other.pp --
class b::other { include b }
-- modules/a/manifests/user.pp --
class a::user {
  include b
  include a
}
`
	for _, test := range []struct {
		name, class, code string
		same              bool
	}{
		{"a class that is declared", "a", "class a {\n  include b\n  +\n}", true},
		{"a class that a class declares", "a", "class a {\n  contain b::other\n  +\n}", true},
		{"a class that is declared before the class", "a::user", "class a {\n  notify { 'a': }\n  +\n}", true},
		{"the class itself", "b", "class a {\n  include b\n}\nclass b {\n  notify { 'b': }\n  +\n}", true},
		{"the class itself, after unknown code", "b", "class b {\n  include $facts['classes']\n  +\n}", true},
		{"two classes", "a", "class a {\n  include b, b::other\n  +\n  include b, b::other\n}", true},
		{"a class that is declared later", "a", "class a {\n  +\n  contain b\n}", false},
		{"a class that nothing declares", "a", "class a {\n  notify { 'a': }\n  +\n}", false},
		{"a class that may be declared", "a", "class a {\n  if $facts['x'] {\n    include b\n  }\n  +\n}", false},
		{"a class that a forced class declares", "a", "class a {\n  if $facts['x'] {\n    include b::other\n  }\n  +\n  include b::other\n}", false},
		{"after unknown code", "a", "class a {\n  include $facts['classes']\n  include b\n  +\n}", false},
		{"after unknown code that follows the class", "a", "class a {\n  include b\n  include $facts['classes']\n  +\n}", true},
		{"before unknown code", "a", "class a {\n  include b\n  +\n  include $facts['classes']\n}", true},
		{"with another change", "a", "class a {\n  include b\n  +\n  notify { '+': }\n}", false},
		{"in a branch", "a", "class a {\n  include b\n  if $facts['x'] {\n    notify { 'a': }\n    +\n  }\n}", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := func(with string) string {
				return "-- modules/a/manifests/init.pp --\n" + strings.ReplaceAll(test.code, "+", with) + "\n" + others
			}
			now, before := treetest.New(txtar.Parse([]byte(tree("include b")))), treetest.Parse(tree(""))
			path := treetest.Root + "modules/a/manifests/init.pp"
			watch := NewWatch()
			WatchManifest(NewWatch(), watch, before.Manifests.At(path), now.Manifests.At(path))
			compiler := New(now.Tree, 0, nil)
			for range 2 { // the second time, what the first has learnt is replayed
				made, used := compiler.ClassWatching(test.class, watch)
				if made == nil {
					t.Fatal("there is no catalog")
				}
				if got := used.Settled || used.Nothing() && !used.HidesCode; got != test.same {
					t.Errorf("certainly the same: %t, want %t", got, test.same)
				}
			}
		})
	}
}
