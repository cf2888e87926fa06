//go:build develop

// Program upsets looks at what the program does where things go wrong around it. It damages
// trees of modules in every way that a file system allows, by seed, and checks them with
// one job and with two, with and without fixes: the two say and write the same bytes, no
// run ends with status 2 but for a file that cannot be read, and none by a bug. Then it
// kills runs that fix, ends them by signals, takes the room on the disk away (which needs
// root, and is left out without), and has other runs and editors write the same files:
// every file is the old one or the new one, no edit is lost, and nothing is left behind.
//
//	go run -tags develop ./internal/oracle/upsets -corpus DIR [-trees 8] [-rounds 3] [-seed 1]
//
// It asks no judge. It ends with status 1 if a promise is broken.
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

// program is the binary under test.
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

// command is a run in a folder.
func (p *program) command(folder string, arguments ...string) (*exec.Cmd, *bytes.Buffer) {
	command := exec.Command(p.binary, arguments...)
	command.Dir = folder
	command.Env = append(os.Environ(), "HOME="+p.work, "TERM=dumb")
	output := &bytes.Buffer{}
	command.Stdout, command.Stderr = output, output
	return command, output
}
