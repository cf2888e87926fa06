package rules

import (
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// TestPuppetURLFix: what is served from a mount point is no file of a module.
func TestPuppetURLFix(t *testing.T) {
	for url, fixed := range map[string]bool{
		"puppet:///ntp/ntp.conf": true, "puppet://server/ntp/ntp.conf": true, "puppet:///files_of_mine/a": true,
		"puppet:///files/a": false, "puppet://server/files/modules/a": false, "puppet:///private/a": false, "puppet:///dist/a": false, "puppet:///plugins/a": false, "puppet:///pluginfacts/a": false,
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
