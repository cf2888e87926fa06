package report

import (
	"encoding/xml"
	"strings"

	"puppet-lint/internal/diag"
)

// writeXML writes a document with its XML declaration.
func (w *writer) writeXML(document any) error {
	text, err := xml.MarshalIndent(document, "", "  ")
	if err != nil {
		return err
	}
	w.WriteString(xml.Header)
	w.Write(text)
	w.WriteByte('\n')
	return nil
}

// byFile groups the shown findings by file, in the order of the files.
func (w *writer) byFile() (names []string, groups map[string][]*diag.Diagnostic) {
	groups = map[string][]*diag.Diagnostic{}
	w.shown(func(finding *diag.Diagnostic) {
		if groups[finding.File.Name] == nil {
			names = append(names, finding.File.Name)
		}
		groups[finding.File.Name] = append(groups[finding.File.Name], finding)
	})
	return names, groups
}

// cleanXML removes the characters that XML 1.0 cannot represent.
func cleanXML(text string) string {
	return strings.Map(func(char rune) rune {
		if char < ' ' && char != '\t' && char != '\n' && char != '\r' || char == 0xFFFE || char == 0xFFFF {
			return '\uFFFD'
		}
		return char
	}, text)
}
