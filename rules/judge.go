package rules

import (
	"maps"
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/incremental"
	"puppet-lint/internal/parallel"
	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// judgements are what the rules of a set judge in the files of a module tree. They are values of the
// tree's database, so what they read decides when they are made again.
type judgements struct {
	set *Set
	// tree is nil for files without a tree.
	tree     *module.Tree
	database *incremental.Database
	files    *incremental.Input[*judgedFile, *TreeFile]
	made     *incremental.Query[*judgedFile, *judgement]
	heirs    *incremental.Query[heirsOf, []heir]
}

// judgedFile is a file of which there are several versions in the course of time.
type judgedFile struct {
	in *judgements
	// file is the current version; nil if the file is gone or has a syntax error.
	file *TreeFile
	// isOpen is set if the file is in Rechecker.open. update is the number of the last
	// Rechecker.Update that had another version of the file, or had it at another index.
	isOpen bool
	update int
}

// judgement holds the findings in a file, by the index of the rule in the set. It is nil for a file
// without findings.
type judgement struct{ found map[int][]*diag.Diagnostic }

// of returns the findings of a rule.
func (j *judgement) of(rule int) []*diag.Diagnostic {
	if j == nil {
		return nil
	}
	return j.found[rule]
}

func (j *judgement) equal(other *judgement) bool {
	return j == other || j != nil && other != nil && maps.EqualFunc(j.found, other.found, func(a, b []*diag.Diagnostic) bool {
		return slices.EqualFunc(a, b, (*diag.Diagnostic).Same)
	})
}

// newJudgements returns the judgements of a set in a tree. suspected is called with the files whose
// judgements may have changed.
func newJudgements(set *Set, tree *module.Tree, database *incremental.Database, suspected func(file *judgedFile)) *judgements {
	j := &judgements{set: set, tree: tree, database: database}
	j.files = incremental.NewInput(database, "judged file", func(file *judgedFile) *TreeFile { return file.file }, func(a, b *TreeFile) bool { return a == b })
	j.made = incremental.NewQuery(database, "judgement", j.judge, incremental.Options[*judgedFile, *judgement]{Equal: (*judgement).equal, Suspected: suspected})
	j.heirs = incremental.NewQuery(database, "heirs", j.findHeirs, incremental.Options[heirsOf, []heir]{
		Equal: func(a, b []heir) bool { return slices.EqualFunc(a, b, heir.equal) },
	})
	return j
}

// view returns the tree as a computation must see it; nil if there is none.
func (j *judgements) view(task *incremental.Task) *module.Tree {
	if j.tree == nil || j.database != module.DatabaseOf(j.tree) {
		return j.tree
	}
	return j.tree.ViewFor(task)
}

// judge computes a judgement.
func (j *judgements) judge(task *incremental.Task, key *judgedFile) (made *judgement) {
	file := j.files.Get(task, key)
	if file == nil {
		return nil
	}
	in := newReaders(file, j.view(task), func(owner *module.Module, class string) []heir { return j.heirs.Get(task, heirsOf{owner, class}) })
	for i := range j.set.rules {
		if found := j.judgeBy(i, in); len(found) > 0 {
			if made == nil {
				made = &judgement{found: map[int][]*diag.Diagnostic{}}
			}
			made.found[i] = found
		}
	}
	return made
}

// judgeBy returns what a rule finds in a file. A panic of the rule is a finding, too.
func (j *judgements) judgeBy(index int, in *readers) (found []*diag.Diagnostic) {
	rule := j.set.rules[index].Rule
	if rule.Judge == nil {
		return nil
	}
	defer func() {
		if cause := recover(); cause != nil {
			found = []*diag.Diagnostic{internalError(rule, in.file.File.Source, cause, parallel.Stack(cause))}
		}
	}()
	pass := &TreePass{set: j.set, rule: index}
	pass.reportAll(rule.Judge(in))
	return pass.found
}

// heirsOf is a class whose heirs in a module are wanted.
type heirsOf struct {
	owner *module.Module
	class string
}

// heir is a class that inherits from another.
type heir struct {
	name string
	// unresolved are the names that its file reads and does not set.
	unresolved map[string]bool
	// hasScopes is set if its file has scopes, isOpen if templates or functions may read all variables
	// that the class sees.
	hasScopes, isOpen bool
}

func (h heir) equal(other heir) bool {
	return h.name == other.name && h.hasScopes == other.hasScopes && h.isOpen == other.isOpen && maps.Equal(h.unresolved, other.unresolved)
}

// findHeirs returns the classes of a module that inherit from a class.
func (j *judgements) findHeirs(task *incremental.Task, key heirsOf) (found []heir) {
	for _, manifest := range j.view(task).Manifests.Of(key.owner) {
		for _, definition := range manifest.Definitions {
			class, isClass := definition.Node.(*syntax.HostClassDefinition)
			if !isClass || module.Normalize(class.ParentClass) != key.class {
				continue
			}
			analysis := flow.Of(manifest.File)
			one := heir{name: module.Normalize(class.Name), unresolved: map[string]bool{}, hasScopes: len(analysis.Scopes) > 0}
			for _, read := range analysis.Unresolved {
				one.unresolved[read.Name] = true
			}
			one.isOpen = slices.ContainsFunc(analysis.Scopes, func(scope *flow.Scope) bool { return scope.Node == syntax.Node(class) && len(scope.Openers) > 0 })
			found = append(found, one)
		}
	}
	return found
}
