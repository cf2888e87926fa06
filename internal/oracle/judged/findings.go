//go:build develop

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// found is an error or a weakness that a check reports.
type found struct {
	rule, path, place, message string
}

// errorsIn returns the errors and the findings of the group security in a default check of a
// folder, with relative paths after prefix. The rules in without are left out.
func errorsIn(folder, prefix string, without []string) ([]found, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	current, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	resolver := config.NewResolver(source.Disk{}, current, config.NewCatalogue(lint.Rules()), nil, &config.Flags{NoConfig: true})
	result, _ := lint.Run(context.Background(), lint.Options{Files: source.Disk{}, Folder: current, Paths: []string{folder}, Resolver: resolver})
	if result.Failed() {
		return nil, errors.New(result.Failures[0].Message)
	}
	var all []found
	for _, finding := range result.Findings {
		if finding.Severity != diag.Error && finding.Rule.Group != diag.Security || finding.Suppressed || slices.Contains(without, finding.Rule.Name) {
			continue
		}
		relative, err := filepath.Rel(folder, absoluteIn(current, finding.File.Name))
		if err != nil {
			return nil, err
		}
		all = append(all, found{
			rule: finding.Rule.Name, path: prefix + filepath.ToSlash(relative),
			place: strings.TrimSpace(finding.File.LineText(finding.Position().Line)), message: finding.Message,
		})
	}
	return all, nil
}

func absoluteIn(folder, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}
