package report

import (
	"fmt"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// githubEscape escapes the message of a workflow command.
var githubEscape = strings.NewReplacer("%", "%25", "\n", "%0A", "\r", "%0D")

// githubEscapeProperty escapes a property of a workflow command.
var githubEscapeProperty = strings.NewReplacer("%", "%25", "\n", "%0A", "\r", "%0D", ":", "%3A", ",", "%2C")

// annotation writes a GitHub annotation in the form of puppet-lint (Ruby).
func (w *writer) annotation(kind, path string, line, column int, message, check string) {
	fmt.Fprintf(w, "::%s file=%s,line=%d,col=%d::%s (check: %s)\n", kind, githubEscapeProperty.Replace(source.Shown(path)), line, column, githubEscape.Replace(safeLines(message)), check)
}

// writeGitHub writes a workflow command for each finding. Columns are in characters.
func writeGitHub(w *writer) error {
	w.shown(func(finding *diag.Diagnostic) {
		command := map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Info: "notice"}[finding.Severity]
		place := textRangeOf(finding)
		fmt.Fprintf(w, "::%s file=%s,line=%d", command, githubEscapeProperty.Replace(source.Shown(w.repositoryPath(finding.File.Name))), place.line)
		switch {
		case finding.Precision != diag.Exact:
		case place.endLine > place.line:
			// Columns are only for spans within one line.
			fmt.Fprintf(w, ",endLine=%d", place.endLine)
		case place.endColumn > place.column:
			fmt.Fprintf(w, ",col=%d,endLine=%d,endColumn=%d", place.column, place.endLine, place.endColumn)
		default:
			fmt.Fprintf(w, ",col=%d,endLine=%d", place.column, place.endLine)
		}
		message := finding.Message
		if finding.Help != "" {
			message += "\n" + finding.Help
		}
		fmt.Fprintf(w, ",title=%s::%s\n", githubEscapeProperty.Replace("puppet-lint ("+finding.Rule.Name+")"), githubEscape.Replace(safeLines(message)))
	})
	return nil
}

// safeLines returns a message of several lines, made safe for display.
func safeLines(message string) string {
	lines := strings.Split(message, "\n")
	for i, line := range lines {
		lines[i] = source.Shown(line)
	}
	return strings.Join(lines, "\n")
}
