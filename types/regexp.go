package types

import "puppet-lint/rubyregexp"

// Matches tells whether the pattern matches s somewhere; known is false when
// that cannot be told.
func (t *RegexpType) Matches(s string) (matched, known bool) {
	if !t.HasSource {
		return true, true
	}
	if t.compiled == nil {
		return false, false
	}
	switch t.compiled.Match(s) {
	case rubyregexp.Yes:
		return true, true
	case rubyregexp.No:
		return false, true
	}
	return false, false
}
