package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// migrated is a manifest with something for most of puppet-lint (Ruby)'s checks.
const migrated = `// slash comment
/* star comment */
class shop::ugly($port = "80", $host,) inherits shop::params {
	$first = "x"
  $isBad = "${first}"
  file { "/tmp/x": mode => 644, ensure => present, owner=> 'root',
    group   => $first, }
  file { '/tmp/${first}':
    mode => '644',
    ensure => 'link',
    target => "/a/$first",
    source => "puppet:///foo/bar",
  }
  if $::osfamily == "RedHat" { notice("true") }
  case $first { 'a': { } }   
  exec { foo: command => "/bin/true # a long line that is longer than one hundred and forty characters, indeed it is a very very long line for all that we know of it" }
  service { 'x': ensure => $first ? { 'a' => running, default => stopped } }
  # lint:ignore:double_quoted_strings
  notify { 'q': message => "ignored" }
  # lint:endignore
  $arch = $::architecture
  class inner { }
  package{'a': ensure=>latest} <- Package['b']
}
node foo { }
`

// TestMigration checks that the configuration that init writes for an rc file gives the same
// findings of puppet-lint (Ruby)'s checks and the same exit status as the rc file. The exceptions
// are folders that are always left out, and rules of our own that replace a check.
func TestMigration(t *testing.T) {
	for _, rc := range []string{
		"",
		"--no-140chars-check\n",
		"# house rules\n\n--no-140chars-check\n--no-documentation-check\n--relative\n",
		"--no-140chars-check\r\n--80chars-check\r\n",
		"--fail-on-warnings\n--no-autoloader_layout-check\n",
		"--only-checks=documentation,hard_tabs\n",
		"--only-checks\ndocumentation,140chars\n",
		"--only-checks=80chars,hard_tabs\n--no-hard_tabs-check\n",
		"--ignore-paths=./manifests/*.pp\n",
		"--ignore-paths=./*/deep/*\n",
		"--ignore-paths=./deep/a/**/*.pp,./manifests/u*\n",
		"--error-level=error\n",
		"--error-level=all\n--with-context\n--with-filename\n",
		"--log-format=%{path}:%{line}:%{check}\n--no-double_quoted_strings-check\n",
		"--json\n--no-140chars\n",
		"--top-scope-variables=architecture\n",
		"--No-140chars-Check\n--no_documentation_check\n",
		"--trailing_comma-check\n--no-strict_indent-check\n",
		"  --no-140chars-check\n'--no-documentation-check'\n",
	} {
		folder := filepath.Join(t.TempDir(), "shop")
		files := map[string]string{
			".puppet-lint.rc": rc, "metadata.json": `{"name": "example-shop", "version": "1.0.0"}`,
			"manifests/ugly.pp": migrated, "manifests/sub/deep/ugly.pp": strings.Replace(migrated, "shop::ugly", "shop::sub::deep::ugly", 1), "deep/a/b/init.pp": migrated, "top.pp": migrated,
		}
		for name, text := range files {
			path := filepath.Join(folder, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		t.Chdir(folder)
		t.Setenv("HOME", folder+"/home")
		before, oldStatus := migratedFindings(t, folder, "--json", ".")
		var out bytes.Buffer
		if status := run(&environment{stdout: &out, stderr: &out, folder: folder, getenv: func(string) string { return "" }}, []string{"init"}); status != exitClean {
			t.Errorf("%q: init: %s", rc, &out)
			continue
		}
		after, status := migratedFindings(t, folder, "--format", "ruby-json", ".")
		if !slices.Equal(before, after) || status != oldStatus {
			t.Errorf("%q: status %d, was %d\nlost %v\nnew %v", rc, status, oldStatus, without(before, after), without(after, before))
		}
	}
}

// migratedFindings are the findings of the checks that puppet-lint (Ruby) and the
// plugins named in the test have, sorted.
func migratedFindings(t *testing.T, folder string, arguments ...string) (findings []string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(&environment{stdout: &stdout, stderr: &stderr, folder: folder, getenv: func(string) string { return "" }}, arguments)
	var files [][]struct {
		Path, Check, Kind string
		Line              int
	}
	if err := json.Unmarshal(stdout.Bytes(), &files); err != nil {
		t.Fatalf("%q: %v\n%s%s", arguments, err, &stdout, &stderr)
	}
	catalogue := newCatalogue()
	for _, file := range files {
		for _, one := range file {
			rules := catalogue.Find(one.Check)
			if len(rules) == 0 || !rules[0].Core && rules[0].Name != "trailing_comma" {
				continue
			}
			// A tab in front is reported by hard_tabs alone.
			if one.Check != "2sp_soft_tabs" {
				findings = append(findings, fmt.Sprintf("%s:%d %s %s", strings.TrimPrefix(one.Path, "./"), one.Line, one.Check, one.Kind))
			}
		}
	}
	slices.Sort(findings)
	return findings, status
}

func without(list, other []string) (rest []string) {
	for _, element := range list {
		if !slices.Contains(other, element) {
			rest = append(rest, element)
		}
	}
	return rest
}
