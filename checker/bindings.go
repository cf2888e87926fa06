package checker

import "puppet-lint/source"

// variable holds the knowledge about a variable at a point of the code.
type variable struct {
	// typ is nil if no path to the point has set the variable.
	typ Type
	// certain reports whether every path to the point has set the variable.
	certain bool
	// unsetPaths are the ends of the paths that do not set the variable; nil if they are
	// unknown.
	unsetPaths *[]*state
	// unset is a branch on the way to the point that does not set the variable, or nil.
	unset *takenBranch
	// parts are the separate values that branches on the way to the point set the variable to;
	// nil if there is only one value.
	parts *branches
	// at is where the variable was first set.
	at source.Span
}

// bindings holds the variables of all open frames, by slot. Forks share a chunk until one of
// them changes a variable in it, since most branches change few variables.
type bindings struct {
	chunks []*chunk
	// shared reports whether a fork has the same chunks slice.
	shared bool
	// owner marks the chunks that only these bindings use, and so may change; nil owns none.
	owner *ownership
}

const chunkSize = 8

type chunk struct {
	owner     *ownership
	variables [chunkSize]variable
}

// ownership is identified by its address.
type ownership struct{ _ byte }

// at returns the variable in a slot. Its type is nil if nothing has set it.
func (b *bindings) at(slot int) variable {
	if slot/chunkSize >= len(b.chunks) || b.chunks[slot/chunkSize] == nil {
		return variable{}
	}
	return b.chunks[slot/chunkSize].variables[slot%chunkSize]
}

// set changes a slot in b and in none of its forks.
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

// fork returns a copy of b that shares its chunks until either of the two changes.
func (b *bindings) fork() bindings {
	b.shared, b.owner = true, nil
	return *b
}

// sharesChunk reports whether a chunk is unchanged since the two were forked.
func (b *bindings) sharesChunk(other *bindings, index int) bool {
	return index < len(b.chunks) && index < len(other.chunks) && b.chunks[index] == other.chunks[index]
}

// mergeBindings joins the variables of another path into b.
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
