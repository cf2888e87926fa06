package hiera

import (
	"path"
	"path/filepath"
	"strings"
)

// ReadBy reports whether a node reads the file. value returns the text of an interpolation on
// that node, if known. The result known is false if the answer cannot be determined, as for a file
// of mapped_paths: see MappedReadBy.
func (s *Source) ReadBy(value func(Interpolation) (text string, known bool)) (reads, known bool) {
	if s.Always {
		return true, true
	}
	if s.Location == nil || s.Location.mapped != nil {
		return false, false
	}
	return s.isAt(value)
}

// MappedReadBy is ReadBy for a file of mapped_paths. count is the number of elements of the
// variable that IsMapped returns, and element returns the text of a part of one: of the whole
// element if there are no keys. A node reads the files in the order of the elements. The result at
// holds the indexes of those for which it reads the file.
func (s *Source) MappedReadBy(count int, element func(i int, keys []string) (text string, known bool), value func(Interpolation) (text string, known bool)) (at []int, known bool) {
	for i := range count {
		reads, known := s.isAt(func(one Interpolation) (string, bool) {
			if one.Method == "" {
				if segments, ok := SplitKey(one.Key); ok && segments[0] == s.Location.mapped.name {
					return element(i, segments[1:])
				}
			}
			return value(one)
		})
		if !known {
			return nil, false
		}
		if reads {
			at = append(at, i)
		}
	}
	return at, true
}

// isAt reports whether the path of the location leads to the file, with the texts of its
// interpolations.
func (s *Source) isAt(value func(Interpolation) (text string, known bool)) (isAt, known bool) {
	var expanded strings.Builder
	written, at := s.Location.pattern, 0
	for _, one := range Interpolations(written) {
		text, known := value(one)
		if !known {
			return false, false
		}
		expanded.WriteString(written[at:one.Start])
		expanded.WriteString(text)
		at = one.End
	}
	expanded.WriteString(written[at:])
	wanted := path.Clean(expanded.String())
	if s.Location.isGlob {
		p := newPattern(wanted, true)
		return p.match(filepath.ToSlash(s.Path)), true
	}
	return wanted == filepath.ToSlash(s.Path), true
}
