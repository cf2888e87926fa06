package rules

import (
	"puppet-lint/diag"
	"puppet-lint/internal/document"
)

// DataPass is how a rule sees a file of Hiera data. It serves one rule and one file.
type DataPass struct {
	// Document is the file, which could be read without an error.
	Document *document.Document
	reporter
}

// CheckData shows a file of Hiera data to the rules of the set that look at data.
// Nothing is found in a file that cannot be read.
func (s *Set) CheckData(read *document.Document) (found []diag.Diagnostic) {
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
