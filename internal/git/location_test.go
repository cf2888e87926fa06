package git

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// link makes a symbolic link.
func (r tree) link(target, name string) {
	r.t.Helper()
	if err := os.Symlink(target, r.path(name)); err != nil {
		if runtime.GOOS != "windows" {
			r.t.Fatal(err)
		}
		r.t.Skip("not every user may create symbolic links there")
	}
}

func (r tree) remove(name string) {
	r.t.Helper()
	if err := os.RemoveAll(r.path(name)); err != nil {
		r.t.Fatal(err)
	}
}

// TestOtherRepository checks that a tree cannot lead git to another repository.
func TestOtherRepository(t *testing.T) {
	other := newTree(t)
	commit := other.commit("secret.pp", "class secret {\n}\n")
	other.git("worktree", "add", "-q", filepath.Join(t.TempDir(), "linked"))
	objects := filepath.Join(other.folder, ".git", "objects")
	for _, c := range []struct {
		name, want string
		setUp      func(r tree)
	}{
		{".git names it", "does not point back to", func(r tree) { r.remove(".git"); r.write(".git", "gitdir: "+other.path(".git")+"\n") }},
		{".git names its linked work tree", "does not point back to", func(r tree) {
			r.remove(".git")
			r.write(".git", "gitdir: "+other.path(".git/worktrees/linked")+"\n")
		}},
		{".git is a link", "leads to", func(r tree) { r.remove(".git"); r.link(other.path(".git"), ".git") }},
		{"commondir", "belongs to another repository", func(r tree) { r.write(".git/commondir", other.path(".git")+"\n") }},
		{"a linked work tree of its own", "belongs to another repository", func(r tree) {
			r.remove(".git")
			r.write(".git", "gitdir: own/worktrees/x\n", "own/worktrees/x/gitdir", r.path(".git"), "own/worktrees/x/commondir", other.path(".git"), "own/worktrees/x/HEAD", commit)
		}},
		{"objects is a link", "belongs to another repository", func(r tree) { r.remove(".git/objects"); r.link(objects, ".git/objects") }},
		{"alternates", "borrows objects from", func(r tree) {
			r.write(".git/objects/info/alternates", "# comment\n"+objects+"\n", ".git/refs/heads/main", commit+"\n")
		}},
		{"alternates of alternates", "borrows objects from", func(r tree) {
			r.write(".git/objects/info/alternates", "../own\n", ".git/own/info/alternates", objects+"\n", ".git/refs/heads/main", commit+"\n")
		}},
		{"alternates by way of a link", "borrows objects from", func(r tree) {
			r.link(filepath.Join(objects, "info"), ".git/hooks/x")
			r.write(".git/objects/info/alternates", "../hooks/x/../../objects\n", ".git/refs/heads/main", commit+"\n")
		}},
		{"quoted alternates", "borrows objects from", func(r tree) {
			r.write(".git/objects/info/alternates", `"`+filepath.ToSlash(objects)+`"`+"\n", ".git/refs/heads/main", commit+"\n")
		}},
	} {
		r := newTree(t)
		r.write("a.pp", "class a {\n}\n", ".git/hooks/x.sample", "")
		c.setUp(r)
		if _, err := Since(r.folder, "HEAD"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", c.name, err, c.want)
		}
	}
}

// TestOtherWorkTree checks that core.worktree has no effect.
func TestOtherWorkTree(t *testing.T) {
	other := newTree(t)
	other.commit("secret.pp", "class secret {\n}\n")
	r := newTree(t)
	r.commit("a.pp", "class a {\n}\n")
	r.git("config", "core.worktree", other.folder)
	c := r.since("HEAD")
	if c.Top() != r.folder || !c.Had(r.path("a.pp")) || c.Had(other.path("secret.pp")) {
		t.Errorf("compares with %s: %v", c.Top(), c.top.base)
	}
}

// TestOtherSubmodule checks that a submodule cannot lead git to another repository, even to
// that around it.
func TestOtherSubmodule(t *testing.T) {
	other := newTree(t)
	commit := other.commit("secret.pp", "class secret {\n}\n")
	for _, named := range []string{other.path(".git"), "../.git"} {
		r := newTree(t)
		r.git("update-index", "--add", "--cacheinfo", "160000,"+commit+",sub")
		r.git("commit", "-q", "-m", "first")
		r.write("sub/.git", "gitdir: "+named+"\n")
		c := r.since("HEAD")
		if change := c.Of(r.path("sub/secret.pp"), "class secret {\n  x\n}\n"); change != nil && !change.All {
			t.Errorf("%s: the secret file was compared: %+v", named, change)
		}
	}
}

// TestUsualRepositories checks that linked work trees, submodules on their own, shared clones and
// separate git folders work.
func TestUsualRepositories(t *testing.T) {
	main := newTree(t)
	main.commit("a.pp", "a\n")
	expect := func(about, folder string) {
		t.Helper()
		c, err := Since(folder, "HEAD")
		if err != nil {
			t.Errorf("%s: %v", about, err)
			return
		}
		defer c.Rest()
		expectChange(t, c, filepath.Join(c.Top(), "a.pp"), "a\nb\n", &Change{Lines: []Range{{2, 2}}})
	}
	elsewhere := func(name string) tree {
		folder, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		return tree{t, filepath.Join(folder, name)}
	}
	linked := elsewhere("linked")
	main.git("worktree", "add", "-q", linked.folder)
	linked.write("manifests/x.pp", "")
	expect("a linked work tree", linked.folder)
	expect("a folder of a linked work tree", linked.path("manifests"))

	super := newTree(t)
	super.git("submodule", "--quiet", "add", main.folder, "modules/it's [m] #1")
	expect("a submodule", super.path("modules/it's [m] #1"))
	super.commit()
	superLinked := elsewhere("super")
	super.git("worktree", "add", "-q", superLinked.folder)
	superLinked.git("submodule", "--quiet", "update", "--init")
	expect("a submodule of a linked work tree", superLinked.path("modules/it's [m] #1"))

	shared := elsewhere("shared")
	main.git("clone", "-q", "--shared", main.folder, shared.folder)
	if _, err := Since(shared.folder, "HEAD"); err == nil || !strings.Contains(err.Error(), "git repack -a -d") {
		t.Errorf("a shared clone: %v", err)
	}
	t.Setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", main.path(".git/objects"))
	expect("a shared clone that the environment allows", shared.folder)
	t.Setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", "")

	separate, gitDir := elsewhere("separate"), elsewhere("git")
	main.git("clone", "-q", "--separate-git-dir", gitDir.folder, main.folder, separate.folder)
	if _, err := Since(separate.folder, "HEAD"); err == nil || !strings.Contains(err.Error(), "GIT_DIR") {
		t.Errorf("a separate git folder: %v", err)
	}
	separate.git("config", "core.worktree", separate.folder)
	expect("a separate git folder that points back", separate.folder)
	separate.git("config", "--unset", "core.worktree")
	t.Setenv("GIT_DIR", gitDir.folder)
	t.Setenv("GIT_WORK_TREE", separate.folder)
	expect("a separate git folder that the environment names", separate.folder)
}

// TestWorkTreeIn checks the reading of core.worktree.
func TestWorkTreeIn(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "",
		"[core]\n\tworktree = ../../a b\n":   "../../a b",
		"[Core] WorkTree=a\n[x]\nworktree=b": "a",
		"[core \"x\"]\n\tworktree = b":       "",
		"[core]\n\tworktree = \"a #\\\\ \\\"b\" ; c\n": "a #\\ \"b",
		"[core]\n\tworktree = a\n\tworktree = b\n":     "b",
	} {
		if got := workTreeIn(text); got != want {
			t.Errorf("%q: %q; want %q", text, got, want)
		}
	}
}
