package lint

import (
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
)

// shownWithCause is the number of further places of a cause that a finding names as related.
const shownWithCause = 3

// KeepEachCauseOnce keeps one finding for each cause: of those that are not suppressed or fixed, the
// first with the highest severity. It counts the other places, and names some of them as related.
func (r *Result) KeepEachCauseOnce() {
	type cause struct {
		rule *diag.Rule
		name string
	}
	places, chosen := map[cause][]int{}, map[cause]int{} // indexes into Findings
	for i := range r.Findings {
		if finding := r.Findings[i]; finding.Cause != "" && !finding.Suppressed && !r.IsFixed(finding) {
			key := cause{finding.Rule, finding.Cause}
			if at, known := chosen[key]; !known || finding.Severity > r.Findings[at].Severity {
				chosen[key] = i
			}
			places[key] = append(places[key], i)
		}
	}
	isRepeated := map[int]bool{}
	for key, among := range places {
		if len(among) == 1 {
			continue
		}
		at := chosen[key]
		for _, i := range among {
			isRepeated[i] = i != at
		}
		r.Findings[at] = r.nameOthers(r.Findings[at], slices.DeleteFunc(among, func(i int) bool { return i == at }))
	}
	if len(isRepeated) == 0 {
		return
	}
	kept := r.Findings[:0]
	for i := range r.Findings {
		if !isRepeated[i] {
			kept = append(kept, r.Findings[i])
		}
	}
	clear(r.Findings[len(kept):])
	r.Findings = kept
}

// nameOthers returns a finding with the places of others that have the same cause.
func (r *Result) nameOthers(first *diag.Diagnostic, others []int) *diag.Diagnostic {
	finding := *first
	finding.Message += " (here and in " + english.Count(len(others), "more place") + ")"
	finding.Related = slices.Clone(finding.Related)
	for _, at := range others[:min(len(others), shownWithCause)] {
		other := r.Findings[at]
		finding.Related = append(finding.Related, diag.Related{File: other.File, Span: other.Span, Message: "here, too"})
	}
	return &finding
}
