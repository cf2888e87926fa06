// Package lazyregexp is for regular expressions in package variables: they are
// compiled when they are first used, so that starting the program does not pay for
// those that it will not need.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression; see package regexp for what its methods do. It
// may be used by several goroutines.
type Regexp struct {
	source   string
	once     sync.Once
	compiled *regexp.Regexp
}

// New is the regular expression of a source. One that is wrong panics when it is
// first used.
func New(source string) *Regexp { return &Regexp{source: source} }

// Regexp is the expression as the standard library has it.
func (r *Regexp) Regexp() *regexp.Regexp {
	r.once.Do(func() { r.compiled = regexp.MustCompile(r.source) })
	return r.compiled
}

// MatchString reports whether the text holds a match.
func (r *Regexp) MatchString(text string) bool { return r.Regexp().MatchString(text) }

// FindString is the first match.
func (r *Regexp) FindString(text string) string { return r.Regexp().FindString(text) }

// FindStringIndex is where the first match lies, in bytes; nil without one.
func (r *Regexp) FindStringIndex(text string) []int { return r.Regexp().FindStringIndex(text) }

// FindStringSubmatch is the first match and its groups; nil without one.
func (r *Regexp) FindStringSubmatch(text string) []string { return r.Regexp().FindStringSubmatch(text) }

// FindAllString are the first n matches; all if n is negative.
func (r *Regexp) FindAllString(text string, n int) []string { return r.Regexp().FindAllString(text, n) }

// ReplaceAllString is the text with all matches replaced.
func (r *Regexp) ReplaceAllString(text, by string) string {
	return r.Regexp().ReplaceAllString(text, by)
}

// Split is the text between matches.
func (r *Regexp) Split(text string, n int) []string { return r.Regexp().Split(text, n) }

// FindStringSubmatchIndex is where the first match and its groups lie, in bytes;
// nil without one.
func (r *Regexp) FindStringSubmatchIndex(text string) []int {
	return r.Regexp().FindStringSubmatchIndex(text)
}

// FindAllStringSubmatch are the first n matches with their groups; all if n is
// negative.
func (r *Regexp) FindAllStringSubmatch(text string, n int) [][]string {
	return r.Regexp().FindAllStringSubmatch(text, n)
}

// ReplaceAllStringFunc is the text with what by makes of all matches.
func (r *Regexp) ReplaceAllStringFunc(text string, by func(string) string) string {
	return r.Regexp().ReplaceAllStringFunc(text, by)
}

// FindAllStringSubmatchIndex is where the first n matches and their groups lie, in
// bytes; all if n is negative.
func (r *Regexp) FindAllStringSubmatchIndex(text string, n int) [][]int {
	return r.Regexp().FindAllStringSubmatchIndex(text, n)
}
