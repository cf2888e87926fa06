package config

import (
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// TestOwnRuleMistakes checks that each mistake in a project's own rule is reported at its
// location, even within a pattern.
func TestOwnRuleMistakes(t *testing.T) {
	const head = "[own-rules.a]\npattern = 'cron { $T: hour => $H }'\nmessage = 'use a timer'\n"
	for _, test := range []struct{ toml, want string }{
		{"own-rules = 3", `1:13: "own-rules" must be a table of tables, not the number 3`},
		{"[own-rules]\na = 3", `2:5: "a" must be a table, not the number 3`},
		{"[own-rules.a]\nmessage = 'x'", `1:2: the rule needs a "pattern"`},
		{"[own-rules.a]\npattern = 'cron { $_: }'", `1:2: the rule needs a "message"`},
		{"[own-rules.No-Name]\npattern = 'cron { $_: }'\nmessage = 'x'", `1:2: the name of a rule must consist of lower-case letters, digits and underscores`},
		{"[own-rules.80chars]\npattern = 'cron { $_: }'\nmessage = 'x'", "1:2: the name of a rule must consist of lower-case letters, digits and underscores\n" + `1:2: there already is a rule named "80chars"`},
		{"[own-rules.a]\npattern = 'foo('\nmessage = 'x'", `2:16: this is not valid Puppet code`},
		{"[own-rules.a]\npattern = ['cron { $_: }', \"include a\\ninclude b\"]\nmessage = 'x'", `2:28: a pattern is a single statement or expression`},
		{"[own-rules.a]\npattern = '''\ninclude a\ninclude b'''\nmessage = 'x'", `4:1: a pattern is a single statement or expression`},
		{head + "report = 'T2'", `4:10: no pattern captures $T2; did you mean "T"?`},
		{head + "severity = 'bad'", `4:12: "bad" is not one of info, warning, error`},
		{head + "replace = 'systemd { $X: }'", `4:22: no pattern captures $X; they capture $H, $T`},
		{head + "replace = { X = 'a' }", `4:13: no pattern captures $X`},
		{head + "replace = 3", `4:11: "replace" must be`},
		{head + "drops = ['$H']", `4:1: "drops" is for a replacement of the whole match, but the rule has none`},
		{head + "fix = 'safe'", `4:1: "fix" describes a replacement, but the rule has no "replace"`},
		{head + "replace = 'timer { $T: }'", `4:11: the matched code may contain more than the pattern describes, which would be lost; replace a part of it`},
		{"[own-rules.a]\npattern = 'foo($A, $B)'\nmessage = 'x'\nreplace = 'bar($A)'", `4:11: the replacement drops the code that $B matches; use it in the replacement, or say that it is meant: drops = ["$B"]`},
		{"[own-rules.a]\npattern = 'foo($A)'\nmessage = 'x'\nreplace = 'bar($A)'\ndrops = ['$A']", `5:10: the replacement does not drop $A`},
		{head + "[own-rules.a.where.X]\none-of = ['1']", `4:2: no pattern captures $X`},
		{head + "[own-rules.a.where.T]\nmatches = '('", "5:11: missing closing ): `(`"},
		{head + "[own-rules.a.where.T]\nmatches = '" + strings.Repeat(".{1000}", 20) + "'", "5:11: the regular expression is too large: its program has more than 10000 instructions; use smaller numbers in {…}, or * and +"},
		{head + "[own-rules.a.where.T]\nkind = ['strin']", `5:9: "strin" is not one of`},
		{head + "where = { T = 3 }", `4:15: "T" must be a table, not the number 3`},
		{head + "[[own-rules.a.bad]]\npath = 'x.pp'", `4:3: the example needs "code"`},
		{head + "bad = 'x'", `4:7: "bad" must be`},
		{head + "bad = ['x']", `4:7: "bad" must be`},
	} {
		_, err := newTestResolver(t, map[string]string{"/repo/puppet-lint.toml": test.toml}).Folder(native("/repo"))
		var got []string
		for _, mistake := range Mistakes(err) {
			got = append(got, strings.TrimPrefix(mistake.Error(), "puppet-lint.toml:"))
		}
		if text := strings.Join(got, "\n"); len(got) != strings.Count(test.want, "\n")+1 || !strings.HasPrefix(text, test.want) {
			t.Errorf("%s\ngot  %s\nwant %s", test.toml, text, test.want)
		}
	}
}

// TestOwnRule checks that a rule in a configuration file is read completely.
func TestOwnRule(t *testing.T) {
	resolver := newTestResolver(t, map[string]string{"/repo/puppet-lint.toml": `
ignore = ["quick"]
[own-rules.quick]
pattern = ["foo($A, $B)", "bar($A, $B)"]
message = "do not call it.\nReally"
[own-rules.no_cron]
pattern = 'foo($A, $B)'
message = "use $A"
summary = "old calls"
rationale = "It is slow."
severity = "info"
references = ["https://example.com"]
files = ["site/"]
replace = { "$A" = "baz($A)" }
fix = "safe"
bad = [{ code = "foo(1, 2)", fixed = "foo(baz(1), 2)", path = "site/a.pp" }]
[own-rules.no_cron.where."$A"]
matches = "1"
not-one-of = ["10"]
[[own-rules.no_cron.good]]
code = "foo(2, 1)"
[[own-rules.no_cron.good]]
code = "foo(10, 1)"
`})
	settings, err := resolver.Folder(native("/repo"))
	if err != nil {
		t.Fatal(err)
	}
	if got := len(settings.Catalogue().Custom()); got != 2 || len(resolver.Catalogue().Custom()) != 0 {
		t.Fatalf("%d rules of the project", got)
	}
	quick, cron := settings.Catalogue().Find("quick")[0], settings.Catalogue().Find("no_cron")[0]
	if quick.Summary != "do not call it. Really" || quick.Severity != diag.Warning || quick.FixSafety() != diag.DisplayOnly || quick.Rationale != "A rule of this project, defined in `puppet-lint.toml`." {
		t.Errorf("quick is %+v", quick)
	}
	if cron.Summary != "old calls" || cron.Rationale != "It is slow." || cron.Severity != diag.Info || cron.FixSafety() != diag.Safe || !slices.Equal(cron.References, []string{"https://example.com"}) {
		t.Errorf("no_cron is %+v", cron)
	}
	if len(cron.Good) != 2 || cron.Good[1].Code != "foo(10, 1)" || len(cron.Bad) != 1 || cron.Bad[0].Fixed != "foo(baz(1), 2)" || cron.Bad[0].Path != "site/a.pp" {
		t.Errorf("the examples are %+v and %+v", cron.Bad, cron.Good)
	}
	rules := settings.Rules(native("/repo/a.pp"), 8)
	for i, rule := range rules.Catalogue().Rules {
		if rule.Group == diag.Custom && (rules.Enabled(i) == (rule.Name == "quick") || rules.Refused(i) != (rule.Name == "quick")) {
			t.Errorf("%s: enabled %v, refused %v", rule.Name, rules.Enabled(i), rules.Refused(i))
		}
	}
	if got := settings.Catalogue().Covered("own"); len(got) != 2 {
		t.Errorf("the selector own covers %v", got)
	}
}

// TestWithCustomRules checks that a command line may name the rules of the configuration file that
// applies to it.
func TestWithCustomRules(t *testing.T) {
	t.Setenv("HOME", native("/nowhere"))
	const rule = "[own-rules.mine]\npattern = 'foo($A)'\nmessage = 'x'\n"
	for _, test := range []struct {
		toml string
		want bool
	}{
		{rule, true}, {"", false}, {"extend = \"base.toml\"", true}, {"extend = \"none.toml\"", false}, {rule + "[own-rules.b]\n", false},
	} {
		files := source.NewOverlay(nil, map[string]string{native("/repo/puppet-lint.toml"): test.toml, native("/repo/base.toml"): rule})
		got := WithCustomRules(files, native("/repo"), NewCatalogue(testRules), testFormats, []string{"--no-mine-check", "."})
		if found := got.Find("mine") != nil; found != test.want {
			t.Errorf("%q: found is %v", test.toml, found)
		}
	}
	if got := WithCustomRules(source.NewOverlay(nil, nil), native("/repo"), NewCatalogue(testRules), testFormats, nil); len(got.Rules) != len(testRules) {
		t.Errorf("without a file there are %d rules", len(got.Rules))
	}
}
