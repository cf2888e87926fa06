package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"testing"

	"puppet-lint/config"
)

// TestChangelog: the newest version there is the program's.
func TestChangelog(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	newest := regexp.MustCompile(`(?m)^## (\S+)`).FindSubmatch(text)
	if newest == nil || string(newest[1]) != config.Version {
		t.Errorf("CHANGELOG.md begins with version %s, the program is %s", newest[1], config.Version)
	}
}

func TestBuildDescription(t *testing.T) {
	settings := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{
			{Key: "-trimpath", Value: "true"},
			{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"},
			{Key: "vcs.time", Value: "2026-11-20T23:59:59Z"},
			{Key: "vcs.modified", Value: modified},
		}
	}
	tests := []struct {
		name, commit, date string
		settings           []debug.BuildSetting
		want               string
	}{
		{"of a clone", "", "", settings("false"), "commit 0123456789ab, 2026-11-20, go1.26.0"},
		{"of a clone with changes", "", "", settings("true"), "commit 0123456789ab with changes, 2026-11-20, go1.26.0"},
		{"of no clone", "", "", nil, "go1.26.0"},
		{"a release", "fedcba9876543210", "2026-11-19", nil, "commit fedcba987654, 2026-11-19, go1.26.0"},
	}
	for _, test := range tests {
		if got := buildDescription(&debug.BuildInfo{GoVersion: "go1.26.0", Settings: test.settings}, test.commit, test.date); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
