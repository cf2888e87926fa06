//go:build develop

package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/oracle/apart"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// comparison counts, for one kind of fault, what is found with the dependencies of a module,
// and how much of that is found without them: in all modules, and in those whose dependencies
// are all known.
type comparison struct {
	kind       string
	all, known ratio
}

// ratio is the number of faults found with the dependencies, and the number of those also found
// alone.
type ratio struct{ with, alone int }

func (r *ratio) count(alone bool) {
	r.with++
	if alone {
		r.alone++
	}
}

// share returns the faults found alone in percent of those found with the dependencies.
func (r ratio) share() float64 {
	if r.with == 0 {
		return 100
	}
	return 100 * float64(r.alone) / float64(r.with)
}

// leastCompared is how many faults of a kind are needed to require a share of them.
const leastCompared = 8

// alone checks each recorded fault that is found with all modules again in the module alone,
// and fails if too few are found. A module with an unknown dependency counts only in the first
// share.
func alone(set settings) error {
	recorded, err := readRecords[mutant](filepath.Join(set.Records, "mutants.jsonl"))
	if err != nil {
		return err
	}
	if set.only != "" {
		recorded = slices.DeleteFunc(recorded, func(m mutant) bool { return m.Kind != set.only })
	}
	recorded = everyNth(recorded, set.every)
	with, without := make([]bool, len(recorded)), make([]bool, len(recorded))
	inParallel(len(recorded), func(i int) {
		with[i] = isFound(set, recorded[i], false)
		without[i] = with[i] && isFound(set, recorded[i], true)
	})
	total, ofKind, complete := &comparison{kind: "all"}, map[string]*comparison{}, map[string]bool{}
	for i, mutant := range recorded {
		if ofKind[mutant.Kind] == nil {
			ofKind[mutant.Kind] = &comparison{kind: mutant.Kind}
		}
		name, _, _ := strings.Cut(mutant.File, "/")
		if _, asked := complete[name]; !asked {
			complete[name] = isComplete(set, name)
		}
		for _, one := range []*comparison{ofKind[mutant.Kind], total} {
			if with[i] {
				one.all.count(without[i])
			}
			if with[i] && complete[name] {
				one.known.count(without[i])
			}
		}
		if set.verbose && with[i] && !without[i] {
			fmt.Printf("%s:%d: %s: %q: %s (known: %t)\n", mutant.File, mutant.Line, mutant.Kind, mutant.New, mutant.Failure.Message, complete[name])
		}
	}
	rows := slices.SortedFunc(maps.Values(ofKind), func(a, b *comparison) int { return cmp.Compare(a.kind, b.kind) })
	fmt.Printf("| %-26s | with | alone | %6s | with | alone | %6s |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n", "fault", "share", "known")
	var few []string
	for _, row := range append(rows, total) {
		fmt.Printf("| %-26s | %4d | %5d | %5.1f%% | %4d | %5d | %5.1f%% |\n", row.kind,
			row.all.with, row.all.alone, row.all.share(), row.known.with, row.known.alone, row.known.share())
		switch {
		case row == total:
			if row.known.share() < set.alone || row.all.share() < set.aloneOfAll {
				few = append(few, row.kind)
			}
		case row.known.with >= leastCompared && row.known.share() < set.aloneOfKind:
			few = append(few, row.kind)
		}
	}
	if len(few) > 0 && set.only == "" {
		return fmt.Errorf("of what is found with the dependencies, too little is found without them (where these are known, %.1f %% must be, of each kind %.1f %%; %.1f %% of all): %s",
			set.alone, set.aloneOfKind, set.aloneOfAll, strings.Join(few, ", "))
	}
	return nil
}

// isComplete reports whether all dependencies of a module of the corpus are known.
func isComplete(set settings, name string) bool {
	files, folder := apart.New(source.Disk{}, filepath.Join(set.Corpus, name))
	tree := module.NewWorkspace(files, []string{folder}, nil).WithKnownModules().TreeOf(folder)
	seen := map[string]bool{}
	var has func(name string) bool
	has = func(name string) bool {
		found := tree.Module(name)
		if found == nil || found.Metadata() == nil || seen[name] {
			return seen[name]
		}
		seen[name] = true
		return !slices.ContainsFunc(found.Metadata().Dependencies, func(d module.Dependency) bool { return !has(d.Name) })
	}
	return len(tree.Modules) == 1 && has(tree.Modules[0].Name)
}

// everyNth returns every Nth of the faults.
func everyNth(recorded []mutant, every int) []mutant {
	var kept []mutant
	for i := 0; i < len(recorded); i += every {
		kept = append(kept, recorded[i])
	}
	return kept
}

// undeclared returns findings at the uses, in the manifest at path, of modules that are not
// installed and not named in the metadata.
func undeclared(tree *module.Tree, path, metadata string) []*diag.Diagnostic {
	var found []*diag.Diagnostic
	checked, _ := checker.Check(context.Background(), tree, checker.Options{Documents: []string{metadata}, Workers: 1})
	for _, finding := range checked {
		for _, use := range finding.Related {
			if finding.Rule.Name == "undeclared_dependency" && use.File.Name == path {
				finding.File, finding.Span, finding.At = use.File, use.Span, use.Span.Start
				found = append(found, finding)
			}
		}
	}
	return found
}

// findingsAlone returns the errors of findings in the module alone, with the paths of the files
// in the corpus.
func findingsAlone(set settings, path, text string, others []string) []*diag.Diagnostic {
	below, err := filepath.Rel(set.Corpus, path)
	if err != nil {
		return nil
	}
	name, _, _ := strings.Cut(filepath.ToSlash(below), "/")
	folder := filepath.Join(set.Corpus, name)
	others = slices.DeleteFunc(slices.Clone(others), func(other string) bool {
		return !strings.HasPrefix(other, folder+string(filepath.Separator))
	})
	files, moved := apart.New(source.NewOverlay(source.Disk{}, map[string]string{path: text}), folder)
	paths, data := divided(path, others)
	for _, list := range [][]string{paths, data} {
		for i := range list {
			list[i] = files.Path(list[i])
		}
	}
	tree := module.NewWorkspace(files, []string{moved}, nil).WithKnownModules().TreeOf(paths[0])
	found := append(errorsIn(tree, paths[0], paths, data), undeclared(tree, paths[0], filepath.Join(moved, "metadata.json"))...)
	for i := range found {
		named := *found[i].File
		named.Name = files.Original(named.Name)
		found[i].File = &named
	}
	return found
}
