package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository is a git repository in which the program runs.
type repository struct {
	*testing.T
	top string
}

func newRepository(t *testing.T) *repository {
	r := &repository{t, t.TempDir()}
	r.git("init", "-q", "-b", "main", "--template=")
	return r
}

func (r *repository) git(arguments ...string) {
	r.Helper()
	command := exec.Command("git", arguments...)
	command.Dir = r.top
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=maintenance.auto", "GIT_CONFIG_VALUE_0=false",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	if output, err := command.CombinedOutput(); err != nil {
		r.Fatalf("git %v: %v\n%s", arguments, err, output)
	}
}

// commit commits everything.
func (r *repository) commit(message string) {
	r.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "-m", message)
}

func (r *repository) write(name, text string) {
	r.Helper()
	path := filepath.Join(r.top, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		r.Fatal(err)
	}
}

func (r *repository) read(name string) string {
	r.Helper()
	text, err := os.ReadFile(filepath.Join(r.top, name))
	if err != nil {
		r.Fatal(err)
	}
	return string(text)
}

// lint looks for blanks at the ends of lines.
func (r *repository) lint(folder string, arguments ...string) (output string, status int) {
	r.Helper()
	return runHere(r.T, filepath.Join(r.top, folder), "", append([]string{"--no-config", "--only-checks", "trailing_whitespace", "--format", "agent", "--quiet"}, arguments...)...)
}

// expect runs the program and looks at where it finds something.
func (r *repository) expect(want string, arguments ...string) {
	r.Helper()
	if output, _ := r.lint(".", arguments...); places(output) != want {
		r.Errorf("%q: %s; want %s", arguments, output, want)
	}
}

// places are the files and lines of findings.
func places(output string) string {
	var found []string
	for line := range strings.Lines(output) {
		file, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		number, _, _ := strings.Cut(rest, ":")
		found = append(found, file+":"+number)
	}
	return strings.Join(found, " ")
}

// TestNewFrom checks --new-from in a real git repository: only findings on
// lines that changed since the revision count, of files in a folder below the
// top, renamed, untracked, staged or not.
func TestNewFrom(t *testing.T) {
	r := newRepository(t)
	git, write, lint, top := r.git, r.write, r.lint, r.top
	write("modules/m/manifests/init.pp", "class m { \n  notice('a')   \n  notice('b')\n}\n")
	write("modules/m/manifests/old name.pp", "class m::old { \n  $one = 1\n  $two = 2\n  $three = 3\n}\n")
	write("modules/m/manifests/ünï.pp", "class m::uni { \n  notice('a')\n}\n")
	git("add", "-A")
	if output, status := lint(".", "--new-from", "HEAD", "modules"); status != 1 || strings.Count(output, "\n") != 4 {
		t.Errorf("before the first commit all is new (%d): %s", status, output)
	}
	git("commit", "-q", "-m", "first")
	if output, status := lint(".", "--new-from", "HEAD", "modules"); output != "" || status != 0 {
		t.Errorf("there are findings without a change (%d): %s", status, output)
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
		t.Errorf("the new location of the file is not reported: %s", output)
	}
	write("modules/m/manifests/renamed.pp", "class m::old { \n  notice('added')  \n  $one = 1\n  $two = 2\n  $three = 3\n}\n")
	if output, _ := lint(".", "--new-from", "main", "modules"); places(output) != "modules/m/manifests/renamed.pp:2" {
		t.Errorf("only the changed line of a moved file is wanted: %s", output)
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
	if output, status := lint(".", "--new-from", "no-such-revision", "modules"); status != 2 || !strings.Contains(output, "--new-from") || !strings.Contains(output, `knows no revision "no-such-revision"`) {
		t.Errorf("an unknown revision (%d): %s", status, output)
	}
	if output, status := lint("../", "--new-from", "main"); status != 2 || !strings.Contains(output, "git") {
		t.Errorf("outside of a repository (%d): %s", status, output)
	}
}

// TestNewFromBranch checks that changes of others since the branches parted do not count as
// changes of this branch.
func TestNewFromBranch(t *testing.T) {
	r := newRepository(t)
	r.write("a.pp", "class a {\n  $x = 1 \n  $y = 2\n}\n")
	r.write("b.pp", "class b { \n}\n")
	r.commit("first")
	r.git("checkout", "-q", "-b", "topic")
	r.write("a.pp", "class a {\n  $x = 1 \n  $y = 2 \n}\n")
	r.commit("topic")
	r.git("checkout", "-q", "main")
	r.write("b.pp", "class b {\n}\n")
	r.commit("main goes on")
	r.git("checkout", "-q", "topic")
	r.expect("a.pp:3", "--new-from", "main")
	r.git("merge", "-q", "--no-edit", "main")
	r.expect("a.pp:3", "--new-from", "main")
	for revision, want := range map[string]string{
		"main...HEAD":        "is not a single revision",
		"--output=elsewhere": "knows no revision",
		"HEAD:a.pp":          "knows no revision",
	} {
		if output, status := r.lint(".", "--new-from="+revision); status != 2 || !strings.Contains(output, want) {
			t.Errorf("%s (%d): %s", revision, status, output)
		}
	}
	r.git("checkout", "-q", "--orphan", "other")
	r.commit("no common history")
	r.write("b.pp", "class b { \n}\n")
	r.expect("a.pp:3 b.pp:1", "--new-from", "main")

	r.git("checkout", "-q", "-f", "topic")
	r.git("clone", "-q", "--depth", "1", "-b", "topic", "file://"+r.top, "shallow")
	shallow := &repository{t, filepath.Join(r.top, "shallow")}
	if output, status := shallow.lint(".", "--new-from", "origin/main"); status != 2 || !strings.Contains(output, "fetch-depth: 0") {
		t.Errorf("a shallow clone (%d): %s", status, output)
	}
	r.git("clone", "-q", "--single-branch", "-b", "topic", "file://"+r.top, "single")
	single := &repository{t, filepath.Join(r.top, "single")}
	if output, status := single.lint(".", "--new-from", "origin/main"); status != 2 || !strings.Contains(output, "git fetch origin main:refs/remotes/origin/main\n") {
		t.Errorf("a branch that was not fetched (%d): %s", status, output)
	}
	shallow.git("fetch", "-q", "--depth", "1", "origin", "main:refs/remotes/origin/main")
	if output, _ := shallow.lint(".", "--new-from", "origin/main"); places(output[:strings.Index(output, "puppet-lint:")]) != "a.pp:3" || !strings.Contains(output, "parted") {
		t.Errorf("without a common commit: %s", output)
	}
}

// TestNewFromOddities checks that git settings, attributes, unusual names and locations of files
// do not hide a change.
func TestNewFromOddities(t *testing.T) {
	r := newRepository(t)
	names := []string{"-x.pp", `a"b.pp`, "t\tb.pp", " lead.pp", "ünï.pp", `q"é.pp`, "b and b/c.pp", `back\slash.pp`, "trail .pp"}
	for _, name := range names {
		r.write(name, "class x { \n}\n")
	}
	r.commit("first")
	r.expect("", "--new-from", "HEAD")
	for _, name := range names {
		r.write(name, "class x { \n} \n")
	}
	count := func(what string) {
		t.Helper()
		if output, _ := r.lint(".", "--new-from", "HEAD"); strings.Count(output, ":2:") != len(names) || strings.Contains(output, ":1:") {
			t.Errorf("%s: %s", what, output)
		}
	}
	count("odd names")
	for _, setting := range []string{"diff.noprefix=true", "diff.mnemonicPrefix=true", "color.ui=always", "diff.external=false", "diff.interHunkContext=9",
		"diff.suppressBlankEmpty=true", "diff.renames=false", "core.quotePath=false", "diff.upper.textconv=tail -n 1"} {
		name, value, _ := strings.Cut(setting, "=")
		r.git("config", name, value)
		count(setting)
		if name != "diff.upper.textconv" {
			r.git("config", "--unset", name)
		}
	}
	for _, attribute := range []string{"binary", "-diff", "diff=upper"} {
		r.write(".gitattributes", "*.pp "+attribute+"\n")
		count(attribute)
	}
	r.git("init", "-q", "nested")
	r.write("nested/n.pp", "class n { \n}\n")
	r.write(".gitignore", "/ignored.pp\n")
	r.write("ignored.pp", "class i { \n}\n")
	r.expect("nested/n.pp:1", "--new-from", "HEAD", "nested")
	r.expect("ignored.pp:1", "--new-from", "HEAD", "ignored.pp")
	outside := &repository{t, t.TempDir()}
	outside.write("o.pp", "class o { \n}\n")
	r.expect(filepath.Join(outside.top, "o.pp")+":1", "--new-from", "HEAD", filepath.Join(outside.top, "o.pp"))
}

// TestNewFromFixes checks that only reported findings are fixed or get control comments, even if
// lines move meanwhile.
func TestNewFromFixes(t *testing.T) {
	r := newRepository(t)
	r.write("a.pp", "class a {\n  $x = 1 \n  $y = 2\n  $z = 3 \n}\n\n\n")
	r.write("a.yaml", "a: 1 \nb: 2\n")
	r.commit("first")
	changed := "class a {\n  $x = 1 \n  $new = 4\t\n  $y = 2 \n  $z = 3 \n}\n\n\n"
	r.write("a.pp", changed)
	for _, c := range []struct{ flag, want string }{
		{"--fix", "class a {\n  $x = 1 \n  $new = 4\n  $y = 2\n  $z = 3 \n}\n\n\n"},
		{"--add-ignore", "class a {\n  $x = 1 \n  $new = 4\t # lint:ignore:trailing_whitespace\n  $y = 2  # lint:ignore:trailing_whitespace\n  $z = 3 \n}\n\n\n"},
	} {
		r.write("a.pp", changed)
		if output, status := r.lint(".", c.flag, "--new-from", "HEAD"); status != 0 || r.read("a.pp") != c.want {
			t.Errorf("%s (%d): %s\n%s", c.flag, status, output, r.read("a.pp"))
		}
	}
	// The first fix removes lines above those that have changed.
	r.write("b.pp", "class b {\n\n\n\n  $x = 1\n  $y = 2 \n}\n")
	r.commit("second")
	r.write("b.pp", "class b {\n\n\n\n  $x = \"1\"\n  $y = 2 \n}  \n")
	r.lint(".", "--new-from", "HEAD", "--only-checks", "trailing_whitespace,double_quoted_strings", "--fix", "b.pp")
	if want := "class b {\n\n\n\n  $x = '1'\n  $y = 2 \n}\n"; r.read("b.pp") != want {
		t.Errorf("%q", r.read("b.pp"))
	}
	if output, status := r.lint(".", "--baseline", "write", "--new-from", "HEAD"); status != 2 || !strings.Contains(output, "leaves most of them out") {
		t.Errorf("a baseline of new lines only (%d): %s", status, output)
	}
}

// TestNewFromCause checks that a finding far from the change is reported if its message or related
// locations point to the change.
func TestNewFromCause(t *testing.T) {
	r := newRepository(t)
	r.write("modules/other/metadata.json", `{"name": "a-other", "version": "1.0.0"}`)
	r.write("modules/other/functions/f.pp", "# F.\nfunction other::f() >> Integer { 1 }\n")
	r.write("modules/m/metadata.json", `{"name": "a-m", "version": "1.0.0", "dependencies": []}`+"\n")
	r.write("modules/m/manifests/init.pp", "# M.\nclass m {\n}\n")
	r.commit("first")
	r.write("modules/m/manifests/init.pp", "# M.\nclass m {\n  notice(other::f())\n}\n")
	arguments := []string{"--new-from", "HEAD", "--only-checks", "undeclared_dependency", "modules/m"}
	r.expect("modules/m/metadata.json:1", arguments...)
	r.commit("second")
	r.expect("", arguments...)
}
