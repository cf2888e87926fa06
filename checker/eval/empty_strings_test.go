package eval_test

import (
	"strings"
	"testing"

	"puppet-lint/checker"
	"puppet-lint/internal/treetest"
)

// TestEmptyStringsInTests: what fails for an empty string behind a test of the bare variable names that
// test, at the default as at the declaration that gives the value.
func TestEmptyStringsInTests(t *testing.T) {
	const help = "`if $path` also holds for an empty string, which is true since Puppet 4: test `$path != ''` there, or use undef for no value"
	const given = "-- a/manifests/init.pp --\nclass a {\n  a::d { 'x': path => '' }\n}\n"
	isNotUndef := func(start string) string {
		return start + " for an empty string, which is not undef since Puppet 4: test `$path != ''` there, or use undef for no value"
	}
	define := func(body string) string {
		return "-- a/manifests/d.pp --\ndefine a::d ($path, $force = false) {\n" + body + "}\n"
	}
	for _, test := range []struct{ name, tree, want string }{
		{"a default", "-- a/manifests/init.pp --\nclass a ($path = '') {\n  if $path {\n    file { $path: ensure => file }\n  }\n}\n", help},
		{"a value", define("  if $path {\n    file { $path: ensure => file }\n  }\n") + "-- a/manifests/init.pp --\nclass a {\n  a::d { 'x': path => '' }\n}\n", help},
		{"one of two conditions", define("  if $path and !$force {\n    file { $path: ensure => file }\n  }\n") + "-- a/manifests/init.pp --\nclass a {\n  a::d { 'x': path => '' }\n}\n", strings.Replace(help, "$path`", "$path and !$force`", 1)},
		{"not undef", define("  if $path != undef {\n    file { $path: ensure => file }\n  }\n") + given, isNotUndef("`if $path != undef` also holds")},
		{"undef on the left", define("  if !(undef == $path) {\n    file { $path: ensure => file }\n  }\n") + given, isNotUndef("`if !(undef == $path)` also holds")},
		{"the other branch", define("  if $path == undef or $force {\n    notice('none')\n  } else {\n    file { $path: ensure => file }\n  }\n") + "-- a/manifests/init.pp --\nclass a {\n  a::d { 'x': path => '', force => false }\n}\n", isNotUndef("`if $path == undef or $force` does not hold")},
		{"unless", define("  unless $path == undef {\n    file { $path: ensure => file }\n  }\n") + given, isNotUndef("the branch of `unless $path == undef` is also taken")},
		{"unless not", define("  unless !$path {\n    file { $path: ensure => file }\n  }\n") + given, strings.Replace(help, "`if $path` also holds", "the branch of `unless !$path` is also taken", 1)},
		{"a test for undef", define("  if $path =~ NotUndef {\n    file { $path: ensure => file }\n  }\n") + given, ""},
		{"no test", define("  file { $path: ensure => file }\n") + "-- a/manifests/init.pp --\nclass a {\n  a::d { 'x': path => '' }\n}\n", ""},
		{"after the test", define("  if $path {\n    notice($path)\n  }\n  file { $path: ensure => file }\n") + "-- a/manifests/init.pp --\nclass a {\n  a::d { 'x': path => '' }\n}\n", ""},
		{"another test", define("  if $force =~ Boolean {\n    file { $path: ensure => file }\n  }\n") + "-- a/manifests/init.pp --\nclass a {\n  a::d { 'x': path => '' }\n}\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := treetest.Parse(test.tree)
			findings, err := checker.Check(t.Context(), tree.Tree, checker.Options{Paths: tree.Paths})
			if err != nil {
				t.Fatal(err)
			}
			if len(findings) != 1 || !strings.Contains(findings[0].Message, "a title cannot be an empty string") || findings[0].Help != test.want {
				t.Errorf("got\n%s\nwant one finding with the help %q", treetest.Render(findings), test.want)
			}
		})
	}
}
