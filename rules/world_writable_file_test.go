package rules

import (
	"testing"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestWorldWritableMessage checks that the message names the mode, and does not call a command a
// mode.
func TestWorldWritableMessage(t *testing.T) {
	for text, want := range map[string]string{
		"file { '/a': ensure => directory, mode => '0777' }\n":        "mode '0777' makes the folder world-writable",
		"exec { 'a': command => ['/bin/chmod', '777', '/srv/a'] }\n":  "the command makes the file world-writable",
		"exec { 'a': command => \"/bin/chmod -R a+w /srv/${x}/\" }\n": "the command makes the file world-writable",
	} {
		found := NewSet([]Enabled{{Rule: &worldWritableFile}}, Settings{}).CheckFile(syntax.Parse(source.NewFile("a.pp", text), syntax.Options{}), FileLocation{})
		if len(found) != 1 || found[0].Message != want {
			t.Errorf("%s: found %v, want one finding with the message %q", text, found, want)
		}
	}
}
