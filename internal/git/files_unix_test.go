//go:build unix

package git

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSpecialFiles checks that git is not started on pipes and devices, nor on links that lead out of
// the git folder.
func TestSpecialFiles(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("ref: refs/heads/main\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := newTree(t)
	r.commit("a.pp", "a\n")
	r.git("tag", "v1")
	r.git("pack-refs", "--all")
	r.write(".git/remotes/x", "", ".git/logs/x", "")
	for _, name := range []string{
		"HEAD", "config", "commondir", "packed-refs", "index", "sharedindex.1", "shallow", "refs/heads/main", "refs/heads/deep/er", "refs/replace/x", "info/grafts", "info/attributes",
		"remotes/origin", "branches/origin", "main", "origin/main", "logs/HEAD", "logs/origin/main", "refs", "info", "objects/info", "objects/pack",
		"objects/info/alternates", "objects/info/commit-graph", "objects/pack/pack-1.idx",
	} {
		path := r.path(".git/" + name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		aside := filepath.Join(t.TempDir(), "aside")
		wasThere := os.Rename(path, aside) == nil
		revision := map[bool]string{true: "main", false: "origin/main@{1}"}[name == "main"]
		for kind, put := range map[string]func() error{
			"device": func() error { return os.Symlink("/dev/zero", path) },
			"pipe":   func() error { return syscall.Mkfifo(path, 0o644) },
			"link":   func() error { return os.Symlink(outside, path) },
		} {
			if err := put(); err != nil {
				t.Fatal(err)
			}
			if _, err := since(r.folder, revision, 5*time.Second); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("%s is a %s: %v", name, kind, err)
			}
			os.Remove(path)
		}
		if wasThere {
			if err := os.Rename(aside, path); err != nil {
				t.Fatal(err)
			}
		}
	}
	r.since("v1")
}

// TestIgnoredFiles checks that git does not wait for a pipe in the place of a list of ignored files: the
// repository's own, or the one that its configuration names.
func TestIgnoredFiles(t *testing.T) {
	r := newTree(t)
	r.commit("a.pp", "a\n")
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	r.git("config", "core.excludesFile", pipe)
	if _, err := since(r.folder, "HEAD", 5*time.Second); err != nil {
		t.Errorf("core.excludesFile names a pipe: %v", err)
	}
	r.remove(".git/info/exclude")
	r.link(pipe, ".git/info/exclude")
	if _, err := since(r.folder, "HEAD", 5*time.Second); err == nil || !strings.Contains(err.Error(), "info/exclude") {
		t.Errorf("info/exclude is a link to a pipe: %v", err)
	}
}

// TestUsualFiles checks that links within the git folder, links that git does not read, and the
// socket of a file system monitor do no harm.
func TestUsualFiles(t *testing.T) {
	r := newTree(t)
	r.commit("a.pp", "a\n")
	r.remove(".git/HEAD")
	r.link("refs/heads/main", ".git/HEAD")
	r.remove(".git/hooks")
	r.link(t.TempDir(), ".git/hooks")
	r.remove(".git/info/exclude")
	r.link(os.DevNull, ".git/info/exclude")
	t.Chdir(r.path(".git")) // the path of a socket must be short
	socket, err := net.Listen("unix", "fsmonitor--daemon.ipc")
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	expectChange(t, r.since("HEAD"), r.path("a.pp"), "a\nb\n", &Change{Lines: []Range{{2, 2}}})
}

// TestEndlessAttributes checks that git does not read the attributes that a repository names.
func TestEndlessAttributes(t *testing.T) {
	r := newTree(t)
	r.commit("before.pp", example)
	r.git("mv", "before.pp", "after.pp")
	r.write("after.pp", example+"# end\n")
	r.git("add", "-A")
	r.git("config", "core.attributesFile", "/dev/zero")
	c, err := since(r.folder, "HEAD", 20*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Rest()
	expectChange(t, c, r.path("after.pp"), example+"# end\n", &Change{Lines: []Range{{5, 5}}, Moved: true})
}

// TestLongFiles checks that git does not compare files that are too long, and still sees that others
// were moved.
func TestLongFiles(t *testing.T) {
	r := newTree(t)
	long := strings.Repeat("a long line of text\n", 1<<20)
	r.commit("before.pp", example, "before.txt", long)
	r.git("mv", "before.pp", "after.pp")
	r.git("mv", "before.txt", "after.txt")
	r.commit("after.pp", example+"# end\n", "after.txt", long+"# end\n")
	r.git("config", "core.bigFileThreshold", "100g")
	c := r.since("HEAD~1^{tree}")
	if len(c.top.renamed) != 1 || c.top.renamed[r.path("after.pp")] != r.path("before.pp") {
		t.Errorf("renamed: %v", c.top.renamed)
	}
}

// TestOneDeadline checks that pipes in place of objects cost the patience once, and not for each
// file and each submodule.
func TestOneDeadline(t *testing.T) {
	pipeAt := func(r tree, id string) {
		t.Helper()
		path := r.path(".git/objects/" + id[:2] + "/" + id[2:])
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := newTree(t)
	var files, modules []string
	for i := range 4 {
		files = append(files, fmt.Sprintf("%d.pp", i))
		modules = append(modules, fmt.Sprintf("m%d", i))
		module := tree{t, r.path(modules[i])}
		r.git("init", "-q", modules[i])
		module.commit("m.pp", "m\n")
		r.write(files[i], fmt.Sprintln(i))
	}
	r.commit()
	c := r.since("HEAD")
	for i := range files {
		pipeAt(r, r.git("rev-parse", "HEAD:"+files[i]))
		pipeAt(tree{t, r.path(modules[i])}, r.git("rev-parse", "HEAD:"+modules[i]))
	}
	c.top.waiting.left = 2 * time.Second
	start := time.Now()
	for i := range files {
		expectChange(t, c, r.path(files[i]), "changed\n", &Change{All: true})
		expectChange(t, c, r.path(modules[i]+"/m.pp"), "changed\n", &Change{All: true})
	}
	if took := time.Since(start); took > 6*time.Second {
		t.Errorf("took %v", took)
	}
	if got := len(c.Missing()); got != 8 {
		t.Errorf("%d files are missing; want 8", got)
	}
	read := func(string) (string, bool) { return "", true }
	if _, err := c.Differing(func(string) bool { return true }, read); err == nil || !strings.Contains(err.Error(), "git did not answer within 2m0s") {
		t.Errorf("got %v", err)
	}
}

// TestBareBeside checks that git does not look at a bare repository beside a damaged .git.
func TestBareBeside(t *testing.T) {
	for _, damaged := range []string{".git/HEAD", ".git/refs"} {
		r := newTree(t)
		r.remove(damaged)
		r.write("HEAD", "ref: refs/heads/main\n", "objects/x", "", "refs/x", "")
		r.link("/dev/zero", "commondir")
		if _, err := Since(r.folder, "HEAD"); err == nil || !strings.Contains(err.Error(), "is no git folder") {
			t.Errorf("without %s: %v", damaged, err)
		}
	}
}
