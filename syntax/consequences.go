package syntax

import (
	"slices"
	"strings"
)

// withoutConsequences returns the errors, in the order in which Puppet detects them, without those
// that most likely result from an earlier one. It keeps the spans of the others as unreported. The
// first error always stays: it is the one that Puppet reports.
func (p *parser) withoutConsequences(errors []orderedError) []orderedError {
	first := slices.IndexFunc(errors, func(err orderedError) bool { return err.Code == "SYNTAX_ERROR" || err.Code == errorArgumentList.code })
	if first < 0 {
		return errors
	}
	kept := slices.Clone(errors[:first+1])
	for _, err := range errors[first+1:] {
		if p.isConsequence(&err, kept[first:]) {
			p.unreported = append(p.unreported, err.Span)
			continue
		}
		kept = append(kept, err)
	}
	return kept
}

// isConsequence reports whether an error of the parser most likely results from one of the errors
// before it.
func (p *parser) isConsequence(err *orderedError, before []orderedError) bool {
	switch {
	case err.Code == errorArgumentList.code:
		return true // the list belongs to something that the parser did not recognize
	case err.Code != "SYNTAX_ERROR":
		return false
	case err.misplaced || err.At < 0:
		return true // what opens it, or should end before the end of the file, was skipped
	}
	return slices.ContainsFunc(before, func(one orderedError) bool {
		return one.Code == err.Code && one.At >= 0 && p.onOneLine(one.At, err.At)
	})
}

// onOneLine reports whether two offsets are on the same line.
func (p *parser) onOneLine(a, b int32) bool {
	return !strings.Contains(p.text[min(a, b):max(a, b)], "\n")
}
