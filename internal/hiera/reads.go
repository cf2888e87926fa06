package hiera

import (
	"path"
	"path/filepath"
	"strings"
)

// ReadBy reports whether a node reads the file. value returns the text of an interpolation on
// that node, if known. The result known is false if the answer cannot be determined.
func (s *Source) ReadBy(value func(Interpolation) (text string, known bool)) (reads, known bool) {
	if s.Always {
		return true, true
	}
	if s.Location == nil || s.Location.isMapped {
		return false, false
	}
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
