package lint

import (
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// step is one change of a text that fixes make: before becomes after by edits, which are sorted.
type step struct {
	before, after *source.File
	edits         []diag.Edit
}

// fixTogether applies the fixes of the findings in a manifest that need other files: those of the
// checker and of tree rules. The findings must be settled. The fixes of the file's own findings
// follow: in a dry run all of them, since nothing has changed yet, and otherwise those that have
// become possible. Findings that are left refer to the new text, unless this is a dry run.
func (r rewriter) fixTogether(u *fileTask) {
	before := checked{file: u.parsed}
	fixer := &fixer{run: r.run, context: u.fileContext, path: u.path, refused: map[string]bool{}}
	candidates := fixer.candidatesOf(u)
	if len(candidates) == 0 || broken(before.file) {
		return
	}
	current, chosen, ok := fixer.apply(before, candidates)
	if ok {
		after, further := fixer.passes(current)
		current, chosen = after, append(chosen, further...)
	}
	u.failures = append(u.failures, fixer.failures...)
	if !ok {
		return
	}
	if err := r.save(u.parsed.Source, current.file.Source.Text); err != nil {
		fixer.undoAll()
		u.fail(err)
		return
	}
	first := u.parsed.Source.Text
	if u.change != nil {
		first = u.change.Before
	}
	u.change = &Change{Path: u.path, Before: first, After: current.file.Source.Text}
	if r.options.Fix == FixDry {
		fixer.undoAll()
		return
	}
	u.fixed = append(u.fixed, chosen...)
	r.settleFixed(u, current.file, fixer.steps, chosen)
}

// candidatesOf returns the findings of a manifest that need other files and have a fix to apply.
func (m *fixer) candidatesOf(u *fileTask) (candidates []candidate) {
	isTogether := map[identity]bool{}
	for _, findings := range [][]*diag.Diagnostic{u.raw.checked, u.raw.tree} {
		for _, finding := range findings {
			isTogether[identify(finding)] = true
		}
	}
	for _, finding := range u.findings {
		if !isTogether[identify(finding)] {
			continue
		}
		if fix, found := m.choose(finding); found {
			candidates = append(candidates, candidate{finding: finding, fix: fix})
		}
	}
	return candidates
}

// settleFixed settles the findings in a manifest after fixes have changed it in some steps: the
// findings in its new text, and the remaining ones that need other files.
func (r rewriter) settleFixed(u *fileTask, file *syntax.File, steps []step, fixed []*diag.Diagnostic) {
	isFixed := map[identity]bool{}
	for _, finding := range fixed {
		isFixed[identify(finding)] = true
	}
	left := func(findings []*diag.Diagnostic) (left []*diag.Diagnostic) {
		for _, finding := range findings {
			if !isFixed[identify(finding)] {
				left = append(left, findingAfter(finding, steps))
			}
		}
		return left
	}
	alone := r.check(file, u.fileContext, nil)
	now := raw{alone, left(u.raw.checked), left(u.raw.tree)}
	findings, failures := r.settle(suppressibleManifest(file), slices.Concat(now.alone, now.checked, now.tree), u.fileContext, true)
	u.findings, u.parsed, u.raw = findings, file, now
	u.failures = append(u.failures, failures...)
}

// findingAfter returns a finding of a text as a finding of the text after some steps, with those
// of its fixes that no step touches.
func findingAfter(from *diag.Diagnostic, steps []step) *diag.Diagnostic {
	finding := *from
	var fixes []diag.Fix
	for _, fix := range finding.Fixes {
		if fix, ok := fixAfter(fix, steps); ok {
			fixes = append(fixes, fix)
		}
	}
	for _, step := range steps {
		finding = *moved(&finding, step.before, step.after, step.edits)
	}
	finding.Fixes = fixes
	return &finding
}

// fixAfter returns a fix of a text as a fix of the text after some steps. It returns false if a
// step changes what the fix would change.
func fixAfter(fix diag.Fix, steps []step) (diag.Fix, bool) {
	fix.Edits = slices.Clone(fix.Edits)
	for _, step := range steps {
		for i := range fix.Edits {
			edit := &fix.Edits[i]
			if edit.File != step.before {
				continue
			}
			if slices.ContainsFunc(step.edits, func(made diag.Edit) bool {
				return made.Span.Start < edit.Span.End && edit.Span.Start < made.Span.End || made.Span == edit.Span
			}) {
				return diag.Fix{}, false
			}
			edit.File = step.after
			edit.Span = source.Span{Start: shifted(edit.Span.Start, step.edits), End: shifted(edit.Span.End, step.edits)}
		}
	}
	return fix, true
}
