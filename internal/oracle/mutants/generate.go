package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"puppet-lint/internal/oracle/judge"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// mutant is a fault that the real Puppet refuses.
type mutant struct {
	Subject string `json:"subject"`
	Define  bool   `json:"define,omitempty"`
	File    string `json:"file"`
	Host    string `json:"host"`
	fault
	Failure failure `json:"failure"`
}

// noEnvironment is how the judge fails now and then for a reason of its own: it
// loads a provider that asks for an environment it does not have.
const noEnvironment = "Could not find a directory environment"

// generate makes faults in every subject and keeps what the judge refuses.
func generate(set settings) error {
	subjects, err := readRecords[subject](filepath.Join(set.records, "subjects.jsonl"))
	if err != nil {
		return err
	}
	tried, err := choose(set, subjects)
	if err != nil {
		return err
	}
	const workers = 2
	results := make([]*mutant, len(tried))
	failures := make([]error, workers)
	var group sync.WaitGroup
	for worker := range workers {
		group.Add(1)
		go func() {
			defer group.Done()
			failures[worker] = tryOut(set, tried, results, worker, workers)
		}()
	}
	group.Wait()
	if err := errors.Join(failures...); err != nil {
		return err
	}
	var kept []mutant
	for _, result := range results {
		if result != nil {
			kept = append(kept, *result)
		}
	}
	fmt.Printf("%d faults tried, %d refused\n", len(tried), len(kept))
	return writeRecords(filepath.Join(set.records, "mutants.jsonl"), kept)
}

// choose picks faults so that no module and no subject outweighs the others,
// and of a subject no kind of fault.
func choose(set settings, subjects []subject) ([]mutant, error) {
	inModule := map[string]int{}
	var chosen []mutant
	order := rand.New(rand.NewPCG(set.seed, 0)).Perm(len(subjects))
	for _, index := range order {
		subject := subjects[index]
		file, err := source.Disk{}.Read(filepath.Join(set.corpus, subject.File))
		if err != nil {
			return nil, err
		}
		name := fnv.New64()
		name.Write([]byte(subject.Name))
		random := rand.New(rand.NewPCG(set.seed, name.Sum64()))
		faults := faultsOf(syntax.Parse(file, syntax.Options{}), random)
		random.Shuffle(len(faults), func(i, j int) { faults[i], faults[j] = faults[j], faults[i] })
		ofKind, ofSubject := map[string]int{}, 0
		for _, fault := range faults {
			if ofKind[fault.Kind] >= 2 || ofSubject >= set.perSubject || inModule[subject.module()] >= set.perModule {
				continue
			}
			ofKind[fault.Kind]++
			ofSubject++
			inModule[subject.module()]++
			host := subject.Hosts[random.IntN(len(subject.Hosts))]
			chosen = append(chosen, mutant{Subject: subject.Name, Define: subject.Define, File: subject.File, Host: host, fault: fault})
		}
	}
	return chosen, nil
}

// tryOut asks one judge about each workers-th fault, in a copy of the corpus
// of its own.
func tryOut(set settings, tried []mutant, results []*mutant, worker, workers int) error {
	facts, err := hosts(set.records)
	if err != nil {
		return err
	}
	copied, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(copied)
	modules := filepath.Join(copied, "modules")
	if err := linkTree(set.corpus, modules); err != nil {
		return err
	}
	eval, err := judge.Start(set.oracle, "eval.rb", nil, "--modulepath", modules)
	if err != nil {
		return err
	}
	defer eval.Close()
	for i := worker; i < len(tried); i += workers {
		candidate := tried[i]
		answer, err := ask(eval, modules, candidate, facts[candidate.Host])
		if err != nil {
			return err
		}
		if answer.Error != nil && !strings.Contains(answer.Error.Message, noEnvironment) {
			candidate.Failure = *answer.Error
			// Further lines speak of the judge's own files.
			candidate.Failure.Message, _, _ = strings.Cut(candidate.Failure.Message, "\n")
			candidate.Failure.File = strings.TrimPrefix(candidate.Failure.File, modules+"/")
			candidate.Failure.Message = strings.ReplaceAll(candidate.Failure.Message, modules+"/", "")
			results[i] = &candidate
		}
	}
	return nil
}

// ask puts the fault into the copy below modules, asks, and restores it.
func ask(eval *judge.Judge, modules string, candidate mutant, facts json.RawMessage) (verdict, error) {
	path := filepath.Join(modules, candidate.File)
	original, err := os.ReadFile(path)
	if err != nil {
		return verdict{}, err
	}
	changed := string(original[:candidate.Start]) + candidate.New + string(original[candidate.End:])
	// The copy is made of links: a new file must take the place of the link.
	replace := func(text string) error {
		if err := os.Remove(path); err != nil {
			return err
		}
		return os.WriteFile(path, []byte(text), 0o644)
	}
	if err := replace(changed); err != nil {
		return verdict{}, err
	}
	var answer verdict
	err = eval.Ask(evaluation{subject{Name: candidate.Subject, Define: candidate.Define}.source(), facts}, &answer)
	return answer, errors.Join(err, replace(string(original)))
}

// linkTree copies the folder from to the folder to, files as hard links where
// the file system allows it.
func linkTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, below)
		if entry.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		if os.Link(path, target) == nil {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o644)
	})
}

// verify asks the judge again about faults picked evenly from the record, so
// that a record which no longer tells the truth is noticed.
func verify(set settings) error {
	recorded, err := readRecords[mutant](filepath.Join(set.records, "mutants.jsonl"))
	if err != nil {
		return err
	}
	var tried []mutant
	for i := 0; i < len(recorded); i += max(1, len(recorded)/set.sample) {
		tried = append(tried, recorded[i])
	}
	results := make([]*mutant, len(tried))
	if err := tryOut(set, tried, results, 0, 1); err != nil {
		return err
	}
	moved := 0
	for i, result := range results {
		if result == nil {
			return fmt.Errorf("%s, line %d: Puppet accepts %q now; make the record anew", tried[i].File, tried[i].Line, tried[i].New)
		}
		if result.Failure.Line != tried[i].Failure.Line {
			moved++
		}
	}
	// Where a catalog has two errors, Puppet does not always meet the same first.
	if moved*10 > len(tried) {
		return fmt.Errorf("Puppet now refuses %d of %d faults at another line; make the record anew", moved, len(tried))
	}
	fmt.Printf("%d of %d faults on record asked again: all are refused, %d at another line\n", len(tried), len(recorded), moved)
	return nil
}
