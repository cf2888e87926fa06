package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/internal/diag"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// checkLegacyVariable reports a variable without a namespace that is a legacy fact.
func (e *Evaluator) checkLegacyVariable(name, written string, node syntax.Node) {
	fact := builtin.LegacyFact(name)
	if !e.reporting || e.Target < 8 || name != written || fact == nil || !fact.IsCertain() {
		return
	}
	e.depend(deps.CustomFacts)
	if _, inTemplate := e.templateOf(); inTemplate || e.inPlan() || e.applying || !e.IsLegacyVariable(name) || e.isVariableGuarded(written) {
		return
	}
	finding := e.report(&code.LegacyFactVariable, node, "UNKNOWN_VARIABLE", "$"+name+" is a legacy fact, which Puppet 8 does not have")
	if finding == nil {
		return
	}
	if !fact.IsSame(name) {
		finding.Help = fact.Advice()
		return
	}
	expression := fact.Expression()
	finding.Help = "write $" + expression
	if text, ok := e.asVariable(node, expression); ok {
		finding.Fixes = []diag.Fix{{Message: finding.Help, Safety: diag.Unsafe, Edits: []diag.Edit{{
			File: e.Body.Manifest.Source, Span: e.Body.Manifest.Tokens[node.FirstToken()].Span, NewText: text,
		}}}}
	}
}

// asVariable returns how to write an expression, given without its dollar, in place of a
// variable. It returns false if the node is not a single variable token.
func (e *Evaluator) asVariable(node syntax.Node, expression string) (string, bool) {
	tokens, first := e.Body.Manifest.Tokens, node.FirstToken()
	if first != node.LastToken() || first < 1 || tokens[first].Kind != syntax.Variable {
		return "", false
	}
	switch e.Body.Manifest.Source.Slice(tokens[first].Span)[0] == '$' {
	case false:
		return expression, true
	case syntax.InStringText(tokens, first):
		return "${" + expression + "}", true
	}
	return "$" + expression, true
}
