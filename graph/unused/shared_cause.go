package unused

import (
	"cmp"
	"slices"

	"puppet-lint/internal/english"
)

// mostShared is the number of uncertain answers with the same cause that a list shows one by one.
const mostShared = 20

// sharedCause holds uncertain answers with the same cause.
type sharedCause struct {
	cause   string
	answers []*Answer
}

// split returns the answers to show one by one, and those that are shown together because too many
// have the same cause.
func (r *Report) split() (single []*Answer, together []*sharedCause) {
	byCause := map[string]*sharedCause{}
	for i := range r.Answers {
		answer := &r.Answers[i]
		if answer.IsCertain() || r.All {
			continue
		}
		cause := answer.cause()
		if byCause[cause] == nil {
			byCause[cause] = &sharedCause{cause: cause}
			together = append(together, byCause[cause])
		}
		byCause[cause].answers = append(byCause[cause].answers, answer)
	}
	for i := range r.Answers {
		answer := &r.Answers[i]
		if others := byCause[answer.cause()]; others == nil || answer.IsCertain() || len(others.answers) <= mostShared {
			single = append(single, answer)
		}
	}
	return single, slices.DeleteFunc(together, func(a *sharedCause) bool { return len(a.answers) <= mostShared })
}

func (a *Answer) cause() string { return cmp.Or(a.Cause, a.Uncertainty) }

// text says what the answers are about and why they are uncertain.
func (a *sharedCause) text() string {
	var kinds []string
	counts := map[string]int{}
	whose := "For each"
	for _, answer := range a.answers {
		if counts[answer.Kind]++; counts[answer.Kind] == 1 {
			kinds = append(kinds, answer.Kind)
		}
		if answer.cause() != answer.Uncertainty {
			whose = "For each, or for what uses it"
		}
	}
	for i, kind := range kinds {
		kinds[i] = english.Count(counts[kind], kind)
	}
	return english.List(kinds, "and") + " may be unused. " + whose + ": " + a.cause
}
