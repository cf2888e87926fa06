package report

import (
	_ "embed"
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/htmlpage"
	"puppet-lint/internal/source"
)

//go:embed page/findings.html
var findingsTemplate string

//go:embed page/findings.css
var findingsStyle string

//go:embed page/findings.js
var findingsScript string

// pageRule is a rule in the data of the page's script.
type pageRule struct {
	Name    string `json:"name"`
	Group   string `json:"group"`
	Summary string `json:"summary"`
	Help    string `json:"help,omitempty"`
}

// pageFinding is a finding in the data of the page's script. Rule and File are indexes; columns
// are in characters.
type pageFinding struct {
	Rule       int           `json:"rule"`
	File       int           `json:"file"`
	Severity   string        `json:"severity"`
	Line       int           `json:"line,omitempty"`
	Column     int           `json:"column,omitempty"`
	Message    string        `json:"message"`
	Help       string        `json:"help,omitempty"`
	Fix        string        `json:"fix,omitempty"`
	Suppressed bool          `json:"suppressed,omitempty"`
	Reason     string        `json:"reason,omitempty"`
	Code       *pageCode     `json:"code,omitempty"`
	Related    []pageRelated `json:"related,omitempty"`
}

// pageCode is the line of a finding, or the part around the finding, and the span that is
// marked, in UTF-16 units. More is true if the finding continues on later lines.
type pageCode struct {
	Line int    `json:"line"`
	Text string `json:"text"`
	From int    `json:"from"`
	To   int    `json:"to"`
	More bool   `json:"more,omitempty"`
}

type pageRelated struct {
	Path    string    `json:"path"`
	Line    int       `json:"line"`
	Column  int       `json:"column"`
	Message string    `json:"message"`
	Code    *pageCode `json:"code,omitempty"`
}

type pageDocument struct {
	Files    []string      `json:"files"`
	Rules    []pageRule    `json:"rules"`
	Findings []pageFinding `json:"findings"`
	Failures []string      `json:"failures"`
	Checked  int           `json:"checked"`
	Known    int           `json:"known"`
}

// writeHTML writes one self-contained page with filters and search.
func writeHTML(w *writer) error {
	document := w.newPageDocument()
	page := htmlpage.Page{
		Title: "puppet-lint findings", Main: "findings", MainName: "the findings",
		Template: findingsTemplate, Style: findingsStyle, Script: findingsScript,
		Data:  []htmlpage.Data{{ID: "findings-data", Value: document}},
		Texts: []string{"<!--summary-->", html.EscapeString(w.countText()), "<!--table-->", plainTable(document)},
	}
	return page.Write(w)
}

// newPageDocument returns the data of the page's script.
func (w *writer) newPageDocument() *pageDocument {
	document := &pageDocument{Files: []string{}, Rules: []pageRule{}, Findings: []pageFinding{}, Failures: []string{}, Checked: len(w.result.Files), Known: w.result.Known}
	files, rules := map[string]int{}, map[*diag.Rule]int{}
	w.shown(func(finding *diag.Diagnostic) {
		path := w.slashPath(finding.File.Name)
		file, known := files[path]
		if !known {
			file = len(document.Files)
			files[path] = file
			document.Files = append(document.Files, path)
		}
		rule, known := rules[finding.Rule]
		if !known {
			rule = len(document.Rules)
			rules[finding.Rule] = rule
			document.Rules = append(document.Rules, pageRule{finding.Rule.Name, string(finding.Rule.Group), finding.Rule.Summary, HelpURI(finding.Rule, w.options.Repository)})
		}
		made := w.newPageFinding(finding)
		made.File, made.Rule = file, rule
		document.Findings = append(document.Findings, made)
	})
	for _, failure := range w.result.Failures {
		if !failure.Notice {
			document.Failures = append(document.Failures, failure.Message)
		}
	}
	return document
}

func (w *writer) newPageFinding(finding *diag.Diagnostic) pageFinding {
	made := pageFinding{Severity: finding.Severity.String(), Message: finding.Message, Help: helpOf(finding), Suppressed: finding.Suppressed, Reason: finding.Reason()}
	switch {
	case finding.Fixable(diag.Safe):
		made.Fix = w.options.fixFlag(diag.Safe)
	case finding.Fixable(diag.Unsafe):
		made.Fix = w.options.fixFlag(diag.Unsafe)
	}
	if finding.Precision != diag.FileOnly {
		at := finding.Position()
		made.Line = at.Line
		if finding.Precision == diag.Exact {
			made.Column = at.Column
		}
		made.Code = newPageCode(finding.File, underlined(finding))
	}
	for _, related := range finding.Related {
		at := related.File.Position(related.Span.Start)
		made.Related = append(made.Related, pageRelated{w.slashPath(related.File.Name), at.Line, at.Column, related.Message, newPageCode(related.File, related.Span)})
	}
	return made
}

// newPageCode returns the first line of a span, or the part around the span if the line is
// long. It returns nil if the line is not text.
func newPageCode(file *source.File, span source.Span) *pageCode {
	line := file.Line(span.Start)
	whole := file.LineSpan(line)
	window := windowOf(file, whole, span.Start, widestLine)
	text := file.Slice(window)
	if !utf8.ValidString(text) {
		return nil
	}
	from, to := min(max(span.Start, window.Start), window.End), min(max(span.End, window.Start), window.End)
	code := &pageCode{Line: line, More: span.End > whole.End+1}
	if window.Start > whole.Start {
		code.Text = "…"
	}
	code.From = htmlpage.UTF16Length(code.Text + file.Text[window.Start:from])
	code.To = htmlpage.UTF16Length(code.Text + file.Text[window.Start:to])
	code.Text += text
	if window.End < whole.End {
		code.Text += "…"
	}
	return code
}

// countText returns the numbers of findings in words.
func (w *writer) countText() string {
	counts := w.result.Counts()
	files := english.Count(len(w.result.Files), "file")
	if counts == [len(counts)]int{} {
		return "No findings in " + files
	}
	var parts []string
	for _, of := range []struct {
		severity diag.Severity
		noun     string
	}{{diag.Error, "error"}, {diag.Warning, "warning"}, {diag.Info, "note"}} {
		if count := counts[of.severity]; count > 0 {
			parts = append(parts, english.Count(count, of.noun))
		}
	}
	return strings.Join(parts, ", ") + " in " + files
}

// plainTable returns a table with the number of findings of each rule, for readers without
// scripts.
func plainTable(document *pageDocument) string {
	counts := make([]int, len(document.Rules))
	for _, finding := range document.Findings {
		counts[finding.Rule]++
	}
	var rows strings.Builder
	for i, rule := range document.Rules {
		fmt.Fprintf(&rows, "<tr><th scope=\"row\">%s</th><td class=\"num\">%d</td><td>%s</td></tr>\n", html.EscapeString(rule.Name), counts[i], html.EscapeString(rule.Summary))
	}
	return "<table>\n<thead><tr><th scope=\"col\">rule</th><th scope=\"col\" class=\"num\">findings</th><th scope=\"col\">what it finds</th></tr></thead>\n<tbody>\n" + rows.String() + "</tbody>\n</table>"
}
