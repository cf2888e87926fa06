package rules

import (
	"strings"

	"puppet-lint/internal/diag"
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
	var seen []source.Span
	o.Match.Find(pass.File, node, pass.Parent, func(match *pattern.Match) bool {
		span := o.span(pass, match)
		for _, known := range seen {
			if known == span {
				return true
			}
		}
		seen = append(seen, span)
		finding := pass.Report(span, o.Message.Message(match))
		if edits := o.Replacement.Edits(pass.File, match); len(edits) > 0 {
			pass.Fix(finding, edits...)
		} else if dropped := o.Replacement.Dropped(pass.File, match); dropped != "" && finding != nil {
			finding.Help = "not fixed: the replacement of " + o.Metadata.Name + " would drop " + dropped
		}
		return true
	})
}

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
