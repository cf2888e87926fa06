package diag

import (
	"cmp"
	"slices"

	"puppet-lint/source"
)

// Severity says how bad a finding is. The zero value means "not set"; higher
// is worse.
type Severity uint8

// The severities. Info never fails a run.
const (
	Info Severity = iota + 1
	Warning
	Error
)

// severityNames are the severities as they are spelt, mildest first.
var severityNames = [...]string{Info: "info", Warning: "warning", Error: "error"}

// String is the severity as reports and configuration spell it.
func (s Severity) String() string {
	if int(s) < len(severityNames) && severityNames[s] != "" {
		return severityNames[s]
	}
	return "unset"
}

// ParseSeverity reads what String writes.
func ParseSeverity(text string) (Severity, bool) {
	for severity, name := range severityNames {
		if name == text && name != "" {
			return Severity(severity), true
		}
	}
	return 0, false
}

// Precision says how much of a Diagnostic's place is known.
type Precision uint8

const (
	// Exact: the span and the point are meant as they are.
	Exact Precision = iota
	// LineOnly: Puppet names the line but no column.
	LineOnly
	// FileOnly: the finding is about the file as a whole.
	FileOnly
)

// Diagnostic is one finding.
type Diagnostic struct {
	// Rule is what raised it.
	Rule *Rule
	// Code is Puppet's own issue code (SYNTAX_ERROR, DUPLICATE_PARAMETER …),
	// empty where Puppet has none.
	Code string
	// File holds the text that Span and At refer to.
	File *source.File
	// Span is what a code frame or an editor underlines.
	Span source.Span
	// At is the byte offset of the point that Puppet or puppet-lint names,
	// which often is not the start of Span: 140chars is always at column 140,
	// an assignment is at its operator.
	At int32
	// Fatal reports that the file is no program because of this: it is reported
	// whichever rules were chosen, since nothing else can be said of the file.
	Fatal bool
	// Precision says how much of Span and At is meaningful.
	Precision Precision
	// PuppetPrecision says how much of the place Puppet names, where a profile
	// has to say the same: it gives no place for an error at the end of a file.
	PuppetPrecision Precision
	// Severity is the rule's own, unless configuration or the finding itself
	// say otherwise.
	Severity Severity
	// Path reports that Related are the steps by which a value comes to this place, in their
	// order.
	Path bool
	// Suppressed reports that a control comment or the baseline suppressed the
	// finding.
	Suppressed bool
	// Message says what is wrong, in one line, without a full stop.
	Message string
	// Help says how to fix it; optional, one line.
	Help string
	// PuppetMessage is what Puppet or puppet-lint would say where a profile has
	// to say the same; empty where that is Message.
	PuppetMessage string
	// Related are further places that explain the finding.
	Related []Related
	// Fixes are alternatives: applying any one of them fixes the finding.
	Fixes []Fix
	// Reason is that of the control comment that suppressed the finding, if it gave one.
	Reason string
}

// Related is a place that explains a Diagnostic, such as the first of two
// duplicates.
type Related struct {
	File    *source.File
	Span    source.Span
	Message string
}

// Position is the line and the column, in characters, of At.
func (d *Diagnostic) Position() source.Position { return d.File.Position(d.At) }

// Fixable reports whether the finding has a fix of at most the given safety.
func (d *Diagnostic) Fixable(atMost Safety) bool {
	return slices.ContainsFunc(d.Fixes, func(fix Fix) bool { return fix.Safety <= atMost })
}

// Sort orders diagnostics by file name, point, rule and message, so that the
// order never depends on how the run was scheduled. It is stable.
func Sort(diagnostics []Diagnostic) {
	slices.SortStableFunc(diagnostics, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.File.Name, b.File.Name),
			cmp.Compare(a.At, b.At),
			cmp.Compare(a.Rule.Name, b.Rule.Name),
			cmp.Compare(a.Message, b.Message),
		)
	})
}
