package lint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/checker/typesummary"
	"puppet-lint/config"
	"puppet-lint/internal/atomicfile"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/report/typereport"
	"puppet-lint/syntax"
)

// Types makes the type report of the files that Run would examine. It uses the options Files,
// Folder, Paths, Resolver, IgnorePaths and Jobs.
func Types(options Options) (*typereport.Report, []Failure) {
	r := newRun(options)
	settings, err := options.Resolver.Run(options.Paths)
	if err != nil {
		return nil, []Failure{{Message: err.Error()}}
	}
	r.settings = settings
	r.findFiles()
	var skipped []typereport.Skipped
	trees := r.moduleTrees(func(path string, tree *module.Tree) bool {
		if !isPuppet(path) {
			return false
		}
		manifest := tree.Manifests.At(path)
		if manifest.Err != nil {
			r.fail(path, errors.New(source.Explain(manifest.Err)))
			return false
		}
		if isPolicyPackage(manifest.Source.Text) {
			return false
		}
		reason := unreadable(manifest.File)
		if reason != "" {
			r.fail(path, fmt.Errorf("%s: cannot be read as Puppet code and is not in the report: %s", path, reason))
			skipped = append(skipped, typereport.Skipped{Path: path, Reason: reason})
		}
		return reason == ""
	})
	var inputs []typereport.Input
	for _, one := range trees {
		r.guardedRun(func() {
			summary := typesummary.New(one.tree, checker.Options{Paths: one.paths, TargetVersion: one.target, Workers: options.Jobs})
			inputs = append(inputs, typereport.Input{Tree: one.tree, Summary: summary, Folder: options.Folder})
		})
	}
	made := typereport.New(inputs, config.Version)
	slices.SortFunc(skipped, func(a, b typereport.Skipped) int { return strings.Compare(a.Path, b.Path) })
	made.Skipped = skipped
	return made, r.result.Failures
}

// unreadable returns the reason why a file is not Puppet code, or "".
func unreadable(file *syntax.File) string {
	mistake, at := firstSyntaxError(file)
	if mistake == nil {
		return ""
	}
	return fmt.Sprintf("line %d, column %d: %s", at.Line, at.Column, mistake.Message)
}

// WriteTypes writes the suggestions of a type report into the files. It skips a file that would
// no longer parse. It returns the number of changed files.
func WriteTypes(writer *atomicfile.Writer, report *typereport.Report) (changed int, failures []Failure) {
	byFile := map[*source.File][]diag.Edit{}
	var order []*source.File
	for _, edit := range report.Edits() {
		if byFile[edit.File] == nil {
			order = append(order, edit.File)
		}
		byFile[edit.File] = append(byFile[edit.File], edit)
	}
	for _, file := range order {
		edits := byFile[file]
		slices.SortStableFunc(edits, func(a, b diag.Edit) int { return int(a.Span.Start) - int(b.Span.Start) })
		text := diag.Apply(file, edits)
		if broken(syntax.Parse(source.NewFile(file.Name, text), optionsFor(file))) {
			failures = append(failures, Failure{Path: file.Name, Internal: true,
				Message: file.Name + ": would no longer parse with the suggested types; it was left alone; this is a bug in puppet-lint"})
			continue
		}
		if err := replaceFile(writer, file.Name, file.Text, text); err != nil {
			failures = append(failures, Failure{Path: file.Name, Message: err.Error()})
			continue
		}
		changed++
	}
	return changed, failures
}
