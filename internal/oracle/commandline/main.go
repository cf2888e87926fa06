//go:build develop

// Command commandline compares the puppet-lint profile with puppet-lint (Ruby): command lines
// and rc files as projects use them must produce the same standard output and exit status.
//
//	go run -tags develop ./internal/oracle/commandline -oracle ../shared/oracle
//
// ORACLE_LINT names the folder of puppet-lint (Ruby); without it, the one on the PATH is used.
// The program exits with 1 on any difference that the cases do not explain.
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

//go:embed testdata/cases.txtar
var archive []byte

func main() {
	flag.String("oracle", "", "not used: puppet-lint (Ruby) is run itself")
	flag.String("corpus", "", "not used: the command lines come with their own files")
	verbose := flag.Bool("v", false, "print every command line")
	flag.Parse()
	differences, count, err := compare(*verbose)
	if err != nil {
		fmt.Fprintln(os.Stderr, "commandline:", err)
		os.Exit(1)
	}
	fmt.Printf("commandline: %d command lines, %d differences\n", count, differences)
	if differences > 0 {
		os.Exit(1)
	}
}

// testCase is one command line: a line of the archive's comment, "RC | ARGS". RC is the name of
// the folder to run in.
type testCase struct {
	folder    string
	variables []string
	arguments []string
}

func compare(verbose bool) (differences, count int, err error) {
	parsed := txtar.Parse(archive)
	ruby, err := rubyCommand()
	if err != nil {
		return 0, 0, err
	}
	work, err := os.MkdirTemp("", "commandline-*")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(work)
	actual := filepath.Join(work, "puppet-lint")
	if output, err := exec.Command("go", "build", "-o", actual, "puppet-lint/cmd/puppet-lint").CombinedOutput(); err != nil {
		return 0, 0, fmt.Errorf("go build: %w\n%s", err, output)
	}
	for _, c := range cases(string(parsed.Comment)) {
		count++
		wanted, err := execute(work, parsed, c, ruby)
		if err != nil {
			return 0, 0, err
		}
		got, err := execute(work, parsed, c, []string{actual, "--profile", "puppet-lint"})
		if err != nil {
			return 0, 0, err
		}
		if verbose {
			fmt.Printf("%s: %q: status %d, %d bytes\n", c.folder, c.arguments, wanted.status, len(wanted.stdout))
		}
		if got != wanted {
			differences++
			fmt.Printf("--- %s: %s puppet-lint %s\nRuby, status %d:\n%sours, status %d:\n%s", c.folder, strings.Join(c.variables, " "),
				strings.Join(c.arguments, " "), wanted.status, indent(wanted.text()), got.status, indent(got.text()))
		}
	}
	return differences, count, nil
}

func indent(text string) string {
	if text == "" {
		return "    (nothing)\n"
	}
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}

// cases reads the command lines.
func cases(comment string) []testCase {
	var all []testCase
	for line := range strings.Lines(comment) {
		folder, rest, found := strings.Cut(strings.TrimSpace(line), "|")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		c := testCase{folder: strings.TrimSpace(folder)}
		for _, word := range strings.Fields(rest) {
			if len(c.arguments) == 0 && regexp.MustCompile(`^[A-Z_]+=`).MatchString(word) {
				c.variables = append(c.variables, word)
				continue
			}
			c.arguments = append(c.arguments, strings.ReplaceAll(word, "␣", " "))
		}
		all = append(all, c)
	}
	return all
}

// rubyCommand returns the command that runs puppet-lint (Ruby).
func rubyCommand() ([]string, error) {
	root := os.Getenv("ORACLE_LINT")
	if root == "" {
		path, err := exec.LookPath("puppet-lint")
		return []string{path}, err
	}
	var program string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, filepath.Join("bin", "puppet-lint")) && strings.Contains(path, "gems") {
			program = path
		}
		return err
	})
	if err == nil && program == "" {
		err = errors.New("no puppet-lint under " + root)
	}
	return []string{"ruby", program}, err
}

// outcome is the result of a command line: standard output, exit status and, with --fix, the
// files afterwards.
type outcome struct {
	stdout string
	status int
	files  string
}

func (o outcome) text() string { return o.stdout + o.files }

// execute runs one command line in a fresh copy of its folder.
func execute(work string, parsed *txtar.Archive, c testCase, program []string) (outcome, error) {
	// The folder's name occurs in paths, so it must be the same for both.
	folder := filepath.Join(work, "run", "module")
	if err := os.RemoveAll(filepath.Dir(folder)); err != nil {
		return outcome{}, err
	}
	var names []string
	for _, file := range parsed.Files {
		owner, name, _ := strings.Cut(file.Name, "/")
		if owner != "common" && owner != c.folder {
			continue
		}
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return outcome{}, err
		}
		if err := os.WriteFile(path, file.Data, 0o644); err != nil {
			return outcome{}, err
		}
		names = append(names, name)
	}
	command := exec.Command(program[0], slices.Concat(program[1:], c.arguments)...)
	command.Dir = folder
	command.Env = append(os.Environ(), append(c.variables, "HOME="+filepath.Join(folder, "home"), "PWD="+folder)...)
	var stdout bytes.Buffer
	command.Stdout = &stdout
	err := command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return outcome{}, err
	}
	result := outcome{stdout: normalise(stdout.String()), status: command.ProcessState.ExitCode()}
	if slices.ContainsFunc(c.arguments, func(a string) bool { return a == "-f" || strings.HasPrefix(a, "--fix") }) {
		slices.Sort(names)
		for _, name := range names {
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				return outcome{}, err
			}
			result.files += "== " + name + "\n" + string(text)
		}
	}
	return result, nil
}

// normalise removes the internals of puppet-lint (Ruby) from its JSON.
func normalise(text string) string {
	var document [][]map[string]any
	if json.Unmarshal([]byte(text), &document) != nil {
		return text
	}
	for _, problems := range document {
		for _, problem := range problems {
			for key := range problem {
				if !slices.Contains(known, key) {
					delete(problem, key)
				}
			}
		}
	}
	plain, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return text
	}
	return string(plain) + "\n"
}

// known are the keys of a problem that consumers use.
var known = []string{"message", "line", "column", "kind", "check", "fullpath", "path", "filename", "reason", "KIND", "context"}
