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

// MappedReadBy is ReadBy for a file of mapped_paths. elements are the elements of the variable
// that IsMapped returns. The result at is the index of the first element for which the node reads
// the file: it reads the files in the order of the elements.
func (s *Source) MappedReadBy(elements []string, value func(Interpolation) (text string, known bool)) (at int, reads, known bool) {
	for i, element := range elements {
		reads, known = s.isAt(func(one Interpolation) (string, bool) {
			if one.Method == "" && one.Key == s.Location.mapped.name {
				return element, true
			}
			return value(one)
		})
		if reads || !known {
			return i, reads, known
		}
	}
	return 0, false, true
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
