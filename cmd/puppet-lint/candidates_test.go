package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// candidatesOf are the words that complete the last of words.
func candidatesOf(folder string, words ...string) (candidates []string, files bool) {
	var out bytes.Buffer
	env := &environment{stdout: &out, stderr: &out, folder: folder, getenv: func(string) string { return "" }}
	run(env, append([]string{"completion", "candidates"}, words...))
	for line := range strings.Lines(out.String()) {
		word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if word == ":files" {
			files = true
			continue
		}
		candidates = append(candidates, word)
	}
	return candidates, files
}

func TestCandidates(t *testing.T) {
	folder := t.TempDir()
	own := "[own-rules.no_cron]\npattern = 'cron { $_: }'\nmessage = 'no'\n"
	if err := os.WriteFile(filepath.Join(folder, "puppet-lint.toml"), []byte(own), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		line, want string
		files      bool
	}{
		{"rep", "report", true},
		{"manifests/ rep", "", true},
		{"help inf", "infer", false},
		{"--basel", "--baseline", false},
		{"--baseline ", "write use", false},
		{"--baseline=w", "--baseline=write", false},
		{"--format sa", "sarif", false},
		{"--format=gith", "--format=github", false},
		{"--format sarif=", "", true},
		{"--config ", "", true},
		{"-c ", "", true},
		{"--jobs ", "", false},
		{"--select strict,migr", "strict,migration", false},
		{"--select=140", "--select=140chars", false},
		{"--extend-ignore no_cr", "no_cron no_cron_resources", false},
		{"--no-140", "--no-140chars-check", false},
		{"--error-level ", "all warning error", false},
		{"check --basel", "--baseline", false},
		{"report --fo", "--format", false},
		{"report --format ba", "badge", false},
		{"report --basel", "", false},
		{"validate --strict w", "warning", false},
		{"config --target", "--target-version", false},
		{"explain no_cr", "no_cron no_cron_resources", false},
		{"explain migr", "migration", false},
		{"type assi", "assignable", false},
		{"type assignable ", "", false},
		{"rules te", "test", false},
		{"rules test ", "", true},
		{"completion z", "zsh", false},
		{"man ", "", false},
	} {
		candidates, files := candidatesOf(folder, strings.Split(test.line, " ")...)
		slices.Sort(candidates)
		want := strings.Fields(test.want)
		slices.Sort(want)
		if !slices.Equal(candidates, want) || files != test.files {
			t.Errorf("%q: got %q, files %v; want %q, files %v", test.line, candidates, files, want, test.files)
		}
	}
	if all, _ := candidatesOf(folder, "--"); len(all) > 60 || !slices.Contains(all, "--watch") {
		t.Errorf("-- offers %d flags", len(all))
	}
}

// TestBashCompletion loads the script into bash and completes with it.
func TestBashCompletion(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		return // this system has none
	}
	folder := t.TempDir()
	link := filepath.Join(folder, "puppet-lint")
	self, err := filepath.Abs(os.Args[0])
	if err == nil {
		err = os.Symlink(self, link)
	}
	if err != nil {
		t.Fatal(err)
	}
	script := completionScripts["bash"] + `
compopt() { :; }
complete_line() {
  COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
  _puppet_lint ./puppet-lint
  printf '%s|' "${COMPREPLY[@]}"
  echo
}
`
	lines := []string{"puppet-lint --basel", "puppet-lint --format=gith", "puppet-lint --baseline ", "puppet-lint report --format=ba", "puppet-lint --config puppet-l", "puppet-lint --select=strict,migr"}
	for _, line := range lines {
		script += "complete_line '" + line + "'\n"
	}
	command := exec.Command(bash, "--norc", "-c", script)
	command.Dir = folder
	command.Env = append(os.Environ(), "RUN_PUPPET_LINT=1", "HOME="+folder)
	out, err := command.CombinedOutput()
	want := "--baseline|\ngithub|\nwrite|use|\nbadge|\npuppet-lint|\nstrict,migration|\n"
	if err != nil || string(out) != want {
		t.Errorf("%v\ngot\n%swant\n%s", err, out, want)
	}
}
