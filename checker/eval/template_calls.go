package eval

import (
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// templateMayGet reports whether the code that renders a template without parameters may pass
// it a variable.
func (e *Evaluator) templateMayGet(name string) bool {
	e.depend(deps.TemplateCalls)
	e.depend(deps.TopVariable(name))
	given, known := e.GivenTo(e.Body.Manifest)
	return !known || given[name] || e.Top().Nodes[name]
}

// checkInlineTemplate reports variables of a literal template that do not exist where it is
// rendered. inline_epp() sees the variables of its caller.
func (e *Evaluator) checkInlineTemplate(c *Call, template *module.Manifest) {
	if len(c.nodes) == 0 || len(c.Arguments) > 1 && !e.isExactHash(c.Arguments[1]) {
		return
	}
	own := map[string]bool{}
	if len(c.Arguments) > 1 {
		fields, _ := lattice.ExactFields(c.Arguments[1])
		for _, field := range fields {
			own[field.Name] = true
		}
	}
	var used []string
	syntax.Inspect(template.Program, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.AssignmentExpression:
			for _, name := range program.TargetsOf(node.Left) {
				own[name] = true
			}
		case *syntax.LambdaExpression:
			for _, parameter := range node.Parameters {
				own[parameter.Name] = true
			}
		case *syntax.VariableExpression:
			used = append(used, node.Name)
		}
		return true
	})
	for _, name := range used {
		if !own[name] && name != "" && (name[0] < '0' || name[0] > '9') {
			e.ReadVariable(name, c.nodes[0])
		}
	}
}

func (e *Evaluator) isExactHash(t Type) bool {
	_, exact := lattice.ExactFields(t)
	return exact
}

// isVariable reports whether a variable without "::" may be set at this point.
func (e *Evaluator) isVariable(name string) bool {
	if bound, _ := e.local(name); bound.typ != nil {
		return true
	}
	return e.readInherited(name) != nil || e.topVariable(name) != nil || name == "module_name" || name == "caller_module_name"
}
