package types

import "puppet-lint/internal/rubyregexp"

// Matches reports whether the pattern matches somewhere in s. known is false if that is not
// known.
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

// CertainGroups returns the capture groups that take part in every match: bit n is set for
// group n. Groups from 64 on are never included.
func (t *RegexpType) CertainGroups() uint64 {
	if !t.HasSource || t.compiled == nil {
		return 0
	}
	return t.compiled.CertainGroups()
}
