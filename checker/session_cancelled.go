package checker

// A cancelled Recheck stores no findings: the session keeps those from before. It does keep
// what it learned about the change: the affected files that it has not checked, their old
// summaries, and the keys of what has changed. The next Recheck takes these over. It looks
// again for the files that depend on the keys, since the dependents may have changed, too.

// cancelled saves the state of a cancelled update for the next one, and returns err.
func (u *update) cancelled(err error) error {
	u.Session.unfinished, u.interpreter, u.first = u, nil, nil
	return err
}

// resume continues with the state of a cancelled update, if there is one.
func (u *update) resume() {
	before := u.unfinished
	if before == nil {
		return
	}
	u.Session.unfinished = nil
	u.found, u.changed, u.seeds = before.found, before.changed, before.seeds
	u.redefined = before.redefined
	u.concerned, u.concernsAll, u.aliases, u.names, u.summarized = before.concerned, before.concernsAll, before.aliases, before.names, before.summarized
	u.unchanged, u.change, u.transitive, u.redeclared = before.unchanged, before.change, before.transitive, before.redeclared
	u.everything = u.everything || before.everything
	u.affected, u.summaries = before.affected, before.summaries
	for path := range before.done {
		delete(u.affected, path)
		delete(u.summaries, path)
	}
}
