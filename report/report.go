// Package report writes the findings of a run: for people, for editors and for systems that
// collect findings. Each format has one file. Formats is the only list of them; the flag's
// help, its validation and the configuration's schema derive from it.
//
// The package reads lint's Result and does not change it. Lines are 1-based. The unit of
// columns is stated for each format: characters, unless its readers expect UTF-16.
package report

import (
	"bufio"
	"cmp"
	"io"
	"path/filepath"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// Format is a report format.
type Format struct {
	Name string
	// Summary is one line, for help.
	Summary string
	write   func(*writer) error
	// notation is how the format writes a character by its number; 0 if it cannot.
	notation source.Notation
}

// Options control a report.
type Options struct {
	// Color enables ANSI colours if the format has any.
	Color bool
	// ShowSuppressed also shows the findings that control comments suppress.
	ShowSuppressed bool
	// Only shows only the findings of this severity; 0 shows all.
	Only diag.Severity
	// Quiet leaves out the summary.
	Quiet bool
	// MaxSame is how many findings of one rule the text report shows; 0 shows all. Errors are
	// always shown.
	MaxSame int
	// Width is the number of columns of the terminal, so that lines of code fit in the text
	// report; 0 if it is not known.
	Width int
	// Category is the category of the results in code scanning, for SARIF; empty means
	// DefaultCategory.
	Category string
	// Repository is the address of the repository that holds the rules' pages; empty if there
	// is none.
	Repository string
	// FixCommand is the command that applies the safe fixes, with its flag as the last word;
	// empty for that of check.
	FixCommand string
	// Line controls the one-line format.
	Line LineOptions
}

// fixCommand returns the command that applies the safe fixes.
func (o *Options) fixCommand() string { return cmp.Or(o.FixCommand, "puppet-lint --fix") }

// fixFlag returns the flags that enable fixes up to the given safety.
func (o *Options) fixFlag(safety diag.Safety) string {
	command := o.fixCommand()
	flag := command[strings.LastIndexByte(command, ' ')+1:]
	if safety == diag.Unsafe {
		flag += " --unsafe-fixes"
	}
	return flag
}

// DefaultCategory is the category of a SARIF report unless a flag names another.
const DefaultCategory = "puppet-lint"

// Formats lists every format, in the order in which help shows them.
func Formats() []Format {
	return []Format{
		{"text", "for people: each finding with its code", writeText, 0},
		{"line", "one line per finding, as puppet-lint (Ruby) prints it", writeLines, 0},
		{"agent", "one short line per finding, with its fix, for AI agents", writeAgent, 0},
		{"gcc", "one line per finding, as compilers write it, for editors", writeGCC, 0},
		{"html", "one HTML page with filters and search, for a browser", writeHTML, 0},
		{"markdown", "a short Markdown table, for a pull request", writeMarkdown, 0},
		{"json", "one JSON document", writeJSON, source.JSON},
		{"jsonl", "one JSON object per line", writeJSONLines, source.JSON},
		{"ruby-json", "JSON as puppet-lint (Ruby) writes it", writeRubyJSON, source.JSON},
		{"sarif", "SARIF 2.1.0, for code scanning", writeSARIF, source.JSON},
		{"github", "GitHub Actions annotations", writeGitHub, 0},
		{"azure", "Azure Pipelines logging commands", writeAzure, 0},
		{"gitlab", "GitLab Code Quality", writeGitLab, source.JSON},
		{"codeclimate", "Code Climate issues", writeCodeClimate, source.JSON},
		{"rdjson", "Reviewdog Diagnostic Format, for reviewdog -f=rdjson", writeRDJSON, source.JSON},
		{"junit", "JUnit XML", writeJUnit, source.XML},
		{"checkstyle", "Checkstyle XML, for Jenkins and others", writeCheckstyle, source.XML},
	}
}

// Names returns the names of the formats.
func Names() []string {
	formats := Formats()
	names := make([]string, len(formats))
	for i, format := range formats {
		names[i] = format.Name
	}
	return names
}

// Write writes result in the named format, which must be one of Names. It returns write errors
// of out.
func Write(out io.Writer, format string, result *lint.Result, options Options) error {
	for _, candidate := range Formats() {
		if candidate.Name != format {
			continue
		}
		escaper := (*source.Escaper)(nil)
		if candidate.notation != 0 {
			escaper = source.NewEscaper(out, candidate.notation)
			out = escaper
		}
		buffer := bufio.NewWriterSize(out, 64<<10)
		w := &writer{Writer: buffer, result: result, options: options}
		if err := candidate.write(w); err != nil {
			return err
		}
		if err := buffer.Flush(); err != nil || escaper == nil {
			return err
		}
		return escaper.Close()
	}
	panic("report: unknown format " + format)
}

// writer is one report being written.
type writer struct {
	*bufio.Writer
	result  *lint.Result
	options Options
}

// shown calls show with each finding that the report holds.
func (w *writer) shown(show func(*diag.Diagnostic)) {
	for _, finding := range w.result.Findings {
		if (!finding.Suppressed || w.options.ShowSuppressed) && (w.options.Only == 0 || finding.Severity == w.options.Only) && !w.result.IsFixed(finding) {
			show(finding)
		}
	}
}

// rank returns the position of a finding in reports for people: errors first, then likely
// mistakes, then style and documentation.
func rank(finding *diag.Diagnostic) int {
	rank := int(diag.Error - finding.Severity)
	if isStyle(finding) && finding.Severity < diag.Error {
		rank += int(diag.Error)
	}
	return rank
}

// isStyle reports whether a finding is about the layout of the code, not about what it does.
func isStyle(finding *diag.Diagnostic) bool {
	return finding.Rule.Group == diag.Style || finding.Rule.Group == diag.Docs
}

// slashPath returns a path for machines: with slashes, relative to the current folder if it
// lies there.
func (w *writer) slashPath(path string) string {
	if filepath.IsAbs(path) {
		path = within(w.result.Folder, path)
	}
	return filepath.ToSlash(filepath.Clean(path))
}

// root returns the folder that paths in reports for code hosts are relative to.
func (w *writer) root() string { return cmp.Or(w.result.Root, w.result.Folder) }

// repositoryPath returns a path for code hosts: with slashes, relative to the root of the
// repository, wherever the program runs. A path outside the repository is absolute.
func (w *writer) repositoryPath(path string) string {
	path = within(w.root(), source.Absolute(w.result.Folder, path))
	return filepath.ToSlash(path)
}

// within returns an absolute path relative to folder if it lies there, else unchanged.
func within(folder, path string) string {
	relative, err := filepath.Rel(folder, path)
	if err != nil || relative == ".." || strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return filepath.Clean(path)
	}
	return relative
}

// textRange is a finding's range in lines and columns.
type textRange struct {
	line, column, endLine, endColumn int
}

// textRangeOf returns the range of a finding in characters: from At to the end of its span, or At
// alone if the span ends before it.
func textRangeOf(finding *diag.Diagnostic) textRange {
	start := finding.File.Position(finding.At)
	end := start
	if finding.Span.End > finding.At {
		end = finding.File.Position(finding.Span.End)
	}
	return textRange{start.Line, start.Column, end.Line, end.Column}
}
