package deps

import "slices"

// relation relates files to names, both by number. It answers queries in both directions.
type relation struct {
	// names holds the sorted names of each file, files the files that have each name.
	names, files [][]int32
}

// at returns the list at a position, or nil if the position is out of range.
func at(lists [][]int32, position int32) []int32 {
	if int(position) < len(lists) {
		return lists[position]
	}
	return nil
}

// listAt returns a pointer to the list at a position.
func listAt(lists *[][]int32, position int32) *[]int32 {
	if missing := int(position) + 1 - len(*lists); missing > 0 {
		*lists = append(*lists, make([][]int32, missing)...)
	}
	return &(*lists)[position]
}

// set replaces the names of a file. It takes ownership of the slice.
func (r *relation) set(file int32, names []int32) {
	slices.Sort(names)
	before, now := at(r.names, file), names
	for len(before) > 0 || len(now) > 0 {
		switch {
		case len(now) == 0 || len(before) > 0 && before[0] < now[0]:
			holders := listAt(&r.files, before[0])
			last := len(*holders) - 1
			(*holders)[slices.Index(*holders, file)] = (*holders)[last]
			*holders = (*holders)[:last]
			before = before[1:]
		case len(before) == 0 || now[0] < before[0]:
			r.hold(file, now[0])
			now = now[1:]
		default:
			before, now = before[1:], now[1:]
		}
	}
	*listAt(&r.names, file) = names
}

// add gives a file one more name.
func (r *relation) add(file, name int32) {
	names := listAt(&r.names, file)
	if position, known := slices.BinarySearch(*names, name); !known {
		*names = slices.Insert(*names, position, name)
		r.hold(file, name)
	}
}

func (r *relation) hold(file, name int32) {
	holders := listAt(&r.files, name)
	*holders = append(*holders, file)
}

// has reports whether a file has a name.
func (r *relation) has(file, name int32) bool {
	_, known := slices.BinarySearch(at(r.names, file), name)
	return known
}
