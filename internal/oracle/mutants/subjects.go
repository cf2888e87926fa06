//go:build develop

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"puppet-lint/internal/oracle/judge"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// subject is a class or defined type that compiles.
type subject struct {
	// Name is what the catalog is made of: "include NAME" or "NAME { 'x': }".
	Name   string `json:"name"`
	Define bool   `json:"define,omitempty"`
	// File is the path of the manifest below the corpus' modules folder.
	File string `json:"file"`
	// Hosts are the names of the hosts on which it compiles.
	Hosts []string `json:"hosts"`
}

// source is the manifest that puts the subject into a catalog.
func (s subject) source() string {
	if s.Define {
		return s.Name + " { 'x': }"
	}
	return "include " + s.Name
}

// module is the name of the module that the subject belongs to.
func (s subject) module() string {
	name, _, _ := strings.Cut(s.Name, "::")
	return name
}

// evaluation is a question to eval.rb.
type evaluation struct {
	Source string          `json:"source"`
	Facts  json.RawMessage `json:"facts"`
}

// judgement is the part of eval.rb's answer that matters here.
type judgement struct {
	Error *failure `json:"error,omitempty"`
}

// failure is Puppet's error. File is empty for one outside of any file.
type failure struct {
	Code    string `json:"issue_code,omitempty"`
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
}

// hosts reads the facts of the hosts that faults are tried on.
func hosts(records string) (map[string]json.RawMessage, error) {
	facts := map[string]json.RawMessage{}
	for _, name := range []string{"debian", "redhat"} {
		content, err := os.ReadFile(filepath.Join(records, "facts", name+".json"))
		if err != nil {
			return nil, err
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, content); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		facts[name] = compact.Bytes()
	}
	return facts, nil
}

// findSubjects asks the judge of every class and defined type of the corpus
// whether it compiles without parameters.
func findSubjects(set settings) error {
	facts, err := hosts(set.records)
	if err != nil {
		return err
	}
	modules := set.corpus
	candidates, err := definitions(modules)
	if err != nil {
		return err
	}
	names := []string{"debian", "redhat"}
	var questions []evaluation
	for _, candidate := range candidates {
		for _, host := range names {
			questions = append(questions, evaluation{candidate.source(), facts[host]})
		}
	}
	start := func() (*judge.Judge, error) {
		return judge.Start(set.oracle, "eval.rb", nil, "--modulepath", modules)
	}
	answers, err := judge.AskAll[evaluation, judgement](2, start, questions)
	if err != nil {
		return err
	}
	var subjects []subject
	for i, candidate := range candidates {
		for j, host := range names {
			if answers[i*len(names)+j].Error == nil {
				candidate.Hosts = append(candidate.Hosts, host)
			}
		}
		if len(candidate.Hosts) > 0 {
			subjects = append(subjects, candidate)
		}
	}
	fmt.Printf("%d of %d classes and defined types compile\n", len(subjects), len(candidates))
	return writeRecords(filepath.Join(set.records, "subjects.jsonl"), subjects)
}

// definitions lists the classes and defined types of all modules, one a file.
func definitions(modules string) ([]subject, error) {
	var found []subject
	manifests, err := filepath.Glob(filepath.Join(modules, "*", "manifests"))
	if err != nil {
		return nil, err
	}
	for _, folder := range manifests {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".pp" {
				return err
			}
			file, err := source.Disk{}.Read(path)
			if err != nil {
				return err
			}
			below, err := filepath.Rel(modules, path)
			if err != nil {
				return err
			}
			for _, definition := range syntax.Parse(file, syntax.Options{}).Program.Definitions {
				switch d := definition.(type) {
				case *syntax.HostClassDefinition:
					found = append(found, subject{Name: d.Name, File: below})
				case *syntax.ResourceTypeDefinition:
					found = append(found, subject{Name: d.Name, File: below, Define: true})
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// writeRecords writes one JSON object a line.
func writeRecords[T any](path string, records []T) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for _, record := range records {
		if err := encoder.Encode(record); err != nil {
			return err
		}
	}
	return os.WriteFile(path, text.Bytes(), 0o644)
}

// readRecords reads what writeRecords wrote.
func readRecords[T any](path string) ([]T, error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not there; make it first", path)
	} else if err != nil {
		return nil, err
	}
	var records []T
	scanner := bufio.NewScanner(bytes.NewReader(content))
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		var record T
		if err := json.Unmarshal(scanner.Bytes(), &record); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		records = append(records, record)
	}
	return records, scanner.Err()
}
