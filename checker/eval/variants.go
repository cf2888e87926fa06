package eval

import (
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"
)

// variants evaluates code once for each part of a value's type, each time from the same state.
// At run time, the value belongs to only one of the parts. So a finding is only certain if all
// parts have it; the others are dropped.
type variants struct {
	e      *Evaluator
	before *state
	after  []*state
	// counted is the number of runs that certainly reached the code.
	counted      int
	firstFinding int
	found        []*diag.Diagnostic
	times        map[FindingKey]int
}

func (e *Evaluator) newVariants() *variants {
	return &variants{e: e, before: e.state, times: map[FindingKey]int{}}
}

func (r *variants) start() {
	r.e.state = r.before.fork()
	r.firstFinding = len(r.e.Findings)
}

// end ends a run. reached means that the run evaluated the code.
func (r *variants) end(reached bool) {
	e := r.e
	r.after = append(r.after, e.state)
	if reached {
		r.counted++
	}
	kept := e.Findings[:r.firstFinding]
	for _, finding := range e.Findings[r.firstFinding:] {
		if !isAboutValue(finding.Rule) {
			kept = append(kept, finding)
			continue
		}
		key := FindingKey{finding.Rule, finding.At}
		delete(e.seen, key)
		if r.times[key]++; r.times[key] == 1 {
			r.found = append(r.found, finding)
		}
	}
	e.Findings = kept
}

// finish continues after all runs, and reports the findings that all of them had.
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
		if key := (FindingKey{finding.Rule, finding.At}); r.times[key] == r.counted {
			e.seen.add(key)
			e.Findings = append(e.Findings, finding)
		}
	}
}

// isAboutValue reports whether the findings of a rule mean that an operation does not
// accept a value.
func isAboutValue(rule *diag.Rule) bool {
	return slices.Contains([]*diag.Rule{
		&code.TypeMismatch, &code.ArgumentMismatch, &code.ArgumentCount, &code.ConversionFails, &code.OperatorMismatch, &code.DivisionByZero, &code.ArithmeticOverflow,
		&code.ComparisonMismatch, &code.MatchMismatch, &code.InvalidIndex, &code.InvalidTypeParameters, &code.AssignmentMismatch, &code.UnmatchedSelector,
		&code.InvalidTitle, &code.InvalidClassName, &code.InvalidTag, &code.InvalidAttributeValue, &code.RelationshipMismatch, &code.RefusedValue,
	}, rule)
}
