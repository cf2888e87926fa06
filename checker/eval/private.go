package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// checkPrivate reports the declaration of a class or defined type that only its own
// module may declare.
func (e *Evaluator) checkPrivate(d *program.Definition, at syntax.Node) {
	owner := d.Manifest.Module
	if !e.reporting || e.callSite != nil || owner == nil || e.Body.Module == nil || e.Body.Module.Name == owner.Name || e.Body.Definition == nil {
		return
	}
	e.depend(deps.Declaration(d.Name))
	if !AssertsPrivate(d.Node) {
		return
	}
	what := "class"
	if d.Kind == module.DefinedType {
		what = "defined type"
	}
	e.report(&code.PrivateUse, at, "RUNTIME_ERROR", "only the module '"+owner.Name+"' may declare the "+what+" '"+d.Name+"'")
}

// AssertsPrivate reports whether the body of a class or defined type always requires that its
// own module declares it.
func AssertsPrivate(node syntax.Node) bool {
	var body syntax.Node
	switch node := node.(type) {
	case *syntax.HostClassDefinition:
		body = node.Body
	case *syntax.ResourceTypeDefinition:
		body = node.Body
	}
	statements := []syntax.Node{body}
	if block, ok := body.(*syntax.BlockExpression); ok && block != nil {
		statements = block.Statements
	}
	for _, statement := range statements {
		if call, ok := statement.(*syntax.CallNamedFunctionExpression); ok {
			switch module.Normalize(program.LiteralText(call.Functor)) {
			case "assert_private", "private", "stdlib::assert_private":
				return true
			}
		}
	}
	return false
}
