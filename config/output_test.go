package config

import (
	"slices"
	"testing"

	"puppet-lint/internal/diag"
)

// TestWithOutput checks that other output does not change the settings for files and rules.
func TestWithOutput(t *testing.T) {
	resolver := newTestResolver(t, map[string]string{"/repo/puppet-lint.toml": "target-version = 7\nexclude = [\"old/\"]\nselect = [\"documentation\"]\n\n[format]\nexclude = [\"generated/\"]\n"})
	settings, err := resolver.Folder(native("/repo"))
	if err != nil {
		t.Fatal(err)
	}
	settings.Notices = []string{"a notice"}
	changed := settings.WithOutput([]string{"sarif"}, "never", diag.Error)
	if changed.TargetVersion != 7 || !slices.Equal(changed.Notices, settings.Notices) || changed.Format != settings.Format {
		t.Errorf("settings are lost: %+v", changed)
	}
	for _, path := range []string{"/repo/generated/a.pp", "/repo/a.pp"} {
		if got, want := changed.Unformatted(native(path)), settings.Unformatted(native(path)); got != want {
			t.Errorf("Unformatted(%s) is %v, want %v", path, got, want)
		}
	}
	var names []string
	for _, rule := range changed.Rules(native("/repo/a.pp"), 8).EnabledRules() {
		names = append(names, rule.Name)
	}
	if !slices.Equal(names, []string{"documentation"}) {
		t.Errorf("the rules are %v", names)
	}
	if !slices.Equal(changed.Formats, []string{"sarif"}) || changed.Color != "never" || changed.FailLevel != diag.Error {
		t.Errorf("the output is %v, %s, %v", changed.Formats, changed.Color, changed.FailLevel)
	}
}
