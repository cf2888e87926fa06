package main

import (
	"context"
	"io"
	"math"

	"puppet-lint/lint"
	"puppet-lint/report/impactreport"
)

// impactCommand reports how a change affects classes and nodes.
func impactCommand(env *environment, arguments []string) int {
	f := newLanguageFlags("impact")
	factsFile := f.set.String("facts", "", "use the facts of a node in `FILE`, as facter or puppet print them (JSON or YAML)")
	all := f.set.Bool("all", false, "compare all catalogs, even if there are so many that it takes long")
	formats := f.forms("impact", "impact", impactreport.Forms())
	jobs := f.set.Int("jobs", 0, "work on `N` files at once (default: one per core)")
	f.hideUnused()
	paths, status, done := f.parse(env, "impact", arguments)
	if done {
		return status
	}
	revision := "HEAD"
	if len(paths) > 0 {
		revision, paths = paths[0], paths[1:]
	}
	f.files = lint.Confine(env.folder, paths)
	if problem := formats.problem(); problem != "" {
		return env.usage("%s", problem)
	}
	facts, err := readFactValues(f.files, *factsFile)
	if err != nil {
		return env.fail(err)
	}
	request := lint.ImpactRequest{Revision: revision, Facts: facts, MaxWork: lint.DefaultWork}
	if *all {
		request.MaxWork = math.MaxInt
	}
	progress := newProgress(env, "read", false)
	impact, err := lint.ImpactSince(context.Background(), lint.Options{Files: f.files, Folder: env.folder, Paths: paths, Resolver: f.resolver(env), Jobs: *jobs, Progress: progress.update}, request)
	progress.clear()
	if err != nil {
		return env.fail(err)
	}
	if impact.Notice != "" {
		env.printMessage(impact.Notice)
	}
	err = formats.write(env, func(out io.Writer, form string) error { return impactreport.Write(out, impact, form) })
	if err != nil {
		return env.fail(err)
	}
	status = env.printFailures(impact.Failures)
	for _, one := range impact.Affected {
		if one.Difference.Fails() && status == exitClean {
			status = exitFindings
		}
	}
	return status
}
