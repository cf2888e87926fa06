package server

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/internal/workspace"
	"puppet-lint/report"
	"puppet-lint/server/protocol"
)

// report publishes the findings of a run.
func (s *Server) report(found workspace.Report) {
	for _, problem := range found.Problems {
		s.log.printf("problem: %s", problem)
	}
	if s.pulls() {
		if found.Done && s.client.Workspace.Diagnostics.RefreshSupport && len(found.Files) > 0 {
			s.ask("workspace/diagnostic/refresh", nil, nil)
		}
		return
	}
	mappers := s.mappers()
	for path, file := range found.Files {
		s.publish(mappers, path, file)
	}
}

// pulls reports whether the client requests findings, instead of waiting until the server
// publishes them.
func (s *Server) pulls() bool { return s.client.TextDocument.Diagnostic != nil }

func (s *Server) publish(mappers *mappers, path string, file workspace.FileFindings) {
	s.mutex.Lock()
	known := s.reported[path]
	hidden := s.settings.Diagnostics.OpenFilesOnly && !file.Open
	if len(file.Findings) == 0 || hidden {
		delete(s.reported, path)
	} else {
		s.reported[path] = true
	}
	s.mutex.Unlock()
	if !known && !file.Open && (len(file.Findings) == 0 || hidden) {
		return
	}
	params := protocol.PublishDiagnosticsParams{URI: s.uris.of(path), Diagnostics: []protocol.Diagnostic{}}
	if file.Open {
		params.Version = &file.Version
	}
	if !hidden {
		params.Diagnostics = s.diagnostics(mappers, file.Findings)
	}
	s.notify("textDocument/publishDiagnostics", params)
}

// clearOutside removes the published findings of files that are neither open nor in a folder. Those
// of a module around an open file are published again.
func (s *Server) clearOutside() {
	s.clear(func(path string) bool {
		return s.documents[s.uris.of(path)] == nil &&
			!slices.ContainsFunc(s.folders, func(folder string) bool { return source.IsWithin(path, folder) })
	})
}

// clear removes the published findings of the files that isGone selects.
func (s *Server) clear(isGone func(path string) bool) {
	s.mutex.Lock()
	var gone []string
	for path := range s.reported {
		if isGone(path) {
			gone = append(gone, path)
			delete(s.reported, path)
		}
	}
	s.mutex.Unlock()
	for _, path := range gone {
		s.notify("textDocument/publishDiagnostics", protocol.PublishDiagnosticsParams{URI: s.uris.of(path), Diagnostics: []protocol.Diagnostic{}})
	}
}

func (s *Server) diagnostics(mappers *mappers, findings []*diag.Diagnostic) []protocol.Diagnostic {
	shown := make([]protocol.Diagnostic, 0, len(findings))
	for _, finding := range findings {
		shown = append(shown, s.diagnostic(mappers, finding))
	}
	return shown
}

// diagnostic converts a finding for the protocol.
func (s *Server) diagnostic(mappers *mappers, finding *diag.Diagnostic) protocol.Diagnostic {
	message := finding.Message
	if finding.Help != "" {
		message += "\n" + finding.Help
	}
	shown := protocol.Diagnostic{
		Range: mappers.of(finding.File).rangeOf(shownSpan(finding)), Severity: severityOf(finding.Severity),
		Code: finding.Rule.Name, Source: "puppet-lint", Message: message,
	}
	if address := report.HelpURI(finding.Rule, config.Repository); address != "" && s.client.describesCodes() {
		shown.CodeDescription = &protocol.CodeDescription{Href: address}
	}
	switch {
	case strings.HasPrefix(finding.Rule.Name, "unused_") || strings.HasPrefix(finding.Rule.Name, "unreachable"):
		shown.Tags = []protocol.DiagnosticTag{protocol.DiagnosticTagUnnecessary}
	case strings.Contains(finding.Rule.Name, "deprecated") || strings.HasPrefix(finding.Rule.Name, "legacy_"):
		shown.Tags = []protocol.DiagnosticTag{protocol.DiagnosticTagDeprecated}
	}
	for _, related := range finding.Related {
		shown.RelatedInformation = append(shown.RelatedInformation, protocol.DiagnosticRelatedInformation{
			Location: mappers.location(related.File, related.Span), Message: related.Message,
		})
	}
	return shown
}

// shownSpan returns the span that an editor underlines. An empty span is extended to one
// character.
func shownSpan(finding *diag.Diagnostic) source.Span {
	span := finding.Span
	text := finding.File.Text
	if span.Len() == 0 && int(span.End) < len(text) && text[span.End] != '\n' {
		span.End++
		for int(span.End) < len(text) && text[span.End]&0xC0 == 0x80 {
			span.End++
		}
	}
	return span
}

func severityOf(severity diag.Severity) protocol.DiagnosticSeverity {
	switch severity {
	case diag.Error:
		return protocol.DiagnosticSeverityError
	case diag.Warning:
		return protocol.DiagnosticSeverityWarning
	}
	return protocol.DiagnosticSeverityInformation
}

// documentDiagnostic handles textDocument/diagnostic. It waits for findings that are up to
// date.
func documentDiagnostic(ctx context.Context, r *request, params *protocol.DocumentDiagnosticParams) (any, error) {
	path, ok := r.server.uris.path(params.TextDocument.URI)
	if !ok {
		return full(nil, ""), nil
	}
	file, err := r.server.workspace.Findings(ctx, path)
	if err != nil {
		return nil, err
	}
	shown := r.server.diagnostics(r.server.mappers(), file.Findings)
	id := identify(shown)
	if params.PreviousResultId == id {
		return protocol.RelatedUnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultId: id}, nil
	}
	return full(shown, id), nil
}

func full(shown []protocol.Diagnostic, id string) protocol.RelatedFullDocumentDiagnosticReport {
	if shown == nil {
		shown = []protocol.Diagnostic{}
	}
	return protocol.RelatedFullDocumentDiagnosticReport{Kind: "full", ResultId: id, Items: shown}
}

// identify returns a short text that is equal for equal findings.
func identify(shown []protocol.Diagnostic) string {
	sum := fnv.New64a()
	fmt.Fprintf(sum, "%v", shown)
	for i := range shown {
		for _, related := range shown[i].RelatedInformation {
			fmt.Fprintf(sum, "%v", related)
		}
	}
	return fmt.Sprintf("%x", sum.Sum64())
}

// workspaceDiagnostic handles workspace/diagnostic.
func workspaceDiagnostic(ctx context.Context, r *request, params *protocol.WorkspaceDiagnosticParams) (any, error) {
	all, err := r.server.workspace.AllFindings(ctx)
	if err != nil {
		return nil, err
	}
	before := map[string]string{}
	for _, one := range params.PreviousResultIds {
		before[one.URI] = one.Value
	}
	report := protocol.WorkspaceDiagnosticReport{Items: []any{}}
	mappers := r.server.mappers()
	add := func(uri string, file workspace.FileFindings) {
		if r.settings.Diagnostics.OpenFilesOnly && !file.Open {
			file.Findings = nil
		}
		shown := r.server.diagnostics(mappers, file.Findings)
		id := identify(shown)
		var version *int32
		if file.Open {
			version = &file.Version
		}
		if before[uri] == id {
			report.Items = append(report.Items, protocol.WorkspaceUnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultId: id, URI: uri, Version: version})
			return
		}
		report.Items = append(report.Items, protocol.WorkspaceFullDocumentDiagnosticReport{Kind: "full", ResultId: id, Items: shown, URI: uri, Version: version})
	}
	seen := map[string]bool{}
	for path, file := range all {
		uri := r.server.uris.of(path)
		seen[uri] = true
		if len(file.Findings) > 0 || before[uri] != "" {
			add(uri, file)
		}
	}
	for uri := range before {
		if !seen[uri] {
			add(uri, workspace.FileFindings{})
		}
	}
	return report, nil
}
