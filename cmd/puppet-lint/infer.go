package main

import (
	"fmt"
	"text/tabwriter"

	"puppet-lint/internal/typecommand"
	"puppet-lint/lint"
	"puppet-lint/source"
)

// infer prints the types of an expression or of what is in files.
func infer(env *environment, arguments []string) int {
	f := newLanguageFlags("infer")
	expression := f.set.StringP("expression", "e", "", "infer this `code` instead of files")
	everything := f.set.Bool("all", false, "print the type of every expression, not only of variables that are set")
	paths, status, done := f.parse(env, "infer", arguments)
	if done {
		return status
	}
	options := f.lineOptions()
	if f.jsonl {
		return env.lines(lint.InferLines(env.stdin, env.stdout, options))
	}
	overlay := map[string]string{}
	if *expression != "" {
		paths = append(paths, "expression.pp")
		overlay["expression.pp"] = *expression
	}
	if len(paths) == 0 {
		return env.usage("infer needs a file, - for standard input, or -e CODE")
	}
	status = exitClean
	for _, path := range paths {
		if path == "-" {
			text, err := env.readStdin()
			if err != nil {
				return env.fail(fmt.Errorf("standard input cannot be read: %w", err))
			}
			if path = f.stdinName; path == "" {
				path = "stdin.pp"
			}
			overlay[path] = text
		}
		options.Files = source.NewOverlay(source.Disk{}, overlay)
		parts, value, err := lint.InferFile(path, *everything, options)
		if err != nil {
			fmt.Fprintf(env.stderr, "puppet-lint: %v\n", err)
			status = exitFailure
			continue
		}
		table := tabwriter.NewWriter(env.stdout, 0, 8, 2, ' ', 0)
		for _, part := range parts {
			fmt.Fprintf(table, "%s:%d:%d\t%s\t%s\n", path, part.Line, part.Column, part.Text, part.Type)
		}
		if err := table.Flush(); err != nil {
			return env.lines(err)
		}
		if *expression != "" || len(parts) == 0 {
			fmt.Fprintln(env.stdout, value)
		}
	}
	return status
}

// typeQuestions asks the type algebra.
func typeQuestions(env *environment, arguments []string) int {
	return typecommand.Run(arguments, env.stdin, env.stdout, env.stderr)
}
