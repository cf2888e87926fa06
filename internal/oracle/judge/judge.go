//go:build develop

// Package judge runs the oracle scripts, which query the real Puppet and puppet-lint (Ruby).
// Only the comparison programs next to it use it. Building, running and testing the product
// need no judge.
//
// The scripts read one JSON object per line and answer with one per line. They find the installed
// judges through ORACLE_PUPPET and ORACLE_LINT.
package judge

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/sync/errgroup"
)

// Judge is a running script that answers one request at a time. It is not safe for concurrent
// use.
type Judge struct {
	command *exec.Cmd
	input   io.WriteCloser
	output  *bufio.Reader
	errors  bytes.Buffer
}

// Start runs a script (such as "eval.rb") in the folder of oracle scripts with args.
// environment holds additional variables, as "NAME=value".
func Start(folder, script string, environment []string, args ...string) (*Judge, error) {
	return start(exec.Command("ruby", append([]string{filepath.Join(folder, script)}, args...)...), environment)
}

// StartLimited is like Start. If the script uses more than the given number of megabytes, it is
// killed.
func StartLimited(megabytes int, folder, script string, environment []string, args ...string) (*Judge, error) {
	limit := fmt.Sprintf("ulimit -v %d; exec ruby \"$@\"", megabytes<<10)
	return start(exec.Command("sh", append([]string{"-c", limit, "ruby", filepath.Join(folder, script)}, args...)...), environment)
}

func start(command *exec.Cmd, environment []string) (*Judge, error) {
	judge := &Judge{command: command}
	judge.command.Env = append(append(os.Environ(), "ORACLE_FLUSH=1"), environment...)
	judge.command.Stderr = &judge.errors
	var err error
	if judge.input, err = judge.command.StdinPipe(); err != nil {
		return nil, err
	}
	output, err := judge.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	judge.output = bufio.NewReaderSize(output, 1<<20)
	if err := judge.command.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w; is ruby installed?", command, err)
	}
	return judge, nil
}

// Ask sends one request and decodes the answer into answer.
func (j *Judge) Ask(question, answer any) error {
	line, err := json.Marshal(question)
	if err != nil {
		return err
	}
	if _, err := j.input.Write(append(line, '\n')); err != nil {
		return j.failure(err)
	}
	reply, err := j.output.ReadBytes('\n')
	if err != nil {
		return j.failure(err)
	}
	return json.Unmarshal(reply, answer)
}

// Close ends the script.
func (j *Judge) Close() error {
	j.input.Close()
	io.Copy(io.Discard, j.output)
	return j.command.Wait()
}

func (j *Judge) failure(err error) error {
	j.command.Process.Kill()
	j.command.Wait()
	return fmt.Errorf("the judge gave no answer (%w): %s", err, strings.TrimSpace(j.errors.String()))
}

// AskAll distributes the requests over several judges, as many as workers, each started with
// start. It returns the answers in the order of the requests.
func AskAll[Question, Answer any](workers int, start func() (*Judge, error), questions []Question) ([]Answer, error) {
	answers := make([]Answer, len(questions))
	var group errgroup.Group
	for worker := range workers {
		group.Go(func() error {
			judge, err := start()
			if err != nil {
				return err
			}
			defer judge.Close()
			for i := worker; i < len(questions); i += workers {
				if err := judge.Ask(questions[i], &answers[i]); err != nil {
					return fmt.Errorf("question %d: %w", i, err)
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return answers, nil
}

// AskSurviving is like AskAll, but asks a new judge if the judge dies of a request. If the new one
// dies, too, the request is undecided. AskSurviving fails if more than three requests, and more
// than one in a hundred, are undecided.
func AskSurviving[Question, Answer any](workers int, start func() (*Judge, error), questions []Question) (answers []Answer, undecided []int, err error) {
	answers = make([]Answer, len(questions))
	died := make([]error, len(questions))
	var group errgroup.Group
	for worker := range workers {
		group.Go(func() error {
			asker := survivor{start: start}
			defer asker.close()
			for i := worker; i < len(questions); i += workers {
				var err error
				if died[i], err = asker.ask(questions[i], &answers[i]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, nil, err
	}
	for i, err := range died {
		if err != nil {
			undecided = append(undecided, i)
		}
	}
	if len(undecided) > 3 && len(undecided) > len(questions)/100 {
		return nil, nil, fmt.Errorf("the judges died of %d of %d questions: %w", len(undecided), len(questions), died[undecided[0]])
	}
	return answers, undecided, nil
}

// survivor asks a judge, and starts another one when it dies.
type survivor struct {
	start func() (*Judge, error)
	judge *Judge // nil if none runs
}

// ask asks twice at most. died is the error of the second judge that died of the question; err is that
// of starting one.
func (s *survivor) ask(question, answer any) (died, err error) {
	for range 2 {
		if s.judge == nil {
			if s.judge, err = s.start(); err != nil {
				return nil, err
			}
		}
		if died = s.judge.Ask(question, answer); died == nil {
			return nil, nil
		}
		s.judge = nil // Ask has ended it
	}
	return died, nil
}

func (s *survivor) close() {
	if s.judge != nil {
		s.judge.Close()
	}
}

// TimedOut reports whether a message means that the judge used up the time for an answer. A second
// request may succeed.
func TimedOut(message string) bool {
	return strings.Contains(message, "execution expired") || strings.Contains(message, "Timeout::Error")
}

// IsUnrelated reports whether a compilation failed for a reason other than the code: it loaded a
// provider for a catalog that belongs to no server, or a busy machine took too long.
func IsUnrelated(message string) bool {
	return strings.Contains(message, "Could not find a directory environment named") || message == "execution expired" ||
		strings.Contains(message, "RUBYGEMS_ACTIVATION_MONITOR")
}
