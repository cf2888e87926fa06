package rules

import (
	"context"
	"maps"
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/module"
)

// Rechecker runs the tree rules of a set over the same files again whenever some of them have
// changed, and looks only at what may differ. It is used by one goroutine at a time.
type Rechecker struct {
	set *Set
	// unchecked holds the indexes of the files that have changed and are not checked yet.
	unchecked map[int]bool
	// trees holds the judged files of each tree of modules; nil before the first completed
	// check. The nil tree stands for files without a tree, which are checked each time.
	trees map[*module.Tree]*judgedTree
	// present are the files that are not nil, and inPresent the index of each file there, or -1.
	present   []*TreeFile
	inPresent []int32
}

// judgedTree holds what a Rechecker knows of the files of a tree: the generation of the names
// with which they were checked, the names on which the judgements about each file depend, by its
// index, and the files that depend on each name.
type judgedTree struct {
	generation int
	files      map[int][]string
	byName     map[string]map[int]bool
}

// NewRechecker returns a Rechecker for the set.
func (s *Set) NewRechecker() *Rechecker { return &Rechecker{set: s, unchecked: map[int]bool{}} }

// Recheck runs the tree rules. A nil file is one that the rules skip. changed holds the indexes of
// the files that have changed since the last call. If every rule keeps its judgements, Recheck
// returns the findings only of the files where they may have changed, and these files. Otherwise
// again is nil, and the findings are those of all files. If the context is cancelled, Recheck
// returns its error, and the changes count for the next call, too. elsewhere is as for CheckTree.
func (r *Rechecker) Recheck(ctx context.Context, files []*TreeFile, changed []int, elsewhere ...*module.Tree) (found []*diag.Diagnostic, again []*TreeFile, err error) {
	for _, i := range changed {
		r.unchecked[i] = true
	}
	r.replacePresent(files)
	start := TreePass{Files: r.present, elsewhere: elsewhere, defers: true}
	open := r.openFiles(files)
	for _, i := range open {
		start.open = append(start.open, files[i])
	}
	prepare(start.open)
	var passes []*TreePass
	areKept := true
	r.set.eachTreeRule(ctx, start, func(pass *TreePass) {
		passes, areKept = append(passes, pass), areKept && pass.hasJudged
	})
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	r.keep(files, open)
	again = []*TreeFile{}
	for _, file := range start.open {
		if file.report(r.set) {
			again = append(again, file)
		}
	}
	reported := again
	if !areKept {
		reported, again = start.Files, nil
	}
	for _, pass := range passes {
		if pass.hasJudged {
			pass.reportJudged(reported)
		}
		found = append(found, pass.found...)
	}
	return found, again, nil
}

// replacePresent updates the files that are not nil, after some of them have changed.
func (r *Rechecker) replacePresent(files []*TreeFile) {
	isSame := len(r.inPresent) == len(files)
	for i := range r.unchecked {
		if isSame = isSame && (files[i] == nil) == (r.inPresent[i] < 0); isSame && files[i] != nil {
			r.present[r.inPresent[i]] = files[i]
		}
	}
	if isSame {
		return
	}
	r.present, r.inPresent = make([]*TreeFile, 0, len(files)), make([]int32, len(files))
	for i, file := range files {
		if r.inPresent[i] = -1; file != nil {
			r.inPresent[i] = int32(len(r.present))
			r.present = append(r.present, file)
		}
	}
}

// openFiles returns the indexes of the files whose judgements may differ from the last ones, in
// their order.
func (r *Rechecker) openFiles(files []*TreeFile) []int {
	open := maps.Clone(r.unchecked)
	if r.trees == nil {
		for i := range files {
			open[i] = true
		}
	}
	for tree, judged := range r.trees {
		names, all := map[string]bool(nil), tree == nil
		if !all {
			names, all = tree.Names.ChangedSince(judged.generation)
		}
		if all {
			for i := range judged.files {
				open[i] = true
			}
			continue
		}
		for name := range names {
			maps.Copy(open, judged.byName[name])
		}
	}
	maps.DeleteFunc(open, func(i int, _ bool) bool { return files[i] == nil })
	return slices.Sorted(maps.Keys(open))
}

// keep records that the open files have been checked.
func (r *Rechecker) keep(files []*TreeFile, open []int) {
	clear(r.unchecked)
	if r.trees == nil {
		r.trees = map[*module.Tree]*judgedTree{}
	}
	for _, i := range open {
		tree := files[i].Modules
		if r.trees[tree] == nil {
			r.trees[tree] = &judgedTree{files: map[int][]string{}, byName: map[string]map[int]bool{}}
		}
		r.trees[tree].add(i, files[i])
	}
	for tree, judged := range r.trees {
		if tree != nil {
			judged.generation = tree.Names.Generation()
		}
	}
}

// add records the names on which the judgements about a file depend, instead of those of earlier
// judgements.
func (t *judgedTree) add(i int, file *TreeFile) {
	for _, name := range t.files[i] {
		if delete(t.byName[name], i); len(t.byName[name]) == 0 {
			delete(t.byName, name)
		}
	}
	names := t.files[i][:0]
	for _, judged := range file.judged {
		for _, name := range judged.names {
			if t.byName[name] == nil {
				t.byName[name] = map[int]bool{}
			}
			if !t.byName[name][i] {
				t.byName[name][i] = true
				names = append(names, name)
			}
		}
	}
	t.files[i] = names
}
