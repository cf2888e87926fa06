package checker

import (
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/diag"
)

// variants evaluates code once for each part of what a value may be. Each time
// starts at the same state. Only one of the parts is there when the code runs:
// what is wrong for some of them alone is not certain, and not reported.
type variants struct {
	e      *evaluator
	before *state
	after  []*state
	// counted are the runs in which the code is certain to have been reached.
	counted int
	mark    int
	found   []diag.Diagnostic
	times   map[findingKey]int
}

func (e *evaluator) newVariants() *variants {
	return &variants{e: e, before: e.state, times: map[findingKey]int{}}
}

func (r *variants) start() {
	r.e.state = r.before.fork()
	r.mark = len(r.e.findings)
}

// end ends a run; reached says that the code was evaluated in it.
func (r *variants) end(reached bool) {
	e := r.e
	r.after = append(r.after, e.state)
	if reached {
		r.counted++
	}
	kept := e.findings[:r.mark]
	for _, finding := range e.findings[r.mark:] {
		if !followsFromValue(finding.Rule) {
			kept = append(kept, finding)
			continue
		}
		key := findingKey{finding.Rule, finding.At}
		delete(e.seen, key)
		if r.times[key]++; r.times[key] == 1 {
			r.found = append(r.found, finding)
		}
	}
	e.findings = kept
}

// finish goes on after all runs, with the findings that all of them have had.
func (r *variants) finish() {
	e := r.e
	e.state = r.before
	for i, after := range r.after {
		if i == 0 {
			e.state = after
		} else {
			e.state = e.merge(e.state, after)
		}
	}
	for _, finding := range r.found {
		if key := (findingKey{finding.Rule, finding.At}); r.times[key] == r.counted {
			e.seen[key] = true
			e.findings = append(e.findings, finding)
		}
	}
}

// followsFromValue reports whether the findings of a rule say that a value is
// none that an operation takes.
func followsFromValue(rule *diag.Rule) bool {
	return slices.Contains([]*diag.Rule{
		&code.TypeMismatch, &code.ArgumentMismatch, &code.ArgumentCount, &code.ConversionFails, &code.OperatorMismatch, &code.DivisionByZero, &code.ArithmeticOverflow,
		&code.ComparisonMismatch, &code.MatchMismatch, &code.InvalidIndex, &code.InvalidTypeParameters, &code.AssignmentMismatch, &code.UnmatchedSelector,
	}, rule)
}
