package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/spell"
)

// Flags holds the flags of the command line and, in the puppet-lint profile, of the rc files.
type Flags struct {
	// Layers are the settings among the flags, one layer for each flag, in order.
	Layers []*Layer

	Help, ShowVersion, ListChecks bool

	ConfigFiles []string
	NoConfig    bool
	Profile     string
	Jobs        int

	FileFlags
	ActionFlags
	ReportFlags
	RubyFlags

	// origin is where the flag being read is given. legacyOutput is the origin of the last flag
	// that set JSON, SARIF or LogFormat.
	origin, legacyOutput string
	// untrusted is true if the flag being read is in a file of the checked tree.
	untrusted bool
}

// FileFlags select the files that are checked, and the findings in them.
type FileFlags struct {
	// Paths are the arguments that are not flags.
	Paths         []string
	StdinFilename string
	IgnorePaths   []string
	ForceExclude  bool
	NewFrom       *string
}

// ActionFlags tell what is done with findings.
type ActionFlags struct {
	Fix, Diff, Watch bool
	// AddIgnore writes control comments instead of reporting.
	AddIgnore bool
	// BaselineMode is "", "write" or "use".
	BaselineMode string
}

// ReportFlags tell what is reported besides the findings, and how much of them.
type ReportFlags struct {
	Quiet, Statistics, Timings bool
	// Category is the category of a SARIF report; empty for the default.
	Category string
	// MaxSame is how many findings of one rule the text report shows. nil means DefaultMaxSame.
	MaxSame *int
}

// RubyFlags are the flags that only puppet-lint (Ruby) has.
type RubyFlags struct {
	WithContext, WithFilename, ShowIgnored, JSON, SARIF bool
	ErrorLevel, LogFormat, CodeClimateFile              string
	// Loaded are the Ruby files and folders whose checks should be loaded.
	Loaded []string
	// Foreign are named checks that only Ruby plugins have: see foreignChecks.
	Foreign []string
	// Unknown describes lines of the converted files that could not be converted, with their
	// locations.
	Unknown []string
	// UntrustedCodeClimate is true if CodeClimateFile was set in a file of the checked tree.
	UntrustedCodeClimate bool
}

// set adds a setting.
func (f *Flags) set(value any, path ...string) {
	f.Layers = append(f.Layers, &Layer{Entries: []Entry{{path, value, f.origin}}, Untrusted: f.untrusted})
}

// Flag is one flag of the check command.
type Flag struct {
	// Name is the name without dashes. Short is one letter, or empty.
	Name, Short string
	// Placeholder names the argument; empty for a flag without an argument.
	Placeholder string
	// Summary is one line.
	Summary string
	// Section is the heading under which help shows it; empty hides it.
	Section string
	// Ruby marks a flag of puppet-lint (Ruby): in the puppet-lint profile it can be abbreviated
	// to any unambiguous prefix.
	Ruby bool
	// Added marks a flag that puppet-lint (Ruby) has only with a plugin. It never makes a
	// prefix of another flag ambiguous.
	Added bool
	// Values are the allowed arguments; nil allows any.
	Values []string
	// Switch marks a flag without an argument that overrides a key of the configuration, so
	// that it can also be turned off: --NAME=false.
	Switch bool
	// Set applies the flag.
	Set func(f *Flags, value string) error
}

// DefaultMaxSame is the number of findings of one rule that the text report shows by default.
// Further ones seldom help a reader.
const DefaultMaxSame = 20

// The sections of the help text, in order.
const (
	sectionRules  = "Rules"
	sectionFiles  = "Files and configuration"
	sectionFix    = "Fixing"
	sectionOutput = "Output"
	sectionExit   = "Exit status"
	sectionOther  = "Other"
)

// Sections returns the headings of the help text, in order.
func Sections() []string {
	return []string{sectionRules, sectionFiles, sectionFix, sectionOutput, sectionExit, sectionOther}
}

// FlagTable returns all flags of the check command. formats are the names of the report
// formats.
func FlagTable(catalogue *Catalogue, formats []string) []Flag {
	flags := slices.Concat(ruleFlags(catalogue), fileFlags(), fixFlags(), outputFlags(formats), otherFlags(catalogue))
	return slices.Concat(flags, checkFlags(catalogue), foreignFlags(catalogue))
}

// splitList splits a comma-separated list as Ruby's String#split does: it drops empty elements
// at the end.
func splitList(text string) []string {
	list := strings.Split(text, ",")
	for len(list) > 0 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

// selectors splits a comma-separated list. It trims blanks and drops empty elements.
func selectors(text string) []string {
	var list []string
	for selector := range strings.SplitSeq(text, ",") {
		if selector = strings.TrimSpace(selector); selector != "" {
			list = append(list, selector)
		}
	}
	return list
}

// selectorFlag returns a flag whose argument is a comma-separated list of selectors.
func selectorFlag(catalogue *Catalogue, name, key, summary string) Flag {
	return Flag{Name: name, Placeholder: "RULES", Summary: summary, Section: sectionRules,
		Set: func(f *Flags, value string) error {
			list := selectors(value)
			if len(list) == 0 && key == "select" {
				return fmt.Errorf("no rules are named, so nothing would be checked")
			}
			for _, selector := range list {
				if problem := catalogue.checkSelector(selector); problem != "" {
					return fmt.Errorf("%s", problem)
				}
			}
			f.set(list, key)
			return nil
		}}
}

func ruleFlags(catalogue *Catalogue) []Flag {
	flags := []Flag{
		selectorFlag(catalogue, "select", "select", "run these rules: names, groups, severities, \"recommended\" (correctness and security), \"default\", \"all\""),
		selectorFlag(catalogue, "extend-select", "extend-select", "run these rules as well"),
		selectorFlag(catalogue, "extend-ignore", "ignore", "do not run these rules"),
		{Name: "only-checks", Placeholder: "CHECKS", Ruby: true, Section: sectionRules,
			Summary: "run only these rules",
			Set: func(f *Flags, value string) error {
				known := []string{}
				for _, name := range splitList(value) {
					if catalogue.byName[name] != nil {
						known = append(known, name)
					} else if IsForeignCheck(name) {
						f.Foreign = append(f.Foreign, name)
					} else if f.Profile != ProfilePuppetLint {
						return fmt.Errorf("there is no rule named %q%s", name, spell.DidYouMean(name, catalogue.Names()))
					} else {
						// puppet-lint (Ruby) ignores it silently; init reports it.
						f.Unknown = append(f.Unknown, fmt.Sprintf("--only-checks %s (there is no such check here)", name))
					}
				}
				f.set(known, "select")
				return nil
			}},
	}
	for _, rule := range catalogue.Rules {
		for _, option := range rule.Options {
			if option.RubyFlag != "" {
				flags = append(flags, optionFlag(rule, option))
			}
		}
	}
	return flags
}

// optionFlag returns puppet-lint (Ruby)'s flag that sets an option of a rule.
func optionFlag(rule *diag.Rule, option diag.Option) Flag {
	flag := Flag{Name: option.RubyFlag, Ruby: true, Section: sectionRules, Values: option.Values,
		Summary: lowerFirst(option.Summary) + " (" + rule.Name + ")"}
	switch option.Kind {
	case diag.Bool:
		flag.Set = func(f *Flags, _ string) error { f.set(true, "rules", rule.Name, option.Name); return nil }
	case diag.Int:
		flag.Placeholder = "N"
		flag.Set = func(f *Flags, value string) error {
			number, err := strconv.Atoi(value)
			if err != nil {
				return fmt.Errorf("%q is not a whole number", value)
			}
			f.set(number, "rules", rule.Name, option.Name)
			return nil
		}
	case diag.Strings:
		flag.Placeholder = "LIST"
		flag.Set = func(f *Flags, value string) error {
			f.set(splitList(value), "rules", rule.Name, option.Name)
			return nil
		}
	default:
		flag.Placeholder = "VALUE"
		flag.Set = func(f *Flags, value string) error { f.set(value, "rules", rule.Name, option.Name); return nil }
	}
	return flag
}

func lowerFirst(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToLower(text[:1]) + strings.TrimSuffix(text[1:], ".")
}

func fileFlags() []Flag {
	return []Flag{
		{Name: "config", Short: "c", Placeholder: "FILE", Ruby: true, Section: sectionFiles,
			Summary: "read this configuration: a TOML file, or options as in .puppet-lint.rc",
			Set:     func(f *Flags, value string) error { f.ConfigFiles = append(f.ConfigFiles, value); return nil }},
		{Name: "no-config", Ruby: true, Section: sectionFiles, Summary: "read no configuration file",
			Set: func(f *Flags, _ string) error { f.NoConfig = true; return nil }},
		{Name: "profile", Placeholder: "NAME", Section: sectionFiles, Values: []string{ProfileDefault, ProfilePuppetLint},
			Summary: "\"puppet-lint\" behaves as puppet-lint (Ruby) does",
			Set:     func(f *Flags, value string) error { f.Profile = value; f.set(value, "profile"); return nil }},
		{Name: "target-version", Placeholder: "N", Section: sectionFiles, Values: TargetVersions(),
			Summary: "the version of Puppet that the code is for (default: from metadata.json, else 8)",
			Set: func(f *Flags, value string) error {
				number, _ := strconv.Atoi(value)
				f.set(number, "target-version")
				return nil
			}},
		{Name: "modulepath", Placeholder: "PATH", Section: sectionFiles, Summary: "folders that hold modules, separated by colons",
			Set: func(f *Flags, value string) error { f.set(SplitPath(value), "modulepath"); return nil }},
		{Name: "no-known-modules", Section: sectionFiles, Summary: "do not use the embedded interfaces of well-known modules for missing ones",
			Set: func(f *Flags, _ string) error { f.set(false, "known-modules"); return nil }},
		{Name: "hiera-config", Placeholder: "FILE", Section: sectionFiles, Summary: "use this file as the server's own hiera.yaml",
			Set: func(f *Flags, value string) error { f.set(value, "hiera-config"); return nil }},
		{Name: "stdin-filename", Placeholder: "PATH", Section: sectionFiles, Summary: "treat standard input (-) as the file PATH",
			Set: func(f *Flags, value string) error { f.StdinFilename = value; return nil }},
		{Name: "exclude", Placeholder: "PATTERNS", Section: sectionFiles, Summary: "skip paths in folders that match these patterns, instead of the default ones",
			Set: func(f *Flags, value string) error { f.set(splitList(value), "exclude"); return nil }},
		{Name: "extend-exclude", Placeholder: "PATTERNS", Section: sectionFiles, Summary: "skip paths in folders that match these patterns as well",
			Set: func(f *Flags, value string) error { f.set(splitList(value), "extend-exclude"); return nil }},
		{Name: "force-exclude", Section: sectionFiles, Summary: "apply the exclusions to files named on the command line as well",
			Set: func(f *Flags, _ string) error { f.ForceExclude = true; return nil }},
		{Name: "ignore-paths", Placeholder: "PATTERNS", Ruby: true, Section: sectionFiles,
			Summary: "skip paths that match, as Ruby's File.fnmatch does",
			Set:     func(f *Flags, value string) error { f.IgnorePaths = splitList(value); return nil }},
		{Name: "no-gitignore", Section: sectionFiles, Summary: "check files that .gitignore excludes as well",
			Switch: true, Set: func(f *Flags, value string) error { f.set(value == "false", "respect-gitignore"); return nil }},
		{Name: "new-from", Placeholder: "REV", Section: sectionFiles, Summary: "report and fix only lines changed since HEAD branched off this git revision",
			Set: func(f *Flags, value string) error { f.NewFrom = &value; return nil }},
	}
}

// SplitPath splits a modulepath. On every system, colons and semicolons separate the folders,
// except for the colon after a Windows drive letter.
func SplitPath(text string) []string {
	var folders []string
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != ':' && text[i] != ';' {
			continue
		}
		if i == start+1 && i+1 < len(text) && text[i] == ':' && (text[i+1] == '\\' || text[i+1] == '/') && text[start] != '.' {
			continue
		}
		if i > start {
			folders = append(folders, text[start:i])
		}
		start = i + 1
	}
	return folders
}

func fixFlags() []Flag {
	return []Flag{
		{Name: "fix", Short: "f", Ruby: true, Section: sectionFix, Summary: "apply the safe fixes",
			Set: func(f *Flags, _ string) error { f.Fix = true; return nil }},
		{Name: "unsafe-fixes", Section: sectionFix, Summary: "with --fix or --diff: apply fixes that may change behaviour as well",
			Switch: true, Set: func(f *Flags, value string) error { f.set(value != "false", "unsafe-fixes"); return nil }},
		{Name: "diff", Section: sectionFix, Summary: "show what --fix would change, and change nothing",
			Set: func(f *Flags, _ string) error { f.Diff = true; return nil }},
		{Name: "add-ignore", Section: sectionFix, Summary: "write a lint:ignore comment for every finding",
			Set: func(f *Flags, _ string) error { f.AddIgnore = true; return nil }},
		{Name: "baseline", Placeholder: "write|use", Section: sectionFix, Values: []string{"write", "use"},
			Summary: "write the findings to the baseline file, or report only findings that are not in it",
			Set:     func(f *Flags, value string) error { f.BaselineMode = value; return nil }},
	}
}

func outputFlags(formats []string) []Flag {
	return []Flag{
		{Name: "format", Placeholder: "NAME[=FILE]", Section: sectionOutput,
			Summary: "report format; may be repeated: " + joinWords(formats),
			Set: func(f *Flags, value string) error {
				name, file, isToFile := strings.Cut(value, "=")
				if !slices.Contains(formats, name) {
					suggestion := spell.DidYouMean(name, formats)
					if suggestion == "" {
						suggestion = "; known are " + joinWords(formats)
					}
					return fmt.Errorf("there is no format %q%s", name, suggestion)
				}
				if isToFile && file == "" {
					return fmt.Errorf("%q names no file; write %s alone for standard output", value, name)
				}
				f.addFormat(value)
				return nil
			}},
		{Name: "color", Placeholder: "WHEN", Section: sectionOutput, Values: []string{"auto", "always", "never"}, Summary: "colour: auto, always, never",
			Set: func(f *Flags, value string) error { f.set(value, "color"); return nil }},
		{Name: "statistics", Section: sectionOutput, Summary: "print the number of findings per rule",
			Set: func(f *Flags, _ string) error { f.Statistics = true; return nil }},
		{Name: "timings", Section: sectionOutput, Summary: "print how long each step took",
			Set: func(f *Flags, _ string) error { f.Timings = true; return nil }},
		{Name: "max-same", Placeholder: "N", Section: sectionOutput,
			Summary: fmt.Sprintf("with --format text: show at most N warnings of one rule, and each error message "+
				"only once (default %d; 0: all)", DefaultMaxSame),
			Set: func(f *Flags, value string) error {
				number, err := strconv.Atoi(value)
				if err != nil || number < 0 {
					return fmt.Errorf("%q is not a whole number of 0 or more", value)
				}
				f.MaxSame = &number
				return nil
			}},
		{Name: "quiet", Section: sectionOutput, Summary: "print no summary and no progress",
			Set: func(f *Flags, _ string) error { f.Quiet = true; return nil }},
		{Name: "show-ignored", Ruby: true, Section: sectionOutput, Summary: "show suppressed findings as well",
			Set: func(f *Flags, _ string) error { f.ShowIgnored = true; return nil }},
		{Name: "error-level", Placeholder: "LEVEL", Ruby: true, Section: sectionOutput, Values: []string{"all", "warning", "error"},
			Summary: "show only findings of this severity: all, warning, error",
			Set:     func(f *Flags, value string) error { f.ErrorLevel = value; return nil }},
		{Name: "log-format", Placeholder: "FORMAT", Ruby: true, Section: sectionOutput,
			Summary: "the format of each line, with %{path}, %{line}, %{column}, %{KIND}, %{check}, %{message} …",
			Set:     func(f *Flags, value string) error { f.LogFormat = value; f.setLegacyOutput(); return nil }},
		{Name: "with-context", Ruby: true, Section: sectionOutput, Summary: "with one-line output: print the line of code as well",
			Set: func(f *Flags, _ string) error { f.WithContext = true; return nil }},
		{Name: "with-filename", Ruby: true, Section: sectionOutput, Summary: "with one-line output: print the path even for a single file",
			Set: func(f *Flags, _ string) error { f.WithFilename = true; return nil }},
		{Name: "json", Ruby: true, Section: sectionOutput, Summary: "write JSON as puppet-lint (Ruby) does; --format json is this program's own",
			Set: func(f *Flags, _ string) error { f.JSON = true; f.setLegacyOutput(); return nil }},
		{Name: "sarif", Ruby: true, Section: sectionOutput, Summary: "the same as --format sarif",
			Set: func(f *Flags, _ string) error { f.SARIF = true; f.setLegacyOutput(); return nil }},
		{Name: "sarif-category", Placeholder: "NAME", Section: sectionOutput, Summary: "with --format sarif: the category of the results in code scanning, for runs that are uploaded side by side",
			Set: func(f *Flags, value string) error { f.Category = value; return nil }},
		{Name: "codeclimate-report-file", Placeholder: "FILE", Ruby: true, Section: sectionOutput, Summary: "also write a Code Climate report to FILE",
			Set: func(f *Flags, value string) error {
				f.CodeClimateFile, f.UntrustedCodeClimate = value, f.untrusted
				return nil
			}},
	}
}

// addFormat adds a format to the formats that the same command line or file requested. The
// first format of the command line replaces the formats of a file, whichever flags request
// them.
func (f *Flags) addFormat(format string) {
	for i := len(f.Layers) - 1; i >= 0; i-- {
		if entry := &f.Layers[i].Entries[0]; entry.Key[0] == "format" && fileOf(entry.Origin) == fileOf(f.origin) {
			if formats := entry.Value.([]string); !slices.Contains(formats, format) {
				entry.Value = append(slices.Clone(formats), format)
			}
			return
		}
	}
	if fileOf(f.legacyOutput) != fileOf(f.origin) {
		f.JSON, f.SARIF = false, false
	}
	f.set([]string{format}, "format")
}

// setLegacyOutput records that an output flag of puppet-lint (Ruby) was given. It replaces the
// formats that a file requested before.
func (f *Flags) setLegacyOutput() {
	f.legacyOutput = f.origin
	f.Layers = slices.DeleteFunc(f.Layers, func(layer *Layer) bool {
		entry := layer.Entries[0]
		return entry.Key[0] == "format" && fileOf(entry.Origin) != fileOf(f.origin)
	})
}

// FormatsGiven reports whether a flag names a report format.
func (f *Flags) FormatsGiven() bool {
	return slices.ContainsFunc(f.Layers, func(layer *Layer) bool { return layer.Entries[0].Key[0] == "format" })
}

// fileOf returns the file of a flag, given its origin. It is empty for the command line.
func fileOf(origin string) string {
	if strings.HasPrefix(origin, "--") {
		return ""
	}
	return origin[:max(strings.LastIndexByte(origin, ':'), 0)]
}

func otherFlags(catalogue *Catalogue) []Flag {
	return []Flag{
		{Name: "fail-on-warnings", Ruby: true, Section: sectionExit, Summary: "fail on warnings, not only on errors",
			Set: func(f *Flags, _ string) error { f.set("warning", "fail-level"); return nil }},
		{Name: "fail-level", Placeholder: "LEVEL", Section: sectionExit, Values: append(severityNames(), "never"),
			Summary: "fail on findings of at least this severity: info, warning (default), error, never",
			Set:     func(f *Flags, value string) error { f.set(value, "fail-level"); return nil }},
		{Name: "max-findings", Placeholder: "N", Section: sectionExit, Summary: "fail only if there are more findings than N",
			Set: func(f *Flags, value string) error {
				number, err := strconv.Atoi(value)
				if err != nil || number < 0 {
					return fmt.Errorf("%q is not a whole number of 0 or more", value)
				}
				f.set(number, "max-findings")
				return nil
			}},
		{Name: "watch", Section: sectionOther, Summary: "check again whenever a file changes",
			Set: func(f *Flags, _ string) error { f.Watch = true; return nil }},
		{Name: "jobs", Placeholder: "N", Section: sectionOther, Summary: "how many files to check in parallel (default: one per core)",
			Set: func(f *Flags, value string) error {
				number, err := strconv.Atoi(value)
				if err != nil || number < 1 {
					return fmt.Errorf("%q is not a whole number of 1 or more", value)
				}
				f.Jobs = number
				return nil
			}},
		{Name: "list-checks", Ruby: true, Section: sectionOther, Summary: "list the rules' names",
			Set: func(f *Flags, _ string) error { f.ListChecks = true; return nil }},
		{Name: "load", Short: "l", Placeholder: "FILE", Ruby: true, Section: sectionOther, Summary: "run the checks of this plugin file; those of known plugins are built in",
			Set: func(f *Flags, value string) error { f.load(catalogue, value); return nil }},
		{Name: "load-from-puppet", Placeholder: "MODULEPATH", Ruby: true, Section: sectionOther, Summary: "accepted for compatibility with puppet-lint (Ruby)",
			Set: func(f *Flags, value string) error { f.load(catalogue, SplitPath(value)...); return nil }},
		{Name: "version", Short: "", Ruby: true, Section: sectionOther, Summary: "print the version",
			Set: func(f *Flags, _ string) error { f.ShowVersion = true; return nil }},
		{Name: "help", Short: "h", Ruby: true, Section: sectionOther, Summary: "print this text",
			Set: func(f *Flags, _ string) error { f.Help = true; return nil }},
	}
}

// load selects the checks of the files of known plugins and records the other files.
func (f *Flags) load(catalogue *Catalogue, files ...string) {
	for _, file := range files {
		if known := catalogue.ofLoaded(file); known != nil {
			f.set(known, "extend-select")
		} else {
			f.Loaded = append(f.Loaded, file)
		}
	}
}

// checkFlags returns puppet-lint (Ruby)'s flags that turn single checks on and off. Custom
// rules have them too, since the plugins that they replace had.
func checkFlags(catalogue *Catalogue) []Flag {
	var flags []Flag
	for _, rule := range catalogue.Rules {
		if !rule.Core && rule.Plugin == "" && rule.Group != diag.Custom {
			continue
		}
		for _, name := range append([]string{rule.Name}, rule.OldNames...) {
			flags = append(flags, checkFlag("no-"+name+"-check", "ignore", name, !rule.Core))
			if !rule.Core || !rule.RubyDefault {
				flags = append(flags, checkFlag(name+"-check", "extend-select", name, !rule.Core))
			}
		}
	}
	return flags
}

// foreignChecks are checks of known plugins that are not built in: they need a database of
// catalogs, follow one organisation's rules, or were withdrawn. A command line may name them,
// but they do not run.
var foreignChecks = []string{
	"ghostbuster_classes", "ghostbuster_defines", "ghostbuster_facts", "ghostbuster_files", "ghostbuster_functions",
	"ghostbuster_hiera_files", "ghostbuster_templates", "ghostbuster_types", "wmf_styleguide", "malicious_dependency",
	"weak_password", "security_apache_bad_cipher", "security_password_variable_in_exec", "security_firewall_any_any_deny",
	"security_firewall_dns_used", "security_firewall_puppetmaster_any_deny", "security_service_mysql_disabled",
	"security_service_puppetmaster_disabled", "classes_and_types_beginning_with_digits",
}

// IsForeignCheck reports whether name is a check of a known Ruby plugin that is not built in.
func IsForeignCheck(name string) bool { return slices.Contains(foreignChecks, name) }

// foreignFlags returns the flags that turn the checks of foreignChecks on and off. They have no
// effect.
func foreignFlags(catalogue *Catalogue) []Flag {
	var flags []Flag
	for _, name := range foreignChecks {
		if len(catalogue.byName[name]) > 0 {
			continue
		}
		for _, flag := range []string{"no-" + name + "-check", name + "-check"} {
			flags = append(flags, Flag{Name: flag, Ruby: true, Added: true, Set: func(f *Flags, _ string) error {
				f.Foreign = append(f.Foreign, name)
				return nil
			}})
		}
	}
	return flags
}

func checkFlag(name, key, check string, added bool) Flag {
	return Flag{Name: name, Ruby: true, Added: added, Set: func(f *Flags, _ string) error { f.set([]string{check}, key); return nil }}
}

// apply sets a flag to a value. where is the name for errors and the origin of the setting.
func (f *Flags) apply(flag *Flag, value, where string) error {
	if flag.Values != nil && !slices.Contains(flag.Values, value) {
		return fmt.Errorf("%s: %q is not one of %s%s", where, value, joinWords(flag.Values), spell.DidYouMean(value, flag.Values))
	}
	f.origin = where
	if err := flag.Set(f, value); err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	return nil
}

// Apply sets a flag to a value, as on the command line.
func (f *Flags) Apply(flag *Flag, value string) error { return f.apply(flag, value, "--"+flag.Name) }
