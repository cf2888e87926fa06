//go:build develop

// Program upsets checks what the program does when something goes wrong around it. It damages
// trees of modules in every way that a file system allows, by seed. It runs each command on them
// with one job and with two: both must print and write the same bytes, no run may end with
// status 2 except for a file that cannot be read or parsed, and none with an internal error.
// Then it kills runs that fix, ends them with signals, makes the disk full (which needs root,
// and is skipped without), and lets other runs and editors write the same files. Every file
// must be the old or the new one, no edit may be lost, and nothing may be left behind.
//
//	go run -tags develop ./internal/oracle/upsets -corpus DIR [-trees 8] [-rounds 3] [-seed 1]
//
// It needs no judge. It exits with status 1 if a guarantee is violated.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	corpus := flag.String("corpus", "", "folder with the modules")
	trees := flag.Int("trees", 8, "damage `N` trees")
	rounds := flag.Int("rounds", 3, "interrupt `N` runs in each way")
	seed := flag.Uint64("seed", 1, "of the damages")
	command := flag.String("command", "", "the `PROGRAM` to try (default: one that is built)")
	flag.String("oracle", "", "not used: no judge is asked")
	flag.Parse()
	p, err := newProgram(*command)
	if err == nil {
		defer os.RemoveAll(p.work)
		err = errors.Join(p.damaged(*corpus, *trees, *seed), p.interrupted(*rounds))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "upsets:", err)
	}
	if err != nil || p.broken > 0 {
		fmt.Printf("%d promises broken\n", p.broken)
		os.RemoveAll(p.work)
		os.Exit(1)
	}
}

// program is the tested binary.
type program struct {
	work, binary string
	broken       int
}

func newProgram(command string) (*program, error) {
	work, err := os.MkdirTemp("", "upsets-*")
	if err != nil {
		return nil, err
	}
	if work, err = filepath.EvalSymlinks(work); err != nil {
		return nil, err
	}
	if command != "" {
		return &program{work: work, binary: command}, nil
	}
	p := &program{work: work, binary: filepath.Join(work, "puppet-lint")}
	if output, err := exec.Command("go", "build", "-o", p.binary, "puppet-lint/cmd/puppet-lint").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, output)
	}
	return p, nil
}

func (p *program) complain(format string, arguments ...any) {
	if p.broken++; p.broken <= 20 {
		fmt.Printf("  BROKEN: "+format+"\n", arguments...)
	}
}

// command returns a run of the program in a folder.
func (p *program) command(folder string, arguments ...string) (*exec.Cmd, *bytes.Buffer) {
	command := exec.Command(p.binary, arguments...)
	command.Dir = folder
	command.Env = append(os.Environ(), "HOME="+p.work, "TERM=dumb")
	output := &bytes.Buffer{}
	command.Stdout, command.Stderr = output, output
	return command, output
}
