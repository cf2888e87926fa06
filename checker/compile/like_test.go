package compile

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/internal/treetest"
)

// TestLike compiles a class whose evaluation must be repeated, and another version of it with what the
// first one has learnt: the catalog is the same as without, and takes less work.
func TestLike(t *testing.T) {
	const tree = `
-- environment.conf --
modulepath = modules
-- modules/a/manifests/init.pp --
class a {
  if $facts['x'] == 'y' {
    class { 'b': port => 1 }
  }
  include b
  d { ['one', 'two']: }
}
-- modules/b/manifests/init.pp --
class b ($port = 2) { notify { 'b': message => $port } }
-- modules/d/manifests/init.pp --
define d { notify { "d ${title}": message => 'old' } }
`
	before := treetest.New(txtar.Parse([]byte(tree)))
	now := treetest.New(txtar.Parse([]byte(strings.Replace(tree, "'old'", "'new'", 1))))
	_, used := New(now.Tree, 0, nil).ClassWatching("a", NewWatch())
	if len(used.uncertain) == 0 {
		t.Fatal("the evaluation is not repeated")
	}
	plain := New(before.Tree, 0, nil)
	like := plain.Like(used)
	if got, want := textOf(t, like, "a"), textOf(t, plain, "a"); got != want {
		t.Errorf("the catalog is\n%s\nwant\n%s", got, want)
	}
	_, usedPlain := plain.ClassWatching("a", NewWatch())
	_, usedLike := like.ClassWatching("a", NewWatch())
	if usedLike.Work >= usedPlain.Work {
		t.Errorf("the work is %d, without the hint %d", usedLike.Work, usedPlain.Work)
	}
}
