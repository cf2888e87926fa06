package compile

import (
	"slices"
	"sync"

	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/types"
)

// memory holds evaluations of the bodies of classes and defined types, so that the catalogs of a
// comparison do not evaluate the same body with the same values over and over. Several compilations
// may use it at once.
//
// The evaluation of a body depends on its parameters and on what it asks the compilation, such as
// whether a resource is defined by now. Both are recorded, and so is everything that it adds. Another
// compilation asks the same and adds the same, as long as it gets the same answers. With the first
// other answer it evaluates the body itself, from the start, and skips what has been added.
type memory struct {
	lock  sync.Mutex
	kept  map[bodyKey][]*evaluation
	steps int
}

// Limits of what a memory keeps.
const (
	maxKeptSteps       = 300_000
	maxKeptEvaluations = 8 // of one body
)

// bodyKey is what an evaluation of a body starts with, apart from the values of its parameters.
type bodyKey struct {
	definition    *program.Definition
	watch         *Watch
	title         string
	certain, open bool
}

// evaluation is a recorded evaluation of a body.
type evaluation struct {
	// given are the values of the parameters, in the order of the signature.
	given []types.Type
	steps []step
	// last is the work after the last step.
	last int
	atPoint
	// usesCode and readsAttributes report whether the body is watched code, and whether it reads
	// attributes of resources.
	usesCode, readsAttributes bool
}

// step is one use of the compilation by the evaluation of a body: ask returns something and changes
// nothing that later steps depend on; add changes the catalog. One of the two is nil.
type step struct {
	ask    func(s *scope) answer
	add    func(s *scope)
	answer answer
	// work is what was evaluated since the step before.
	work int
	atPoint
}

// atPoint is what others may see of a body at one point of its evaluation. variables is nil if nobody
// can.
type atPoint struct {
	certain   bool
	variables *eval.Variables
}

// answer is what a compilation answers to a body.
type answer struct {
	value        types.Type
	truth        lattice.Truth
	found, known bool
}

// recorder records the evaluation of a body.
type recorder struct {
	evaluation
	// known are the steps that have been replayed already.
	known []step
	// startsCertain is that of the key.
	startsCertain bool
	// budget is what was left of the budget after the last step.
	budget int
	// isBroken is set if the evaluation depends on something that is not recorded.
	isBroken bool
}

// next makes a step and records it.
func (r *recorder) next(s *scope, one step) step {
	at := len(r.steps)
	if at < len(r.known) {
		one = r.known[at]
	} else {
		one.work = r.budget - s.k.budget
		if one.ask != nil {
			one.answer = one.ask(s)
		} else {
			one.atPoint = pointOf(s)
			one.add(s)
		}
	}
	r.budget = s.k.budget
	r.steps = append(r.steps, one)
	return one
}

// pointOf returns what others may see of the body at the current point. Nobody reads the variables of
// a defined type.
func pointOf(s *scope) atPoint {
	now := atPoint{certain: s.isCertain()}
	if s.resource.kind.Name == "class" {
		now.variables = s.Variables()
	}
	return now
}

// replay adds what an earlier evaluation of the body with the same values has added. done is false if
// the body must be evaluated. The recorder of the scope then knows what has been added already.
func (k *compilation) replay(e *scope, d *program.Definition, given map[string]types.Type, open bool) (done bool) {
	if k.memory == nil || k.budget < compileBudget/2 {
		return false
	}
	key := bodyKey{d, k.watch, e.resource.Title, e.certain, open}
	signature := d.Signature()
	values := make([]types.Type, len(signature))
	for i := range signature {
		values[i] = given[signature[i].Name]
	}
	kept := slices.DeleteFunc(k.memory.of(key), func(one *evaluation) bool { return !slices.Equal(one.given, values) })
	e.recorder = &recorder{evaluation: evaluation{given: values}, startsCertain: e.certain, budget: k.budget}
	if len(kept) == 0 {
		return false
	}
	work := 0
	one, at := kept[0], 0
	for ; at < len(one.steps); at++ {
		current := &one.steps[at]
		k.budget -= current.work
		work += current.work
		if current.add != nil {
			e.replayed = &current.atPoint
			current.add(e)
			continue
		}
		if found := current.ask(e); found != current.answer {
			other := slices.IndexFunc(kept, func(other *evaluation) bool { return other.continues(one, at, found) })
			if other < 0 {
				k.budget += work
				e.replayed = nil
				e.recorder.known = one.steps[:at:at]
				return false
			}
			one = kept[other]
		}
	}
	k.budget -= one.last
	e.replayed, e.recorder = &one.atPoint, nil
	if k.used != nil {
		k.used.Code = k.used.Code || one.usesCode
	}
	k.readsAttributes = k.readsAttributes || one.readsAttributes
	return true
}

// continues reports whether the evaluation has the same steps as another one up to an index, and the
// given answer there.
func (v *evaluation) continues(other *evaluation, at int, found answer) bool {
	if at >= len(v.steps) || v.steps[at].ask == nil || v.steps[at].answer != found {
		return false
	}
	for i := range at {
		if v.steps[i].answer != other.steps[i].answer {
			return false
		}
	}
	return true
}

func newMemory() *memory { return &memory{kept: map[bodyKey][]*evaluation{}} }

// of returns the evaluations of a body.
func (m *memory) of(key bodyKey) []*evaluation {
	m.lock.Lock()
	defer m.lock.Unlock()
	return slices.Clone(m.kept[key])
}

// keep keeps the recorded evaluation of the body of a scope, and ends the recording.
func (k *compilation) keep(e *scope, d *program.Definition, open bool) {
	r := e.recorder
	e.recorder = nil
	if r == nil || r.isBroken || e.HasFailed() || k.catalog.Failure != nil || k.budget < 0 {
		return
	}
	r.last, r.atPoint = r.budget-k.budget, pointOf(e)
	r.known = nil
	key := bodyKey{d, k.watch, e.resource.Title, r.startsCertain, open}
	m := k.memory
	m.lock.Lock()
	defer m.lock.Unlock()
	if len(m.kept[key]) < maxKeptEvaluations && m.steps < maxKeptSteps {
		m.kept[key] = append(m.kept[key], &r.evaluation)
		m.steps += len(r.steps)
	}
}

// ownVariable is Evaluator.OwnVariable for the point that the scope has reached.
func ownVariable(s *scope, name string) (t types.Type, certain, named bool) {
	if s.replayed != nil {
		return s.replayed.variables.Own(name)
	}
	return s.OwnVariable(name)
}

// isUnreachable is Evaluator.IsUnreachable for the point that the scope has reached.
func isUnreachable(s *scope) bool {
	if s.replayed != nil {
		return s.replayed.variables.Unreachable
	}
	return s.IsUnreachable()
}
