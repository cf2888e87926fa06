package main

import (
	"errors"
	"fmt"
	"io"

	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/report/typereport"
)

// reportForms are the output formats of the type report.
var reportForms = []string{"text", "json", "markdown", "html", "badge"}

// The lengths of long lists, unless --all is given.
const (
	shownUntyped = 30
	shownCauses  = 12
	shownModules = 200
)

// typeReport writes the type report.
func typeReport(env *environment, arguments []string) int {
	f := newLanguageFlags("report")
	formats := f.forms("report", "report", reportForms)
	since := f.set.String("since", "", "compare with an earlier JSON report in `FILE`")
	all := f.set.Bool("all", false, "show all untyped parameters and causes, not only the most expensive ones")
	unsafe := f.set.Bool("unsafe-fixes", false, "write the suggested types into the code")
	least := f.set.Float64("fail-under", 0, "fail if less than `PERCENT` percent is typed")
	schema := f.set.Bool("schema", false, "print the schema of the JSON report")
	jobs := f.set.Int("jobs", 0, "work on `N` classes and functions at once (default: one per core)")
	f.hideUnused()
	paths, status, done := f.parse(env, "report", arguments)
	if done {
		return status
	}
	if *schema {
		text, err := typereport.Schema()
		if err != nil {
			return env.fail(err)
		}
		fmt.Fprintf(env.stdout, "%s\n", text)
		return exitClean
	}
	if problem := formats.problem(); problem != "" {
		return env.usage("%s", problem)
	}
	if !(*least >= 0 && *least <= 100) {
		return env.usage("report: --fail-under takes a number from 0 to 100")
	}
	made, failures := lint.Types(lint.Options{Files: f.files, Folder: env.folder, Paths: paths, Resolver: f.resolver(env), Jobs: *jobs})
	if made == nil || len(made.Modules) == 0 && len(failures) > 0 {
		return env.fail(errors.New(failures[0].Message))
	}
	if err := compareReport(f.files, made, *since); err != nil {
		return env.fail(err)
	}
	limits := typereport.Limits{Untyped: shownUntyped, Unknown: shownCauses, Modules: shownModules}
	if *all {
		limits = typereport.Limits{}
	}
	limits.Width = env.width()
	if err := formats.write(env, func(out io.Writer, form string) error { return writeForm(out, made, form, limits) }); err != nil {
		return env.fail(err)
	}
	if *unsafe {
		changed, problems := lint.WriteTypes(env.writer, made)
		failures = append(failures, problems...)
		env.printMessage(fmt.Sprintf("wrote %s into %s", english.Count(len(made.Edits()), "type"), english.Count(changed, "file")))
	}
	status = exitClean
	if made.Total.Percent() < *least {
		env.printMessage(fmt.Sprintf("%s are typed, less than %g %%", made.Total.TypedText(), *least))
		status = exitFindings
	}
	if failed := env.printFailures(failures); failed != exitClean {
		return failed
	}
	return status
}

// compareReport compares a report with an earlier one in a file; "" means none.
func compareReport(files *source.Confined, made *typereport.Report, path string) error {
	if path == "" {
		return nil
	}
	earlier, err := files.ReadLoose(path)
	if err != nil {
		return fmt.Errorf("--since: %s", source.Explain(err))
	}
	if err := made.Compare([]byte(earlier.Text)); err != nil {
		return fmt.Errorf("--since: %s %w", path, err)
	}
	return nil
}

// writeForm writes the report in one form.
func writeForm(out io.Writer, made *typereport.Report, name string, limits typereport.Limits) error {
	switch name {
	case "json":
		return made.WriteJSON(out)
	case "markdown":
		return made.WriteMarkdown(out, limits)
	case "html":
		return made.WritePage(out)
	case "badge":
		return made.WriteBadge(out)
	}
	return made.WriteText(out, limits)
}
