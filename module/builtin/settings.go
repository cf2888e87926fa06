package builtin

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed settings.txt
var settingsText string

// Settings returns the names of Puppet's settings, which code reads as $settings::NAME, sorted.
var Settings = sync.OnceValue(func() []string { return strings.Fields(settingsText) })

// IsSetting reports whether Puppet has a setting.
func IsSetting(name string) bool {
	_, found := slices.BinarySearch(Settings(), name)
	return found
}
