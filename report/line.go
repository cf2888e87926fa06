package report

import (
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
)

// LineOptions control the one-line format, as puppet-lint (Ruby)'s flags do.
type LineOptions struct {
	// Format is the template, with placeholders such as %{path}; empty for the default one.
	Format string
	// WithFilename adds the path before the default template.
	WithFilename bool
	// WithContext adds the line of code and a caret.
	WithContext bool
	// Only shows only the findings of this severity; 0 shows all.
	Only diag.Severity
	// ShowIgnored also shows the findings that control comments suppress.
	ShowIgnored bool
	// Annotations adds a GitHub annotation after each line.
	Annotations bool
	// AsRuby uses exactly the words of puppet-lint (Ruby).
	AsRuby bool
}

// usualTemplate is the default template of puppet-lint (Ruby).
const usualTemplate = "%{KIND}: %{message} on line %{line} (check: %{check})"

// CheckTemplate returns the first unknown placeholder of a template, or "".
func CheckTemplate(template string) string {
	unknown := ""
	expandTemplate(template, func(name string) (string, bool) {
		switch name {
		case "filename", "path", "fullpath", "line", "column", "kind", "KIND", "check", "message":
			return "", true
		}
		if unknown == "" {
			unknown = name
		}
		return "", false
	})
	return unknown
}

// Placeholders returns the placeholders that a template may use.
func Placeholders() []string {
	return []string{"filename", "path", "fullpath", "line", "column", "kind", "KIND", "check", "message"}
}

// expandTemplate replaces %{name} as Ruby's String#% does; "%%" is a percent sign.
func expandTemplate(template string, value func(name string) (string, bool)) string {
	var text strings.Builder
	for {
		percent := strings.IndexByte(template, '%')
		if percent < 0 || percent+1 >= len(template) {
			text.WriteString(template)
			return text.String()
		}
		text.WriteString(template[:percent])
		template = template[percent:]
		end := strings.IndexByte(template, '}')
		switch {
		case template[1] == '%':
			text.WriteByte('%')
			template = template[2:]
		case template[1] == '{' && end > 0:
			if filled, ok := value(template[2:end]); ok {
				show := source.Shown
				if before := text.String(); strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:]) == "" {
					show = source.ShownFirst
				}
				text.WriteString(show(filled))
			}
			template = template[end+1:]
		default:
			text.WriteByte('%')
			template = template[1:]
		}
	}
}

// rubyFinding is a finding in the terms of puppet-lint (Ruby).
type rubyFinding struct {
	*diag.Diagnostic
	kind string
	line int
	// column is in characters.
	column  int
	message string
	check   string
}

// rubyFindings returns the findings that puppet-lint (Ruby) would print, including fixed ones,
// file by file.
func (w *writer) rubyFindings() iter.Seq[rubyFinding] {
	if w.options.Line.AsRuby || len(w.result.Fixed) == 0 {
		return w.rubyFindingsLeft
	}
	all := slices.Collect(w.rubyFindingsLeft)
	for _, finding := range w.result.Fixed {
		all = append(all, w.rubyFinding(finding, "fixed"))
	}
	w.sortByFile(all)
	return slices.Values(all)
}

// rubyFinding converts a finding to the terms of puppet-lint (Ruby).
func (w *writer) rubyFinding(finding *diag.Diagnostic, kind string) rubyFinding {
	at, message := finding.Position(), finding.Message
	if w.options.Line.AsRuby && finding.PuppetMessage() != "" {
		message = finding.PuppetMessage()
	}
	return rubyFinding{finding, kind, at.Line, at.Column, message, finding.Rule.Name}
}

// rubyFindingsLeft yields the findings of rubyFindings that are in Result.Findings. A fixed one among
// them has the kind "fixed".
func (w *writer) rubyFindingsLeft(yield func(rubyFinding) bool) {
	options := w.options.Line
	for _, finding := range w.result.Findings {
		kind := ""
		switch {
		case w.result.IsFixed(finding):
			kind = "fixed"
		case !finding.Suppressed:
			kind = finding.Severity.String()
		case (options.ShowIgnored || w.options.ShowSuppressed) && options.Only == 0:
			kind = "ignored"
		}
		if kind == "" || options.Only != 0 && finding.Severity != options.Only && kind != "fixed" {
			continue
		}
		if !yield(w.rubyFinding(finding, kind)) {
			return
		}
	}
}

// sortByFile sorts findings by file, so that fixed findings appear with the others of their
// file.
func (w *writer) sortByFile(all []rubyFinding) {
	order := make(map[string]int, len(w.result.Files))
	for i, file := range w.result.Files {
		order[file] = i
	}
	sortStable(all, func(a, b rubyFinding) int { return order[a.File.Name] - order[b.File.Name] })
}

func (f *rubyFinding) value(folder string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		switch name {
		case "filename":
			return filepath.Base(f.File.Name), true
		case "path":
			return f.File.Name, true
		case "fullpath":
			return filepath.ToSlash(source.Absolute(folder, f.File.Name)), true
		case "line":
			return strconv.Itoa(f.line), true
		case "column":
			return strconv.Itoa(f.column), true
		case "kind":
			return f.kind, true
		case "KIND":
			return strings.ToUpper(f.kind), true
		case "check":
			return f.check, true
		case "message":
			return f.message, true
		}
		return "", false
	}
}

// writeLines writes the text report of puppet-lint (Ruby).
func writeLines(w *writer) error {
	options := w.options.Line
	template := options.Format
	if template == "" {
		template = usualTemplate
		if options.WithFilename {
			template = "%{path} - " + template
		}
	}
	for finding := range w.rubyFindings() {
		w.WriteString(expandTemplate(template, finding.value(w.result.Folder)))
		w.WriteByte('\n')
		if finding.kind == "ignored" {
			w.WriteString("  " + source.ShownFirst(finding.Reason()) + "\n")
		}
		if options.WithContext && finding.kind != "fixed" {
			context := finding.context()
			w.WriteString("\n  " + source.ShownFirst(context) + "\n")
			indent := finding.column + 1
			if context == "" {
				indent--
			}
			w.WriteString(strings.Repeat(" ", indent) + "^\n\n")
		}
		if options.Annotations {
			w.WriteString("\n")
			w.annotation(finding.kind, finding.File.Name, finding.line, finding.column, finding.message, finding.check)
		}
	}
	return nil
}

// context returns the finding's line without surrounding blanks.
func (f *rubyFinding) context() string {
	return strings.Trim(f.File.LineText(min(f.line, f.File.LineCount())), " \t\r\n\v\f\x00")
}

// GitHubActions reports whether the program runs in GitHub Actions.
func GitHubActions() bool {
	_, ok := os.LookupEnv("GITHUB_ACTION")
	return ok
}
