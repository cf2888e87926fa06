package checker

import (
	"context"

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
// Recheck was called. The findings and the error are like those of Recheck: a Recheck
// does what a cancelled Follow has left undone.
func (s *Session) Follow(ctx context.Context, names []string) (map[string][]diag.Diagnostic, error) {
	u := s.last
	switch {
	case u == nil || u.everything || u.transitive:
		return nil, nil
	case u == s.unfinished:
		u.names, u.unchanged = append(u.names, names...), false
		return nil, ctx.Err()
	}
	u.ctx, u.found, u.first = ctx, map[string][]diag.Diagnostic{}, nil
	u.seeds, u.names, u.change, u.unchanged = nil, names, deps.Change{}, false
	if u.program != nil {
		u.program.ctx = ctx
	}
	if err := u.spread(); err != nil {
		return nil, u.cancelled(err)
	}
	return u.found, nil
}
