package rules

import (
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestPuppetURLFix checks that a file below a mount point is not treated as the file of a module.
func TestPuppetURLFix(t *testing.T) {
	for url, fixed := range map[string]bool{
		"puppet:///ntp/ntp.conf": true, "puppet://server/ntp/ntp.conf": true, "puppet:///files_of_mine/a": true,
		"puppet:///files/a": false, "puppet://server/files/modules/a": false, "puppet:///private/a": false, "puppet:///dist/a": false, "puppet:///lib/a": false,
	} {
		file := syntax.Parse(source.NewFile("x.pp", "$a = '"+url+"'\n"), syntax.Options{})
		rule := puppetURLWithoutModules
		found := NewSet([]Enabled{{Rule: &rule, Severity: diag.Warning}}, Settings{Target: 8}).CheckFile(file, FileLocation{})
		if len(found) != 1 {
			t.Errorf("%s: %d findings", url, len(found))
			continue
		}
		if got := len(found[0].Fixes) > 0; got != fixed {
			t.Errorf("%s: fixed is %t", url, got)
		}
	}
}

// TestPuppetURLOfOwnMount checks that Puppet's own mount points are no mistake, except in a module of
// that name, and that puppet-lint (Ruby) is followed where it is asked for.
func TestPuppetURLOfOwnMount(t *testing.T) {
	for _, test := range []struct {
		url, module string
		asRuby      bool
		want        int
	}{
		{"puppet:///plugins", "", false, 0}, {"puppet://server/pluginfacts", "puppet", false, 0}, {"puppet:///locales/a", "puppet", false, 0}, {"puppet:///scripts/ntp/a", "", false, 0},
		{"puppet:///plugins", "", true, 1}, {"puppet:///locales/a", "locales", false, 1}, {"puppet:///plugins_of_mine/a", "", false, 1},
	} {
		file := syntax.Parse(source.NewFile("x.pp", "$a = '"+test.url+"'\n"), syntax.Options{})
		rule := puppetURLWithoutModules
		found := NewSet([]Enabled{{Rule: &rule, Severity: diag.Warning}}, Settings{Target: 8, AsRuby: test.asRuby}).CheckFile(file, FileLocation{Module: test.module})
		if len(found) != test.want {
			t.Errorf("%s in module %q: %d findings", test.url, test.module, len(found))
		}
	}
}

// TestPuppetURLWithoutSlash checks URLs with a mount point in place of the server: a slash is
// missing before it.
func TestPuppetURLWithoutSlash(t *testing.T) {
	for text, want := range map[string]string{
		"'puppet://modules/ntp/ntp.conf'":      "'puppet:///modules/ntp/ntp.conf'",
		"'puppet://private/key'":               "'puppet:///private/key'",
		"\"puppet://modules/ntp/${x}.conf\"":   "\"puppet:///modules/ntp/${x}.conf\"",
		"'puppet://modules.example.com/a/b'":   "",
		"'puppet://puppet/modules/ntp/a'":      "no finding",
		"'puppet:///modules/ntp/ntp.conf'":     "no finding",
		"\"puppet://${server}/modules/ntp/a\"": "no finding",
	} {
		file := syntax.Parse(source.NewFile("x.pp", "$a = "+text+"\n"), syntax.Options{})
		rule := puppetURLWithoutModules
		found := NewSet([]Enabled{{Rule: &rule, Severity: diag.Warning}}, Settings{Target: 8}).CheckFile(file, FileLocation{})
		if (len(found) == 0) != (want == "no finding") {
			t.Errorf("%s: %d findings", text, len(found))
		}
		if len(found) == 0 || want == "" {
			continue
		}
		edit := found[0].Fixes[0].Edits[0]
		if got := file.Source.Text[5:edit.Span.Start] + edit.NewText + file.Source.Text[edit.Span.End:]; got != want+"\n" {
			t.Errorf("%s is fixed to %s", text, got)
		}
	}
}
