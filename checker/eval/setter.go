package eval

import (
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// setter is code that sets a variable, but not where, or before, the variable is read.
type setter struct {
	assignment *syntax.AssignmentExpression
	manifest   *module.Manifest
	// block is the innermost block that contains the assignment, or nil.
	block *syntax.LambdaExpression
	// class is the class with the assignment, if it is not the body that reads the variable.
	class string
}

// setterOf returns the first assignment of a variable in this body, or, for $a::x, in class a. It
// returns nil if there is none.
func (e *Evaluator) setterOf(written string) *setter {
	name, class := written, ""
	if at := strings.LastIndex(written, "::"); at > 0 {
		name, class = written[at+len("::"):], module.Normalize(written[:at])
	}
	if d := e.Body.Definition; class == "" || d != nil && d.Kind == module.Class && d.Name == class {
		return e.setterIn(e.Body.Manifest, e.Body.Node, name)
	}
	e.depend(deps.VariableUses(name))
	other := e.Class(class)
	if other == nil {
		return nil
	}
	found := e.setterIn(other.Manifest, other.Node, name)
	if found != nil {
		found.class = other.Name
	}
	return found
}

// setterIn returns the first assignment of a variable in the code of a manifest, or nil.
func (e *Evaluator) setterIn(manifest *module.Manifest, code syntax.Node, name string) (found *setter) {
	if strings.Contains(name, "::") || e.UsesIn(manifest).Of(name)&program.Sets == 0 {
		return nil
	}
	syntax.Walk(code, func(cursor *syntax.Cursor) bool {
		assignment, ok := cursor.Node().(*syntax.AssignmentExpression)
		if ok && found == nil && slices.Contains(program.TargetsOf(assignment.Left), name) {
			found = &setter{assignment: assignment, manifest: manifest, block: blockAround(cursor)}
		}
		return found == nil && (cursor.Node() == code || !syntax.IsDefinition(cursor.Node()))
	}, nil)
	return found
}

// blockAround returns the innermost block that contains a node, or nil.
func blockAround(cursor *syntax.Cursor) *syntax.LambdaExpression {
	for level := 1; ; level++ {
		switch node := cursor.Ancestor(level).(type) {
		case nil:
			return nil
		case *syntax.LambdaExpression:
			return node
		}
	}
}

// whyUnset returns the end of the message about a variable without a value at a node. setter is the
// code that sets it elsewhere, or nil.
func (e *Evaluator) whyUnset(node syntax.Node, setter *setter) string {
	switch {
	case setter == nil:
		return setNowhere
	case setter.class != "" && setter.block != nil:
		return setNowhere + ": the class '" + setter.class + "' sets it in a block, where it is a local variable"
	case setter.class != "":
		return setNowhere + ": the assignment in the class '" + setter.class + "' is never reached"
	case setter.manifest.Extent(setter.assignment).End > node.Span().Start: // also in the value that is assigned
		return " is used before it is set"
	case setter.block != nil && !setter.manifest.Extent(setter.block).Covers(node.Span()):
		return " has no value here: only another block sets it"
	}
	return " has no value here: only another branch sets it"
}
