package report

import (
	"fmt"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// writeAgent writes what a program that fixes code needs, and nothing else: one line for each
// finding, with the fix after an arrow. Columns are in characters.
func writeAgent(w *writer) error {
	w.shown(func(finding *diag.Diagnostic) {
		at := finding.Position()
		fmt.Fprintf(w, "%s:%d:%d: %s[%s] %s", source.ShownFirst(shownLine(finding.File.Name)), at.Line, at.Column, finding.Severity, finding.Rule.Name, shownLine(finding.Message))
		if help := helpOf(finding); help != "" {
			w.WriteString(" -> " + shownLine(help))
		}
		switch {
		case finding.Fixable(diag.Safe):
			w.WriteString(" (" + w.options.fixFlag(diag.Safe) + ")")
		case finding.Fixable(diag.Unsafe):
			w.WriteString(" (" + w.options.fixFlag(diag.Unsafe) + ")")
		}
		w.WriteByte('\n')
	})
	return nil
}
