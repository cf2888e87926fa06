//go:build develop

// Program documents compares the findings in data files, templates and metadata of a folder of
// real modules with a record. The record contains every finding of these rules, including the
// rules that are off by default. One of three judges confirms each finding: Ruby, which determines
// the same from the files with Puppet's own libraries; the real Puppet, which compiles a
// declaration for a host and fails at that place, or renders the wrong text; or a person, who
// gives a reason.
//
//	go run -tags develop ./internal/oracle/documents -corpus DIR -oracle ../shared/oracle [-update]
//
// It exits with 1 if a finding is not on record, if no judge confirms it, if a recorded finding is
// missing, and if Ruby finds something that is not reported. With -update it writes the record; a
// person has to add the reasons of new findings.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// rules are the rules about documents, and about manifests in relation to them.
var rules = []string{
	"data_type_mismatch", "unknown_data_key", "unused_data_key", "invalid_lookup_options", "recursive_data", "invalid_lookup", "missing_data",
	"unknown_data_variable", "legacy_fact_in_data", "data_syntax", "duplicate_data_key", "unread_yaml_document", "hiera_config", "data_not_hash",
	"invalid_data_value", "invalid_data_interpolation", "foreign_data_key", "empty_hiera_path", "unreached_data_file",
	"invalid_metadata", "open_dependency", "dependency_version", "undeclared_dependency", "unused_dependency", "requirement_too_wide",
	"unhandled_system", "unsupported_system", "invalid_task", "invalid_plan_call",
	"missing_file", "template_parameters", "unknown_template_variable", "bare_template_variable", "legacy_fact_in_template",
}

// finding is a finding on record.
type finding struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
	// Witness is the request to the real Puppet; nil if Ruby is the judge.
	Witness *witness `json:"witness,omitempty"`
	// Because is the reason why the finding is correct, if a person is the judge.
	Because string `json:"because,omitempty"`
}

func (f *finding) key() string {
	return fmt.Sprintf("%s:%d:%d %s: %s", f.File, f.Line, f.Column, f.Rule, f.Message)
}

func main() {
	corpus := flag.String("corpus", "", "folder of modules")
	oracle := flag.String("oracle", "../shared/oracle", "folder of the oracle scripts")
	record := flag.String("record", "internal/oracle/documents/testdata/findings.jsonl", "file of the record")
	update := flag.Bool("update", false, "write the record")
	flag.Parse()
	if err := run(*corpus, *oracle, *record, *update); err != nil {
		fmt.Fprintln(os.Stderr, "documents:", err)
		os.Exit(1)
	}
}

func run(corpus, oracle, record string, update bool) error {
	found, err := find(corpus)
	if err != nil {
		return err
	}
	recorded, err := readRecord(record)
	if err != nil && !update {
		return err
	}
	var problems []error
	for _, f := range found {
		if known := recorded[f.key()]; known != nil {
			f.Witness, f.Because = known.Witness, known.Because
			delete(recorded, f.key())
		} else if !update {
			problems = append(problems, fmt.Errorf("not on record: %s", f.key()))
		}
	}
	if update {
		return writeRecord(record, found)
	}
	for key := range recorded {
		problems = append(problems, fmt.Errorf("no longer found: %s", key))
	}
	byRuby, err := askRuby(corpus, oracle, found)
	problems = append(problems, err)
	byPuppet, err := askPuppet(corpus, oracle, found)
	problems = append(problems, err)
	fmt.Printf("%d findings: %d right for Ruby, %d for the real Puppet, %d looked at\n", len(found), byRuby, byPuppet, len(found)-byRuby-byPuppet)
	return errors.Join(problems...)
}

// find builds the program and runs it on the corpus.
func find(corpus string) ([]*finding, error) {
	folder, err := os.MkdirTemp("", "documents-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	binary := filepath.Join(folder, "puppet-lint")
	if output, err := exec.Command("go", "build", "-o", binary, "puppet-lint/cmd/puppet-lint").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, output)
	}
	command := exec.Command(binary, "--no-config", "--only-checks", strings.Join(rules, ","), "--format", "jsonl", ".")
	command.Dir = corpus
	var stderr bytes.Buffer
	command.Stderr = &stderr
	output, err := command.Output()
	var status *exec.ExitError
	if err != nil && !(errors.As(err, &status) && status.ExitCode() == 1) {
		return nil, fmt.Errorf("puppet-lint: %w\n%s", err, stderr.String())
	}
	var found []*finding
	for line := range strings.Lines(string(output)) {
		var one struct {
			Path string `json:"path"`
			finding
		}
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		one.File = filepath.ToSlash(one.Path)
		found = append(found, &one.finding)
	}
	slices.SortFunc(found, func(a, b *finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Rule, b.Rule))
	})
	return found, nil
}

func readRecord(path string) (map[string]*finding, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	found := map[string]*finding{}
	for line := range strings.Lines(string(content)) {
		one := &finding{}
		if err := json.Unmarshal([]byte(line), one); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		found[one.key()] = one
	}
	return found, nil
}

func writeRecord(path string, found []*finding) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for _, one := range found {
		if err := encoder.Encode(one); err != nil {
			return err
		}
	}
	return os.WriteFile(path, text.Bytes(), 0o644)
}

// askRuby passes the findings without witness and explanation to judge.rb. It also compares
// what Ruby expects for the rules that it can evaluate itself.
func askRuby(corpus, oracle string, found []*finding) (right int, problem error) {
	var input bytes.Buffer
	var asked []*finding
	for _, f := range found {
		if f.Witness == nil && f.Because == "" {
			asked = append(asked, f)
			if err := json.NewEncoder(&input).Encode(f); err != nil {
				return 0, err
			}
		}
	}
	command := exec.Command("ruby", "-W0", "internal/oracle/documents/judge.rb", oracle, corpus)
	command.Stdin = &input
	var stderr bytes.Buffer
	command.Stderr = &stderr
	output, err := command.Output()
	if err != nil {
		return 0, fmt.Errorf("judge.rb: %w\n%s", err, stderr.String())
	}
	lines := bufio.NewScanner(bytes.NewReader(output))
	lines.Buffer(nil, 1<<24)
	var problems []error
	for _, f := range asked {
		var why string
		if !lines.Scan() {
			return 0, errors.New("judge.rb stopped early")
		}
		if err := json.Unmarshal(lines.Bytes(), &why); err != nil {
			return 0, err
		}
		if why != "" {
			problems = append(problems, fmt.Errorf("Ruby holds it wrong: %s: %s", f.key(), why))
			continue
		}
		right++
	}
	var expected [][3]string
	if !lines.Scan() {
		return 0, errors.New("judge.rb stopped early")
	}
	if err := json.Unmarshal(lines.Bytes(), &expected); err != nil {
		return 0, err
	}
	for _, one := range expected {
		if !slices.ContainsFunc(found, func(f *finding) bool { return f.isAbout(one) }) {
			problems = append(problems, fmt.Errorf("Ruby expects a finding: %s", strings.Join(one[:], " ")))
		}
	}
	return right, errors.Join(problems...)
}

// isAbout reports whether a finding is one that Ruby expects: its file and rule are equal, and
// its line or the word quoted in its message.
func (f *finding) isAbout(expected [3]string) bool {
	return f.File == expected[0] && f.Rule == expected[1] &&
		(expected[2] == "" || expected[2] == fmt.Sprint(f.Line) || strings.Contains(f.Message, "'"+expected[2]+"'"))
}
