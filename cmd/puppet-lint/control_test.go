package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// controlRepository and proxyModule are the trees in the testdata folder at the top, which
// tests of several packages share.
const (
	testdata          = "../../testdata"
	controlRepository = "control"
	proxyModule       = "modules/proxy"
	brokenModule      = "modules/broken"
)

// TestControlRepository runs the subcommands on the shared trees and compares their output with
// the files in testdata/expected, which -update rewrites.
func TestControlRepository(t *testing.T) {
	trees := copyOfTestdata(t)
	for _, test := range []struct {
		expected, folder string
		arguments        []string
		status           int
	}{
		{"findings.txt", controlRepository, []string{"--format", "agent", "--select", "all"}, exitFindings},
		{"findings-by-default.txt", controlRepository, []string{"--quiet"}, exitFindings},
		{"findings.json", controlRepository, []string{"--quiet", "--format", "json"}, exitFindings},
		{"findings.xml", controlRepository, []string{"--quiet", "--format", "checkstyle"}, exitFindings},
		{"findings-junit.xml", controlRepository, []string{"--quiet", "--format", "junit"}, exitFindings},
		{"findings.md", controlRepository, []string{"--quiet", "--format", "markdown"}, exitFindings},
		{"puppet-lint.txt", controlRepository, []string{"--profile", "puppet-lint", "."}, exitFindings},
		{"validate.txt", controlRepository, []string{"validate", "."}, exitClean},
		{"fixes.diff", controlRepository, []string{"--diff", "--quiet"}, exitFindings},
		{"format.diff", controlRepository, []string{"format", "--diff", "--quiet"}, exitFindings},
		{"report.txt", controlRepository, []string{"report"}, exitClean},
		{"report.json", controlRepository, []string{"report", "--format", "json"}, exitClean},
		{"infer.txt", controlRepository, []string{"infer", "site-modules/profile/manifests/vhost.pp"}, exitClean},
		{"unused.txt", controlRepository, []string{"unused"}, exitFindings},
		{"data.txt", controlRepository, []string{"data"}, exitClean},
		{"graph.txt", controlRepository, []string{"graph"}, exitClean},
		{"graph-webserver.dot", controlRepository, []string{"graph", "--from", "role::webserver", "--format", "dot"}, exitClean},
		{"catalog-web01.txt", controlRepository, []string{"catalog", "web01.example.com", "--facts", "../facts/debian.json"}, exitClean},
		{"catalog-without-facts.txt", controlRepository, []string{"catalog", "web01.example.com"}, exitClean},
		{"data-web01.txt", controlRepository, []string{"data", "--facts", "../facts/debian.json"}, exitClean},
		{"catalog-database.txt", controlRepository, []string{"catalog", "role::database"}, exitClean},
		{"search.txt", controlRepository, []string{"search", "package { $NAME: ensure => $ENSURE }"}, exitFindings},
		{"rename.diff", controlRepository, []string{"rename", "class", "profile::base", "profile::common", "--diff"}, exitFindings},
		{"proxy.txt", proxyModule, []string{"--format", "agent", "--select", "all"}, exitFindings},
		{"proxy-types.txt", proxyModule, []string{"report", "--all"}, exitClean},
		{"broken.txt", brokenModule, nil, exitFindings},
		{"proxy-ast.txt", proxyModule, []string{"ast", "functions/allow_lines.pp"}, exitClean},
	} {
		t.Run(test.expected, func(t *testing.T) {
			expected, err := filepath.Abs(filepath.Join(testdata, "expected", test.expected))
			if err != nil {
				t.Fatal(err)
			}
			folder := filepath.Join(trees, filepath.FromSlash(test.folder))
			t.Chdir(folder)
			var stdout, stderr bytes.Buffer
			status := run(&environment{stdin: &bytes.Buffer{}, stdout: &stdout, stderr: &stderr, folder: folder, getenv: func(string) string { return "" }}, test.arguments)
			if status != test.status || status == exitFailure {
				t.Errorf("%v: status %d, want %d\n%s", test.arguments, status, test.status, &stderr)
			}
			compareExpected(t, expected, withoutSurroundings(stdout.String()+stderr.String(), folder))
		})
	}
}

// copyOfTestdata copies the shared trees and returns where they are: outside of this repository, so
// that nothing of it counts.
func copyOfTestdata(t *testing.T) string {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(folder, os.DirFS(testdata)); err != nil {
		t.Fatal(err)
	}
	return folder
}

// duration matches the time of a run in JUnit's format.
var duration = regexp.MustCompile(`time="[\d.]+"`)

// withoutSurroundings returns an output without the parts that differ between machines and
// releases.
func withoutSurroundings(text, folder string) string {
	text = strings.NewReplacer(folder, "$TREE", filepath.ToSlash(folder), "$TREE").Replace(text)
	text = duration.ReplaceAllString(text, `time="…"`)
	return ruleCount.ReplaceAllString(elapsed.ReplaceAllString(text, "(…)"), "$1 of … rules")
}

// compareExpected compares a text with a golden file, or writes it there.
func compareExpected(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if slashes := strings.NewReplacer(`\\`, "/", `\`, "/"); slashes.Replace(got) != slashes.Replace(string(want)) {
		t.Errorf("%s differs (run with -update to accept); got\n%s\nwant\n%s", path, got, want)
	}
}
