package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"puppet-lint/lint"
	"puppet-lint/report/impactreport"
	"puppet-lint/types"
)

// impactCommand reports how a change affects classes and nodes.
func impactCommand(env *environment, arguments []string) int {
	f := newLanguageFlags("impact")
	factsFile := f.set.String("facts", "", "the facts of a node, as facter or puppet print them, in `FILE` (JSON or YAML)")
	formats := f.set.StringArray("format", nil, "write the impact as `FORM[=FILE]`; may be repeated: "+strings.Join(impactreport.Forms(), ", ")+" (default text)")
	jobs := f.set.Int("jobs", 0, "work on `N` files at once (default: one per core)")
	hideUnusedFlags(f)
	paths, status, done := f.parse(env, "impact", arguments)
	if done {
		return status
	}
	revision := "HEAD"
	if len(paths) > 0 {
		revision, paths = paths[0], paths[1:]
	}
	f.files = lint.Confine(env.folder, paths)
	if len(*formats) == 0 {
		*formats = []string{"text"}
	}
	if problem := formatProblem(*formats, impactreport.Forms()); problem != "" {
		return env.usage("impact: --format: %s", problem)
	}
	var facts *types.Hash
	if *factsFile != "" {
		var err error
		if facts, err = lint.ReadFacts(*factsFile); err != nil {
			return env.fail(fmt.Errorf("--facts: %w", err))
		}
	}
	impact, err := lint.ImpactSince(context.Background(), lint.Options{Files: f.files, Folder: env.folder, Paths: paths, Resolver: f.resolver(env), Jobs: *jobs}, revision, facts)
	if err != nil {
		return env.fail(err)
	}
	if impact.Notice != "" {
		env.printMessage(impact.Notice)
	}
	for _, format := range *formats {
		name, path, toFile := strings.Cut(format, "=")
		write := func(out io.Writer) error { return impactreport.Write(out, impact, name) }
		if toFile {
			err = env.writeReport(path, write)
		} else {
			err = write(env.stdout)
		}
		if err != nil {
			return env.fail(err)
		}
	}
	for _, failure := range impact.Failures {
		env.printMessage(failure.Message)
		if !failure.Notice {
			status = exitFailure
		}
	}
	for _, one := range impact.Affected {
		if one.Difference.Failure != "" && status == exitClean {
			status = exitFindings
		}
	}
	return status
}
