package main

import "puppet-lint/internal/validatecommand"

// explain is the reason for which our answer to a question is meant to differ
// from Puppet's; empty if there is none.
func explain(theirs verdict, ours validatecommand.Answer) string {
	return ""
}
