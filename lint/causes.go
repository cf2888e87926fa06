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
		hash diag.Cause
	}
	// The findings with a cause are a list: next holds, for each of them, the index of the following
	// one, or 0. Most causes have one finding, and there may be very many.
	type list struct{ first, last, chosen, count int32 }
	lists, next := map[cause]list{}, make([]int32, len(r.Findings))
	for i, finding := range r.Findings {
		if finding.Cause == 0 || finding.Suppressed || r.IsFixed(finding) {
			continue
		}
		key, at := cause{finding.Rule, finding.Cause}, int32(i)
		same, isKnown := lists[key]
		switch {
		case !isKnown:
			same.first, same.chosen = at, at
		default:
			if next[same.last] = at; finding.Severity > r.Findings[same.chosen].Severity {
				same.chosen = at
			}
		}
		same.last = at
		same.count++
		lists[key] = same
	}
	isRepeated := make([]bool, len(r.Findings))
	for _, same := range lists {
		if same.count == 1 {
			continue
		}
		var others []int
		for at := same.first; ; at = next[at] {
			if at != same.chosen {
				isRepeated[at] = true
				if len(others) < shownWithCause {
					others = append(others, int(at))
				}
			}
			if at == same.last {
				break
			}
		}
		r.Findings[same.chosen] = r.nameOthers(r.Findings[same.chosen], others, int(same.count)-1)
	}
	kept := r.Findings[:0]
	for i, finding := range r.Findings {
		if !isRepeated[i] {
			kept = append(kept, finding)
		}
	}
	clear(r.Findings[len(kept):])
	r.Findings = kept
}

// nameOthers returns a finding with the number of others that have the same cause, and the places of
// some of them.
func (r *Result) nameOthers(first *diag.Diagnostic, others []int, count int) *diag.Diagnostic {
	finding := *first
	finding.Message += " (here and in " + english.Count(count, "more place") + ")"
	finding.Related = slices.Clone(finding.Related)
	for _, at := range others {
		other := r.Findings[at]
		finding.Related = append(finding.Related, diag.Related{File: other.File, Span: other.Span, Message: "here, too"})
	}
	return &finding
}
