package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
	"puppet-lint/syntax/validate"
)

// This file holds the subcommands that replace Puppet's own: validate for `puppet parser
// validate` and ast for `puppet parser dump`.

// languageFlags are the flags shared by validate, ast and similar subcommands.
type languageFlags struct {
	// files is the disk, restricted to what may be read for the paths.
	files                        *source.Confined
	tasks, jsonl, help, noConfig bool
	target                       int
	modulepath                   string
	stdinName                    string
	set                          *pflag.FlagSet
}

func newLanguageFlags(name string) *languageFlags {
	f := &languageFlags{set: newFlagSet(name)}
	f.set.BoolVar(&f.tasks, "tasks", false, "read plans, as Bolt does")
	f.set.BoolVar(&f.jsonl, "jsonl", false, "read one JSON object per line from standard input, and answer each on one line")
	f.set.IntVar(&f.target, "target-version", 0, "check for version `N` of Puppet: "+english.List(config.TargetVersions(), "or")+" (default: from metadata.json, else 8)")
	f.set.StringVar(&f.modulepath, "modulepath", "", "find modules in the folders of `PATH`, separated by colons")
	f.set.StringVar(&f.stdinName, "stdin-filename", "", "treat standard input (-) as the file `PATH`")
	f.set.BoolVar(&f.noConfig, "no-config", false, "read no configuration file")
	f.set.BoolVarP(&f.help, "help", "h", false, "print this text")
	return f
}

// hideUnused hides the flags that a subcommand ignores.
func (f *languageFlags) hideUnused() {
	for _, name := range []string{"tasks", "jsonl", "stdin-filename"} {
		_ = f.set.MarkHidden(name)
	}
}

// parse parses arguments. done is true if there is nothing more to do.
func (f *languageFlags) parse(env *environment, name string, arguments []string) (paths []string, status int, done bool) {
	paths, err := parseSet(f.set, arguments)
	switch {
	case err != nil:
		return nil, env.usage("%s: %v", name, err), true
	case f.help:
		return nil, printSubcommandHelp(env, name, f.set), true
	case f.target != 0 && (f.target < config.OldestTargetVersion || f.target > config.NewestTargetVersion):
		return nil, env.usage("%s: --target-version is %s, not %d", name, english.List(config.TargetVersions(), "or"), f.target), true
	}
	if named := slices.IndexFunc(paths, func(path string) bool { return path != "-" }); f.jsonl && named >= 0 {
		return nil, env.usage("%s: --jsonl reads queries from standard input; remove %q", name, paths[named]), true
	}
	f.confine(env, withoutLocations(paths))
	return paths, 0, false
}

// confine restricts the readable files to those for the paths, and the modulepath.
func (f *languageFlags) confine(env *environment, paths []string) {
	f.files = lint.Confine(env.folder, paths)
	for _, folder := range f.lineOptions().ModulePath {
		f.files.Trust(folder)
	}
}

// withoutLocations removes the line and column that an argument of "infer" may have after its
// path.
func withoutLocations(arguments []string) []string {
	paths := slices.Clone(arguments)
	for i, path := range paths {
		for range 2 {
			if _, err := os.Stat(path); err == nil {
				break
			}
			if at := strings.LastIndexByte(path, ':'); at > 0 {
				path = path[:at]
			}
		}
		paths[i] = path
	}
	return paths
}

func (f *languageFlags) lineOptions() lint.LineOptions {
	options := lint.LineOptions{Files: f.files, Tasks: f.tasks, TargetVersion: f.target}
	if f.jsonl {
		options.Files = source.Disk{} // only the files that the queries name are read
	}
	if f.modulepath != "" {
		options.ModulePath = config.SplitPath(f.modulepath)
	}
	return options
}

// resolver returns a resolver of the settings that the flags make.
func (f *languageFlags) resolver(env *environment) *config.Resolver {
	flags := &config.Flags{NoConfig: f.noConfig}
	add := func(key string, value any) {
		flags.Layers = append(flags.Layers, &config.Layer{Entries: []config.Entry{{Key: []string{key}, Value: value, Origin: "--" + key}}})
	}
	if f.target != 0 {
		add("target-version", f.target)
	}
	if f.modulepath != "" {
		add("modulepath", f.lineOptions().ModulePath)
	}
	return config.NewResolver(f.files, env.folder, newCatalogue(), formatNames(), flags)
}

// withoutFolders replaces each folder by the manifests and templates in it. status is
// exitFailure if something cannot be read.
func (f *languageFlags) withoutFolders(env *environment, paths []string) (files []string, status int) {
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			files = append(files, path)
			continue
		}
		found, failures := lint.ManifestsIn(lint.Options{Files: f.files, Folder: env.folder, Paths: []string{path}, Resolver: f.resolver(env)})
		files = append(files, found...)
		for _, failure := range failures {
			env.printMessage(failure.Message)
			status = exitFailure
		}
	}
	return files, status
}

// validateCommand reports what Puppet itself would reject or warn about.
func validateCommand(env *environment, arguments []string) int {
	f := newLanguageFlags("validate")
	strict := f.set.String("strict", "", "check as Puppet does with its setting strict at `LEVEL`: off, warning, error (default: that of the version)")
	asCommand := f.set.Bool("cli", false, "check as 'puppet parser validate' does, which accepts a definition in any file")
	formats := f.set.StringArray("format", nil, "write the report as `NAME[=FILE]`; may be repeated: "+strings.Join(formatNames(), ", ")+" (default text)")
	color := f.set.String("color", "auto", "use colour `WHEN`: auto, always, never")
	quiet := f.set.Bool("quiet", false, "print no summary and no progress")
	statistics := f.set.Bool("statistics", false, "print the number of findings per rule")
	timings := f.set.Bool("timings", false, "print how long each step took")
	jobs := f.set.Int("jobs", 0, "work on `N` files at once (default: one per core)")
	paths, status, done := f.parse(env, "validate", arguments)
	if done {
		return status
	}
	level, err := validate.ParseStrict(*strict)
	if err != nil {
		return env.usage("validate: --strict: %v", err)
	}
	if f.jsonl {
		options := f.lineOptions()
		options.Strict, options.AsCommand = *strict, *asCommand
		return env.lines(lint.ValidateLines(env.stdin, env.stdout, options))
	}
	if problem := formatProblem(*formats, formatNames()); problem != "" {
		return env.usage("validate: --format: %s", problem)
	}
	if !slices.Contains([]string{"auto", "always", "never"}, *color) {
		return env.usage("validate: --color is auto, always or never, not %q", *color)
	}
	c := &checkRun{env: env, files: f.files, resolver: f.resolver(env), asPuppet: true}
	c.flags = c.resolver.Flags()
	c.flags.Paths, c.flags.StdinFilename, c.flags.Jobs = paths, f.stdinName, *jobs
	c.flags.Quiet, c.flags.Statistics, c.flags.Timings = *quiet, *statistics, *timings
	settings, err := c.resolver.Run(paths)
	if err != nil {
		return env.fail(err)
	}
	own := settings.WithOutput(*formats, *color, diag.Error)
	c.settings = own
	options := c.options()
	options.ValidateOnly = true
	options.Validation = lint.Validation{Strict: level, Tasks: f.tasks, AsCommand: *asCommand}
	return c.once(options)
}

// ast prints syntax trees.
func ast(env *environment, arguments []string) int {
	f := newLanguageFlags("ast")
	asJSON := f.set.Bool("json", false, "print the tree in JSON instead of text")
	pretty := f.set.Bool("pretty", false, "indent the tree")
	both := f.set.Bool("both", false, "with --jsonl: answer with both text and JSON")
	paths, status, done := f.parse(env, "ast", arguments)
	if done {
		return status
	}
	options := f.lineOptions()
	options.Data, options.Pretty, options.Both = *asJSON, *pretty, *both
	if f.jsonl {
		return env.lines(lint.TreeLines(env.stdin, env.stdout, options))
	}
	if len(paths) == 0 {
		return env.usage("ast needs a file or folder; - is standard input")
	}
	paths, status = f.withoutFolders(env, paths)
	for _, path := range paths {
		files := source.FileSystem(f.files)
		if path == "-" {
			text, err := env.readStdin()
			if err != nil {
				return env.fail(fmt.Errorf("standard input cannot be read: %w", err))
			}
			path = f.stdinName
			if path == "" {
				path = "stdin.pp"
			}
			files = source.NewOverlay(files, map[string]string{path: text})
		}
		text, err := lint.Tree(files, path, options)
		if err != nil {
			env.printMessage(err.Error())
			status = exitFailure
			continue
		}
		if len(paths) > 1 {
			fmt.Fprintf(env.stdout, "--- %s\n", source.Shown(path))
		}
		fmt.Fprint(env.stdout, source.ShownLines(strings.TrimRight(text, "\n")+"\n"))
	}
	return status
}

// lines returns the exit status of a session of JSON lines.
func (env *environment) lines(err error) int {
	if err == nil || isClosedPipe(err) {
		return exitClean
	}
	return env.fail(err)
}
