//go:build develop

package main

import (
	"strings"

	"puppet-lint/validate/jsonl"
)

// difference is one kind of answer in which we mean to differ from Puppet.
type difference struct {
	// reason says why.
	reason string
	// applies reports whether it explains how ours differs from theirs.
	applies func(theirs verdict, ours jsonl.Answer) bool
}

// differences lists every way in which we mean to differ.
var differences = []difference{
	{
		"Puppet cannot make a URI of a relative path; the command always gives it an absolute one",
		func(theirs verdict, _ jsonl.Answer) bool { return says(theirs, "Failed to convert") },
	},
	{
		"the parameters of the types in a type mapping are judged where types are known, by the checker",
		func(theirs verdict, ours jsonl.Answer) bool {
			return theirs.Source != nil && strings.HasPrefix(*theirs.Source, "type Runtime[") && (ours.OK || says(theirs, "comparison of")) && !theirs.OK
		},
	},
	{
		"Puppet also logs what it warns of in a program within a heredoc, with lines of that program; what is no error there is none here",
		func(theirs verdict, ours jsonl.Answer) bool {
			return theirs.OK && ours.OK && theirs.Source != nil && strings.Contains(*theirs.Source, ":pp)")
		},
	},
}

// says reports whether a message of Puppet's contains text.
func says(theirs verdict, text string) bool {
	for _, d := range theirs.Diagnostics {
		if strings.Contains(d.Message, text) {
			return true
		}
	}
	return false
}

// explain is the reason for which our answer to a question is meant to differ
// from Puppet's; empty if there is none.
func explain(theirs verdict, ours jsonl.Answer) string {
	for _, d := range differences {
		if d.applies(theirs, ours) {
			return d.reason
		}
	}
	return ""
}
