//go:build develop

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// judgement is a line of a file of judgements: what a person has decided about the errors of
// one rule on one line of code. The number of the line and the message of the error may change.
type judgement struct {
	Rule string `json:"rule"`
	Path string `json:"path"`
	// Place is the text of the line.
	Place string `json:"place"`
	// Count is the number of errors of the rule on lines with that text; 0 means one.
	Count int `json:"count,omitempty"`
	// Message is the message at the time of the judgement.
	Message string `json:"message"`
	// True is the judgement; nil until somebody has judged.
	True   *bool  `json:"true,omitempty"`
	Reason string `json:"reason,omitempty"`
	// Source is a manifest for which Puppet fails, on the named host.
	Source string `json:"source,omitempty"`
	Host   string `json:"host,omitempty"`
	// Puppet is Puppet's message for it.
	Puppet string `json:"puppet,omitempty"`
}

// key identifies judgements and the errors that they are about.
type key struct{ rule, path, place string }

func (f found) key() key      { return key{f.rule, f.path, f.place} }
func (j *judgement) key() key { return key{j.Rule, j.Path, j.Place} }

func read(path string) ([]*judgement, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var all []*judgement
	for number, line := range bytes.Split(text, []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		one := new(judgement)
		if err := json.Unmarshal(line, one); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number+1, err)
		}
		all = append(all, one)
	}
	return all, err
}

func write(path string, all []*judgement) error {
	slices.SortStableFunc(all, func(a, b *judgement) int { return cmp.Compare(a.Path, b.Path) })
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for _, one := range all {
		if err := encoder.Encode(one); err != nil {
			return err
		}
	}
	return os.WriteFile(path, text.Bytes(), 0o644)
}

// compare compares errors with the judgements in a file, and Puppet's answers with the recorded
// ones. modulepath is where Puppet finds the modules.
func compare(set settings, file string, errors []found, modulepath string) (wrong int, err error) {
	judgements, err := read(file)
	if err != nil {
		return 0, err
	}
	known := map[key]*judgement{}
	for _, one := range judgements {
		known[one.key()] = one
	}
	counts := map[key]int{}
	for _, one := range errors {
		counts[one.key()]++
	}
	if set.update {
		judgements = renew(judgements, known, counts, errors)
	}
	trueOnes, falseOnes := 0, 0
	complain := func(what string, one *judgement) {
		wrong++
		fmt.Printf("%-12s %s: %s: %s\n    %s\n", what, one.Path, one.Rule, one.Message, one.Place)
		if one.Reason != "" {
			fmt.Printf("    %s\n", one.Reason)
		}
	}
	for _, one := range errors {
		judged := known[one.key()]
		if judged == nil {
			judged = &judgement{Rule: one.rule, Path: one.path, Place: one.place, Message: one.message}
		}
		switch {
		case judged.True == nil:
			complain("NOT JUDGED", judged)
		case !*judged.True:
			falseOnes++
			complain("FALSE", judged)
		default:
			trueOnes++
		}
	}
	for _, one := range judgements {
		if counts[one.key()] != max(one.Count, 1) {
			complain(fmt.Sprintf("%d, NOT %d", counts[one.key()], max(one.Count, 1)), one)
		}
	}
	differing, asked, err := askAgain(set, judgements, modulepath)
	if err != nil {
		return 0, err
	}
	if set.update {
		if err := write(file, judgements); err != nil {
			return 0, err
		}
	}
	fmt.Printf("%s: %d errors, %d judged true, %d false, %d not judged; Puppet was asked about %d and answers otherwise about %d\n",
		file, len(errors), trueOnes, falseOnes, len(errors)-trueOnes-falseOnes, asked, differing)
	return wrong + differing, nil
}

// renew updates judgements: those without an error are removed, and errors without a judgement
// are added.
func renew(judgements []*judgement, known map[key]*judgement, counts map[key]int, errors []found) []*judgement {
	judgements = slices.DeleteFunc(judgements, func(one *judgement) bool { return counts[one.key()] == 0 })
	for _, one := range errors {
		judged := known[one.key()]
		if judged == nil {
			judged = &judgement{Rule: one.rule, Path: one.path, Place: one.place, Message: one.message}
			known[one.key()] = judged
			judgements = append(judgements, judged)
		}
		if judged.Count = counts[one.key()]; judged.Count == 1 {
			judged.Count = 0
		}
	}
	return judgements
}
