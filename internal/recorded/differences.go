package recorded

import (
	"strings"

	"puppet-lint/syntax/validate/jsonl"
)

// difference is an intended difference from Puppet's answers.
type difference struct {
	// reason says why.
	reason string
	// applies reports whether it explains the difference between actual and expected.
	applies func(expected judgement, actual jsonl.Answer) bool
}

// differences are all intended differences.
var differences = []difference{
	{
		"Puppet cannot make a URI of a relative path; the command always gives it an absolute one",
		func(expected judgement, _ jsonl.Answer) bool { return says(expected, "Failed to convert") },
	},
	{
		"the parameters of the types in a type mapping are judged where types are known, by the checker",
		func(expected judgement, actual jsonl.Answer) bool {
			return expected.Source != nil && strings.HasPrefix(*expected.Source, "type Runtime[") && (actual.OK || says(expected, "comparison of")) && !expected.OK
		},
	},
	{
		"Puppet also logs what it warns of in a program within a heredoc, with lines of that program; what is no error there is none here",
		func(expected judgement, actual jsonl.Answer) bool {
			return expected.OK && actual.OK && expected.Source != nil && strings.Contains(*expected.Source, ":pp)")
		},
	},
}

// says reports whether a message of Puppet contains text.
func says(expected judgement, text string) bool {
	for _, d := range expected.Diagnostics {
		if strings.Contains(d.Message, text) {
			return true
		}
	}
	return false
}

// explain returns the reason why our answer intentionally differs from Puppet's, or "" if there
// is none.
func explain(expected judgement, actual jsonl.Answer) string {
	for _, d := range differences {
		if d.applies(expected, actual) {
			return d.reason
		}
	}
	return ""
}
