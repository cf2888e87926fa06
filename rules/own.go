package rules

import (
	"strings"

	"puppet-lint/diag"
	"puppet-lint/internal/pattern"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// OwnRule is a rule that a project has written itself, as patterns: what is
// left of it after reading the configuration.
type OwnRule struct {
	// Metadata is the rule's, Fix included.
	Metadata diag.Rule
	Match    pattern.Rule
	Message  *pattern.Template
	// Report is the capture that a finding underlines; empty for the match.
	Report string
	// Replace is what the whole match becomes, Parts what captures become;
	// both may be empty.
	Replace *pattern.Template
	Parts   []OwnPart
	// Applies reports whether the rule is for the file at the absolute path; nil
	// for all files.
	Applies func(path string) bool
}

// OwnPart is what one capture becomes.
type OwnPart struct {
	Capture string
	Text    *pattern.Template
}

// Own makes a rule of patterns. Like every rule it is shown the nodes of its
// kinds in the one traversal of a file.
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

// span is what a finding underlines: the capture asked for, or the first line
// of the match, or of the body of a resource that holds several.
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

// edits are those of the fix; none if a capture that it changes has no place.
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

// indented gives the lines of text behind the first the indentation of the line
// that they go into, and the file's line ends.
func indented(pass *Pass, at int32, text string) string {
	line := pass.Source.LineText(pass.Source.Line(at))
	indentation := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return strings.ReplaceAll(text, "\n", pass.LineEnding()+indentation)
}
