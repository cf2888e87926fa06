package checker

import (
	"fmt"
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

// needsCallSites reports whether to evaluate a body with the defaults of its parameters, and
// its declarations with the given values. A body with errors is skipped, since these may be the
// cause of further ones.
func (r *run) needsCallSites(b *program.Body) bool {
	outcome := r.results[b]
	return outcome != nil && b.Wanted && !slices.ContainsFunc(outcome.findings, func(d *diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// checkCallSites reports what fails with the defaults of a body's parameters, and the
// declarations that fail with the given values.
func (r *run) checkCallSites(b *program.Body) {
	outcome := r.results[b]
	outcome.findings = append(outcome.findings, r.checkDefaults(b)...)
	var failing syntax.Node
	declarations := r.OwnDeclarationsOf(b)
	for i := range declarations {
		d := &declarations[i]
		if d.Part != nil && d.At == failing {
			continue
		}
		if finding := r.checkDeclaration(b, d); finding != nil {
			outcome.findings = append(outcome.findings, finding)
			failing = d.At
		}
	}
}

// checkDeclaration returns a finding if a declaration fails with the given values, and
// otherwise nil. If the title or one value alone is the cause, the finding names it.
func (r *run) checkDeclaration(b *program.Body, d *eval.Declaration) *diag.Diagnostic {
	dependencies := r.results[b].lookedUp
	in := d.CallSite(r.Interpreter, false, nil)
	r.DependOnDeclared(dependencies, d, r.Matters(d.Definition, &in))
	failures := r.FailuresOf(d.Definition, in, dependencies)
	if len(failures) == 0 {
		return nil
	}
	if settled, ok := r.Settled(d, b.Manifest, dependencies); ok {
		d = settled
		failures = r.FailuresOf(d.Definition, d.CallSite(r.Interpreter, false, nil), dependencies)
	}
	if len(failures) == 0 || r.FailsAnyway(d.Definition, &failures[0], dependencies) || r.FailsByDefaults(d, &failures[0], dependencies) ||
		r.FailsItself(d.Definition, &failures[0], dependencies) {
		return nil
	}
	return r.failedDeclaration(b, d, &failures[0], dependencies)
}

// causeOf returns the value that alone causes the failure of a declaration, as a node and in
// words: its title, or the value of one parameter. If there is none, it returns the declaration.
func (r *run) causeOf(b *program.Body, d *eval.Declaration, failure *eval.Failure, dependencies deps.Set) (at syntax.Node, what string) {
	titled := eval.CallSite{Title: d.Title, AnyHost: true, MayBe: true, Dependencies: dependencies}
	if d.Title != nil && r.Fails(d.Definition, titled, failure) {
		return d.At, "this title"
	}
	for i, name := range d.Given.Names {
		in := d.CallSite(r.Interpreter, false, []string{name})
		in.Dependencies = dependencies
		if !r.Fails(d.Definition, in, failure) {
			continue
		}
		at, what = b.ValueLocation(d.Given.Nodes[i][1]), "this value of '"+name+"'"
		if d.Created != nil {
			if value := eval.AttributeInfo(b, d.Created, name); value != nil {
				at = value
			}
		}
		return at, what
	}
	return d.At, "these values"
}

// failedDeclaration returns the finding about a declaration that fails.
func (r *run) failedDeclaration(b *program.Body, d *eval.Declaration, first *eval.Failure, dependencies deps.Set) *diag.Diagnostic {
	at, what := r.causeOf(b, d, first, dependencies)
	finding := *first.Diagnostic
	finding.File, finding.Span, finding.At = b.Manifest.Source, b.Manifest.Extent(at), at.Span().Start
	if d.Part != nil {
		finding.Span, finding.At = d.Part.At, d.Part.At.Start
	}
	finding.Related = first.Path()
	fails := "fails"
	if first.Where != "" {
		fails = "can fail"
		if len(finding.Related) == 1 { // the definition itself contains the test
			fails = "fails where " + first.Where
		}
	}
	finding.Message = fmt.Sprintf("with %s '%s' %s: %s", what, d.Definition.Name, fails, first.Message)
	switch finding.Rule {
	case &code.MissingFile, &code.UnknownVariable, &code.UnmatchedSelector, &code.MatchMismatch:
		// The mistake is in the definition: every declaration with the same value reaches it.
		finding.Cause = diag.CauseOf(first.Identity())
	}
	return &finding
}
