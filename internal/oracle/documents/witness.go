//go:build develop

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"puppet-lint/internal/oracle/judge"
)

// witness is a declaration and a host.
type witness struct {
	Source string `json:"source"`
	// Facts are the facts that differ from those of a Debian host.
	Facts map[string]any `json:"facts"`
	// Fails is true if Puppet fails at the line of the finding, or at the next one (in the
	// block of an option), with a message that contains Says. If it is false, the catalog
	// compiles and a value in it contains Says.
	Fails bool   `json:"fails,omitempty"`
	Says  string `json:"says"`
}

// question and answer are the request and the answer of eval.rb.
type question struct {
	Source string         `json:"source"`
	Facts  map[string]any `json:"facts"`
	Full   bool           `json:"full"`
}

type answer struct {
	Error *struct {
		Message string `json:"message"`
		File    string `json:"file"`
		Line    int    `json:"line"`
	} `json:"error"`
	Catalog []struct {
		Parameters map[string]string `json:"parameters"`
	} `json:"catalog"`
}

// hostFacts are the facts of a Debian host, also used for the mutants.
const hostFacts = "internal/oracle/mutants/testdata/facts/debian.json"

// askPuppet checks the findings with a witness with the real Puppet.
func askPuppet(corpus, oracle string, found []*finding) (right int, problem error) {
	content, err := os.ReadFile(hostFacts)
	if err != nil {
		return 0, err
	}
	modules, err := copyOf(corpus)
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(modules)
	eval, err := judge.Start(oracle, "eval.rb", nil, "--modulepath", modules)
	if err != nil {
		return 0, err
	}
	defer eval.Close()
	var problems []error
	for _, f := range found {
		if f.Witness == nil {
			continue
		}
		var facts map[string]any
		if err := json.Unmarshal(content, &facts); err != nil {
			return 0, fmt.Errorf("%s: %w", hostFacts, err)
		}
		overlay(facts, f.Witness.Facts)
		var reply answer
		if err := eval.Ask(question{f.Witness.Source, facts, !f.Witness.Fails}, &reply); err != nil {
			return 0, err
		}
		if why := f.Witness.refute(f, modules, &reply); why != "" {
			problems = append(problems, fmt.Errorf("the witness does not hold: %s: %s", f.key(), why))
			continue
		}
		right++
	}
	return right, errors.Join(problems...)
}

// overlay overlays facts with others. Hashes are merged.
func overlay(facts, over map[string]any) {
	for name, value := range over {
		inner, isHash := value.(map[string]any)
		known, wasHash := facts[name].(map[string]any)
		if isHash && wasHash {
			overlay(known, inner)
			continue
		}
		facts[name] = value
	}
}

// refute returns why an answer does not confirm a finding, or "" if it does.
func (w *witness) refute(f *finding, modules string, reply *answer) string {
	if !w.Fails {
		if reply.Error != nil {
			return reply.Error.Message
		}
		for _, resource := range reply.Catalog {
			for _, value := range resource.Parameters {
				if strings.Contains(value, w.Says) {
					return ""
				}
			}
		}
		return "no value in the catalog has it"
	}
	if reply.Error == nil {
		return "Puppet compiles it"
	}
	file := strings.TrimPrefix(reply.Error.File, modules+"/")
	if file != f.File || reply.Error.Line != f.Line && reply.Error.Line != f.Line+1 || !strings.Contains(reply.Error.Message, w.Says) {
		return fmt.Sprintf("%s:%d: %s", file, reply.Error.Line, reply.Error.Message)
	}
	return ""
}

// brokenAlias is a type of the corpus with a duplicate key. Puppet 8 rejects it before it
// evaluates anything else of its module.
const brokenAlias = "apache/types/oidcsettings.pp"

// copyOf creates a folder of links to the modules, in which brokenAlias is fixed.
func copyOf(corpus string) (string, error) {
	corpus, err := filepath.Abs(corpus)
	if err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp("", "documents-")
	if err != nil {
		return "", err
	}
	entries, err := os.ReadDir(corpus)
	if err != nil {
		return "", err
	}
	broken, _, _ := strings.Cut(brokenAlias, "/")
	for _, entry := range entries {
		if name := entry.Name(); name != broken {
			if err := os.Symlink(filepath.Join(corpus, name), filepath.Join(folder, name)); err != nil {
				return "", err
			}
		}
	}
	if err := os.CopyFS(filepath.Join(folder, broken), os.DirFS(filepath.Join(corpus, broken))); err != nil {
		return "", err
	}
	return folder, os.WriteFile(filepath.Join(folder, filepath.FromSlash(brokenAlias)), []byte("type Apache::OIDCSettings = Hash\n"), 0o644)
}
