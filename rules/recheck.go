package rules

import (
	"context"
	"runtime"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/incremental"
	"puppet-lint/internal/parallel"
	"puppet-lint/module"
)

// Rechecker runs the tree rules of a set over the same files again whenever something has changed.
// What rules with Judge find follows from the dependencies in the trees' databases; other rules look
// at all files each time. It is used by one goroutine at a time, which also renews the trees.
type Rechecker struct {
	set *Set
	// isOnce is set if the files are checked only once. Then the judgements are no values of the trees'
	// databases, which may live longer.
	isOnce bool
	all    []*TreeFile
	files  map[string]*judgedFile // by name
	trees  map[*module.Tree]*judgements
	// open are the files whose judgements have not been read since they became suspect.
	open    []*judgedFile
	updates int
}

// NewRechecker returns a Rechecker for the set.
func (s *Set) NewRechecker() *Rechecker {
	return &Rechecker{set: s, files: map[string]*judgedFile{}, trees: map[*module.Tree]*judgements{}}
}

// Update sets the files to check. A file with a new text is a new TreeFile. The trees of the files
// have been renewed, and nothing else reads them meanwhile. A tree that does not follow changes allows
// one Update. The Rechecker keeps the slice, which must not change.
func (r *Rechecker) Update(files []*TreeFile) {
	before := r.all
	r.all = files
	r.updates++
	each := func(list, other []*TreeFile, visit func(file *TreeFile)) {
		for i, file := range list {
			if isSame := i < len(other) && other[i] == file; !isSame && (file.Set == nil || file.Set == r.set) {
				visit(file)
			}
		}
	}
	each(files, before, func(file *TreeFile) {
		known := r.files[file.File.Source.Name]
		if known == nil || known.in.tree != file.Modules {
			known = &judgedFile{in: r.judgementsIn(file.Modules), file: file}
			r.files[file.File.Source.Name] = known
			r.reopen(known)
		}
		known.replace(file)
		known.update = r.updates
	})
	each(before, files, func(file *TreeFile) {
		if known := r.files[file.File.Source.Name]; known.update != r.updates {
			known.replace(nil)
		}
	})
}

// replace sets the current version of a file.
func (f *judgedFile) replace(file *TreeFile) {
	if f.file != file {
		f.file = file
		f.in.database.Change(func(change *incremental.Change) { f.in.files.Refresh(change, f) })
	}
}

func (r *Rechecker) judgementsIn(tree *module.Tree) *judgements {
	if r.trees[tree] == nil {
		var database *incremental.Database
		switch {
		case r.isOnce:
			database = incremental.NewOnce()
		case tree == nil:
			database = incremental.New()
		default:
			database = module.DatabaseOf(tree)
		}
		r.trees[tree] = newJudgements(r.set, tree, database, r.reopen)
	}
	return r.trees[tree]
}

// reopen records that the judgement about a file may have changed.
func (r *Rechecker) reopen(file *judgedFile) {
	if !file.isOpen {
		file.isOpen = true
		r.open = append(r.open, file)
	}
}

// Check runs the tree rules and returns the findings, ordered by rule. If all tree rules of the set
// have Judge, these are the findings only of the files where they may have changed, and again holds
// these files. Otherwise again is nil, and the findings are those of all files. elsewhere are the module
// trees of the run's other files. If the context is cancelled, Check returns its error, and the next
// call does the work. A rule that panics is reported under InternalError.
func (r *Rechecker) Check(ctx context.Context, elsewhere ...*module.Tree) (found []*diag.Diagnostic, again []*TreeFile, err error) {
	if err := parallel.Each(ctx, runtime.GOMAXPROCS(0), len(r.open), func(i int) { r.open[i].in.made.Get(nil, r.open[i]) }); err != nil {
		return nil, nil, err
	}
	passes := r.set.passOver(ctx, TreePass{Files: r.all, elsewhere: elsewhere})
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	again = []*TreeFile{}
	for _, file := range r.open {
		if file.isOpen = false; file.file != nil {
			again = append(again, file.file)
		}
	}
	r.open = nil
	reported := again
	if len(passes) > 0 {
		reported, again = r.all, nil
	}
	for i := range r.set.rules {
		if pass := passes[i]; pass != nil {
			found = append(found, pass.found...)
			continue
		}
		for _, file := range reported {
			if known := r.files[file.File.Source.Name]; known != nil && known.file == file {
				found = append(found, known.in.made.Get(nil, known).of(i)...)
			}
		}
	}
	return found, again, nil
}

// CheckTree applies the tree rules of the set to the finished tree and returns the findings, as
// Rechecker.Check does for all files. If the context is cancelled, it returns none.
func (s *Set) CheckTree(ctx context.Context, files []*TreeFile, elsewhere ...*module.Tree) []*diag.Diagnostic {
	once := s.NewRechecker()
	once.isOnce = true
	once.Update(files)
	found, _, _ := once.Check(ctx, elsewhere...) // the error is that of the context
	return found
}
