package checker

import (
	"puppet-lint/checker/deps"
	"puppet-lint/diag"
)

// A tree may hold code for several versions of Puppet, which have a session each:
// it evaluates the files for its version, and of others what these need of them. So
// it does not see that one of these shows something else than before. The session
// that evaluates it does, and tells the others: Shown, and Follow.

// Shown are the names of what evaluating files has shown to be otherwise than before,
// since the last Recheck, or since this was last asked.
func (s *Session) Shown() (names []string) {
	if s.last != nil {
		names, s.last.shown = s.last.shown, nil
	}
	return names
}

// Follow checks what depends on what another session of the tree has shown, after
// Recheck was called. The findings are like those of Recheck.
func (s *Session) Follow(names []string) map[string][]diag.Diagnostic {
	u := s.last
	if u == nil || u.everything || u.transitive {
		return nil
	}
	u.found, u.first = map[string][]diag.Diagnostic{}, nil
	u.seeds, u.names, u.change, u.unchanged = nil, names, deps.Change{}, false
	u.spread()
	return u.found
}
