package report

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// The Reviewdog Diagnostic Format: https://github.com/reviewdog/reviewdog/tree/master/proto/rdf.
type (
	rdDocument struct {
		Source      rdSource       `json:"source"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
	}
	rdDiagnostic struct {
		Message          string         `json:"message"`
		Location         rdLocation     `json:"location"`
		Severity         string         `json:"severity"`
		Code             rdCode         `json:"code"`
		Suggestions      []rdSuggestion `json:"suggestions,omitempty"`
		RelatedLocations []rdRelated    `json:"related_locations,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
	}
	rdLocation struct {
		Path  string   `json:"path"`
		Range *rdRange `json:"range,omitempty"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
	rdRange struct {
		Start rdPosition `json:"start"`
		End   rdPosition `json:"end"`
	}
	// rdPosition has a 1-based column in bytes. Column 0 means the whole line.
	rdPosition struct {
		Line   int   `json:"line"`
		Column int32 `json:"column,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
)

// writeRDJSON writes the input of reviewdog -f=rdjson. Its suggestions are the safe fixes that
// affect one file, since reviewdog offers each as a change to commit.
func writeRDJSON(w *writer) error {
	document := rdDocument{Source: rdSource{"puppet-lint"}, Diagnostics: []rdDiagnostic{}}
	w.shown(func(finding *diag.Diagnostic) {
		message := finding.Message
		if finding.Help != "" {
			message += "\n" + finding.Help
		}
		span := source.Span{Start: finding.At, End: max(finding.At, finding.Span.End)}
		diagnostic := rdDiagnostic{
			Message: message, Location: w.rdLocation(finding.File, span, finding.Precision),
			Severity: strings.ToUpper(finding.Severity.String()), Code: rdCode{finding.Rule.Name},
		}
		for _, related := range finding.Related {
			diagnostic.RelatedLocations = append(diagnostic.RelatedLocations, rdRelated{related.Message, w.rdLocation(related.File, related.Span, diag.Exact)})
		}
		for i := range finding.Fixes {
			if edit, ok := oneEdit(finding.File, &finding.Fixes[i]); ok && len(diagnostic.Suggestions) == 0 {
				diagnostic.Suggestions = append(diagnostic.Suggestions, newRDSuggestion(edit))
			}
		}
		document.Diagnostics = append(document.Diagnostics, diagnostic)
	})
	text, err := encodeJSON(document, "")
	if err != nil {
		return err
	}
	w.Write(text)
	return nil
}

func (w *writer) rdLocation(file *source.File, span source.Span, precision diag.Precision) rdLocation {
	location := rdLocation{Path: w.slashPath(file.Name)}
	switch whole := newRDRange(file, span); precision {
	case diag.FileOnly:
	case diag.LineOnly:
		line := rdPosition{Line: whole.Start.Line}
		location.Range = &rdRange{line, line}
	default:
		location.Range = &whole
	}
	return location
}

func newRDRange(file *source.File, span source.Span) rdRange {
	position := func(offset int32) rdPosition {
		line := file.Line(offset)
		return rdPosition{line, offset - file.LineStart(line) + 1}
	}
	return rdRange{position(span.Start), position(span.End)}
}

// oneEdit returns a safe fix as a single edit that covers all its edits. The result is false if
// the fix is not safe or affects other files.
func oneEdit(file *source.File, fix *diag.Fix) (diag.Edit, bool) {
	inFile := func(edit diag.Edit) bool { return edit.File == file && utf8.ValidString(edit.NewText) }
	if fix.Safety != diag.Safe || len(fix.Edits) == 0 || slices.ContainsFunc(fix.Edits, func(edit diag.Edit) bool { return !inFile(edit) }) {
		return diag.Edit{}, false
	}
	edits := slices.SortedStableFunc(slices.Values(fix.Edits), func(a, b diag.Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	whole := source.Span{Start: edits[0].Span.Start, End: edits[len(edits)-1].Span.End}
	if !utf8.ValidString(file.Slice(whole)) {
		return diag.Edit{}, false
	}
	fixed := diag.Apply(file, edits)
	return diag.Replace(file, whole, fixed[whole.Start:len(fixed)-(len(file.Text)-int(whole.End))]), true
}

// newRDSuggestion converts an edit so that it includes no unchanged line: code hosts accept
// suggestions only for the lines that they show.
func newRDSuggestion(edit diag.Edit) rdSuggestion {
	file, span, text := edit.File, edit.Span, edit.NewText
	if span.Len() > 0 && file.Text[span.End-1] == '\n' && strings.HasSuffix(text, "\n") {
		span.End--
		text = strings.TrimSuffix(text, "\n")
	}
	where := newRDRange(file, span)
	if text == "" && where.Start.Column == 1 && where.End.Column == 1 && where.Start.Line < where.End.Line {
		// Whole lines are removed. With columns, an empty line would remain.
		where = rdRange{rdPosition{Line: where.Start.Line}, rdPosition{Line: where.End.Line - 1}}
	}
	return rdSuggestion{where, text}
}
