package rules

import (
	"runtime/debug"

	"puppet-lint/diag"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// Unit is one file of the finished tree.
type Unit struct {
	File  *syntax.File
	Place Place
}

// TreePass is how a tree rule sees the finished tree of files. It serves one
// rule and one goroutine.
type TreePass struct {
	// Units are all files, in the order in which they are reported.
	Units []Unit
	set   *Set
	rule  int
	found []diag.Diagnostic
}

// Target is the Puppet major version that the code is for.
func (p *TreePass) Target() int { return p.set.settings.Target }

// Option is the value of an option of the rule, of the type of its default.
func (p *TreePass) Option(name string) any { return p.set.options[p.rule][name] }

// Report adds a finding in file that underlines span and is at its start. The
// result may be completed until the next one is reported.
func (p *TreePass) Report(file *source.File, span source.Span, message string) *diag.Diagnostic {
	enabled := &p.set.rules[p.rule]
	p.found = append(p.found, diag.Diagnostic{
		Rule: &enabled.Rule.Rule, Severity: enabled.Severity, File: file, Span: span, At: span.Start, Message: message,
	})
	return &p.found[len(p.found)-1]
}

// CheckTree lets the tree rules of the set look at the finished tree and
// returns what they find, ordered by rule. A rule that panics is reported under
// InternalError at the first file.
func (s *Set) CheckTree(units []Unit) []diag.Diagnostic {
	var found []diag.Diagnostic
	for i := range s.rules {
		if s.rules[i].Rule.Tree != nil {
			found = append(found, s.checkTree(i, units)...)
		}
	}
	return found
}

func (s *Set) checkTree(rule int, units []Unit) (found []diag.Diagnostic) {
	defer func() {
		if cause := recover(); cause != nil {
			var file *source.File
			if len(units) > 0 {
				file = units[0].File.Source
			}
			found = []diag.Diagnostic{*internalError(s.rules[rule].Rule, file, cause, debug.Stack())}
		}
	}()
	pass := &TreePass{Units: units, set: s, rule: rule}
	s.rules[rule].Rule.Tree(pass)
	return pass.found
}
