package validate

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/syntax"
)

var expressionWithoutEffect = diag.Rule{
	Name: "expression_without_effect", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"IDEM_EXPRESSION_NOT_LAST", "IDEM_NOT_ALLOWED_LAST"},
	Summary:     "a value is computed but not used",
	Rationale: "Only the last expression of a function or lambda is its result; classes, defined types and nodes have none. A " +
		"value anywhere else is a mistake: a missing `=`, a function name without parentheses (`return`), a missing comma, " +
		"a stray word.",
	Bad:  code("class example {\n  $x == 1\n  notice($x)\n}\n", "class example {\n  notice('done')\n  'done'\n}\n", "class example {\n  example\n  notice('x')\n}\n"),
	Good: code("# Uses what it computes.\nclass example {\n  $x = 1\n  notice($x)\n}\n"),
}

var resourceWithoutTitle = diag.Rule{
	Name: "resource_without_title", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"RESOURCE_WITHOUT_TITLE"},
	Summary:     "a resource has no title",
	Rationale: "`file { ensure => present }` is the word `file` followed by a hash, which Puppet refuses. A resource is " +
		"written `file { 'title': ensure => present }`.",
	Bad:  code("file {\n  ensure => file,\n  path   => '/tmp/x',\n}\n"),
	Good: inClass("file { '/tmp/x':\n  ensure => file,\n}\n"),
}

// effects checks that the values of statements are used, or that the statements have effects.
type effects struct{ *reporter }

// block reports the first statement whose value is lost, or that the whole block is a resource
// without a title. The latter is reported only for a plain block outside plans.
func (c effects) block(statements []syntax.Node, plain bool) {
	if c.broken {
		return
	}
	if plain && c.isUntitled(statements) {
		name := statements[0].(*syntax.QualifiedName)
		finding := c.reportNode(&resourceWithoutTitle, "RESOURCE_WITHOUT_TITLE", name, "this '"+name.Value+"' has no title")
		finding.Help = "write " + name.Value + " { 'title': … }"
		if name.Value == "site" {
			finding.Help = syntax.NoSiteBlocks
		}
		c.locateApplication(finding, name)
		return
	}
	for i, statement := range statements[:max(len(statements)-1, 0)] {
		if c.options.Specification && syntax.InCapabilityMapping(statements, i) {
			if syntax.IsCapabilityMapping(statements[i:]) {
				c.capabilityMapping(statements[i : i+2])
			}
			continue
		}
		if c.options.Specification && c.isUntitledResource(statement) {
			continue // Puppet reports it twice
		}
		if c.options.Specification && isApplication(statement) && c.isUntitledResource(statements[i+1]) {
			continue // reported where the resource lacks a title
		}
		if variable, ok := statement.(*syntax.VariableExpression); ok && c.options.Specification && variable.Name == "" {
			continue // it has no name, which is reported
		}
		if hasNoEffect(statement) {
			finding := c.reportNode(&expressionWithoutEffect, "IDEM_EXPRESSION_NOT_LAST", statement,
				aLabel(statement)+" has no effect here: its value is not used")
			finding.Help = c.effectHelp(statement, statements[i+1])
			suggestFunction(finding, statement)
			return
		}
	}
}

// isApplication reports whether a statement is the word that began an application in Puppet 4 to 6.
func isApplication(statement syntax.Node) bool {
	word, ok := statement.(*syntax.QualifiedName)
	return ok && word.Value == "application"
}

// locateApplication moves a finding about a resource without a title to the word "application" before it,
// if there is one.
func (c effects) locateApplication(finding *diag.Diagnostic, name *syntax.QualifiedName) {
	before := c.file.PreviousSignificant(name.FirstToken())
	if before < 0 {
		return
	}
	word := c.file.Token(before)
	if c.options.Specification && c.file.Source.Slice(word.Span) == "application" {
		finding.Message, finding.Help = "'application' is not a keyword", syntax.NoApplications
		finding.Span, finding.At = word.Span, word.Start
	}
}

// capabilityMapping reports a capability mapping (see syntax.IsCapabilityMapping), given its first
// two statements. Puppet reports only that the first one has no effect.
func (c effects) capabilityMapping(statements []syntax.Node) {
	word := statements[1].(*syntax.QualifiedName).Value
	finding := c.reportNode(&expressionWithoutEffect, "IDEM_EXPRESSION_NOT_LAST", statements[0],
		"the capability mapping '"+word+"' has no effect: Puppet 7 removed capability mappings")
	finding.Help = "remove it, and pass the values as parameters"
}

// effectHelp returns advice on what a statement without effect was probably meant to be. Next is
// the statement after it, or the statement itself if it is the last one.
func (c effects) effectHelp(statement, next syntax.Node) string {
	for _, node := range []syntax.Node{next, statement} {
		if help := c.file.SpacedReference(node.FirstToken()); help != "" {
			return help
		}
	}
	if help := c.file.MixedName(statement.FirstToken()); help != "" {
		return help
	}
	switch n := statement.(type) {
	case *syntax.ComparisonExpression:
		if n.Operator == syntax.IsEqual {
			return "write `=` to assign"
		}
	case *syntax.QualifiedName:
		return "write " + n.Value + "() to call a function"
	}
	return "assign it, pass it to a function, or remove it"
}

// isUntitled reports whether a block looks like a resource without a title: it consists of a
// name and a hash.
func (c effects) isUntitled(statements []syntax.Node) bool {
	if c.options.Tasks || len(statements) != 2 {
		return false
	}
	_, name := statements[0].(*syntax.QualifiedName)
	_, hash := statements[1].(*syntax.LiteralHash)
	return name && hash
}

// isUntitledResource reports whether a statement is a block that looks like a resource without a
// title.
func (c effects) isUntitledResource(statement syntax.Node) bool {
	block, ok := statement.(*syntax.BlockExpression)
	return ok && c.isUntitled(block.Statements)
}

// lastStatement reports a body that ends with an unused value.
func (c effects) lastStatement(body *syntax.BlockExpression, of string) {
	if body == nil || c.broken {
		return
	}
	last := body.Statements[len(body.Statements)-1]
	if !hasNoEffect(last) {
		return
	}
	if c.isUntitledResource(last) || c.options.Specification && len(body.Statements) > 1 && meantFunction(body.Statements[len(body.Statements)-2]) != "" {
		return // the statement before has the error
	}
	finding := c.reportNode(&expressionWithoutEffect, "IDEM_NOT_ALLOWED_LAST", last,
		aLabel(last)+" at the end of "+of+" has no effect: its value is not used")
	finding.Help = c.effectHelp(last, last)
	suggestFunction(finding, last)
}

// suggestFunction suggests the function that a stray word was probably meant to call.
func suggestFunction(finding *diag.Diagnostic, statement syntax.Node) {
	if meant := meantFunction(statement); meant != "" {
		finding.Suggest(diag.Suggestion{Written: statement.(*syntax.QualifiedName).Value, Meant: meant})
	}
}

// meantFunction returns the statement function (one that needs no parentheses) that a stray word
// is probably a typo of, or "".
func meantFunction(statement syntax.Node) string {
	if name, ok := statement.(*syntax.QualifiedName); ok {
		return spell.Best(name.Value, syntax.StatementFunctions())
	}
	return ""
}

// hasNoEffect reports whether evaluating node only computes a value. Like Puppet, it ignores
// calls in a string, list or operator, since nobody should rely on their effects.
func hasNoEffect(node syntax.Node) bool {
	switch n := node.(type) {
	case nil:
		return true
	case *syntax.Nop, *syntax.LiteralString, *syntax.LiteralInteger, *syntax.LiteralFloat, *syntax.LiteralBoolean,
		*syntax.LiteralUndef, *syntax.LiteralDefault, *syntax.LiteralRegularExpression, *syntax.QualifiedName,
		*syntax.QualifiedReference, *syntax.ReservedWord, *syntax.LiteralList, *syntax.LiteralHash,
		*syntax.ConcatenatedString, *syntax.HeredocExpression, *syntax.AccessExpression, *syntax.SelectorExpression,
		*syntax.ArithmeticExpression, *syntax.ComparisonExpression, *syntax.InExpression, *syntax.AndExpression,
		*syntax.OrExpression, *syntax.NamedAccessExpression, *syntax.NotExpression, *syntax.UnaryMinusExpression,
		*syntax.UnfoldExpression, *syntax.TextExpression, *syntax.VariableExpression:
		return true
	case *syntax.ParenthesizedExpression:
		return hasNoEffect(n.Expr)
	case *syntax.BlockExpression:
		return allWithoutEffect(n.Statements)
	case *syntax.IfExpression:
		return hasNoEffect(n.Test) && hasNoEffect(n.Then) && hasNoEffect(n.Else)
	case *syntax.UnlessExpression:
		return hasNoEffect(n.Test) && hasNoEffect(n.Then) && hasNoEffect(n.Else)
	case *syntax.CaseExpression:
		if !hasNoEffect(n.Test) {
			return false
		}
		for _, option := range n.Options {
			if !allWithoutEffect(option.Values) || option.Then != nil && !allWithoutEffect(option.Then.Statements) {
				return false
			}
		}
		return true
	}
	return false
}

func allWithoutEffect(nodes []syntax.Node) bool {
	for _, node := range nodes {
		if !hasNoEffect(node) {
			return false
		}
	}
	return true
}
