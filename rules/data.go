package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
)

// DataPass gives a rule access to a file of Hiera data. It serves one rule and one file.
type DataPass struct {
	// Document is the file, which was read without an error.
	Document *document.Document
	reporter
}

// CheckData applies the rules for Hiera data in the set to a file. It finds nothing in a file
// that cannot be read.
func (s *Set) CheckData(read *document.Document) (found []*diag.Diagnostic) {
	if read.Root == nil || len(read.Errors) > 0 {
		return nil
	}
	for i := range s.rules {
		if visit := s.rules[i].Rule.Data; visit != nil {
			visit(&DataPass{read, reporter{read.File, &s.rules[i], &found}})
		}
	}
	return found
}
