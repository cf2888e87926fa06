package report

import (
	"fmt"

	"puppet-lint/diag"
)

// writeGCC writes what editors know from compilers: "path:line:column: warning:
// message [rule]". Columns count bytes, as Vim's errorformat and GCC's own
// -fdiagnostics-column-unit=byte do.
func writeGCC(w *writer) error {
	w.shown(func(finding *diag.Diagnostic) {
		severity := finding.Severity.String()
		if finding.Severity == diag.Info {
			severity = "note"
		}
		line := finding.Position().Line
		column := finding.At - finding.File.LineStart(line) + 1
		fmt.Fprintf(w, "%s:%d:%d: %s: %s [%s]\n", oneLine(finding.File.Name), line, column, severity, oneLine(finding.Message), finding.Rule.Name)
	})
	return nil
}
