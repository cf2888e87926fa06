package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/internal/pattern"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// OwnRule is a rule that a project has written as patterns, after the configuration was read.
type OwnRule struct {
	// Metadata is the metadata of the rule, including Fix.
	Metadata diag.Rule
	Match    pattern.Rule
	Message  *pattern.Template
	// Report is the capture to underline; "" means the whole match.
	Report string
	// Replace is the replacement of the whole match, Parts are the replacements of captures.
	// Both may be empty.
	Replace *pattern.Template
	Parts   []OwnPart
	// Applies reports whether the rule applies to the file at the absolute path. nil means all
	// files.
	Applies func(path string) bool
}

// OwnPart is the replacement of one capture.
type OwnPart struct {
	Capture string
	Text    *pattern.Template
}

// Own makes a rule from patterns. Like every rule, it visits nodes in the one traversal of a
// file.
func Own(own *OwnRule) *Rule {
	rule := &Rule{Rule: own.Metadata, Patterns: &own.Match}
	for _, kind := range own.Match.Kinds() {
		rule.Visits = append(rule.Visits, Visit{kind: kind, enter: own.visit})
	}
	return rule
}

func (o *OwnRule) visit(pass *Pass, node syntax.Node) {
	if o.Applies != nil && !o.Applies(pass.Place().AbsolutePath) {
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
		if edits := o.edits(pass, match); len(edits) > 0 {
			pass.Fix(finding, edits...)
		}
		return true
	})
}

// span returns the span to underline: the requested capture, or the first line of the match. If
// a resource has several bodies, it may be the first line of the matching body.
func (o *OwnRule) span(pass *Pass, match *pattern.Match) source.Span {
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

// edits returns the edits of the fix. It returns none if a capture to replace has no location.
func (o *OwnRule) edits(pass *Pass, match *pattern.Match) []diag.Edit {
	if o.Replace != nil {
		span := pass.File.Extent(match.Node)
		return []diag.Edit{pass.Replace(span, indented(pass, span.Start, o.Replace.Code(pass.File, match)))}
	}
	var edits []diag.Edit
	for _, part := range o.Parts {
		capture := match.Capture(part.Capture)
		if capture == nil {
			continue
		}
		span, placed := capture.Span()
		if !placed {
			return nil
		}
		edits = append(edits, pass.Replace(span, indented(pass, span.Start, part.Text.Code(pass.File, match))))
	}
	return edits
}

// indented indents all lines of a text but the first like the line into which they are
// inserted, and uses the file's line endings.
func indented(pass *Pass, at int32, text string) string {
	line := pass.Source.LineText(pass.Source.Line(at))
	indentation := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return strings.ReplaceAll(text, "\n", pass.LineEnding()+indentation)
}
