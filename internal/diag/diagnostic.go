package diag

import (
	"cmp"
	"hash/maphash"
	"slices"
	"unique"

	"puppet-lint/internal/source"
)

// Severity is how serious a finding is. The zero value means "not set"; higher is more serious.
type Severity uint8

// The severities. Info never fails a run.
const (
	Info Severity = iota + 1
	Warning
	Error
)

// severityNames are the names of the severities, least serious first.
var severityNames = [...]string{Info: "info", Warning: "warning", Error: "error"}

// String returns the severity as it is written in reports and the configuration.
func (s Severity) String() string {
	if int(s) < len(severityNames) && severityNames[s] != "" {
		return severityNames[s]
	}
	return "unset"
}

// ParseSeverity parses what String returns.
func ParseSeverity(text string) (Severity, bool) {
	for severity, name := range severityNames {
		if name == text && name != "" {
			return Severity(severity), true
		}
	}
	return 0, false
}

// Precision is how much of a Diagnostic's position is known.
type Precision uint8

const (
	// Exact: the span and the position At are exact.
	Exact Precision = iota
	// LineOnly: Puppet reports the line but no column.
	LineOnly
	// FileOnly: the finding is about the file as a whole.
	FileOnly
)

// Diagnostic is a finding. Several lists may hold the same one: who changes a finding that others
// keep changes a copy (Clone).
type Diagnostic struct {
	// Rule is the rule that reports the finding.
	Rule *Rule
	// File holds the text that Span and At refer to.
	File *source.File
	// Span is what a code frame or an editor underlines.
	Span source.Span
	// At is the byte offset that Puppet or puppet-lint reports. It often differs from the start
	// of Span: 140chars reports column 140, an assignment its operator.
	At int32
	// Fatal is true if the file is not a valid program because of this. Such a finding is
	// reported whichever rules are selected, since no other rule can check the file.
	Fatal bool
	// Precision is how much of Span and At is meaningful.
	Precision Precision
	// PuppetPrecision is how much of the position Puppet reports, for profiles that must match
	// it. Puppet reports no position for an error at the end of a file.
	PuppetPrecision Precision
	// Severity is the rule's, unless the configuration or the finding itself overrides it.
	Severity Severity
	// Path is true if Related are the steps, in order, by which a value reaches this location.
	Path bool
	// Suppressed reports that a control comment or the baseline suppressed the
	// finding.
	Suppressed bool
	// Message describes the problem, in one line, without a full stop.
	Message string
	// Help describes how to fix it, in one line; it may be empty.
	Help string
	// Related are further locations that explain the finding.
	Related []Related
	// Cause identifies the cause of the finding, if others may have the same one: findings of a rule
	// with the same cause go away together. It is 0 if the finding has a cause of its own.
	Cause Cause
	// Fixes are alternatives: any one of them fixes the finding.
	Fixes []Fix

	code unique.Handle[string]
	rare *rare
}

// rare holds what few diagnostics have. A run may make a hundred thousand of them, so they are kept
// small. It does not change, since copies of a diagnostic share it.
type rare struct {
	suggestion            Suggestion
	puppetMessage, reason string
}

// orNone returns the values, all zero for nil.
func (r *rare) orNone() rare {
	if r == nil {
		return rare{}
	}
	return *r
}

// Code returns Puppet's own issue code (SYNTAX_ERROR, DUPLICATE_PARAMETER …), or "" if Puppet has
// none.
func (d *Diagnostic) Code() string {
	if d.code == (unique.Handle[string]{}) {
		return ""
	}
	return d.code.Value()
}

// SetCode sets Puppet's issue code.
func (d *Diagnostic) SetCode(code string) {
	if code != "" {
		d.code = unique.Make(code)
	}
}

// PuppetMessage returns the message of Puppet or puppet-lint (Ruby), for profiles that must use it,
// or "" if it equals Message.
func (d *Diagnostic) PuppetMessage() string { return d.rare.orNone().puppetMessage }

// SetPuppetMessage sets the message of Puppet or puppet-lint (Ruby).
func (d *Diagnostic) SetPuppetMessage(message string) {
	if values := d.rare.orNone(); values.puppetMessage != message {
		values.puppetMessage = message
		d.rare = &values
	}
}

// Suppress marks the finding as suppressed. reason is that of the control comment; it may be empty.
func (d *Diagnostic) Suppress(reason string) {
	d.Suppressed = true
	if values := d.rare.orNone(); values.reason != reason {
		values.reason = reason
		d.rare = &values
	}
}

// Reason returns the reason of the control comment that suppressed the finding, or "" if it gave
// none.
func (d *Diagnostic) Reason() string { return d.rare.orNone().reason }

// Suggestion returns the name that was most likely meant instead of one in Span. It is zero if there
// is none. Suggest and Offer set it.
func (d *Diagnostic) Suggestion() Suggestion { return d.rare.orNone().suggestion }

// Cause identifies the cause of findings, by a hash of a text that names it. It differs in each run of
// the program, so that nobody can write code whose findings pass for those of another cause.
type Cause uint64

var causeSeed = maphash.MakeSeed()

// CauseOf returns the cause that a text names. The text may be given in parts.
func CauseOf(text ...string) Cause {
	var hash maphash.Hash
	hash.SetSeed(causeSeed)
	for _, part := range text {
		_, _ = hash.WriteString(part) // it never fails
	}
	return Cause(max(hash.Sum64(), 1))
}

// Related is a location that explains a Diagnostic, such as the first of two duplicates.
type Related struct {
	File    *source.File
	Span    source.Span
	Message string
}

// Position returns the line and column of At, in characters.
func (d *Diagnostic) Position() source.Position { return d.File.Position(d.At) }

// Fixable reports whether the finding has a fix of at most the given safety.
func (d *Diagnostic) Fixable(atMost Safety) bool {
	return slices.ContainsFunc(d.Fixes, func(fix Fix) bool { return fix.Safety <= atMost })
}

// Same reports whether two findings of one configuration are the same for people: by rule, place and
// text. The other properties follow from these.
func (d *Diagnostic) Same(other *Diagnostic) bool {
	return d.Rule == other.Rule && d.File == other.File && d.At == other.At && d.Span == other.Span && d.Message == other.Message && d.Help == other.Help
}

// Clone returns a list of copies of diagnostics, for a caller that changes them while others keep the
// originals. What a diagnostic refers to is not copied.
func Clone(diagnostics []*Diagnostic) []*Diagnostic {
	copies := make([]*Diagnostic, len(diagnostics))
	for i, diagnostic := range diagnostics {
		copies[i] = new(*diagnostic)
	}
	return copies
}

// Sort sorts diagnostics by file name, position, rule and message, so that the order does not
// depend on how the run was scheduled. It is stable.
func Sort(diagnostics []*Diagnostic) {
	slices.SortStableFunc(diagnostics, func(a, b *Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.File.Name, b.File.Name),
			cmp.Compare(a.At, b.At),
			cmp.Compare(a.Rule.Name, b.Rule.Name),
			cmp.Compare(a.Message, b.Message),
		)
	})
}
