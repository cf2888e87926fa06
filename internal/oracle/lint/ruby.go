//go:build develop

package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"puppet-lint/internal/oracle/judge"
)

// input is a manifest to compare.
type input struct {
	Path   string `json:"path"`
	Source string `json:"source"`
	Fix    bool   `json:"fix,omitempty"`
	// Only are the checks to run; none means all.
	Only []string `json:"only,omitempty"`
}

// problem is a finding as puppet-lint (Ruby) prints it. Our findings are converted to it for
// the comparison. Column is in characters.
type problem struct {
	Check   string `json:"check"`
	Kind    string `json:"kind"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
	Reason  string `json:"reason"`
}

// answer is the answer of puppet-lint (Ruby) for one input.
type answer struct {
	Problems []problem `json:"problems"`
	// Fixed is the text after its fixes; nil if it did not read the file.
	Fixed *string `json:"fixed"`
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// askRuby returns the answers of puppet-lint (Ruby). With a cache folder, known answers are
// read from there.
func askRuby(scripts, cache string, inputs []input) ([]answer, error) {
	known := map[string]json.RawMessage{}
	if cache != "" {
		var err error
		if known, err = readCache(cache); err != nil {
			return nil, err
		}
	}
	var open []input
	for _, one := range inputs {
		if known[key(one)] == nil {
			open = append(open, one)
		}
	}
	fresh, err := judge.AskAll[input, json.RawMessage](runtime.NumCPU(), func() (*judge.Judge, error) {
		return judge.Start(scripts, "lint.rb", nil)
	}, open)
	if err != nil {
		return nil, err
	}
	for i, one := range open {
		known[key(one)] = fresh[i]
	}
	if cache != "" && len(open) > 0 {
		if err := appendCache(cache, open, fresh); err != nil {
			return nil, err
		}
	}
	answers := make([]answer, len(inputs))
	for i, one := range inputs {
		if err := json.Unmarshal(known[key(one)], &answers[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", one.Path, err)
		}
	}
	return answers, nil
}

// askAlone returns the answer of a new process of puppet-lint (Ruby), which has read nothing
// before.
func askAlone(scripts string, one input) (found answer, err error) {
	alone, err := judge.Start(scripts, "lint.rb", nil)
	if err != nil {
		return answer{}, err
	}
	defer alone.Close()
	return found, alone.Ask(one, &found)
}

func key(one input) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s%v%v\n%s\n%s", os.Getenv("ORACLE_LINT"), one.Fix, one.Only, one.Path, one.Source))
	return hex.EncodeToString(sum[:12])
}

type cached struct {
	Key    string          `json:"key"`
	Answer json.RawMessage `json:"answer"`
}

func readCache(folder string) (map[string]json.RawMessage, error) {
	known := map[string]json.RawMessage{}
	file, err := os.Open(filepath.Join(folder, "lint.jsonl"))
	if os.IsNotExist(err) {
		return known, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var entry cached
		if err := json.Unmarshal(lines.Bytes(), &entry); err != nil {
			return nil, err
		}
		known[entry.Key] = entry.Answer
	}
	return known, lines.Err()
}

func appendCache(folder string, inputs []input, answers []json.RawMessage) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(folder, "lint.jsonl"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	encoder := json.NewEncoder(file)
	for i, one := range inputs {
		if err := encoder.Encode(cached{key(one), answers[i]}); err != nil {
			return err
		}
	}
	return nil
}

// listChecks returns the checks that puppet-lint (Ruby) has loaded.
func listChecks(scripts string) (map[string]bool, error) {
	output, err := exec.Command("ruby", filepath.Join(scripts, "lint.rb"), "--list").Output()
	if err != nil {
		return nil, fmt.Errorf("asking lint.rb for its checks: %w", err)
	}
	names := map[string]bool{}
	for line := range strings.Lines(string(output)) {
		var entry struct{ Check string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			return nil, err
		}
		names[entry.Check] = true
	}
	return names, nil
}
