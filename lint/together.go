package lint

import (
	"context"
	"slices"
	"time"

	"puppet-lint/checker"
	"puppet-lint/internal/diag"
	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/rules"
)

// checkGroup identifies the files that the checker examines together: those of one tree and one
// version of Puppet.
type checkGroup struct {
	tree   *module.Tree
	target int
}

// checkTogether finds problems that involve more than one file: with the checker, and with the
// tree rules.
func (r *run) checkTogether(ctx context.Context) error {
	started := time.Now()
	groups, order := r.checkGroups()
	tasks := r.tasksByPath()
	for _, key := range order {
		r.guardedWhole(func() {
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
	return r.checkTreeRules(ctx, tasks)
}

// membership is how the checker examines a file: in which group, and whether as a manifest or
// as another document. The zero value means that it does not.
type membership struct {
	group              checkGroup
	isManifest, strict bool
}

func (r *run) membershipOf(u *fileTask) membership {
	switch {
	case u.fileContext == nil || !u.set.checks:
	case u.suppressible != nil && !u.suppressible.broken:
		return membership{group: checkGroup{u.modules, u.target}}
	case u.parsed != nil && (!broken(u.parsed) || !r.asRuby && !isTemplate(u.path)):
		return membership{group: checkGroup{u.modules, u.target}, isManifest: true, strict: u.set.strict}
	}
	return membership{}
}

// grouping holds what checkGroups returned last, and the memberships of the tasks that it was
// made from.
type grouping struct {
	memberships []taskMembership
	groups      map[checkGroup]*checker.Options
	order       []checkGroup
}

// checkGroups groups the files for the checker. order lists the groups in the order of the
// files. The result is the same as long as the files are, and the caller must not change it.
func (r *run) checkGroups() (groups map[checkGroup]*checker.Options, order []checkGroup) {
	if len(r.grouping.memberships) == len(r.tasks) && r.grouping.groups != nil {
		isSame := true
		for i, u := range r.tasks {
			isSame = isSame && r.grouping.memberships[i].of == u && r.grouping.memberships[i].membership == r.membershipOf(u)
		}
		if isSame {
			return r.grouping.groups, r.grouping.order
		}
	}
	r.grouping.groups, r.grouping.order, r.grouping.memberships = map[checkGroup]*checker.Options{}, nil, make([]taskMembership, len(r.tasks))
	for i, u := range r.tasks {
		as := r.membershipOf(u)
		r.grouping.memberships[i] = taskMembership{u, as}
		if as.group.tree == nil {
			continue
		}
		options := r.grouping.groups[as.group]
		if options == nil {
			options = &checker.Options{TargetVersion: as.group.target, Workers: r.options.Jobs}
			r.grouping.groups[as.group] = options
			r.grouping.order = append(r.grouping.order, as.group)
		}
		if as.isManifest {
			options.Strict = options.Strict || as.strict
			options.Paths = append(options.Paths, u.path)
		} else {
			options.Documents = append(options.Documents, u.absolute)
		}
	}
	return r.grouping.groups, r.grouping.order
}

type taskMembership struct {
	of *fileTask
	membership
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
// know the file by another name.
func (u *fileTask) own(finding diag.Diagnostic) diag.Diagnostic {
	switch {
	case u.suppressible != nil:
		renameFinding(&finding, u.suppressible.source)
	case u.parsed != nil && finding.File != u.parsed.Source:
		renameFinding(&finding, u.parsed.Source)
	}
	// Drop related locations in known modules: their files do not exist here.
	isElsewhere := func(related diag.Related) bool { return known.IsKnown(related.File.Name) }
	if slices.ContainsFunc(finding.Related, isElsewhere) {
		finding.Related = slices.DeleteFunc(slices.Clone(finding.Related), isElsewhere)
	}
	return finding
}

// takeChecked sets the findings of the checker.
func (u *fileTask) takeChecked(findings []diag.Diagnostic) {
	if u == nil {
		return
	}
	u.raw.checked = nil
	for _, finding := range findings {
		u.raw.checked = append(u.raw.checked, u.own(finding))
	}
}

// checkTreeRules lets the rules of each set look at all files; what they find
// counts in the files that the set is for. What they find before the context is cancelled
// is not all.
func (r *run) checkTreeRules(ctx context.Context, tasks map[string]*fileTask) error {
	started := time.Now()
	all, sets := r.members()
	for _, set := range sets {
		r.guardedWhole(func() {
			for _, finding := range set.file.CheckTree(ctx, all) {
				if u := tasks[r.absolute(finding.File.Name)]; u != nil && u.set == set {
					u.raw.tree = append(u.raw.tree, finding)
				}
			}
		})
	}
	if len(sets) > 0 {
		r.clock.add("tree rules (wall time)", started)
	}
	return ctx.Err()
}

// members returns the manifests without syntax errors, and the sets of rules that have tree
// rules.
func (r *run) members() (all []*rules.TreeFile, sets []*ruleSet) {
	all = make([]*rules.TreeFile, 0, len(r.tasks))
	for _, u := range r.tasks {
		if u.parsed == nil || broken(u.parsed) {
			continue
		}
		if u.member == nil || u.member.File != u.parsed {
			u.member = &rules.TreeFile{File: u.parsed, Location: u.ruleLocation, Modules: u.modules}
		}
		u.member.Set = u.set.file
		all = append(all, u.member)
		if u.set.tree && !slices.Contains(sets, u.set) {
			sets = append(sets, u.set)
		}
	}
	return all, sets
}
