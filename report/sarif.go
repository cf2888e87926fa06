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

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

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
		writer: w, run: sarif.NewRun(), lean: lean, fingerprints: newFingerprints(),
		hashes: map[*source.File][]string{}, rules: map[*diag.Rule]int{}, artifacts: map[string]int{},
		// The standard wants a list, even of no rules.
		descriptors: []*sarif.ReportingDescriptor{},
	}
	driver := sarif.NewToolComponent().WithName("puppet-lint").WithVersion(config.Version).WithSemanticVersion(config.Version)
	s.run.WithTool(sarif.NewTool().WithDriver(driver)).WithColumnKind("unicodeCodePoints")
	folder := sarif.NewArtifactLocation().WithURI(fileURI(w.result.Folder) + "/")
	s.run.OriginalUriBaseIds = map[string]sarif.ArtifactLocation{sarifRoot: *folder}
	findings, left := s.selected(limit)
	for _, finding := range findings {
		s.run.AddResult(s.newResult(finding))
	}
	driver.WithRules(s.descriptors)
	s.run.WithInvocations([]*sarif.Invocation{s.invocation(left)})
	document := sarif.NewReport()
	document.AddRun(s.run)
	return encodeJSON(document, "  ")
}

type sarifWriter struct {
	*writer
	run          *sarif.Run
	lean         bool
	hashes       map[*source.File][]string
	fingerprints *fingerprints
	rules        map[*diag.Rule]int
	descriptors  []*sarif.ReportingDescriptor
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

func (s *sarifWriter) newResult(finding *diag.Diagnostic) *sarif.Result {
	index := s.rule(finding.Rule)
	message := finding.Message
	if finding.Help != "" {
		message += "\n" + finding.Help
	}
	result := sarif.NewResult().WithRuleID(finding.Rule.Name).WithRuleIndex(index).
		WithLevel(sarifLevel(finding.Severity)).WithMessage(textMessage(message))
	span := finding.Span
	if finding.At < span.Start || finding.At > span.End {
		span = source.Span{Start: finding.At, End: finding.At}
	}
	result.AddLocation(s.location(finding.File, span, finding.Precision))
	for i, related := range finding.Related {
		location := s.location(related.File, related.Span, diag.Exact)
		location.ID = i + 1
		result.AddRelatedLocation(location.WithMessage(textMessage(related.Message)))
	}
	result.PartialFingerprints = map[string]string{
		"puppetLint/v1": s.fingerprints.of(s.slashPath(finding.File.Name), finding),
	}
	if hash := s.lineHash(finding); hash != "" {
		result.PartialFingerprints["primaryLocationLineHash"] = hash
	}
	for _, fix := range finding.Fixes {
		if fix.Safety != diag.DisplayOnly && len(fix.Edits) > 0 && !s.lean {
			result.AddFixe(s.fix(&fix))
		}
	}
	if finding.Suppressed {
		suppression := sarif.NewSuppression().WithKind("inSource")
		if finding.Reason != "" {
			suppression.WithJustification(finding.Reason)
		}
		result.AddSuppression(suppression)
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

func textMessage(text string) *sarif.Message { return sarif.NewMessage().WithText(text) }

// rule is the index of the rule's description, made on first use.
func (s *sarifWriter) rule(rule *diag.Rule) int {
	if index, ok := s.rules[rule]; ok {
		return index
	}
	index := len(s.descriptors)
	s.rules[rule] = index
	multi := func(text string) *sarif.MultiformatMessageString {
		return sarif.NewMultiformatMessageString().WithText(text)
	}
	help := cmpOr(rule.Rationale, rule.Summary)
	descriptor := sarif.NewReportingDescriptor().WithID(rule.Name).WithName(rule.Name).
		WithShortDescription(multi(limited(cmpOr(rule.Summary, rule.Name)))).
		WithFullDescription(multi(limited(cmpOr(rule.Summary, rule.Name)))).
		WithHelp(multi(cmpOr(help, rule.Name)).WithMarkdown(cmpOr(help, rule.Name))).
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(sarifLevel(rule.Severity)))
	if len(rule.OldNames) > 0 {
		descriptor.DeprecatedIds = rule.OldNames
	}
	bag := sarif.NewPropertyBag()
	bag.Tags = []string{string(rule.Group)}
	for _, number := range rule.CWE {
		bag.Tags = append(bag.Tags, fmt.Sprintf("external/cwe/cwe-%03d", number))
	}
	bag.Tags = bag.Tags[:min(len(bag.Tags), sarifTagLimit)]
	bag.Properties = sarif.Properties{"problem.severity": map[diag.Severity]string{
		diag.Error: "error", diag.Warning: "warning", diag.Info: "recommendation"}[rule.Severity]}
	if rule.Group == diag.Security {
		bag.Properties["security-severity"] = map[diag.Severity]string{diag.Error: "8.0", diag.Warning: "5.0", diag.Info: "2.0"}[rule.Severity]
	}
	s.descriptors = append(s.descriptors, descriptor.WithProperties(bag))
	return index
}

func (s *sarifWriter) location(file *source.File, span source.Span, precision diag.Precision) *sarif.Location {
	physical := sarif.NewPhysicalLocation().WithArtifactLocation(s.artifact(file.Name))
	physical.WithRegion(s.region(file, span, precision, true))
	location := sarif.NewLocation().WithPhysicalLocation(physical)
	return location
}

// artifact is where a file is: relative to the current folder, if it lies
// within.
func (s *sarifWriter) artifact(name string) *sarif.ArtifactLocation {
	shown := s.slashPath(name)
	location := sarif.NewArtifactLocation()
	if filepath.IsAbs(filepath.FromSlash(shown)) || shown == ".." || len(shown) > 2 && shown[:3] == "../" {
		location.WithURI(fileURI(fullPath(s.result.Folder, name)))
	} else {
		location.WithURI((&url.URL{Path: shown}).EscapedPath()).WithURIBaseID(sarifRoot)
	}
	index, known := s.artifacts[name]
	if !known {
		index = len(s.artifacts)
		s.artifacts[name] = index
		whole := *location
		whole.Index = index
		s.run.AddArtifact(sarif.NewArtifact().WithLocation(&whole))
	}
	location.Index = index
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
func (s *sarifWriter) region(file *source.File, span source.Span, precision diag.Precision, snippet bool) *sarif.Region {
	region := sarif.NewRegion()
	start, end := file.Position(span.Start), file.Position(span.End)
	switch precision {
	case diag.FileOnly:
		return region.WithStartLine(1)
	case diag.LineOnly:
		return region.WithStartLine(start.Line)
	}
	region.WithStartLine(start.Line).WithStartColumn(start.Column).WithEndLine(end.Line).WithEndColumn(end.Column)
	from, to := file.Characters(span.Start), file.Characters(span.End)
	region.WithByteOffset(int(span.Start)).WithByteLength(span.Len())
	region.WithCharOffset(from).WithCharLength(to - from)
	if snippet && !s.lean && span.Len() > 0 && span.Len() <= 1000 {
		text := file.Slice(span)
		if utf8.ValidString(text) {
			region.WithSnippet(sarif.NewArtifactContent().WithText(text))
		}
	}
	return region
}

func (s *sarifWriter) fix(fix *diag.Fix) *sarif.Fix {
	var changes []*sarif.ArtifactChange
	byFile := map[*source.File]*sarif.ArtifactChange{}
	for _, edit := range fix.Edits {
		change := byFile[edit.File]
		if change == nil {
			change = sarif.NewArtifactChange().WithArtifactLocation(s.artifact(edit.File.Name))
			byFile[edit.File] = change
			changes = append(changes, change)
		}
		replacement := sarif.NewReplacement().WithDeletedRegion(s.region(edit.File, edit.Span, diag.Exact, false))
		if edit.NewText != "" {
			replacement.WithInsertedContent(sarif.NewArtifactContent().WithText(edit.NewText))
		}
		change.Replacements = append(change.Replacements, replacement)
	}
	return sarif.NewFix().WithDescription(textMessage(cmpOr(fix.Message, "fix"))).WithArtifactChanges(changes)
}

// invocation tells whether the run did its work, and what kept it from it.
func (s *sarifWriter) invocation(left int) *sarif.Invocation {
	invocation := sarif.NewInvocation().WithExecutionSuccessful(!s.result.Failed())
	notify := func(level, text, path string) {
		notification := sarif.NewNotification().WithLevel(level).WithMessage(textMessage(text))
		if path != "" {
			notification.AddLocation(sarif.NewLocation().WithPhysicalLocation(
				sarif.NewPhysicalLocation().WithArtifactLocation(s.artifact(path))))
		}
		invocation.AddToolExecutionNotification(notification)
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
