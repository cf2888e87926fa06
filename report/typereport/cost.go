package typereport

import (
	"strings"

	"puppet-lint/checker/typesummary"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// costs computes how many reads in a definition have an unknown type because of one of its
// parameters. These are the reads of the parameter, and of variables of unknown type that are
// set from it.
type costs struct {
	// reads counts, by variable, the reads with an unknown type.
	reads map[string]int
	// from maps a variable to the variables that are set from it.
	from map[string][]string
}

func newCosts(summary *typesummary.Manifest, definition *typesummary.Definition) *costs {
	c := &costs{reads: map[string]int{}, from: map[string][]string{}}
	unknown := func(node syntax.Node) bool { t := summary.TypeOf(node); return t != nil && !isKnown(t) }
	syntax.Inspect(definition.Node, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.VariableExpression:
			if unknown(node) {
				c.reads[node.Name]++
			}
		case *syntax.AssignmentExpression:
			target, ok := node.Left.(*syntax.VariableExpression)
			if !ok || !unknown(node.Right) {
				break
			}
			syntax.Inspect(node.Right, func(inner syntax.Node) bool {
				if variable, ok := inner.(*syntax.VariableExpression); ok && variable.Name != target.Name {
					c.from[variable.Name] = append(c.from[variable.Name], target.Name)
				}
				return true
			})
		}
		return true
	})
	return c
}

// of returns the cost of a parameter.
func (c *costs) of(name string) int {
	total := 0
	seen := map[string]bool{name: true}
	for open := []string{name}; len(open) > 0; {
		next := open[len(open)-1]
		open = open[:len(open)-1]
		total += c.reads[next]
		for _, set := range c.from[next] {
			if !seen[set] {
				seen[set] = true
				open = append(open, set)
			}
		}
	}
	return total
}

// qualifiedReads counts the expressions of unknown type that other definitions can cause: reads
// of variables of other classes, by "class::variable", and calls of functions, by callOf.
func qualifiedReads(summary *typesummary.Summary) map[string]int {
	reads := map[string]int{}
	for _, manifest := range summary.Manifests {
		syntax.Inspect(manifest.Manifest.Program, func(node syntax.Node) bool {
			if name := qualifiedName(node); name != "" {
				if t := manifest.TypeOf(node); t != nil && !isKnown(t) {
					reads[name]++
				}
			}
			return true
		})
	}
	return reads
}

// qualifiedName returns the name under which a read of a qualified variable or a call is counted; "" for
// any other node.
func qualifiedName(node syntax.Node) string {
	switch node := node.(type) {
	case *syntax.VariableExpression:
		if strings.Contains(node.Name, "::") {
			return strings.TrimPrefix(node.Name, "::")
		}
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		if name, _ := syntax.CalledFunction(node); name != "" {
			return callOf(name)
		}
	}
	return ""
}

// callOf returns the name under which the calls of a function are counted.
func callOf(function string) string { return module.Normalize(function) + "()" }

// countKnown counts the variables, calls and accesses of a manifest that were evaluated, and
// those whose type is known. Types with parameters are not counted.
func countKnown(summary *typesummary.Manifest) (expressions, known int) {
	syntax.Inspect(summary.Manifest.Program, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.AccessExpression:
			if _, isType := node.Left.(*syntax.QualifiedReference); isType {
				return true
			}
		case *syntax.VariableExpression, *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		default:
			return true
		}
		if t := summary.TypeOf(node); t != nil {
			expressions++
			known += boolOf(isKnown(t))
		}
		return true
	})
	return expressions, known
}
