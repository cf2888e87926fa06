package config

import (
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/diag"
)

// TestShow compares the output of `puppet-lint config` with the expected text.
func TestShow(t *testing.T) {
	catalogue := slices.Clone(testRules)
	comma := *catalogue[6]
	comma.Fix = diag.FixInfo{Safety: diag.Unsafe}
	catalogue[6] = &comma
	files := map[string]string{"/repo/puppet-lint.toml": "max-findings = 2\nselect = [\"style\"]\nextend-select = [\"documentation\"]\nseverity = { hard_tabs = \"error\" }\n[rules.autoloader_layout]\nrelative = true\n"}
	for _, test := range []struct {
		name    string
		options ShowOptions
		want    string
	}{
		{"what was changed", ShowOptions{Changed: true}, `# read /repo/puppet-lint.toml
extend-select = ["documentation"]        # puppet-lint.toml:3
max-findings = 2                         # puppet-lint.toml:1
rules.autoloader_layout.relative = true  # puppet-lint.toml:6
select = ["style"]                       # puppet-lint.toml:2
severity.hard_tabs = "error"             # puppet-lint.toml:4
fail-level = "error"                     # --fail-level

# 4 of 9 rules are on
hard_tabs                                        error               # puppet-lint.toml:2
`},
		{"everything, by severity", ShowOptions{Order: "severity"}, `# read /repo/puppet-lint.toml
extend-select = ["documentation"]                             # puppet-lint.toml:3
max-findings = 2                                              # puppet-lint.toml:1
rules.autoloader_layout.relative = true                       # puppet-lint.toml:6
select = ["style"]                                            # puppet-lint.toml:2
severity.hard_tabs = "error"                                  # puppet-lint.toml:4
fail-level = "error"                                          # --fail-level
target-version = 8                                            # metadata.json
profile = "default"                                           # default
known-modules = true                                          # default
exclude = ["spec/fixtures", "vendor", "vendor_modules", "r10k_modules", "pkg", ".git", ".bundle"]  # default
respect-gitignore = true                                      # default
unsafe-fixes = false                                          # default
color = "auto"                                                # default

# 4 of 9 rules are on
hard_tabs                                        error               # puppet-lint.toml:2
140chars                                         warning             # puppet-lint.toml:2
documentation                                    warning             # puppet-lint.toml:3
trailing_comma                                   warning  unsafe fix # puppet-lint.toml:2
`},
		{"some rules, by name", ShowOptions{Rules: []string{"style", "documentation"}, Order: "name"}, `140chars                                         warning             # puppet-lint.toml:2
80chars                                          off                 # default
anchor                                           off                 # default
documentation                                    warning             # puppet-lint.toml:3
hard_tabs                                        error               # puppet-lint.toml:2
trailing_comma                                   warning  unsafe fix # puppet-lint.toml:2
`},
		{"some rules, by fix", ShowOptions{Rules: []string{"style"}, Order: "fix"}, `trailing_comma                                   warning  unsafe fix # puppet-lint.toml:2
140chars                                         warning             # puppet-lint.toml:2
80chars                                          off                 # default
hard_tabs                                        error               # puppet-lint.toml:2
anchor                                           off                 # default
`},
		{"some changed rules, by origin", ShowOptions{Rules: []string{"all"}, Order: "origin", Changed: true}, `autoloader_layout                                off                 # default
top_scope_facts                                  off                 # default
hard_tabs                                        error               # puppet-lint.toml:2
`},
	} {
		resolver := newTestResolver(t, files, "--fail-level=error")
		resolver.catalogue = NewCatalogue(catalogue)
		settings, err := resolver.Folder(native("/repo"))
		if err != nil {
			t.Fatal(err)
		}
		if got := settings.Show(native("/repo/a.pp"), 8, "metadata.json", testFormats, test.options); got != strings.ReplaceAll(test.want, "/repo/puppet-lint.toml", native("/repo/puppet-lint.toml")) {
			t.Errorf("%s: got\n%s", test.name, got)
		}
	}
	resolver := newTestResolver(t, map[string]string{"/repo/puppet-lint.toml": "ignore = [\"style\"]"})
	settings, _ := resolver.Folder(native("/repo"))
	if got := settings.Show(native("/repo/a.pp"), 8, "default", testFormats, ShowOptions{Changed: true}); !strings.Contains(got, "\nhard_tabs                                        off                 # puppet-lint.toml:1\n") {
		t.Errorf("a rule that is turned off is missing in\n%s", got)
	}
	resolver = newTestResolver(t, nil)
	settings, _ = resolver.Folder(native("/repo"))
	if got := settings.Show(native("/repo/a.pp"), 8, "default", testFormats, ShowOptions{Changed: true}); got != "# no configuration file\n\n# 6 of 9 rules are on\n" {
		t.Errorf("without a file: got\n%s", got)
	}
}
