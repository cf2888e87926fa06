package report

import (
	"fmt"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// writeGCC writes findings in the format that editors know from compilers: "path:line:column:
// warning: message [rule]". Columns are in bytes, as in Vim's errorformat and GCC's
// -fdiagnostics-column-unit=byte. The help follows the message on the same line, since a
// separate note would be a second entry in an editor's list.
func writeGCC(w *writer) error {
	w.shown(func(finding *diag.Diagnostic) {
		severity := finding.Severity.String()
		if finding.Severity == diag.Info {
			severity = "note"
		}
		line := finding.Position().Line
		column := finding.At - finding.File.LineStart(line) + 1
		message := shownLine(finding.Message)
		if help := helpOf(finding); help != "" {
			message += "; " + shownLine(help)
		}
		fmt.Fprintf(w, "%s:%d:%d: %s: %s [%s]\n", source.ShownFirst(shownLine(finding.File.Name)), line, column, severity, message, finding.Rule.Name)
	})
	return nil
}
