package types

import "puppet-lint/internal/rubyregexp"

// Matches reports whether the pattern matches s somewhere; known is false when
// that cannot be known.
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

// CertainGroups are the capture groups that take part in every match: bit n is
// set for group n. Those from 64 on are never told.
func (t *RegexpType) CertainGroups() uint64 {
	if !t.HasSource || t.compiled == nil {
		return 0
	}
	return t.compiled.CertainGroups()
}
