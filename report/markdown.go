package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"puppet-lint/diag"
	"puppet-lint/internal/htmlpage"
)

// The limits of a comment on a pull request: GitHub accepts 65,536 characters. Findings beyond
// markdownRows, or beyond the length of a table, are only counted.
const (
	markdownRows  = 100
	markdownBytes = 50 << 10
)

// writeMarkdown writes a table for a pull request, with errors first and style last. Columns
// are in characters.
func writeMarkdown(w *writer) error {
	var findings []*diag.Diagnostic
	w.shown(func(finding *diag.Diagnostic) { findings = append(findings, finding) })
	slices.SortStableFunc(findings, func(a, b *diag.Diagnostic) int { return cmp.Compare(rank(a), rank(b)) })
	fmt.Fprintf(w, "### puppet-lint: %s\n", w.countText())
	for _, failure := range w.result.Failures {
		if !failure.Notice {
			fmt.Fprintf(w, "\nNot checked: %s\n", markdownText(failure.Message))
		}
	}
	if len(findings) == 0 {
		return nil
	}
	w.WriteString("\n| | where | what |\n| --- | --- | --- |\n")
	written, left := 0, 0
	for i, finding := range findings {
		row := w.markdownRow(finding)
		if i >= markdownRows || written+len(row) > markdownBytes {
			left = len(findings) - i
			break
		}
		written += len(row)
		w.WriteString(row)
	}
	if left > 0 {
		fmt.Fprintf(w, "\nand %s more.\n", htmlpage.Thousands(left))
	}
	if safe := w.fixable(); safe > 0 {
		fmt.Fprintf(w, "\n`%s` fixes %d of them.\n", w.options.fixCommand(), safe)
	}
	return nil
}

func (w *writer) markdownRow(finding *diag.Diagnostic) string {
	place := w.repositoryPath(finding.File.Name)
	if finding.Precision != diag.FileOnly {
		place += fmt.Sprintf(":%d", finding.Position().Line)
	}
	what := markdownText(finding.Message)
	if help := helpOf(finding); help != "" {
		what += "<br>" + markdownText(help)
	}
	label := finding.Severity.String()
	if finding.Suppressed {
		label = "ignored"
	}
	return fmt.Sprintf("| %s | %s | %s `%s` |\n", label, markdownCode(place), what, finding.Rule.Name)
}

// fixable returns the number of findings with a safe fix.
func (w *writer) fixable() (count int) {
	w.shown(func(finding *diag.Diagnostic) {
		if !finding.Suppressed && finding.Fixable(diag.Safe) {
			count++
		}
	})
	return count
}

// markdownEscape escapes the special characters in a cell of a table.
var markdownEscape = strings.NewReplacer(
	"\\", "\\\\", "|", "\\|", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "<", "&lt;", ">", "&gt;", "&", "&amp;", "~", "\\~", "#", "\\#", "@", "&#64;", "$", "\\$")

func markdownText(text string) string { return markdownEscape.Replace(shownLine(text)) }

// markdownCode returns text as code in a cell of a table: enclosed in as many backticks as
// necessary, and with bars escaped, since tables require that even in code.
func markdownCode(text string) string {
	text = strings.ReplaceAll(shownLine(text), "|", "\\|")
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		text = " " + text + " "
	}
	return fence + text + fence
}
