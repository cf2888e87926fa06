package syntax

import "slices"

// withoutConsequences returns the errors, in the order in which Puppet detects them, without those
// that most likely result from an earlier one. It keeps the spans of the others as unreported. The
// first error always stays: it is the one that Puppet reports.
func (p *parser) withoutConsequences(errors []orderedError) []orderedError {
	first := slices.IndexFunc(errors, func(err orderedError) bool { return err.Code == "SYNTAX_ERROR" || err.Code == errorArgumentList.code })
	if first < 0 {
		return errors
	}
	kept := slices.Clone(errors[:first+1])
	lines := newLineStarts(p.text)
	// wrong are the lines with an error of the parser.
	wrong := map[int]bool{}
	note := func(err *orderedError) {
		if err.Code == "SYNTAX_ERROR" && err.At >= 0 {
			wrong[lines.of(err.At)] = true
		}
	}
	note(&errors[first])
	for _, err := range errors[first+1:] {
		if isConsequence(&err) || err.Code == "SYNTAX_ERROR" && wrong[lines.of(err.At)] {
			p.unreported = append(p.unreported, err.Span)
			continue
		}
		note(&err)
		kept = append(kept, err)
	}
	return kept
}

// isConsequence reports whether an error of the parser most likely results from an earlier one,
// wherever that is.
func isConsequence(err *orderedError) bool {
	switch {
	case err.Code == errorArgumentList.code:
		return true // the list belongs to something that the parser did not recognize
	case err.Code != "SYNTAX_ERROR":
		return false
	}
	return err.misplaced || err.At < 0 // what opens it, or should end before the end of the file, was skipped
}

// lineStarts are the offsets at which the lines of a text start, except for the first.
type lineStarts []int32

func newLineStarts(text string) (starts lineStarts) {
	for i := range len(text) {
		if text[i] == '\n' {
			starts = append(starts, int32(i)+1)
		}
	}
	return starts
}

// of returns the number of the line of an offset, from 0.
func (l lineStarts) of(offset int32) int {
	index, isStart := slices.BinarySearch(l, offset)
	if isStart {
		index++
	}
	return index
}
