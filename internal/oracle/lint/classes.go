package main

import "slices"

// class explains a difference by a named mistake of the Ruby tool, or by a
// choice of this program that its documentation states.
type class struct {
	name string
	// check is the check that it is about; empty for all.
	check string
	holds func(view *view, theirs []problem, difference difference) bool
}

// explain is the name of the first class that holds, or "".
func explain(view *view, theirs []problem, difference difference) string {
	for _, class := range classes {
		if (class.check == "" || class.check == difference.Check) && class.holds(view, theirs, difference) {
			return class.name
		}
	}
	return ""
}

// classes never changes.
var classes = []class{
	{"the Ruby tool's lexer gives the file up", "", func(_ *view, theirs []problem, difference difference) bool {
		return difference.extra && slices.ContainsFunc(theirs, func(problem problem) bool { return problem.Check == "syntax" })
	}},
	{"a syntax error of the Ruby tool's own lexer", "syntax", func(*view, []problem, difference) bool { return true }},
}
