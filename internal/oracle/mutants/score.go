//go:build develop

package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"puppet-lint/checker"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/syntax/validate"
)

// trueInOriginals are errors in files that compile on the recorded hosts, by file and line.
// Each is certain on another host or with other parameters.
var trueInOriginals = map[string]string{
	"ceph/manifests/repo.pp:210":                "with $enable_sig the variable is not set",
	"cloudkitty/manifests/processor.pp:118":     "with any other $collector the parameter is assigned anew",
	"memcached/manifests/init.pp:113":           "on Windows the type is missing from the tree",
	"memcached/manifests/init.pp:122":           "on Solaris the type is missing from the tree",
	"rsyslog/manifests/params.pp:47":            "with the fact of a RedHat host, a string, the comparison fails",
	"zookeeper/manifests/install/package.pp:12": "with service_provider init.d the misspelt variable is read",
	"zookeeper/manifests/install/package.pp:13": "with service_provider init.d the misspelt variable is read",
}

// tally counts the faults of one kind.
type tally struct {
	kind          string
	faults, found int
}

// score checks every recorded fault and every original, and prints a table by kind of fault. It
// fails if too few faults are found or an original has an error.
func score(set settings) error {
	recorded, err := readRecords[mutant](filepath.Join(set.Records, "mutants.jsonl"))
	if err != nil {
		return err
	}
	if set.only != "" {
		recorded = slices.DeleteFunc(recorded, func(m mutant) bool { return m.Kind != set.only })
	}
	found := make([]bool, len(recorded))
	inParallel(len(recorded), func(i int) { found[i] = isFound(set, recorded[i], false) })
	tallies := map[string]*tally{}
	total := &tally{kind: "all"}
	var missed []string
	for i, mutant := range recorded {
		count := tallies[mutant.Kind]
		if count == nil {
			count = &tally{kind: mutant.Kind}
			tallies[mutant.Kind] = count
		}
		count.faults++
		total.faults++
		if found[i] {
			count.found++
			total.found++
		} else {
			missed = append(missed, fmt.Sprintf("%s:%d: %s: %q: %s (%s:%d)", mutant.File, mutant.Line, mutant.Kind,
				mutant.New, mutant.Failure.Message, mutant.Failure.File, mutant.Failure.Line))
		}
	}
	if set.verbose {
		fmt.Println(strings.Join(missed, "\n"))
	}
	printTable(tallies, total)
	if set.only != "" {
		return nil
	}
	if wrong := errorsInOriginals(set, recorded); len(wrong) > 0 {
		return fmt.Errorf("originals that compile have errors:\n%s", strings.Join(wrong, "\n"))
	}
	for kind, count := range tallies {
		if share := 100 * float64(count.found) / float64(count.faults); share < set.atLeastOfKind {
			return fmt.Errorf("of the kind %q only %.1f %% of the faults are found; it must be %.1f %%", kind, share, set.atLeastOfKind)
		}
	}
	if share := 100 * float64(total.found) / float64(total.faults); share < set.atLeast {
		return fmt.Errorf("only %.1f %% of the faults are found; it must be %.1f %%", share, set.atLeast)
	}
	return nil
}

func printTable(tallies map[string]*tally, total *tally) {
	rows := []*tally{}
	for _, count := range tallies {
		rows = append(rows, count)
	}
	slices.SortFunc(rows, func(a, b *tally) int { return cmp.Compare(a.kind, b.kind) })
	fmt.Printf("| %-18s | faults | found | %5s |\n| --- | ---: | ---: | ---: |\n", "fault", "share")
	for _, count := range append(rows, total) {
		fmt.Printf("| %-18s | %6d | %5d | %4.1f%% |\n", count.kind, count.faults, count.found, 100*float64(count.found)/float64(count.faults))
	}
}

// isFound reports whether an error or a guess is reported in the file of the fault on a line
// that the fault touches, or on the line of the file that Puppet names. If Puppet names no line
// in any module, any line without an error in the original counts.
func isFound(set settings, m mutant, alone bool) bool {
	path := filepath.Join(set.Corpus, m.File)
	original, err := source.Disk{}.Read(path)
	if err != nil {
		return false
	}
	changed := original.Text[:m.Start] + m.New + original.Text[m.End:]
	last := max(m.Last, m.Line+strings.Count(m.New, "\n"))
	isAnywhere := m.Failure.File == "" || m.Failure.Line == 0
	var data []string
	if isAnywhere {
		data = dataOf(set, m.File)
	}
	others := data
	elsewhere := filepath.Join(set.Corpus, m.Failure.File)
	if m.Failure.File != "" && m.Failure.File != m.File {
		others = append(others, elsewhere)
	}
	found := findings(set, path, changed, others)
	if alone {
		found = findingsAlone(set, path, changed, others)
	}
	for _, finding := range found {
		line := finding.Position().Line
		switch {
		case finding.File.Name == elsewhere && elsewhere != path:
			if line == m.Failure.Line && trueInOriginals[fmt.Sprintf("%s:%d", m.Failure.File, line)] == "" {
				return true
			}
			continue
		case finding.File.Name != path: // the finding is in the data for the class's parameters
			return true
		}
		if m.Line <= line && line <= last || m.Failure.File == m.File && line == m.Failure.Line {
			return true
		}
		if isAnywhere && trueInOriginals[fmt.Sprintf("%s:%d", m.File, line)] == "" {
			return true
		}
	}
	return false
}

// errorsInOriginals returns the errors reported in files that compile unchanged.
func errorsInOriginals(set settings, recorded []mutant) []string {
	files := map[string]bool{}
	for _, mutant := range recorded {
		files[mutant.File] = true
	}
	var paths []string
	for file := range files {
		paths = append(paths, file)
	}
	slices.Sort(paths)
	wrong := make([]string, len(paths))
	inParallel(len(paths), func(i int) {
		path := filepath.Join(set.Corpus, paths[i])
		file, err := source.Disk{}.Read(path)
		if err != nil {
			wrong[i] = err.Error()
			return
		}
		for _, finding := range findings(set, path, file.Text, dataOf(set, paths[i])) {
			if finding.Severity != diag.Error {
				continue
			}
			place := fmt.Sprintf("%s:%d", paths[i], finding.Position().Line)
			if trueInOriginals[place] != "" {
				continue
			}
			wrong[i] += fmt.Sprintf("%s: %s: %s\n", place, finding.Rule.Name, finding.Message)
		}
	})
	return slices.DeleteFunc(wrong, func(text string) bool { return text == "" })
}

// dataOf returns the data files of the module of a manifest.
func dataOf(set settings, manifest string) (paths []string) {
	name, _, _ := strings.Cut(manifest, "/")
	filepath.WalkDir(filepath.Join(set.Corpus, name, "data"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(path) == ".yaml" {
			paths = append(paths, path)
		}
		return nil // a module without data has no such folder
	})
	return paths
}

// divided returns the manifests and the documents among a path and others.
func divided(path string, others []string) (paths, documents []string) {
	paths = []string{path}
	for _, other := range others {
		switch filepath.Ext(other) {
		case ".yaml", ".erb":
			documents = append(documents, other)
		default:
			paths = append(paths, other)
		}
	}
	return paths, documents
}

// findings returns the errors in the file at path with the given text, and in other files of
// data or code.
func findings(set settings, path, text string, others []string) []*diag.Diagnostic {
	paths, data := divided(path, others)
	files := source.NewOverlay(source.Disk{}, map[string]string{path: text})
	tree := module.NewWorkspace(files, []string{set.Corpus}, []string{set.Corpus}).TreeOf(path)
	return errorsIn(tree, path, paths, data)
}

// errorsIn returns the errors and the guesses in the manifest at path, which is one of paths,
// and those in the other files.
func errorsIn(tree *module.Tree, path string, paths, data []string) []*diag.Diagnostic {
	file, err := tree.Files.Read(path)
	if err != nil {
		return nil
	}
	parsed := syntax.Parse(file, syntax.Options{})
	moduleName, relative := tree.AutoloadPath(path)
	found := validate.File(parsed, validate.Options{Location: validate.Location{Module: moduleName, Path: relative}, Specification: true})
	if len(parsed.Errors) == 0 {
		checked, _ := checker.Check(context.Background(), tree, checker.Options{Paths: paths, Documents: data, Workers: 1})
		found = append(found, checked...)
	}
	return slices.DeleteFunc(found, func(finding *diag.Diagnostic) bool {
		name := finding.File.Name
		return finding.Severity != diag.Error && !isGuess(finding) || !slices.Contains(paths, name) && !slices.Contains(data, name)
	})
}

// isGuess reports whether a finding is a warning because of the tree: only other code indicates
// it, as for a dropped include, or the module supports versions of Puppet in which it is not an
// error.
func isGuess(finding *diag.Diagnostic) bool {
	return finding.Severity == diag.Warning && finding.Rule.Severity == diag.Error && finding.Rule.Group == diag.Correctness
}

// inParallel calls work for 0 to count-1 on two goroutines.
func inParallel(count int, work func(int)) {
	var group errgroup.Group
	group.SetLimit(2)
	for i := range count {
		group.Go(func() error {
			work(i)
			return nil
		})
	}
	_ = group.Wait() // none returns an error
}
