package lint

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/effort"
)

// TestSessionFollowsInitialManifests changes the initial manifests of an environment, and sometimes
// other files. After each change, a run of the session must find the same as a run from the start.
func TestSessionFollowsInitialManifests(t *testing.T) {
	for seed := range uint64(effort.Rounds(4, 60)) {
		tree := newChangingTree(t, "testdata/sessions/initial.txtar", seed+seedOf("initial"))
		tree.strict = seed%2 == 1
		all := tree.paths
		initial := slices.DeleteFunc(slices.Clone(all), func(path string) bool {
			return filepath.Base(filepath.Dir(path)) != "manifests" || strings.Contains(path, "modules")
		})
		var session Session
		session.Run(t.Context(), tree.options())
		var since []string
		for i := range 20 {
			if tree.paths = initial; i%5 == 4 {
				tree.paths = all
			}
			paths, what := tree.change(t)
			since = append(since, what)
			tree.compare(t, &session, paths, since)
		}
	}
}

// TestSessionChecksWhatInitialManifestsConcern: after a change of an initial manifest, the session
// checks the other initial manifests, what depends on the changed variable or declaration, and
// nothing else.
func TestSessionChecksWhatInitialManifestsConcern(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tree := &changingTree{folder: folder}
	tree.write(t, "environment.conf", "modulepath = modules\n")
	tree.write(t, "manifests/more.pp", "notice('more')\n")
	tree.write(t, "modules/shop/manifests/init.pp", "class shop {\n  shop::part { 'y': size => $limit }\n}\n")
	tree.write(t, "modules/shop/manifests/part.pp", "define shop::part (Integer $size) {\n  notice($size)\n}\n")
	tree.write(t, "modules/shop/manifests/web.pp", "class shop::web {\n  notice($tier)\n}\n")
	tree.write(t, "modules/shop/manifests/other.pp", "class shop::other {\n  notice('other')\n}\n")
	tree.write(t, "modules/shop/functions/limit.pp", "function shop::limit() {\n  1\n}\n")
	write := func(text string) string { return tree.write(t, "manifests/site.pp", text) }
	write("$limit = shop::limit()\nnode a {\n  notify { 'a': }\n}\n")
	var session Session
	session.Run(t.Context(), tree.options())
	for _, step := range []struct {
		text, hold string
		again      []string // files checked again besides the initial manifests
	}{
		{"$limit = shop::limit()\nnode a {\n  notify { 'a': message => 'b' }\n}\n", "", nil},
		{"$limit = 'ten'\nnode a {\n  notify { 'a': message => 'b' }\n}\n", "'size' of 'shop::part' expects", []string{"init.pp"}},
		{"$limit = 10\nnode a {\n  $tier = 1\n  notify { 'a': message => 'b' }\n}\n", "", []string{"init.pp", "web.pp"}},
		{"$limit = 10\nnode a {\n  $tier = 1\n  notify { 'a': message => 'c' }\n", "", []string{"init.pp"}},
		{"$limit = shop::limit()\nnode a {\n  $tier = 1\n}\n", "", []string{"init.pp"}},
	} {
		again := tree.rerun(t, &session, []string{write(step.text)}, step.hold)
		var names []string
		for path := range again {
			if strings.Contains(path, "modules") {
				names = append(names, filepath.Base(path))
			}
		}
		if slices.Sort(names); !slices.Equal(names, step.again) {
			t.Errorf("after\n%s\n%v are checked again, and not %v", step.text, names, step.again)
		}
	}
	limit := tree.write(t, "modules/shop/functions/limit.pp", "function shop::limit() {\n  'one'\n}\n")
	tree.rerun(t, &session, []string{limit}, "'size' of 'shop::part' expects")
}
