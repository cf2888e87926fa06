package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"puppet-lint/checker/lattice"
	"puppet-lint/cmd/puppet-lint/typequery"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// infer prints the types of an expression or of the expressions in files.
func infer(env *environment, arguments []string) int {
	f := newLanguageFlags("infer")
	expression := f.set.StringP("expression", "e", "", "infer the types in `CODE` instead of files")
	everything := f.set.Bool("all", false, "print the type of every expression, not only of variables that are set")
	paths, status, done := f.parse(env, "infer", arguments)
	if done {
		return status
	}
	options := f.lineOptions()
	if f.jsonl {
		options.FilesFor = func(path string) source.FileSystem {
			if path == "" {
				return f.files
			}
			f.confine(env, []string{path})
			return f.files
		}
		return env.lines(lint.InferLines(env.stdin, env.stdout, options))
	}
	overlay := map[string]string{}
	if *expression != "" {
		paths = append(paths, "expression.pp")
		overlay["expression.pp"] = *expression
	}
	if len(paths) == 0 {
		return env.usage("infer needs a file or folder, - for standard input, or -e CODE")
	}
	paths, status = f.withoutFolders(env, paths)
	for i, path := range paths {
		if path == "-" {
			text, err := env.readStdin()
			if err != nil {
				return env.fail(fmt.Errorf("standard input cannot be read: %w", err))
			}
			if path = f.stdinName; path == "" {
				path = "stdin.pp"
			}
			paths[i], overlay[path] = path, text
		}
	}
	options.Files = source.NewOverlay(f.files, overlay)
	if *expression == "" && len(paths) > 1 && !slices.ContainsFunc(paths, func(path string) bool { return namesLocation(path, options.Files) }) {
		return env.inferFiles(paths, *everything, options, status)
	}
	foundAny := false
	for _, path := range paths {
		found, err := inferArgument(env, path, *expression != "", *everything, len(paths) == 1, options)
		if err != nil {
			env.printMessage(err.Error())
			status = exitFailure
		}
		foundAny = foundAny || found
	}
	return env.inferred(foundAny, status)
}

// inferFiles prints the types in whole files. status is that of the arguments so far.
func (env *environment) inferFiles(paths []string, everything bool, options lint.LineOptions, status int) int {
	files, err := lint.InferFiles(context.Background(), paths, everything, options)
	if err != nil {
		return env.fail(err)
	}
	foundAny := false
	for _, file := range files {
		if file.Err != nil {
			env.printMessage(file.Err.Error())
			status = exitFailure
			continue
		}
		if err := printParts(env, file.Path, file.Parts); err != nil {
			return env.fail(err)
		}
		foundAny = foundAny || len(file.Parts) > 0
	}
	return env.inferred(foundAny, status)
}

// inferred returns the exit status, and prints a message if no type was printed.
func (env *environment) inferred(foundAny bool, status int) int {
	if !foundAny && status == exitClean {
		fmt.Fprintln(env.stderr, "puppet-lint: no variable is set there; --all prints the types of all expressions")
	}
	return status
}

// The number of characters of a type, and of the code before it, that a list shows. A single
// expression is shown in full.
const (
	shownType = 120
	shownCode = 60
)

// inferArgument prints the types for an argument: a file, a line of a file or a position in
// one. only is true if there is no other argument. found reports whether anything was printed.
func inferArgument(env *environment, argument string, withValue, everything, only bool, options lint.LineOptions) (found bool, err error) {
	path, at, err := positionIn(argument, options.Files)
	if err != nil {
		return false, err
	}
	if at.Column > 0 {
		return true, printExpression(env, path, at, options)
	}
	parts, value, err := lint.InferFile(path, at.Line, everything || at.Line > 0, options)
	if err != nil {
		return false, err
	}
	if len(parts) == 0 && at.Line > 0 {
		return false, fmt.Errorf("%s: there is no expression that starts on this line", argument)
	}
	if err := printParts(env, path, parts); err != nil {
		return false, err
	}
	if withValue || only && len(parts) == 0 && value != "Undef" {
		fmt.Fprintln(env.stdout, source.ShownFirst(value))
		return true, nil
	}
	return len(parts) > 0, nil
}

// printParts prints a table of the types in a file.
func printParts(env *environment, path string, parts []lint.InferredType) error {
	table := tabwriter.NewWriter(env.stdout, 0, 8, 2, ' ', 0)
	for _, part := range parts {
		fmt.Fprintf(table, "%s:%d:%d\t%s\t%s\n", source.ShownFirst(path), part.Line, part.Column,
			source.Shown(lattice.Abbreviate(part.Text, shownCode)), source.Shown(lattice.Abbreviate(part.Type, shownType)))
	}
	return table.Flush()
}

// namesLocation reports whether an argument names a line or a position in a file.
func namesLocation(argument string, files source.FileSystem) bool {
	_, at, err := positionIn(argument, files)
	return err != nil || at.Line > 0
}

// positionIn splits FILE:LINE:COLUMN or FILE:LINE. A missing part is 0. If the whole argument
// is the path of a file, it is not split.
func positionIn(argument string, files source.FileSystem) (path string, at source.Position, err error) {
	if _, err := files.Stat(argument); err == nil {
		return argument, at, nil
	}
	path, last, ok := cutNumber(argument)
	if !ok {
		return argument, at, nil
	}
	numbers := []int{last}
	if rest, line, ok := cutNumber(path); ok {
		path, numbers = rest, []int{line, last}
	}
	if slices.Min(numbers) < 1 {
		return path, at, fmt.Errorf("%s: lines and columns are counted from 1", argument)
	}
	at.Line = numbers[0]
	if len(numbers) == 2 {
		at.Column = numbers[1]
	}
	return path, at, nil
}

// cutNumber splits off the number after the last colon.
func cutNumber(text string) (rest string, number int, ok bool) {
	at := strings.LastIndexByte(text, ':')
	if at <= 0 {
		return text, 0, false
	}
	number, err := strconv.Atoi(text[at+1:])
	return text[:at], number, err == nil && number >= 0
}

// printExpression prints the type of the expression at a position, and below it the origins of
// its value.
func printExpression(env *environment, path string, at source.Position, options lint.LineOptions) error {
	part, origins, err := lint.InferAt(path, at, options)
	if err != nil {
		return err
	}
	fmt.Fprintln(env.stdout, source.ShownFirst(fmt.Sprintf("%s:%d:%d  %s  %s", path, part.Line, part.Column, part.Text, part.Type)))
	for _, origin := range origins {
		where, text := "", ""
		if origin.File != nil {
			position := origin.File.Position(origin.Span.Start)
			where = fmt.Sprintf("%s:%d:%d  ", origin.File.Name, position.Line, position.Column)
			text, _, _ = strings.Cut(origin.File.Slice(origin.Span), "\n")
			text = ": " + lattice.Abbreviate(text, shownCode+shownType/2)
		}
		if origin.Type != nil {
			text += "  " + lattice.Abbreviate(lattice.FormatType(origin.Type), shownType)
		}
		fmt.Fprintln(env.stdout, source.ShownFirst("  "+where+origin.What+text))
	}
	return nil
}

// typeQueries runs the queries of the subcommand type.
func typeQueries(env *environment, arguments []string) int {
	return typequery.Run(arguments, env.stdin, env.stdout, env.stderr)
}
