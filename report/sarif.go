package report

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"unicode/utf8"

	"puppet-lint/config"
	"puppet-lint/diag"
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

const (
	sarifSchema  = "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/sarif-2.1/schema/sarif-schema-2.1.0.json"
	sarifVersion = "2.1.0"
	// sarifRoot names the folder that relative URIs start from.
	sarifRoot = "%SRCROOT%"
)

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
		writer: w, lean: lean, fingerprints: newFingerprints(), cursors: map[*source.File]*offsetCursor{},
		hashes: map[*source.File][]string{}, rules: map[*diag.Rule]int{}, artifacts: map[string]int{},
	}
	s.run = sarifRun{
		Tool:               sarifTool{sarifDriver{Name: "puppet-lint", Version: config.Version, SemanticVersion: config.Version}},
		OriginalURIBaseIDs: map[string]*sarifArtifact{sarifRoot: {URI: fileURI(w.result.Folder) + "/"}},
		ColumnKind:         "unicodeCodePoints",
		Results:            []*sarifResult{},
	}
	findings, left := s.selected(limit)
	for _, finding := range findings {
		s.run.Results = append(s.run.Results, s.newResult(finding))
	}
	s.run.Invocations = []sarifInvocation{s.invocation(left)}
	return encodeJSON(sarifLog{sarifSchema, sarifVersion, []*sarifRun{&s.run}}, "  ")
}

type sarifWriter struct {
	*writer
	run          sarifRun
	lean         bool
	hashes       map[*source.File][]string
	fingerprints *fingerprints
	cursors      map[*source.File]*offsetCursor
	rules        map[*diag.Rule]int
	artifacts    map[string]int
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
		RuleID: finding.Rule.Name, RuleIndex: s.rule(finding.Rule), Level: sarifLevel(finding.Severity), Message: sarifText{Text: message},
		Locations:           []*sarifLocation{s.location(finding.File, span, finding.Precision)},
		PartialFingerprints: map[string]string{"puppetLint/v1": s.fingerprints.of(s.slashPath(finding.File.Name), finding)},
	}
	for i, related := range finding.Related {
		location := s.location(related.File, related.Span, diag.Exact)
		location.ID, location.Message = i+1, &sarifText{Text: related.Message}
		result.RelatedLocations = append(result.RelatedLocations, location)
	}
	if hash := s.lineHash(finding); hash != "" {
		result.PartialFingerprints["primaryLocationLineHash"] = hash
	}
	for _, fix := range finding.Fixes {
		if fix.Safety != diag.DisplayOnly && len(fix.Edits) > 0 && !s.lean {
			result.Fixes = append(result.Fixes, s.fix(&fix))
		}
	}
	if finding.Suppressed {
		result.Suppressions = []sarifSuppression{{"inSource", finding.Reason}}
	}
	return result
}

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
	driver := &s.run.Tool.Driver
	index := len(driver.Rules)
	s.rules[rule] = index
	summary, help := limited(cmpOr(rule.Summary, rule.Name)), cmpOr(cmpOr(rule.Rationale, rule.Summary), rule.Name)
	driver.Rules = append(driver.Rules, &sarifDescriptor{
		ID: rule.Name, Name: rule.Name, DeprecatedIDs: rule.OldNames,
		ShortDescription: sarifText{Text: summary}, FullDescription: sarifText{Text: summary}, Help: sarifText{Text: help, Markdown: help},
		DefaultConfiguration: sarifConfiguration{sarifLevel(rule.Severity)}, Properties: sarifProperties(rule),
	})
	return index
}

// sarifProperties are what code scanning wants to know of a rule beyond the
// standard.
func sarifProperties(rule *diag.Rule) map[string]any {
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
	return properties
}

func (s *sarifWriter) location(file *source.File, span source.Span, precision diag.Precision) *sarifLocation {
	return &sarifLocation{Physical: sarifPhysical{s.artifact(file.Name), s.region(file, span, precision, true)}}
}

// artifact is where a file is: relative to the current folder, if it lies
// within.
func (s *sarifWriter) artifact(name string) *sarifArtifact {
	shown := s.slashPath(name)
	index, known := s.artifacts[name]
	if !known {
		index = len(s.artifacts)
		s.artifacts[name] = index
	}
	location := &sarifArtifact{Index: &index}
	if filepath.IsAbs(filepath.FromSlash(shown)) || shown == ".." || len(shown) > 2 && shown[:3] == "../" {
		location.URI = fileURI(fullPath(s.result.Folder, name))
	} else {
		location.URI, location.URIBaseID = (&url.URL{Path: shown}).EscapedPath(), sarifRoot
	}
	if !known {
		s.run.Artifacts = append(s.run.Artifacts, sarifArtifactAt{location})
	}
	return location
}

func fileURI(folder string) string {
	slashed := filepath.ToSlash(folder)
	if !path.IsAbs(slashed) {
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}

// region is a span in every unit that SARIF has; snippet adds its text.
func (s *sarifWriter) region(file *source.File, span source.Span, precision diag.Precision, snippet bool) *sarifRegion {
	start, end := file.Position(span.Start), file.Position(span.End)
	switch precision {
	case diag.FileOnly:
		return &sarifRegion{StartLine: 1}
	case diag.LineOnly:
		return &sarifRegion{StartLine: start.Line}
	}
	cursor := s.cursors[file]
	if cursor == nil {
		cursor = &offsetCursor{text: file.Text}
		s.cursors[file] = cursor
	}
	from, to := cursor.characters(span.Start), cursor.characters(span.End)
	region := &sarifRegion{StartLine: start.Line, sarifExtent: &sarifExtent{
		StartColumn: start.Column, EndLine: end.Line, EndColumn: end.Column,
		ByteOffset: int(span.Start), ByteLength: span.Len(), CharOffset: from, CharLength: to - from,
	}}
	if text := file.Slice(span); snippet && !s.lean && span.Len() > 0 && span.Len() <= 1000 && utf8.ValidString(text) {
		region.Snippet = &sarifText{Text: text}
	}
	return region
}

// offsetCursor turns byte offsets, asked for in mostly ascending order, into
// offsets in characters.
type offsetCursor struct {
	text       string
	offset     int32
	characterN int
}

func (c *offsetCursor) characters(offset int32) int {
	if offset < c.offset {
		c.characterN -= utf8.RuneCountInString(c.text[offset:c.offset])
	} else {
		c.characterN += utf8.RuneCountInString(c.text[c.offset:offset])
	}
	c.offset = offset
	return c.characterN
}

func (s *sarifWriter) fix(fix *diag.Fix) sarifFix {
	var changes []*sarifChange
	byFile := map[*source.File]*sarifChange{}
	for _, edit := range fix.Edits {
		change := byFile[edit.File]
		if change == nil {
			change = &sarifChange{Artifact: s.artifact(edit.File.Name)}
			byFile[edit.File] = change
			changes = append(changes, change)
		}
		replacement := sarifReplacement{Deleted: s.region(edit.File, edit.Span, diag.Exact, false)}
		if edit.NewText != "" {
			replacement.Inserted = &sarifText{Text: edit.NewText}
		}
		change.Replacements = append(change.Replacements, replacement)
	}
	return sarifFix{sarifText{Text: cmpOr(fix.Message, "fix")}, changes}
}

// invocation tells whether the run did its work, and what kept it from it.
func (s *sarifWriter) invocation(left int) sarifInvocation {
	invocation := sarifInvocation{ExecutionSuccessful: !s.result.Failed()}
	notify := func(level, text, path string) {
		notification := sarifNotification{Level: level, Message: sarifText{Text: text}}
		if path != "" {
			notification.Locations = []*sarifLocation{{Physical: sarifPhysical{Artifact: s.artifact(path)}}}
		}
		invocation.Notifications = append(invocation.Notifications, notification)
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
