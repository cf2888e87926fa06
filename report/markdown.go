package report

import (
	"cmp"
	"fmt"
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/markdown"
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
			fmt.Fprintf(w, "\nNot checked: %s\n", markdown.Text(failure.Message))
		}
	}
	if len(findings) == 0 {
		return nil
	}
	table := markdown.NewTable("", "where", "what")
	for _, finding := range findings {
		table.Add(w.markdownRow(finding)...)
	}
	w.WriteString("\n" + table.String())
	if safe := w.fixable(); safe > 0 {
		fmt.Fprintf(w, "\n`%s` fixes %d of them.\n", w.options.fixCommand(), safe)
	}
	return nil
}

// markdownRow returns the cells of a finding.
func (w *writer) markdownRow(finding *diag.Diagnostic) []string {
	place := w.repositoryPath(finding.File.Name)
	if finding.Precision != diag.FileOnly {
		place += fmt.Sprintf(":%d", finding.Position().Line)
	}
	what := markdown.Text(finding.Message)
	if help := helpOf(finding); help != "" {
		what += "<br>" + markdown.Text(help)
	}
	label := finding.Severity.String()
	if finding.Suppressed {
		label = "ignored"
	}
	return []string{label, markdown.Code(place), what + " " + markdown.Code(finding.Rule.Name)}
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
