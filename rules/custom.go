package rules

import (
	"fmt"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/english"
	"puppet-lint/internal/pattern"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// CustomRule is a rule that a project has written as patterns, after the configuration was read.
type CustomRule struct {
	// Metadata is the metadata of the rule, including Fix.
	Metadata diag.Rule
	Match    pattern.Rule
	Message  *pattern.Template
	// Report is the capture to underline; "" means the whole match.
	Report string
	// Replacement is the fix; it may be empty.
	Replacement pattern.Replacement
	// Applies reports whether the rule applies to the file at the absolute path. nil means all
	// files.
	Applies func(path string) bool
}

// Custom makes a rule from patterns. Like every rule, it visits nodes in the one traversal of a
// file.
func Custom(own *CustomRule) *Rule {
	rule := &Rule{Rule: own.Metadata, Patterns: &own.Match, Replacement: &own.Replacement}
	for _, kind := range own.Match.Kinds() {
		rule.Visits = append(rule.Visits, Visit{kind: kind, enter: own.visit})
	}
	return rule
}

func (o *CustomRule) visit(pass *Pass, node syntax.Node) {
	if o.Applies != nil && !o.Applies(pass.Location().AbsolutePath) {
		return
	}
	work := pass.fileRun.ownRulesWork()
	seen := map[source.Span]bool{}
	o.Match.Find(work, node, pass.Parent, func(match *pattern.Match) bool {
		span := o.span(pass, match)
		if seen[span] {
			return true
		}
		seen[span] = true
		finding := pass.Report(span, o.Message.Message(match))
		work.Wrote(len(finding.Message))
		if edits := o.Replacement.Edits(pass.File, match); len(edits) > 0 {
			for _, edit := range edits {
				work.Wrote(len(edit.NewText))
			}
			pass.Fix(finding, edits...)
		} else if why := o.Replacement.Refused(pass.File, match); why != "" && finding != nil {
			finding.Help = "not fixed: the replacement of " + o.Metadata.Name + " " + why
		}
		return true
	})
}

// ownRulesWork returns the work that all rules of projects share in the file.
func (r *fileRun) ownRulesWork() *pattern.Work {
	if r.ownRules == nil {
		r.ownRules = pattern.NewWork(r.File, nil)
	}
	return r.ownRules
}

// TooMuchWork is the rule under which CheckFile reports rules of a project that were not applied
// to all of a file. It is no finding: the message is a notice for users.
var TooMuchWork = diag.Rule{Name: "too_much_work", Group: diag.Custom, Severity: diag.Warning}

// tooMuchWork names the rules of the project that were not applied to all of the file.
func (r *fileRun) tooMuchWork() (notices []*diag.Diagnostic) {
	if r.ownRules == nil {
		return nil
	}
	var names []string
	for i := range r.set.rules {
		if own := r.set.rules[i].Rule; own.Patterns != nil && r.ownRules.GaveUp(own.Patterns) {
			names = append(names, own.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	if more := len(names) - mostNamed; more > 1 {
		names = append(names[:mostNamed], fmt.Sprintf("%d more rules", more))
	}
	return []*diag.Diagnostic{{
		Rule: &TooMuchWork, Severity: diag.Warning, File: r.Source, Precision: diag.FileOnly,
		Message: "not checked completely by " + english.List(names, "and") + ", because their patterns can match in too many ways",
	}}
}

// mostNamed is how many rules a notice names.
const mostNamed = 3

// span returns the span to underline: the requested capture, or the first line of the match. If
// a resource has several bodies, it may be the first line of the matching body.
func (o *CustomRule) span(pass *Pass, match *pattern.Match) source.Span {
	if capture := match.Capture(o.Report); capture != nil {
		if span, placed := capture.Span(); placed {
			return span
		}
	}
	span := pass.File.Extent(match.Node)
	if resource, isResource := match.Node.(*syntax.ResourceExpression); isResource && match.Body != nil && match.Body != resource.Bodies[0] {
		span = pass.File.Extent(match.Body)
	}
	if end := strings.IndexAny(pass.Source.Slice(span), "\r\n"); end >= 0 {
		span.End = span.Start + int32(end)
	}
	return span
}
