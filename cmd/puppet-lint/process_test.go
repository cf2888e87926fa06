package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"puppet-lint/internal/atomicfile"
	"puppet-lint/internal/effort"
)

// TestMain runs the program itself if a test has started this binary for that purpose, or if a
// script calls it by name.
func TestMain(m *testing.M) {
	if os.Getenv("RUN_PUPPET_LINT") == "1" {
		main()
	}
	effort.EnlargeHeap()
	testscript.Main(m, map[string]func(){"puppet-lint": main})
}

// program is the command that runs the program, in folder, as a process.
func program(t *testing.T, folder string, arguments ...string) *exec.Cmd {
	t.Helper()
	command := exec.Command(os.Args[0], arguments...)
	command.Dir = folder
	command.Env = append(os.Environ(), "RUN_PUPPET_LINT=1", "HOME="+folder)
	return command
}

// runHere runs the program in folder within this process, which costs a fraction of starting one.
// stdin is its standard input, and output holds both streams. It changes the current folder, so
// that the test cannot be parallel to others. A run that does not end ends all tests and shows
// where it hangs.
func runHere(t *testing.T, folder, stdin string, arguments ...string) (output string, status int) {
	t.Helper()
	before, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	defer t.Chdir(before)
	t.Setenv("HOME", folder)
	timer := time.AfterFunc(5*time.Minute, func() { panic(fmt.Sprintf("%q does not end", arguments)) })
	defer timer.Stop()
	var text bytes.Buffer
	status = run(&environment{
		stdin: strings.NewReader(stdin), stdout: &text, stderr: &text, folder: folder, getenv: os.Getenv, writer: &atomicfile.Writer{},
	}, arguments)
	return text.String(), status
}

// TestKilledWhileFixing kills the program at different moments while it fixes files. Each file
// must be the complete old or new one.
func TestKilledWhileFixing(t *testing.T) {
	folder := t.TempDir()
	old := "# A class.\nclass example {\n" + strings.Repeat("  notice('text')   \n", 2000) + "}\n"
	fixed := strings.ReplaceAll(old, "   \n", "\n")
	const files = 150
	for round := range 6 {
		for i := range files {
			if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("f%03d.pp", i)), []byte(old), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		command := program(t, folder, "--fix", "--only-checks", "trailing_whitespace", ".")
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(15+round*40) * time.Millisecond)
		command.Process.Kill()
		command.Wait()
		changed := 0
		for i := range files {
			path := filepath.Join(folder, fmt.Sprintf("f%03d.pp", i))
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			switch string(text) {
			case old:
			case fixed:
				changed++
			default:
				t.Fatalf("%s holds neither the old nor the new text, but %d bytes", path, len(text))
			}
		}
		t.Logf("killed with %d of %d files fixed", changed, files)
	}
}

// TestClosedPipe checks that a reader that closes the pipe early causes no error message.
func TestClosedPipe(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.pp"), []byte(strings.Repeat("$x = \"a\"   \n", 20000)), 0o644); err != nil {
		t.Fatal(err)
	}
	command := program(t, folder, "--only-checks", "trailing_whitespace,double_quoted_strings", "a.pp")
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	command.Stderr = &stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(output, make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	output.Close()
	err = command.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if stderr.Len() > 0 {
		t.Errorf("standard error is %q", stderr.String())
	}
}

// TestFullOutput checks that a subcommand whose output cannot be written reports that, and fails.
func TestFullOutput(t *testing.T) {
	for _, arguments := range [][]string{{"rules"}, {"--help"}, {"man"}, {"explain", "140chars"}, {"infer", "-e", "1"}, {"--format", "json"}} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			return // this system has no device that is always full
		}
		command := program(t, t.TempDir(), arguments...)
		var stderr bytes.Buffer
		command.Stdout, command.Stderr = full, &stderr
		err = command.Run()
		full.Close()
		if command.ProcessState.ExitCode() != exitFailure || strings.Count(stderr.String(), "no space left on device") != 1 {
			t.Errorf("%q: %v, %s", arguments, err, &stderr)
		}
	}
}

// TestWatch: a save is noticed, and only then is there anything new.
func TestWatch(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.pp")
	if err := os.WriteFile(path, []byte("# Nothing.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	command := program(t, folder, "--watch", "--format", "agent", "--only-checks", "trailing_whitespace")
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer command.Wait()
	defer command.Process.Kill()
	lines := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(output).ReadString('\n')
		lines <- line
	}()
	// Whether it watches already is not known: save until it notices.
	for range 100 {
		if err := os.WriteFile(path, []byte("# Nothing.\nnotice('x')  \n"), 0o644); err != nil {
			t.Fatal(err)
		}
		select {
		case line := <-lines:
			if !strings.HasPrefix(line, "a.pp:2:12: warning[trailing_whitespace]") {
				t.Errorf("got %q", line)
			}
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Error("the change was not noticed")
}
