package compile

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"puppet-lint/checker/catalog"
	"puppet-lint/internal/treetest"
)

const withAttributes = `
-- environment.conf --
modulepath = modules
-- modules/a/manifests/init.pp --
class a ($p = 1) {
  file { '/a': owner => 'root', mode => '0644', content => template('a/x.erb') }
  file { ['/b', '/c']: * => { 'owner' => 'root' }, mode => '0600' }
  file { default: group => 'sys'; '/d': backup => $p, recurse => true, tag => ['x', 1] }
  a::item { 'one': size => 1 }
  a::item { 'two': size => 2 }
  exec { 'run': command => 'true', onlyif => $p ? { 1 => 'one', default => 'other' } }
  user { $facts['user']: shell => 'sh' }
}
-- modules/a/templates/x.erb --
<%= Time.now %>
-- modules/a/manifests/item.pp --
define a::item ($size) { notify { "item ${title}": message => 'old', withpath => true } }
-- modules/a/manifests/collects.pp --
class a::collects {
  include a
  File <| owner == 'root' |>
}
-- modules/a/manifests/reads.pp --
class a::reads {
  include a
  notify { 'mode': message => File['/a']['mode'] }
}
-- modules/a/manifests/asks.pp --
class a::asks {
  include a
  if defined_with_params(File['/a'], { 'mode' => '0644' }) { notify { 'asked': } }
}
-- modules/a/manifests/overrides.pp --
class a::overrides inherits a {
  File['/a'] { mode => '0700' }
}
`

// usedText renders what a compilation has used of a watch.
func usedText(used *UsedChanges) string {
	var words []string
	for _, flag := range []struct {
		name string
		is   bool
	}{{"code", used.Code}, {"repeatable", used.Repeatable}, {"incomplete", !used.Complete}} {
		if flag.is {
			words = append(words, flag.name)
		}
	}
	for _, declared := range used.Declared {
		text := fmt.Sprintf("%s[%s] at %s:", declared.Type, declared.Resource.Title, declared.Title)
		for _, one := range declared.Differing {
			text += fmt.Sprintf(" %s is %s", one.Name, one.Code)
			for _, past := range used.Past {
				if past.Type == declared.Type && past.Resource.Title == declared.Resource.Title {
					text += fmt.Sprintf(", was %s", past.Attribute(one.Name).Text)
				}
			}
		}
		words = append(words, text)
	}
	return strings.Join(words, "; ")
}

// TestChangedAttributes edits attributes of resources and checks which resources are recorded with which
// attributes, and whether anything else of a catalog may differ.
func TestChangedAttributes(t *testing.T) {
	for _, test := range []struct{ class, old, new, want string }{
		{"a", "mode => '0644'", "mode => '0600'", "File[/a] at '/a': mode is '0600', was '0644'"},
		{"a", "owner => 'root', mode", "mode => '0600', owner => 'root', mode", "code; incomplete"},                               // it is set twice
		{"a", "owner => 'root', mode => '0644'", "owner => web, mode => '0600'", "File[/a] at '/a': owner is web mode is '0600'"}, // the owner requires a user
		{"a", "owner => 'root', mode", "mode", "File[/a] at '/a': owner is "},
		{"a", "mode => '0644'", "mode => '0644', links => manage", "File[/a] at '/a': links is manage"},
		{"a", "template('a/x.erb')", "template('a/y.erb')", "File[/a] at '/a': content is template('a/y.erb')"},
		{"a", "template('a/x.erb')", "[1].map |$x| { $x }.join('')", "File[/a] at '/a': content is [1].map |$x| { $x }.join('')"},
		{"a", "template('a/x.erb')", "String(5)", "File[/a] at '/a': content is String(5)"},
		{"a", "template('a/x.erb')", "a::unknown(5)", "code; incomplete"},
		{"a", "template('a/x.erb')", "[1].each |$x| { include b }", "code; incomplete"},
		{"a", "template('a/x.erb')", "($y = 3)", "code; incomplete"},
		{"a", "mode => '0644'", "mode => '0644', require => File['/b']", "code; incomplete"},
		{"a", "mode => '0644'", "mode +> '0644'", "code; incomplete"},
		{"a", "mode => '0644'", "path => '/a', mode => '0644'", "code; incomplete"},
		{"a", "mode => '0600'", "mode => '0640'", "code; incomplete"}, // the hash may set it, too
		{"a", "group => 'sys'", "group => 'root'", "code; incomplete"},
		{"a", "backup => $p", "backup => 'x'", "File[/d] at '/d': backup is 'x'"}, // the value of $p may be given
		{"a", "recurse => true", "recurse => 1.5", "File[/d] at '/d': recurse is 1.5, was true"},
		{"a", "tag => ['x', 1]", "tag => ['x', 2]", "code; incomplete"},
		{"a", "size => 1", "size => 3", "code; incomplete"}, // a defined type uses its parameters
		{"a", "'one', default", "'two', default", "code; incomplete"},
		{"a", "shell => 'sh'", "shell => 'bash'", "User[] at $facts['user']: shell is 'bash', was 'sh'"},
		{"a", "message => 'old'", "message => 'new'", "repeatable; Notify[item one] at \"item ${title}\": message is 'new', was 'old'; Notify[item two] at \"item ${title}\": message is 'new', was 'old'"},
		{"a", "'old', withpath => true", "[new, 1], withpath => false", "repeatable; Notify[item one] at \"item ${title}\": message is [new, 1], was 'old' withpath is false, was true; " +
			"Notify[item two] at \"item ${title}\": message is [new, 1], was 'old' withpath is false, was true"},
		{"a::collects", "owner => 'root', mode", "owner => 'web', mode", "code; File[/a] at '/a': owner is 'web'"},
		{"a::collects", "mode => '0644'", "mode => '0600'", "File[/a] at '/a': mode is '0600', was '0644'"},
		{"a::reads", "mode => '0644'", "mode => '0600'", "code; File[/a] at '/a': mode is '0600', was '0644'"},
		{"a::asks", "mode => '0644'", "mode => '0600'", "code; File[/a] at '/a': mode is '0600', was '0644'"},
		{"a::overrides", "mode => '0644'", "mode => '0600'", "File[/a] at '/a': mode is '0600'"}, // the override has replaced it
		{"a", "class a::asks", "class a::answers", "incomplete"},
	} {
		if strings.Count(withAttributes, test.old) != 1 {
			t.Fatalf("the tree has %d times %q", strings.Count(withAttributes, test.old), test.old)
		}
		before := treetest.New(txtar.Parse([]byte(withAttributes)))
		now := treetest.New(txtar.Parse([]byte(strings.Replace(withAttributes, test.old, test.new, 1))))
		watchBefore, watch := NewWatch(), NewWatch()
		for _, path := range now.Paths {
			WatchManifest(watchBefore, watch, before.Manifests.At(path), now.Manifests.At(path))
		}
		made, used := New(now.Tree, 0, nil).ClassWatching(test.class, watch)
		if got := usedText(used); made == nil || got != test.want {
			t.Errorf("%s, %s instead of %s:\n%s, not\n%s", test.class, test.new, test.old, got, test.want)
		}
		_, usedBefore := New(before.Tree, 0, nil).ClassWatching(test.class, watchBefore)
		if len(usedBefore.Declared) != len(used.Declared) {
			t.Errorf("%s instead of %s: %d resources differ, but %d before", test.new, test.old, len(used.Declared), len(usedBefore.Declared))
		}
		if !used.Code {
			checkDeclared(t, usedBefore.Declared, used.Declared)
		}
	}
}

// checkDeclared checks that two catalogs declare the same resources, in the same order.
func checkDeclared(t *testing.T, before, now []catalog.Declared) {
	t.Helper()
	for i := range now {
		if i < len(before) && (before[i].Type != now[i].Type || before[i].Resource.Title != now[i].Resource.Title) {
			t.Errorf("%s[%s] is compared with %s[%s]", now[i].Type, now[i].Resource.Title, before[i].Type, before[i].Resource.Title)
		}
	}
}
