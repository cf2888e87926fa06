package lint

import (
	"context"
	"slices"
	"time"

	"puppet-lint/checker"
	"puppet-lint/internal/diag"
	"puppet-lint/module"
	"puppet-lint/module/known"
)

// checkGroup identifies the files that the checker examines together: those of one tree and one
// version of Puppet.
type checkGroup struct {
	tree   *module.Tree
	target int
}

// checkTogether makes the checker find problems that involve more than one file.
func (r *run) checkTogether(ctx context.Context) error {
	started := time.Now()
	groups, order := r.checkGroups()
	tasks := r.tasksByPath()
	for _, key := range order {
		r.guardedRun(func() {
			if r.sessions == nil {
				findings, err := checker.Check(ctx, key.tree, *groups[key])
				if err != nil {
					return // the error is that of the context, which is checked below
				}
				for _, finding := range findings {
					if u := tasks[r.absolute(finding.File.Name)]; u != nil {
						u.raw.checked = append(u.raw.checked, u.own(finding))
					}
				}
				return
			}
			r.sessions[key] = checker.NewSession(key.tree)
			found, _ := r.sessions[key].Check(ctx, *groups[key]) // the error is that of the context
			for path, findings := range found {
				tasks[path].takeChecked(findings)
			}
		})
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	r.clock.add("checker (wall time)", started)
	return nil
}

// tasksByPath returns the tasks by their absolute paths.
func (r *run) tasksByPath() map[string]*fileTask {
	tasks := make(map[string]*fileTask, len(r.tasks))
	for _, u := range r.tasks {
		if u.fileContext != nil {
			tasks[u.absolute] = u
		}
	}
	return tasks
}

// own returns a finding with the user's name for the file. The checker and the tree rules may
// know the file by another name. The finding itself stays as it is.
func (u *fileTask) own(finding *diag.Diagnostic) *diag.Diagnostic {
	switch {
	case u.suppressible != nil:
		finding = renamed(finding, u.suppressible.source)
	case u.parsed != nil:
		finding = renamed(finding, u.parsed.Source)
	}
	// Drop related locations in known modules: their files do not exist here.
	isElsewhere := func(related diag.Related) bool { return known.IsKnown(related.File.Name) }
	if slices.ContainsFunc(finding.Related, isElsewhere) {
		shown := *finding
		shown.Related = slices.DeleteFunc(slices.Clone(finding.Related), isElsewhere)
		return &shown
	}
	return finding
}

// takeChecked sets the findings of the checker.
func (u *fileTask) takeChecked(findings []*diag.Diagnostic) {
	if u == nil {
		return
	}
	u.raw.checked = nil
	for _, finding := range findings {
		u.raw.checked = append(u.raw.checked, u.own(finding))
	}
}

// checkTreeRules runs the rules of each set that look at all files. It adds the files whose findings
// differ to affected. If the context is cancelled, the findings stay as they were.
func (r *run) checkTreeRules(ctx context.Context, all treeRules, byPath map[string]*fileTask, affected map[string]bool) error {
	started := time.Now()
	for _, set := range all.sets {
		r.guardedRun(func() {
			found, again, err := set.together.Check(ctx, all.elsewhere...)
			if err != nil {
				return // the error is that of the context, which is checked below
			}
			tasks := r.tasks
			if again != nil {
				tasks = nil
				for _, file := range again {
					tasks = append(tasks, byPath[r.absolute(file.File.Source.Name)])
				}
			}
			byFile := map[string][]*diag.Diagnostic{}
			for _, finding := range found {
				path := r.absolute(finding.File.Name)
				byFile[path] = append(byFile[path], finding)
			}
			for _, u := range tasks {
				if u != nil && u.fileContext != nil && u.set == set && u.takeFromTree(byFile[u.absolute]) {
					affected[u.absolute] = true
				}
			}
		})
	}
	if len(all.sets) > 0 {
		r.clock.add("tree rules (wall time)", started)
	}
	return ctx.Err()
}

// takeFromTree sets the findings of tree rules, and reports whether they differ from the last ones.
func (u *fileTask) takeFromTree(findings []*diag.Diagnostic) (differ bool) {
	for i := range findings {
		findings[i] = u.own(findings[i])
	}
	differ = !slices.EqualFunc(u.raw.tree, findings, (*diag.Diagnostic).Same)
	if differ {
		u.raw.tree = findings
	}
	return differ
}
