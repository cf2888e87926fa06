package checker

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/module"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// face is what other files can see of a manifest, as text: two faces that are
// equal cannot be told apart from outside.
type face struct {
	// declarations follow from the syntax: what the manifest defines, with
	// which parameters, and what evaluating that declares and looks up.
	declarations string
	// summaries follow from evaluating its bodies: types of variables and
	// results.
	summaries string
}

func (f *face) sameDeclarations(other *face) bool { return f.declarations == other.declarations }
func (f *face) sameSummaries(other *face) bool    { return f.summaries == other.summaries }

// faceOf is the face of a manifest; without the summaries if its bodies have not
// been evaluated.
func (f *facts) faceOf(c *checked) *face {
	var declarations, summaries strings.Builder
	for _, definition := range c.manifest.Definitions {
		fmt.Fprintf(&declarations, "%d %s %s\n", definition.Kind, definition.Name, headOf(definition.Node, c.manifest))
		if definition.Kind == module.Class || definition.Kind == module.DefinedType || definition.Kind == module.Function {
			fmt.Fprintf(&declarations, "%+v\n", *f.directOf(definition.Node))
			fmt.Fprintf(&declarations, "%q\n", assignedIn(blockOf(definition.Node)))
		}
		if hasInstances(definition.Node) {
			fmt.Fprintf(&declarations, "%s\n", c.manifest.Source.Slice(c.manifest.Extent(definition.Node)))
		}
	}
	if lambda, ok := c.manifest.Program.Body.(*syntax.LambdaExpression); ok {
		declarations.WriteString(textOf(c.manifest, lambda.Parameters))
	}
	for _, rendering := range f.renderingsIn(c.manifest) {
		by := ""
		if rendering.by != nil {
			by = rendering.by.Name
		}
		fmt.Fprintf(&declarations, "renders %q in %q\n", rendering.template, by)
	}
	fmt.Fprintf(&declarations, "looks up %+v\n", *f.lookupsIn(c.manifest))
	for _, b := range c.bodies {
		if b.definition != nil && b.summary != nil {
			fmt.Fprintf(&summaries, "%s\n%s\n", b.definition.name, b.summary.text())
		}
	}
	return &face{declarations.String(), summaries.String()}
}

// hasInstances reports whether those who declare a class or defined type with
// values are told what fails in its body.
func hasInstances(node syntax.Node) bool {
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		return len(node.Parameters) > 0
	case *syntax.ResourceTypeDefinition:
		return true
	}
	return false
}

// headOf is the source of a definition without its body.
func headOf(node syntax.Node, manifest *module.Manifest) string {
	slice := func(node syntax.Node) string { return manifest.Source.Slice(manifest.Extent(node)) }
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		return textOf(manifest, node.Parameters) + " " + node.ParentClass
	case *syntax.ResourceTypeDefinition:
		return textOf(manifest, node.Parameters)
	case *syntax.PlanDefinition:
		return textOf(manifest, node.Parameters)
	case *syntax.FunctionDefinition:
		head := textOf(manifest, node.Parameters)
		if node.ReturnType != nil {
			head += " >> " + slice(node.ReturnType)
		}
		return head
	}
	return slice(node)
}

// textOf is the source of parameters.
func textOf(manifest *module.Manifest, parameters []*syntax.Parameter) string {
	if len(parameters) == 0 {
		return ""
	}
	return manifest.Source.Slice(source.Span{
		Start: manifest.Extent(parameters[0]).Start, End: manifest.Extent(parameters[len(parameters)-1]).End,
	})
}

// blockOf is the body of a definition, or nil.
func blockOf(node syntax.Node) syntax.Node {
	statements := statementsOf(node)
	if len(statements) == 0 {
		return nil
	}
	return &syntax.BlockExpression{Statements: statements}
}

// text is everything that a summary says.
func (s *summary) text() string {
	lines := make([]string, 0, len(s.variables)+1)
	for name, t := range s.variables {
		lines = append(lines, name+": "+t.String())
	}
	slices.Sort(lines)
	if s.returns != nil {
		lines = append(lines, ">> "+s.returns.String())
	}
	return fmt.Sprintf("%s %t", strings.Join(lines, "\n"), s.open)
}
