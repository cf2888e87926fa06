package checker

import "puppet-lint/internal/diag"

// relatedFiles knows which files the related locations of findings are in. All paths are absolute.
type relatedFiles struct {
	// of holds the files with the related locations of the findings in each file.
	of map[string][]string
	// with holds, for each file with related locations, the files with the findings.
	with map[string]map[string]bool
}

// set replaces the files with the related locations of the findings in a file.
func (r *relatedFiles) set(path string, others []string) {
	for _, other := range r.of[path] {
		if delete(r.with[other], path); len(r.with[other]) == 0 {
			delete(r.with, other)
		}
	}
	delete(r.of, path)
	for _, other := range others {
		if r.with[other] == nil {
			r.with[other] = map[string]bool{}
		}
		if !r.with[other][path] {
			r.with[other][path] = true
			r.of[path] = append(r.of[path], other)
		}
	}
}

// setFindings replaces the findings in a file.
func (s *Session) setFindings(path string, findings []*diag.Diagnostic) {
	var others []string
	for _, finding := range findings {
		for _, related := range finding.Related {
			others = append(others, s.absolute(related.File.Name))
		}
	}
	s.findings[path] = findings
	s.related.set(path, others)
}
