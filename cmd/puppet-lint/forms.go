package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/spell"
)

// formFlag is the flag --format of a subcommand that writes its result in one or several forms.
type formFlag struct {
	command string
	flags   *languageFlags
	known   []string
	given   *[]string
}

// forms adds the flag --format of a command that writes a thing in one of the known forms.
func (f *languageFlags) forms(command, thing string, known []string) *formFlag {
	help := "write the " + thing + " as `FORM[=FILE]`; may be repeated: " + strings.Join(known, ", ") + " (default text)"
	return &formFlag{command, f, known, f.set.StringArray("format", nil, help)}
}

// problem returns what is wrong with the flag, or "". Without the flag, the form is text.
func (f *formFlag) problem() string {
	if len(*f.given) == 0 {
		*f.given = []string{"text"}
	}
	if problem := formatProblem(*f.given, f.known); problem != "" {
		return f.command + ": --format: " + problem
	}
	return ""
}

// write writes each form: FORM to standard output, FORM=FILE to a file.
func (f *formFlag) write(env *environment, write func(out io.Writer, form string) error) error {
	for _, given := range *f.given {
		form, path, toFile := strings.Cut(given, "=")
		var err error
		if toFile {
			err = env.writeReport(f.flags.files, path, func(file io.Writer) error { return write(file, form) })
		} else {
			err = write(env.stdout, form)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// formatProblem returns what is wrong with formats, each "NAME" or "NAME=FILE", or "".
func formatProblem(formats, known []string) string {
	written := map[string]bool{}
	for _, format := range formats {
		name, file, toFile := strings.Cut(format, "=")
		if !slices.Contains(known, name) {
			return fmt.Sprintf("there is no format %q%s", name, cmp.Or(spell.DidYouMean(name, known), "; known are "+strings.Join(known, ", ")))
		}
		if toFile && file == "" {
			return fmt.Sprintf("%q names no file; write %s alone for standard output", format, name)
		}
		if !toFile || file == os.DevNull {
			continue
		}
		if file = filepath.Clean(file); written[file] {
			return "two reports cannot be written to the same file " + file
		}
		written[file] = true
	}
	return ""
}
