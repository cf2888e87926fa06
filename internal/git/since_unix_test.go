//go:build unix

package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestPatience: a pipe in the place of a file of git's ends in an error.
func TestPatience(t *testing.T) {
	top := t.TempDir()
	git := func(arguments ...string) {
		t.Helper()
		command := exec.Command("git", append([]string{"-C", top, "-c", "user.name=a", "-c", "user.email=a@example.com"}, arguments...)...)
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", arguments, err, output)
		}
	}
	git("init", "-q")
	if err := os.WriteFile(filepath.Join(top, "a.pp"), []byte("class a {\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	git("add", "a.pp")
	git("commit", "-q", "-m", "first")
	for _, name := range []string{".git/HEAD", ".git/index", ".git/config", ".git/packed-refs"} {
		path := filepath.Join(top, filepath.FromSlash(name))
		before, _ := os.ReadFile(path)
		os.Remove(path)
		if err := syscall.Mkfifo(path, 0o644); err != nil {
			t.Fatal(err)
		}
		comparison, err := since(top, "HEAD", 250*time.Millisecond)
		if err == nil {
			comparison.Of(filepath.Join(top, "a.pp"), "class b {\n}\n")
			comparison.Rest()
		} else if !strings.Contains(err.Error(), "--new-from") {
			t.Errorf("%s: %v", name, err)
		}
		os.Remove(path)
		if before != nil {
			if err := os.WriteFile(path, before, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	comparison, err := since(top, "HEAD", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer comparison.Rest()
	if change := comparison.Of(filepath.Join(top, "a.pp"), "class a {\n  x\n}\n"); change == nil || change.All || len(change.Lines) != 1 || change.Lines[0] != (Range{2, 2}) {
		t.Errorf("%+v", change)
	}
}
