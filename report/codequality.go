package report

import (
	"puppet-lint/internal/diag"
)

// codeClimateIssue is an issue as the Code Climate specification defines it. GitLab's Code
// Quality reads a part of it.
type codeClimateIssue struct {
	Type        string              `json:"type"`
	CheckName   string              `json:"check_name"`
	Description string              `json:"description"`
	Categories  []string            `json:"categories"`
	Severity    string              `json:"severity"`
	Location    codeClimateLocation `json:"location"`
	Fingerprint string              `json:"fingerprint"`
	Content     *codeClimateContent `json:"content,omitempty"`
}

type codeClimateContent struct {
	Body string `json:"body"`
}

type codeClimateLocation struct {
	Path  string           `json:"path"`
	Lines codeClimateLines `json:"lines"`
}

type codeClimateLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// category returns the Code Climate category of a group.
func category(group diag.Group) string {
	switch group {
	case diag.Correctness, diag.Suspicious, diag.Strict:
		return "Bug Risk"
	case diag.Security:
		return "Security"
	case diag.Migration:
		return "Compatibility"
	}
	return "Style"
}

func (w *writer) codeClimate(content bool) error {
	severity := map[diag.Severity]string{diag.Error: "major", diag.Warning: "minor", diag.Info: "info"}
	fingerprints := newFingerprints()
	issues := []codeClimateIssue{}
	for _, finding := range w.result.Findings {
		// A suppressed finding would be shown as open.
		if finding.Suppressed {
			continue
		}
		path := w.repositoryPath(finding.File.Name)
		place := textRangeOf(finding)
		issue := codeClimateIssue{
			Type: "issue", CheckName: finding.Rule.Name, Description: finding.Message,
			Categories: []string{category(finding.Rule.Group)}, Severity: severity[finding.Severity],
			Location:    codeClimateLocation{path, codeClimateLines{place.line, max(place.line, place.endLine)}},
			Fingerprint: fingerprints.of(path, finding),
		}
		if content && finding.Rule.Rationale != "" {
			issue.Content = &codeClimateContent{finding.Rule.Rationale}
		}
		issues = append(issues, issue)
	}
	text, err := encodeJSON(issues, "  ")
	if err != nil {
		return err
	}
	w.Write(text)
	return nil
}

// writeCodeClimate writes a list of Code Climate issues.
func writeCodeClimate(w *writer) error { return w.codeClimate(true) }

// writeGitLab writes a Code Quality report for GitLab.
func writeGitLab(w *writer) error { return w.codeClimate(false) }
