package lint

import (
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/lint/suppress"
	"puppet-lint/syntax"
)

// ignorePasses limits how often control comments are added to a file. A comment may make its
// line too long, which needs another comment.
const ignorePasses = 4

// addIgnores writes control comments for all findings of a file, and for findings that the
// comments themselves cause. If the findings of a rule remain in spite of the comments, it
// writes none for that rule.
func (r rewriter) addIgnores(u *fileTask) {
	if broken(u.parsed) {
		r.leaveAlone(u.parsed, u, "gets no control comments")
		return
	}
	original := u.parsed.Source
	file, left, ok := r.withIgnores(u, u.findings)
	if ok && len(left) > 0 {
		moving := map[*diag.Rule]bool{}
		for _, finding := range left {
			moving[finding.Rule] = true
		}
		var others []*diag.Diagnostic
		left = nil
		for _, finding := range u.findings {
			if moving[finding.Rule] {
				left = append(left, finding)
			} else {
				others = append(others, finding)
			}
		}
		file, _, ok = r.withIgnores(u, others)
	}
	switch {
	case !ok:
		u.failures = append(u.failures, Failure{Path: u.path, Internal: true,
			Message: u.path + ": the control comments would change the code; nothing was written; this is a bug in puppet-lint"})
		return
	case file.Source == original:
		return
	}
	if err := r.save(original, file.Source.Text); err != nil {
		u.fail(err)
		return
	}
	u.change = &Change{Path: u.path, Before: original.Text, After: file.Source.Text}
	u.findings = left
}

// withIgnores returns the file with control comments for findings, and for those that the
// comments cause. left are the findings that remain. ok is false if the comments would change
// the code.
func (r rewriter) withIgnores(u *fileTask, findings []*diag.Diagnostic) (file *syntax.File, left []*diag.Diagnostic, ok bool) {
	file, left = u.parsed, findings
	superseded := r.superseded(u)
	var undo []func()
	defer func() {
		for _, one := range slices.Backward(undo) {
			one()
		}
	}()
	for range ignorePasses {
		edits := suppress.Add(suppress.Manifest(file), left, "")
		if len(edits) == 0 {
			return file, nil, true
		}
		merged, _ := diag.Merge([]diag.Fix{{Edits: edits}})
		edits = merged[file.Source]
		parsed := r.parse(source.NewFile(u.path, diag.Apply(file.Source, edits)), u.ruleLocation)
		if broken(parsed) || !sameTree(u.parsed, parsed) {
			return u.parsed, nil, false
		}
		undo = append(undo, r.changed.follow(r.absolute(u.path), file.Source, parsed.Source, edits))
		file, left = parsed, r.ignorable(parsed, u, superseded)
	}
	if len(suppress.Add(suppress.Manifest(file), left, "")) == 0 {
		left = nil
	}
	return file, left, true
}

// reported is a finding without its position.
type reported struct {
	rule    *diag.Rule
	message string
}

// superseded returns the findings of the file's own rules that are not reported, since one that
// needs other files reports the same mistake.
func (r rewriter) superseded(u *fileTask) map[reported]bool {
	kept := map[identity]bool{}
	for _, finding := range u.findings {
		kept[identify(finding)] = true
	}
	superseded := map[reported]bool{}
	alone, _ := r.alone(u.parsed, u.fileContext)
	for _, finding := range alone.findings {
		if !kept[identify(finding)] {
			superseded[reported{finding.Rule, finding.Message}] = true
		}
	}
	return superseded
}

// ignorable returns the findings that are still reported for a text with control comments.
func (r rewriter) ignorable(parsed *syntax.File, u *fileTask, superseded map[reported]bool) []*diag.Diagnostic {
	after, _ := r.alone(parsed, u.fileContext)
	return slices.DeleteFunc(after.findings, func(finding *diag.Diagnostic) bool {
		return superseded[reported{finding.Rule, finding.Message}] || !r.changed.holds(finding, r.absolute)
	})
}
