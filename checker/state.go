package checker

import (
	"maps"

	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/source"
)

// captures is what is known about $0, $1 … at a point.
type captures struct {
	// known says that the last match is known to have succeeded (then groups
	// counts its groups), or that there was none (groups is -1).
	known  bool
	groups int
	// certain has the bits of the groups that have taken part in the match
	// whichever way it went.
	certain uint64
}

var noCaptures = captures{known: true, groups: -1}

// capturesOf is what is known after a regular expression has matched.
func capturesOf(pattern Type) captures {
	return captures{known: true, groups: lattice.GroupsOf(pattern), certain: lattice.CertainGroupsOf(pattern)}
}

// state is what is known at a point of a body.
type state struct {
	// unreachable says that no execution gets here.
	unreachable bool
	variables   bindings
	// refined holds what tests have shown about things that are no variable of
	// an open frame, or a part of one: by access path (see guards.go).
	refined  map[string]Type
	captures captures
	// declared are the resources that every path to the point has declared: by
	// type and title, or by type and the text of a title that is not known.
	// edges are the orders between resources that every path has made. Both
	// have the last one first, and forks share them.
	declared *chain[declared]
	edges    *chain[edge]
	// systems are the supported operating systems that get here; nil are all
	// (see systems.go). It is never changed in place.
	systems []*module.System
	// passed are the conditions that must hold for the point to be reached and of
	// which it is not known whether they do; they are only kept in an instance.
	// left says that the code has been left here, rather than failed.
	passed *chain[condition]
	left   bool
	// refused says that every path from the last test to the point has called a
	// statement function of which nothing is known: it may be one that always
	// fails.
	refused bool
	// tests are the tests of unknown outcome that the path has passed (alternatives.go).
	tests *chain[passedTest]
}

// chain is a list that grows at its front and is never changed. Paths share
// what they had before they parted, so that the lists of a body form a tree;
// jumps lead over many links at once.
type chain[T any] struct {
	before, jump *chain[T]
	length       int
	value        T
	at           source.Span
}

// with is the list with one more value.
func (c *chain[T]) with(value T, at source.Span) *chain[T] {
	longer := &chain[T]{before: c, jump: c, length: c.size() + 1, value: value, at: at}
	// Two jumps of one width make a jump of twice that width.
	if c != nil && c.length-c.jump.size() == c.jump.size()-c.jump.after().size() {
		longer.jump = c.jump.after()
	}
	return longer
}

func (c *chain[T]) size() int {
	if c == nil {
		return 0
	}
	return c.length
}

// after is where the jump leads to.
func (c *chain[T]) after() *chain[T] {
	if c == nil {
		return nil
	}
	return c.jump
}

// cut is the list as it was when it had that length.
func (c *chain[T]) cut(length int) *chain[T] {
	for c.size() > length {
		if c.jump.size() >= length {
			c = c.jump
		} else {
			c = c.before
		}
	}
	return c
}

// find is the last link whose value is wanted, or nil.
func (c *chain[T]) find(wanted func(T) bool) *chain[T] {
	for ; c != nil; c = c.before {
		if wanted(c.value) {
			return c
		}
	}
	return nil
}

// common is what two lists had before they parted.
func common[T any](a, b *chain[T]) *chain[T] {
	a, b = a.cut(b.size()), b.cut(a.size())
	for a != b {
		// Lists of one length jump to one length.
		if a.jump != b.jump {
			a, b = a.jump, b.jump
		} else {
			a, b = a.before, b.before
		}
	}
	return a
}

// fork is a copy that can change on its own.
func (s *state) fork() *state {
	fork := *s
	fork.variables = s.variables.fork()
	fork.refined = nil
	if len(s.refined) > 0 {
		fork.refined = maps.Clone(s.refined)
	}
	return &fork
}

// dead is a state at the same point that nothing reaches.
func (s *state) dead() *state { return &state{unreachable: true, passed: s.passed, tests: s.tests} }

// merge is the state where two paths meet. It takes both states over.
func (e *evaluator) merge(a, b *state) *state {
	if a.unreachable {
		return b.without(a)
	}
	if b.unreachable {
		return a.without(b)
	}
	e.keepUnsetPaths(a, b)
	e.mergeBindings(&a.variables, &b.variables)
	for path, typ := range a.refined {
		other, ok := b.refined[path]
		if !ok {
			delete(a.refined, path)
		} else if typ != other {
			a.refined[path] = e.Join(typ, other)
		}
	}
	a.refused = a.refused && b.refused
	a.declared = common(a.declared, b.declared)
	a.edges = common(a.edges, b.edges)
	a.systems = mergeSystems(a.systems, b.systems)
	a.passed = common(a.passed, b.passed)
	a.tests = common(a.tests, b.tests)
	if a.captures != b.captures {
		a.captures = captures{}
	}
	return a
}

// without is the state where two paths meet of which the other one fails: what
// comes to fail now does so on either path. A path that has left the code does
// not fail.
func (s *state) without(other *state) *state {
	if !other.left && s.passed != other.passed {
		s.passed = common(s.passed, other.passed)
	}
	return s
}

// frame is a scope that is open while its part of a body is evaluated: the
// body's own, and one for each lambda around the point.
type frame struct {
	outer *frame
	// slots are the places of the frame's variables in state.variables.
	slots map[string]int
	// lambda collects how the lambda's block ends; nil in a body's own frame.
	lambda *lambdaExits
}

// slot is the place of the variable called name in the frame or those around
// it.
func (f *frame) slot(name string) (int, bool) {
	for ; f != nil; f = f.outer {
		if slot, ok := f.slots[name]; ok {
			return slot, true
		}
	}
	return 0, false
}

// lambdaExits is what the ways out of a lambda's block are known to yield.
type lambdaExits struct {
	// next is the join of the values of next(); nil when there is none.
	next Type
	// breaks says that break() may be reached.
	breaks bool
}
