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

// bindings holds values by slot, such as the variables of all open frames. Slots are stored in
// chunks, and chunks in pages. A fork shares the pages. The first change in a page copies the
// page and the changed chunk only, since most branches change few values.
type bindings[V any] struct {
	pages []*page[V]
	// shared reports whether a fork has the same pages slice.
	shared bool
	// owner marks the pages and chunks that only these bindings use, and so may change; nil
	// owns none.
	owner *ownership
}

const (
	chunkSize = 4              // values
	pageSize  = 16 * chunkSize // values
)

type page[V any] struct {
	owner  *ownership
	chunks [pageSize / chunkSize]*chunk[V]
}

type chunk[V any] struct {
	owner  *ownership
	values [chunkSize]V
}

// ownership is identified by its address.
type ownership struct{ _ byte }

// chunk returns the chunk that holds a slot, or nil.
func (b *bindings[V]) chunk(slot int) *chunk[V] {
	if page := b.page(slot / pageSize); page != nil {
		return page.chunks[slot%pageSize/chunkSize]
	}
	return nil
}

// page returns the page of that index, or nil.
func (b *bindings[V]) page(index int) *page[V] {
	if index >= len(b.pages) {
		return nil
	}
	return b.pages[index]
}

// at returns the value in a slot, which is the zero value if nothing has set it.
func (b *bindings[V]) at(slot int) (value V) {
	if chunk := b.chunk(slot); chunk != nil {
		return chunk.values[slot%chunkSize]
	}
	return value
}

// set changes a slot in b and in none of its forks.
func (b *bindings[V]) set(slot int, to V) {
	if b.owner == nil {
		b.owner = new(ownership)
	}
	index := slot / pageSize
	if b.shared || index >= len(b.pages) {
		pages := make([]*page[V], max(len(b.pages), index+1))
		copy(pages, b.pages)
		b.pages, b.shared = pages, false
	}
	if old := b.pages[index]; old == nil {
		b.pages[index] = &page[V]{owner: b.owner}
	} else if old.owner != b.owner {
		b.pages[index] = &page[V]{b.owner, old.chunks}
	}
	at := &b.pages[index].chunks[slot%pageSize/chunkSize]
	if old := *at; old == nil {
		*at = &chunk[V]{owner: b.owner}
	} else if old.owner != b.owner {
		*at = &chunk[V]{b.owner, old.values}
	}
	(*at).values[slot%chunkSize] = to
}

// fork returns a copy of b that shares its pages until either of the two changes.
func (b *bindings[V]) fork() bindings[V] {
	b.shared, b.owner = true, nil
	return *b
}

// changed iterates over the slots in the chunks that one of two bindings has changed since they
// were forked, in order. The caller may set the slot that it is at.
func (b *bindings[V]) changed(other *bindings[V]) iter.Seq[int] {
	return func(yield func(int) bool) {
		for index := range max(len(b.pages), len(other.pages)) {
			if b.page(index) == other.page(index) {
				continue
			}
			for slot := index * pageSize; slot < (index+1)*pageSize; slot++ {
				if slot%chunkSize == 0 && b.chunk(slot) == other.chunk(slot) {
					slot += chunkSize - 1
				} else if !yield(slot) {
					return
				}
			}
		}
	}
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
