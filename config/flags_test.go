package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// optionRules have an option of each kind, for the flags that set options.
var optionRules = append(slices.Clone(testRules), &diag.Rule{Name: "quotes", Group: diag.Style, Severity: diag.Warning, Core: true, RubyDefault: true,
	Options: []diag.Option{
		{Name: "width", RubyFlag: "quotes-width", Kind: diag.Int, Default: 2, Summary: "Columns."},
		{Name: "style", RubyFlag: "quotes-style", Kind: diag.OneOf, Default: "single", Values: []string{"single", "double"}, Summary: "Which quotes."},
		{Name: "word", RubyFlag: "quotes-word", Kind: diag.String, Default: ""},
	}})

// TestFlagsOverrideKeys checks that a flag for a key of the configuration has the effect of that
// key.
func TestFlagsOverrideKeys(t *testing.T) {
	for _, test := range []struct{ arguments, want string }{
		{"--target-version 7", "target-version = 7"},
		{"--modulepath /a:/b", `modulepath = ["/a", "/b"]`},
		{"--no-known-modules", "known-modules = false"},
		{"--hiera-config h.yaml", `hiera-config = "h.yaml"`},
		{"--exclude a,b,,", `exclude = ["a", "b"]`},
		{"--extend-exclude c", `extend-exclude = ["c"]`},
		{"--no-gitignore", "respect-gitignore = false"},
		{"--unsafe-fixes", "unsafe-fixes = true"},
		{"--format json", `format = ["json"]`},
		{"--format json --format sarif=x.sarif --format json", `format = ["json", "sarif=x.sarif"]`},
		{"--color never", `color = "never"`},
		{"--fail-on-warnings", `fail-level = "warning"`},
		{"--fail-level never", `fail-level = "never"`},
		{"--fail-level info --fail-level error", `fail-level = "error"`},
		{"--max-findings 3", "max-findings = 3"},
		{"--profile puppet-lint", `profile = "puppet-lint"`},
		{"--select style,,80chars", `select = ["style", "80chars"]`},
		{"--extend-ignore docs --select style", `select = ["style"]`},
		{"--quotes-width 4", "rules.quotes.width = 4"},
		{"--quotes-style double", `rules.quotes.style = "double"`},
		{"--quotes-word x", `rules.quotes.word = "x"`},
		{"--relative", "rules.autoloader_layout.relative = true"},
		{"--top-scope-variables a,b", `rules.top_scope_facts.allowed = ["a", "b"]`},
	} {
		catalogue, flags := NewCatalogue(optionRules), &Flags{}
		fs := source.NewOverlay(nil, nil)
		if err := NewRubyParser(FlagTable(catalogue, testFormats), fs).Parse(flags, strings.Fields(test.arguments)); err != nil {
			t.Errorf("%s: %v", test.arguments, err)
			continue
		}
		settings, err := NewResolver(fs, native("/repo"), catalogue, testFormats, flags).Folder(native("/repo"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(settings.Show(native("/repo/a.pp"), 8, "", testFormats, ShowOptions{Changed: true})) {
			if setting, origin, _ := strings.Cut(line, "  # "); strings.HasPrefix(origin, "--") && !strings.Contains(setting, " off ") {
				got = append(got, strings.TrimSpace(setting))
			}
		}
		got = slices.DeleteFunc(got, func(line string) bool { return !strings.Contains(line, " = ") })
		if strings.Join(got, "\n") != test.want {
			t.Errorf("%s: got %s, want %s", test.arguments, got, test.want)
		}
	}
}

// TestFlagsOfARun: flags that are not settings are recorded as they were given.
func TestFlagsOfARun(t *testing.T) {
	revision, few := "main", 3
	for _, test := range []struct {
		arguments string
		want      Flags
	}{
		{"-c a.toml --config b.toml --no-config", Flags{ConfigFiles: []string{"a.toml", "b.toml"}, NoConfig: true}},
		{"--stdin-filename x.pp --ignore-paths a,b --force-exclude -", Flags{FileFlags: FileFlags{Paths: []string{"-"}, StdinFilename: "x.pp", IgnorePaths: []string{"a", "b"}, ForceExclude: true}}},
		{"--new-from main", Flags{FileFlags: FileFlags{NewFrom: &revision}}},
		{"-f --diff --watch --add-ignore --baseline use", Flags{ActionFlags: ActionFlags{Fix: true, Diff: true, Watch: true, AddIgnore: true, BaselineMode: "use"}}},
		{"--quiet --statistics --timings --max-same 3 --sarif-category x", Flags{ReportFlags: ReportFlags{Quiet: true, Statistics: true, Timings: true, Category: "x", MaxSame: &few}}},
		{"--show-ignored --error-level error --log-format %{line} --with-context --with-filename", Flags{RubyFlags: RubyFlags{ShowIgnored: true, ErrorLevel: "error", LogFormat: "%{line}", WithContext: true, WithFilename: true}}},
		{"--json --sarif --codeclimate-report-file c.json", Flags{RubyFlags: RubyFlags{JSON: true, SARIF: true, CodeClimateFile: "c.json"}}},
		{"-l a.rb --load-from-puppet /x:/y", Flags{RubyFlags: RubyFlags{Loaded: []string{"a.rb", "/x", "/y"}}}},
		{"--no-ghostbuster_facts-check --weak_password-check", Flags{RubyFlags: RubyFlags{Foreign: []string{"ghostbuster_facts", "weak_password"}}}},
		{"--jobs 2 --list-checks --version -h", Flags{Jobs: 2, ListChecks: true, ShowVersion: true, Help: true}},
	} {
		flags := &Flags{}
		if err := NewRubyParser(FlagTable(NewCatalogue(testRules), testFormats), source.NewOverlay(nil, nil)).Parse(flags, strings.Fields(test.arguments)); err != nil {
			t.Errorf("%s: %v", test.arguments, err)
			continue
		}
		flags.origin, flags.legacyOutput = "", ""
		if got, want := describeFlags(flags), describeFlags(&test.want); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.arguments, got, want)
		}
	}
}

// describeFlags shows flags with the values that they point to.
func describeFlags(flags *Flags) string {
	shown := *flags
	var pointed []any
	if shown.NewFrom != nil {
		pointed, shown.NewFrom = append(pointed, *shown.NewFrom), nil
	}
	if shown.MaxSame != nil {
		pointed, shown.MaxSame = append(pointed, *shown.MaxSame), nil
	}
	return fmt.Sprintf("%+v %v", shown, pointed)
}

func TestFlagMistakes(t *testing.T) {
	for _, test := range []struct{ name, value, want string }{
		{"select", " , ", "--select: no rules are named, so nothing would be checked"},
		{"select", "styl", `--select: there is no rule, group or severity named "styl"; did you mean "style"?`},
		{"extend-select", "weak_password", `--extend-select: "weak_password" is a check of a Ruby plugin that is not built in; remove it`},
		{"only-checks", "140char", `--only-checks: there is no rule named "140char"; did you mean "140chars"?`},
		{"quotes-width", "wide", `--quotes-width: "wide" is not a whole number`},
		{"quotes-style", "doubl", `--quotes-style: "doubl" is not one of single, double; did you mean "double"?`},
		{"target-version", "6", `--target-version: "6" is not one of 7, 8, 9`},
		{"format", "jsn", `--format: there is no format "jsn"; did you mean "json"?`},
		{"format", "picture", `--format: there is no format "picture"; known are text, json, sarif`},
		{"format", "json=", `--format: "json=" names no file; write json alone for standard output`},
		{"max-same", "-1", `--max-same: "-1" is not a whole number of 0 or more`},
		{"max-findings", "many", `--max-findings: "many" is not a whole number of 0 or more`},
		{"jobs", "0", `--jobs: "0" is not a whole number of 1 or more`},
	} {
		table := FlagTable(NewCatalogue(optionRules), testFormats)
		at := slices.IndexFunc(table, func(flag Flag) bool { return flag.Name == test.name })
		if err := (&Flags{}).Apply(&table[at], test.value); err == nil || err.Error() != test.want {
			t.Errorf("--%s %s: got %v\nwant %s", test.name, test.value, err, test.want)
		}
	}
}

// TestFormatsOfFileAndCommandLine checks that the output formats on the command line replace those
// of an rc file, whichever flags are used.
func TestFormatsOfFileAndCommandLine(t *testing.T) {
	for _, test := range []struct {
		rc, arguments string
		json          bool
		formats       string
	}{
		{"--json\n", "", true, ""},
		{"--json\n", "--format sarif", false, "sarif"},
		{"--format=sarif\n", "--json", true, ""},
		{"--format=sarif\n", "--format json --format text=x", false, "json text=x"},
	} {
		fs := source.NewOverlay(nil, map[string]string{native("/repo/rc"): test.rc})
		parser, flags := NewRubyParser(FlagTable(NewCatalogue(testRules), testFormats), fs), &Flags{}
		if err := parser.Load(flags, native("/repo/rc")); err != nil {
			t.Fatal(err)
		}
		if err := parser.Parse(flags, strings.Fields(test.arguments)); err != nil {
			t.Fatal(err)
		}
		settings, err := NewResolver(fs, native("/repo"), NewCatalogue(testRules), testFormats, flags).Folder(native("/repo"))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(settings.Formats, " "); got != test.formats || flags.JSON != test.json || flags.FormatsGiven() != (test.formats != "") {
			t.Errorf("%q and %q: formats %s, JSON %v", test.rc, test.arguments, got, flags.JSON)
		}
	}
}

// TestHelpShowsEveryFlagOnce checks that the section of each flag is a section of the help text.
func TestHelpShowsEveryFlagOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, flag := range FlagTable(NewCatalogue(optionRules), testFormats) {
		if seen[flag.Name] {
			t.Errorf("--%s is there twice", flag.Name)
		}
		seen[flag.Name] = true
		if flag.Section != "" && (!slices.Contains(Sections(), flag.Section) || flag.Summary == "" && flag.Name != "quotes-word") {
			t.Errorf("--%s: section %q, summary %q", flag.Name, flag.Section, flag.Summary)
		}
	}
}
