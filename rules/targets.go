package rules

import "puppet-lint/syntax"

// target is how a variable gets its value at a token.
type target uint8

const (
	notTarget target = iota
	// assignedTarget is the left side of an assignment, or a part of it.
	assignedTarget
	// parameterTarget is a parameter. Only a variable's name may be in its position.
	parameterTarget
)

// target is how the variable gets its value here; notTarget if it is read. All rules share
// the answers.
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

// addAssigned adds the assigned variables: one, or those of a list.
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

// canBeReplaced reports whether an expression can replace the variable. A variable that gets
// its value here cannot be replaced, but puppet-lint (Ruby) replaces the targets of
// assignments.
func (p *Pass) canBeReplaced(variable variable) bool {
	switch p.target(variable) {
	case parameterTarget:
		return false
	case assignedTarget:
		return p.AsRuby()
	}
	return true
}
