package workspace

import (
	"slices"
	"unicode/utf8"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/lint"
)

// configurationMistake is the rule of findings for mistakes in a configuration file. On the
// command line, such a mistake prevents the run; here it is a finding at its file and position.
var configurationMistake = diag.Rule{
	Name: "configuration", Group: diag.Custom, Severity: diag.Error, Summary: "a configuration file is invalid",
}

// mistakes returns a finding for each mistake in a configuration file that prevented the run
// from checking files, by the path of the configuration file.
func (c *checks) mistakes(result *lint.Result) map[string]FileFindings {
	found := map[string]FileFindings{}
	for _, failure := range result.Failures {
		for _, mistake := range config.Mistakes(failure.Cause) {
			path := source.Absolute(c.project.root, mistake.File)
			file, err := c.files.Read(path)
			if mistake.File == "" || err != nil {
				continue
			}
			in, isKnown := found[path]
			if !isKnown {
				one, isOpen := c.files.get(path)
				in = FileFindings{Version: one.version, Open: isOpen}
			}
			span := spanAt(file, mistake.Position)
			finding := &diag.Diagnostic{
				Rule: &configurationMistake, Severity: diag.Error, File: file, Span: span, At: span.Start, Message: mistake.Message, Fatal: true,
			}
			// Several folders may read the same file.
			if !slices.ContainsFunc(in.Findings, func(other *diag.Diagnostic) bool {
				return other.Span == finding.Span && other.Message == finding.Message
			}) {
				in.Findings = append(in.Findings, finding)
			}
			found[path] = in
		}
	}
	return found
}

// spanAt returns the span of the word at a position, or of the first line if the position is
// unknown.
func spanAt(file *source.File, at source.Position) source.Span {
	if at.Line == 0 || at.Line > file.LineCount() {
		return file.LineSpan(1)
	}
	span := source.Span{Start: file.Offset(at), End: file.Offset(at)}
	for text := file.Text; int(span.End) < len(text) && text[span.End] != '\n' && (span.Len() == 0 || isKeyByte(text[span.End])); {
		span.End++
	}
	return span
}

func isKeyByte(char byte) bool {
	return char == '-' || char == '_' || char >= '0' && char <= '9' || char >= 'a' && char <= 'z' || char >= 'A' && char <= 'Z' || char >= utf8.RuneSelf
}
