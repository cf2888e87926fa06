package symbols

import (
	"cmp"
	"iter"
	"slices"
)

// tableSet is a set of tables. Most names occur in one file or a few. With a map for each of
// them, an index would need most of its memory for these maps.
type tableSet struct {
	first  *Table
	others *otherTables // nil if there never were any
}

// otherTables are the tables of a set but the first one.
type otherTables struct {
	few  []*Table            // if there are at most maxFew
	many map[*Table]struct{} // if there are more
}

// maxFew is the largest length of otherTables.few, which is searched linearly.
const maxFew = 12

func (s *tableSet) isEmpty() bool {
	return s.first == nil && (s.others == nil || len(s.others.few) == 0 && len(s.others.many) == 0)
}

// with returns the set with a table added. The caller must replace the set by the result if
// isNew is set, and must not use the old set any more.
func (s tableSet) with(table *Table) (result tableSet, isNew bool) {
	switch {
	case s.first == table:
		return s, false
	case s.first == nil:
		// without may have removed the first one and left the others unchanged.
		if s.others != nil && s.others.has(table) {
			return s, false
		}
		s.first = table
		return s, true
	case s.others == nil:
		s.others = &otherTables{}
	}
	return s, s.others.add(table)
}

func (o *otherTables) has(table *Table) bool {
	_, isThere := o.many[table]
	return isThere || slices.Contains(o.few, table)
}

// add adds a table, and reports whether it is new.
func (o *otherTables) add(table *Table) (isNew bool) {
	if o.many != nil {
		before := len(o.many)
		o.many[table] = struct{}{}
		return len(o.many) > before
	}
	// The names of one table are added together, so if it is in the list, it is the last one.
	for _, one := range slices.Backward(o.few) {
		if one == table {
			return false
		}
	}
	if o.few = append(o.few, table); len(o.few) > maxFew {
		o.many = make(map[*Table]struct{}, 2*maxFew)
		for _, one := range o.few {
			o.many[one] = struct{}{}
		}
		o.few = nil
	}
	return true
}

// without returns the set with a table removed. The caller must replace the set by the result if
// isOld is set: the table was in the set.
func (s tableSet) without(table *Table) (result tableSet, isOld bool) {
	if s.first == table {
		s.first = nil
		return s, true
	}
	if s.others == nil {
		return s, false
	}
	if _, isOld := s.others.many[table]; isOld {
		delete(s.others.many, table)
		return s, true
	}
	if at := slices.Index(s.others.few, table); at >= 0 {
		s.others.few = slices.Delete(s.others.few, at, at+1)
		return s, true
	}
	return s, false
}

// all iterates over the tables of the set, in no particular order.
func (s tableSet) all() iter.Seq[*Table] {
	return func(yield func(*Table) bool) {
		if s.first != nil && !yield(s.first) || s.others == nil {
			return
		}
		for _, table := range s.others.few {
			if !yield(table) {
				return
			}
		}
		for table := range s.others.many {
			if !yield(table) {
				return
			}
		}
	}
}

// sorted returns the tables of the set, sorted by path.
func (s tableSet) sorted() []*Table {
	return slices.SortedFunc(s.all(), func(a, b *Table) int { return cmp.Compare(a.Path, b.Path) })
}

// has reports whether a table of the set has a property.
func (s tableSet) has(property func(table *Table) bool) bool {
	for table := range s.all() {
		if property(table) {
			return true
		}
	}
	return false
}
