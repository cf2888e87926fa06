package report

import (
	"cmp"
	"encoding/xml"
	"fmt"

	"puppet-lint/internal/diag"
)

type junitDocument struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Time     string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name      string        `xml:"name,attr"`
	ClassName string        `xml:"classname,attr"`
	File      string        `xml:"file,attr,omitempty"`
	Line      int           `xml:"line,attr,omitempty"`
	Failure   *junitProblem `xml:"failure,omitempty"`
	Error     *junitProblem `xml:"error,omitempty"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes a test suite for each file. Each finding is a failed test case; a file
// without findings has one that passed. What kept the run from its work is an error.
func writeJUnit(w *writer) error {
	document := junitDocument{Name: "puppet-lint", Time: fmt.Sprintf("%.3f", w.result.Elapsed.Seconds())}
	_, groups := w.byFile()
	for _, name := range w.result.Files {
		path := w.repositoryPath(name)
		suite := junitSuite{Name: path}
		seen := map[string]int{}
		for _, finding := range groups[name] {
			place := textRangeOf(finding)
			// Runs are compared by the names of cases, so names must not contain line numbers.
			// Of several cases with one name, GitLab shows the first.
			name := finding.Rule.Name + ": " + cleanXML(finding.Message)
			seen[name]++
			if count := seen[name]; count > 1 {
				name = fmt.Sprintf("%s (%d)", name, count)
			}
			suite.Cases = append(suite.Cases, junitCase{
				Name: name, ClassName: path, File: path, Line: place.line,
				Failure: &junitProblem{
					Message: cleanXML(finding.Message), Type: finding.Severity.String(),
					Text: cleanXML(junitText(path, place, finding)),
				},
			})
		}
		suite.Failures = len(suite.Cases)
		if suite.Cases == nil {
			suite.Cases = []junitCase{{Name: path, ClassName: path, File: path}}
		}
		suite.Tests = len(suite.Cases)
		document.add(suite)
	}
	failures := junitSuite{Name: "puppet-lint"}
	for _, failure := range w.result.Failures {
		if !failure.Notice {
			failures.Cases = append(failures.Cases, junitCase{
				Name: cmp.Or(failure.Path, "run"), ClassName: "puppet-lint",
				Error: &junitProblem{Message: cleanXML(failure.Message), Type: "failure"},
			})
		}
	}
	if failures.Cases != nil {
		failures.Tests, failures.Errors = len(failures.Cases), len(failures.Cases)
		document.add(failures)
	}
	return w.writeXML(document)
}

// junitText returns the text of a failed case: the finding with its location, how to fix it,
// and the related locations.
func junitText(path string, place textRange, finding *diag.Diagnostic) string {
	text := fmt.Sprintf("%s:%d:%d: %s: %s (%s)", path, place.line, place.column, finding.Severity, finding.Message, finding.Rule.Name)
	if help := helpOf(finding); help != "" {
		text += "\nhelp: " + help
	}
	for _, related := range finding.Related {
		at := related.File.Position(related.Span.Start)
		text += fmt.Sprintf("\n%s:%d:%d: %s", related.File.Name, at.Line, at.Column, related.Message)
	}
	return text
}

func (d *junitDocument) add(suite junitSuite) {
	d.Tests += suite.Tests
	d.Failures += suite.Failures
	d.Errors += suite.Errors
	d.Suites = append(d.Suites, suite)
}
