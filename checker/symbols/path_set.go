package symbols

import "slices"

// pathSet is a set of paths. Most names occur in one file or a few, for which a map of
// their own costs more than all else about them.
type pathSet struct {
	few  []string
	many map[string]struct{} // used instead of few when there are more than maxFew
}

// maxFew is how many paths are looked through one by one.
const maxFew = 12

func (s pathSet) isEmpty() bool { return len(s.few) == 0 && len(s.many) == 0 }

// with is the set with a path; isNew says that the result must be kept, as the path was
// not in it. The set itself is not to be used any more.
func (s pathSet) with(path string) (result pathSet, isNew bool) {
	if s.many != nil {
		s.many[path] = struct{}{}
		return s, false
	}
	// The last one is the file that is read now, if it is any of them.
	for i := len(s.few) - 1; i >= 0; i-- {
		if s.few[i] == path {
			return s, false
		}
	}
	if s.few = append(s.few, path); len(s.few) > maxFew {
		s.many = make(map[string]struct{}, 2*maxFew)
		for _, one := range s.few {
			s.many[one] = struct{}{}
		}
		s.few = nil
	}
	return s, true
}

// without is the set without a path; isOld says that the result must be kept, as the
// path was in it.
func (s pathSet) without(path string) (result pathSet, isOld bool) {
	if _, isOld := s.many[path]; isOld {
		delete(s.many, path)
		return s, true
	}
	if at := slices.Index(s.few, path); at >= 0 {
		s.few = slices.Delete(s.few, at, at+1)
		return s, true
	}
	return s, false
}

// all yields the paths, in no order.
func (s pathSet) all(yield func(string) bool) {
	for _, path := range s.few {
		if !yield(path) {
			return
		}
	}
	for path := range s.many {
		if !yield(path) {
			return
		}
	}
}
