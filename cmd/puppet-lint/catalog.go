package main

import (
	"errors"
	"io"

	"puppet-lint/lint"
)

// catalogForms are the output formats of a catalog.
var catalogForms = []string{"text", "json"}

// catalogCommand prints the known part of the catalog of a class or node.
func catalogCommand(env *environment, arguments []string) int {
	f := newLanguageFlags("catalog")
	factsFile := f.set.String("facts", "", "use the facts of the node in `FILE`, as facter or puppet print them (JSON or YAML)")
	formats := f.forms("catalog", "catalog", catalogForms)
	f.hideUnused()
	paths, status, done := f.parse(env, "catalog", arguments)
	if done {
		return status
	}
	if len(paths) == 0 {
		return env.usage("catalog needs the name of a class or node")
	}
	name, paths := paths[0], paths[1:]
	f.files = lint.Confine(env.folder, paths)
	if problem := formats.problem(); problem != "" {
		return env.usage("%s", problem)
	}
	facts, err := readFactValues(f.files, *factsFile)
	if err != nil {
		return env.fail(err)
	}
	made, failures := lint.Catalog(lint.Options{Files: f.files, Folder: env.folder, Paths: paths, Resolver: f.resolver(env)}, name, facts)
	if made == nil && len(failures) == 0 {
		return env.fail(errors.New("no catalog was made"))
	}
	status = env.printFailures(failures)
	if made == nil {
		return exitFailure
	}
	err = formats.write(env, func(out io.Writer, form string) error {
		if form == "json" {
			return made.WriteJSON(out, env.folder)
		}
		return made.WriteText(out, env.folder)
	})
	if err != nil {
		return env.fail(err)
	}
	if status == exitClean && len(made.Check()) > 0 {
		return exitFindings
	}
	return status
}
