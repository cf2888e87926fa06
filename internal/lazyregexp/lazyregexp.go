// Package lazyregexp provides regular expressions for package variables. They are compiled on
// first use, so that the start of the program does not pay for expressions that it does not
// need.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression. Its methods are those of package regexp. It is safe for
// concurrent use.
type Regexp struct {
	source   string
	once     sync.Once
	compiled *regexp.Regexp
}

// New returns the regular expression for a source. An invalid source causes a panic on first
// use.
func New(source string) *Regexp { return &Regexp{source: source} }

// Regexp returns the compiled expression.
func (r *Regexp) Regexp() *regexp.Regexp {
	r.once.Do(func() { r.compiled = regexp.MustCompile(r.source) })
	return r.compiled
}

// MatchString reports whether the text contains a match.
func (r *Regexp) MatchString(text string) bool { return r.Regexp().MatchString(text) }

// FindString returns the first match, or "".
func (r *Regexp) FindString(text string) string { return r.Regexp().FindString(text) }

// FindStringIndex returns the byte offsets of the first match, or nil.
func (r *Regexp) FindStringIndex(text string) []int { return r.Regexp().FindStringIndex(text) }

// FindStringSubmatch returns the first match and its groups, or nil.
func (r *Regexp) FindStringSubmatch(text string) []string { return r.Regexp().FindStringSubmatch(text) }

// FindAllString returns the first n matches, or all if n is negative.
func (r *Regexp) FindAllString(text string, n int) []string { return r.Regexp().FindAllString(text, n) }

// ReplaceAllString returns the text with all matches replaced.
func (r *Regexp) ReplaceAllString(text, by string) string {
	return r.Regexp().ReplaceAllString(text, by)
}

// Split returns the parts of the text between matches.
func (r *Regexp) Split(text string, n int) []string { return r.Regexp().Split(text, n) }

// FindStringSubmatchIndex returns the byte offsets of the first match and its groups, or nil.
func (r *Regexp) FindStringSubmatchIndex(text string) []int {
	return r.Regexp().FindStringSubmatchIndex(text)
}

// FindAllStringSubmatch returns the first n matches with their groups, or all if n is negative.
func (r *Regexp) FindAllStringSubmatch(text string, n int) [][]string {
	return r.Regexp().FindAllStringSubmatch(text, n)
}

// ReplaceAllStringFunc returns the text with each match replaced by the result of by.
func (r *Regexp) ReplaceAllStringFunc(text string, by func(string) string) string {
	return r.Regexp().ReplaceAllStringFunc(text, by)
}

// FindAllStringSubmatchIndex returns the byte offsets of the first n matches and their groups,
// or of all if n is negative.
func (r *Regexp) FindAllStringSubmatchIndex(text string, n int) [][]int {
	return r.Regexp().FindAllStringSubmatchIndex(text, n)
}
