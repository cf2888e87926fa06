package lint

import (
	"strings"
	"testing"

	"puppet-lint/config"
	"puppet-lint/internal/source"
)

// TestTestRule checks that a project's own rule is tested with its examples, and that each mistake
// in them is reported.
func TestTestRule(t *testing.T) {
	for _, test := range []struct {
		name, rule string
		want       []string // a part of each failure
	}{
		{"right", `
pattern = "notice($X)"
replace = "info($X)"
bad = [{code = "notice(1)", fixed = "info(1)"}, {code = "notice('a')"}]
good = [{code = "info(1)"}]`, nil},
		{"raises nothing", `
pattern = "notice($X)"
bad = [{code = "info(1)"}]`, []string{"bad example 1 raises nothing:\n    info(1)"}},
		{"raises", `
pattern = "notice($X)"
good = [{code = "info(1)\nnotice(1)"}]`, []string{"good example 1 raises, at 2:1: "}},
		{"does not parse", `
pattern = "notice($X)"
bad = [{code = "notice("}]
good = [{code = "info("}]`, []string{"bad example 1 does not parse: ", "good example 1 does not parse: "}},
		{"another fix", `
pattern = "notice($X)"
replace = "info($X)"
bad = [{code = "notice(1)", fixed = "debug(1)"}]`, []string{"bad example 1 is fixed to\n    info(1)\n  instead of\n    debug(1)"}},
		{"never done", `
pattern = "notice($X)"
replace = "notice($X + 1)"
bad = [{code = "notice(1)", fixed = "notice(1 + 1)"}]`, []string{"bad example 1: is still being fixed after 10 passes; does the replacement match the pattern?"}},
		{"drops a comment", `
pattern = "notice($X)"
replace = "info($X)"
bad = [{code = "notice(\n  # why\n  1)", fixed = "info(1)"}]`, []string{"bad example 1 is not fixed, since the replacement would drop the comment on line 2"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "[own-rules.own_rule]\nmessage = \"write info\"\n" + strings.TrimLeft(test.rule, "\n") + "\n"
			files := source.NewOverlay(nil, map[string]string{"/w/puppet-lint.toml": text})
			resolver := config.NewResolver(files, "/w", config.NewCatalogue(Rules()), nil, &config.Flags{})
			settings, err := resolver.Folder("/w")
			if err != nil {
				t.Fatal(err)
			}
			own := settings.Catalogue().Custom()
			if len(own) != 1 {
				t.Fatalf("%d rules in\n%s", len(own), text)
			}
			got := TestRule(own[0], "/w")
			if len(got) != len(test.want) {
				t.Fatalf("got %q, want %q", got, test.want)
			}
			for i := range got {
				if !strings.Contains(got[i], test.want[i]) {
					t.Errorf("got %q, want %q", got[i], test.want[i])
				}
			}
		})
	}
}
