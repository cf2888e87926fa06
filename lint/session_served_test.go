package lint

import (
	"os"
	"path/filepath"
	"testing"

	"puppet-lint/internal/effort"
)

// TestSessionSeesUnusedFiles checks that files that no code names are reported, that findings follow
// the files that there are and the code that uses them, and that findings in a file go with it.
func TestSessionSeesUnusedFiles(t *testing.T) {
	tree := &changingTree{folder: t.TempDir(), selected: []string{"unused_file", "unused_template"}}
	tree.write(t, "environment.conf", "modulepath = modules\n")
	tree.write(t, "manifests/site.pp", "node default {\n  include web\n}\n")
	class := "# Web.\nclass web {\n  file { '/a': content => template('web/a') }\n  file { '/b': source => 'puppet:///modules/web/b' }\n}\n"
	manifest := tree.write(t, "modules/web/manifests/init.pp", class)
	tree.write(t, "modules/web/files/b", "b\n")
	lone := tree.write(t, "modules/web/files/lone.conf", "x\n")
	tree.write(t, "modules/web/templates/a", "a\n")
	var session Session
	result, err := session.Run(t.Context(), tree.options())
	if err != nil || len(result.Findings) != 1 || result.Findings[0].File.Name != lone {
		t.Fatalf("%v, %v", findingLines(result), err)
	}
	for _, name := range []string{"files/sub/deep/c", "files/data.yaml", "files/tool.rb", "files/page.erb"} {
		path := tree.write(t, "modules/web/"+name, "x: 1\n")
		if again := tree.rerun(t, &session, []string{path}, "'web/"+name[len("files/"):]+"' is unused"); !again[path] {
			t.Errorf("%s: %v are checked again", name, again)
		}
	}
	if again := tree.rerun(t, &session, []string{tree.write(t, "modules/web/files/lone.conf", "y\n")}, "lone.conf"); len(again) > 1 {
		t.Errorf("%v are checked again", again)
	}
	tree.rerun(t, &session, []string{tree.write(t, "modules/web/manifests/init.pp", "class web {\n  file { '/a': source => 'puppet:///modules/web/lone.conf' }\n}\n")}, "'web/b' is unused")
	tree.rerun(t, &session, []string{tree.write(t, "modules/web/manifests/init.pp", class)}, "'web/lone.conf' is unused")
	folder := filepath.Join(filepath.Dir(lone), "sub")
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	tree.rerun(t, &session, []string{folder}, "lone.conf")
	if err := os.Remove(lone); err != nil {
		t.Fatal(err)
	}
	tree.rerun(t, &session, []string{lone}, "tool.rb")
	if err := os.Remove(manifest); err != nil {
		t.Fatal(err)
	}
	tree.rerun(t, &session, []string{manifest}, "")
}

// TestSessionFollowsUnused changes a tree at random with all rules about unused code.
func TestSessionFollowsUnused(t *testing.T) {
	for _, archive := range []string{"unused.txtar", "unused_leftovers.txtar"} {
		tree := newChangingTree(t, filepath.Join("..", "cmd", "puppet-lint", "testdata", archive), seedOf(archive))
		tree.selected = []string{"unused_file", "unused_template", "unused_definition", "unused_data_level", "unused_lookup_option", "unused_module"}
		session := Session{Early: true, First: func(*Result, map[string]bool) {}}
		session.Run(t.Context(), tree.options())
		var since []string
		for range effort.Rounds(40, 200) {
			paths, what := tree.change(t)
			since = append(since, what)
			tree.compare(t, &session, paths, since)
		}
	}
}
