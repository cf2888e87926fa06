package checker

import "puppet-lint/source"

// variable is what is known of a variable at a point.
type variable struct {
	// typ is nil while nothing has set the variable on any path to the point.
	typ Type
	// certain says that every path to the point has set it.
	certain bool
	// unsetPaths are the ends of the paths that do not set it; nil where they are not
	// known.
	unsetPaths *[]*state
	// unset is an alternative on the way to the point that does not set it.
	unset *takenBranch
	// parts are the values that alternatives on the way to the point set it to,
	// where they are not the same.
	parts *branches
	// at is where it was first set.
	at source.Span
}

// bindings are the variables of all open frames, by slot. Forks share chunks
// until one of them changes a variable in it: most branches change few of many.
type bindings struct {
	chunks []*chunk
	// shared says that a fork has the same chunks slice, too.
	shared bool
	// owner marks the chunks that nobody else has; nil owns none.
	owner *ownership
}

const chunkSize = 8

type chunk struct {
	owner     *ownership
	variables [chunkSize]variable
}

// ownership is told apart by its address.
type ownership struct{ _ byte }

// at is the variable in a slot; one without a type where nothing has set it.
func (b *bindings) at(slot int) variable {
	if slot/chunkSize >= len(b.chunks) || b.chunks[slot/chunkSize] == nil {
		return variable{}
	}
	return b.chunks[slot/chunkSize].variables[slot%chunkSize]
}

// set changes a slot of these bindings alone.
func (b *bindings) set(slot int, to variable) {
	index := slot / chunkSize
	if b.shared || index >= len(b.chunks) {
		chunks := make([]*chunk, max(len(b.chunks), index+1))
		copy(chunks, b.chunks)
		b.chunks, b.shared = chunks, false
	}
	if b.owner == nil {
		b.owner = new(ownership)
	}
	if old := b.chunks[index]; old == nil {
		b.chunks[index] = &chunk{owner: b.owner}
	} else if old.owner != b.owner {
		b.chunks[index] = &chunk{b.owner, old.variables}
	}
	b.chunks[index].variables[slot%chunkSize] = to
}

// fork gives bindings that are the same until either side changes.
func (b *bindings) fork() bindings {
	b.shared, b.owner = true, nil
	return *b
}

// sharesChunk reports whether nobody has changed a chunk since the two parted.
func (b *bindings) sharesChunk(other *bindings, index int) bool {
	return index < len(b.chunks) && index < len(other.chunks) && b.chunks[index] == other.chunks[index]
}

// mergeBindings joins the variables of another path to b.
func (e *evaluator) mergeBindings(b *bindings, other *bindings) {
	for index := range max(len(b.chunks), len(other.chunks)) {
		if b.sharesChunk(other, index) {
			continue
		}
		for slot := index * chunkSize; slot < (index+1)*chunkSize; slot++ {
			if one, two := b.at(slot), other.at(slot); one != two {
				b.set(slot, e.mergeVariable(one, two))
			}
		}
	}
}

func (e *evaluator) mergeVariable(a, b variable) variable {
	unset, parts := e.joinPoint.unset(a, b), e.joinPoint.parts(a, b)
	a.unset, b.unset = unset, unset
	a.parts, b.parts = parts, parts
	if a.unsetPaths != b.unsetPaths {
		a.unsetPaths, b.unsetPaths = nil, nil
	}
	if a.typ == nil {
		a, b = b, a
	}
	if b.typ == nil {
		a.certain = false
		return a
	}
	if a.typ != b.typ {
		if a.typ = e.Join(a.typ, b.typ); e.inference != nil && e.memberCount(a.typ) > maxLeft {
			a.typ = e.Any
		}
	}
	a.certain = a.certain && b.certain
	if b.at.Start < a.at.Start {
		a.at = b.at
	}
	return a
}
