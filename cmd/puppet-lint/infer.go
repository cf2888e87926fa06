package main

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"puppet-lint/checker"
	"puppet-lint/internal/typecommand"
	"puppet-lint/lint"
	"puppet-lint/source"
)

// infer prints the types of an expression or of what is in files.
func infer(env *environment, arguments []string) int {
	f := newLanguageFlags("infer")
	expression := f.set.StringP("expression", "e", "", "infer this `CODE` instead of files")
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
		if file, at, ok := placeIn(path, options.Files); ok {
			if err := printPlace(env, file, at, options); err != nil {
				fmt.Fprintf(env.stderr, "puppet-lint: %v\n", err)
				status = exitFailure
			}
			continue
		}
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

// placeIn takes FILE:LINE:COLUMN apart; ok is false for what is a file's path
// itself, or has no such form.
func placeIn(argument string, files source.FileSystem) (path string, at source.Position, ok bool) {
	rest, column, hasColumn := cutNumber(argument)
	path, line, hasLine := cutNumber(rest)
	if !hasColumn || !hasLine {
		return "", at, false
	}
	_, err := files.Stat(argument)
	return path, source.Position{Line: line, Column: column}, err != nil
}

// cutNumber takes a number after the last colon off a text.
func cutNumber(text string) (rest string, number int, ok bool) {
	at := strings.LastIndexByte(text, ':')
	if at <= 0 {
		return text, 0, false
	}
	number, err := strconv.Atoi(text[at+1:])
	return text[:at], number, err == nil && number > 0
}

// printPlace prints the type of the expression at a place, and below it where
// the value comes from.
func printPlace(env *environment, path string, at source.Position, options lint.LineOptions) error {
	part, origins, err := lint.InferPlace(path, at, options)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.stdout, "%s:%d:%d  %s  %s\n", path, part.Line, part.Column, part.Text, part.Type)
	for _, origin := range origins {
		where, text := "", ""
		if origin.File != nil {
			position := origin.File.Position(origin.Span.Start)
			where = fmt.Sprintf("%s:%d:%d  ", origin.File.Name, position.Line, position.Column)
			text, _, _ = strings.Cut(origin.File.Slice(origin.Span), "\n")
			text = ": " + text
		}
		if origin.Type != nil {
			text += "  " + checker.FormatType(origin.Type)
		}
		fmt.Fprintf(env.stdout, "  %s%s%s\n", where, origin.What, text)
	}
	return nil
}

// typeQuestions asks the type algebra.
func typeQuestions(env *environment, arguments []string) int {
	return typecommand.Run(arguments, env.stdin, env.stdout, env.stderr)
}
