package report

import (
	"fmt"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// azureEscape escapes the message of a logging command, azureEscapeProperty a property.
var (
	azureEscape         = strings.NewReplacer("%", "%AZP25", "\r", "%0D", "\n", "%0A")
	azureEscapeProperty = strings.NewReplacer("%", "%AZP25", "\r", "%0D", "\n", "%0A", "]", "%5D", ";", "%3B")
)

// writeAzure writes a logging command of Azure Pipelines for each finding. Columns are in
// characters. Azure knows only errors and warnings.
func writeAzure(w *writer) error {
	w.shown(func(finding *diag.Diagnostic) {
		kind := "warning"
		if finding.Severity == diag.Error {
			kind = "error"
		}
		place := textRangeOf(finding)
		fmt.Fprintf(w, "##vso[task.logissue type=%s;sourcepath=%s;linenumber=%d", kind, azureEscapeProperty.Replace(source.Shown(w.repositoryPath(finding.File.Name))), place.line)
		if finding.Precision == diag.Exact {
			fmt.Fprintf(w, ";columnnumber=%d", place.column)
		}
		message := finding.Message
		if finding.Help != "" {
			message += "\n" + finding.Help
		}
		fmt.Fprintf(w, ";code=%s]%s\n", finding.Rule.Name, azureEscape.Replace(safeLines(message)))
	})
	return nil
}
