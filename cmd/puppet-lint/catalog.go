package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"puppet-lint/catalog"
	"puppet-lint/lint"
	"puppet-lint/types"
)

// catalogForms are the output formats of a catalog.
var catalogForms = []string{"text", "json"}

// catalogCommand prints the catalog of a class or node, as far as it is known.
func catalogCommand(env *environment, arguments []string) int {
	f := newLanguageFlags("catalog")
	factsFile := f.set.String("facts", "", "the facts of the node, as facter or puppet print them, in `FILE` (JSON or YAML)")
	formats := f.set.StringArray("format", nil, "write the catalog as `FORM[=FILE]`; may be repeated: "+strings.Join(catalogForms, ", ")+" (default text)")
	hideUnusedFlags(f)
	paths, status, done := f.parse(env, "catalog", arguments)
	if done {
		return status
	}
	if len(paths) == 0 {
		return env.usage("catalog needs the name of a class or node")
	}
	name, paths := paths[0], paths[1:]
	f.files = lint.Confine(env.folder, paths)
	if len(*formats) == 0 {
		*formats = []string{"text"}
	}
	if problem := formatProblem(*formats, catalogForms); problem != "" {
		return env.usage("catalog: --format: %s", problem)
	}
	var facts *types.Hash
	if *factsFile != "" {
		var err error
		if facts, err = lint.ReadFacts(*factsFile); err != nil {
			return env.fail(fmt.Errorf("--facts: %w", err))
		}
	}
	made, failures := lint.Catalog(lint.Options{Files: f.files, Folder: env.folder, Paths: paths, Resolver: f.resolver(env)}, name, facts)
	if made == nil && len(failures) == 0 {
		return env.fail(errors.New("no catalog was made"))
	}
	for _, failure := range failures {
		env.printMessage(failure.Message)
		if !failure.Notice {
			status = exitFailure
		}
	}
	if made == nil {
		return exitFailure
	}
	for _, format := range *formats {
		if err := writeCatalog(env, made, format); err != nil {
			return env.fail(err)
		}
	}
	if status == exitClean && len(made.Check()) > 0 {
		return exitFindings
	}
	return status
}

// hideUnusedFlags hides the language flags that a subcommand ignores.
func hideUnusedFlags(f *languageFlags) {
	for _, name := range []string{"tasks", "jsonl", "stdin-filename"} {
		_ = f.set.MarkHidden(name)
	}
}

func writeCatalog(env *environment, made *catalog.Catalog, format string) error {
	name, path, toFile := strings.Cut(format, "=")
	write := func(out io.Writer) error {
		if name == "json" {
			return made.WriteJSON(out, env.folder)
		}
		return made.WriteText(out, env.folder)
	}
	if !toFile {
		return write(env.stdout)
	}
	return env.writeReport(path, write)
}
