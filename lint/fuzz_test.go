package lint

import (
	"testing"

	"puppet-lint/internal/effort"
	"puppet-lint/internal/treetest"
)

// FuzzSession changes the two manifests of a module from any text to any other. After each change a
// session must find what a run from the start finds. The changes that the trees of the checker's
// testdata invite are what it starts from: from one of their manifests to another.
func FuzzSession(f *testing.F) {
	for at, manifests := range treetest.Manifests(f, "../checker/*/testdata/*.txtar") {
		if at%16 >= effort.Rounds(1, 16) {
			continue
		}
		for i := 0; i+2 < len(manifests); i += 3 {
			f.Add(manifests[i], manifests[i+1], manifests[i+2], at%2 == 0)
		}
	}
	f.Fuzz(func(t *testing.T, first, second, next string, early bool) {
		tree := &changingTree{folder: t.TempDir()}
		one, two := tree.write(t, "a/manifests/init.pp", first), tree.write(t, "a/manifests/b.pp", second)
		session := Session{Early: early, First: func(*Result, map[string]bool) {}}
		session.Run(t.Context(), tree.options())
		for _, change := range []struct{ path, text string }{{one, next}, {two, first}, {one, first}, {two, second}} {
			writeFile(t, change.path, change.text, 0o644)
			tree.compare(t, &session, []string{change.path}, []string{change.path + " becomes " + change.text})
		}
	})
}
