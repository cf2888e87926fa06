//go:build develop

// Package records reads what the comparison programs know about the corpus in advance: the
// classes and defined types that the real Puppet compiles without parameters, and the facts of
// the hosts on which it does. The program mutants writes these records. The package also has
// the flags that most of the programs share. Only the programs next to it use it.
package records

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"puppet-lint/checker/compile"
	"puppet-lint/internal/document"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/source"
	"puppet-lint/types"
)

// Folders are the input folders of a program. Corpus contains the modules, Oracle the oracle
// scripts, Records the records.
type Folders struct{ Corpus, Oracle, Records string }

// DefineFlags adds -corpus, -oracle and -records to the flags of the command line.
func (f *Folders) DefineFlags() {
	flag.StringVar(&f.Corpus, "corpus", "", "the folder that holds the modules")
	flag.StringVar(&f.Oracle, "oracle", "", "the folder that holds the oracle scripts")
	flag.StringVar(&f.Records, "records", "internal/oracle/mutants/testdata", "the folder that says what compiles, and the hosts' facts")
}

// Subject is a class or defined type that compiles without parameters.
type Subject struct {
	// Name is its qualified name.
	Name   string `json:"name"`
	Define bool   `json:"define,omitempty"`
	// File is the path of the manifest below the modules folder of the corpus.
	File string `json:"file"`
	// Hosts are the names of the hosts on which it compiles. There is at least one.
	Hosts []string `json:"hosts"`
}

// Source returns a manifest that declares the subject.
func (s Subject) Source() string {
	if s.Define {
		return s.Name + " { 'x': }"
	}
	return "include " + s.Name
}

// With is like Source, with attributes, which are written as in a resource.
func (s Subject) With(attributes string) string {
	if s.Define {
		return s.Name + " { 'x': " + attributes + " }"
	}
	return "class { '" + s.Name + "': " + attributes + " }"
}

// Module returns the name of the subject's module.
func (s Subject) Module() string {
	name, _, _ := strings.Cut(s.Name, "::")
	return name
}

// Subjects returns the subjects recorded in a folder, in order.
func Subjects(folder string) ([]Subject, error) {
	text, err := os.ReadFile(filepath.Join(folder, "subjects.jsonl"))
	if err != nil {
		return nil, err
	}
	var subjects []Subject
	for line := range strings.Lines(string(text)) {
		var one Subject
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			return nil, fmt.Errorf("subjects.jsonl: %w", err)
		}
		subjects = append(subjects, one)
	}
	if len(subjects) == 0 {
		return nil, errors.New("subjects.jsonl names nothing that compiles")
	}
	return subjects, nil
}

// Host is a host with its facts, in each of the forms that the programs need.
type Host struct {
	Name     string
	JSON     json.RawMessage
	Document *document.Document
	Facts    *types.Hash
}

// Hosts returns the hosts recorded in a folder, by name.
func Hosts(folder string) (map[string]*Host, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "facts", "*.json"))
	if err != nil {
		return nil, err
	}
	hosts := map[string]*Host{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		host := &Host{Name: strings.TrimSuffix(filepath.Base(path), ".json"), JSON: text}
		host.Document = yaml.Read(source.NewFile(path, string(text)), yaml.Options{})
		if host.Facts, err = compile.ReadFacts(host.Document.Root); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		hosts[host.Name] = host
	}
	if len(hosts) == 0 {
		return nil, fmt.Errorf("%s holds no facts", filepath.Join(folder, "facts"))
	}
	return hosts, nil
}

// Write writes files below folder. Their relative paths have slashes.
func Write(folder string, files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			return err
		}
	}
	return nil
}
