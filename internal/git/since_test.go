package git

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// tree is a work tree of a test.
type tree struct {
	t      *testing.T
	folder string
}

// newTree returns an empty repository. Git reads no settings of whoever runs the test.
func newTree(t *testing.T) tree {
	t.Helper()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	made := tree{t, folder}
	made.git("init", "-q", "-b", "main")
	return made
}

func (r tree) path(name string) string { return filepath.Join(r.folder, filepath.FromSlash(name)) }

func (r tree) git(arguments ...string) string {
	r.t.Helper()
	settings := []string{
		"-C", r.folder, "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "core.autocrlf=false",
		"-c", "protocol.file.allow=always", "-c", "commit.gpgsign=false",
	}
	output, err := exec.Command("git", append(settings, arguments...)...).CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", arguments, err, output)
	}
	return strings.TrimSpace(string(output))
}

// write writes files, given as names and texts in turn.
func (r tree) write(files ...string) {
	r.t.Helper()
	for pair := range slices.Chunk(files, 2) {
		if err := os.MkdirAll(filepath.Dir(r.path(pair[0])), 0o755); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(r.path(pair[0]), []byte(pair[1]), 0o644); err != nil {
			r.t.Fatal(err)
		}
	}
}

// commit writes files and commits the whole tree.
func (r tree) commit(files ...string) string {
	r.t.Helper()
	r.write(files...)
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "change")
	return r.git("rev-parse", "HEAD")
}

func (r tree) since(revision string) *Comparison {
	r.t.Helper()
	comparison, err := Since(r.folder, revision)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(comparison.Rest)
	return comparison
}

func expectChange(t *testing.T, c *Comparison, path, text string, want *Change) {
	t.Helper()
	if got := c.Of(path, text); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v; want %+v", filepath.Base(path), got, want)
	}
}

const example = "class a {\n  notice('one')\n  notice('two')\n}\n"

// TestOf checks new lines, new files, moved files and unchanged files, also through symbolic
// links.
func TestOf(t *testing.T) {
	r := newTree(t)
	r.commit("changed.pp", example, "same.pp", example, "before.pp", strings.ReplaceAll(example, "a", "moved"))
	r.git("mv", "before.pp", "after.pp")
	c := r.since("HEAD")
	moved := strings.ReplaceAll(example, "a", "moved")
	expectChange(t, c, r.path("same.pp"), example, nil)
	expectChange(t, c, r.path("changed.pp"), strings.Replace(example, "'one'", "'three'", 1), &Change{Lines: []Range{{2, 2}}})
	expectChange(t, c, r.path("new.pp"), example, &Change{All: true})
	expectChange(t, c, r.path("after.pp"), moved, &Change{Moved: true})
	expectChange(t, c, r.path("after.pp"), moved+"# end\n", &Change{Lines: []Range{{5, 5}}, Moved: true})
	if missing := c.Missing(); len(missing) != 0 {
		t.Errorf("missing: %q", missing)
	}
	if c.Top() != r.folder || c.Notice != "" {
		t.Errorf("top %s of %s, notice %q", c.Top(), r.folder, c.Notice)
	}
	if err := os.Symlink(r.path("same.pp"), r.path("link.pp")); err == nil {
		expectChange(t, c, r.path("link.pp"), example+"# end\n", &Change{Lines: []Range{{5, 5}}})
	}
	c.Rest()
	expectChange(t, c, r.path("changed.pp"), example+"# end\n", &Change{Lines: []Range{{5, 5}}})
}

// TestDiffering: files that changed or are gone have their earlier content.
func TestDiffering(t *testing.T) {
	r := newTree(t)
	r.commit("b.pp", "b\n", "a.pp", "a\n", "same.pp", "same\n", "other.txt", "other\n")
	c := r.since("HEAD")
	present := map[string]string{r.path("a.pp"): "a changed\n", r.path("same.pp"): "same\n"}
	got, err := c.Differing(
		func(path string) bool { return strings.HasSuffix(path, ".pp") },
		func(path string) (string, bool) { text, isThere := present[path]; return text, isThere },
	)
	want := []Before{{Path: r.path("a.pp"), Text: "a\n"}, {Path: r.path("b.pp"), Text: "b\n", Deleted: true}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if !c.Had(r.path("b.pp")) || c.Had(r.path("c.pp")) {
		t.Error("b.pp was in the commit, and c.pp was not")
	}
}

// TestDifferingLinks: a symbolic link has the content of the file to which it leads.
func TestDifferingLinks(t *testing.T) {
	r := newTree(t)
	r.write("a.pp", "a\n", "folder/b.pp", "b\n", "outside.pp", "")
	for link, target := range map[string]string{
		"same.pp": "folder/b.pp", "folder/other.pp": "../a.pp", "chain.pp": "folder/other.pp", "moved.pp": "a.pp", "away.pp": "/nowhere/c.pp", "all.pp": "folder", "loop.pp": "loop.pp",
	} {
		if err := os.Symlink(target, r.path(link)); err != nil {
			if runtime.GOOS != "windows" {
				t.Fatal(err)
			}
			t.Skip("not every user may create symbolic links there")
		}
	}
	r.commit()
	r.write("a.pp", "a changed\n")
	if err := os.Remove(r.path("moved.pp")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("folder/b.pp", r.path("moved.pp")); err != nil {
		t.Fatal(err)
	}
	c := r.since("HEAD")
	got, err := c.Differing(
		func(string) bool { return true },
		func(path string) (string, bool) { text, err := os.ReadFile(path); return string(text), err == nil },
	)
	var want []Before
	for _, name := range []string{"a.pp", "chain.pp", "folder/other.pp", "moved.pp"} {
		want = append(want, Before{Path: r.path(name), Text: "a\n"})
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}

// TestMissing checks that all lines of a file are new if git lacks its earlier content, and that
// the file is listed.
func TestMissing(t *testing.T) {
	r := newTree(t)
	r.commit("b.pp", "b\n", "a.pp", "a\n")
	for _, name := range []string{"b.pp", "a.pp"} {
		id := r.git("rev-parse", "HEAD:"+name)
		if err := os.Remove(r.path(".git/objects/" + id[:2] + "/" + id[2:])); err != nil {
			t.Fatal(err)
		}
	}
	c := r.since("HEAD")
	expectChange(t, c, r.path("b.pp"), "b changed\n", &Change{All: true})
	expectChange(t, c, r.path("a.pp"), "a changed\n", &Change{All: true})
	if want := []string{r.path("a.pp"), r.path("b.pp")}; !slices.Equal(c.Missing(), want) {
		t.Errorf("missing: %q; want %q", c.Missing(), want)
	}
	_, err := c.Differing(func(string) bool { return true }, func(string) (string, bool) { return "", true })
	if err == nil || err.Error() != "a.pp: git does not have its earlier content (is this a partial clone?)" {
		t.Errorf("differing: %v", err)
	}
}

// TestRevisions: a branch is compared with the commit where HEAD left it, and anything that
// is not a commit or a tree is explained.
func TestRevisions(t *testing.T) {
	r := newTree(t)
	first := r.commit("a.pp", "first\n")
	r.git("checkout", "-q", "-b", "feature")
	r.commit("mine.pp", "mine\n")
	r.git("checkout", "-q", "main")
	r.commit("a.pp", "first\nof another\n")
	r.git("checkout", "-q", "feature")
	r.git("remote", "add", "origin", "https://git.example/a.git")

	c := r.since("main")
	expectChange(t, c, r.path("a.pp"), "first\n", nil)
	expectChange(t, c, r.path("mine.pp"), "mine\n", &Change{All: true})
	expectChange(t, r.since(first+"^{tree}"), r.path("a.pp"), "first\n", nil)

	// A branch without common history is compared as it is.
	r.git("checkout", "-q", "--orphan", "alone")
	r.commit("a.pp", "alone\n")
	c = r.since("main")
	expectChange(t, c, r.path("a.pp"), "first\nof another\n", nil)
	if c.Notice != "" {
		t.Errorf("notice %q", c.Notice)
	}

	for revision, want := range map[string]string{
		" ":               "--new-from: the revision is empty; name one, such as origin/main",
		"main..feature":   `--new-from: "main..feature" is not a single revision; for a branch, name it alone: puppet-lint finds the commit where HEAD branched off`,
		"nowhere":         `--new-from: git knows no revision "nowhere"`,
		"--help":          `--new-from: git knows no revision "--help"`,
		"elsewhere/main":  `--new-from: git knows no revision "elsewhere/main"`,
		"origin/absent":   `--new-from: git knows no revision "origin/absent"; fetch it first: git fetch origin absent:refs/remotes/origin/absent`,
		"HEAD:a.pp":       `--new-from: git knows no revision "HEAD:a.pp"`,
		"HEAD^{/nothing}": `--new-from: git knows no revision "HEAD^{/nothing}"`,
	} {
		if _, err := Since(r.folder, revision); err == nil || err.Error() != want {
			t.Errorf("%s: %v; want %s", revision, err, want)
		}
	}
}

// TestBeforeTheFirstCommit: everything is new.
func TestBeforeTheFirstCommit(t *testing.T) {
	r := newTree(t)
	r.write("a.pp", "a\n")
	expectChange(t, r.since("HEAD"), r.path("a.pp"), "a\n", &Change{All: true})
}

// TestShallow: a clone without the common commit compares with the revision and says so.
func TestShallow(t *testing.T) {
	origin := newTree(t)
	origin.commit("a.pp", "a\n")
	origin.git("checkout", "-q", "-b", "feature")
	origin.commit("b.pp", "b\n")
	origin.git("checkout", "-q", "main")
	origin.commit("a.pp", "a\nchanged\n")

	clone := newTree(t)
	clone.git("fetch", "-q", "--depth", "1", "file://"+filepath.ToSlash(origin.folder), "main:refs/remotes/origin/main", "feature:feature")
	clone.git("checkout", "-q", "feature")
	c := clone.since("origin/main")
	if want := "--new-from: this shallow clone does not hold the commit at which HEAD and origin/main parted, so that all differences to origin/main count; fetch more of the history first"; !strings.HasPrefix(c.Notice, want) {
		t.Errorf("notice %q; want %q", c.Notice, want)
	}
	expectChange(t, c, clone.path("a.pp"), "a\nchanged\n", nil)
	want := `--new-from: git knows no revision "HEAD~1" in this shallow clone; fetch more of the history first`
	if _, err := Since(clone.folder, "HEAD~1"); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v; want %s", err, want)
	}
}

// TestSubmodule: files of a submodule are compared with the commit of it that the revision
// names. If that commit is not there, nothing of the submodule is new. Variables that select
// the repository of the user do not select that of the submodule.
func TestSubmodule(t *testing.T) {
	module := newTree(t)
	module.commit("m.pp", "m\n")
	r := newTree(t)
	r.commit("a.pp", "a\n")
	r.git("submodule", "--quiet", "add", module.folder, "modules/m")
	r.git("submodule", "--quiet", "add", module.folder, "modules/absent")
	r.commit()
	if err := os.RemoveAll(r.path("modules/absent")); err != nil {
		t.Fatal(err)
	}
	r.write("modules/absent/m.pp", "m\n")

	t.Setenv("GIT_DIR", r.path(".git"))
	t.Setenv("GIT_WORK_TREE", r.folder)
	c := r.since("HEAD")
	expectChange(t, c, r.path("modules/m/m.pp"), "m\n", nil)
	expectChange(t, c, r.path("modules/m/m.pp"), "m\nnew\n", &Change{Lines: []Range{{2, 2}}})
	expectChange(t, c, r.path("modules/m/manifests/new.pp"), "new\n", &Change{All: true})
	expectChange(t, c, r.path("modules/absent/m.pp"), "new\n", nil)
	expectChange(t, c, r.path("modules/other/m.pp"), "new\n", &Change{All: true})
	if missing := c.Missing(); len(missing) != 0 {
		t.Errorf("missing: %q", missing)
	}
}

// TestErrorsOfGit checks errors without a repository, without git, and that a message of git is
// passed on in one line.
func TestErrorsOfGit(t *testing.T) {
	newTree(t) // sets the environment
	outside := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(outside))
	if _, err := Since(outside, "HEAD"); err == nil || !strings.HasPrefix(err.Error(), "--new-from: not a git repository") {
		t.Errorf("outside of a repository: %v", err)
	}
	newer := newTree(t)
	newer.git("config", "core.repositoryFormatVersion", "99")
	if _, err := Since(newer.folder, "HEAD"); err == nil || !strings.HasPrefix(err.Error(), `--new-from: git says "`) {
		t.Errorf("a format of the future: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := since(outside, "HEAD", time.Minute); err == nil || err.Error() != "--new-from needs git, which is not on the PATH" {
		t.Errorf("without git: %v", err)
	}
}

// TestSinceLeavesNoProcess checks that a caller who gives up right after Since leaves no git behind.
func TestSinceLeavesNoProcess(t *testing.T) {
	r := newTree(t)
	r.write("a.pp", "a\n")
	r.commit()
	c := r.since("HEAD")
	if c.top.objects != nil {
		t.Error("git is still running after Since")
	}
	if change := c.Of(r.path("a.pp"), "b\n"); change == nil || change.All || c.top.objects == nil {
		t.Errorf("the change is %v", change)
	}
	if c.Rest(); c.top.objects != nil {
		t.Error("git is still running after Rest")
	}
}

// TestDamagedIndex checks that an index that git cannot read is an error, and not taken for a clone
// without the old content.
func TestDamagedIndex(t *testing.T) {
	r := newTree(t)
	r.write("a.pp", "a\n")
	r.commit()
	r.write(".git/index", "DIRC")
	if _, err := Since(r.folder, "HEAD"); err == nil || !strings.Contains(err.Error(), "index") {
		t.Errorf("got %v", err)
	}
}

// TestEndlessListing checks that a tree that holds itself many times over is an error. It has a
// dozen objects and 10^10 files.
func TestEndlessListing(t *testing.T) {
	r := newTree(t)
	r.write("a.pp", "a\n")
	below := "100644 blob " + r.git("hash-object", "-w", "a.pp") + "\ta.pp\n"
	for range 10 {
		r.write("tree", below)
		list, err := os.Open(r.path("tree"))
		if err != nil {
			t.Fatal(err)
		}
		command := exec.Command("git", "-C", r.folder, "mktree")
		command.Stdin = list
		id, err := command.Output()
		list.Close()
		if err != nil {
			t.Fatal(err)
		}
		below = ""
		for i := range 10 {
			below += fmt.Sprintf("040000 tree %s\t%d\n", strings.TrimSpace(string(id)), i)
		}
	}
	if _, err := Since(r.folder, strings.Fields(below)[2]); err == nil || err.Error() != "--new-from: git ls-tree says more than 64 MiB; this repository is too large to compare" {
		t.Errorf("got %v", err)
	}
}
