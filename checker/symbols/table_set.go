package symbols

import (
	"cmp"
	"slices"
)

// tableSet is a set of tables. Most names occur in one file or a few, for which a map of their
// own would be most of what an index costs.
type tableSet struct {
	first *Table
	few   []*Table            // the others, if there are at most maxFew
	many  map[*Table]struct{} // the others, if there are more
}

// maxFew is how many tables are looked through one by one.
const maxFew = 12

func (s *tableSet) isEmpty() bool { return s.first == nil && len(s.few) == 0 && len(s.many) == 0 }

// with is the set with a table; isNew says that the result must be kept. The set itself is not
// to be used any more.
func (s tableSet) with(table *Table) (result tableSet, isNew bool) {
	switch {
	case s.first == table:
		return s, false
	case s.first == nil:
		// Whoever removed the first one left the others where they are.
		if _, isThere := s.many[table]; isThere || slices.Contains(s.few, table) {
			return s, false
		}
		s.first = table
		return s, true
	case s.many != nil:
		s.many[table] = struct{}{}
		return s, false
	}
	// The last one is the table that is added now, if it is any of them.
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

// without is the set without a table; isOld says that the result must be kept, as the table was
// in it.
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
