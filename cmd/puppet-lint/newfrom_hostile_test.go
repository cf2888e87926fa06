//go:build unix

package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// hostileGit is a way in which a repository makes git execute a command.
type hostileGit struct {
	name  string
	setUp func(r *repository, command string)
	// folder is where the program runs, from the top.
	folder string
	// trigger is the git command that would execute it without protection. It is empty if none of
	// the git commands that the program uses would.
	trigger string
}

// configured sets values in the configuration of the repository.
func configured(settings ...string) func(r *repository, command string) {
	return func(r *repository, command string) {
		for _, setting := range settings {
			name, value, _ := strings.Cut(setting, "=")
			r.git("config", name, strings.ReplaceAll(value, "COMMAND", command))
		}
	}
}

// attributes is configured, and attributes of the tree that use it.
func attributes(text string, settings ...string) func(r *repository, command string) {
	return func(r *repository, command string) {
		r.write(".gitattributes", text)
		configured(settings...)(r, command)
	}
}

// partial returns a function that removes the former version of a.pp from the repository, and
// names a remote that promises to have it.
func partial(settings ...string) func(r *repository, command string) {
	return func(r *repository, command string) {
		output, err := exec.Command("git", "-C", r.top, "rev-parse", "HEAD:a.pp").Output()
		if err != nil {
			r.Fatal(err)
		}
		id := strings.TrimSpace(string(output))
		if err := os.Remove(filepath.Join(r.top, ".git", "objects", id[:2], id[2:])); err != nil {
			r.Fatal(err)
		}
		configured(append([]string{"core.repositoryFormatVersion=1", "extensions.partialClone=evil", "remote.evil.promisor=true", "remote.evil.partialCloneFilter=blob:none"}, settings...)...)(r, command)
	}
}

// bare makes a bare repository in a folder of the tree, whose work tree that is.
func bare(r *repository, command string) {
	r.write("inner/HEAD", "ref: refs/heads/main\n")
	r.write("inner/objects/x", "")
	r.write("inner/refs/x", "")
	r.write("inner/config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = \""+r.top+"/inner\"\n\tfsmonitor = "+command+"\n")
	r.write("inner/a.pp", "class a {} \n")
}

// submodule makes a submodule with a configuration of its own.
func submodule(r *repository, command string) {
	other := newRepository(r.T)
	other.write("s.pp", "class s {\n}\n")
	other.commit("first")
	r.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.top, "sub")
	r.commit("submodule")
	within := &repository{r.T, filepath.Join(r.top, "sub")}
	within.git("config", "core.fsmonitor", command)
	within.git("config", "filter.x.clean", command)
	within.write(".gitattributes", "*.pp filter=x\n")
	within.write("s.pp", "class s { \n}\n")
}

func hostileGits() []hostileGit {
	return []hostileGit{
		{"core.fsmonitor", configured("core.fsmonitor=COMMAND"), ".", "status"},
		{"filter.clean", attributes("*.pp filter=x\n", "filter.x.clean=COMMAND"), ".", "diff HEAD"},
		{"filter.process", attributes("*.pp filter=x\n", "filter.x.process=COMMAND", "filter.x.required=true"), ".", "diff HEAD"},
		{"filter of info/attributes", func(r *repository, command string) {
			r.write(".git/info/attributes", "*.pp filter=x\n")
			configured("filter.x.clean=COMMAND")(r, command)
		}, ".", "diff HEAD"},
		{"diff.external", configured("diff.external=COMMAND"), ".", "diff HEAD"},
		{"diff driver's command", attributes("*.pp diff=x\n", "diff.x.command=COMMAND"), ".", "diff HEAD"},
		{"diff driver's textconv", attributes("*.pp diff=x\n", "diff.x.textconv=COMMAND"), ".", "diff HEAD"},
		{"hooks", func(r *repository, command string) {
			path := filepath.Join(r.top, ".git", "hooks", "post-index-change")
			r.write(".git/hooks/post-index-change", "#!/bin/sh\n"+command+"\n")
			if err := os.Chmod(path, 0o755); err != nil {
				r.Fatal(err)
			}
		}, ".", "add a.pp"},
		{"core.hooksPath", func(r *repository, command string) {
			r.write("hooks/post-index-change", "#!/bin/sh\n"+command+"\n")
			if err := os.Chmod(filepath.Join(r.top, "hooks", "post-index-change"), 0o755); err != nil {
				r.Fatal(err)
			}
			r.git("config", "core.hooksPath", filepath.Join(r.top, "hooks"))
		}, ".", "add a.pp"},
		{"a remote of ext::", partial("remote.evil.url=ext::COMMAND", "protocol.ext.allow=always"), ".", "show HEAD:a.pp"},
		{"core.sshCommand", partial("remote.evil.url=ssh://localhost/x", "core.sshCommand=COMMAND", "protocol.ssh.allow=always"), ".", "show HEAD:a.pp"},
		{"a remote's upload-pack", partial("remote.evil.url=/x", "remote.evil.uploadpack=COMMAND", "protocol.file.allow=always"), ".", "show HEAD:a.pp"},
		{"core.gitProxy", partial("remote.evil.url=git://localhost/x", "core.gitProxy=COMMAND", "protocol.git.allow=always"), ".", "show HEAD:a.pp"},
		{"pager, editor, alias, programs", configured("core.pager=COMMAND", "pager.diff-index=COMMAND", "pager.ls-tree=COMMAND", "pager.rev-parse=COMMAND", "core.editor=COMMAND",
			"alias.rev-parse=!COMMAND", "alias.ls-tree=!COMMAND", "gpg.program=COMMAND", "credential.helper=!COMMAND", "core.askPass=COMMAND", "core.alternateRefsCommand=COMMAND"), ".", ""},
		{"a bare repository in the tree", bare, "inner", "status"},
		{"a submodule's configuration", submodule, ".", "diff HEAD --submodule=diff"},
	}
}

// TestNewFromExecutesNothing checks that the program executes nothing that a repository configures
// for git. It also checks that git would execute each of these commands otherwise.
func TestNewFromExecutesNothing(t *testing.T) {
	start := newRepository(t)
	start.write("a.pp", "class a {\n}\n")
	start.write("b.pp", "class b {\n}\n")
	start.commit("first")
	for _, way := range hostileGits() {
		t.Run(way.name, func(t *testing.T) {
			r := &repository{t, t.TempDir()}
			if err := os.CopyFS(r.top, os.DirFS(start.top)); err != nil {
				t.Fatal(err)
			}
			mark := filepath.Join(t.TempDir(), "mark")
			script := filepath.Join(t.TempDir(), "evil")
			if err := os.WriteFile(script, []byte("#!/bin/sh\ntouch "+mark+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			way.setUp(r, script)
			executed := func() bool { _, err := os.Stat(mark); return err == nil }
			os.Remove(mark) // the set-up may have executed it
			r.write("a.pp", "class a { \n  $x = 1\n}\n")
			output, _ := r.lint(way.folder, "--new-from", "HEAD")
			if executed() {
				t.Fatalf("the command was executed: %s", output)
			}
			if way.folder == "." && !strings.Contains(output, "a.pp:1") {
				t.Errorf("the new line is not reported: %s", output)
			}
			if way.trigger == "" {
				return
			}
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			command := exec.CommandContext(ctx, "git", strings.Fields(way.trigger)...)
			command.WaitDelay = time.Second
			command.Dir = filepath.Join(r.top, way.folder)
			told, _ := command.CombinedOutput()
			if !executed() {
				t.Errorf("git %s does not execute it, so that this test shows nothing: %s", way.trigger, told)
			}
		})
	}
}

// TestImpactShowsNoOtherRepository checks that impact does not show the code of another repository to
// which a tree leads git.
func TestImpactShowsNoOtherRepository(t *testing.T) {
	other := newRepository(t)
	other.write("modules/m/manifests/init.pp", "class m {\n  notify { 'secret': }\n}\n")
	other.commit("first")
	for name, setUp := range map[string]func(r *repository, dotGit string) error{
		"a file": func(r *repository, dotGit string) error {
			r.write(".git", "gitdir: "+dotGit+"\n")
			return nil
		},
		"a link": func(r *repository, dotGit string) error { return os.Symlink(dotGit, filepath.Join(r.top, ".git")) },
	} {
		r := &repository{t, t.TempDir()}
		r.write("modules/m/manifests/init.pp", "class m {\n}\n")
		if err := setUp(r, filepath.Join(other.top, ".git")); err != nil {
			t.Fatal(err)
		}
		for _, arguments := range [][]string{{"impact", "HEAD"}, {"--new-from", "HEAD", "."}} {
			output, status := runHere(t, r.top, "", arguments...)
			if status != 2 || strings.Contains(output, "secret") || !strings.Contains(output, "another repository") {
				t.Errorf("%s, %q (%d): %s", name, arguments, status, output)
			}
		}
	}
}
