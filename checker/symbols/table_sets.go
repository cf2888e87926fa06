package symbols

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// tableSets maps keys to sets of tables. Most names occur in one file or a few. With a map for each of
// them, an index would need most of its memory for these maps.
type tableSets[K comparable] struct {
	first map[K]*Table // one table of each set
	// others holds the other tables of the sets that have or had more than one.
	others map[K]*otherTables
}

func newTableSets[K comparable](size int) tableSets[K] {
	return tableSets[K]{first: make(map[K]*Table, size), others: map[K]*otherTables{}}
}

// add adds a table to the set of a key, and reports whether the key is new.
func (s *tableSets[K]) add(key K, table *Table) (isNew bool) {
	first, isThere := s.first[key]
	switch {
	case !isThere:
		s.first[key] = table
		return true
	case first == table:
		return false
	}
	others := s.others[key]
	if others == nil {
		others = &otherTables{}
		s.others[key] = others
	}
	others.add(table)
	return false
}

// remove removes a table from the set of a key, and reports whether the key is gone with it.
func (s *tableSets[K]) remove(key K, table *Table) (isGone bool) {
	first, others := s.first[key], s.others[key]
	switch {
	case first == nil:
		return false
	case first != table:
		if others != nil {
			others.remove(table)
		}
		return false
	}
	for other := range others.all() {
		others.remove(other)
		s.first[key] = other
		return false
	}
	delete(s.first, key)
	delete(s.others, key)
	return true
}

// has reports whether the set of a key is not empty.
func (s *tableSets[K]) has(key K) bool { return s.first[key] != nil }

// any reports whether a table in the set of a key has a property.
func (s *tableSets[K]) any(key K, property func(table *Table) bool) bool {
	first := s.first[key]
	if first == nil || property(first) {
		return first != nil
	}
	for table := range s.others[key].all() {
		if property(table) {
			return true
		}
	}
	return false
}

// sorted returns the tables in the set of a key, sorted by path.
func (s *tableSets[K]) sorted(key K) []*Table {
	first := s.first[key]
	if first == nil {
		return nil
	}
	tables := append(slices.Collect(s.others[key].all()), first)
	slices.SortFunc(tables, func(a, b *Table) int { return cmp.Compare(a.Path, b.Path) })
	return tables
}

// keys returns the keys whose sets are not empty, in no order.
func (s *tableSets[K]) keys() iter.Seq[K] { return maps.Keys(s.first) }

// otherTables are the tables of a set but one.
type otherTables struct {
	few  []*Table            // if there are at most maxFew
	many map[*Table]struct{} // if there are more
}

// maxFew is the largest length of otherTables.few, which is searched linearly.
const maxFew = 12

func (o *otherTables) add(table *Table) {
	if o.many != nil {
		o.many[table] = struct{}{}
		return
	}
	if slices.Contains(o.few, table) {
		return
	}
	if o.few = append(o.few, table); len(o.few) > maxFew {
		o.many = make(map[*Table]struct{}, 2*maxFew)
		for _, one := range o.few {
			o.many[one] = struct{}{}
		}
		o.few = nil
	}
}

func (o *otherTables) remove(table *Table) {
	delete(o.many, table)
	if at := slices.Index(o.few, table); at >= 0 {
		o.few = slices.Delete(o.few, at, at+1)
	}
}

// all iterates over the tables, in no order. o may be nil.
func (o *otherTables) all() iter.Seq[*Table] {
	return func(yield func(*Table) bool) {
		if o == nil {
			return
		}
		for _, table := range o.few {
			if !yield(table) {
				return
			}
		}
		for table := range o.many {
			if !yield(table) {
				return
			}
		}
	}
}
