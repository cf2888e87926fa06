package checker

import (
	"context"

	"puppet-lint/checker/deps"
	"puppet-lint/internal/diag"
)

// A tree may contain code for several versions of Puppet, each with its own session. A session
// evaluates the files for its version, and of other files only what these need. So it does not
// notice changed summaries of other files. The session that evaluates those reports them by
// ChangedSummaries, for Propagate of the other sessions.

// ChangedSummaries returns the keys of the summaries that have changed in the last Recheck and since. A
// second call returns only what has changed since the first one.
func (s *Session) ChangedSummaries() (names []string) {
	if s.last != nil {
		names, s.last.summarized = s.last.summarized, nil
	}
	return names
}

// Propagate checks the files that depend on names, which another session of the tree returned from
// ChangedSummaries. It is called after Recheck, and returns findings and an error as Recheck does. If it
// is cancelled, the next Recheck completes it.
func (s *Session) Propagate(ctx context.Context, names []string) (map[string][]*diag.Diagnostic, error) {
	u := s.last
	switch {
	case u == nil || u.everything || u.transitive:
		return nil, nil
	case u == s.unfinished:
		u.names, u.unchanged = append(u.names, names...), false
		return nil, ctx.Err()
	}
	u.ctx, u.found, u.first = ctx, map[string][]*diag.Diagnostic{}, nil
	u.seeds, u.names, u.change, u.unchanged = nil, names, deps.Change{}, false
	if u.interpreter != nil {
		u.interpreter.ContinueIn(ctx)
	}
	if err := u.propagateChanges(); err != nil {
		return nil, u.cancelled(err)
	}
	return u.found, nil
}
