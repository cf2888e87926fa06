package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/report"
)

// check runs the subcommand check, which is also the default.
func check(env *environment, arguments []string) int {
	catalogue, formats := newCatalogue(), formatNames()
	detected := config.DetectProfile(env.confineUnparsed(arguments), env.folder, arguments)
	profile := detected.Profile
	known := env.catalogue(arguments)
	flags, err := parseFlags(env, known, formats, arguments, profile)
	if err != nil {
		return env.flagError(profile, err)
	}
	addProfile(flags, detected)
	switch {
	case flags.Help:
		printHelp(env)
		return exitClean
	case flags.ShowVersion && profile == config.ProfilePuppetLint:
		// As puppet-lint (Ruby) prints it: programs parse this line.
		fmt.Fprintln(env.stdout, "puppet-lint "+config.Version)
		return exitClean
	case flags.ShowVersion:
		return version(env, nil)
	case flags.ListChecks:
		for _, rule := range known.Rules {
			if profile != config.ProfilePuppetLint || rule.Core {
				fmt.Fprintln(env.stdout, rule.Name)
			}
		}
		return exitClean
	}
	c := &checkRun{env: env, flags: flags, detected: detected, asRuby: profile == config.ProfilePuppetLint}
	c.files = env.confine(flags)
	c.resolver = config.NewResolver(c.files, env.folder, catalogue, formats, flags)
	return c.run()
}

// flagError reports a mistake in flags or rc files in the style of the profile.
func (env *environment) flagError(profile string, err error) int {
	if profile != config.ProfilePuppetLint {
		return env.usage("%v", err)
	}
	fmt.Fprintf(env.stdout, "puppet-lint: %s\npuppet-lint: try 'puppet-lint --help' for more information\n", strings.TrimRight(source.ShownLines(err.Error()), "\n"))
	first, _, _ := strings.Cut(err.Error(), "\n")
	if strings.HasPrefix(first, "invalid option") && strings.HasSuffix(first, "-check") {
		// puppet-lint (Ruby) may know the check from a plugin that is not built in here.
		fmt.Fprintln(env.stderr, "puppet-lint: if that is your own check: 'puppet-lint init' converts the other lines of .puppet-lint.rc, and docs/own-rules.md shows how to write the check as a rule")
	}
	return exitFindings
}

// checkRun is one run of check.
type checkRun struct {
	env   *environment
	flags *config.Flags
	// files is the disk, restricted to what may be read for the paths.
	files    *source.Confined
	resolver *config.Resolver
	settings *config.Settings
	detected config.Detected
	asRuby   bool
	// explains is set if the profile of puppet-lint (Ruby) applies although the user did not
	// choose it. That profile prints nothing if there are no findings.
	explains bool
	// asPuppet is set for validate, which repeats what Puppet repeats.
	asPuppet bool
	// fixCommand is the command that applies the safe fixes; "" if check does.
	fixCommand string
	// again holds, in watch mode, the files that were checked again, or nil if all were.
	again map[string]bool
	// counts are the numbers of findings last reported in watch mode, by severity.
	counts [diag.Error + 1]int
}

func (c *checkRun) run() int {
	env, flags := c.env, c.flags
	if c.asRuby && len(flags.Paths) == 0 {
		if c.detected.Explicit {
			// An explicit profile means full compatibility: scripts rely on this message.
			fmt.Fprint(env.stdout, "puppet-lint: no file specified\npuppet-lint: try 'puppet-lint --help' for more information\n")
			fmt.Fprintln(env.stderr, "puppet-lint: with --profile puppet-lint, name a path; '.' is the current folder")
			return exitFindings
		}
		c.explainProfile()
	}
	if unknown := report.CheckTemplate(flags.LogFormat); unknown != "" && !c.asRuby {
		return env.usage("--log-format: there is no %%{%s}; known are %s", unknown, strings.Join(report.Placeholders(), ", "))
	}
	if flags.StdinFilename != "" && !slices.Contains(flags.Paths, "-") {
		return env.usage("--stdin-filename names standard input; also give - as the path")
	}
	if flags.BaselineMode == "write" && flags.NewFrom != nil {
		return env.usage("--baseline write accepts all findings, but --new-from leaves most of them out; use only one of the two")
	}
	for _, file := range flags.Loaded {
		env.printMessage(fmt.Sprintf("%s: Ruby checks are not loaded; those of known plugins are built in (see 'puppet-lint rules')", file))
	}
	for _, check := range flags.Foreign {
		env.printMessage(fmt.Sprintf("%s is a check of a Ruby plugin that is not built in; it does not run", check))
	}
	var err error
	if c.settings, err = c.resolver.Run(flags.Paths); err != nil {
		return env.fail(err)
	}
	if problem := formatProblem(c.formats(), formatNames()); problem != "" {
		return env.usage("format: %s", problem) // mistakes in the flags or in the configuration
	}
	if err := c.checkFlagPaths(); err != nil {
		return env.fail(err)
	}
	options := c.options()
	if flags.Watch {
		return c.watch(options)
	}
	return c.once(options)
}

// explainProfile prints one line on why only the checks of puppet-lint (Ruby) run, and how to
// run all rules.
func (c *checkRun) explainProfile() {
	if c.detected.RCFile == "" || c.flags.Quiet {
		return
	}
	c.explains = true
	fmt.Fprintf(c.env.stderr, "puppet-lint: %s found: only the checks of puppet-lint (Ruby) run, with its output; "+
		"'puppet-lint --profile default' checks everything, 'puppet-lint init' converts the file\n", c.detected.RCFile)
}

// checkFlagPaths reports paths of flags that do not exist. For a missing module folder it
// prints a message, since the run only knows less. For a missing Hiera configuration it returns
// an error, since all data would differ.
func (c *checkRun) checkFlagPaths() error {
	for _, layer := range c.flags.Layers {
		for _, entry := range layer.Entries {
			switch entry.Origin {
			case "--modulepath":
				c.checkModulepath(entry.Value.([]string))
			case "--hiera-config":
				if _, err := os.Stat(c.settings.HieraConfig); err != nil {
					return fmt.Errorf("--hiera-config: %s", source.Explain(err))
				}
			}
		}
	}
	return nil
}

// checkModulepath prints a message for each folder that does not exist.
func (c *checkRun) checkModulepath(folders []string) {
	for _, folder := range folders {
		if _, err := os.Stat(folder); err != nil && !c.flags.Quiet {
			c.env.printMessage(fmt.Sprintf("--modulepath: %s", source.Explain(err)))
		}
	}
}

func (c *checkRun) options() lint.Options {
	flags := c.flags
	options := lint.Options{
		Files: c.files, Folder: c.env.folder, Paths: flags.Paths, Resolver: c.resolver,
		Stdin:     lint.Stdin{Read: c.env.readStdin, Name: flags.StdinFilename},
		AddIgnore: flags.AddIgnore, Baseline: flags.BaselineMode, NewFrom: flags.NewFrom,
		IgnorePaths: flags.IgnorePaths, ForceExclude: flags.ForceExclude, Jobs: flags.Jobs, Timings: flags.Timings,
		Writer: c.env.writer,
	}
	switch {
	case flags.Diff:
		options.Fix = lint.FixDry
	case flags.Fix:
		options.Fix = lint.FixFiles
	}
	return options
}

func (env *environment) readStdin() (string, error) {
	text, err := source.ReadLimited(env.stdin, "standard input")
	return string(text), err
}

// once does one run and reports its result.
func (c *checkRun) once(options lint.Options) int {
	progress := newProgress(c.env, "checked", c.flags.Quiet)
	options.Progress = progress.update
	result, _ := lint.Run(context.Background(), options) // it fails only if the context is cancelled
	progress.clear()
	result.Trees = nil // a report does not need them, and they take most of the memory
	return c.report(result)
}

// report writes the result of a run and returns the exit status.
func (c *checkRun) report(result *lint.Result) int {
	env := c.env
	if !c.asRuby && !c.asPuppet && !c.flags.Watch { // a watch shows what changed, file by file
		result.KeepEachCauseOnce()
	}
	writesStdin := c.flags.Fix && slices.Contains(c.flags.Paths, "-")
	out := env.stdout
	if writesStdin {
		out = env.stderr
		c.writeFixedStdin(result)
	}
	if c.flags.Diff {
		report.WriteDiff(out, result.Changes, env.colors(c.settings.Color))
	} else if status := c.writeReports(out, result); status != exitClean {
		return status
	}
	if unknown := report.CheckTemplate(c.flags.LogFormat); unknown != "" && len(result.Findings) > 0 {
		// puppet-lint (Ruby) notices this only if there is something to print.
		env.fail(fmt.Errorf("--log-format: there is no %%{%s}", unknown))
		return exitFindings
	}
	if c.explains && len(result.Findings) == 0 && !result.Failed() {
		fmt.Fprintf(env.stderr, "puppet-lint: no findings in %s\n", english.Count(len(result.Files), "file"))
	}
	if c.flags.Statistics {
		report.WriteStatistics(out, result)
	}
	if c.flags.Timings {
		report.WriteTimings(env.stderr, result)
	}
	missing := c.reportFailures(result)
	switch {
	case missing && c.asRuby:
		return exitFindings
	case result.Failed():
		return exitFailure
	}
	return c.status(result)
}

// writeFixedStdin prints the text of standard input after fixing.
func (c *checkRun) writeFixedStdin(result *lint.Result) {
	for _, change := range result.Changes {
		fmt.Fprint(c.env.stdout, change.After)
		return
	}
	// Nothing was fixed, so the text is unchanged.
	if text, ok := result.Stdin(); ok {
		fmt.Fprint(c.env.stdout, text)
	}
}

// reportFailures reports the failures of a run. missing is true if a path did not exist, in the
// puppet-lint profile.
func (c *checkRun) reportFailures(result *lint.Result) (missing bool) {
	for _, failure := range result.Failures {
		if c.asRuby && failure.Missing {
			fmt.Fprint(c.env.stdout, "puppet-lint: no file specified or specified file does not exist\npuppet-lint: try 'puppet-lint --help' for more information\n")
			missing = true
			continue
		}
		if failure.Plain {
			fmt.Fprint(c.env.stderr, source.ShownLines(failure.Message+"\n"))
			continue
		}
		c.env.printMessage(failure.Message)
	}
	return missing
}

// status returns the exit status for the findings.
func (c *checkRun) status(result *lint.Result) int {
	if c.flags.BaselineMode == "write" {
		return exitClean
	}
	if c.flags.Diff {
		if len(result.Changes) > 0 || result.LeftAlone > 0 {
			return exitFindings
		}
		return exitClean
	}
	level := c.settings.FailLevel
	failing := 0
	for _, finding := range result.Findings {
		if !finding.Suppressed && !result.IsFixed(finding) && failLevel(finding.Severity, level) {
			failing++
		}
	}
	if failing > c.settings.MaxFindings {
		return exitFindings
	}
	return exitClean
}

// formats returns the reports to write. They come from the flags, otherwise from the settings,
// otherwise from the profile.
func (c *checkRun) formats() []string {
	flags := c.flags
	switch {
	case flags.SARIF:
		return []string{"sarif"}
	case flags.JSON:
		return []string{"ruby-json"}
	case flags.LogFormat != "" && !flags.FormatsGiven():
		return []string{"line"}
	case len(c.settings.Formats) > 0:
		return c.settings.Formats
	case c.asRuby:
		return []string{"line"}
	}
	return []string{"text"}
}

// writeReports writes every requested report, to its file or to out. It returns the exit
// status.
func (c *checkRun) writeReports(out io.Writer, result *lint.Result) int {
	formats, untrusted := slices.Clone(c.formats()), c.settings.UntrustedFormats
	named := len(formats) // the formats chosen so far; that of CODECLIMATE_REPORT_FILE follows
	if file := cmp.Or(c.flags.CodeClimateFile, c.env.getenv("CODECLIMATE_REPORT_FILE")); file != "" {
		formats = append(formats, "codeclimate="+file)
	}
	untrustedLast := c.flags.CodeClimateFile != "" && c.flags.UntrustedCodeClimate
	for index, format := range formats {
		name, path, toFile := strings.Cut(format, "=")
		options := c.reportOptions(result, toFile)
		if !toFile {
			if err := report.Write(out, name, c.shownAgain(result, name), options); err != nil {
				return c.env.outputError(err)
			}
			continue
		}
		if index < named && untrusted || index == named && untrustedLast {
			if err := c.mayReplace(name, path); err != nil {
				return c.env.fail(err)
			}
		}
		write := func(file io.Writer) error { return report.Write(file, name, result, options) }
		if err := c.env.writeReport(c.files, path, write); err != nil {
			return c.env.fail(err)
		}
	}
	return exitClean
}

// writeReport writes a report completely or not at all, so that a full disk does not destroy an
// earlier report. A file that is not regular (a pipe, /dev/stdout) is written directly. files are
// those of the checked trees, whose links must not decide where the report is written.
func (env *environment) writeReport(files *source.Confined, path string, content func(file io.Writer) error) error {
	for _, confined := range []*source.Confined{env.confineUnparsed(nil), files} {
		if err := confined.MayReplace(path); err != nil {
			return fmt.Errorf("%s: the report is not written: %w", path, err)
		}
	}
	err := env.writer.Write(path, content)
	var pathError *os.PathError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &pathError):
		err = pathError.Err
	}
	if errors.Is(err, os.ErrNotExist) {
		err = errors.New("no such folder")
	}
	return fmt.Errorf("%s: the report cannot be written: %w", path, err)
}

// outputError returns the exit status if the report cannot be printed. A closed pipe is not an
// error: the reader wants no more.
func (env *environment) outputError(err error) int {
	if isClosedPipe(err) || errors.Is(err, os.ErrClosed) {
		return exitClean
	}
	var cause *os.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return env.fail(fmt.Errorf("standard output cannot be written: %w", err))
}

func (c *checkRun) reportOptions(result *lint.Result, toFile bool) report.Options {
	flags, width := c.flags, 0
	if !toFile {
		width = c.env.width()
	}
	options := report.Options{
		Color:          !toFile && c.env.colors(c.settings.Color),
		ShowSuppressed: flags.ShowIgnored,
		Quiet:          flags.Quiet,
		MaxSame:        config.DefaultMaxSame,
		Category:       flags.Category,
		FixCommand:     c.fixCommand,
		Repository:     config.Repository,
		Width:          width,
		Line: report.LineOptions{
			Format: flags.LogFormat, WithFilename: flags.WithFilename || result.Given > 1 || len(flags.Paths) == 0,
			WithContext: flags.WithContext, ShowIgnored: flags.ShowIgnored, AsRuby: c.asRuby,
			Annotations: c.asRuby && report.GitHubActions(),
		},
	}
	if flags.MaxSame != nil {
		options.MaxSame = *flags.MaxSame
	}
	if severity, ok := diag.ParseSeverity(flags.ErrorLevel); ok {
		options.Line.Only, options.Only = severity, severity
	}
	return options
}
