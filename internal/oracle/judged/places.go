//go:build develop

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// textPlace is a line of places.jsonl: a line of code that was found by a text search for words
// such as "password", "http://" and "md5", and that a person has judged.
type textPlace struct {
	// Kind is what was searched for. Tree is "corpus" or "modules".
	Kind string `json:"kind"`
	Tree string `json:"tree"`
	Path string `json:"path"`
	// Place is the text of the line.
	Place string `json:"place"`
	// Rules are the security rules that report lines with that text.
	Rules []string `json:"rules,omitempty"`
	// Missed is the rule that should report the line and does not; empty if no finding is
	// missing.
	Missed string `json:"missed,omitempty"`
	// Reason is the reason why nothing is reported.
	Reason string `json:"reason,omitempty"`
}

// comparePlaces compares the findings of all security rules in a tree with the recorded places.
func comparePlaces(set settings, tree, folder string) (wrong int, err error) {
	file := filepath.Join(set.records, "places.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	found, err := weaknessesIn(folder)
	if err != nil {
		return 0, err
	}
	var lines []string
	reported, silent, missed := 0, 0, 0
	for scanner := bufio.NewScanner(strings.NewReader(string(text))); scanner.Scan(); {
		line := scanner.Text()
		one := new(textPlace)
		if err := json.Unmarshal([]byte(line), one); err != nil {
			return 0, fmt.Errorf("%s: %w", file, err)
		}
		if one.Tree == tree {
			rules := found[[2]string{one.Path, one.Place}]
			switch {
			case len(rules) > 0:
				reported++
			case one.Missed != "":
				missed++
			default:
				silent++
			}
			if !slices.Equal(rules, one.Rules) {
				if !set.update {
					wrong++
					fmt.Printf("%s: reported by %v, not by %v\n    %s\n", one.Path, rules, one.Rules, one.Place)
				}
				one.Rules = rules
				updated := new(strings.Builder)
				encoder := json.NewEncoder(updated)
				encoder.SetEscapeHTML(false)
				if err := encoder.Encode(one); err != nil {
					return 0, err
				}
				line = strings.TrimSuffix(updated.String(), "\n")
			}
			if len(rules) == 0 && one.Reason == "" {
				wrong++
				fmt.Printf("NOT JUDGED %s\n    %s\n", one.Path, one.Place)
			}
		}
		lines = append(lines, line)
	}
	fmt.Printf("%s: of %d places of the %s %d are reported, %d are rightly silent, %d are missed\n", file, reported+silent+missed, tree, reported, silent, missed)
	if set.update {
		return wrong, os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
	}
	return wrong, nil
}

// weaknessesIn returns the rules of the group security that report something in a folder,
// including those that are off by default, by path and text of the line.
func weaknessesIn(folder string) (map[[2]string][]string, error) {
	current, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return nil, err
	}
	catalogue := config.NewCatalogue(lint.Rules())
	flags := &config.Flags{NoConfig: true, Layers: []*config.Layer{{Entries: []config.Entry{{Key: []string{"select"}, Value: []string{string(diag.Security)}, Origin: "--select"}}}}}
	result, _ := lint.Run(context.Background(), lint.Options{Files: source.Disk{}, Folder: current, Paths: []string{folder}, Resolver: config.NewResolver(source.Disk{}, current, catalogue, nil, flags)})
	if result.Failed() {
		return nil, errors.New(result.Failures[0].Message)
	}
	found := map[[2]string][]string{}
	for _, finding := range result.Findings {
		if finding.Rule.Group != diag.Security || finding.Suppressed {
			continue
		}
		relative, err := filepath.Rel(folder, absoluteIn(current, finding.File.Name))
		if err != nil {
			return nil, err
		}
		for line := finding.File.Line(finding.Span.Start); line <= finding.File.Line(finding.Span.End); line++ {
			key := [2]string{filepath.ToSlash(relative), strings.TrimSpace(finding.File.LineText(line))}
			if !slices.Contains(found[key], finding.Rule.Name) {
				found[key] = append(found[key], finding.Rule.Name)
				slices.Sort(found[key])
			}
		}
	}
	return found, nil
}
