package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// Place says where a manifest stands.
type Place struct {
	// AbsolutePath is the file's path from the root, with slashes.
	AbsolutePath string
	// Module is the name of the module that the file belongs to; empty where
	// that is not known.
	Module string
	// InModule is the path within the module, with slashes, such as
	// "manifests/init.pp".
	InModule string
	// Initial reports that it is one of an environment's own manifests, which Puppet
	// reads whole.
	Initial bool
}

// Pass is how a rule sees one file and reports what it finds there. It serves
// one rule, one file and one goroutine, and must not be kept.
type Pass struct {
	*fileRun
	rule  int
	state any
	found []diag.Diagnostic
}

// State is what the rule remembers of this file: a *T that is made, zero, on
// first use. Each rule has one.
func State[T any](pass *Pass) *T {
	if pass.state == nil {
		pass.state = new(T)
	}
	return pass.state.(*T)
}

// Place says where the file stands.
func (p *Pass) Place() Place { return p.place }

// Target is the Puppet major version that the code is for.
func (p *Pass) Target() int { return p.set.settings.Target }

// AsRuby tells the rule to find what puppet-lint (Ruby) finds, its known
// mistakes included.
func (p *Pass) AsRuby() bool { return p.set.settings.AsRuby }

// Bool is the value of a Bool option of the rule.
func (p *Pass) Bool(option string) bool { return p.set.options[p.rule][option].(bool) }

// Int is the value of an Int option of the rule.
func (p *Pass) Int(option string) int { return p.set.options[p.rule][option].(int) }

// String is the value of a String or OneOf option of the rule.
func (p *Pass) String(option string) string { return p.set.options[p.rule][option].(string) }

// Strings is the value of a Strings option of the rule; it must not be changed.
func (p *Pass) Strings(option string) []string { return p.set.options[p.rule][option].([]string) }

// Parent is the n-th node around the one being shown: 0 is the nearest. It is
// nil outside the outermost one.
func (p *Pass) Parent(n int) syntax.Node { return p.cursor.Ancestor(n + 1) }

// Report adds a finding that underlines span and is at its start. The result
// may be completed until the visit ends.
func (p *Pass) Report(span source.Span, message string) *diag.Diagnostic {
	return p.ReportAt(span, span.Start, message)
}

// ReportAt adds a finding that underlines span and whose point is at.
func (p *Pass) ReportAt(span source.Span, at int32, message string) *diag.Diagnostic {
	enabled := &p.set.rules[p.rule]
	p.found = append(p.found, diag.Diagnostic{
		Rule:     &enabled.Rule.Rule,
		Severity: enabled.Severity,
		File:     p.Source,
		Span:     span,
		At:       at,
		Message:  message,
	})
	return &p.found[len(p.found)-1]
}

// Fix adds an alternative fix, with the safety that the rule's metadata
// states, to a finding of this pass. Its text is the finding's help, which knows what is
// written, or else the rule's summary of its fix.
func (p *Pass) Fix(finding *diag.Diagnostic, edits ...diag.Edit) {
	info := p.set.rules[p.rule].Rule.Fix
	message := info.Summary
	if finding.Help != "" {
		message = finding.Help
	}
	finding.Fixes = append(finding.Fixes, diag.Fix{Message: message, Safety: info.Safety, Edits: edits})
}

// Replace, Insert and Delete make edits of this file.
func (p *Pass) Replace(span source.Span, text string) diag.Edit {
	return diag.Replace(p.Source, span, text)
}

// Insert puts text before the byte at offset.
func (p *Pass) Insert(offset int32, text string) diag.Edit {
	return diag.Insert(p.Source, offset, text)
}

// Delete takes span away.
func (p *Pass) Delete(span source.Span) diag.Edit { return diag.Delete(p.Source, span) }

// LineEnding is how the file ends its lines: "\r\n" if its first line does.
func (p *Pass) LineEnding() string {
	if feed := strings.IndexByte(p.Source.Text, '\n'); feed > 0 && p.Source.Text[feed-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

func spaces(count int) string { return strings.Repeat(" ", max(count, 0)) }
