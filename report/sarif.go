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

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

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

// sarifRoot names the folder that relative URIs are relative to.
const sarifRoot = "%SRCROOT%"

// writeSARIF writes SARIF 2.1.0. Columns are in characters, as the run's columnKind states.
func writeSARIF(w *writer) error {
	small := &sarifSpool{limit: sarifBytes}
	err := newSARIF(w, small, sarifLimit, false)
	switch {
	case err == nil && small.compressor == nil:
		w.Write(small.text)
		return nil
	case err != nil && !errors.Is(err, errTooLarge):
		return err
	}
	// Make the report once more: to hold it would take far more memory than the findings.
	return newSARIF(w, w, sarifLimit, err != nil || small.isTooLarge())
}

// sarifLog replaces those parts of the library's report that the library writes with a
// meaningless value, or omits where an empty list has a meaning.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	*sarif.Run
	AutomationDetails  sarifAutomation        `json:"automationDetails"`
	OriginalURIBaseIDs map[string]sarifFolder `json:"originalUriBaseIds"`
	Artifacts          []sarifArtifact        `json:"artifacts"`
	Results            []sarifResult          `json:"results"`
}

// sarifAutomation identifies the series of runs. Code scanning uses the part before the last
// slash as the category of the results.
type sarifAutomation struct {
	ID string `json:"id"`
}

type sarifFolder struct {
	URI string `json:"uri"`
}

type sarifArtifact struct {
	*sarif.Artifact
	ParentIndex *int `json:"parentIndex,omitempty"`
	Length      *int `json:"length,omitempty"`
}

// sarifResult may have an empty list of suppressions: either all results of a run state whether
// they are suppressed or none does (SARIF 3.27.23).
type sarifResult struct {
	*sarif.Result
	Suppressions *[]*sarif.Suppression `json:"suppressions,omitempty"`
	CodeFlows    []sarifCodeFlow       `json:"codeFlows,omitempty"`
}

// noResults is the text at which the results are inserted in an encoded document without results.
const noResults = "\n      \"results\": []"

// newSARIF writes the document to out, with at most limit results. If lean is set, the document
// contains neither code nor fixes. The rules and files that the results refer to come first.
func newSARIF(w *writer, out io.Writer, limit int, lean bool) error {
	s := &sarifWriter{
		writer: w, run: sarif.NewRun(), lean: lean, fingerprints: newFingerprints(),
		hashes: map[*source.File][]string{}, rules: map[*diag.Rule]int{}, artifacts: map[string]int{},
		described: []sarifArtifact{},
		driver: sarif.NewToolComponent().WithName("puppet-lint").WithFullName("puppet-lint " + config.Version).
			WithVersion(config.Version).WithSemanticVersion(config.Version),
	}
	findings, left := s.selected(limit)
	names := map[string]bool{}
	for _, finding := range findings {
		s.describe(finding, names)
	}
	s.run.WithTool(sarif.NewTool().WithDriver(s.driver)).WithColumnKind("unicodeCodePoints").AddInvocation(s.invocation(left))
	around, err := encodeJSON(sarifLog{
		Schema: "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/sarif-2.1/schema/sarif-schema-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{{s.run, sarifAutomation{cmp.Or(w.options.Category, DefaultCategory) + "/"}, map[string]sarifFolder{sarifRoot: {folderURI(w.root())}}, s.described, []sarifResult{}}},
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
	run          *sarif.Run
	driver       *sarif.ToolComponent
	lean         bool
	hashes       map[*source.File][]string
	fingerprints *fingerprints
	// rules and artifacts map the rules and files that the run has described so far to their
	// indexes.
	rules     map[*diag.Rule]int
	artifacts map[string]int
	described []sarifArtifact
}

// describe adds descriptions of the rule and the files that the result of a finding refers to,
// unless the run already has them. names holds the files described so far.
func (s *sarifWriter) describe(finding *diag.Diagnostic, names map[string]bool) {
	file := func(name string) {
		if !names[name] {
			names[name] = true
			s.artifact(name)
		}
	}
	s.rule(finding.Rule)
	file(finding.File.Name)
	for _, related := range finding.Related {
		file(related.File.Name)
	}
	for i := range finding.Fixes {
		if s.holdsFix(&finding.Fixes[i]) {
			for _, edit := range finding.Fixes[i].Edits {
				file(edit.File.Name)
			}
		}
	}
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

func (s *sarifWriter) newResult(finding *diag.Diagnostic) sarifResult {
	message := finding.Message
	if finding.Help != "" {
		message += "\n" + finding.Help
	}
	span := finding.Span
	if finding.At < span.Start || finding.At > span.End {
		span = source.Span{Start: finding.At, End: finding.At}
	}
	result := sarifResult{Result: sarif.NewResult().WithRuleID(finding.Rule.Name).WithRuleIndex(s.rule(finding.Rule)).WithLevel(sarifLevel(finding.Severity))}
	result.AddLocation(s.location(finding.File, span, finding.Precision))
	result.PartialFingerprints = map[string]string{"puppetLint/v1": s.fingerprints.of(s.repositoryPath(finding.File.Name), finding)}
	if hash := s.lineHash(finding); hash != "" {
		result.PartialFingerprints["primaryLocationLineHash"] = hash
	}
	for i, related := range finding.Related {
		location := s.location(related.File, related.Span, diag.Exact)
		result.AddRelatedLocation(location.WithID(i + 1).WithMessage(textMessage(related.Message)))
		// Code scanning shows only related locations that the message links to.
		message += fmt.Sprintf("\n[%s](%d)", linkEscape.Replace(related.Message), location.ID)
	}
	result.WithMessage(textMessage(message))
	if finding.Path {
		result.CodeFlows = []sarifCodeFlow{s.codeFlow(finding, span)}
	}
	for i := range finding.Fixes {
		if s.holdsFix(&finding.Fixes[i]) {
			result.AddFixe(s.fix(&finding.Fixes[i]))
		}
	}
	if s.options.ShowSuppressed {
		result.Suppressions = &[]*sarif.Suppression{}
		if finding.Suppressed {
			suppression := sarif.NewSuppression().WithKind("inSource")
			if finding.Reason != "" {
				suppression.WithJustification(finding.Reason)
			}
			*result.Suppressions = append(*result.Suppressions, suppression)
		}
	}
	return result
}

// sarifCodeFlow is the path of a value. It has no index, which the library's own type sets to
// -1.
type sarifCodeFlow struct {
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	Locations []sarifFlowLocation `json:"locations"`
}

type sarifFlowLocation struct {
	Location *sarif.Location `json:"location"`
}

// codeFlow returns the path of a value: the related locations, followed by that of the finding.
func (s *sarifWriter) codeFlow(finding *diag.Diagnostic, span source.Span) sarifCodeFlow {
	var thread sarifThreadFlow
	add := func(file *source.File, span source.Span, precision diag.Precision, message string) {
		location := s.location(file, span, precision).WithMessage(textMessage(message))
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

func textMessage(text string) *sarif.Message { return sarif.NewMessage().WithText(text) }

func multiformat(text string) *sarif.MultiformatMessageString {
	return sarif.NewMultiformatMessageString().WithText(text)
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
	descriptor := sarif.NewReportingDescriptor().WithID(rule.Name).WithName(pascalCase(rule.Name)).
		WithShortDescription(multiformat(limited(summary))).
		WithFullDescription(multiformat(limited(summary))).
		WithHelp(multiformat(cmp.Or(rule.Rationale, summary)).WithMarkdown(page)).
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(sarifLevel(rule.Severity)))
	descriptor.DeprecatedIds = rule.OldNames
	if address := HelpURI(rule, s.options.Repository); address != "" {
		descriptor.WithHelpURI(address)
	}
	s.driver.AddRule(descriptor.WithProperties(properties(rule)))
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
func properties(rule *diag.Rule) *sarif.PropertyBag {
	bag := sarif.NewPropertyBag().Add("problem.severity",
		map[diag.Severity]string{diag.Error: "error", diag.Warning: "warning", diag.Info: "recommendation"}[rule.Severity])
	if rule.Group == diag.Security {
		bag.Add("security-severity", strconv.FormatFloat(rule.SecuritySeverity, 'f', 1, 64))
	}
	tags := []string{string(rule.Group)}
	for _, number := range rule.CWE {
		tags = append(tags, fmt.Sprintf("external/cwe/cwe-%03d", number))
	}
	return bag.WithTags(tags[:min(len(tags), sarifTagLimit)])
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

func (s *sarifWriter) location(file *source.File, span source.Span, precision diag.Precision) *sarif.Location {
	physical := sarif.NewPhysicalLocation().WithArtifactLocation(s.artifact(file.Name)).WithRegion(s.region(file, span, precision, true))
	return sarif.NewLocation().WithPhysicalLocation(physical)
}

// artifact returns the location of a file, relative to the repository's root if it lies there.
func (s *sarifWriter) artifact(name string) *sarif.ArtifactLocation {
	location, shown := sarif.NewArtifactLocation(), s.repositoryPath(name)
	if strings.HasPrefix(shown, "/") || filepath.IsAbs(filepath.FromSlash(shown)) {
		location.WithURI(fileURI(shown))
	} else {
		// A colon in the first segment would be taken as the end of a scheme.
		location.WithURI(strings.ReplaceAll((&url.URL{Path: shown}).EscapedPath(), ":", "%3A")).WithURIBaseID(sarifRoot)
	}
	index, known := s.artifacts[shown]
	if !known {
		index = len(s.artifacts)
		s.artifacts[shown] = index
		whole := *location
		s.described = append(s.described, sarifArtifact{Artifact: sarif.NewArtifact().WithLocation(whole.WithIndex(index))})
	}
	return location.WithIndex(index)
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
func (s *sarifWriter) region(file *source.File, span source.Span, precision diag.Precision, snippet bool) *sarif.Region {
	region := sarif.NewRegion()
	start, end := file.Position(span.Start), file.Position(span.End)
	switch precision {
	case diag.FileOnly:
		return region.WithStartLine(1)
	case diag.LineOnly:
		return region.WithStartLine(start.Line)
	}
	from := file.Characters(span.Start)
	region.WithStartLine(start.Line).WithStartColumn(start.Column).WithEndLine(end.Line).WithEndColumn(end.Column).
		WithCharOffset(from).WithCharLength(file.Characters(span.End) - from).
		WithByteOffset(int(span.Start)).WithByteLength(span.Len())
	if snippet && !s.lean && span.Len() > 0 && span.Len() <= 1000 {
		if text := file.Slice(span); utf8.ValidString(text) {
			region.WithSnippet(sarif.NewArtifactContent().WithText(text))
		}
	}
	return region
}

func (s *sarifWriter) fix(fix *diag.Fix) *sarif.Fix {
	made := sarif.NewFix().WithDescription(textMessage(cmp.Or(fix.Message, "fix"))).
		WithProperties(sarif.NewPropertyBag().Add("safety", fix.Safety.String()))
	changes := map[*source.File]*sarif.ArtifactChange{}
	for _, edit := range fix.Edits {
		if changes[edit.File] == nil {
			changes[edit.File] = sarif.NewArtifactChange().WithArtifactLocation(s.artifact(edit.File.Name))
			made.AddArtifactChange(changes[edit.File])
		}
		replacement := sarif.NewReplacement().WithDeletedRegion(s.region(edit.File, edit.Span, diag.Exact, false))
		if edit.NewText != "" {
			replacement.WithInsertedContent(sarif.NewArtifactContent().WithText(edit.NewText))
		}
		changes[edit.File].AddReplacement(replacement)
	}
	return made
}

// invocation describes whether the run did its work, and what kept it from doing so.
func (s *sarifWriter) invocation(left int) *sarif.Invocation {
	invocation := sarif.NewInvocation().WithExecutionSuccessful(!s.result.Failed())
	notify := func(level, text, path string) {
		notification := sarif.NewNotification().WithLevel(level).WithMessage(textMessage(text))
		if path != "" {
			notification.AddLocation(sarif.NewLocation().WithPhysicalLocation(sarif.NewPhysicalLocation().WithArtifactLocation(s.artifact(path))))
		}
		invocation.AddToolExecutionNotification(notification)
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
