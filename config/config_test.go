package config

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

var testRules = []*diag.Rule{
	{Name: "140chars", Group: diag.Style, Severity: diag.Warning, Core: true, RubyKind: diag.Warning, RubyDefault: true, Since: "0.1.0"},
	{Name: "80chars", Group: diag.Style, Severity: diag.Warning, OffByDefault: true, Core: true, RubyKind: diag.Warning, Since: "0.1.0"},
	{Name: "autoloader_layout", Group: diag.Correctness, Severity: diag.Error, Core: true, RubyKind: diag.Error, RubyDefault: true, Since: "0.1.0",
		Options: []diag.Option{{Name: "relative", RubyFlag: "relative", Kind: diag.Bool, Default: false, Summary: "Compare within the module."}}},
	{Name: "documentation", Group: diag.Docs, Severity: diag.Warning, Core: true, RubyKind: diag.Warning, RubyDefault: true, Since: "0.1.0"},
	{Name: "hard_tabs", Group: diag.Style, Severity: diag.Warning, Core: true, RubyKind: diag.Error, RubyDefault: true, Since: "0.1.0"},
	{Name: "top_scope_facts", Group: diag.Migration, Severity: diag.Warning, Core: true, RubyKind: diag.Warning, RubyDefault: true, Since: "0.1.0",
		Options: []diag.Option{{Name: "allowed", RubyFlag: "top-scope-variables", Kind: diag.Strings, Default: []string{}, Summary: "Allowed names."}}},
	{Name: "trailing_comma", OldNames: []string{"old_comma"}, Group: diag.Style, Severity: diag.Warning, Plugin: "trailing_comma", Since: "9.0.0"},
	{Name: "anchor", Group: diag.Style, Severity: diag.Warning, OffByDefault: true, Plugin: "puppet-lint-anchor-check", VoxPupuli: true, Since: "9.0.0"},
	{Name: "maybe_undef", Group: diag.Strict, Severity: diag.Warning, Since: "0.1.0", MinTarget: 8},
}

var testFormats = []string{"text", "json", "sarif"}

func newTestResolver(t *testing.T, files map[string]string, arguments ...string) *Resolver {
	t.Helper()
	texts := map[string]string{}
	for path, text := range files {
		texts[native(path)] = text
	}
	fs := source.NewOverlay(nil, texts)
	catalogue := NewCatalogue(testRules)
	flags := &Flags{}
	if err := NewRubyParser(FlagTable(catalogue, testFormats), fs).Parse(flags, arguments); err != nil {
		t.Fatal(err)
	}
	return NewResolver(fs, native("/repo"), catalogue, testFormats, flags)
}

// native is an absolute path as this system writes it.
func native(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		panic(err)
	}
	return absolute
}

func enabled(t *testing.T, r *Resolver, folder, path string, target int) string {
	t.Helper()
	settings, err := r.Folder(native(folder))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, rule := range settings.Rules(native(path), target).EnabledRules() {
		names = append(names, rule.Name)
	}
	return strings.Join(names, " ")
}

func TestRuleSelection(t *testing.T) {
	for _, test := range []struct{ name, toml, flags, want string }{
		{"defaults", "", "", "140chars autoloader_layout documentation hard_tabs top_scope_facts trailing_comma"},
		{"select a group", `select = ["style"]`, "", "140chars hard_tabs trailing_comma"},
		{"off by default needs its name", "select = [\"style\", \"80chars\"]\nignore = \"140chars\"", "", "80chars hard_tabs trailing_comma"},
		{"all", `select = ["all"]`, "", "140chars 80chars autoloader_layout documentation hard_tabs top_scope_facts trailing_comma anchor maybe_undef"},
		{"a plugin", `select = ["puppet-lint-anchor-check"]`, "", "anchor"},
		{"a set of plugins", `select = ["voxpupuli", "80chars"]`, "", "80chars anchor"},
		{"a plugin's file", `select = ["80chars"]`, "--load /gems/puppet-lint-anchor-check-1.0.0/lib/puppet-lint/plugins/x.rb", "80chars anchor"},
		{"a check's file", `select = ["80chars"]`, "--load lib/check_old_comma.rb", "80chars trailing_comma"},
		{"an unknown file", `select = ["80chars"]`, "--load lib/check_x.rb", "80chars"},
		{"by severity", `select = ["error"]`, "", "autoloader_layout"},
		{"a name beats a group", "ignore = [\"style\"]\nextend-select = [\"140chars\"]", "", "140chars autoloader_layout documentation top_scope_facts"},
		{"taking away wins a tie", "ignore = [\"140chars\"]\nextend-select = [\"140chars\"]", "", "autoloader_layout documentation hard_tabs top_scope_facts trailing_comma"},
		{"an old name", `ignore = ["old_comma"]`, "", "140chars autoloader_layout documentation hard_tabs top_scope_facts"},
		{"flags lie on top", `select = ["style"]`, "--extend-select=documentation --no-140chars-check", "documentation hard_tabs trailing_comma"},
		{"only-checks", `ignore = ["style"]`, "--only-checks=80chars,hard_tabs", "80chars hard_tabs"},
		{"flags in order", ``, "--no-hard_tabs-check --only-checks=hard_tabs", "hard_tabs"},
		{"pinned rule set", `rule-set = "0.1"`, "", "140chars autoloader_layout documentation hard_tabs top_scope_facts"},
		{"pinned, but named", "rule-set = \"0.1.0\"\nselect = [\"trailing_comma\"]", "", "trailing_comma"},
		{"ruby profile", `profile = "puppet-lint"`, "", "140chars autoloader_layout documentation hard_tabs top_scope_facts"},
	} {
		t.Run(test.name, func(t *testing.T) {
			resolver := newTestResolver(t, map[string]string{"/repo/puppet-lint.toml": test.toml}, strings.Fields(test.flags)...)
			if got := enabled(t, resolver, "/repo/m", "/repo/m/a.pp", 8); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestOverridesExtendAndNearest(t *testing.T) {
	resolver := newTestResolver(t, map[string]string{
		"/repo/puppet-lint.toml": "select = [\"style\"]\nseverity = { style = \"info\", hard_tabs = \"error\" }\n" +
			"[[overrides]]\nfiles = [\"spec/\"]\nignore = [\"hard_tabs\"]\n[overrides.rules.140chars]\nseverity = \"error\"\n",
		"/repo/own/puppet-lint.toml":   `select = ["docs"]`,
		"/repo/child/puppet-lint.toml": "extend = \"../puppet-lint.toml\"\nextend-select = [\"docs\"]\nmodulepath = [\"modules\"]",
	})
	for path, want := range map[string]string{
		"/repo/a.pp":            "140chars hard_tabs trailing_comma",
		"/repo/spec/x/a.pp":     "140chars trailing_comma",
		"/repo/own/spec/a.pp":   "documentation",
		"/repo/child/a.pp":      "140chars documentation hard_tabs trailing_comma",
		"/repo/child/spec/a.pp": "140chars documentation trailing_comma",
	} {
		if got := enabled(t, resolver, path[:strings.LastIndex(path, "/")], path, 8); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	settings, _ := resolver.Folder(native("/repo/spec"))
	if got := settings.Rules(native("/repo/spec/a.pp"), 8).Severity(0); got != diag.Error {
		t.Errorf("severity within the override: %v", got)
	}
	if got := settings.Rules(native("/repo/a.pp"), 8).Severity(0); got != diag.Info {
		t.Errorf("severity by group: %v", got)
	}
	if got := settings.Rules(native("/repo/a.pp"), 8).Severity(4); got != diag.Error {
		t.Errorf("severity by name: %v", got)
	}
	child, _ := resolver.Folder(native("/repo/child"))
	if !slices.Equal(child.ModulePath, []string{native("/repo/child/modules")}) || len(child.Files) != 2 {
		t.Errorf("child: %v %v", child.ModulePath, child.Files)
	}
}

func TestMistakes(t *testing.T) {
	for _, test := range []struct{ toml, want string }{
		{"selct = [\"style\"]", `puppet-lint.toml:1:1: unknown key "selct"; did you mean "select"?`},
		{"fail_level = \"error\"", `puppet-lint.toml:1:1: unknown key "fail_level"; did you mean "fail-level"?`},
		{"\nfail-level = 3", `puppet-lint.toml:2:14: "fail-level" must be a string, not the number 3`},
		{"fail-level = \"eror\"", `puppet-lint.toml:1:14: "eror" is not one of info, warning, error, never; did you mean "error"?`},
		{"select = [\n  \"style\",\n  \"140char\",\n]", `puppet-lint.toml:3:3: there is no rule, group or severity named "140char"; did you mean "140chars"?`},
		{"select = [1]", `puppet-lint.toml:1:11: "select" must be a list of strings, but it holds the number 1`},
		{"target-version = 6", `puppet-lint.toml:1:18: "6" is not one of 7, 8, 9`},
		{"target-version = \"8\"", `puppet-lint.toml:1:18: "target-version" must be a whole number, not the string "8"`},
		{"[rules.autoloader_layout]\nrelativ = true", `puppet-lint.toml:2:1: unknown key "relativ" in [rules.autoloader_layout]; did you mean "relative"?`},
		{"[rules]\nautoloader_layout = { relative = 1 }", `puppet-lint.toml:2:34: "relative" must be true or false, not the number 1`},
		{"[rules.autoloder_layout]\nrelative = true", `puppet-lint.toml:1:2: there is no rule named "autoloder_layout"; did you mean "autoloader_layout"?`},
		{"[[overrides]]\nfiles = [\"a\"]\n[[overrides]]\nignore = [\"styl\"]", `puppet-lint.toml:4:11: there is no rule, group or severity named "styl"; did you mean "style"?`},
		{"[[overrides]]\nignore = [\"style\"]", `puppet-lint.toml:1:3: an override needs "files", the paths that it applies to`},
		{"severity = { styl = \"error\" }", `puppet-lint.toml:1:14: there is no rule, group or severity named "styl"; did you mean "style"?`},
		{"select = [", `puppet-lint.toml:1:10: unexpected EOF; expected value`},
		{"required-version = \">= 99\"", `puppet-lint.toml:1: this file requires puppet-lint >= 99, but this is ` + Version + `; install a matching version`},
		{"required-version = \"new\"", `puppet-lint.toml:1: required-version "new": "new" is not a version number`},
		{"a = 1\nb = 2", "puppet-lint.toml:1:1: unknown key \"a\"; known are extend, required-version, rule-set, profile, target-version, modulepath, known-modules, hiera-config, exclude, extend-exclude, respect-gitignore, fail-level, max-findings, unsafe-fixes, baseline, output-format, color, select, extend-select, ignore, severity, rules, format, own-rules, overrides\n" +
			"puppet-lint.toml:2:1: unknown key \"b\"; known are extend, required-version, rule-set, profile, target-version, modulepath, known-modules, hiera-config, exclude, extend-exclude, respect-gitignore, fail-level, max-findings, unsafe-fixes, baseline, output-format, color, select, extend-select, ignore, severity, rules, format, own-rules, overrides"},
		{"extend = [\"puppet-lint.toml\"]", "puppet-lint.toml: extends itself, by way of puppet-lint.toml"},
		{"extend = [\"no.toml\"]", "puppet-lint.toml:1: extend: no.toml: no such file"},
	} {
		resolver := newTestResolver(t, map[string]string{"/repo/puppet-lint.toml": test.toml})
		_, err := resolver.Folder(native("/repo"))
		if err == nil {
			t.Errorf("%q: no error", test.toml)
		} else if err.Error() != test.want {
			t.Errorf("%q:\ngot  %s\nwant %s", test.toml, err, test.want)
		}
	}
}

// TestInitialFile checks that the file that init writes is valid and changes nothing, even if the
// comment signs before its keys are removed.
func TestInitialFile(t *testing.T) {
	catalogue := NewCatalogue(testRules)
	text := InitialFile(catalogue, testFormats, nil, "")
	if _, err := parseTOML(source.NewFile("x", text), "/", catalogue, testFormats); err != nil {
		t.Errorf("commented: %v", err)
	}
	var open strings.Builder
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "# "); ok && (strings.Contains(rest, " = ") || strings.HasPrefix(rest, "[")) {
			line = strings.NewReplacer("own-rules.NAME", "own-rules.my_rule", "NAME", "140chars").Replace(rest)
		}
		open.WriteString(line)
	}
	layer, err := parseTOML(source.NewFile("x", open.String()), "/", catalogue, testFormats)
	if err != nil {
		t.Fatalf("open: %v\n%s", err, open.String())
	}
	if len(layer.Entries) < 15 || len(layer.Overrides) != 1 {
		t.Errorf("open: %v", layer)
	}
}

func TestConvertRC(t *testing.T) {
	catalogue := NewCatalogue(testRules)
	fs := source.NewOverlay(nil, map[string]string{"/repo/.puppet-lint.rc": "--no-140chars-check\n# comment\n--relative\n\n--fail-on-warnings\n--ignore-paths=vendor/**/*.pp,spec/**/*.pp\n--top-scope-variables=a,b\n--log-format=%{line}\n"})
	flags := &Flags{Profile: ProfilePuppetLint}
	if err := NewRubyParser(FlagTable(catalogue, testFormats), fs).Load(flags, "/repo/.puppet-lint.rc"); err != nil {
		t.Fatal(err)
	}
	text := InitialFile(catalogue, testFormats, flags, "")
	for _, want := range []string{
		"\nignore = [\"140chars\"]\n", "\nfail-level = \"warning\"\n", "\nextend-exclude = [\"vendor/**/*.pp\", \"spec/**/*.pp\"]\n",
		"\n[rules.autoloader_layout]\nrelative = true\n[rules.top_scope_facts]\nallowed = [\"a\", \"b\"]\n", "--log-format=%{line}",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if _, err := parseTOML(source.NewFile("x", text), "/", catalogue, testFormats); err != nil {
		t.Error(err)
	}
}

// TestConvertLines checks that init reports each line of an rc file that it cannot convert, and
// converts the others.
func TestConvertLines(t *testing.T) {
	catalogue, formats := NewCatalogue(testRules), []string{"text", "ruby-json", "codeclimate"}
	for _, test := range []struct{ rc, file, notes string }{
		{"--no-140chars-check # why\n--relative\n", "[rules.autoloader_layout]\nrelative = true",
			"rc:1: --no-140chars-check # why (puppet-lint (Ruby) refuses it as well: each line is one option, --flag or --flag=value)"},
		{"  --relative\r\n# comment\r\n\r\n--no-140chars-check\r\n", `ignore = ["140chars"]`,
			"rc:1:   --relative (not an option, so puppet-lint (Ruby) ignores it)"},
		{"--no-our_own-check\n--fail-on-warnings\n", `fail-level = "warning"`,
			"rc:1: --no-our_own-check (there is no such check; if it is your own, see docs/own-rules.md)"},
		{"--140chars-check\n--foo\n", "", "rc:1: --140chars-check (it is on by default)|rc:2: --foo (puppet-lint (Ruby) refuses it as well: invalid option)"},
		{"--only-checks\n140chars,nonsense\n", `select = ["140chars"]`, "--only-checks nonsense (there is no such check here)"},
		{"--ignore-paths=./vendor/**/*.pp,top.pp\n", `extend-exclude = ["vendor/**/*.pp", "/top.pp"]`, ""},
		{"--json\n", `output-format = ["ruby-json"]`, ""},
		{"--codeclimate-report-file=cc.json\n", `output-format = ["text", "codeclimate=cc.json"]`, ""},
		{"--error-level=error\n", `ignore = ["warning", "info"]`, ""},
		{"--error-level=error\n--only-checks=140chars\n", `select = ["140chars"]`, "--error-level=error (give it on the command line)"},
	} {
		flags := &Flags{Profile: ProfilePuppetLint}
		NewRubyParser(FlagTable(catalogue, formats), source.NewOverlay(nil, nil)).Convert(flags, "rc", test.rc)
		if got := strings.Join(flags.NotCarriedOver(), "|"); got != test.notes {
			t.Errorf("%q: notes\ngot  %s\nwant %s", test.rc, got, test.notes)
		}
		text := InitialFile(catalogue, formats, flags, "")
		if !strings.Contains(text, "\n"+test.file) {
			t.Errorf("%q: %q is missing in\n%s", test.rc, test.file, text)
		}
		if _, err := parseTOML(source.NewFile("x", text), "/", catalogue, formats); err != nil {
			t.Error(err)
		}
	}
}

// TestRubyParser's expectations were seen with Ruby 3.1's OptionParser.
func TestRubyParser(t *testing.T) {
	for _, test := range []struct{ arguments, want string }{
		{"--fixx", "invalid option: --fixx\nDid you mean?  fix"},
		{"--no-1", ""},
		{"--w", "ambiguous option: --w"},
		{"--fix=3", "needless argument: --fix=3"},
		{"--only-checks", "missing argument: --only-checks"},
		{"--error-level foo", "invalid argument: --error-level foo"},
		{"--error-level=warn", ""},
		{"-x", "invalid option: -x"},
		{"-fc no-such-file", ""},
		{"-r", ""},
		{"--with_context", ""},
		{"--W-C", ""},
		{"--on-c a", ""},
		{"--FIX", ""},
		{"--ignore vendor/x", ""},
	} {
		parser := NewRubyParser(FlagTable(NewCatalogue(testRules), testFormats), source.NewOverlay(nil, nil))
		err := parser.Parse(&Flags{Profile: ProfilePuppetLint}, strings.Fields(test.arguments))
		var usage *UsageError
		switch {
		case test.want == "" && err != nil, test.want != "" && (err == nil || !errors.As(err, &usage) || err.Error() != test.want):
			t.Errorf("%s: got %v, want %q", test.arguments, err, test.want)
		}
	}
}

// TestNoNewFlagHidesAnOldOne holds the promise that a command line written for
// puppet-lint (Ruby), abbreviations included, means the same here.
func TestNoNewFlagHidesAnOldOne(t *testing.T) {
	flags := FlagTable(NewCatalogue(testRules), testFormats)
	for _, flag := range flags {
		for _, old := range flags {
			if !flag.Ruby && old.Ruby && strings.HasPrefix(foldName(old.Name), foldName(flag.Name)) {
				t.Errorf("--%s is a beginning of --%s", flag.Name, old.Name)
			}
		}
	}
}

func TestDetectProfile(t *testing.T) {
	t.Setenv("HOME", "/nowhere")
	rc := map[string]string{"/repo/.puppet-lint.rc": ""}
	both := map[string]string{"/repo/.puppet-lint.rc": "", "/repo/puppet-lint.toml": "# nothing"}
	told := map[string]string{"/repo/puppet-lint.toml": "profile = \"puppet-lint\"\nselect = [\"no_such\"]"}
	for _, test := range []struct {
		files     map[string]string
		arguments string
		want      string
	}{
		{nil, "a.pp", ProfileDefault},
		{rc, "a.pp", ProfilePuppetLint},
		{rc, "--no-config", ProfileDefault},
		{rc, "--profile default", ProfileDefault},
		{both, "", ProfileDefault},
		{both, "--profile=puppet-lint", ProfilePuppetLint},
		{told, "", ProfilePuppetLint},
		{nil, "-c other.rc", ProfilePuppetLint},
		{rc, "--config x.toml", ProfileDefault},
	} {
		if got := DetectProfile(source.NewOverlay(nil, test.files), "/repo", strings.Fields(test.arguments)).Profile; got != test.want {
			t.Errorf("%v %s: %s", test.files, test.arguments, got)
		}
	}
}

func TestJSONSchemaKnowsEveryKey(t *testing.T) {
	catalogue := NewCatalogue(testRules)
	text, err := JSONSchema(catalogue, testFormats)
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties map[string]struct {
			Properties map[string]any `json:"properties"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	toml.Decode("profile = \"default\"\nselect = []\n[[overrides]]\nfiles=[]\n[rules.140chars]\n", &document)
	for name := range document {
		if _, ok := schema.Properties[name]; !ok {
			t.Errorf("%s is missing", name)
		}
	}
	if schema.Properties["rules"].Properties["autoloader_layout"] == nil {
		t.Error("the options of autoloader_layout are missing")
	}
}

func TestSplitPath(t *testing.T) {
	for text, want := range map[string][]string{
		"a:b": {"a", "b"}, "a": {"a"}, "/x/y::z": {"/x/y", "z"}, `C:\a;D:/b`: {`C:\a`, "D:/b"}, "": nil,
	} {
		if got := SplitPath(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q", text, got)
		}
	}
}
