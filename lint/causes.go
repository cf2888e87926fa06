package lint

import (
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
)

// shownWithCause is the number of further places of a cause that a finding names as related.
const shownWithCause = 3

// WithEachCauseOnce returns the result with one finding for each cause: of those that are not
// suppressed or fixed, the first with the highest severity. It counts the other places, and names some
// of them as related.
func (r *Result) WithEachCauseOnce() *Result {
	type cause struct {
		rule *diag.Rule
		name string
	}
	places, chosen := map[cause][]int{}, map[cause]int{} // indexes into Findings
	repeated := false
	for i := range r.Findings {
		if finding := &r.Findings[i]; finding.Cause != "" && !finding.Suppressed && !r.IsFixed(finding) {
			key := cause{finding.Rule, finding.Cause}
			if at, known := chosen[key]; !known || finding.Severity > r.Findings[at].Severity {
				chosen[key] = i
			}
			places[key] = append(places[key], i)
			repeated = repeated || len(places[key]) > 1
		}
	}
	if !repeated {
		return r
	}
	once := *r
	once.Findings = make([]diag.Diagnostic, 0, len(r.Findings))
	for i, finding := range r.Findings {
		key := cause{finding.Rule, finding.Cause}
		among := places[key]
		_, isOne := slices.BinarySearch(among, i)
		switch {
		case !isOne || len(among) == 1:
			once.Findings = append(once.Findings, finding)
		case chosen[key] == i:
			others := slices.DeleteFunc(slices.Clone(among), func(other int) bool { return other == i })
			once.Findings = append(once.Findings, r.withOthers(finding, others))
		}
	}
	return &once
}

// withOthers returns a finding with the places of others that have the same cause.
func (r *Result) withOthers(finding diag.Diagnostic, others []int) diag.Diagnostic {
	finding.Message += " (here and in " + english.Count(len(others), "more place") + ")"
	finding.Related = slices.Clone(finding.Related)
	for _, at := range others[:min(len(others), shownWithCause)] {
		other := &r.Findings[at]
		finding.Related = append(finding.Related, diag.Related{File: other.File, Span: other.Span, Message: "here, too"})
	}
	return finding
}
