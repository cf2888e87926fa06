package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"puppet-lint/graph/unused"
	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/lint"
)

// unusedForms are the formats of the list.
var unusedForms = []string{"text", "json", "markdown"}

// unusedCommand lists the unused definitions of a repository, or removes them.
func unusedCommand(env *environment, arguments []string) int {
	f := newLanguageFlags("unused")
	formats := f.forms("unused", "list", unusedForms)
	roots := f.set.String("roots", "", "read the classes of the nodes from `FILE`: one name per line, or YAML or JSON from a classifier or PuppetDB")
	kinds := f.set.StringSlice("kind", nil, "list only these `KINDS`, separated by commas: "+strings.Join(unused.Kinds(), ", "))
	certain := f.set.Bool("certain", false, "list only what is certainly unused, not what may be unused")
	all := f.set.Bool("all", false, "list each thing that may be unused, even if that is uncertain of many for the same reason")
	vendored := f.set.Bool("vendored", false, "list also what is unused in copies of modules that are developed elsewhere")
	fix := f.set.Bool("fix", false, "remove what is certainly unused; needs --unsafe-fixes")
	unsafe := f.set.Bool("unsafe-fixes", false, "allow --fix to delete files and code")
	quiet := f.set.Bool("quiet", false, "print no summary and no progress")
	jobs := f.set.Int("jobs", 0, "work on `N` files at once (default: one per core)")
	f.hideUnused()
	paths, status, done := f.parse(env, "unused", arguments)
	if done {
		return status
	}
	if problem := formats.problem(); problem != "" {
		return env.usage("%s", problem)
	}
	for _, kind := range *kinds {
		if !slices.Contains(unused.Kinds(), kind) {
			return env.usage("unused: --kind: there is no kind %q%s", kind, cmp.Or(spell.DidYouMean(kind, unused.Kinds()), "; known are "+strings.Join(unused.Kinds(), ", ")))
		}
	}
	if *fix && !*unsafe {
		return env.usage("unused: --fix deletes files and code: add --unsafe-fixes to allow it")
	}
	listed, err := readRoots(f.files, *roots)
	if err != nil {
		return env.fail(err)
	}
	wanted := lint.UnusedOptions{Kinds: *kinds, Roots: listed, Vendored: *vendored}
	progress := newProgress(env, "read", *quiet)
	answers, graphs, err := lint.Unused(context.Background(), lint.Options{Files: f.files, Folder: env.folder, Paths: paths, Resolver: f.resolver(env), Jobs: *jobs, Writer: env.writer, Progress: progress.update}, wanted)
	progress.clear()
	if err != nil {
		return env.fail(err)
	}
	failures := graphs.Failures
	if *fix {
		removed, problems := graphs.Remove(answers)
		failures = append(failures, problems...)
		answers = slices.DeleteFunc(answers, func(a unused.Answer) bool { return a.IsCertain() && a.Removal != nil && len(problems) == 0 })
		env.summary(*quiet, fmt.Sprintf("%d removed", removed))
	}
	if *certain {
		answers = slices.DeleteFunc(answers, func(a unused.Answer) bool { return !a.IsCertain() })
	}
	if graphs.Vendored > 0 && !*vendored {
		defer env.summary(*quiet, english.Count(graphs.Vendored, "vendored module")+" not searched; add --vendored to search them, too")
	}
	return env.writeUnused(&unused.Report{Answers: answers, All: *all, Shown: graphs.Shown}, formats, *quiet, failures)
}

// writeUnused writes a list in the given formats, and reports the failures.
func (env *environment) writeUnused(list *unused.Report, formats *formFlag, quiet bool, failures []lint.Failure) int {
	err := formats.write(env, func(out io.Writer, form string) error {
		switch form {
		case "json":
			return list.WriteJSON(out)
		case "markdown":
			return list.WriteMarkdown(out)
		}
		return list.WriteText(out)
	})
	if err != nil {
		return env.fail(err)
	}
	certain, possible := list.Counts()
	env.summary(quiet, fmt.Sprintf("%d unused, %d possibly unused", certain, possible))
	if status := env.printFailures(failures); status != exitClean {
		return status
	}
	if certain > 0 {
		return exitFindings
	}
	return exitClean
}

// summary prints a summary line to standard error.
func (env *environment) summary(quiet bool, text string) {
	if !quiet {
		fmt.Fprintln(env.stderr, source.Shown(text))
	}
}
