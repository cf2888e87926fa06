package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"puppet-lint/config"
	"puppet-lint/internal/spell"
	"puppet-lint/internal/wordwrap"
)

// flagValue adapts a flag of config's table to pflag.
type flagValue struct {
	flag  *config.Flag
	flags *config.Flags
	err   *error
}

// String returns "", so that pflag shows no default: config holds the defaults.
func (v flagValue) String() string { return "" }

// Type returns the placeholder that the help shows for the value.
func (v flagValue) Type() string { return v.flag.Placeholder }

// Set applies the flag. It also stores the error, since pflag wraps it in its own words.
func (v flagValue) Set(value string) error {
	var err error
	if v.flag.Placeholder == "" && value != "true" && !(v.flag.Switch && value == "false") {
		err = fmt.Errorf("--%s takes no value", v.flag.Name)
	} else {
		err = v.flags.Apply(v.flag, value)
	}
	if err != nil && *v.err == nil {
		*v.err = err
	}
	return err
}

// parseFlags reads the arguments of the check command as the profile defines.
func parseFlags(env *environment, catalogue *config.Catalogue, formats, arguments []string, profile string) (*config.Flags, error) {
	table := config.FlagTable(catalogue, formats)
	flags := &config.Flags{Profile: profile}
	if profile == config.ProfilePuppetLint {
		return flags, parseRubyFlags(env, table, flags, arguments)
	}
	if err := readFlags(table, flags, arguments); err != nil {
		return flags, err
	}
	files := slices.DeleteFunc(slices.Clone(flags.ConfigFiles), func(file string) bool { return strings.HasSuffix(file, ".toml") })
	if len(files) == 0 {
		return flags, nil
	}
	// The files are read first, so that the command line overrides them.
	flags = &config.Flags{Profile: profile}
	for _, file := range files {
		if err := config.NewRubyParser(table, env.confineUnparsed(arguments)).Load(flags, file); err != nil {
			return flags, err
		}
	}
	return flags, readFlags(table, flags, arguments)
}

// readFlags parses arguments as the default profile defines.
func readFlags(table []config.Flag, flags *config.Flags, arguments []string) error {
	set := newFlagSet("check")
	var applyError error
	for i := range table {
		flag := &table[i]
		added := set.VarPF(flagValue{flag, flags, &applyError}, flag.Name, flag.Short, flag.Summary)
		if flag.Placeholder == "" {
			added.NoOptDefVal = "true"
		}
	}
	paths, err := parseSet(set, arguments)
	if applyError != nil {
		return applyError
	}
	flags.Paths = paths
	return err
}

// parseRubyFlags reads the rc files and then the arguments, as puppet-lint (Ruby) does.
func parseRubyFlags(env *environment, table []config.Flag, flags *config.Flags, arguments []string) error {
	parser := config.NewRubyParser(table, env.confineUnparsed(arguments))
	readsRC := true
	for _, argument := range arguments {
		readsRC = readsRC && argument != "--no-config"
	}
	if readsRC {
		for _, file := range config.RCFiles() {
			if err := parser.Load(flags, file); err != nil {
				return err
			}
		}
	}
	return parser.Parse(flags, arguments)
}

// newFlagSet returns a pflag set that prints nothing itself.
func newFlagSet(name string) *pflag.FlagSet {
	set := pflag.NewFlagSet(name, pflag.ContinueOnError)
	set.SortFlags = false
	set.Usage = func() {}
	set.SetOutput(discard{})
	return set
}

type discard struct{}

// Write discards the text.
func (discard) Write(text []byte) (int, error) { return len(text), nil }

// parseSet parses arguments and rewords pflag's errors, with a suggestion.
func parseSet(set *pflag.FlagSet, arguments []string) (rest []string, err error) {
	err = set.Parse(arguments)
	var unknown *pflag.NotExistError
	var value *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &missing):
		if missing.GetSpecifiedShortnames() != "" {
			return nil, fmt.Errorf("-%s needs a value", missing.GetSpecifiedName())
		}
		return nil, fmt.Errorf("--%s needs a value", missing.GetSpecifiedName())
	case errors.As(err, &unknown):
		var names []string
		set.VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
		name := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return nil, fmt.Errorf("there is no flag -%s%s", name, suggestLong(name, names))
		}
		return nil, fmt.Errorf("there is no flag --%s%s", name, suggestFlag(name, names))
	case errors.As(err, &value):
		kind := map[string]string{"int": "a whole number", "float64": "a number"}[value.GetFlag().Value.Type()]
		return nil, fmt.Errorf("--%s: %q is not %s", value.GetFlag().Name, value.GetValue(), cmp.Or(kind, "what it takes"))
	case err != nil:
		return nil, err
	}
	return set.Args(), nil
}

// otherNames maps the names of flags in other linters to the flags here.
var otherNames = map[string]string{
	"auto-correct": "--fix", "autofix": "--fix", "write": "--fix", "dry-run": "--diff",
	"output": "--format NAME=FILE", "out": "--format NAME=FILE", "output-file": "--format NAME=FILE", "output-format": "--format", "reporter": "--format",
	"only": "--select", "enable": "--extend-select", "disable": "--extend-ignore", "except": "--extend-ignore",
	"severity": "--fail-level", "exit-zero": "--fail-level never", "silent": "--quiet",
}

// suggestLong suggests the flags that begin with a letter, unless there are many.
func suggestLong(letter string, names []string) string {
	var meant []string
	for _, name := range names {
		if strings.HasPrefix(name, letter) && !strings.HasSuffix(name, "-check") {
			meant = append(meant, "--"+name)
		}
	}
	if len(meant) == 0 || len(meant) > 3 {
		return ""
	}
	return "; did you mean " + strings.Join(meant, " or ") + "?"
}

// suggestFlag suggests flags for an unknown name: those that contain it as whole words,
// otherwise the flag with that name in another linter, otherwise the most similar name.
func suggestFlag(name string, names []string) string {
	var meant []string
	for _, candidate := range names {
		if strings.Contains("-"+candidate+"-", "-"+name+"-") && !strings.HasSuffix(candidate, "-check") {
			meant = append(meant, "--"+candidate)
		}
	}
	if other := otherNames[name]; meant == nil && other != "" && slices.Contains(names, strings.TrimPrefix(strings.Fields(other)[0], "--")) {
		meant = []string{other}
	}
	if best := spell.Best(name, names); meant == nil && best != "" {
		meant = []string{"--" + best}
	}
	if meant == nil {
		return ""
	}
	return "; did you mean " + strings.Join(meant, " or ") + "?"
}

// printHelp prints the help of the program, which includes that of check.
func printHelp(env *environment) {
	fmt.Fprint(env.stdout, `puppet-lint lints, validates and fixes Puppet code.

Usage:
  puppet-lint [flags] [path …]       check files and folders (default: the current one)
  puppet-lint SUBCOMMAND …

Subcommands:
`)
	for _, command := range subcommands() {
		fmt.Fprintf(env.stdout, "  %-12s %s\n", command.name, command.summary)
	}
	catalogue, formats := newCatalogue(), formatNames()
	table := config.FlagTable(catalogue, formats)
	for _, section := range config.Sections() {
		fmt.Fprintf(env.stdout, "\n%s:\n", section)
		for i := range table {
			if table[i].Section == section {
				printFlag(env, &table[i])
			}
		}
	}
	fmt.Fprint(env.stdout, `
  --no-RULE-check and --RULE-check turn single rules off and on, as with puppet-lint (Ruby).

Write ./NAME for a path with the name of a subcommand, and - for standard input.
Exit status: 0 if no finding fails the run, 1 if one does, 2 if the run itself failed.
`)
}

func printFlag(env *environment, flag *config.Flag) {
	left := "    "
	if flag.Short != "" {
		left = "-" + flag.Short + ", "
	}
	left += "--" + flag.Name
	if flag.Placeholder != "" {
		left += " " + flag.Placeholder
	}
	lines := wordwrap.Lines(flag.Summary, max(env.helpWidth()-len(helpIndent), 30))
	if len(left) > 32 {
		fmt.Fprintf(env.stdout, "  %s\n", left)
		left = ""
	}
	for _, line := range lines {
		fmt.Fprintf(env.stdout, "  %-32s %s\n", left, line)
		left = ""
	}
}

// helpIndent is the indentation of the second line of a flag's summary.
const helpIndent = "                                   "

// helpWidth returns the width of the help text: that of the terminal, up to a readable maximum.
func (env *environment) helpWidth() int {
	if width := env.width(); width > 0 {
		return min(width, 100)
	}
	return 100
}
