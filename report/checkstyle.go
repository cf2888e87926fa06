package report

import "encoding/xml"

type checkstyleDocument struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr,omitempty"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// writeCheckstyle writes Checkstyle's XML. Columns are in characters.
func writeCheckstyle(w *writer) error {
	document := checkstyleDocument{Version: "8.0"}
	names, groups := w.byFile()
	for _, name := range names {
		file := checkstyleFile{Name: w.slashPath(name)}
		for _, finding := range groups[name] {
			place := textRangeOf(finding)
			file.Errors = append(file.Errors, checkstyleError{
				Line: place.line, Column: place.column, Severity: finding.Severity.String(),
				Message: cleanXML(finding.Message), Source: "puppet-lint." + string(finding.Rule.Group) + "." + finding.Rule.Name,
			})
		}
		document.Files = append(document.Files, file)
	}
	return w.writeXML(document)
}
