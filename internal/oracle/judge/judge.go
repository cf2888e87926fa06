//go:build develop

// Package judge talks to the oracle scripts, which ask the real Puppet and the
// real Ruby puppet-lint. It serves the comparison programs beside it and
// nothing of the product: neither building, running nor testing that needs a
// judge.
//
// The scripts read one JSON object a line and answer one a line. Where the
// judges are installed they find through ORACLE_PUPPET and ORACLE_LINT.
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

// Judge is a running script that is asked one question at a time. It serves
// one goroutine at a time.
type Judge struct {
	command *exec.Cmd
	input   io.WriteCloser
	output  *bufio.Reader
	errors  bytes.Buffer
}

// Start runs the script (such as "eval.rb") of the folder of oracle scripts
// with args. Environment are further variables, as "NAME=value".
func Start(folder, script string, environment []string, args ...string) (*Judge, error) {
	judge := &Judge{command: exec.Command("ruby", append([]string{filepath.Join(folder, script)}, args...)...)}
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
		return nil, fmt.Errorf("%s: %w; is ruby installed?", script, err)
	}
	return judge, nil
}

// Ask puts one question and reads the answer into answer.
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

// AskAll puts all questions to as many judges at once as workers says, each
// started as by Start, and returns the answers in the order of the questions.
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
