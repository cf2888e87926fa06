package eval

import (
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// captures is what is known about $0, $1 … at a point.
type captures struct {
	// known means that it is certain whether there was a match. groups is then the number of
	// groups of the last match, or -1 if there was no match.
	known  bool
	groups int
	// certain has a bit for each group that takes part in every match.
	certain uint64
}

var noCaptures = captures{known: true, groups: -1}

// capturesOf returns the captures after a regular expression has matched.
func capturesOf(pattern Type) captures {
	return captures{known: true, groups: lattice.GroupsOf(pattern), certain: lattice.CertainGroupsOf(pattern)}
}

// state is what is known at a point of a body.
type state struct {
	// unreachable means that no execution reaches the point.
	unreachable bool
	variables   bindings[variable]
	// refined holds what tests have shown about things other than whole variables of an open
	// frame, by the slot of their access path (guards.go).
	refined  bindings[Type]
	captures captures
	// declared are the resources that every path to the point has declared, by type and title,
	// or by type and the source text of an unknown title. edges are the orders between
	// resources that every path has made. Both lists begin with the last one and are shared by
	// forks.
	declared *chain[declared]
	edges    *chain[edge]
	// systems are the supported operating systems that may reach the point; nil means all (see
	// systems.go). The slice is never changed in place.
	systems []*module.System
	// passed are the conditions of unknown outcome that must hold for the point to be reached.
	// They are only kept at call sites. left means that a jump such as return(), rather than a
	// failure, made the point unreachable.
	passed *chain[condition]
	left   bool
	// refused means that every path from the last test to the point has called an unknown
	// statement function, which may always fail, or err() or the like.
	refused bool
	// tests are the tests of unknown outcome that the path has passed (alternatives.go).
	tests *chain[passedTest]
}

// chain is an immutable list that grows at its front. Paths share the part from before they
// separated, so that the lists of a body form a tree. jump skips many links at once.
type chain[T any] struct {
	before, jump *chain[T]
	length       int
	value        T
	at           source.Span
}

// with returns the list with one more value.
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

// after returns the target of the jump.
func (c *chain[T]) after() *chain[T] {
	if c == nil {
		return nil
	}
	return c.jump
}

// cut returns the list as it was when it had the given length.
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

// find returns the last link whose value is wanted, or nil.
func (c *chain[T]) find(wanted func(T) bool) *chain[T] {
	for ; c != nil; c = c.before {
		if wanted(c.value) {
			return c
		}
	}
	return nil
}

// common returns the part that two lists share.
func common[T any](a, b *chain[T]) *chain[T] {
	a, b = a.cut(b.size()), b.cut(a.size())
	for a != b {
		// Lists of equal length jump to equal lengths.
		if a.jump != b.jump {
			a, b = a.jump, b.jump
		} else {
			a, b = a.before, b.before
		}
	}
	return a
}

// fork returns a copy that can change independently.
func (s *state) fork() *state {
	fork := *s
	fork.variables = s.variables.fork()
	fork.refined = s.refined.fork()
	return &fork
}

// dead returns an unreachable state for the same point.
func (s *state) dead() *state { return &state{unreachable: true, passed: s.passed, tests: s.tests} }

// merge returns the state where two paths meet. It takes ownership of both states.
func (e *Evaluator) merge(a, b *state) *state {
	if a.unreachable {
		left := a.left || b.unreachable && b.left
		if b = b.without(a); b.unreachable {
			b.left = left
		}
		return b
	}
	if b.unreachable {
		return a.without(b)
	}
	e.keepUnsetPaths(a, b)
	e.mergeBindings(&a.variables, &b.variables)
	e.mergeRefined(&a.refined, &b.refined)
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

// without returns the state where two paths meet and other is unreachable. If the other path
// has failed, the conditions that separated the paths are dropped: the next failure then ends
// both paths. If the other path has left the code by a jump, it has not failed, and the
// conditions stay.
func (s *state) without(other *state) *state {
	if !other.left && s.passed != other.passed {
		s.passed = common(s.passed, other.passed)
	}
	return s
}

// frame is a scope that is open during the evaluation: the scope of the body, or of a lambda
// around the point.
type frame struct {
	outer *frame
	// slots are the indexes of the frame's variables in state.variables.
	slots map[string]int
	// lambda collects the exits of the lambda's block. It is nil in a body's own frame.
	lambda *lambdaExits
}

// slot returns the index of the variable called name in the frame or those around it.
func (f *frame) slot(name string) (int, bool) {
	for ; f != nil; f = f.outer {
		if slot, ok := f.slots[name]; ok {
			return slot, true
		}
	}
	return 0, false
}

// lambdaExits holds what is known about the exits of a lambda's block.
type lambdaExits struct {
	// next is the join of the values of next(), nil if there are none.
	next Type
	// breaks means that break() may be reached.
	breaks bool
}
