package eval

import (
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/diag"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// This file handles functions that stdlib has moved or removed.

// checkMoved reports a call by an old name that stdlib keeps for compatibility. The function
// with the new name must exist.
func (e *Evaluator) checkMoved(c *Call) {
	if c.Name == "validate_legacy" && e.OwnerOfFunction(c.Name) == "stdlib" && e.validateLegacyCallsOld() == lattice.Never {
		e.reportValidateLegacy(c)
		return
	}
	known := builtin.FindFunction(c.Name)
	if known == nil || known.Module != "stdlib" || !known.Deprecated || e.OwnerOfFunction(c.Name) != "stdlib" {
		return
	}
	if !e.existsInStdlib(known.Replacement) {
		return
	}
	if finding := e.report(&code.DeprecatedFunction, c.At, "", "'"+c.Name+"' is the old name of '"+known.Replacement+"'"); finding != nil {
		finding.Fixes = e.rename(c, known.Replacement, diag.Safe)
	}
}

// reportValidateLegacy reports a call of validate_legacy in a version of stdlib in which the
// function only checks the type, and calls deprecation(), which follows the setting strict.
func (e *Evaluator) reportValidateLegacy(c *Call) {
	finding := e.report(&code.DeprecatedFunction, c.At, "", "'validate_legacy' is deprecated, and fails if the setting 'strict' is 'error', the default of Puppet 8")
	if finding == nil {
		return
	}
	finding.Help = "use assert_type, or the type of a parameter"
	node, isPlain := c.At.(*syntax.CallNamedFunctionExpression)
	if !isPlain || !c.isStatement || node.Lambda != nil || len(node.Arguments) < 3 || len(c.nodes) != len(node.Arguments) ||
		e.Body.Manifest.Tokens[node.LastToken()].Kind != syntax.RightParen {
		return
	}
	written := func(i int) string { return e.Body.Manifest.Source.Slice(e.Body.Manifest.Extent(node.Arguments[i])) }
	text := "assert_type(" + written(0) + ", " + written(2) + ")"
	if strings.Contains(text, "\n") {
		return
	}
	finding.Help = "write " + text
	finding.Fixes = []diag.Fix{{Message: "write " + text, Safety: diag.Safe, Edits: []diag.Edit{{
		File: e.Body.Manifest.Source, Span: e.Body.Manifest.Extent(c.At), NewText: text,
	}}}}
}

// existsInStdlib reports whether a name is in stdlib's namespace and the tree has a function
// with it.
func (e *Evaluator) existsInStdlib(name string) bool {
	if !strings.HasPrefix(name, "stdlib::") {
		return false
	}
	e.depend(name)
	if e.Program.FindFunction(name) == nil {
		return false
	}
	stdlib, own := e.Tree.Module("stdlib"), strings.TrimPrefix(name, "stdlib::")
	return stdlib != nil && (stdlib.Known == nil || stdlib.Known.Without("functions/"+own+".pp", "lib/puppet/functions/stdlib/"+own+".rb") == 0)
}

// suggestReplacement adds help and fixes for a call of a function that stdlib has moved or
// removed. It returns false if it knows no such function.
func (e *Evaluator) suggestReplacement(finding *diag.Diagnostic, c *Call) bool {
	if moved := "stdlib::" + c.Name; !strings.Contains(c.Name, "::") && e.existsInStdlib(moved) {
		finding.Help = "call it by its new name, '" + moved + "'"
		finding.Fixes = e.rename(c, moved, diag.Safe)
		return true
	}
	known := builtin.FindFunction(c.Name)
	if known == nil || known.Removed == "" {
		return false
	}
	finding.Help = "stdlib removed it after " + known.Removed
	if known.Replacement == "" {
		return true
	}
	text, exact := e.rewritten(c)
	switch {
	case text != "":
		finding.Help += "; write " + text
	case strings.HasPrefix(c.Name, "is_") || strings.HasPrefix(c.Name, "validate_"):
		finding.Help += "; use the type " + known.Replacement
	default:
		finding.Help += "; use " + known.Replacement
	}
	if exact {
		finding.Fixes = []diag.Fix{{Message: "write " + text, Safety: diag.Safe, Edits: []diag.Edit{{
			File: e.Body.Manifest.Source, Span: e.Body.Manifest.Extent(c.At), NewText: text,
		}}}}
	}
	return true
}

// rename returns the fix that calls a function by another name. It returns nil if the name is
// not written as a plain word.
func (e *Evaluator) rename(c *Call, name string, safety diag.Safety) []diag.Fix {
	var functor syntax.Node
	switch node := c.At.(type) {
	case *syntax.CallNamedFunctionExpression:
		functor = node.Functor
	case *syntax.CallMethodExpression:
		if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
			functor = access.Right
		}
	}
	if functor == nil {
		return nil
	}
	span := e.Body.Manifest.Extent(functor)
	if !strings.EqualFold(e.Body.Manifest.Source.Slice(span), c.written) {
		return nil
	}
	return []diag.Fix{{Message: "call " + name + "()", Safety: safety, Edits: []diag.Edit{{File: e.Body.Manifest.Source, Span: span, NewText: name}}}}
}

// formerTests maps removed functions of stdlib that only tested for a type to that type.
var formerTests = map[string]string{"is_array": "Array", "is_bool": "Boolean", "is_hash": "Hash"}

// formerValidations maps removed functions of stdlib that only failed for values outside a type
// to that type.
var formerValidations = map[string]string{
	"validate_array": "Array", "validate_bool": "Boolean", "validate_hash": "Hash", "validate_string": "Optional[String]",
}

// rewritten returns code that does the same as a call of a removed function of stdlib; it
// returns "" if none is known. exact means that the code can replace the whole call.
func (e *Evaluator) rewritten(c *Call) (text string, exact bool) {
	node, isPlain := c.At.(*syntax.CallNamedFunctionExpression)
	if !isPlain || node.Lambda != nil || len(node.Arguments) != 1 || len(c.nodes) != 1 {
		return "", false
	}
	if e.Body.Manifest.Tokens[node.LastToken()].Kind != syntax.RightParen {
		return "", false
	}
	switch node.Arguments[0].(type) {
	case *syntax.VariableExpression, *syntax.AccessExpression:
	default:
		return "", false
	}
	argument := e.Body.Manifest.Source.Slice(e.Body.Manifest.Extent(node.Arguments[0]))
	if wanted := formerTests[c.Name]; wanted != "" && !c.isStatement {
		return "(" + argument + " =~ " + wanted + ")", true
	}
	if wanted := formerValidations[c.Name]; wanted != "" && c.isStatement {
		return "assert_type(" + wanted + ", " + argument + ")", true
	}
	if c.Name == "private" && c.isStatement {
		return "assert_private(" + argument + ")", true
	}
	return "", false
}
