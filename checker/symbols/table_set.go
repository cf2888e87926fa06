package symbols

import (
	"cmp"
	"slices"
)

// tableSet is a set of tables. Most names occur in one file or a few. With a map for each of
// them, an index would need most of its memory for these maps.
type tableSet struct {
	first *Table
	few   []*Table            // the others, if there are at most maxFew
	many  map[*Table]struct{} // the others, if there are more
}

// maxFew is the largest length of tableSet.few, which is searched linearly.
const maxFew = 12

func (s *tableSet) isEmpty() bool { return s.first == nil && len(s.few) == 0 && len(s.many) == 0 }

// with returns the set with a table added. The caller must replace the set by the result if
// isNew is set, and must not use the old set any more.
func (s tableSet) with(table *Table) (result tableSet, isNew bool) {
	switch {
	case s.first == table:
		return s, false
	case s.first == nil:
		// without has removed the first one and left the others unchanged.
		if _, isThere := s.many[table]; isThere || slices.Contains(s.few, table) {
			return s, false
		}
		s.first = table
		return s, true
	case s.many != nil:
		s.many[table] = struct{}{}
		return s, false
	}
	// The names of one table are added together, so if it is in the list, it is the last one.
	for i := len(s.few) - 1; i >= 0; i-- {
		if s.few[i] == table {
			return s, false
		}
	}
	if s.few = append(s.few, table); len(s.few) > maxFew {
		s.many = make(map[*Table]struct{}, 2*maxFew)
		for _, one := range s.few {
			s.many[one] = struct{}{}
		}
		s.few = nil
	}
	return s, true
}

// without returns the set with a table removed. The caller must replace the set by the result if
// isOld is set: the table was in the set.
func (s tableSet) without(table *Table) (result tableSet, isOld bool) {
	if s.first == table {
		s.first = nil
		return s, true
	}
	if _, isOld := s.many[table]; isOld {
		delete(s.many, table)
		return s, true
	}
	if at := slices.Index(s.few, table); at >= 0 {
		s.few = slices.Delete(s.few, at, at+1)
		return s, true
	}
	return s, false
}

// sorted returns the tables of the set, sorted by path.
func (s tableSet) sorted() []*Table {
	tables := make([]*Table, 0, 1+len(s.few)+len(s.many))
	if s.first != nil {
		tables = append(tables, s.first)
	}
	tables = append(tables, s.few...)
	for table := range s.many {
		tables = append(tables, table)
	}
	slices.SortFunc(tables, func(a, b *Table) int { return cmp.Compare(a.Path, b.Path) })
	return tables
}

// has reports whether a table of the set has a property.
func (s tableSet) has(property func(table *Table) bool) bool {
	if s.first != nil && property(s.first) || slices.ContainsFunc(s.few, property) {
		return true
	}
	for table := range s.many {
		if property(table) {
			return true
		}
	}
	return false
}
