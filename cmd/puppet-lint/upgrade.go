package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/lint/upgrade"
	"puppet-lint/report"
)

// upgradeFlags are the flags of the subcommand.
type upgradeFlags struct {
	to, formats                                     []string
	all, write, diff, unsafe, noConfig, quiet, help bool
	modulepath, color                               string
	jobs                                            int
}

// upgradeCommand lists what breaks and changes with other versions of modules or Puppet.
func upgradeCommand(env *environment, arguments []string) int {
	var f upgradeFlags
	set := newFlagSet("upgrade")
	set.StringArrayVar(&f.to, "to", nil, "upgrade to `NAME=VERSION`; may be repeated: puppet=8, openvox=8, puppetlabs-stdlib=9 (default: the versions that metadata.json allows)")
	set.BoolVar(&f.all, "all", false, "upgrade every dependency to its newest known version")
	set.BoolVar(&f.write, "write", false, "make the safe changes, and change metadata.json once nothing breaks any more")
	set.BoolVar(&f.diff, "diff", false, "show what --write would change, and change nothing")
	set.BoolVar(&f.unsafe, "unsafe-fixes", false, "with --write or --diff: also make changes that may change behaviour")
	set.StringVar(&f.modulepath, "modulepath", "", "find modules in the folders of `PATH`, separated by colons")
	set.BoolVar(&f.noConfig, "no-config", false, "read no configuration file")
	set.StringArrayVar(&f.formats, "format", nil, "write the report as `NAME[=FILE]`; may be repeated: "+strings.Join(formatNames(), ", ")+" (default text)")
	set.StringVar(&f.color, "color", "auto", "use colour `WHEN`: auto, always, never")
	set.BoolVar(&f.quiet, "quiet", false, "print no summary")
	set.IntVar(&f.jobs, "jobs", 0, "work on `N` files at once (default: one per core)")
	set.BoolVarP(&f.help, "help", "h", false, "print this text")
	paths, err := parseSet(set, arguments)
	if err != nil {
		return env.usage("upgrade: %v", err)
	}
	if f.help {
		return printSubcommandHelp(env, "upgrade", set)
	}
	if problem := f.problem(paths); problem != "" {
		return env.usage("upgrade: %s", problem)
	}
	options := upgrade.Options{Writer: env.writer, Folder: env.folder, Paths: paths, Jobs: f.jobs, All: f.all, Write: f.write || f.diff, Dry: f.diff, UnsafeFixes: f.unsafe}
	for _, text := range f.to {
		target, err := upgrade.ParseTarget(text)
		if err != nil {
			return env.usage("upgrade: --to: %v", err)
		}
		options.Targets = append(options.Targets, target)
	}
	c := f.checkRun(env, paths)
	options.Files, options.Resolver = c.files, c.resolver
	settings, err := c.resolver.Run(paths)
	if err != nil {
		return env.fail(err)
	}
	c.settings = settings.WithOutput(f.formats, f.color, diag.Warning)
	progress := newProgress(env, "checked", f.quiet)
	options.Progress = progress.updateWith
	outcome, err := upgrade.Run(context.Background(), options)
	progress.clear()
	if err != nil {
		return env.fail(err)
	}
	return f.report(c, outcome)
}

// problem returns what is wrong with the flags, or "".
func (f *upgradeFlags) problem(paths []string) string {
	switch problem := formatProblem(f.formats, formatNames()); {
	case problem != "":
		return "--format: " + problem
	case !slices.Contains([]string{"auto", "always", "never"}, f.color):
		return fmt.Sprintf("--color is auto, always or never, not %q", f.color)
	case slices.Contains(paths, "-"):
		return "standard input cannot be upgraded; name files or folders"
	case (f.write || f.diff) && len(f.to) == 0 && !f.all:
		return "--write and --diff need the new versions: --to or --all"
	}
	return ""
}

// checkRun returns a run with the settings for the reports.
func (f *upgradeFlags) checkRun(env *environment, paths []string) *checkRun {
	flags := &config.Flags{
		NoConfig: f.noConfig, FileFlags: config.FileFlags{Paths: paths}, ReportFlags: config.ReportFlags{Quiet: f.quiet},
	}
	if f.modulepath != "" {
		folders := config.SplitPath(f.modulepath)
		flags.Layers = append(flags.Layers, &config.Layer{Entries: []config.Entry{{Key: []string{"modulepath"}, Value: folders, Origin: "--modulepath"}}})
	}
	flags.Layers = append(flags.Layers, upgrade.Settings())
	c := &checkRun{env: env, flags: flags, files: lint.Confine(env.folder, paths), fixCommand: "puppet-lint upgrade " + f.asGiven() + "--write"}
	for _, layer := range flags.Layers {
		for _, entry := range layer.Entries {
			if entry.Key[0] == "modulepath" {
				for _, folder := range entry.Value.([]string) {
					c.files.Trust(source.Absolute(env.folder, folder))
				}
			}
		}
	}
	c.resolver = config.NewResolver(c.files, env.folder, newCatalogue(), formatNames(), flags)
	return c
}

// asGiven returns the flags that select the target versions, as typed.
func (f *upgradeFlags) asGiven() string {
	text := ""
	for _, to := range f.to {
		text += "--to " + to + " "
	}
	if f.all {
		text += "--all "
	}
	return text
}

// report writes the findings and the changes made.
func (f *upgradeFlags) report(c *checkRun, outcome *upgrade.Outcome) int {
	env := c.env
	if f.diff {
		report.WriteDiff(env.stdout, outcome.Changes, env.colors(f.color))
	} else if status := c.writeReports(env.stdout, outcome.Result); status != exitClean {
		return status
	}
	for _, notice := range outcome.Notices {
		env.printMessage(notice)
	}
	if !f.quiet && len(outcome.Targets) > 0 {
		fmt.Fprintf(env.stderr, "puppet-lint: checked with %s\n", strings.Join(outcome.Targets, ", "))
	}
	if !f.quiet && f.write && !f.diff {
		fmt.Fprintf(env.stderr, "puppet-lint: %s changed\n", english.Count(len(outcome.Changes), "file"))
	}
	c.reportFailures(outcome.Result)
	switch {
	case outcome.Result.Failed():
		return exitFailure
	case f.diff && len(outcome.Changes) > 0:
		return exitFindings
	case f.diff:
		return exitClean
	}
	return c.status(outcome.Result)
}
