// Package rubyregexp reads Ruby's regular expressions and decides, as Ruby
// does, what they match. Puppet hands every pattern (Pattern[…], =~, case,
// regsubst, split, match) to Ruby's engine, Onigmo, whose syntax is not Go's:
// `$` is always a line's end, `(?m)` means what others call `(?s)`, `\h` is a
// hexadecimal digit, `\Z` stops before a final newline, classes nest and
// intersect, groups recurse.
//
// A pattern goes through four steps: unescape.go does what Ruby does before
// Onigmo sees the text (`\u{…}`, `\xHH`, control and meta escapes), parse*.go
// build the tree, check.go makes Onigmo's checks of the finished tree (group
// references, look-behind, endless recursion), compile.go turns it into a
// program for the matcher in match.go.
//
// The matcher backtracks in Onigmo's order, so that captures are Ruby's. Where
// the way on depends on nothing but the position (no back reference, atomic
// group, look-around, call or condition) it never tries the same way twice and
// takes time linear in the text; everywhere else it counts its steps and gives
// up at a bound. It never guesses: what it cannot know is Undecided.
//
// Invariants: a Regexp is immutable and safe for concurrent use; Compile
// refuses exactly what Ruby refuses; a Yes or No is Ruby's; no pattern and no
// text makes it panic or run beyond the bound.
package rubyregexp
