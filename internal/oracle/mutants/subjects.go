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

	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/oracle/records"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// evaluation is a request to eval.rb.
type evaluation struct {
	Source string          `json:"source"`
	Facts  json.RawMessage `json:"facts"`
}

// judgement is the part of eval.rb's answer that is used here.
type judgement struct {
	Error *failure `json:"error,omitempty"`
}

// failure is an error of Puppet. File is empty for an error outside all files.
type failure struct {
	Code    string `json:"issue_code,omitempty"`
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
}

// findSubjects compiles every class and defined type of the corpus without parameters, and
// records those that compile.
func findSubjects(set settings) error {
	hosts, err := records.Hosts(set.Records)
	if err != nil {
		return err
	}
	modules := set.Corpus
	candidates, err := definitions(modules)
	if err != nil {
		return err
	}
	names := []string{"debian", "redhat"}
	var questions []evaluation
	for _, candidate := range candidates {
		for _, host := range names {
			questions = append(questions, evaluation{candidate.Source(), hosts[host].JSON})
		}
	}
	start := func() (*judge.Judge, error) {
		return judge.Start(set.Oracle, "eval.rb", nil, "--modulepath", modules)
	}
	answers, err := judge.AskAll[evaluation, judgement](2, start, questions)
	if err != nil {
		return err
	}
	var subjects []records.Subject
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
	return writeRecords(filepath.Join(set.Records, "subjects.jsonl"), subjects)
}

// definitions returns the classes and defined types of all modules, one a file.
func definitions(modules string) ([]records.Subject, error) {
	var found []records.Subject
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
					found = append(found, records.Subject{Name: d.Name, File: below})
				case *syntax.ResourceTypeDefinition:
					found = append(found, records.Subject{Name: d.Name, File: below, Define: true})
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

// writeRecords writes one JSON object per line.
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
