package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"puppet-lint/config"
	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// watch checks again whenever a file changes, until it is interrupted.
func (c *checkRun) watch(options lint.Options) int {
	if slices.Contains(options.Paths, "-") {
		return c.env.usage("--watch: standard input cannot be watched; name files or folders")
	}
	if options.Baseline == "write" {
		return c.env.usage("--watch cannot write a baseline: write it in a run without --watch, and add --baseline use here")
	}
	watcher, err := lint.NewWatcher(options)
	if err != nil {
		return c.env.fail(fmt.Errorf("--watch: %w", err))
	}
	defer watcher.Close()
	watcher.Ignore(c.written())
	var session lint.Session
	if c.env.terminal && !slices.ContainsFunc(c.formats(), func(format string) bool { return !isForPeople(format) }) {
		session.First = func(result *lint.Result, again map[string]bool) {
			if !watcher.Pending() {
				c.reportFirst(result, again)
			}
		}
	}
	return c.followChanges(watcher, &session, options)
}

// followChanges checks everything, and then after each change what it affects. It returns the
// exit status of the last run when watching ends.
func (c *checkRun) followChanges(watcher *lint.Watcher, session *lint.Session, options lint.Options) int {
	ctx := context.Background()
	status := c.watchAll(ctx, session, options)
	// unshown holds files with results that were not shown, because more files changed before
	// they were complete. Results are held back only once in a row, so that a user who types
	// continuously sees some.
	var unshown map[string]bool
	for {
		session.Idle(ctx)
		changed, err := watcher.Wait()
		switch {
		case err != nil:
			return c.env.fail(fmt.Errorf("--watch: %w", err))
		case changed == nil:
			return status
		}
		if result, again, _ := session.Rerun(ctx, changed); result != nil {
			maps.Copy(again, unshown)
			if unshown == nil && watcher.Pending() {
				unshown = again
				continue
			}
			unshown = nil
			// A temporary file of an editor must not cause a report.
			if len(again) > 0 || result.Counts() != c.counts {
				status = c.reportAgain(result, again)
			}
			continue
		}
		// The configuration may have changed.
		if err := c.readConfiguration(); err != nil {
			c.env.fail(err)
			continue
		}
		options.Resolver, unshown = c.resolver, nil
		watcher.Ignore(c.written())
		c.clearScreen()
		status = c.watchAll(ctx, session, options)
	}
}

// readConfiguration reads the configuration again. After an error, the settings are the old ones.
func (c *checkRun) readConfiguration() error {
	c.resolver = config.NewResolver(c.files, c.env.folder, c.resolver.Catalogue(), formatNames(), c.flags)
	settings, err := c.resolver.Run(c.flags.Paths)
	if err != nil {
		return err
	}
	c.settings = settings
	return nil
}

// written returns the files that each run writes: its reports.
func (c *checkRun) written() (files []string) {
	for _, format := range c.formats() {
		if _, path, toFile := strings.Cut(format, "="); toFile {
			files = append(files, path)
		}
	}
	if file := cmp.Or(c.flags.CodeClimateFile, c.env.getenv("CODECLIMATE_REPORT_FILE")); file != "" {
		files = append(files, file)
	}
	return files
}

// watchAll checks all files.
func (c *checkRun) watchAll(ctx context.Context, session *lint.Session, options lint.Options) int {
	progress := newProgress(c.env, "checked", c.flags.Quiet)
	options.Progress = progress.update
	result, _ := session.Run(ctx, options) // it fails only if the context is cancelled
	progress.clear()
	status := c.report(result)
	c.counts = result.Counts()
	c.printWatching(fmt.Sprintf("checked %s", english.Count(len(result.Files), "file")), result)
	return status
}

// reportAgain reports the findings of the files that were checked again. Formats for programs
// contain those of all files.
func (c *checkRun) reportAgain(result *lint.Result, again map[string]bool) int {
	status := c.reportOn(result, again)
	c.printWatching(checkedAgain(result, again), result)
	return status
}

// reportFirst reports the findings of the changed files, while files that depend on them are
// still to be checked.
func (c *checkRun) reportFirst(result *lint.Result, again map[string]bool) {
	c.reportOn(result, again)
	if !c.flags.Quiet {
		fmt.Fprintln(c.env.stderr, source.ShownFirst(checkedAgain(result, again))+"; checking the files that may depend on it")
	}
}

func (c *checkRun) reportOn(result *lint.Result, again map[string]bool) int {
	c.clearScreen()
	c.again, c.counts = again, result.Counts()
	defer func() { c.again = nil }()
	return c.report(result)
}

func checkedAgain(result *lint.Result, again map[string]bool) string {
	return fmt.Sprintf("checked %s again in %s", english.Count(len(again), "file"), result.Elapsed.Round(100*time.Microsecond))
}

func (c *checkRun) clearScreen() {
	if c.env.terminal {
		fmt.Fprint(c.env.stdout, "\x1b[2J\x1b[H")
	}
}

// printWatching prints, on a terminal, what was done and that watching continues.
func (c *checkRun) printWatching(done string, result *lint.Result) {
	if !c.env.terminal || c.flags.Quiet {
		return
	}
	total := 0
	for _, count := range result.Counts() {
		total += count
	}
	fmt.Fprintf(c.env.stderr, "%s; %s in all files; watching for changes, end with Ctrl-C\n", source.ShownFirst(done), english.Count(total, "finding"))
}

// shownAgain returns the part of the result that a format prints. A format for people only
// prints the files that were checked again.
func (c *checkRun) shownAgain(result *lint.Result, format string) *lint.Result {
	if c.again == nil || !isForPeople(format) {
		return result
	}
	return result.Of(c.again)
}

// isForPeople reports whether a format is read by people, who want to see only what has
// changed.
func isForPeople(format string) bool {
	return slices.Contains([]string{"text", "line", "agent", "gcc"}, strings.ToLower(format))
}
