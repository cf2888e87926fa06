package upgrade_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/lint/upgrade"
)

var update = flag.Bool("update", false, "accept what is found")

// The files of an archive that hold the results: the findings before --write, those that are left
// after it, and the changed files.
const (
	foundFile = "FOUND"
	leftFile  = "LEFT"
	afterPath = "after/"
)

// TestTrees upgrades the folder in each archive of testdata. The comment of the archive names the
// targets, and its last files hold the expected results.
func TestTrees(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(err, "no archives")
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { testTree(t, path) })
	}
}

func testTree(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	made := &txtar.Archive{Comment: archive.Comment}
	for _, file := range archive.Files {
		if file.Name == foundFile || file.Name == leftFile || strings.HasPrefix(file.Name, afterPath) {
			continue
		}
		made.Files = append(made.Files, file)
		name := filepath.Join(folder, file.Name)
		if err := errorOf(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, file.Data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	options := upgrade.Options{Folder: folder, Paths: []string{folder}}
	_, targets, _ := strings.Cut(strings.TrimSpace(string(archive.Comment)), ": --")
	for _, word := range strings.Fields(targets) {
		switch word {
		case "to", "--to":
		case "all":
			options.All = true
		default:
			target, err := upgrade.ParseTarget(word)
			if err != nil {
				t.Fatal(err)
			}
			options.Targets = append(options.Targets, target)
		}
	}
	add := func(name, text string) { made.Files = append(made.Files, txtar.File{Name: name, Data: []byte(text)}) }
	add(foundFile, found(t, folder, options))
	if options.All || len(options.Targets) > 0 {
		options.Write = true
		add(leftFile, found(t, folder, options))
		for _, file := range archive.Files {
			text, err := os.ReadFile(filepath.Join(folder, file.Name))
			if err == nil && string(text) != string(file.Data) {
				add(afterPath+file.Name, string(text))
			}
		}
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(made), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, want := string(txtar.Format(made)), string(txtar.Format(archive)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func errorOf(errors ...error) error {
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}

// found returns the findings of an upgrade, one a line.
func found(t *testing.T, folder string, options upgrade.Options) string {
	t.Helper()
	options.Files = lint.Confine(folder, options.Paths)
	flags := &config.Flags{Layers: []*config.Layer{upgrade.Settings()}}
	options.Resolver = config.NewResolver(options.Files, folder, config.NewCatalogue(lint.Rules()), nil, flags)
	outcome, err := upgrade.Run(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "looked at with %s\n", strings.Join(outcome.Targets, ", "))
	for _, failure := range outcome.Result.Failures {
		fmt.Fprintf(&text, "failure: %s\n", failure.Message)
	}
	for _, notice := range outcome.Notices {
		fmt.Fprintf(&text, "notice: %s\n", notice)
	}
	for _, finding := range outcome.Result.Findings {
		relative, err := filepath.Rel(folder, source.Absolute(folder, finding.File.Name))
		if err != nil {
			t.Fatal(err)
		}
		at := finding.Position()
		fmt.Fprintf(&text, "%s:%d:%d: %s[%s] %s", filepath.ToSlash(relative), at.Line, at.Column, finding.Severity, finding.Rule.Name, finding.Message)
		if finding.Help != "" {
			text.WriteString(" -> " + finding.Help)
		}
		if slices.ContainsFunc(finding.Fixes, func(fix diag.Fix) bool { return fix.Safety == diag.Safe }) {
			text.WriteString(" (fixed)")
		}
		text.WriteByte('\n')
	}
	return text.String()
}

func TestTargets(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"puppet=8", "Puppet 8"},
		{"OpenVox=9", "OpenVox 9"},
		{"puppet=8.10.0", "Puppet 8"},
		{"puppetlabs-stdlib=9", "puppetlabs-stdlib 9.7.0"},
		{"puppetlabs/stdlib=9.1.0", "puppetlabs-stdlib 9.7.0"},
		{"stdlib=8", "puppetlabs-stdlib 8.6.0"},
		{"puppet", `"puppet" is not NAME=VERSION, such as puppet=8 or puppetlabs-stdlib=9`},
		{"puppet=6", "puppet=6: the known versions of Puppet are 7, 8 and 9"},
		{"puppet=eight", `"puppet=eight": "eight" is not a version`},
		{"puppetlabs-stdlb=9", "there is no known module puppetlabs-stdlb; did you mean \"puppetlabs-stdlib\"?"},
		{"puppetlabs-translate=7", "there is no known version 7 of puppetlabs-translate; the known versions are 1.2.0, 2.2.0"},
	} {
		target, err := upgrade.ParseTarget(test.text)
		got := target.String()
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
	}
}

// clock is a file system that records when it was first and last read.
type clock struct {
	source.FileSystem
	mu          sync.Mutex
	first, last time.Time
}

func (c *clock) Read(path string) (*source.File, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last = time.Now(); c.first.IsZero() {
		c.first = c.last
	}
	return c.FileSystem.Read(path)
}

// TestElapsed checks that the time of a result is that of the runs with all versions.
func TestElapsed(t *testing.T) {
	folder := t.TempDir()
	files := map[string]string{
		"manifests/init.pp": "class web { notice($::osfamily) }\n",
		"metadata.json":     `{"name": "me-web", "requirements": [{"name": "puppet", "version_requirement": ">= 7.0.0 < 10.0.0"}]}`,
	}
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := errorOf(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	read := &clock{FileSystem: source.Disk{}}
	options := upgrade.Options{Folder: folder, Paths: []string{folder}, Files: read}
	options.Resolver = config.NewResolver(options.Files, folder, config.NewCatalogue(lint.Rules()), nil, &config.Flags{Layers: []*config.Layer{upgrade.Settings()}})
	outcome, err := upgrade.Run(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	if took := read.last.Sub(read.first); len(outcome.Targets) != 3 || outcome.Result.Elapsed < took {
		t.Errorf("%s, checked with %v, but files were read for %s", outcome.Result.Elapsed, outcome.Targets, took)
	}
}
