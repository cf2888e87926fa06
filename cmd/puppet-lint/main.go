// Command puppet-lint lints, validates and fixes Puppet code.
//
// This package reads flags, selects the subcommand, prints help and sets the exit status; the
// packages below it do everything else. Each subcommand has a file and an entry in subcommands.
// Help, completion and suggestions are derived from these entries.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"puppet-lint/internal/atomicfile"
	"puppet-lint/internal/parallel"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/lint"
)

// The exit statuses of the default profile.
const (
	exitClean    = 0 // no findings that fail the run
	exitFindings = 1
	exitFailure  = 2 // the run itself failed
)

// environment is the interface of a subcommand to the outside world.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// folder is the absolute path of the current folder.
	folder string
	// command is the name of the running subcommand, if the command line names one.
	command string
	// terminal and stderrTerminal are true if the stream is a terminal.
	terminal, stderrTerminal bool
	getenv                   func(string) string
	// writer writes all output files.
	writer *atomicfile.Writer
	// knownDisk is the result of confiner, or nil before its first call.
	knownDisk *lint.Confiner
	// describe, if not nil, is called with a subcommand's flags instead of printing its help.
	describe func(set *pflag.FlagSet)
}

// subcommand is a subcommand of the program.
type subcommand struct {
	name, arguments, summary string
	run                      func(env *environment, arguments []string) int
}

func subcommands() []subcommand {
	return []subcommand{
		{"check", "[flags] [path …]", "check everything (the default)", check},
		{"validate", "[flags] [path …]", "report what Puppet itself would refuse or warn about", validateCommand},
		{"format", "[flags] [path …]", "format manifests, plans and the code in EPP templates", formatCommand},
		{"ast", "[flags] [path …]", "print syntax trees", ast},
		{"infer", "[flags] [path[:line[:column]] …]", "print the types of expressions and variables", infer},
		{"type", "QUERY TYPE …", "query Puppet's type system: assignable, common, explain …", typeQueries},
		{"report", "[flags] [path …]", "report how much of the code is typed, and suggest types", typeReport},
		{"unused", "[flags] [path …]", "list unused code and data, or remove it", unusedCommand},
		{"upgrade", "[flags] [path …]", "list the code that an upgrade of Puppet or of a module breaks, and fix it", upgradeCommand},
		{"data", "[flags] [KEY | path …]", "report the values of Hiera keys by level, which value wins, and which code reads it", dataCommand},
		{"graph", "[flags] [path …]", "show the references between classes, types, functions and data, as a tree or a diagram", graphCommand},
		{"impact", "[flags] [REV [path …]]", "report how changes since a git revision affect classes and nodes", impactCommand},
		{"search", "[flags] PATTERN [path …]", "search for code by its structure, and replace it", searchCommand},
		{"rename", "[flags] KIND OLD NEW [folder]", "rename a class, defined type, function, type, parameter or variable and all its uses", renameCommand},
		{"catalog", "[flags] CLASS|NODE [path …]", "print the known part of the catalog of a class or node, without compiling it", catalogCommand},
		{"server", "[flags]", "run the language server for editors, over standard input and output", languageServer},
		{"explain", "RULE …", "explain a rule, with examples", explain},
		{"rules", "[flags] [RULES …] | test [FILE …] | try PATTERN PATH …", "list the rules; test and try your own rules", listRules},
		{"init", "[flags]", "write a commented puppet-lint.toml, or convert a .puppet-lint.rc or Rakefile", initialise},
		{"config", "[flags] [path]", "print the effective configuration and where each setting comes from", showConfig},
		{"completion", "bash|zsh|fish", "print a completion script for a shell", completion},
		{"man", "", "print the manual page", manual},
		{"version", "", "print the version, the commit and the version of Go", version},
	}
}

func main() {
	lint.TuneMemory(heapFor(os.Args[1:]))
	folder, err := os.Getwd()
	if err != nil {
		fmt.Fprintf(os.Stderr, "puppet-lint: the current folder cannot be read: %v\n", err)
		os.Exit(exitFailure)
	}
	stdout := &output{file: os.Stdout}
	env := &environment{
		stdin: os.Stdin, stdout: stdout, stderr: os.Stderr, folder: folder,
		terminal: isTerminal(os.Stdout), stderrTerminal: isTerminal(os.Stderr), getenv: os.Getenv,
		writer: &atomicfile.Writer{},
	}
	stopOnSignals(env.writer)
	status := run(env, os.Args[1:])
	if stdout.err != nil && status != exitFailure {
		status = env.outputError(stdout.err)
	}
	os.Exit(status)
}

// heapFor returns the settings of the garbage collector for a run with these arguments: the
// heap size up to which it stays idle, and by how many percent the heap may grow after that.
func heapFor(arguments []string) (allowance int64, growth int) {
	switch {
	case len(arguments) == 0:
	case slices.Contains([]string{"validate", "format", "ast"}, arguments[0]):
		return lint.SmallHeap, lint.RunGrowth
	case arguments[0] == "server":
		return lint.LargeHeap, lint.ServerGrowth
	}
	return lint.LargeHeap, lint.RunGrowth
}

// output is standard output. It records the first write error, so that a subcommand fails if
// its output was lost.
type output struct {
	file io.Writer
	err  error
}

// Write writes to the file.
func (o *output) Write(text []byte) (int, error) {
	count, err := o.file.Write(text)
	if err != nil {
		o.err = err
	}
	return count, err
}

func isTerminal(file *os.File) bool { return term.IsTerminal(int(file.Fd())) && takesEscapes(file) }

// run runs the subcommand that the arguments name, otherwise check. A path with the name of a
// subcommand must be written as "./name".
func run(env *environment, arguments []string) (status int) {
	defer func() {
		if cause := recover(); cause != nil {
			status = env.fail(fmt.Errorf("internal error: %v; this is a bug in puppet-lint, please report it with this trace:\n%s", cause, parallel.Stack(cause)))
		}
	}()
	if len(arguments) > 0 {
		name := arguments[0]
		if name == "help" {
			return help(env, arguments[1:])
		}
		for _, command := range subcommands() {
			if command.name == name {
				env.command = name
				return command.run(env, arguments[1:])
			}
		}
		if status, handled := suggestSubcommand(env, name); handled {
			return status
		}
	}
	return check(env, arguments)
}

// suggestSubcommand reports a misspelt subcommand: a word that is neither an existing path nor
// looks like one.
func suggestSubcommand(env *environment, name string) (status int, handled bool) {
	if strings.HasPrefix(name, "-") || strings.ContainsAny(name, `/\.*?[`) {
		return 0, false
	}
	if _, err := os.Stat(name); err == nil {
		return 0, false
	}
	names := subcommandNames()
	best := spell.Best(name, names)
	if best == "" {
		return 0, false
	}
	return env.usage("there is no subcommand or path %q; did you mean %q?", name, best), true
}

func subcommandNames() []string {
	var names []string
	for _, command := range subcommands() {
		names = append(names, command.name)
	}
	return append(names, "help")
}

func help(env *environment, arguments []string) int {
	if len(arguments) == 0 {
		printHelp(env)
		return exitClean
	}
	commands := subcommands()
	index := slices.IndexFunc(commands, func(c subcommand) bool { return c.name == arguments[0] })
	if index < 0 {
		return env.usage("there is no subcommand %q%s", arguments[0], spell.DidYouMean(arguments[0], subcommandNames()))
	}
	return commands[index].run(env, []string{"--help"})
}

// usage reports a mistake in the arguments and refers to the help.
func (env *environment) usage(format string, arguments ...any) int {
	env.printMessage(fmt.Sprintf(format, arguments...))
	help := "--help"
	if env.command != "" {
		help = env.command + " --help"
	}
	fmt.Fprintf(env.stderr, "puppet-lint: try 'puppet-lint %s' for more information\n", help)
	return exitFailure
}

// fail reports an error that prevented the run. The message may have several lines.
func (env *environment) fail(err error) int {
	env.printMessage(err.Error())
	return exitFailure
}

// printMessage prints a message to standard error. Each line begins with the program's name, so that
// the text of a file, or its name, cannot be mistaken for other output.
func (env *environment) printMessage(message string) {
	for line := range strings.Lines(message) {
		fmt.Fprintf(env.stderr, "puppet-lint: %s\n", source.Shown(strings.TrimRight(line, "\n")))
	}
}

// printFailures reports failures. status is exitFailure if a failure prevented a part of the
// run.
func (env *environment) printFailures(failures []lint.Failure) (status int) {
	for _, failure := range failures {
		env.printMessage(failure.Message)
		if !failure.Notice {
			status = exitFailure
		}
	}
	return status
}
