package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/internal/spell"
	"puppet-lint/syntax"
)

// FileLocation is the location of a manifest.
type FileLocation struct {
	// AbsolutePath is the absolute path of the file, with slashes.
	AbsolutePath string
	// Module is the name of the module that contains the file; "" if it is not known.
	Module string
	// InModule is the path in the module, with slashes, such as "manifests/init.pp".
	InModule string
	// Initial is set for an environment's own manifests, which Puppet reads in full.
	Initial bool
	// MayHaveOldStdlib reports whether the code may run with a version of stdlib before 9, which has
	// no functions in its namespace. It is nil if nothing is known about the modules.
	MayHaveOldStdlib func() bool
}

// Pass gives a rule access to one file and collects its findings. It serves one rule, one file
// and one goroutine, and must not be kept.
type Pass struct {
	*fileRun
	rule int
	// isIdle is true if the rule is not to be run on the file.
	isIdle bool
	state  any
	found  []*diag.Diagnostic
}

// State returns the state that the rule keeps for this file: a *T, which is zero on first use.
// Each rule has one.
func State[T any](pass *Pass) *T {
	if pass.state == nil {
		pass.state = new(T)
	}
	return pass.state.(*T)
}

// Location returns the location of the file.
func (p *Pass) Location() FileLocation { return p.location }

// Target returns the major version of Puppet for the code.
func (p *Pass) Target() int { return p.set.settings.Target }

// AsRuby reports whether the rule must find what puppet-lint (Ruby) finds, including its known
// mistakes.
func (p *Pass) AsRuby() bool { return p.set.settings.AsRuby }

// Bool returns the value of a Bool option of the rule.
func (p *Pass) Bool(option string) bool { return p.set.options[p.rule][option].(bool) }

// Int returns the value of an Int option of the rule.
func (p *Pass) Int(option string) int { return p.set.options[p.rule][option].(int) }

// String returns the value of a String or OneOf option of the rule.
func (p *Pass) String(option string) string { return p.set.options[p.rule][option].(string) }

// Strings returns the value of a Strings option of the rule. It must not be changed.
func (p *Pass) Strings(option string) []string { return p.set.options[p.rule][option].([]string) }

// Parent returns the n-th node around the visited one; 0 is the nearest. It returns nil beyond
// the outermost node.
func (r *fileRun) Parent(n int) syntax.Node { return r.cursor.Ancestor(n + 1) }

// Report adds a finding that underlines span and is located at its start. The result may be
// completed until the visit ends.
func (p *Pass) Report(span source.Span, message string) *diag.Diagnostic {
	return p.ReportAt(span, span.Start, message)
}

// ReportAt adds a finding that underlines span and is located at at.
func (p *Pass) ReportAt(span source.Span, at int32, message string) *diag.Diagnostic {
	enabled := &p.set.rules[p.rule]
	p.found = append(p.found, &diag.Diagnostic{
		Rule:     &enabled.Rule.Rule,
		Severity: enabled.Severity,
		File:     p.Source,
		Span:     span,
		At:       at,
		Message:  message,
	})
	return p.found[len(p.found)-1]
}

// suggestKnown adds the known name that a written one is a typo of, if any, to a finding's
// message.
func suggestKnown(finding *diag.Diagnostic, written string, known []string) {
	if meant := spell.Best(written, known); meant != "" {
		finding.Offer(diag.Suggestion{Written: written, Meant: meant})
	}
	finding.Message += spell.DidYouMean(written, known)
}

// Fix adds an alternative fix to a finding of this pass. It has the safety that the rule's
// metadata states. Its description is the finding's help, which is specific to the code, or
// else the rule's summary of its fix.
func (p *Pass) Fix(finding *diag.Diagnostic, edits ...diag.Edit) {
	info := p.set.rules[p.rule].Rule.Fix
	message := info.Summary
	if finding.Help != "" {
		message = finding.Help
	}
	finding.Fixes = append(finding.Fixes, diag.Fix{Message: message, Safety: info.Safety, Edits: edits})
}

// Replace returns an edit that replaces span by text.
func (p *Pass) Replace(span source.Span, text string) diag.Edit {
	return diag.Replace(p.Source, span, text)
}

// Insert returns an edit that inserts text before the byte at offset.
func (p *Pass) Insert(offset int32, text string) diag.Edit {
	return diag.Insert(p.Source, offset, text)
}

// Delete returns an edit that deletes span.
func (p *Pass) Delete(span source.Span) diag.Edit { return diag.Delete(p.Source, span) }

// LineEnding returns the file's line ending.
func (p *Pass) LineEnding() string { return p.Source.LineEnding() }

func spaces(count int) string { return strings.Repeat(" ", max(count, 0)) }
