package rules

import (
	"puppet-lint/diag"
	"puppet-lint/internal/document"
	"puppet-lint/source"
)

// DataPass is how a rule sees a file of Hiera data. It serves one rule and one file.
type DataPass struct {
	// Document is the file, which could be read without an error.
	Document *document.Document
	enabled  *Enabled
	found    *[]diag.Diagnostic
}

// Report adds a finding that underlines span and is at its start. The result may be
// completed until the next one is reported.
func (p *DataPass) Report(span source.Span, message string) *diag.Diagnostic {
	*p.found = append(*p.found, diag.Diagnostic{
		Rule: &p.enabled.Rule.Rule, Severity: p.enabled.Severity, File: p.Document.File, Span: span, At: span.Start, Message: message,
	})
	return &(*p.found)[len(*p.found)-1]
}

// CheckData shows a file of Hiera data to the rules of the set that look at data.
// Nothing is found in a file that cannot be read.
func (s *Set) CheckData(read *document.Document) (found []diag.Diagnostic) {
	if read.Root == nil || len(read.Errors) > 0 {
		return nil
	}
	for i := range s.rules {
		if visit := s.rules[i].Rule.Data; visit != nil {
			visit(&DataPass{read, &s.rules[i], &found})
		}
	}
	return found
}
