package lint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

// fixPasses limits how often a file is fixed and checked again. One fix may make another one
// possible.
const fixPasses = 10

// checked is a file with its reported findings.
type checked struct {
	file     *syntax.File
	findings []*diag.Diagnostic
}

// rewriter rewrites the files of a run: fixed, or with comments that ignore findings.
type rewriter struct{ *run }

// alone checks a file without regard to other files and returns its reported findings.
func (r rewriter) alone(parsed *syntax.File, context *fileContext) (result checked, failures []Failure) {
	found := r.check(parsed, context, nil)
	findings, failures := r.settle(suppressibleManifest(parsed), found, context, false)
	return checked{parsed, findings}, failures
}

// fix fixes a file until nothing is left to fix, writes it and returns it. After each step, the
// file must parse. If the fixes promise to keep the tree, it must be the same. A fix that
// breaks its promise is left out and reported.
func (r rewriter) fix(parsed *syntax.File, u *fileTask) *syntax.File {
	first, failures := r.alone(parsed, u.fileContext)
	if broken(parsed) && !r.canRepair(first, u.fileContext) {
		r.leaveAlone(parsed, u, "is not fixed")
		return parsed
	}
	fixer := &fixer{run: r.run, context: u.fileContext, path: u.path, refused: map[string]bool{}}
	current, chosen := fixer.passes(first)
	fixer.fixed = chosen
	written := false
	defer func() {
		if !written {
			fixer.undoAll()
		}
	}()
	u.failures = append(u.failures, fixer.failures...)
	if r.asRuby {
		u.findings, u.final = first.findings, true
		u.failures = append(u.failures, failures...)
	}
	if current.file == parsed {
		return parsed
	}
	after := current.file.Source.Text
	if err := r.save(parsed.Source, after); err != nil {
		u.fail(err)
		return parsed
	}
	u.change = &Change{Path: u.path, Before: parsed.Source.Text, After: after}
	if r.asRuby {
		u.fixed = removedFindings(first.findings, current.findings, fixer.fixed)
		return current.file
	}
	if r.options.Fix == FixDry {
		return parsed
	}
	written, u.fixed = true, fixer.fixed
	return current.file
}

// canRepair reports whether a file with syntax errors parses once they are fixed.
func (r rewriter) canRepair(file checked, context *fileContext) bool {
	var fixes []diag.Fix
	for _, finding := range file.findings {
		if len(finding.Fixes) > 0 && !finding.Suppressed {
			fixes = append(fixes, finding.Fixes[0])
		}
	}
	edits, _ := diag.Merge(fixes)
	text := diag.Apply(file.file.Source, edits[file.file.Source])
	return len(fixes) > 0 && !broken(r.parse(source.NewFile(file.file.Source.Name, text), context.ruleLocation))
}

// leaveAlone reports that a file is not changed because it has a syntax error. Without a tree,
// it cannot be verified that a change keeps the meaning.
func (r rewriter) leaveAlone(parsed *syntax.File, u *fileTask, what string) {
	u.unreadable = true
	u.failures = append(u.failures, Failure{Path: u.path, Notice: true, Message: fmt.Sprintf("%s:%s; a file with a syntax error %s", u.path, syntaxErrorIn(parsed), what)})
}

// syntaxErrorIn returns the position and the message of a file's first syntax error. The file must
// have one.
func syntaxErrorIn(file *syntax.File) string {
	mistake, at := firstSyntaxError(file)
	return fmt.Sprintf("%d:%d: %s", at.Line, at.Column, mistake.Message)
}

// firstSyntaxError returns the first syntax error of a file and its position; nil if there is
// none.
func firstSyntaxError(file *syntax.File) (*syntax.Error, source.Position) {
	for i := range file.Errors {
		if mistake := &file.Errors[i]; mistake.Fatal {
			return mistake, file.Source.Position(max(mistake.At, mistake.Span.Start))
		}
	}
	return nil, source.Position{}
}

// save writes the new text, except in a dry run or for standard input.
func (r *run) save(original *source.File, text string) error {
	if r.options.Fix == FixDry {
		return nil
	}
	if r.options.Stdin.Read != nil && slices.Contains(r.options.Paths, "-") {
		return nil
	}
	if r.confined != nil {
		if err := r.confined.MayWrite(original.Name); err != nil {
			return errors.New(source.Explain(err))
		}
	}
	return replaceFile(r.options.Writer, original.Name, original.Text, text)
}

// removedFindings returns the findings in the original text that are gone: those that were chosen
// first, and those that a later pass fixed.
func removedFindings(first, last, chosen []*diag.Diagnostic) (gone []*diag.Diagnostic) {
	type kind struct {
		rule    *diag.Rule
		message string
	}
	remaining := map[kind]int{}
	for _, finding := range last {
		remaining[kind{finding.Rule, finding.Message}]++
	}
	atOnce := map[identity]bool{}
	for _, finding := range chosen {
		atOnce[identify(finding)] = true
	}
	for _, finding := range first {
		key := kind{finding.Rule, finding.Message}
		switch {
		case finding.Suppressed:
		case atOnce[identify(finding)]:
			gone = append(gone, finding)
		case remaining[key] > 0:
			remaining[key]--
		case len(finding.Fixes) > 0:
			gone = append(gone, finding)
		}
	}
	return gone
}

// fixer fixes one file.
type fixer struct {
	*run
	context  *fileContext
	path     string
	fixed    []*diag.Diagnostic
	failures []Failure
	// refused holds the names of rules whose fixes have broken their promise in this file.
	refused map[string]bool
	// undo reverts the changes made to changedLines for fixed texts.
	undo []func()
	// steps are the changes that were made to the text.
	steps []step
}

// undoAll reverts the changes made to changedLines.
func (m *fixer) undoAll() {
	for _, undo := range slices.Backward(m.undo) {
		undo()
	}
}

// allowed returns the least safe kind of fix that may be applied.
func (m *fixer) allowed() diag.Safety {
	if m.asRuby || m.context.settings.UnsafeFixes {
		return diag.Unsafe
	}
	return diag.Safe
}

// candidate is a finding with the fix to apply.
type candidate struct {
	finding *diag.Diagnostic
	fix     diag.Fix
	layout  bool
}

// passes applies fixes until nothing is left to fix, and returns the findings that were fixed.
func (m *fixer) passes(current checked) (after checked, fixed []*diag.Diagnostic) {
	for range fixPasses {
		next, chosen, ok := m.pass(current)
		if !ok {
			break
		}
		current, fixed = next, append(fixed, chosen...)
	}
	return current, fixed
}

// pass applies as many fixes at once as do not conflict. Fixes that may change the tree come
// first and alone, so that the promise of the others can be verified.
func (m *fixer) pass(before checked) (after checked, chosen []*diag.Diagnostic, ok bool) {
	var layout, others []candidate
	for _, finding := range before.findings {
		fix, found := m.choose(finding)
		if !found {
			continue
		}
		candidate := candidate{finding, fix, finding.Rule.Fix.LayoutOnly}
		if candidate.layout {
			layout = append(layout, candidate)
		} else {
			others = append(others, candidate)
		}
	}
	for _, candidates := range [][]candidate{others, layout} {
		if after, chosen, ok := m.apply(before, candidates); ok {
			return after, chosen, true
		}
	}
	return before, nil, false
}

// choose returns the first of a finding's fixes that may be applied.
func (m *fixer) choose(finding *diag.Diagnostic) (diag.Fix, bool) {
	if finding.Suppressed || m.refused[finding.Rule.Name] || !m.changed.holds(finding, m.absolute) {
		return diag.Fix{}, false
	}
	for _, fix := range finding.Fixes {
		here := !slices.ContainsFunc(fix.Edits, func(edit diag.Edit) bool { return edit.File != finding.File })
		if fix.Safety <= m.allowed() && here && len(fix.Edits) > 0 {
			return fix, true
		}
	}
	return diag.Fix{}, false
}

// apply applies the fixes of candidates that do not conflict. If the result breaks a promise,
// apply tries the rules one by one, and refuses those at fault from then on.
func (m *fixer) apply(before checked, candidates []candidate) (after checked, chosen []*diag.Diagnostic, ok bool) {
	if len(candidates) == 0 {
		return before, nil, false
	}
	fixes := make([]diag.Fix, len(candidates))
	for i := range candidates {
		fixes[i] = candidates[i].fix
	}
	edits, isMade := diag.Merge(fixes)
	text := diag.Apply(before.file.Source, edits[before.file.Source])
	if text == before.file.Source.Text {
		return before, nil, false
	}
	after, problem := m.try(before, text, candidates[0].layout)
	if problem == nil {
		made := step{before.file.Source, after.file.Source, edits[before.file.Source]}
		m.undo, m.steps = append(m.undo, m.changed.follow(m.absolute(m.path), made.before, made.after, made.edits)), append(m.steps, made)
		for i, wasMade := range isMade {
			if wasMade {
				chosen = append(chosen, candidates[i].finding)
			}
		}
		return after, chosen, true
	}
	groups := byRule(candidates)
	if len(groups) == 1 {
		name := candidates[0].finding.Rule.Name
		m.refused[name] = true
		m.failures = append(m.failures, Failure{Path: m.path, Internal: true,
			Message: fmt.Sprintf("%s: the fix of %s was not made: %v; this is a bug in puppet-lint", m.path, name, problem)})
		return before, nil, false
	}
	current := before
	for i, group := range groups {
		if i > 0 && current.file != before.file {
			// The positions of the other findings refer to the old text. The next pass finds
			// them again.
			break
		}
		if next, more, ok := m.apply(current, group); ok {
			current, chosen = next, append(chosen, more...)
		}
	}
	return current, chosen, current.file != before.file
}

func byRule(candidates []candidate) [][]candidate {
	var groups [][]candidate
	index := map[*diag.Rule]int{}
	for _, candidate := range candidates {
		at, known := index[candidate.finding.Rule]
		if !known {
			at = len(groups)
			index[candidate.finding.Rule] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], candidate)
	}
	return groups
}

var (
	errBroken  = errors.New("the file would no longer parse")
	errChanged = errors.New("the code would mean something else")
)

// try checks a fixed text: it must parse. If only its layout was to change, its tree must be
// the same.
func (m *fixer) try(before checked, text string, layoutOnly bool) (checked, error) {
	file := source.NewFile(m.path, text)
	parsed := m.parse(file, m.context.ruleLocation)
	if broken(parsed) {
		return before, errBroken
	}
	if layoutOnly && !sameTree(before.file, parsed) {
		return before, errChanged
	}
	after, _ := rewriter{m.run}.alone(parsed, m.context)
	return after, nil
}

// sameTree reports whether two files have the same meaning. Texts of a template that only a
// comment separates count as one.
func sameTree(a, b *syntax.File) bool { return meaning(a) == meaning(b) }

func meaning(file *syntax.File) string {
	text := pn.Compact(pn.Of(file.Program))
	if file.Options.EPP {
		text = strings.ReplaceAll(text, `") (render-s "`, "")
	}
	return text
}
