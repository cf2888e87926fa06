package lint

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// twoTargets returns two modules for different versions of Puppet. The first one uses a default of
// the second.
func twoTargets(t *testing.T) *changingTree {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tree := &changingTree{folder: filepath.Join(folder, "files", "of", "mine")} // not the folder of a module
	tree.write(t, "web/metadata.json", `{"name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "s", "source": "s", "dependencies": [], "requirements": [{"name": "puppet", "version_requirement": ">= 7.0.0 < 8.0.0"}]}`)
	tree.write(t, "base/metadata.json", `{"name": "me-base", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "s", "source": "s", "dependencies": [], "requirements": [{"name": "puppet", "version_requirement": ">= 8.0.0 < 9.0.0"}]}`)
	tree.write(t, "web/manifests/init.pp", "class web (Enum['a', 'b'] $kind = $base::kind) {\n  include base\n  notice($kind)\n}\n")
	tree.write(t, "base/manifests/init.pp", "class base {\n  $kind = 'a'\n}\n")
	return tree
}

func (c *changingTree) write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(c.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, text, 0o644)
	return path
}

// rerun makes a run after some files have changed. It must find the same as a run from the start,
// and a message must contain a text.
func (c *changingTree) rerun(t *testing.T, session *Session, changed []string, hold string) (again map[string]bool) {
	t.Helper()
	result, again, _ := session.Rerun(t.Context(), changed)
	if result == nil {
		t.Fatal("it starts anew")
	}
	got, want := findingLines(result), findingLines(freshRun(t, c.options()))
	if !slices.Equal(got, want) {
		t.Errorf("unexpected:\n%s\nmissing:\n%s", strings.Join(missingIn(got, want), "\n"), strings.Join(missingIn(want, got), "\n"))
	}
	if !slices.ContainsFunc(want, func(line string) bool { return strings.Contains(line, hold) }) {
		t.Errorf("there is no %s in\n%s", hold, strings.Join(want, "\n"))
	}
	return again
}

// TestSessionFollowsAcrossTargets checks that code for one version of Puppet depends on code for
// another.
func TestSessionFollowsAcrossTargets(t *testing.T) {
	tree := twoTargets(t)
	var session Session
	session.Run(t.Context(), tree.options())
	changed := tree.write(t, "base/manifests/init.pp", "class base {\n  $kind = 'c'\n}\n")
	tree.rerun(t, &session, []string{changed}, "type_mismatch")
}

// TestSessionSeesWhatIsReadLater checks a manifest of another tree that the first run did not
// read. When a later run reads it, its changes affect the files that use it.
func TestSessionSeesWhatIsReadLater(t *testing.T) {
	tree := &changingTree{folder: t.TempDir()}
	tree.write(t, "base/manifests/init.pp", "class base {\n}\n")
	moved := tree.write(t, "base/functions/moved.pp", "function base::call() {\n}\n")
	tree.write(t, "alone.pp", "include base\n")
	var session Session
	session.Run(t.Context(), tree.options())
	tree.rerun(t, &session, []string{tree.write(t, "alone.pp", "include base\nbase::call()\n")}, "")
	if err := os.Remove(moved); err != nil {
		t.Fatal(err)
	}
	tree.rerun(t, &session, []string{moved}, "no function 'base::call'")
}

// TestSessionFollowsRequirements checks that a module that requires another version of Puppet is
// checked again, and so is everything that depends on it.
func TestSessionFollowsRequirements(t *testing.T) {
	tree := twoTargets(t)
	var session Session
	session.Run(t.Context(), tree.options())
	metadata, err := os.ReadFile(filepath.Join(tree.folder, "web", "metadata.json"))
	if err != nil {
		t.Fatal(err)
	}
	class := filepath.Join(tree.folder, "web", "manifests", "init.pp")
	code := "class web (Enum['a', 'b'] $kind = $base::kind) {\n  include base\n  file { '/a': content => template('web/a.erb') }\n}\n"
	tree.rerun(t, &session, []string{tree.write(t, "base/manifests/other.pp", "class base::other {\n  notice($web::kind)\n}\n"), tree.write(t, "web/manifests/init.pp", code), tree.write(t, "web/templates/a.erb", "<%= @osfamily %>\n")}, "class_not_included")
	for range 2 {
		later := strings.ReplaceAll(string(metadata), ">= 7.0.0 < 8.0.0", ">= 8.0.0 < 9.0.0")
		again := tree.rerun(t, &session, []string{tree.write(t, "web/metadata.json", later)}, "legacy fact")
		if !again[class] {
			t.Errorf("only %v are looked at again", again)
		}
		changed := tree.write(t, "base/manifests/init.pp", "class base {\n  $kind = 'c'\n}\n")
		tree.rerun(t, &session, []string{changed}, "type_mismatch")
		tree.rerun(t, &session, []string{tree.write(t, "web/metadata.json", string(metadata))}, "type_mismatch")
		changed = tree.write(t, "base/manifests/init.pp", "class base {\n  $kind = 'a'\n}\n")
		tree.rerun(t, &session, []string{changed}, "")
	}
}

// TestSessionSeesFolders checks that an added or removed folder counts as a change of the files in
// it.
func TestSessionSeesFolders(t *testing.T) {
	tree := twoTargets(t)
	var session Session
	session.Run(t.Context(), tree.options())
	part := filepath.Dir(tree.write(t, "web/manifests/part/one.pp", "class web::part::one {\n  notice($base::none)\n}\n"))
	tree.write(t, "web/manifests/part/two.pp", "class web::part::two {\n  include web::part::one\n}\n")
	tree.rerun(t, &session, []string{part}, "base::none")
	moved := filepath.Join(tree.folder, "base", "manifests", "part")
	for _, way := range [][]string{{part, moved}, {moved, part}} {
		if err := os.Rename(way[0], way[1]); err != nil {
			t.Fatal(err)
		}
		tree.rerun(t, &session, way, "base::none")
	}
	kinds := filepath.Dir(tree.write(t, "base/types/kind.pp", "type Base::Kind = Enum['a']\n"))
	tree.write(t, "base/manifests/init.pp", "class base (Base::Kind $kind = 'c') {\n}\n")
	tree.rerun(t, &session, []string{kinds, filepath.Join(tree.folder, "base", "manifests", "init.pp")}, "type_mismatch")
	if err := os.RemoveAll(kinds); err != nil {
		t.Fatal(err)
	}
	tree.rerun(t, &session, []string{kinds}, "unknown_type")
	manifests := filepath.Join(tree.folder, "base", "manifests")
	if err := os.RemoveAll(manifests); err != nil {
		t.Fatal(err)
	}
	tree.rerun(t, &session, []string{manifests}, "")
	tree.write(t, "base/manifests/init.pp", "class base {\n  $kind = 'c'\n}\n")
	tree.rerun(t, &session, []string{manifests}, "type_mismatch")
}

// TestSessionSeesServedFiles checks that the existence of a file that code refers to matters, and
// its content does not.
func TestSessionSeesServedFiles(t *testing.T) {
	tree := twoTargets(t)
	var session Session
	session.Run(t.Context(), tree.options())
	tree.rerun(t, &session, []string{tree.write(t, "web/manifests/init.pp", "class web {\n  file { '/a': content => file('base/sub/deep/a.txt') }\n}\n")}, "missing_file")
	served := tree.write(t, "base/files/sub/deep/a.txt", "a\n")
	if again := tree.rerun(t, &session, []string{filepath.Join(tree.folder, "base", "files"), served}, ""); len(again) != 1 {
		t.Errorf("%v are checked again", again)
	}
	if again := tree.rerun(t, &session, []string{tree.write(t, "base/files/sub/deep/b.txt", "b\n")}, ""); len(again) != 0 {
		t.Errorf("%v are checked again", again)
	}
	folder := filepath.Join(tree.folder, "base", "files", "sub")
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	tree.rerun(t, &session, []string{folder}, "missing_file")
	tree.write(t, "base/files/sub/deep/a.txt", "a\n")
	tree.rerun(t, &session, []string{folder}, "")
}
