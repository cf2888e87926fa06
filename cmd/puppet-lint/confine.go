package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/report"
)

// confine returns the disk, restricted to the files that a command line may read: the work
// trees of its paths, and the files that its flags name.
func (env *environment) confine(flags *config.Flags) *source.Confined {
	paths := flags.Paths
	if flags.StdinFilename != "" {
		paths = append(slices.Clone(paths), env.existing(flags.StdinFilename))
	}
	files := env.confiner().Confine(paths)
	for _, file := range flags.ConfigFiles {
		files.AddLoose(file)
	}
	return files
}

// confiner returns what finds the files that the command may read.
func (env *environment) confiner() *lint.Confiner {
	if env.knownDisk == nil {
		env.knownDisk = lint.NewConfiner(env.folder)
	}
	return env.knownDisk
}

// existing returns the path, or its innermost ancestor that exists. Standard input may be the
// text of a file that was never saved.
func (env *environment) existing(path string) string {
	path = source.Absolute(env.folder, path)
	for {
		parent := filepath.Dir(path)
		if _, err := os.Stat(path); err == nil || parent == path {
			return path
		}
		path = parent
	}
}

// confineUnparsed returns the disk, restricted to the files that may be read before the flags are
// parsed. Each word that is not a flag may be a path or the value of a flag.
func (env *environment) confineUnparsed(arguments []string) *source.Confined {
	var words, named []string
	for i, argument := range arguments {
		name, value, hasValue := strings.Cut(argument, "=")
		switch {
		case name == "--config" || name == "-c":
			if !hasValue && i+1 < len(arguments) {
				value = arguments[i+1]
			}
			named = append(named, value)
		case !strings.HasPrefix(argument, "-") && (i == 0 || !isConfigFlag(arguments[i-1])):
			words = append(words, argument)
		}
	}
	files := env.confiner().Confine(words)
	for _, file := range named {
		files.AddLoose(file)
	}
	return files
}

func isConfigFlag(argument string) bool { return argument == "--config" || argument == "-c" }

// mayReplace returns an error if a configuration in the checked tree makes a report replace
// another file. The report must lie in the tree, and an existing file must be a report of the
// same format.
func (c *checkRun) mayReplace(format, path string) error {
	const advice = "a configuration in the tree cannot have that; --format on the command line can"
	if err := c.files.MayWrite(path); err != nil {
		var pathError *fs.PathError
		if errors.As(err, &pathError) {
			err = pathError.Err
		}
		return fmt.Errorf("%s: the report is not written: the file %w; %s", path, err, advice)
	}
	file, err := c.files.Read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s; the report is not written: %s", source.Explain(err), advice)
	case !report.IsReport(format, file.Text):
		return fmt.Errorf("%s: the report is not written: the file already exists and is not a report in the format %s; %s", path, format, advice)
	}
	return nil
}
