//go:build develop

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"puppet-lint/checker"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// record is a finding with its witness.
type record struct {
	// File is the path below the modules folder of the corpus.
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Column  int      `json:"column"`
	Rule    string   `json:"rule"`
	Message string   `json:"message"`
	Witness *witness `json:"witness,omitempty"`
	// False is the reason why a finding without a witness is false, or what else is known about
	// it.
	False string `json:"false,omitempty"`

	finding *diag.Diagnostic
}

func (r *record) key() string { return fmt.Sprintf("%s:%d:%d %s", r.File, r.Line, r.Column, r.Rule) }

// isOpenStack reports whether the finding is in an OpenStack module or one that uses them. They
// are a third of the corpus and very similar to each other.
func (r *record) isOpenStack() bool {
	name, _, _ := strings.Cut(r.File, "/")
	switch name {
	case "aodh", "barbican", "ceilometer", "ceph", "cinder", "cloudkitty", "congress", "designate", "ec2api", "etcddiscovery", "glance", "gnocchi",
		"heat", "horizon", "ironic", "keystone", "magnum", "manila", "mistral", "murano", "neutron", "nova", "oci", "octavia",
		"openstack_extras", "openstacklib", "oslo", "ovn", "panko", "placement", "sahara", "swift", "tempest", "vswitch":
		return true
	}
	return false
}

// check runs the checker over the corpus. The records of its errors are in the order of the
// findings.
func check(set settings) (all []*diag.Diagnostic, errors []*record) {
	var paths []string
	filepath.WalkDir(set.corpus, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == "spec" {
			return filepath.SkipDir
		}
		if err == nil && !entry.IsDir() && (strings.HasSuffix(path, ".pp") || strings.HasSuffix(path, ".epp")) {
			paths = append(paths, path)
		}
		return nil
	})
	start := time.Now()
	tree := module.NewWorkspace(source.Disk{}, []string{set.corpus}, nil).TreeOf(set.corpus)
	all, _ = checker.Check(context.Background(), tree, checker.Options{Paths: paths, Workers: set.workers})
	elapsed := time.Since(start)
	for _, finding := range all {
		if finding.Severity == diag.Error {
			position := finding.Position()
			relative, _ := filepath.Rel(set.corpus, finding.File.Name)
			errors = append(errors, &record{
				File: filepath.ToSlash(relative), Line: position.Line, Column: position.Column, Rule: finding.Rule.Name, Message: finding.Message,
				finding: finding,
			})
		}
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fmt.Printf("%d files, %d findings, %d of them errors, %v, %d MB from the system\n", len(paths), len(all), len(errors),
		elapsed.Round(time.Millisecond), memory.Sys>>20)
	return all, errors
}

// list prints the findings of the checker.
func list(set settings) error {
	findings, _ := check(set)
	counts := map[string]int{}
	for _, finding := range findings {
		position := finding.Position()
		counts[finding.Rule.Name]++
		relative, _ := filepath.Rel(set.corpus, finding.File.Name)
		fmt.Printf("%s:%d:%d: %s [%s]\n    %s\n", relative, position.Line, position.Column, finding.Message, finding.Rule.Name,
			strings.TrimSpace(finding.File.LineText(position.Line)))
	}
	names := make([]string, 0, len(counts))
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	for _, name := range names {
		fmt.Printf("%6d %s\n", counts[name], name)
	}
	return nil
}

// score compares the errors with the record and counts the false ones.
func score(set settings) error {
	recorded, err := readRecord(set.records)
	if err != nil {
		return err
	}
	_, found := check(set)
	known := map[string]*record{}
	for _, r := range recorded {
		known[r.key()] = r
	}
	var unknown []string
	var total, wrong [2]int
	kinds := map[string]int{}
	for _, r := range found {
		on := known[r.key()]
		if on == nil {
			unknown = append(unknown, r.key()+": "+r.Message)
			continue
		}
		group := 0
		if r.isOpenStack() {
			group = 1
		}
		total[group]++
		if on.Witness == nil {
			wrong[group]++
			fmt.Printf("false: %s: %s (%s)\n", r.key(), r.Message, on.False)
		} else {
			kinds[on.Witness.kind()]++
		}
	}
	fmt.Printf("| modules | errors | false |\n| --- | ---: | ---: |\n| OpenStack | %d | %d |\n| others | %d | %d |\n", total[1], wrong[1], total[0], wrong[0])
	for _, kind := range witnessKinds {
		fmt.Printf("%d have a witness: %s\n", kinds[kind], kind)
	}
	var problem error
	if len(unknown) > 0 {
		problem = fmt.Errorf("these are not on record; look at each, then run generate:\n%s", strings.Join(unknown, "\n"))
	}
	for group := range total {
		if wrong[group]*50 > total[group] {
			problem = errors.Join(problem, fmt.Errorf("%d of %d errors are false, more than 2 %%", wrong[group], total[group]))
		}
	}
	return problem
}

func readRecord(path string) ([]*record, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var records []*record
	scanner := bufio.NewScanner(bytes.NewReader(content))
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		r := &record{}
		if err := json.Unmarshal(scanner.Bytes(), r); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		records = append(records, r)
	}
	return records, scanner.Err()
}

func writeRecord(path string, records []*record) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for _, r := range records {
		if err := encoder.Encode(r); err != nil {
			return err
		}
	}
	return os.WriteFile(path, text.Bytes(), 0o644)
}
