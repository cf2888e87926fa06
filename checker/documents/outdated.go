package documents

import (
	"fmt"
	"strconv"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/module"
	"puppet-lint/types"
)

// checkTarget reports a range of Puppet versions that excludes the target version.
func (m *metadataReader) checkTarget(name string, wanted *document.Node, allowed *types.VersionRange) {
	if allowed.IncludesMajor(int64(m.Target)) {
		return
	}
	product := "Puppet"
	if name == "openvox" {
		product = "OpenVox"
	}
	m.reportOutdated(wanted, allowed, product+" "+strconv.Itoa(m.Target), int64(m.Target))
}

// checkChosen reports a range that excludes the version of a module that the user has chosen
// for the check.
func (m *metadataReader) checkChosen(wanted *document.Node, allowed *types.VersionRange, other *module.Module) {
	for _, version := range other.Known.In(other.Known.Allowed) {
		if !allowed.IncludesMajor(version.Major) {
			m.reportOutdated(wanted, allowed, other.Known.FullName()+" "+version.String(), version.Major)
		}
	}
}

// reportOutdated reports a range that excludes a version. Its fix extends the range.
func (m *metadataReader) reportOutdated(wanted *document.Node, allowed *types.VersionRange, what string, major int64) {
	finding := m.report(&code.OutdatedRequirement, wanted.Span, "the required range '"+wanted.Text+"' does not include "+what)
	extended := extendRange(wanted.Text, allowed, major)
	if extended == "" {
		return
	}
	finding.Help = "write '" + extended + "'"
	if quote := m.File.Text[wanted.Span.Start:][:1]; strings.Trim(m.File.Slice(wanted.Span), quote) == wanted.Text {
		finding.Fixes = []diag.Fix{{
			Message: finding.Help, Safety: diag.Unsafe, Edits: []diag.Edit{{File: m.File, Span: wanted.Span, NewText: quote + extended + quote}},
		}}
	}
}

// upperBound matches the upper bound at the end of a range.
var upperBound = lazyregexp.New(`<=?\s*[0-9][0-9.xX]*\s*\z`)

// extendRange returns a range extended up to a major version, in the usual notation. It returns
// "" if the range begins after that version.
func extendRange(text string, allowed *types.VersionRange, major int64) string {
	bound := fmt.Sprintf("< %d.0.0", major+1)
	candidates := []string{upperBound.ReplaceAllString(text, bound)}
	for lowest := range major {
		if allowed.IncludesMajor(lowest) && allowed.Includes(types.VersionOf(lowest, 0, 0)) {
			candidates = append(candidates, fmt.Sprintf(">= %d.0.0 %s", lowest, bound))
			break
		}
	}
	for _, candidate := range candidates {
		if extended, err := types.ParseVersionRange(candidate); err == nil && candidate != text && extended.IncludesMajor(major) && !extended.IncludesMajor(major+1) {
			return candidate
		}
	}
	return ""
}
