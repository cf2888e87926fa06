// Package rubyregexp parses Ruby's regular expressions and decides, as Ruby does, what they
// match. Puppet passes every pattern (Pattern[…], =~, case, regsubst, split, match) to Ruby's
// engine, Onigmo. Its syntax differs from Go's: `$` always matches at the end of a line, `(?m)`
// means what others call `(?s)`, `\h` is a hexadecimal digit, `\Z` matches before a final
// newline, classes can be nested and intersected, and groups can be recursive.
//
// A pattern is processed in four steps. unescape.go resolves the escapes that Ruby resolves before
// Onigmo reads the text (`\u{…}`, `\xHH`, control and meta escapes). parse*.go build the tree.
// check.go makes Onigmo's checks of the finished tree (group references, look-behind, endless
// recursion). compile.go compiles it to a program for the matcher in match.go. Compile
// checks a pattern and keeps its text; the rest is done again when something is matched.
//
// The matcher backtracks in the same order as Onigmo, so that captures equal Ruby's. If the
// next step depends only on the position (no back reference, atomic group, look-around, call or
// condition), it never tries the same branch twice and needs time linear in the text. Otherwise
// it counts its steps and gives up at a bound. It never guesses: an unknown answer is Undecided.
//
// Invariants: a Regexp is immutable and safe for concurrent use. Compile rejects exactly the
// patterns that Ruby rejects. Yes and No are Ruby's answers. No pattern and no text makes it
// panic or exceed the bound.
package rubyregexp
