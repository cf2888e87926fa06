package lint

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"puppet-lint/checker"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/parallel"
	"puppet-lint/module"
)

// Session makes consecutive runs over the same files as they change. It finds what Run would
// find, but reuses the findings of files that have not changed and do not depend on changed
// files. It must be used by one goroutine at a time. The zero value is ready to use.
type Session struct {
	// First, if it is set, is called by Rerun with the findings in the changed files if the
	// other files take longer. The result is valid until First returns.
	First func(result *Result, again map[string]bool)
	// Early makes Rerun call First before it looks for the files that a change affects, unless
	// the change affects no other file. First is called at most once.
	Early bool
	// AgainOnly limits the results of Rerun to the files that were checked again. It has no
	// effect with a baseline, which needs the findings of all files.
	AgainOnly bool
	// last is the previous run, or nil if the next one cannot use it.
	last  *update
	tasks map[string]*fileTask
	// isPrepared is set if prepare has been called since the last run.
	isPrepared bool
	// collectedAt is the number of bytes allocated up to the last collection by Idle.
	collectedAt uint64
}

// update brings the findings of a run up to date after changes.
type update struct {
	*run
	// unreported are the files for which a cancelled update has new findings that no result holds
	// yet. unexamined are the files that it did not check. Both are by absolute path.
	unreported, unexamined map[string]bool
	// againOnly and early are copies of the Session's fields.
	againOnly, early bool
	// first is called when the changed files are done and the others take longer
	// (Session.First).
	first func(again map[string]bool)
}

// If more than fewFiles + files/fewOf files have changed, for example because another branch
// was checked out, a full run is faster.
const (
	fewFiles = 16
	fewOf    = 32
)

// Run checks all files. It keeps the findings for Rerun, unless the run changes files (fixes,
// ignore comments, a baseline) or reads standard input. If the context is cancelled, it returns
// the context's error.
func (s *Session) Run(ctx context.Context, options Options) (*Result, error) {
	r := newRun(options)
	r.sessions = map[checkGroup]*checker.Session{}
	s.last, s.tasks = nil, nil
	if err := r.examineAll(ctx); err != nil {
		return nil, err
	}
	if options.Fix == NoFix && !options.AddIgnore && options.Baseline != "write" && r.result.stdin == nil && r.settings != nil {
		s.last, s.tasks = &update{run: r}, r.tasksByPath()
		for _, session := range r.sessions {
			session.Remember()
		}
	}
	return &r.result, nil
}

// Rerun updates the findings after files were changed, added or deleted. changed holds their
// absolute paths. again holds the files that were checked again, by their paths in the result's
// Files. The result is nil if Run must be called instead: because all files may depend on one
// of the changed files, or because too many files have changed.
//
// If the context is cancelled, Rerun returns its error. The next Rerun completes the cancelled
// one, even if no further file has changed, and again includes the files of both.
func (s *Session) Rerun(ctx context.Context, changed []string) (result *Result, again map[string]bool, err error) {
	if s.last == nil {
		return nil, nil, nil
	}
	started := time.Now()
	s.prepare(ctx)
	s.isPrepared = false
	var tasks []*fileTask
	changed, sufficient := s.withoutFolders(changed)
	if sufficient = sufficient && len(changed) <= fewFiles+len(s.tasks)/fewOf; sufficient {
		tasks, changed, sufficient = s.renew(changed)
	}
	if !sufficient {
		s.last = nil
		return nil, nil, nil
	}
	s.last.againOnly, s.last.early = s.AgainOnly, s.Early
	s.last.first = func(again map[string]bool) {
		if s.First != nil {
			s.last.result.Elapsed = time.Since(started)
			s.First(&s.last.result, again)
		}
	}
	again, err = s.last.apply(ctx, tasks, changed, s.tasks)
	if err != nil {
		return nil, nil, err
	}
	s.last.result.Elapsed = time.Since(started)
	return &s.last.result, again, nil
}

// renew makes the trees read the changed files again, and returns the tasks of the run among
// them. tasks and all also include files whose version of Puppet has changed. sufficient is
// false if everything must be examined again.
func (s *Session) renew(changed []string) (tasks []*fileTask, all []string, sufficient bool) {
	r := s.last
	r.stale = map[string]bool{}
	asideBefore := r.asideModules(changed)
	for _, path := range changed {
		r.memo.forget(path)
		info, err := r.memo.FileSystem.Stat(path)
		u := s.tasks[path]
		switch {
		case s.serves(path), isRuby(path) && (err == nil) != (u != nil) && listsServed(r.options.Resolver, path):
			if !r.asRuby && listsServed(r.options.Resolver, path) && (u == nil || err != nil) {
				r.stale[filepath.Dir(path)] = true
			}
		case err == nil && !info.Mode().IsRegular(), u != nil && !u.done && len(u.failures) == 0, decidesOnAll(filepath.Base(path)), (err == nil) != (u != nil) && r.decidesAside(path):
			return nil, nil, false
		case (err == nil) == (u != nil) && !r.mayDecideTree(path) || isRuby(path):
		case !r.keepsTrees(path):
			return nil, nil, false
		case (err == nil) == (u != nil):
		case module.IsDocumentName(path) && !r.renew([]string{path}, nil):
			return nil, nil, false
		default:
			r.stale[filepath.Dir(path)] = true
		}
	}
	before := s.tasks
	if len(r.stale) > 0 {
		if !r.relist(s.tasks) {
			return nil, nil, false
		}
		s.tasks = r.tasksByPath()
	}
	for _, path := range changed {
		if u := s.tasks[path]; u != nil && !slices.Contains(tasks, u) {
			tasks = append(tasks, u)
		}
		if r.isOnlyNeeded(path, before[path]) {
			return nil, nil, false
		}
	}
	if !r.renew(changed, s.tasks) {
		return nil, nil, false
	}
	if !maps.Equal(asideBefore, r.asideModules(changed)) {
		return nil, nil, false
	}
	for _, u := range r.retarget(changed) {
		if u.fileContext == nil {
			return nil, nil, false
		}
		if !slices.Contains(tasks, u) {
			tasks, changed = append(tasks, u), append(changed, u.absolute)
		}
	}
	return tasks, changed, true
}

// retarget returns the files whose version of Puppet has changed because the metadata of their
// modules have. It updates their contexts.
func (r *update) retarget(changed []string) (found []*fileTask) {
	folders := map[string]bool{}
	for _, path := range changed {
		if filepath.Base(path) == "metadata.json" {
			folders[filepath.Dir(path)] = true
		}
	}
	if len(folders) == 0 {
		return nil
	}
	maps.DeleteFunc(r.shared.targets, func(folder string, _ int) bool { return isBelow(folder, folders) })
	for _, u := range r.tasks {
		if u.fileContext == nil {
			continue
		}
		if folder := filepath.Dir(u.absolute); isBelow(folder, folders) && r.target(u.settings, folder) != u.target {
			u.fileContext = nil
			r.start(u)
			found = append(found, u)
		}
	}
	return found
}

// isBelow reports whether a folder is one of folders, or lies in one of them.
func isBelow(folder string, folders map[string]bool) bool {
	for len(folders) > 0 && !folders[folder] {
		parent := filepath.Dir(folder)
		if parent == folder {
			return false
		}
		folder = parent
	}
	return len(folders) > 0
}

// keepsTrees reports whether all other files stay in their trees although a file was changed,
// added or deleted.
func (r *update) keepsTrees(path string) bool {
	for _, workspace := range r.shared.workspaces {
		if !workspace.Keeps(path) {
			return false
		}
	}
	return true
}

// decidesAside reports whether a changed file may affect the severity of findings in other
// files.
func (r *update) decidesAside(path string) bool {
	for key := range r.sessions {
		if key.tree.DecidesAside(path) {
			return true
		}
	}
	return false
}

// asideModules returns the changed files, with their trees, whose modules count as aside. A
// manifest of the module could show that it is not.
func (r *update) asideModules(changed []string) map[fileInTree]bool {
	aside := map[fileInTree]bool{}
	for _, path := range changed {
		for key := range r.sessions {
			if key.tree.DecidesAside(path) && key.tree.InAsideModule(path) {
				aside[fileInTree{key.tree, path}] = true
			}
		}
	}
	return aside
}

// fileInTree is a file as one of several trees sees it.
type fileInTree struct {
	tree *module.Tree
	path string
}

// mayDecideTree reports whether the text of a file may decide which tree other files belong to.
func (r *update) mayDecideTree(path string) bool {
	for _, workspace := range r.shared.workspaces {
		if workspace.MayDecideFolderKind(path) {
			return true
		}
	}
	return false
}

// renew updates the trees after changes of files. tasks are the run's, by absolute path. It
// returns false if all files must be examined again.
func (r *update) renew(paths []string, tasks map[string]*fileTask) bool {
	trees, names := []*module.Tree{}, map[*module.Tree][]string{}
	for _, path := range paths {
		u, name, seen := tasks[path], path, map[*module.Tree]bool{}
		if u != nil {
			name = u.path
		}
		concern := func(tree *module.Tree) {
			if seen[tree] {
				return
			}
			if seen[tree] = true; names[tree] == nil {
				trees = append(trees, tree)
			}
			names[tree] = append(names[tree], name)
		}
		for key := range r.sessions {
			switch {
			case isIn(key.tree, path, u):
				concern(key.tree)
			case isPuppet(path) && (key.tree.Manifests.HasRead(path) || key.tree.Manifests.IsLoose(path)):
				return false // the file lies beside a tree, whose findings may depend on it
			}
		}
		if u != nil { // a known tree may contain files that have not been checked yet
			concern(u.modules)
		}
		if len(seen) == 0 {
			return false
		}
	}
	return !slices.ContainsFunc(trees, func(tree *module.Tree) bool { return !tree.Renew(names[tree]) })
}

// isOnlyNeeded reports whether checked files may depend on a manifest that is not checked
// itself. Then it is unknown what they have read in it. u is its task, or nil.
func (r *update) isOnlyNeeded(path string, u *fileTask) bool {
	if !isPuppet(path) || u != nil && u.fileContext != nil && u.set.checks {
		return false
	}
	for key := range r.sessions {
		if key.tree.Manifests.HasRead(path) {
			return true
		}
	}
	return false
}

// relist finds the files of the run again after some were added or deleted. known holds the
// previous ones. It reports false if a new file does not belong to a module tree that was
// checked.
func (r *update) relist(known map[string]*fileTask) bool {
	r.findFiles()
	tasks, fresh := make([]*fileTask, len(r.files)), []*fileTask{}
	for i, path := range r.files {
		if tasks[i] = known[r.absolute(path)]; tasks[i] == nil || tasks[i].path != path {
			tasks[i] = &fileTask{path: path}
			fresh = append(fresh, tasks[i])
		}
	}
	_ = r.each(context.Background(), fresh, r.start)
	fresh = r.classifyDocuments(fresh)
	for _, u := range fresh {
		if u.fileContext == nil || !u.set.checks || r.sessions[checkGroup{u.modules, u.target}] == nil {
			return false
		}
	}
	r.setTasks(slices.DeleteFunc(tasks, func(u *fileTask) bool {
		return u.fileContext == nil || u.kind == module.OtherDocument && r.walked[u.path]
	}))
	return true
}

// apply checks the changed files, the files that depend on them, and the files that a cancelled
// update did not check. paths are all changed paths. changed are the tasks of those that are
// files of the run.
func (r *update) apply(ctx context.Context, changed []*fileTask, paths []string, byPath map[string]*fileTask) (map[string]bool, error) {
	r.resetResult()
	r.clock.parts = nil
	r.renewChangedLines()
	for _, u := range changed {
		*u = fileTask{fileContext: u.fileContext, path: u.path, kind: u.kind, position: u.position}
	}
	for path := range r.unexamined {
		if u := byPath[path]; u != nil && u.fileContext != nil && !slices.Contains(changed, u) {
			*u = fileTask{fileContext: u.fileContext, path: u.path, kind: u.kind, position: u.position, raw: raw{checked: u.raw.checked}}
			changed = append(changed, u)
		}
	}
	affected, resumes := r.unreported, r.unreported != nil
	r.unreported, r.unexamined = nil, nil
	if !resumes {
		affected = map[string]bool{}
	}
	for _, u := range changed {
		affected[u.absolute] = true
	}
	if err := r.checkChanged(ctx, changed, paths, byPath, affected, resumes); err != nil {
		r.unreported, r.unexamined = affected, map[string]bool{}
		for _, u := range changed {
			r.unexamined[u.absolute] = true
		}
		return nil, err
	}
	var tasks []*fileTask
	for path := range affected {
		if u := byPath[path]; u != nil && u.fileContext != nil {
			if tasks = append(tasks, u); !slices.Contains(changed, u) {
				u.final = false
			}
		}
	}
	slices.SortFunc(tasks, func(a, b *fileTask) int { return a.position - b.position })
	return r.assemble(tasks), nil
}

// checkChanged checks the changed files and those that depend on them. It adds the files whose
// findings differ to affected. resumes is set if it completes a cancelled run.
func (r *update) checkChanged(ctx context.Context, changed []*fileTask, paths []string, byPath map[string]*fileTask, affected map[string]bool, resumes bool) error {
	if !r.wide {
		return r.each(ctx, changed, r.examine)
	}
	_ = r.each(context.Background(), changed, func(u *fileTask) { u.parsed = r.open(u) })
	together := updateTreeRules(r.tasks)
	join := r.checkInBackground(ctx, changed)
	r.grouping.regroup(changed)
	treeErr := r.checkTreeRules(ctx, together, byPath, affected)
	err := r.recheckTogether(ctx, paths, byPath, affected, resumes, func() {
		if join() == nil && treeErr == nil {
			r.first(r.assemble(changed))
			r.resetResult()
		}
	})
	return errors.Join(treeErr, err, join())
}

// checkInBackground starts to check each of some files alone, which are open. join waits until that
// is done and stores the findings in tasks. It returns the context's error if the context was
// cancelled.
func (r *update) checkInBackground(ctx context.Context, tasks []*fileTask) (join func() error) {
	var manifests, aside []*fileTask
	for _, u := range tasks {
		if u.parsed != nil {
			manifests = append(manifests, u)
			aside = append(aside, &fileTask{fileContext: u.fileContext, path: u.path, parsed: u.parsed})
		}
	}
	var group parallel.Group
	group.Go(func() error {
		return r.each(ctx, aside, func(u *fileTask) { u.raw.alone = r.check(u.parsed, u.fileContext, nil) })
	})
	return sync.OnceValue(func() error {
		err := group.Wait() // errors are failures of the file
		for i, u := range manifests {
			if u.raw.alone = aside[i].raw.alone; len(aside[i].failures) > 0 {
				u.raw, u.parsed, u.done, u.failures = raw{}, nil, false, aside[i].failures
				r.setTasks(r.tasks) // a file may no longer be among those that are checked together
			}
		}
		return err
	})
}

// resetResult forgets the findings of the last run. It reuses the lists, so a result is valid
// only until the next run.
func (r *update) resetResult() {
	findings := r.result.Findings
	clear(findings)
	r.result = Result{Folder: r.result.Folder, Root: r.result.Root, Given: r.result.Given, Failures: slices.Clone(r.notFound), Findings: findings[:0], Files: r.result.Files[:0]}
}

// assemble finalizes the findings of tasks that are not final, assembles the result, and
// returns the paths of the tasks.
func (r *update) assemble(tasks []*fileTask) (again map[string]bool) {
	again = map[string]bool{}
	var open []*fileTask
	for _, u := range tasks {
		if again[u.path] = true; u.done && !u.final {
			open = append(open, u)
		}
	}
	_ = r.each(context.Background(), open, r.finalize)
	if !r.againOnly || r.usesBaseline() {
		tasks = r.tasks
	}
	r.conclude(tasks)
	return again
}

// renewChangedLines asks git again for the changed lines.
func (r *update) renewChangedLines() {
	if r.options.NewFrom == nil {
		return
	}
	changed, err := linesSince(r.options.Folder, *r.options.NewFrom)
	if err != nil {
		r.fail("", err)
		return
	}
	r.changed = changed
}

// finalize applies the configuration and control comments to the raw findings of a file once
// more.
func (r *update) finalize(u *fileTask) {
	u.failures = nil
	r.finish(u)
}

// recheckTogether makes the checker check again the changed files and those that depend on
// them. It adds the affected files to affected. It calls first when the changed files are done
// and others take longer. resumes is set if it completes a cancelled run: then there may be
// work although nothing has changed. The sessions record the changes even if the context is
// cancelled.
func (r *update) recheckTogether(ctx context.Context, changed []string, byPath map[string]*fileTask, affected map[string]bool, resumes bool, first func()) error {
	started := time.Now()
	groups, order := r.checkGroups()
	order = slices.Clone(order)
	maps.DeleteFunc(r.sessions, func(key checkGroup, _ *checker.Session) bool { return groups[key] == nil })
	isShown := false
	take := func(key checkGroup, found map[string][]*diag.Diagnostic) {
		for path, findings := range found {
			if u := byPath[path]; u != nil && u.modules == key.tree && u.target == key.target {
				u.takeChecked(findings)
				affected[path] = true
				if isShown && (u.parsed != nil || u.suppressible != nil) {
					u.final = false // the findings that were shown early may have been preliminary
				}
			}
		}
	}
	var failed error
	isOwn := func(key checkGroup) bool {
		return !slices.ContainsFunc(changed, func(path string) bool {
			return byPath[path] != nil && (checkGroup{byPath[path].modules, byPath[path].target}) != key
		})
	}
	if own := slices.IndexFunc(order, isOwn); own > 0 {
		order[0], order[own] = order[own], order[0]
	}
	for _, key := range order {
		var paths []string
		for _, path := range changed {
			if isIn(key.tree, path, byPath[path]) {
				paths = append(paths, path)
			}
		}
		if session := r.sessions[key]; len(paths) == 0 && (session == nil && !resumes || session != nil && !session.IsUnfinished()) {
			continue
		}
		var ownFirst func(found map[string][]*diag.Diagnostic)
		if isOwn(key) {
			ownFirst = func(found map[string][]*diag.Diagnostic) {
				take(key, found)
				first()
				isShown = true
			}
		}
		r.guardedRun(func() {
			found, err := r.recheck(ctx, key, *groups[key], paths, ownFirst)
			if take(key, found); err != nil {
				failed = err
			}
		})
	}
	if err := r.propagateToOtherSessions(ctx, order, take); err != nil {
		failed = err
	}
	r.clock.add("checker (wall time)", started)
	return failed
}

// propagateToOtherSessions makes each session check the files that depend on summaries that
// have changed in another session. The other session checks the same tree for another version
// of Puppet, or a tree that shares files.
func (r *update) propagateToOtherSessions(ctx context.Context, order []checkGroup, take func(checkGroup, map[string][]*diag.Diagnostic)) (failed error) {
	order = slices.DeleteFunc(order, func(key checkGroup) bool { return r.sessions[key] == nil }) // an internal error ended its first check
	for again := true; again; {
		again = false
		for _, from := range order {
			names := r.sessions[from].ChangedSummaries()
			if len(names) == 0 {
				continue
			}
			for _, to := range order {
				if to == from {
					continue
				}
				again = true
				r.guardedRun(func() {
					found, err := r.sessions[to].Propagate(ctx, names)
					if take(to, found); err != nil {
						failed = err
					}
				})
			}
		}
	}
	return failed
}

// isIn reports whether a file belongs to a tree: as a file to check, or as a file of a module in
// the tree. u is the file's task, or nil if the file is not one of the run or is gone. Single
// files have a tree of their own, which may contain modules, too.
func isIn(tree *module.Tree, path string, u *fileTask) bool {
	if u != nil && u.modules == tree {
		return true
	}
	owner, _ := tree.ModuleOf(path)
	return owner != nil
}

// recheck checks a tree again, or for the first time if it had nothing to check before.
func (r *update) recheck(ctx context.Context, key checkGroup, options checker.Options, changed []string, first func(found map[string][]*diag.Diagnostic)) (map[string][]*diag.Diagnostic, error) {
	if session := r.sessions[key]; session != nil {
		session.Early = r.early
		return session.Recheck(ctx, options, changed, first)
	}
	session := checker.NewSession(key.tree)
	found, err := session.Check(ctx, options)
	if err != nil {
		return nil, err
	}
	r.sessions[key] = session
	session.Remember()
	return found, nil
}
