package lint

import (
	"slices"

	"puppet-lint/checker"
	"puppet-lint/module"
	"puppet-lint/rules"
)

// setTasks sets the tasks of the run, in the order of its files.
func (r *run) setTasks(tasks []*fileTask) {
	r.tasks, r.grouping = tasks, grouping{asRuby: r.asRuby}
	for i, u := range tasks {
		u.position = i
	}
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
	g := &r.grouping
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

// treeRules are the rules that look at all files of a run.
type treeRules struct {
	// sets are the sets that have such rules and files in which these report.
	sets []*ruleSet
	// elsewhere are the module trees of the files that are no manifests, but in which such rules report.
	elsewhere []*module.Tree
}

// updateTreeRules gives the rules that look at all files these files as they are now. Nothing else reads
// the trees meanwhile.
func updateTreeRules(tasks []*fileTask) (found treeRules) {
	var files []*rules.TreeFile
	for _, u := range tasks {
		if u.fileContext == nil {
			continue
		}
		if member := memberOf(u); member != nil {
			files = append(files, member)
		} else if u.kind == module.NoDocument || !u.set.elsewhere {
			continue
		} else if !slices.Contains(found.elsewhere, u.modules) {
			found.elsewhere = append(found.elsewhere, u.modules)
		}
		if u.set.together != nil && !slices.Contains(found.sets, u.set) {
			found.sets = append(found.sets, u.set)
		}
	}
	for _, set := range found.sets {
		set.together.Update(files)
	}
	return found
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
