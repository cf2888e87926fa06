//go:build develop

package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/diag"
	"puppet-lint/internal/oracle/apart"
	"puppet-lint/module"
	"puppet-lint/source"
)

// comparison counts, of one kind of fault, what is found with the modules that a
// module depends on, and what of that is found without them.
type comparison struct {
	kind        string
	with, alone int
}

// alone checks each fault on record that is found with all modules once more in the
// module alone, and fails if too few are found.
func alone(set settings) error {
	recorded, err := readRecords[mutant](filepath.Join(set.records, "mutants.jsonl"))
	if err != nil {
		return err
	}
	if set.only != "" {
		recorded = slices.DeleteFunc(recorded, func(m mutant) bool { return m.Kind != set.only })
	}
	with, without := make([]bool, len(recorded)), make([]bool, len(recorded))
	inParallel(len(recorded), func(i int) {
		with[i] = isFound(set, recorded[i], false)
		without[i] = with[i] && isFound(set, recorded[i], true)
	})
	total, ofKind := &comparison{kind: "all"}, map[string]*comparison{}
	for i, mutant := range recorded {
		count := ofKind[mutant.Kind]
		if count == nil {
			count = &comparison{kind: mutant.Kind}
			ofKind[mutant.Kind] = count
		}
		for _, one := range []*comparison{count, total} {
			if with[i] {
				one.with++
			}
			if without[i] {
				one.alone++
			}
		}
		if set.verbose && with[i] && !without[i] {
			fmt.Printf("%s:%d: %s: %q: %s\n", mutant.File, mutant.Line, mutant.Kind, mutant.New, mutant.Failure.Message)
		}
	}
	rows := []*comparison{}
	for _, count := range ofKind {
		rows = append(rows, count)
	}
	slices.SortFunc(rows, func(a, b *comparison) int { return cmp.Compare(a.kind, b.kind) })
	fmt.Printf("| %-26s | with | alone | %6s |\n| --- | ---: | ---: | ---: |\n", "fault", "share")
	var few []string
	for _, count := range append(rows, total) {
		fmt.Printf("| %-26s | %4d | %5d | %5.1f%% |\n", count.kind, count.with, count.alone, count.share())
		if count.share() < set.aloneOfKind || count == total && count.share() < set.alone {
			few = append(few, count.kind)
		}
	}
	if len(few) > 0 && set.only == "" {
		return fmt.Errorf("of what is found with the dependencies, too little is found without them (%.1f %%, of each kind %.1f %%): %s",
			set.alone, set.aloneOfKind, strings.Join(few, ", "))
	}
	return nil
}

// share is what is found alone, in percent of what is found with the dependencies.
func (c *comparison) share() float64 {
	if c.with == 0 {
		return 100
	}
	return 100 * float64(c.alone) / float64(c.with)
}

// findingsAlone are the errors of findings in the module alone, with the paths that
// the files have in the corpus.
func findingsAlone(set settings, path, text string, others []string) []diag.Diagnostic {
	below, err := filepath.Rel(set.corpus, path)
	if err != nil {
		return nil
	}
	name, _, _ := strings.Cut(filepath.ToSlash(below), "/")
	folder := filepath.Join(set.corpus, name)
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
	found := errorsIn(tree, paths[0], paths, data)
	for i := range found {
		named := *found[i].File
		named.Name = files.Original(named.Name)
		found[i].File = &named
	}
	return found
}
