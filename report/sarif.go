package report

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/rules"
)

// The limits of code scanning. If there are more results than sarifLimit, the least severe are
// left out, and a notification says so. If a report exceeds sarifBytes when compressed, it is
// written without code and fixes.
const (
	sarifLimit     = 25000
	sarifBytes     = 10 << 20
	sarifTextLimit = 1024
	sarifTagLimit  = 10
)

// sarifPlainBytes is the length up to which a report is not compressed to see its size.
const sarifPlainBytes = 256 << 10

// sarifRoot names the folder that relative URIs are relative to.
const sarifRoot = "%SRCROOT%"

// writeSARIF writes SARIF 2.1.0. Columns are in characters, as the run's columnKind states.
func writeSARIF(w *writer) error {
	spool := &sarifSpool{plain: sarifPlainBytes, limit: sarifBytes}
	err := newSARIF(w, spool, sarifLimit, false)
	if err == nil {
		err = spool.copyTo(w)
	}
	if errors.Is(err, errTooLarge) {
		return newSARIF(w, w, sarifLimit, true)
	}
	return err
}

// noResults is the text at which the results are inserted in an encoded document without results.
const noResults = "\n      \"results\": []"

// newSARIF writes the document to out, with at most limit results. If lean is set, the document
// contains neither code nor fixes. The rules that the results refer to come first.
func newSARIF(w *writer, out io.Writer, limit int, lean bool) error {
	s := &sarifWriter{
		writer: w, lean: lean, fingerprints: newFingerprints(),
		hashes: map[*source.File][]string{}, rules: map[*diag.Rule]int{},
		driver: sarifDriver{
			Name: "puppet-lint", FullName: "puppet-lint " + config.Version, Version: config.Version, SemanticVersion: config.Version, Rules: []*sarifRule{},
		},
	}
	findings, left := s.selected(limit)
	for _, finding := range findings {
		s.rule(finding.Rule)
	}
	invocation := s.invocation(left)
	around, err := encodeJSON(sarifLog{
		Schema: "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/sarif-2.1/schema/sarif-schema-2.1.0.json", Version: "2.1.0",
		Runs: []*sarifRun{{
			Tool: sarifTool{s.driver}, Invocations: []*sarifInvocation{invocation}, ColumnKind: "unicodeCodePoints",
			AutomationDetails:  sarifAutomation{cmp.Or(w.options.Category, DefaultCategory) + "/"},
			OriginalURIBaseIDs: map[string]sarifFileLocation{sarifRoot: {URI: folderURI(w.root())}},
			Results:            []*sarifResult{},
		}},
	}, "  ")
	if err != nil {
		return err
	}
	at := bytes.LastIndex(around, []byte(noResults))
	list := newJSONList(out, noResults, "        ")
	if _, err := out.Write(around[:at]); err != nil {
		return err
	}
	for _, finding := range findings {
		if err := list.add(s.newResult(finding)); err != nil {
			return err
		}
	}
	return list.end(string(around[at+len(noResults):]))
}

type sarifWriter struct {
	*writer
	driver       sarifDriver
	lean         bool
	hashes       map[*source.File][]string
	fingerprints *fingerprints
	// rules maps the rules that the run has described so far to their indexes.
	rules map[*diag.Rule]int
}

// holdsFix reports whether the result of a finding includes the fix.
func (s *sarifWriter) holdsFix(fix *diag.Fix) bool {
	return fix.Safety != diag.DisplayOnly && len(fix.Edits) > 0 && !s.lean
}

// selected returns the findings to include, at most limit, and the number left out.
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

func (s *sarifWriter) newResult(finding *diag.Diagnostic) *sarifResult {
	message := finding.Message
	if finding.Help != "" {
		message += "\n" + finding.Help
	}
	span := finding.Span
	if finding.At < span.Start || finding.At > span.End {
		span = source.Span{Start: finding.At, End: finding.At}
	}
	result := &sarifResult{
		RuleID: finding.Rule.Name, RuleIndex: s.rule(finding.Rule), Level: sarifLevel(finding.Severity),
		Locations:           []*sarifLocation{s.location(finding.File, span, finding.Precision)},
		PartialFingerprints: map[string]string{"puppetLint/v1": s.fingerprints.of(s.repositoryPath(finding.File.Name), finding)},
	}
	if hash := s.lineHash(finding); hash != "" {
		result.PartialFingerprints["primaryLocationLineHash"] = hash
	}
	for i, related := range finding.Related {
		location := s.location(related.File, related.Span, diag.Exact)
		location.ID, location.Message = i+1, &sarifMessage{Text: related.Message}
		result.RelatedLocations = append(result.RelatedLocations, location)
		// Code scanning shows only related locations that the message links to.
		message += fmt.Sprintf("\n[%s](%d)", linkEscape.Replace(related.Message), location.ID)
	}
	result.Message = sarifMessage{Text: message}
	if finding.Path {
		result.CodeFlows = []sarifCodeFlow{s.codeFlow(finding, span)}
	}
	for i := range finding.Fixes {
		if s.holdsFix(&finding.Fixes[i]) {
			result.Fixes = append(result.Fixes, s.fix(&finding.Fixes[i]))
		}
	}
	if s.options.ShowSuppressed {
		result.Suppressions = &[]sarifSuppression{}
		if finding.Suppressed {
			result.Suppressions = &[]sarifSuppression{{Kind: "inSource", Justification: finding.Reason()}}
		}
	}
	return result
}

// codeFlow returns the path of a value: the related locations, followed by that of the finding.
func (s *sarifWriter) codeFlow(finding *diag.Diagnostic, span source.Span) sarifCodeFlow {
	var thread sarifThreadFlow
	add := func(file *source.File, span source.Span, precision diag.Precision, message string) {
		location := s.location(file, span, precision)
		location.Message = &sarifMessage{Text: message}
		thread.Locations = append(thread.Locations, sarifFlowLocation{location})
	}
	for _, related := range finding.Related {
		add(related.File, related.Span, diag.Exact, related.Message)
	}
	add(finding.File, span, finding.Precision, finding.Message)
	return sarifCodeFlow{[]sarifThreadFlow{thread}}
}

// linkEscape escapes the text of a link.
var linkEscape = strings.NewReplacer("\\", "\\\\", "[", "\\[", "]", "\\]")

// lineHash returns the fingerprint that code scanning uses.
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

// limited returns text, cut at the length that code scanning accepts.
func limited(text string) string {
	if utf8.RuneCountInString(text) <= sarifTextLimit {
		return text
	}
	return string([]rune(text)[:sarifTextLimit-1]) + "…"
}

// rule returns the index of a rule's description, which it adds on first use.
func (s *sarifWriter) rule(rule *diag.Rule) int {
	if index, ok := s.rules[rule]; ok {
		return index
	}
	index := len(s.rules)
	s.rules[rule] = index
	summary := cmp.Or(rule.Summary, rule.Name)
	_, page, _ := strings.Cut(rules.Page(rule), "\n\n") // the heading is the name of the rule
	s.driver.Rules = append(s.driver.Rules, &sarifRule{
		ID: rule.Name, Name: pascalCase(rule.Name), DeprecatedIDs: rule.OldNames,
		ShortDescription:     sarifMessage{Text: limited(summary)},
		FullDescription:      sarifMessage{Text: limited(summary)},
		Help:                 sarifMessage{Text: cmp.Or(rule.Rationale, summary), Markdown: page},
		HelpURI:              HelpURI(rule, s.options.Repository),
		DefaultConfiguration: sarifConfiguration{sarifLevel(rule.Severity)},
		Properties:           properties(rule),
	})
	return index
}

// HelpURI returns the address of the documentation of a rule: its page in the repository if
// that has an address, else a reference of the rule or the weakness that it finds, else "".
func HelpURI(rule *diag.Rule, repository string) string {
	if repository != "" && rule.Group != diag.Custom {
		return repository + "/blob/v" + config.Version + "/docs/rules/" + rule.Name + ".md"
	}
	for _, reference := range rule.References {
		if strings.HasPrefix(reference, "https://") || strings.HasPrefix(reference, "http://") {
			return reference
		}
	}
	if len(rule.CWE) > 0 {
		return "https://cwe.mitre.org/data/definitions/" + strconv.Itoa(rule.CWE[0]) + ".html"
	}
	return ""
}

// properties returns the properties by which code scanning sorts rules.
func properties(rule *diag.Rule) sarifProperties {
	found := sarifProperties{
		ProblemSeverity: map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Info: "recommendation"}[rule.Severity],
		Tags:            []string{string(rule.Group)},
	}
	if rule.Group == diag.Security {
		found.SecuritySeverity = strconv.FormatFloat(rule.SecuritySeverity, 'f', 1, 64)
	}
	for _, number := range rule.CWE {
		found.Tags = append(found.Tags, fmt.Sprintf("external/cwe/cwe-%03d", number))
	}
	found.Tags = found.Tags[:min(len(found.Tags), sarifTagLimit)]
	return found
}

// pascalCase returns a rule's name as the standard recommends for display: UnusedVariable.
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

func (s *sarifWriter) location(file *source.File, span source.Span, precision diag.Precision) *sarifLocation {
	return &sarifLocation{PhysicalLocation: sarifPhysicalLocation{s.artifactLocation(file.Name), s.region(file, span, precision, true)}}
}

// artifactLocation returns the location of a file, relative to the repository's root if it lies there.
func (s *sarifWriter) artifactLocation(name string) sarifFileLocation {
	var location sarifFileLocation
	shown := s.repositoryPath(name)
	if strings.HasPrefix(shown, "/") || filepath.IsAbs(filepath.FromSlash(shown)) {
		location.URI = fileURI(shown)
	} else {
		// A colon in the first segment would be taken as the end of a scheme.
		location.URI, location.URIBaseID = strings.ReplaceAll((&url.URL{Path: shown}).EscapedPath(), ":", "%3A"), sarifRoot
	}
	return location
}

// fileURI returns the URI of an absolute path. A Windows drive follows three slashes; the
// server of a network share becomes the host.
func fileURI(path string) string {
	slashed := filepath.ToSlash(path)
	if share, isShare := strings.CutPrefix(slashed, "//"); isShare {
		server, rest, _ := strings.Cut(share, "/")
		return (&url.URL{Scheme: "file", Host: server, Path: "/" + rest}).String()
	}
	return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(slashed, "/")}).String()
}

func folderURI(folder string) string { return strings.TrimSuffix(fileURI(folder), "/") + "/" }

// region returns a span in all units of SARIF. snippet adds its text.
func (s *sarifWriter) region(file *source.File, span source.Span, precision diag.Precision, snippet bool) *sarifRegion {
	start, end := file.Position(span.Start), file.Position(span.End)
	switch precision {
	case diag.FileOnly:
		return &sarifRegion{StartLine: 1}
	case diag.LineOnly:
		return &sarifRegion{StartLine: start.Line}
	}
	from, byteOffset, byteLength := file.Characters(span.Start), int(span.Start), span.Len()
	length := file.Characters(span.End) - from
	region := &sarifRegion{
		StartLine: start.Line, StartColumn: start.Column, EndLine: end.Line, EndColumn: end.Column,
		CharOffset: &from, CharLength: &length, ByteOffset: &byteOffset, ByteLength: &byteLength,
	}
	if snippet && !s.lean && span.Len() > 0 && span.Len() <= 1000 {
		if text := file.Slice(span); utf8.ValidString(text) {
			region.Snippet = &sarifContent{text}
		}
	}
	return region
}

func (s *sarifWriter) fix(fix *diag.Fix) *sarifFix {
	made := &sarifFix{Description: sarifMessage{Text: cmp.Or(fix.Message, "fix")}, Properties: sarifFixInformation{fix.Safety.String()}}
	changes := map[*source.File]*sarifChange{}
	for _, edit := range fix.Edits {
		change := changes[edit.File]
		if change == nil {
			change = &sarifChange{ArtifactLocation: s.artifactLocation(edit.File.Name)}
			changes[edit.File] = change
			made.ArtifactChanges = append(made.ArtifactChanges, change)
		}
		replacement := sarifReplacement{DeletedRegion: s.region(edit.File, edit.Span, diag.Exact, false)}
		if edit.NewText != "" {
			replacement.InsertedContent = &sarifContent{edit.NewText}
		}
		change.Replacements = append(change.Replacements, replacement)
	}
	return made
}

// invocation describes whether the run did its work, and what kept it from doing so.
func (s *sarifWriter) invocation(left int) *sarifInvocation {
	invocation := &sarifInvocation{ExecutionSuccessful: !s.result.Failed()}
	notify := func(level, text, path string) {
		notification := &sarifNotification{Level: level, Message: sarifMessage{Text: text}}
		if path != "" {
			notification.Locations = []*sarifLocation{{PhysicalLocation: sarifPhysicalLocation{ArtifactLocation: s.artifactLocation(path)}}}
		}
		invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications, notification)
	}
	for _, failure := range s.result.Failures {
		if !failure.Notice {
			notify("error", failure.Message, failure.Path)
		}
	}
	if left > 0 {
		notify("warning", strconv.Itoa(left)+" of the least severe findings are left out: code scanning accepts "+strconv.Itoa(sarifLimit)+" results", "")
	}
	return invocation
}
