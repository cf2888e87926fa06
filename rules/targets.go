package rules

import "puppet-lint/syntax"

// target says how a variable gets its value at a place.
type target uint8

const (
	notTarget target = iota
	// assignedTarget is the left side of an assignment, or a part of it.
	assignedTarget
	// parameterTarget is a parameter, which nothing but a variable's name can be.
	parameterTarget
)

// target is how the variable gets its value here; notTarget if it is read. All rules
// share the answers.
func (p *Pass) target(variable variable) target {
	if p.fileRun.targets == nil {
		targets := map[int32]target{}
		syntax.Inspect(p.File.Program, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.Parameter:
				targets[node.NameToken] = parameterTarget
			case *syntax.AssignmentExpression:
				addAssigned(targets, node.Left)
			}
			return true
		})
		p.fileRun.targets = targets
	}
	return p.fileRun.targets[int32(variable.Index)]
}

// addAssigned adds the variables that are assigned to: one, or those of a list.
func addAssigned(targets map[int32]target, left syntax.Node) {
	switch left := left.(type) {
	case *syntax.VariableExpression:
		targets[int32(left.FirstToken())] = assignedTarget
	case *syntax.LiteralList:
		for _, element := range left.Values {
			addAssigned(targets, element)
		}
	}
}

// canBeReplaced reports whether an expression can stand in the place of the variable:
// one that gets its value here can only be a variable. puppet-lint (Ruby) replaces
// what is assigned to.
func (p *Pass) canBeReplaced(variable variable) bool {
	switch p.target(variable) {
	case parameterTarget:
		return false
	case assignedTarget:
		return p.AsRuby()
	}
	return true
}
