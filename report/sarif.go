package report

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"puppet-lint/config"
	"puppet-lint/diag"
	"puppet-lint/rules"
	"puppet-lint/source"
)

// What code scanning takes. Of more results than sarifLimit the mildest are left
// out, and a notification says so; a report that is larger than sarifBytes once
// it is compressed is written without code and fixes.
const (
	sarifLimit     = 25000
	sarifBytes     = 10 << 20
	sarifTextLimit = 1024
	sarifTagLimit  = 10
)

// sarifRoot names the folder that relative URIs start from.
const sarifRoot = "%SRCROOT%"

// writeSARIF writes SARIF 2.1.0. Columns count characters, and the run's
// columnKind says so.
func writeSARIF(w *writer) error {
	text, err := newSARIF(w, sarifLimit, false)
	if err == nil && len(text) > sarifBytes && compressedLength(text) > sarifBytes {
		text, err = newSARIF(w, sarifLimit, true)
	}
	if err != nil {
		return err
	}
	w.Write(text)
	return nil
}

func compressedLength(text []byte) int {
	var out bytes.Buffer
	compressor, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		return len(text)
	}
	compressor.Write(text)
	compressor.Close()
	return out.Len()
}

// newSARIF makes the document, with at most limit results; a lean one holds
// neither code nor fixes.
func newSARIF(w *writer, limit int, lean bool) ([]byte, error) {
	s := &sarifWriter{
		writer: w, lean: lean, fingerprints: newFingerprints(),
		hashes: map[*source.File][]string{}, rules: map[*diag.Rule]int{},
		// The standard wants a list, even of no rules.
		descriptors: []sarifRule{},
	}
	findings, left := s.selected(limit)
	results := make([]sarifResult, 0, len(findings))
	for _, finding := range findings {
		results = append(results, s.newResult(finding))
	}
	invocation := s.invocation(left)
	return encodeJSON(sarifLog{
		Schema: "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/sarif-2.1/schema/sarif-schema-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{{
			Tool: sarifTool{sarifDriver{
				Name: "puppet-lint", FullName: "puppet-lint " + config.Version, Version: config.Version, SemanticVersion: config.Version, Rules: s.descriptors,
			}},
			Invocations:        []sarifInvocation{invocation},
			ColumnKind:         "unicodeCodePoints",
			OriginalURIBaseIDs: map[string]sarifArtifactLocation{sarifRoot: {URI: folderURI(w.root())}},
			Results:            results,
		}},
	}, "  ")
}

type sarifWriter struct {
	*writer
	lean         bool
	hashes       map[*source.File][]string
	fingerprints *fingerprints
	rules        map[*diag.Rule]int
	descriptors  []sarifRule
}

// selected are the findings that go in, at most limit, and how many do not.
func (s *sarifWriter) selected(limit int) (findings []*diag.Diagnostic, left int) {
	s.shown(func(finding *diag.Diagnostic) { findings = append(findings, finding) })
	if len(findings) <= limit {
		return findings, 0
	}
	left = len(findings) - limit
	slices.SortStableFunc(findings, func(a, b *diag.Diagnostic) int { return int(b.Severity) - int(a.Severity) })
	return findings[:limit], left
}

func sarifLevel(severity diag.Severity) string {
	return map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Info: "note"}[severity]
}

func (s *sarifWriter) newResult(finding *diag.Diagnostic) sarifResult {
	message := finding.Message
	if finding.Help != "" {
		message += "\n" + finding.Help
	}
	span := finding.Span
	if finding.At < span.Start || finding.At > span.End {
		span = source.Span{Start: finding.At, End: finding.At}
	}
	result := sarifResult{
		RuleID: finding.Rule.Name, RuleIndex: s.rule(finding.Rule), Level: sarifLevel(finding.Severity), Message: sarifText{Text: message},
		Locations:           []sarifLocation{s.location(finding.File, span, finding.Precision)},
		PartialFingerprints: map[string]string{"puppetLint/v1": s.fingerprints.of(s.repositoryPath(finding.File.Name), finding)},
	}
	if hash := s.lineHash(finding); hash != "" {
		result.PartialFingerprints["primaryLocationLineHash"] = hash
	}
	for i, related := range finding.Related {
		location := s.location(related.File, related.Span, diag.Exact)
		location.ID, location.Message = i+1, &sarifText{Text: related.Message}
		result.RelatedLocations = append(result.RelatedLocations, location)
		// Code scanning shows only those that the message links to.
		result.Message.Text += fmt.Sprintf("\n[%s](%d)", linkEscape.Replace(related.Message), location.ID)
	}
	for _, fix := range finding.Fixes {
		if fix.Safety != diag.DisplayOnly && len(fix.Edits) > 0 && !s.lean {
			result.Fixes = append(result.Fixes, s.fix(&fix))
		}
	}
	if s.options.ShowSuppressed {
		// Either all results of a run tell whether they are silenced or none does.
		result.Suppressions = &[]sarifSuppression{}
		if finding.Suppressed {
			*result.Suppressions = []sarifSuppression{{Kind: "inSource", Justification: finding.Reason}}
		}
	}
	return result
}

// linkEscape makes text safe within the brackets of a link.
var linkEscape = strings.NewReplacer("\\", "\\\\", "[", "\\[", "]", "\\]")

// lineHash is the fingerprint that code scanning goes by.
func (s *sarifWriter) lineHash(finding *diag.Diagnostic) string {
	hashes, known := s.hashes[finding.File]
	if !known {
		hashes = lineHashes(finding.File)
		s.hashes[finding.File] = hashes
	}
	line := finding.File.Line(finding.Span.Start)
	if finding.Precision == diag.FileOnly {
		line = 1
	}
	return hashes[line]
}

// limited is text, cut where code scanning would refuse more.
func limited(text string) string {
	if utf8.RuneCountInString(text) <= sarifTextLimit {
		return text
	}
	return string([]rune(text)[:sarifTextLimit-1]) + "…"
}

// rule is the index of the rule's description, made on first use.
func (s *sarifWriter) rule(rule *diag.Rule) int {
	if index, ok := s.rules[rule]; ok {
		return index
	}
	index := len(s.descriptors)
	s.rules[rule] = index
	summary := cmpOr(rule.Summary, rule.Name)
	_, page, _ := strings.Cut(rules.Page(rule), "\n\n") // whose heading is the rule's name
	tags := []string{string(rule.Group)}
	for _, number := range rule.CWE {
		tags = append(tags, fmt.Sprintf("external/cwe/cwe-%03d", number))
	}
	properties := map[string]any{
		"tags":             tags[:min(len(tags), sarifTagLimit)],
		"problem.severity": map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Info: "recommendation"}[rule.Severity],
	}
	if rule.Group == diag.Security {
		properties["security-severity"] = map[diag.Severity]string{diag.Error: "8.0", diag.Warning: "5.0", diag.Info: "2.0"}[rule.Severity]
	}
	s.descriptors = append(s.descriptors, sarifRule{
		ID: rule.Name, Name: pascalCase(rule.Name), DeprecatedIDs: rule.OldNames,
		ShortDescription: sarifText{Text: limited(summary)}, FullDescription: sarifText{Text: limited(summary)},
		Help:                 sarifText{Text: cmpOr(rule.Rationale, summary), Markdown: page},
		DefaultConfiguration: sarifConfiguration{sarifLevel(rule.Severity)},
		Properties:           properties,
	})
	return index
}

// pascalCase is a rule's name as the standard has names for people: UnusedVariable.
func pascalCase(name string) string {
	var text strings.Builder
	if strings.TrimLeft(name[:1], "0123456789") == "" {
		text.WriteString("Rule")
	}
	for word := range strings.FieldsFuncSeq(name, func(char rune) bool { return char == '_' || char == '-' }) {
		text.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return text.String()
}

func (s *sarifWriter) location(file *source.File, span source.Span, precision diag.Precision) sarifLocation {
	return sarifLocation{PhysicalLocation: sarifPhysicalLocation{s.artifact(file.Name), s.region(file, span, precision, true)}}
}

// artifact is where a file is: relative to the repository's root, if it lies
// within.
func (s *sarifWriter) artifact(name string) sarifArtifactLocation {
	shown := s.repositoryPath(name)
	if strings.HasPrefix(shown, "/") || filepath.IsAbs(filepath.FromSlash(shown)) {
		return sarifArtifactLocation{URI: fileURI(shown)}
	}
	// A colon in the first segment would end a scheme.
	return sarifArtifactLocation{URI: strings.ReplaceAll((&url.URL{Path: shown}).EscapedPath(), ":", "%3A"), URIBaseID: sarifRoot}
}

// fileURI is an absolute path as a URI: with three slashes in front of a Windows
// drive's letter, and a network share's server as the host.
func fileURI(path string) string {
	slashed := filepath.ToSlash(path)
	if share, isShare := strings.CutPrefix(slashed, "//"); isShare {
		server, rest, _ := strings.Cut(share, "/")
		return (&url.URL{Scheme: "file", Host: server, Path: "/" + rest}).String()
	}
	return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(slashed, "/")}).String()
}

func folderURI(folder string) string { return strings.TrimSuffix(fileURI(folder), "/") + "/" }

// region is a span in every unit that SARIF has; snippet adds its text.
func (s *sarifWriter) region(file *source.File, span source.Span, precision diag.Precision, snippet bool) *sarifRegion {
	start, end := file.Position(span.Start), file.Position(span.End)
	switch precision {
	case diag.FileOnly:
		return &sarifRegion{StartLine: 1}
	case diag.LineOnly:
		return &sarifRegion{StartLine: start.Line}
	}
	from, bytesFrom, bytes := file.Characters(span.Start), int(span.Start), span.Len()
	characters := file.Characters(span.End) - from
	region := &sarifRegion{
		StartLine: start.Line, StartColumn: start.Column, EndLine: end.Line, EndColumn: end.Column,
		CharOffset: &from, CharLength: &characters, ByteOffset: &bytesFrom, ByteLength: &bytes,
	}
	if snippet && !s.lean && bytes > 0 && bytes <= 1000 {
		if text := file.Slice(span); utf8.ValidString(text) {
			region.Snippet = &sarifText{Text: text}
		}
	}
	return region
}

func (s *sarifWriter) fix(fix *diag.Fix) sarifFix {
	var changes []sarifArtifactChange
	indexes := map[*source.File]int{}
	for _, edit := range fix.Edits {
		index, known := indexes[edit.File]
		if !known {
			index = len(changes)
			indexes[edit.File] = index
			changes = append(changes, sarifArtifactChange{ArtifactLocation: s.artifact(edit.File.Name)})
		}
		replacement := sarifReplacement{DeletedRegion: *s.region(edit.File, edit.Span, diag.Exact, false)}
		if edit.NewText != "" {
			replacement.InsertedContent = &sarifText{Text: edit.NewText}
		}
		changes[index].Replacements = append(changes[index].Replacements, replacement)
	}
	return sarifFix{sarifText{Text: cmpOr(fix.Message, "fix")}, changes, map[string]string{"safety": fix.Safety.String()}}
}

// invocation tells whether the run did its work, and what kept it from it.
func (s *sarifWriter) invocation(left int) sarifInvocation {
	invocation := sarifInvocation{ExecutionSuccessful: !s.result.Failed()}
	notify := func(level, text, path string) {
		notification := sarifNotification{Level: level, Message: sarifText{Text: text}}
		if path != "" {
			notification.Locations = []sarifLocation{{PhysicalLocation: sarifPhysicalLocation{ArtifactLocation: s.artifact(path)}}}
		}
		invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications, notification)
	}
	for _, failure := range s.result.Failures {
		if !failure.Notice {
			notify("error", failure.Message, failure.Path)
		}
	}
	if left > 0 {
		notify("warning", strconv.Itoa(left)+" of the mildest findings are left out: code scanning takes "+strconv.Itoa(sarifLimit)+" results", "")
	}
	return invocation
}
