//go:build develop

package main

import (
	"slices"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// edit replaces the bytes [Start, End) of a manifest, without changing the number of lines. If
// New is empty, it blanks them.
type edit struct {
	Start int32  `json:"start"`
	End   int32  `json:"end"`
	New   string `json:"new,omitempty"`
}

// apply applies the edits. Edits within a blanked part have no effect.
func apply(text string, edits []edit) string {
	content := []byte(text)
	var replacements []edit
	for _, e := range edits {
		if e.New != "" {
			replacements = append(replacements, e)
			continue
		}
		for i := e.Start; i < e.End; i++ {
			if content[i] != '\n' {
				content[i] = ' '
			}
		}
	}
	slices.SortFunc(replacements, func(a, b edit) int { return int(b.Start - a.Start) })
	replacements = slices.DeleteFunc(replacements, func(e edit) bool {
		return slices.ContainsFunc(edits, func(o edit) bool {
			return o.New != "" && o.Start <= e.Start && e.End <= o.End && o.End-o.Start > e.End-e.Start // it is part of another edit
		})
	})
	for _, e := range replacements {
		if old := string(content[e.Start:e.End]); strings.TrimSpace(old) != "" {
			lines := strings.Repeat("\n", strings.Count(old, "\n"))
			content = append(content[:e.Start], append([]byte(e.New+lines), content[e.End:]...)...)
		}
	}
	return string(content)
}

// place is the place of a finding: the enclosing definition and nodes.
type place struct {
	file       *syntax.File
	definition syntax.Node
	// path holds the nodes from the definition to the innermost node around the finding.
	path []syntax.Node
}

func placeOf(finding *diag.Diagnostic) *place {
	p := &place{file: syntax.Parse(finding.File, syntax.Options{EPP: strings.HasSuffix(finding.File.Name, ".epp")})}
	p.definition = p.file.Program
	syntax.Walk(p.file.Program, func(cursor *syntax.Cursor) bool {
		node := cursor.Node()
		extent := p.file.Extent(node)
		if finding.At < extent.Start || finding.At >= extent.End {
			_, isProgram := node.(*syntax.Program)
			return isProgram
		}
		switch node.(type) {
		case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition:
			p.definition, p.path = node, nil
		}
		p.path = append(p.path, node)
		return true
	}, nil)
	return p
}

// isExample reports whether the finding is outside all definitions.
func (p *place) isExample() bool { return p.definition == syntax.Node(p.file.Program) }

// around returns edits that blank the statements around the finding, except those that set
// variables.
func (p *place) around() []edit {
	var edits []edit
	for _, node := range p.path {
		if block, ok := node.(*syntax.BlockExpression); ok {
			edits = append(edits, p.others(block)...)
		}
	}
	if class, ok := p.definition.(*syntax.HostClassDefinition); ok && class.Body != nil && !slices.Contains(p.path, syntax.Node(class.Body)) {
		edits = append(edits, p.others(class.Body)...) // the finding is in the parameters
	}
	return edits
}

func (p *place) others(block *syntax.BlockExpression) []edit {
	var edits []edit
	for _, statement := range block.Statements {
		_, sets := statement.(*syntax.AssignmentExpression)
		if !sets && !slices.Contains(p.path, statement) {
			edits = append(edits, blank(p.file.Extent(statement)))
		}
	}
	return edits
}

func blank(span source.Span) edit { return edit{Start: span.Start, End: span.End} }

// conditions returns edits that make the conditions around the finding true.
func (p *place) conditions() []edit {
	var edits []edit
	set := func(test syntax.Node, value string) {
		span := p.file.Extent(test)
		edits = append(edits, edit{span.Start, span.End, " " + value + " "})
	}
	within := func(node syntax.Node) bool { return node != nil && slices.Contains(p.path, node) }
	for _, node := range p.path {
		switch node := node.(type) {
		case *syntax.IfExpression:
			if within(node.Then) {
				set(node.Test, "true")
			} else if within(node.Else) {
				set(node.Test, "false")
			}
		case *syntax.UnlessExpression:
			if within(node.Then) {
				set(node.Test, "false")
			} else if within(node.Else) {
				set(node.Test, "true")
			}
		case *syntax.CaseExpression:
			for _, option := range node.Options {
				if option.Then != nil && within(option.Then) {
					value := p.file.Source.Slice(p.file.Extent(option.Values[0]))
					if value == "default" {
						value = "'no such value'"
					}
					set(node.Test, value)
				}
			}
		}
	}
	return edits
}

// without returns an edit that removes what fails before the finding is reached: an unset
// variable, a statement, an attribute, or the default of a parameter.
func (p *place) without(f *failure, finding *diag.Diagnostic) (found edit, ok bool) {
	if reference, unknown := strings.CutPrefix(f.Message, "Evaluation Error: Resource type not found: "); unknown {
		return p.withoutType(reference, f.Line)
	}
	if _, name, unknown := strings.Cut(f.Message, "Evaluation Error: Unknown variable: '"); unknown {
		name, _, _ = strings.Cut(name, "'")
		if found, ok = p.withoutVariable(name, f.Line, finding.At); ok {
			return found, ok
		}
	}
	c := candidate{place: p, line: f.Line, finding: finding}
	syntax.Inspect(p.definition, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.BlockExpression:
			for _, statement := range node.Statements {
				c.consider(statement, "")
			}
		case *syntax.ResourceBody:
			for _, operation := range node.Operations {
				c.consider(operation, "")
				c.takeComma(p.file.Extent(operation))
			}
		case *syntax.Parameter:
			if node.Value != nil {
				c.consider(node.Value, "undef")
			}
		}
		return true
	})
	return c.found, c.ok
}

// withoutType returns an edit that replaces a reference to an unknown type on a line.
func (p *place) withoutType(reference string, line int) (found edit, ok bool) {
	syntax.Inspect(p.definition, func(node syntax.Node) bool {
		if node, isReference := node.(*syntax.QualifiedReference); isReference && node.Value == reference && p.file.Source.Line(node.Span().Start) == line {
			found, ok = edit{node.Span().Start, node.Span().End, "Any"}, true
		}
		return true
	})
	return found, ok
}

// withoutVariable returns an edit that replaces a variable on a line, unless it is at the offset of the
// finding.
func (p *place) withoutVariable(name string, line int, at int32) (found edit, ok bool) {
	syntax.Inspect(p.definition, func(node syntax.Node) bool {
		variable, isVariable := node.(*syntax.VariableExpression)
		if isVariable && variable.Name == name && node.Span().Start != at {
			if span := p.file.Extent(node); p.file.Source.Line(span.Start) == line {
				found, ok = edit{span.Start, span.End, "'x'"}, true
			}
		}
		return true
	})
	return found, ok
}

// candidate is the smallest node on a line whose removal keeps the finding.
type candidate struct {
	*place
	line    int
	finding *diag.Diagnostic
	best    source.Span
	found   edit
	ok      bool
}

// consider takes a node if it is smaller than the best so far.
func (c *candidate) consider(node syntax.Node, replacement string) {
	span := c.file.Extent(node)
	if c.file.Source.Line(span.Start) > c.line || c.file.Source.Line(span.End-1) < c.line || span.Start <= c.finding.At && c.finding.At < span.End {
		return
	}
	if !c.ok || span.End-span.Start < c.best.End-c.best.Start {
		c.best, c.found, c.ok = span, edit{span.Start, span.End, replacement}, true
	}
}

// takeComma extends the edit by the comma after an attribute, if the edit removes the attribute.
func (c *candidate) takeComma(attribute source.Span) {
	if !c.ok || c.found.Start != attribute.Start {
		return
	}
	rest := c.file.Source.Text[attribute.End:]
	if at := len(rest) - len(strings.TrimLeft(rest, " \t\n")); strings.HasPrefix(rest[at:], ",") {
		c.found.End = attribute.End + int32(at) + 1
	}
}
