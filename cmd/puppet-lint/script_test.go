package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// TestScripts runs the commands of testdata/*.txtar. A script begins with a
// transcript: each line "$ COMMAND" is run, in a folder that holds the
// archive's files, and must print what follows it: its output, then its
// errors with "! " in front, then "[STATUS]" unless that is 0.
//
// Commands are puppet-lint (run within this process; "< FILE" gives it a
// standard input, "NAME=VALUE" in front an environment), and cat, mkdir, rm,
// ln (symbolic), chmod and append FILE TEXT.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, script := range scripts {
		path, err := filepath.Abs(script)
		if err != nil {
			t.Fatal(err)
		}
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS == "windows" && bytes.Contains(archive.Comment, []byte("\n$ ln ")) {
			continue // not every user may create symbolic links there
		}
		t.Run(strings.TrimSuffix(filepath.Base(script), ".txtar"), func(t *testing.T) { runScript(t, path, archive) })
	}
}

func runScript(t *testing.T, path string, archive *txtar.Archive) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range archive.Files {
		name := filepath.Join(folder, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, file.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	t.Setenv("HOME", filepath.Join(folder, "home"))
	t.Setenv("GITHUB_ACTION", "")
	os.Unsetenv("GITHUB_ACTION")

	var transcript strings.Builder
	for line := range strings.Lines(string(archive.Comment)) {
		switch {
		case strings.HasPrefix(line, "#"), strings.TrimSpace(line) == "" && transcript.Len() == 0:
			transcript.WriteString(line)
		case strings.HasPrefix(line, "$ "):
			transcript.WriteString(line)
			transcript.WriteString(command(t, folder, strings.TrimSpace(line[2:])))
		}
	}
	// Where a backslash separates folders, it is as good as a slash; in JSON, two are.
	slashed := func(text string) string {
		if filepath.Separator == '\\' {
			text = strings.ReplaceAll(text, `\\`, "/")
		}
		return filepath.ToSlash(text)
	}
	if got, want := transcript.String(), string(archive.Comment); slashed(got) != slashed(want) {
		if *update {
			archive.Comment = []byte(got)
			if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		t.Errorf("the transcript differs (run with -update to accept); got\n%s\nwant\n%s", got, want)
	}
}

// What differs from run to run, or whenever a rule is added.
var (
	elapsed   = regexp.MustCompile(`\(\d+(\.\d+)?(ms|s)\)|\([^()]*\bgo\d+\.[^()]*\)`) // or the Go version that built it
	ruleCount = regexp.MustCompile(`(\d+) of \d+ rules`)
)

// command runs one command and returns its output.
func command(t *testing.T, folder, line string) string {
	words := split(t, line)
	variables := map[string]string{}
	for len(words) > 0 && regexp.MustCompile(`^[A-Z_]+=`).MatchString(words[0]) {
		name, value, _ := strings.Cut(words[0], "=")
		variables[name] = value
		words = words[1:]
	}
	var stdin, stdout, stderr bytes.Buffer
	for i, word := range words {
		if word == "<" {
			text, err := os.ReadFile(words[i+1])
			if err != nil {
				t.Fatal(err)
			}
			stdin.Write(text)
			words = words[:i]
			break
		}
	}
	status := 0
	if words[0] == "puppet-lint" {
		status = run(&environment{
			stdin: &stdin, stdout: &stdout, stderr: &stderr, folder: folder,
			getenv: func(name string) string { return variables[name] },
		}, words[1:])
	} else if err := fileCommand(words, &stdout); err != nil {
		fmt.Fprintln(&stderr, err)
		status = 1
	}
	var text strings.Builder
	text.Write(stdout.Bytes())
	if stdout.Len() > 0 && !bytes.HasSuffix(stdout.Bytes(), []byte("\n")) {
		text.WriteString("\n[no newline]\n")
	}
	for line := range strings.Lines(stderr.String()) {
		text.WriteString("! " + line)
	}
	if status != 0 {
		fmt.Fprintf(&text, "[%d]\n", status)
	}
	result := strings.NewReplacer(folder, "$WORK", filepath.ToSlash(folder), "$WORK").Replace(text.String())
	result = ruleCount.ReplaceAllString(elapsed.ReplaceAllString(result, "(…)"), "$1 of … rules")
	// A line of output must not look like a command or a comment.
	return regexp.MustCompile(`(?m)^([$#])`).ReplaceAllString(result, "\\$1")
}

// split cuts a line into words; quotes of both kinds hold blanks.
func split(t *testing.T, line string) []string {
	var words []string
	word, quote, open := "", rune(0), false
	for _, char := range line {
		switch {
		case quote != 0 && char == quote:
			quote = 0
		case quote == 0 && (char == '\'' || char == '"'):
			quote, open = char, true
		case quote == 0 && char == ' ':
			if open || word != "" {
				words = append(words, word)
			}
			word, open = "", false
		default:
			word += string(char)
		}
	}
	if quote != 0 {
		t.Fatalf("unclosed quote: %s", line)
	}
	if open || word != "" {
		words = append(words, word)
	}
	return words
}

// fileCommand does the file operations of scripts.
func fileCommand(words []string, stdout *bytes.Buffer) error {
	switch words[0] {
	case "cat":
		text, err := os.ReadFile(words[1])
		stdout.Write(text)
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("open %s: no such file or directory", words[1]) // worded the same on every system
		}
		return err
	case "mkdir":
		return os.MkdirAll(words[1], 0o755)
	case "rm":
		return os.RemoveAll(words[1])
	case "ln":
		return os.Symlink(words[1], words[2])
	case "chmod":
		mode, err := strconv.ParseUint(words[1], 8, 32)
		if err != nil {
			return err
		}
		return os.Chmod(words[2], os.FileMode(mode))
	case "append":
		file, err := os.OpenFile(words[1], os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			return err
		}
		defer file.Close()
		text, err := strconv.Unquote(`"` + words[2] + `"`)
		if err != nil {
			return err
		}
		_, err = file.WriteString(text)
		return err
	}
	return fmt.Errorf("there is no command %q in scripts", words[0])
}
