package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNewFrom checks --new-from in a real git repository: only findings on
// lines that changed since the revision count, of files in a folder below the
// top, renamed, untracked, staged or not.
func TestNewFrom(t *testing.T) {
	top := t.TempDir()
	git := func(arguments ...string) {
		t.Helper()
		command := exec.Command("git", arguments...)
		command.Dir = top
		command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", arguments, err, output)
		}
	}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	lint := func(folder string, arguments ...string) (output string, status int) {
		t.Helper()
		command := program(t, filepath.Join(top, folder), append([]string{"--no-config", "--only-checks", "trailing_whitespace", "--format", "agent", "--quiet"}, arguments...)...)
		text, err := command.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return string(text), command.ProcessState.ExitCode()
	}
	places := func(output string) string {
		var found []string
		for line := range strings.Lines(output) {
			file, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
			number, _, _ := strings.Cut(rest, ":")
			found = append(found, file+":"+number)
		}
		return strings.Join(found, " ")
	}

	git("init", "-q", "-b", "main")
	write("modules/m/manifests/init.pp", "class m { \n  notice('a')   \n  notice('b')\n}\n")
	write("modules/m/manifests/old name.pp", "class m::old { \n  $one = 1\n  $two = 2\n  $three = 3\n}\n")
	write("modules/m/manifests/ünï.pp", "class m::uni { \n  notice('a')\n}\n")
	git("add", "-A")
	if output, status := lint(".", "--new-from", "HEAD", "modules"); status != 1 || strings.Count(output, "\n") != 4 {
		t.Errorf("before the first commit all is new (%d): %s", status, output)
	}
	git("commit", "-q", "-m", "first")
	if output, status := lint(".", "--new-from", "HEAD", "modules"); output != "" || status != 0 {
		t.Errorf("nothing changed, and this is found (%d): %s", status, output)
	}
	if output, status := lint(".", "modules"); status != 1 || strings.Count(output, "\n") != 4 {
		t.Errorf("without --new-from (%d): %s", status, output)
	}

	write("modules/m/manifests/init.pp", "class m { \n  notice('a')   \n  notice('b') \n}\n")
	write("modules/m/manifests/ünï.pp", "class m::uni { \n  notice('a')  \n}\n")
	write("modules/m/manifests/new.pp", "class m::new { \n}\n")
	git("add", "modules/m/manifests/init.pp")
	for _, c := range []struct{ folder, path, want string }{
		{".", "modules", "modules/m/manifests/init.pp:3 modules/m/manifests/new.pp:1 modules/m/manifests/ünï.pp:2"},
		{"modules/m", "manifests", "manifests/init.pp:3 manifests/new.pp:1 manifests/ünï.pp:2"},
		{"modules/m/manifests", "init.pp", "init.pp:3"},
	} {
		output, status := lint(c.folder, "--new-from", "HEAD", c.path)
		if got := places(output); got != c.want || status != 1 {
			t.Errorf("in %s, of %s (%d): %s; want %s", c.folder, c.path, status, got, c.want)
		}
	}
	if output, status := lint(".", "--new-from", "HEAD", "--max-findings", "3", "modules"); status != 0 {
		t.Errorf("three findings are not more than three (%d): %s", status, output)
	}
	if output, status := lint(".", "--new-from", "HEAD", "--max-findings", "2", "modules"); status != 1 {
		t.Errorf("three findings are more than two (%d): %s", status, output)
	}

	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Join(top, "modules"), link); err != nil {
		t.Fatal(err)
	}
	if output, status := lint(".", "--new-from", "HEAD", filepath.Join(link, "m", "manifests", "init.pp")); status != 1 || strings.Count(output, "\n") != 1 {
		t.Errorf("by way of a symbolic link (%d): %s", status, output)
	}

	git("add", "-A")
	git("commit", "-q", "-m", "second")
	git("checkout", "-q", "-b", "topic")
	git("mv", "modules/m/manifests/old name.pp", "modules/m/manifests/renamed.pp")
	git("commit", "-q", "-m", "third")
	if output, _ := lint(".", "--new-from", "main", "modules"); output != "" {
		t.Errorf("the lines of a file that was only moved are not new: %s", output)
	}
	if output, status := lint(".", "--new-from", "main", "--only-checks", "definition_in_wrong_file", "modules"); status != 1 || places(output) != "modules/m/manifests/renamed.pp:1" {
		t.Errorf("its place is new: %s", output)
	}
	write("modules/m/manifests/renamed.pp", "class m::old { \n  notice('added')  \n  $one = 1\n  $two = 2\n  $three = 3\n}\n")
	if output, _ := lint(".", "--new-from", "main", "modules"); places(output) != "modules/m/manifests/renamed.pp:2" {
		t.Errorf("so is a line in it: %s", output)
	}
	git("commit", "-q", "-a", "-m", "fourth")
	git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", top, "modules/inner one")
	git("commit", "-q", "-m", "fifth")
	write("modules/inner one/modules/m/manifests/init.pp", "class m { \n  notice('a') \n  notice('b') \n}\n")
	write("modules/inner one/modules/m/manifests/other.pp", "class m::other { \n}\n")
	if output, _ := lint(".", "--new-from", "HEAD", "modules"); places(output) != "modules/inner one/modules/m/manifests/init.pp:2 modules/inner one/modules/m/manifests/other.pp:1" {
		t.Errorf("in a submodule: %s", output)
	}
	for _, revision := range []string{"", " "} {
		if output, status := lint(".", "--new-from", revision, "modules"); status != 2 || !strings.Contains(output, "is empty") {
			t.Errorf("an empty revision (%d): %s", status, output)
		}
	}
	if output, status := lint(".", "--new-from", "no-such-revision", "modules"); status != 2 || !strings.Contains(output, "--new-from") || !strings.Contains(output, "shallow clone") {
		t.Errorf("an unknown revision (%d): %s", status, output)
	}
	if output, status := lint("../", "--new-from", "main"); status != 2 || !strings.Contains(output, "git") {
		t.Errorf("outside of a repository (%d): %s", status, output)
	}
}
