package lint

import (
	"slices"

	"puppet-lint/checker"
	"puppet-lint/module"
	"puppet-lint/rules"
)

// setTasks sets the tasks of the run, in the order of its files.
func (r *run) setTasks(tasks []*fileTask) {
	r.tasks, r.groups = tasks, taskGroups{grouping: grouping{asRuby: r.asRuby}}
	for i, u := range tasks {
		u.position = i
	}
}

// taskGroups holds the groups that the tasks of a run form together.
type taskGroups struct {
	grouping grouping
	members  members
}

// membership describes how the checker examines a file: in which group, and whether as a
// manifest or as another document. The zero value means that the checker does not examine the
// file.
type membership struct {
	group              checkGroup
	isManifest, strict bool
}

func (g *grouping) membershipOf(u *fileTask) membership {
	switch {
	case u.fileContext == nil || !u.set.checks || u.kind == module.ServedFile:
	case u.suppressible != nil && !u.suppressible.broken:
		return membership{group: checkGroup{u.modules, u.target}}
	case u.parsed != nil && (!broken(u.parsed) || !g.asRuby && !isTemplate(u.path)):
		return membership{group: checkGroup{u.modules, u.target}, isManifest: true, strict: u.set.strict}
	}
	return membership{}
}

// grouping holds the groups of files for the checker, and the memberships that the groups are
// made from, by the positions of the tasks. It is filled when it is first needed.
type grouping struct {
	asRuby      bool // of the run
	memberships []membership
	groups      map[checkGroup]*checker.Options
	order       []checkGroup
}

// regroup drops the groups if the membership of one of some tasks has changed. The tasks have
// been read again.
func (g *grouping) regroup(changed []*fileTask) {
	if g.groups != nil && slices.ContainsFunc(changed, func(u *fileTask) bool { return g.memberships[u.position] != g.membershipOf(u) }) {
		*g = grouping{asRuby: g.asRuby}
	}
}

// checkGroups groups the files for the checker. order lists the groups in the order of the
// files. While the files stay the same, so does the result. The caller must not change it.
func (r *run) checkGroups() (groups map[checkGroup]*checker.Options, order []checkGroup) {
	g := &r.groups.grouping
	if g.groups != nil {
		return g.groups, g.order
	}
	g.groups, g.memberships = map[checkGroup]*checker.Options{}, make([]membership, len(r.tasks))
	for i, u := range r.tasks {
		as := g.membershipOf(u)
		g.memberships[i] = as
		if as.group.tree == nil {
			continue
		}
		options := g.groups[as.group]
		if options == nil {
			options = &checker.Options{TargetVersion: as.group.target, Workers: r.options.Jobs}
			g.groups[as.group] = options
			g.order = append(g.order, as.group)
		}
		if as.isManifest {
			options.Strict = options.Strict || as.strict
			options.Paths = append(options.Paths, u.path)
		} else {
			options.Documents = append(options.Documents, u.absolute)
		}
	}
	return g.groups, g.order
}

// members are the files for the rules that look at all files: the manifests without syntax
// errors. It is filled when it is first needed.
type members struct {
	// files has an entry for each task, in the order of the tasks. It is nil if the task's file
	// is not a member.
	files []*rules.TreeFile
	// sets are the sets of rules that have such rules; recheckers run these rules again.
	sets       []*ruleSet
	recheckers map[*ruleSet]*rules.Rechecker
}

// update updates the members after some of the tasks have been read again, and returns the
// indexes of these.
func (m *members) update(tasks, changed []*fileTask) (indexes []int) {
	if m.recheckers == nil {
		*m = members{files: make([]*rules.TreeFile, len(tasks)), recheckers: map[*ruleSet]*rules.Rechecker{}}
		changed = tasks
	}
	for _, u := range changed {
		m.files[u.position] = memberOf(u)
		indexes = append(indexes, u.position)
		reports := m.files[u.position] != nil || u.fileContext != nil && u.kind != module.NoDocument && u.set.elsewhere
		if reports && u.set.tree && !slices.Contains(m.sets, u.set) {
			m.sets = append(m.sets, u.set)
		}
	}
	return indexes
}

// treesElsewhere returns the module trees of the files that are no members, but in which rules that
// look at all files report.
func (m *members) treesElsewhere(tasks []*fileTask) (trees []*module.Tree) {
	known := map[*module.Tree]bool{}
	for i, u := range tasks {
		if m.files[i] == nil && u.fileContext != nil && u.kind != module.NoDocument && u.set.elsewhere && !known[u.modules] {
			known[u.modules] = true
			trees = append(trees, u.modules)
		}
	}
	return trees
}

// memberOf returns a file in the form that tree rules use, or nil if they do not use it. The
// result stays the same until the file is read again.
func memberOf(u *fileTask) *rules.TreeFile {
	if u.parsed == nil || broken(u.parsed) {
		return nil
	}
	if u.member == nil || u.member.File != u.parsed {
		u.member = &rules.TreeFile{File: u.parsed, Location: u.ruleLocation, Modules: u.modules}
	}
	u.member.Set = u.set.file
	return u.member
}
