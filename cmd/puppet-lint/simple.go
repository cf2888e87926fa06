package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"puppet-lint/config"
	"puppet-lint/internal/atomicfile"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/lint"
	"puppet-lint/report"
)

// newCatalogue returns all rules except those of a project.
func newCatalogue() *config.Catalogue { return config.NewCatalogue(lint.Rules()) }

// catalogue returns all rules, including those of the project whose configuration applies to
// the arguments.
func (env *environment) catalogue(arguments []string) *config.Catalogue {
	return config.WithCustomRules(env.confineUnparsed(arguments), env.folder, newCatalogue(), formatNames(), arguments)
}

func formatNames() []string { return report.Names() }

// explain prints the documentation of each named rule, and the rules of each named group.
func explain(env *environment, arguments []string) int {
	if len(arguments) > 0 && (arguments[0] == "--help" || arguments[0] == "-h") {
		return printSubcommandHelp(env, "explain", nil)
	}
	if len(arguments) == 0 {
		return env.usage("explain needs a rule's name; see 'puppet-lint rules'")
	}
	catalogue := env.catalogue(nil)
	status := exitClean
	for i, name := range arguments {
		if i > 0 {
			fmt.Fprintln(env.stdout)
		}
		found := catalogue.Find(name)
		if several := catalogue.Covered(name); found == nil && several != nil {
			fmt.Fprintf(env.stdout, "%s selects these rules; name one of them to read its explanation\n\n", name)
			report.SortRules(several, "group")
			report.WriteRules(env.stdout, several, "group", env.colors("auto"))
			continue
		}
		if found == nil {
			suggestion := cmp.Or(spell.DidYouMean(name, catalogue.Selectors()), "; 'puppet-lint rules' lists them, and its --search finds a text")
			env.printMessage(fmt.Sprintf("there is no rule, group or severity named %q%s", name, suggestion))
			status = exitFailure
			continue
		}
		for j, rule := range found {
			if j > 0 {
				fmt.Fprintln(env.stdout)
			}
			report.WriteRulePage(env.stdout, rule, env.colors("auto"), env.helpWidth())
		}
	}
	return status
}

// initialise writes a new configuration file.
func initialise(env *environment, arguments []string) int {
	set := newFlagSet("init")
	force := set.Bool("force", false, "replace an existing file")
	stdout := set.Bool("stdout", false, "print the file instead of writing it")
	from := set.String("from", "", "convert the options in `FILE`, an rc file or a Rakefile (default: .puppet-lint.rc and Rakefile, if they exist)")
	baseline := set.Bool("baseline", false, "also write "+lint.DefaultBaseline+": accept today's findings, so that only new ones are reported")
	help := set.BoolP("help", "h", false, "print this text")
	rest, err := parseSet(set, arguments)
	switch {
	case err != nil:
		return env.usage("init: %v", err)
	case *help:
		return printSubcommandHelp(env, "init", set)
	case len(rest) > 0:
		return env.usage("init: unexpected argument %q", rest[0])
	}
	catalogue := newCatalogue()
	flags, sources, err := env.rcFlags(catalogue, *from)
	if err != nil {
		return env.fail(err)
	}
	baselineFile := ""
	if *baseline {
		baselineFile = lint.DefaultBaseline
	}
	text := config.InitialFile(catalogue, formatNames(), flags, baselineFile)
	if *stdout {
		fmt.Fprint(env.stdout, text)
		return exitClean
	}
	if err := env.writeNew(config.FileName, text, *force); err != nil {
		return env.fail(err)
	}
	fmt.Fprintf(env.stdout, "wrote %s", config.FileName)
	if flags == nil {
		fmt.Fprintln(env.stdout)
	} else {
		fmt.Fprintf(env.stdout, " from %s\n", strings.Join(sources, " and "))
		for _, note := range flags.NotCarriedOver() {
			fmt.Fprintf(env.stdout, "not converted: %s\n", source.Shown(note))
		}
	}
	return env.offerBaseline(catalogue, *baseline)
}

// offerBaseline prints the number of findings under the new configuration, and how to see only
// new ones. If write is true, it writes the baseline instead.
func (env *environment) offerBaseline(catalogue *config.Catalogue, write bool) int {
	files := env.confine(&config.Flags{})
	options := lint.Options{
		Files: files, Folder: env.folder, Writer: env.writer,
		Resolver: config.NewResolver(files, env.folder, catalogue, formatNames(), &config.Flags{}),
	}
	if write {
		options.Baseline = "write"
	}
	result, _ := lint.Run(context.Background(), options) // it fails only if the context is cancelled
	for _, failure := range result.Failures {
		env.printMessage(failure.Message)
	}
	counts := result.Counts()
	if total := counts[diag.Error] + counts[diag.Warning] + counts[diag.Info]; total > 0 {
		fmt.Fprintf(env.stdout, "'puppet-lint' finds %s and %s here today; 'puppet-lint init --baseline --force' accepts them, so that only new ones are reported\n",
			english.Count(counts[diag.Error], "error"), english.Count(total-counts[diag.Error], "other finding"))
	}
	if result.Failed() {
		return exitFailure
	}
	return exitClean
}

// writeNew writes a file in the current folder. It fails if the file exists, unless force is true.
// What it replaces must be a regular file, and not lie outside of the working tree.
func (env *environment) writeNew(path, text string, force bool) error {
	info, err := os.Stat(path)
	if _, isThere := os.Lstat(path); isThere == nil && !force {
		return fmt.Errorf("%s already exists; --force replaces it", path)
	}
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file; --stdout prints it instead", path)
	}
	if err := env.confine(&config.Flags{}).MayWrite(path); err != nil {
		return fmt.Errorf("%s; --stdout prints it instead", source.Explain(err))
	}
	err = env.writer.Write(source.Absolute(env.folder, path), func(file io.Writer) error {
		_, err := io.WriteString(file, text)
		return err
	})
	var cause *os.PathError
	var refusal *atomicfile.Refusal
	switch {
	case errors.As(err, &refusal):
		err = fmt.Errorf("%s: %s; --stdout prints it instead", path, refusal.Why)
	case errors.As(err, &cause):
		err = fmt.Errorf("%s: cannot be written: %w; --stdout prints it instead", path, cause.Err)
	}
	return err
}

// rcFlags reads the rc file and the Rakefile to convert. sources are the existing ones; flags
// is nil if there are none.
func (env *environment) rcFlags(catalogue *config.Catalogue, from string) (flags *config.Flags, sources []string, err error) {
	files, onDisk := []string{".puppet-lint.rc", "Rakefile"}, env.confineUnparsed(nil)
	if from != "" {
		files = []string{from}
		onDisk.AddLoose(from)
	}
	flags = &config.Flags{Profile: config.ProfilePuppetLint}
	parser := config.NewRubyParser(config.FlagTable(catalogue, formatNames()), onDisk)
	for _, path := range files {
		text := ""
		file, err := onDisk.Read(path)
		if err == nil {
			text = file.Text
		}
		switch isRakefile := filepath.Base(path) == "Rakefile" || filepath.Ext(path) == ".rake"; {
		case from == "" && (errors.Is(err, os.ErrNotExist) || isRakefile && !config.ConfiguresPuppetLint(text)):
			continue
		case err != nil:
			return nil, nil, errors.New(source.Explain(err))
		case isRakefile:
			parser.ConvertRakefile(flags, text)
		default:
			parser.Convert(flags, path, text)
		}
		sources = append(sources, path)
	}
	if sources == nil {
		flags = nil
	}
	return flags, sources, nil
}

// showConfig prints the effective configuration of a path.
func showConfig(env *environment, arguments []string) int {
	for _, argument := range arguments {
		if argument == "--help" || argument == "-h" {
			set, _, _, _ := showFlagSet()
			return printSubcommandHelp(env, "config", set)
		}
	}
	show, arguments, err := showFlags(env.catalogue(arguments), arguments)
	if err != nil {
		return env.usage("config: %v", err)
	}
	catalogue, formats := newCatalogue(), formatNames()
	detected := config.DetectProfile(env.confineUnparsed(arguments), env.folder, arguments)
	flags, err := parseFlags(env, env.catalogue(arguments), formats, arguments, detected.Profile)
	if err != nil {
		return env.usage("%v", err)
	}
	addProfile(flags, detected)
	path := env.folder
	if len(flags.Paths) > 1 {
		return env.usage("config takes one path")
	}
	if len(flags.Paths) == 1 {
		if _, err := os.Stat(flags.Paths[0]); err != nil {
			return env.fail(errors.New(source.Explain(err)))
		}
		path = source.Absolute(env.folder, flags.Paths[0])
	}
	folder := path
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		folder = filepath.Dir(path)
	}
	files := env.confine(flags)
	settings, err := config.NewResolver(files, env.folder, catalogue, formats, flags).Folder(folder)
	if err != nil {
		return env.fail(err)
	}
	target, origin := lint.TargetVersion(files, settings, folder)
	if relative, err := filepath.Rel(env.folder, origin); err == nil && filepath.IsAbs(origin) && filepath.IsLocal(relative) {
		origin = relative
	}
	fmt.Fprint(env.stdout, source.ShownLines(settings.Show(path, target, origin, formats, show)))
	if known := lint.KnownModules(files, settings, folder); len(known) > 0 && len(show.Rules) == 0 {
		fmt.Fprint(env.stdout, "\n# missing modules, typed by their known versions\n"+strings.Join(known, "\n")+"\n")
	}
	return exitClean
}

// showFlagSet returns the flags that "config" has in addition to those of check.
func showFlagSet() (set *pflag.FlagSet, rules *string, changed *bool, order *string) {
	set = newFlagSet("config")
	rules = set.String("rules", "", "show only these `RULES`, even if they are off: names, groups, severities, \"all\"")
	changed = set.Bool("changed", false, "show only what differs from the defaults")
	order = set.String("sort", "", "sort the rules by `ORDER`: "+strings.Join(config.ShowOrders(), ", "))
	return set, rules, changed, order
}

// showFlags removes the flags of showFlagSet from arguments and returns their values.
func showFlags(catalogue *config.Catalogue, arguments []string) (options config.ShowOptions, rest []string, err error) {
	set, rules, changed, order := showFlagSet()
	var own []string
	for at := 0; at < len(arguments); at++ {
		name, _, hasValue := strings.Cut(strings.TrimPrefix(arguments[at], "--"), "=")
		flag := set.Lookup(name)
		if !strings.HasPrefix(arguments[at], "--") || flag == nil {
			rest = append(rest, arguments[at])
			continue
		}
		own = append(own, arguments[at])
		if flag.Value.Type() != "bool" && !hasValue && at+1 < len(arguments) {
			at++
			own = append(own, arguments[at])
		}
	}
	if _, err := parseSet(set, own); err != nil {
		return options, nil, err
	}
	options = config.ShowOptions{Changed: *changed, Order: *order}
	if *order != "" && !slices.Contains(config.ShowOrders(), *order) {
		return options, nil, fmt.Errorf("--sort: %q is not one of %s%s", *order, strings.Join(config.ShowOrders(), ", "), spell.DidYouMean(*order, config.ShowOrders()))
	}
	for _, selector := range strings.FieldsFunc(*rules, func(char rune) bool { return char == ',' || char == ' ' }) {
		if catalogue.Covered(selector) == nil {
			return options, nil, fmt.Errorf("--rules: there is no rule, group or severity named %q%s", selector, spell.DidYouMean(selector, catalogue.Selectors()))
		}
		options.Rules = append(options.Rules, selector)
	}
	return options, rest, nil
}

// addProfile adds the profile that an rc file implies to the settings.
func addProfile(flags *config.Flags, detected config.Detected) {
	if detected.RCFile != "" {
		flags.Layers = append([]*config.Layer{{Entries: []config.Entry{
			{Key: []string{"profile"}, Value: detected.Profile, Origin: "found " + detected.RCFile + " and no " + config.FileName}}}}, flags.Layers...)
	}
}

// colors reports whether to print colours. The user's setting decides, then NO_COLOR, then
// whether standard output is a terminal.
func (env *environment) colors(when string) bool {
	switch when {
	case "always":
		return true
	case "never":
		return false
	}
	return env.terminal && env.getenv("NO_COLOR") == ""
}

// width returns the width of the terminal in characters, from COLUMNS, otherwise from the
// terminal. It is 0 if standard output is not a terminal.
func (env *environment) width() int {
	if !env.terminal {
		return 0
	}
	if columns, err := strconv.Atoi(env.getenv("COLUMNS")); err == nil && columns > 0 {
		return columns
	}
	columns, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// failLevel reports whether a finding of the given severity fails the run.
func failLevel(severity, level diag.Severity) bool { return level != 0 && severity >= level }

// printSubcommandHelp prints the help of a subcommand.
func printSubcommandHelp(env *environment, name string, set *pflag.FlagSet) int {
	if env.describe != nil && set != nil {
		env.describe(set)
		return exitClean
	}
	for _, command := range subcommands() {
		if command.name == name {
			fmt.Fprintf(env.stdout, "%s\n\nUsage:\n  puppet-lint %s\n", upperFirst(command.summary), strings.TrimSpace(name+" "+command.arguments))
		}
	}
	if set != nil {
		fmt.Fprintf(env.stdout, "\nFlags:\n%s", set.FlagUsagesWrapped(env.helpWidth()))
	}
	return exitClean
}

func upperFirst(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
