package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// sortStable sorts in place and keeps the order of equal elements.
func sortStable[T any](list []T, compare func(a, b T) int) { slices.SortStableFunc(list, compare) }

// jsonLine is a finding as one line of JSON. Users' scripts depend on its fields. Columns are
// in characters.
type jsonLine struct {
	Path      string `json:"path"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
	Rule      string `json:"rule"`
	Severity  string `json:"severity"`
	Message   string `json:"message"`
	Help      string `json:"help,omitempty"`
	Fixable   bool   `json:"fixable"`
}

func newJSONLine(finding *diag.Diagnostic) jsonLine {
	place := textRangeOf(finding)
	return jsonLine{
		Path: filepath.ToSlash(finding.File.Name), Line: place.line, Column: place.column, EndLine: place.endLine, EndColumn: place.endColumn,
		Rule: finding.Rule.Name, Severity: finding.Severity.String(), Message: finding.Message,
		Help: helpOf(finding), Fixable: finding.Fixable(diag.Unsafe),
	}
}

// helpOf returns how to fix a finding: its help, else the message of its first fix.
func helpOf(finding *diag.Diagnostic) string {
	if finding.Help == "" && len(finding.Fixes) > 0 {
		return finding.Fixes[0].Message
	}
	return finding.Help
}

// encodeJSON returns value as JSON, without the escapes that only HTML needs.
func encodeJSON(value any, indent string) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}

// writeJSONLines writes one line of JSON for each finding.
func writeJSONLines(w *writer) (err error) {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	w.shown(func(finding *diag.Diagnostic) { err = errors.Join(err, encoder.Encode(newJSONLine(finding))) })
	return err
}

// jsonVersion is the version of the JSON document. It increases when a reader could
// misunderstand a new document.
const jsonVersion = 1

type jsonDocument struct {
	Version  int           `json:"version"`
	Tool     string        `json:"tool"`
	Release  string        `json:"release"`
	Files    int           `json:"files"`
	Findings []jsonFinding `json:"findings"`
	Failures []jsonFailure `json:"failures,omitempty"`
	Summary  jsonSummary   `json:"summary"`
}

type jsonFinding struct {
	jsonLine
	Code       string        `json:"code,omitempty"`
	Group      string        `json:"group"`
	CWE        []int         `json:"cwe,omitempty"`
	Suppressed bool          `json:"suppressed,omitempty"`
	Reason     string        `json:"reason,omitempty"`
	Span       jsonSpan      `json:"span"`
	Related    []jsonRelated `json:"related,omitempty"`
	Fixes      []jsonFix     `json:"fixes,omitempty"`
}

// jsonSpan is a range: 1-based lines and columns (in characters) and 0-based byte offsets.
type jsonSpan struct {
	Line      int `json:"line"`
	Column    int `json:"column"`
	EndLine   int `json:"end_line"`
	EndColumn int `json:"end_column"`
	Start     int `json:"start"`
	End       int `json:"end"`
}

func newJSONSpan(file *source.File, span source.Span) jsonSpan {
	start, end := file.Position(span.Start), file.Position(span.End)
	return jsonSpan{start.Line, start.Column, end.Line, end.Column, int(span.Start), int(span.End)}
}

type jsonRelated struct {
	Path    string   `json:"path"`
	Span    jsonSpan `json:"span"`
	Message string   `json:"message"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Safety  string     `json:"safety"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Path string   `json:"path"`
	Span jsonSpan `json:"span"`
	Text string   `json:"text"`
}

type jsonFailure struct {
	Path     string `json:"path,omitempty"`
	Message  string `json:"message"`
	Internal bool   `json:"internal,omitempty"`
}

type jsonSummary struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Infos    int `json:"infos"`
	Fixed    int `json:"fixed"`
	Baseline int `json:"baseline"`
}

// noFindings is the text at which the findings are inserted in an encoded document without
// findings.
const noFindings = "\n  \"findings\": []"

// writeJSON writes the whole report as one versioned document. It writes one finding after the
// other, since there may be very many.
func writeJSON(w *writer) (err error) {
	counts := w.result.Counts()
	document := jsonDocument{
		Version: jsonVersion, Tool: "puppet-lint", Release: config.Version, Files: len(w.result.Files), Findings: []jsonFinding{},
		Summary: jsonSummary{counts[diag.Error], counts[diag.Warning], counts[diag.Info], len(w.result.Fixed), w.result.Known},
	}
	for _, failure := range w.result.Failures {
		if !failure.Notice {
			document.Failures = append(document.Failures, jsonFailure{filepath.ToSlash(failure.Path), failure.Message, failure.Internal})
		}
	}
	around, err := encodeJSON(document, "  ")
	if err != nil {
		return err
	}
	before, after, _ := strings.Cut(string(around), noFindings)
	w.WriteString(before)
	list := newJSONList(w, noFindings, "    ")
	w.shown(func(finding *diag.Diagnostic) { err = errors.Join(err, list.add(newJSONFinding(finding))) })
	return errors.Join(err, list.end(after))
}

// jsonList writes a list within an indented document, element by element. It reuses one buffer for
// all elements, since there may be very many.
type jsonList struct {
	out     io.Writer
	text    bytes.Buffer
	encoder *json.Encoder
	// opening is the text before the next element, and closing the text after the last one.
	// prefix is the indentation of each line of an element.
	opening, closing, prefix string
}

// newJSONList begins a list. empty is the text of the list in a document without elements, such
// as noFindings, and prefix the indentation of the elements.
func newJSONList(out io.Writer, empty, prefix string) *jsonList {
	l := &jsonList{out: out, opening: strings.TrimSuffix(empty, "]") + "\n" + prefix, closing: empty, prefix: prefix}
	l.encoder = json.NewEncoder(&l.text)
	l.encoder.SetEscapeHTML(false)
	l.encoder.SetIndent(prefix, "  ")
	return l
}

// add writes an element.
func (l *jsonList) add(element any) error {
	l.text.Reset()
	l.text.WriteString(l.opening)
	if err := l.encoder.Encode(element); err != nil {
		return err
	}
	l.opening, l.closing = ",\n"+l.prefix, "\n"+strings.TrimSuffix(l.prefix, "  ")+"]"
	_, err := l.out.Write(bytes.TrimRight(l.text.Bytes(), "\n"))
	return err
}

// end writes the end of the list and the rest of the document.
func (l *jsonList) end(after string) error {
	_, err := io.WriteString(l.out, l.closing+after)
	return err
}

func newJSONFinding(finding *diag.Diagnostic) jsonFinding {
	object := jsonFinding{
		jsonLine: newJSONLine(finding), Code: finding.Code(), Group: string(finding.Rule.Group),
		CWE: finding.Rule.CWE, Suppressed: finding.Suppressed, Reason: finding.Reason(), Span: newJSONSpan(finding.File, finding.Span),
	}
	for _, related := range finding.Related {
		object.Related = append(object.Related, jsonRelated{filepath.ToSlash(related.File.Name), newJSONSpan(related.File, related.Span), related.Message})
	}
	for _, fix := range finding.Fixes {
		edits := make([]jsonEdit, len(fix.Edits))
		for i, edit := range fix.Edits {
			edits[i] = jsonEdit{filepath.ToSlash(edit.File.Name), newJSONSpan(edit.File, edit.Span), edit.NewText}
		}
		object.Fixes = append(object.Fixes, jsonFix{fix.Message, fix.Safety.String(), edits})
	}
	return object
}

// rubyProblem has the keys of puppet-lint (Ruby), in its order.
type rubyProblem struct {
	Message  string  `json:"message"`
	Line     int     `json:"line"`
	Column   int     `json:"column"`
	Kind     string  `json:"kind"`
	Check    string  `json:"check"`
	FullPath string  `json:"fullpath"`
	Path     string  `json:"path"`
	Filename string  `json:"filename"`
	Reason   *string `json:"reason,omitempty"`
	KIND     string  `json:"KIND"`
	Context  *string `json:"context,omitempty"`
}

// writeRubyJSON writes a list for each file; that of a clean file is empty.
func writeRubyJSON(w *writer) error {
	byFile := map[string][]rubyProblem{}
	for finding := range w.rubyFindings() {
		value := finding.value(w.result.Folder)
		text := func(name string) string { filled, _ := value(name); return filled }
		problem := rubyProblem{
			Message: finding.message, Line: finding.line, Column: finding.column, Kind: finding.kind, Check: finding.check,
			FullPath: text("fullpath"), Path: filepath.ToSlash(text("path")), Filename: text("filename"), KIND: strings.ToUpper(finding.kind),
		}
		if finding.kind == "ignored" {
			problem.Reason = new(finding.Reason())
		}
		if w.options.Line.WithContext {
			context := finding.context()
			problem.Context = &context
		}
		byFile[finding.File.Name] = append(byFile[finding.File.Name], problem)
	}
	document := make([][]rubyProblem, 0, len(w.result.Files))
	for _, file := range w.result.Files {
		problems := byFile[file]
		if problems == nil {
			problems = []rubyProblem{}
		}
		document = append(document, problems)
	}
	text, err := encodeJSON(document, "  ")
	if err != nil {
		return err
	}
	w.Write(text)
	return nil
}
