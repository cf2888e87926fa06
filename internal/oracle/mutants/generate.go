//go:build develop

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"puppet-lint/internal/oracle/judge"
	"puppet-lint/internal/oracle/records"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// mutant is a fault that the real Puppet rejects.
type mutant struct {
	Subject string `json:"subject"`
	Define  bool   `json:"define,omitempty"`
	File    string `json:"file"`
	Host    string `json:"host"`
	fault
	Failure failure `json:"failure"`
}

// ownFailures are occasional failures of the judge itself: it loads a provider that needs a
// missing environment, or takes too long on a busy machine.
var ownFailures = []string{"Could not find a directory environment", "execution expired"}

// generate makes faults in every subject and keeps those that the judge rejects, up to the
// wanted number of each kind.
func generate(set settings) error {
	subjects, err := records.Subjects(set.Records)
	if err != nil {
		return err
	}
	ofKind, err := choose(set, subjects)
	if err != nil {
		return err
	}
	kinds := slices.Sorted(maps.Keys(ofKind))
	const workers = 2
	kept := make([][]mutant, len(kinds))
	var next atomic.Int32
	var group errgroup.Group
	for range workers {
		group.Go(func() error {
			return withTrial(set, func(t *trial) error {
				for {
					at := int(next.Add(1)) - 1
					if at >= len(kinds) {
						return nil
					}
					tried, err := t.keep(set, ofKind[kinds[at]], &kept[at])
					if err != nil {
						return err
					}
					fmt.Printf("%s: %d faults tried, %d refused\n", kinds[at], tried, len(kept[at]))
				}
			})
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	kept = slices.DeleteFunc(kept, func(ofKind []mutant) bool { return len(ofKind) < leastOfKind && set.only == "" })
	made := slices.Concat(kept...)
	if set.only != "" { // recorded mutants of other kinds are kept
		others, err := readRecords[mutant](filepath.Join(set.Records, "mutants.jsonl"))
		if err != nil {
			return err
		}
		made = append(slices.DeleteFunc(others, func(m mutant) bool { return m.Kind == set.only }), made...)
	}
	return writeRecords(filepath.Join(set.Records, "mutants.jsonl"), made)
}

// choose returns the faults to try by kind, at most two for each subject, ordered so that no
// module dominates.
func choose(set settings, subjects []records.Subject) (map[string][]mutant, error) {
	type place struct{ kind, of string }
	inModule, inSubject := map[place]int{}, map[place]int{}
	rounds := map[string][][]mutant{}
	tree := module.NewTree(source.Disk{}, []string{set.Corpus}, false)
	order := rand.New(rand.NewPCG(set.seed, 0)).Perm(len(subjects))
	for _, index := range order {
		subject := subjects[index]
		file, err := source.Disk{}.Read(filepath.Join(set.Corpus, subject.File))
		if err != nil {
			return nil, err
		}
		name := fnv.New64()
		name.Write([]byte(subject.Name))
		random := rand.New(rand.NewPCG(set.seed, name.Sum64()))
		faults := faultsOf(syntax.Parse(file, syntax.Options{}), random)
		if own := tree.Module(subject.Module()); own != nil && set.only == givenKind {
			faults = givenFaults(tree, syntax.Parse(file, syntax.Options{}), own, random)
		}
		random.Shuffle(len(faults), func(i, j int) { faults[i], faults[j] = faults[j], faults[i] })
		for _, fault := range faults {
			host := subject.Hosts[random.IntN(len(subject.Hosts))]
			if set.only != "" && fault.Kind != set.only || inSubject[place{fault.Kind, subject.Name}] >= 2 {
				continue
			}
			inSubject[place{fault.Kind, subject.Name}]++
			round := inModule[place{fault.Kind, subject.Module()}]
			inModule[place{fault.Kind, subject.Module()}]++
			for len(rounds[fault.Kind]) <= round {
				rounds[fault.Kind] = append(rounds[fault.Kind], nil)
			}
			rounds[fault.Kind][round] = append(rounds[fault.Kind][round],
				mutant{Subject: subject.Name, Define: subject.Define, File: subject.File, Host: host, fault: fault})
		}
	}
	chosen := map[string][]mutant{}
	for kind, faults := range rounds {
		chosen[kind] = slices.Concat(faults...)
	}
	return chosen, nil
}

// trial is a judge with its own copy of the corpus, in which it tries faults.
type trial struct {
	eval    *judge.Judge
	modules string
	hosts   map[string]*records.Host
}

// withTrial calls work with a trial, and cleans up after it.
func withTrial(set settings, work func(*trial) error) error {
	hosts, err := records.Hosts(set.Records)
	if err != nil {
		return err
	}
	copied, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(copied)
	modules := filepath.Join(copied, "modules")
	if err := linkTree(set.Corpus, modules); err != nil {
		return err
	}
	eval, err := judge.Start(set.Oracle, "eval.rb", nil, "--modulepath", modules)
	if err != nil {
		return err
	}
	defer eval.Close()
	return work(&trial{eval, modules, hosts})
}

// keep tries faults of one kind in order until the wanted number is rejected, or too many have
// been tried.
func (t *trial) keep(set settings, faults []mutant, refused *[]mutant) (tried int, err error) {
	for _, candidate := range faults {
		if len(*refused) == set.perKind || tried == set.perKind*maxTrials {
			break
		}
		tried++
		isRefused, err := t.refuses(&candidate)
		if err != nil {
			return tried, err
		}
		if isRefused {
			*refused = append(*refused, candidate)
		}
	}
	return tried, nil
}

// maxTrials is how many faults are tried for each one that is wanted. If fewer than leastOfKind
// are rejected, the kind is not meaningful.
const (
	maxTrials   = 6
	leastOfKind = 9
)

// refuses reports whether Puppet rejects a fault, and records its error.
func (t *trial) refuses(candidate *mutant) (bool, error) {
	answer, err := ask(t.eval, t.modules, *candidate, t.hosts[candidate.Host].JSON)
	if err != nil || answer.Error == nil {
		return false, err
	}
	for _, ofJudge := range ownFailures {
		if strings.Contains(answer.Error.Message, ofJudge) {
			return false, nil
		}
	}
	candidate.Failure = *answer.Error
	// Further lines are about the judge's own files.
	candidate.Failure.Message, _, _ = strings.Cut(candidate.Failure.Message, "\n")
	candidate.Failure.File = strings.TrimPrefix(candidate.Failure.File, t.modules+"/")
	candidate.Failure.Message = strings.ReplaceAll(candidate.Failure.Message, t.modules+"/", "")
	return true, nil
}

// ask writes the fault into the copy below modules, asks the judge, and restores the file.
func ask(eval *judge.Judge, modules string, candidate mutant, facts json.RawMessage) (judgement, error) {
	path := filepath.Join(modules, candidate.File)
	original, err := os.ReadFile(path)
	if err != nil {
		return judgement{}, err
	}
	changed := string(original[:candidate.Start]) + candidate.New + string(original[candidate.End:])
	// The copy consists of links, so a new file must replace the link.
	replace := func(text string) error {
		if err := os.Remove(path); err != nil {
			return err
		}
		return os.WriteFile(path, []byte(text), 0o644)
	}
	if err := replace(changed); err != nil {
		return judgement{}, err
	}
	var answer judgement
	err = eval.Ask(evaluation{records.Subject{Name: candidate.Subject, Define: candidate.Define}.Source(), facts}, &answer)
	return answer, errors.Join(err, replace(string(original)))
}

// linkTree copies the folder from to the folder to, with hard links if the file system supports
// them.
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

// verify checks faults picked evenly from the record with the judge again, so that an outdated
// record is noticed.
func verify(set settings) error {
	recorded, err := readRecords[mutant](filepath.Join(set.Records, "mutants.jsonl"))
	if err != nil {
		return err
	}
	var tried []mutant
	for i := 0; i < len(recorded); i += max(1, len(recorded)/set.sample) {
		tried = append(tried, recorded[i])
	}
	moved := 0
	err = withTrial(set, func(t *trial) error {
		for _, recorded := range tried {
			again := recorded
			isRefused, err := t.refuses(&again)
			switch {
			case err != nil:
				return err
			case !isRefused:
				return fmt.Errorf("%s, line %d: Puppet accepts %q now; make the record anew", recorded.File, recorded.Line, recorded.New)
			case again.Failure.Line != recorded.Failure.Line:
				moved++
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	// If a catalog has two errors, Puppet does not always report the same one first.
	if moved*10 > len(tried) {
		return fmt.Errorf("Puppet now refuses %d of %d faults at another line; make the record anew", moved, len(tried))
	}
	fmt.Printf("%d of %d faults on record asked again: all are refused, %d at another line\n", len(tried), len(recorded), moved)
	return nil
}
