package module

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/source"
)

// TestHiddenNames checks that a manifest with a syntax error may define each name that is where
// the name of a definition may be.
func TestHiddenNames(t *testing.T) {
	for text, want := range map[string]string{
		"class web { }":                                "",
		"class web {\n":                                "class site web",
		"clas web::server (\n  $port,\n":               "clas server site",
		"# runs behind apache\nclass\n  web {\n":       "class site web",
		"class web {\n  include apache::mod\n":         "class include site web",
		"class web {\n  notice(\"${name} $other\"\n":   "class notice site web",
		"class web {\n  file { 'x':\n    mode => y,\n": "class file site web x y",
		"class web {\n  Package['x'] :: \n":            "class site web x",
	} {
		manifest := NewManifest(source.NewFile("site.pp", text), nil)
		if got := strings.Join(slices.Sorted(maps.Keys(manifest.HiddenNames())), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
