package validate

import (
	"fmt"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// reporter collects the findings about a file.
type reporter struct {
	file    *syntax.File
	options Options
	// broken is set if the file has a syntax error. Rules about the sequence and nesting of
	// statements are then skipped.
	broken bool
	// errors holds which other findings may result from a syntax error. statement is the span of the
	// innermost statement, or head of a definition, around the checked node. Both are kept for
	// broken files only.
	errors    errorRegion
	statement source.Span
	findings  []*diag.Diagnostic
	// repeated counts the findings that differ only in their locations. It is empty unless
	// Options.Specification is set.
	repeated map[repetition]*repeats
}

// report adds a finding that underlines span and is located at its start. The result is valid
// until the next finding is added. If the finding may result from a syntax error, it is
// discarded.
func (c *reporter) report(rule *diag.Rule, code string, span source.Span, message string) *diag.Diagnostic {
	if c.broken && c.errors.covers(c.statement) {
		return new(diag.Diagnostic)
	}
	return c.add(rule, code, span, message)
}

// add is report for findings that never result from a syntax error.
func (c *reporter) add(rule *diag.Rule, code string, span source.Span, message string) *diag.Diagnostic {
	if c.options.Specification && c.isRepeated(repetition{rule, message}) {
		return new(diag.Diagnostic)
	}
	finding := &diag.Diagnostic{
		Rule: rule, Severity: rule.Severity, File: c.file.Source, Span: span, At: span.Start, Message: message,
	}
	finding.SetCode(code)
	c.findings = append(c.findings, finding)
	return finding
}

// reportNode adds a finding about a node, or about the head of a definition. It is located
// where Puppet locates the node.
func (c *reporter) reportNode(rule *diag.Rule, code string, node syntax.Node, message string) *diag.Diagnostic {
	finding := c.report(rule, code, c.extent(node), message)
	finding.At = node.Span().Start
	return finding
}

// extent returns the span to underline for a finding about node.
func (c *reporter) extent(node syntax.Node) source.Span {
	extent := c.file.Extent(node)
	if name := nameToken(node); name >= 0 {
		extent.End = c.file.Token(name).End
	}
	return extent
}

// text returns the source of a node.
func (c *reporter) text(node syntax.Node) string { return c.file.Source.Slice(c.file.Extent(node)) }

// enterStatement makes a statement, with the adjacent tokens, the current one. If it is a
// definition, only its head counts, since its body contains separate statements.
func (c *reporter) enterStatement(statement syntax.Node) {
	if !c.broken {
		return
	}
	last := statement.LastToken()
	if body := syntax.BodyOf(statement); body != nil {
		last = body.FirstToken()
	}
	c.statement = source.Span{
		Start: c.file.Token(c.file.PreviousSignificant(statement.FirstToken())).Start,
		End:   c.file.Token(c.file.NextSignificant(last)).End,
	}
}

// isRepeated counts one more finding, and reports whether to leave it out.
func (c *reporter) isRepeated(what repetition) bool {
	seen := c.repeated[what]
	if seen == nil {
		if c.repeated == nil {
			c.repeated = map[repetition]*repeats{}
		}
		seen = &repeats{}
		c.repeated[what] = seen
	}
	if seen.count++; seen.count > maxRepeated {
		return true
	}
	seen.last = len(c.findings)
	return false
}

// reportOmitted adds the number of findings that were left out to the last one that was not.
func (c *reporter) reportOmitted() {
	for _, seen := range c.repeated {
		if left := seen.count - maxRepeated; left > 0 {
			c.findings[seen.last].Message += fmt.Sprintf(" (and in %d more places of this file)", left)
		}
	}
}

// nameToken returns the index of the token with the name of a definition, or -1 for any other
// node.
func nameToken(node syntax.Node) int {
	switch n := node.(type) {
	case *syntax.HostClassDefinition:
		return int(n.NameToken)
	case *syntax.ResourceTypeDefinition:
		return int(n.NameToken)
	case *syntax.FunctionDefinition:
		return int(n.NameToken)
	case *syntax.PlanDefinition:
		return int(n.NameToken)
	case *syntax.TypeAlias:
		return int(n.NameToken)
	case *syntax.TypeDefinition:
		return int(n.NameToken)
	}
	return -1
}

// maxRepeated is how often the same error is reported in one file. More of them do not
// help, and a file of nothing but errors would take many times its size.
const maxRepeated = 1000

// repetition is the key of findings that differ only in their locations.
type repetition struct {
	rule    *diag.Rule
	message string
}

// repeats counts the findings with the same repetition. last is the index of the last one that is
// reported.
type repeats struct{ count, last int }
