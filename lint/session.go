package lint

import (
	"os"
	"slices"
	"time"

	"puppet-lint/checker"
	"puppet-lint/diag"
)

// Session makes one run after the other over the same files as they change. What
// it finds is what Run would find; of files that have not changed and depend on
// none that has, it keeps what it knows. It serves one goroutine. The zero value
// is ready.
type Session struct {
	// last is the run before; nil when it is of no use for the next one.
	last  *run
	units map[string]*unit
	// rested is how much had been allocated when garbage was last collected at
	// rest, in bytes.
	rested uint64
}

// Run looks at all files. It knows what it found for the next run unless it
// changes files itself or does as the Ruby tool does.
func (s *Session) Run(options Options) *Result {
	r := newRun(options)
	r.sessions = map[checkGroup]*checker.Session{}
	r.whole()
	s.last, s.units = nil, nil
	if options.Fix == NoFix && !options.AddIgnore && options.Baseline != "write" && r.result.stdin == nil && !r.asRuby && r.settings != nil {
		s.last, s.units = r, r.unitsByPath()
		for _, session := range r.sessions {
			session.Remember()
		}
	}
	return &r.result
}

// Rerun makes the run that follows once the files at some paths, absolute ones,
// have changed. It tells which files were looked at again, by their paths as in
// the result's Files. The result is nil when everything is to be looked at again,
// because one of the files is new or gone or is such that all others may depend
// on it.
func (s *Session) Rerun(changed []string) (result *Result, again map[string]bool) {
	if s.last == nil {
		return nil, nil
	}
	started := time.Now()
	units := s.changedUnits(changed)
	if units == nil {
		s.last = nil
		return nil, nil
	}
	again = s.last.again(units, s.units)
	s.last.result.Elapsed = time.Since(started)
	return &s.last.result, again
}

// changedUnits are the files that have changed; nil when that is not all that
// has.
func (s *Session) changedUnits(changed []string) []*unit {
	var units []*unit
	for _, path := range changed {
		u := s.units[path]
		if u == nil || u.fileContext == nil || !u.done && len(u.failures) == 0 {
			return nil
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			return nil
		}
		if !slices.Contains(units, u) {
			units = append(units, u)
		}
	}
	for _, u := range units {
		if !u.modules.Renew([]string{u.path}) {
			return nil
		}
	}
	return units
}

// again looks at the files that have changed and at what depends on them.
func (r *run) again(changed []*unit, byPath map[string]*unit) map[string]bool {
	r.result = Result{Folder: r.result.Folder, Given: r.result.Given}
	r.clock.parts = nil
	for _, u := range changed {
		*u = unit{fileContext: u.fileContext, path: u.path, kind: u.kind}
	}
	r.each(changed, r.examine)
	affected := map[string]bool{}
	for _, u := range changed {
		affected[u.absolute] = true
	}
	if r.wide {
		r.recheckTogether(changed, byPath, affected)
	}
	units := make([]*unit, 0, len(affected))
	again := map[string]bool{}
	for _, u := range r.units {
		if u.fileContext != nil && affected[u.absolute] {
			again[u.path] = true
			if u.done && !(u.settled && slices.Contains(changed, u)) {
				units = append(units, u)
			}
		}
	}
	r.each(units, r.finishAgain)
	r.conclude()
	return again
}

// finishAgain makes of a file's raw findings what is shown, in place of what was.
func (r *run) finishAgain(u *unit) {
	u.failures = nil
	r.finish(u)
}

// recheckTogether finds what needs more than one file and may be another now.
// It adds the files that this concerns to affected.
func (r *run) recheckTogether(changed []*unit, byPath map[string]*unit, affected map[string]bool) {
	started := time.Now()
	groups, order := r.checkGroups()
	for _, key := range order {
		var paths []string
		for _, u := range changed {
			if u.modules == key.tree && u.target == key.target {
				paths = append(paths, u.absolute)
			}
		}
		if len(paths) == 0 {
			continue
		}
		r.guardedWhole(func() {
			for path, findings := range r.recheck(key, *groups[key], paths) {
				byPath[path].takeChecked(findings)
				affected[path] = true
			}
		})
	}
	r.clock.add("checker (wall time)", started)
	before := make([][]diag.Diagnostic, len(r.units))
	for i, u := range r.units {
		before[i], u.raw.tree = u.raw.tree, nil
	}
	r.checkTreeRules(byPath)
	for i, u := range r.units {
		if u.fileContext != nil && !slices.EqualFunc(before[i], u.raw.tree, sameFinding) {
			affected[u.absolute] = true
		}
	}
}

// recheck has a tree checked again, or for the first time when there was nothing
// in it that could be checked.
func (r *run) recheck(key checkGroup, options checker.Options, changed []string) map[string][]diag.Diagnostic {
	if session := r.sessions[key]; session != nil {
		return session.Recheck(options, changed)
	}
	session := checker.NewSession(key.tree)
	r.sessions[key] = session
	defer session.Remember()
	return session.Check(options)
}

func sameFinding(a, b diag.Diagnostic) bool {
	return a.Rule == b.Rule && a.File == b.File && a.At == b.At && a.Span == b.Span && a.Message == b.Message && a.Help == b.Help
}
