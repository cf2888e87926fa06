//go:build develop

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"puppet-lint/rules"
)

// vector is a small manifest and the findings of the plugin with the check. Package rules tests
// its puppet-lint profile with them.
type vector struct {
	Check string `json:"check"`
	Code  string `json:"code"`
	// Plugin are its findings, each "line:column message". Fixed is the code after its fix, if
	// that is different.
	Plugin []string `json:"plugin"`
	Fixed  string   `json:"fixed,omitempty"`
	// Why is the reason why this program's findings or fixed text differ, which are then in
	// Findings and OwnFix.
	Why      string    `json:"why,omitempty"`
	Findings *[]string `json:"findings,omitempty"`
	OwnFix   *string   `json:"own_fix,omitempty"`
}

// renewVectors runs puppet-lint (Ruby) on all vectors of a file again, and writes its results
// and those of this program.
func renewVectors(options options, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var vectors []vector
	for line := range bytes.Lines(text) {
		var one vector
		if err := json.Unmarshal(line, &one); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		vectors = append(vectors, one)
	}
	slices.SortStableFunc(vectors, func(a, b vector) int { return cmp.Compare(a.Check, b.Check) })
	questions := make([]input, len(vectors))
	for i, one := range vectors {
		questions[i] = input{Path: "init.pp", Source: one.Code, Only: []string{one.Check}}
	}
	found, err := askRuby(options.scripts, "", questions)
	if err != nil {
		return err
	}
	for i := range questions {
		questions[i].Fix = true
	}
	fixed, err := askRuby(options.scripts, "", questions)
	if err != nil {
		return err
	}
	for i := range vectors {
		if err := vectors[i].renew(questions[i], found[i], fixed[i]); err != nil {
			return err
		}
	}
	return writeVectors(path, vectors)
}

func (v *vector) renew(question input, found, fixed answer) error {
	rule := ruleNamed(v.Check)
	if rule == nil || found.Error != nil || fixed.Error != nil || fixed.Fixed == nil {
		return fmt.Errorf("no answer for %s of %q", v.Check, v.Code)
	}
	v.Plugin, v.Findings, v.OwnFix, v.Fixed = findingTexts(found.Problems), nil, nil, ""
	if *fixed.Fixed != v.Code {
		v.Fixed = *fixed.Fixed
	}
	actual := findingTexts(look(question, []*rules.Rule{rule}, true).problems)
	if !slices.Equal(actual, v.Plugin) {
		v.Findings = &actual
	}
	if text := fixedText(rule, question); text != *fixed.Fixed {
		v.OwnFix = &text
	}
	if v.Findings == nil && v.OwnFix == nil {
		v.Why = ""
	}
	return nil
}

// findingTexts returns the findings in text order, each once.
func findingTexts(problems []problem) []string {
	texts := []string{}
	distinct := asSet(problems)
	slices.SortStableFunc(distinct, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Message, b.Message))
	})
	for _, one := range distinct {
		texts = append(texts, fmt.Sprintf("%d:%d %s", one.Line, one.Column, one.Message))
	}
	return texts
}

func writeVectors(path string, vectors []vector) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	for _, one := range vectors {
		if err := encoder.Encode(one); err != nil {
			return err
		}
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
