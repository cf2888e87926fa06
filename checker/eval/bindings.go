package eval

import (
	"iter"
	"slices"

	"puppet-lint/internal/source"
	"puppet-lint/types"
)

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
	// branchValues are the separate values that branches on the way to the point set the variable to;
	// nil if there is only one value.
	branchValues *branches
	// at is where the variable was first set.
	at source.Span
}

// bindings holds values by slot, such as the variables of all open frames, as a tree: its leaves are
// chunks of values, its inner nodes pages. A fork shares the tree. The first change of a slot copies
// its chunk and the pages above it only, since most branches change few values.
type bindings[V any] struct {
	root part[V]
	// height is the number of pages on the way from the root to a chunk.
	height int
	// owner marks the pages and chunks that only these bindings use, and so may change; nil
	// owns none.
	owner *ownership
}

// A chunk holds 1<<chunkBits values, and a page 1<<pageBits parts.
const (
	chunkBits = 2
	pageBits  = 3
	chunkSize = 1 << chunkBits
	pageSize  = 1 << pageBits
)

// part is a page or, at the lowest level, a chunk. The zero value has no values.
type part[V any] struct {
	page  *page[V]
	chunk *chunk[V]
}

type page[V any] struct {
	owner *ownership
	parts [pageSize]part[V]
}

type chunk[V any] struct {
	owner  *ownership
	values [chunkSize]V
}

// ownership is identified by its address.
type ownership struct{ _ byte }

// shift returns the binary logarithm of the number of slots in a part of some height.
func shift(height int) int { return chunkBits + height*pageBits }

// isEmpty reports whether no slot has been set.
func (b *bindings[V]) isEmpty() bool { return b.root == (part[V]{}) }

// holds reports whether the tree has room for a slot.
func (b *bindings[V]) holds(slot int) bool { return slot>>shift(b.height) == 0 }

// at returns the value in a slot, which is the zero value if nothing has set it.
func (b *bindings[V]) at(slot int) (value V) {
	if !b.holds(slot) {
		return value
	}
	found := b.root
	for height := b.height - 1; height >= 0; height-- {
		if found.page == nil {
			return value
		}
		found = found.page.parts[slot>>shift(height)%pageSize]
	}
	if found.chunk == nil {
		return value
	}
	return found.chunk.values[slot%chunkSize]
}

// set changes a slot in b and in none of its forks.
func (b *bindings[V]) set(slot int, to V) {
	if b.owner == nil {
		b.owner = new(ownership)
	}
	for !b.holds(slot) {
		b.root = part[V]{page: &page[V]{b.owner, [pageSize]part[V]{b.root}}}
		b.height++
	}
	at := &b.root
	for height := b.height - 1; height >= 0; height-- {
		if old := at.page; old == nil {
			at.page = &page[V]{owner: b.owner}
		} else if old.owner != b.owner {
			at.page = &page[V]{b.owner, old.parts}
		}
		at = &at.page.parts[slot>>shift(height)%pageSize]
	}
	if old := at.chunk; old == nil {
		at.chunk = &chunk[V]{owner: b.owner}
	} else if old.owner != b.owner {
		at.chunk = &chunk[V]{b.owner, old.values}
	}
	at.chunk.values[slot%chunkSize] = to
}

// fork returns a copy of b that shares its tree until either of the two changes.
func (b *bindings[V]) fork() bindings[V] {
	b.owner = nil
	return *b
}

// changed iterates over the slots in the chunks that one of two bindings has changed since they
// were forked, in order. The caller may set the slot that it is at.
func (b *bindings[V]) changed(other *bindings[V]) iter.Seq[int] {
	return func(yield func(int) bool) {
		height := max(b.height, other.height)
		differing(b.raised(height), other.raised(height), height, 0, yield)
	}
}

// raised returns the tree as the first part of one of a greater height.
func (b *bindings[V]) raised(height int) part[V] {
	raised := b.root
	if b.isEmpty() {
		return raised
	}
	for range height - b.height {
		raised = part[V]{page: &page[V]{parts: [pageSize]part[V]{raised}}}
	}
	return raised
}

// differing yields the slots of the chunks that two parts of the same height do not share. first is
// the first slot of the parts. It returns false if the iteration has ended.
func differing[V any](a, b part[V], height, first int, yield func(int) bool) bool {
	if a == b {
		return true
	}
	if height == 0 {
		for slot := range chunkSize {
			if !yield(first + slot) {
				return false
			}
		}
		return true
	}
	var left, right [pageSize]part[V]
	if a.page != nil {
		left = a.page.parts
	}
	if b.page != nil {
		right = b.page.parts
	}
	for i := range left {
		if !differing(left[i], right[i], height-1, first+i<<shift(height-1), yield) {
			return false
		}
	}
	return true
}

// mergeBindings joins the variables of another path into b.
func (e *Evaluator) mergeBindings(b, other *bindings[variable]) {
	for slot := range b.changed(other) {
		if one, two := b.at(slot), other.at(slot); one != two {
			b.set(slot, e.mergeVariable(one, two))
		}
	}
}

// mergeRefined joins what tests have shown on another path into b, and drops what they have shown
// on one of the two.
func (e *Evaluator) mergeRefined(b, other *bindings[Type]) {
	for slot := range b.changed(other) {
		switch one, two := b.at(slot), other.at(slot); {
		case one == two:
		case one == nil || two == nil:
			b.set(slot, nil)
		default:
			b.set(slot, e.Join(one, two))
		}
	}
}

func (e *Evaluator) mergeVariable(a, b variable) variable {
	unset, branchValues := e.joinPoint.unset(a, b), e.joinPoint.branchValues(a, b)
	a.unset, b.unset = unset, unset
	a.branchValues, b.branchValues = branchValues, branchValues
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
		if a.typ = e.Join(a.typ, b.typ); e.inference != nil && e.MemberCount(a.typ) > maxLeft {
			a.typ = e.Any
		}
	}
	a.certain = a.certain && b.certain
	if b.at.Start < a.at.Start {
		a.at = b.at
	}
	return a
}

// MemberCount returns the number of types that a type joins, not counting undef.
func (l *Interpreter) MemberCount(t Type) int {
	if optional, ok := t.(*types.OptionalType); ok && optional.Type != nil {
		t = optional.Type
	}
	variant, ok := t.(*types.VariantType)
	if !ok {
		return 1
	}
	return len(slices.DeleteFunc(slices.Clone(variant.Types), func(member Type) bool { return member.Kind() == types.KindUndef }))
}
