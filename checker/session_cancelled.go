package checker

// A check that is cancelled stores nothing, so that a session is as it was before it.
// What a Recheck had found out by then about who is concerned is kept: the files that it
// has not checked, what these had shown, and the names of what is otherwise than before,
// for which the next Recheck looks again, among those who depend on them now.

// cancelled ends an update early and leaves the rest to the next one.
func (u *update) cancelled(err error) error {
	u.Session.unfinished, u.interpreter, u.first = u, nil, nil
	return err
}

// resume takes over what an update that was cancelled has left to do.
func (u *update) resume() {
	before := u.unfinished
	if before == nil {
		return
	}
	u.Session.unfinished = nil
	u.found, u.changed, u.seeds = before.found, before.changed, before.seeds
	u.around, u.inAny, u.aliases, u.names, u.shown = before.around, before.inAny, before.aliases, before.names, before.shown
	u.unchanged, u.change, u.transitive, u.redeclared = before.unchanged, before.change, before.transitive, before.redeclared
	u.everything = u.everything || before.everything
	u.affected, u.summaries = before.affected, before.summaries
	for path := range before.done {
		delete(u.affected, path)
		delete(u.summaries, path)
	}
}
