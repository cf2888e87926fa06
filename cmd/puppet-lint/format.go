package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/report"
)

// formatCommand formats files, or reports what formatting would change.
func formatCommand(env *environment, arguments []string) int {
	f := newLanguageFlags("format")
	check := f.set.Bool("check", false, "change nothing; name the files that would change, and exit with status 1 if there are any")
	diff := f.set.Bool("diff", false, "change nothing; print a diff of what would change, and exit with status 1 if it is not empty")
	lines := f.set.String("range", "", "format only the lines of `FROM-TO`, each LINE or LINE:COLUMN, of a single file")
	newFrom := f.set.String("new-from", "", "format only files that have changed since the git revision `REV`")
	force := f.set.Bool("force-exclude", false, "skip files that the configuration excludes, even if they are named")
	quiet := f.set.Bool("quiet", false, "print no summary")
	color := f.set.String("color", "auto", "use colour `WHEN`: auto, always, never")
	jobs := f.set.Int("jobs", 0, "work on `N` files at once (default: one per core)")
	for _, name := range []string{"tasks", "jsonl", "target-version", "modulepath"} {
		_ = f.set.MarkHidden(name)
	}
	paths, status, done := f.parse(env, "format", arguments)
	if done {
		return status
	}
	if !slices.Contains([]string{"auto", "always", "never"}, *color) {
		return env.usage("format: --color is auto, always or never, not %q", *color)
	}
	part, err := parseRange(*lines)
	if err == nil && part != nil && len(paths) != 1 {
		err = fmt.Errorf("--range is for a single file")
	}
	if err != nil {
		return env.usage("format: %v", err)
	}
	options := lint.Options{
		Files: f.files, Folder: env.folder, Paths: paths, Resolver: f.resolver(env), Jobs: *jobs, Fix: lint.FixFiles,
		ForceExclude: *force, Stdin: lint.Stdin{Read: env.readStdin, Name: f.stdinName}, Writer: env.writer,
	}
	if f.set.Changed("new-from") {
		options.NewFrom = newFrom
	}
	switch {
	case *diff:
		options.Fix = lint.FixDry
	case *check:
		options.Fix = lint.NoFix
	}
	result := lint.Format(options, part)
	switch {
	case *diff:
		report.WriteDiff(env.stdout, result.Changes, env.colors(*color))
	case *check:
		for _, change := range result.Changes {
			fmt.Fprintf(env.stdout, "would format %s\n", source.Shown(change.Path))
		}
	default:
		printFormatted(env, result, *quiet)
	}
	return formatStatus(env, result, *check || *diff)
}

// formatStatus prints why files could not be formatted, and returns the exit status. If the files
// were only compared, a file that would change counts as a finding.
func formatStatus(env *environment, result *lint.Result, onlyCompared bool) int {
	for _, failure := range result.Failures {
		env.printMessage(failure.Message)
	}
	switch {
	case result.Failed():
		return exitFailure
	case onlyCompared && len(result.Changes) > 0:
		return exitFindings
	}
	return exitClean
}

// printFormatted prints the formatted text of standard input, or the number of changed files.
func printFormatted(env *environment, result *lint.Result, quiet bool) {
	text, isStdin := result.Stdin()
	switch {
	case isStdin && len(result.Changes) > 0:
		fmt.Fprint(env.stdout, result.Changes[0].After)
	case isStdin:
		fmt.Fprint(env.stdout, text)
	case !quiet:
		changed, all := len(result.Changes), len(result.Files)
		fmt.Fprintf(env.stderr, "formatted %d of %d %s\n", changed, all, map[bool]string{true: "file", false: "files"}[all == 1])
	}
}

// parseRange parses "LINE[:COLUMN]-LINE[:COLUMN]". It returns nil for "".
func parseRange(text string) (*lint.LineRange, error) {
	if text == "" {
		return nil, nil
	}
	from, to, isRange := strings.Cut(text, "-")
	first, err := parsePosition(from)
	last := first
	if err == nil && isRange {
		last, err = parsePosition(to)
	}
	if err == nil && (last.Line < first.Line || last.Line == first.Line && last.Column > 0 && last.Column < first.Column) {
		err = fmt.Errorf("it ends before it begins")
	}
	if err != nil {
		return nil, fmt.Errorf("--range %s: %w; write LINE[:COLUMN]-LINE[:COLUMN], counted from 1", text, err)
	}
	return &lint.LineRange{From: first, To: last}, nil
}

// parsePosition parses "LINE" or "LINE:COLUMN".
func parsePosition(text string) (at source.Position, err error) {
	line, column, hasColumn := strings.Cut(text, ":")
	if at.Line, err = strconv.Atoi(line); err == nil && hasColumn {
		at.Column, err = strconv.Atoi(column)
	}
	if err != nil || at.Line < 1 || hasColumn && at.Column < 1 {
		return at, fmt.Errorf("%q is not a position", text)
	}
	return at, nil
}
