package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/syntax"
)

// IsSensitive reports whether a type has Sensitive values and, except for undef, no others.
func (e *Evaluator) IsSensitive(t Type) bool {
	return !e.IsUnknown(t) && e.MayBe(t, func(s lattice.TypeClass, _ Type) bool { return s == lattice.SensitiveClass }) &&
		!e.MayBe(t, func(s lattice.TypeClass, _ Type) bool { return s != lattice.SensitiveClass && s != lattice.UndefClass })
}

// HoldsSensitive reports whether a value certainly is Sensitive, or is an array or hash that
// certainly contains a Sensitive value.
func (e *Evaluator) HoldsSensitive(t Type, depth int) bool {
	return e.IsSensitive(t) || depth <= maxHolding && e.holds(t, func(part Type) bool { return e.HoldsSensitive(part, depth+1) })
}

// checkSensitiveText reports a Sensitive value that becomes text, except for text in the log,
// where redaction is intended.
func (e *Evaluator) checkSensitiveText(value Type, at syntax.Node) {
	if e.logging || !e.HoldsSensitive(value, 0) {
		return
	}
	if text, isText := at.(*syntax.TextExpression); isText {
		at = text.Expr
	}
	what := "this"
	if variable, isVariable := at.(*syntax.VariableExpression); isVariable {
		what = "$" + variable.Name
	}
	if e.IsSensitive(value) {
		what += " is Sensitive"
	} else {
		what += " holds a Sensitive value"
	}
	e.reportAt(&code.SensitiveInString, e.Body.Manifest.Extent(at), "", what+": the result is \"Sensitive [value redacted]\"")
}

// checkSensitiveArguments reports Sensitive values passed to Puppet's own functions that
// convert them to text. Functions of stdlib are skipped, since its later versions unwrap their
// arguments.
func (e *Evaluator) checkSensitiveArguments(c *Call) {
	texts := e.modelOf(c.Name).texts
	if texts == nil {
		return
	}
	position, count := texts(e, c)
	for i := position; i < position+count && i < len(c.Arguments); i++ {
		at := c.At
		if i < len(c.nodes) {
			at = c.nodes[i]
		}
		if _, isHash := lattice.ExactFields(c.Arguments[i]); c.Name == "sprintf" && isHash {
			continue // the format may use only part of a hash
		}
		e.checkSensitiveText(c.Arguments[i], at)
	}
}

func (e *Evaluator) textsOfJoin(*Call) (position, count int) { return 0, 1 }

func (e *Evaluator) textsOfSprintf(c *Call) (position, count int) { return 1, len(c.Arguments) - 1 }

func (e *Evaluator) textsOfNew(c *Call) (position, count int) {
	if e.isStringType(c.Argument(0)) {
		count = 1
	}
	return 1, count
}

func (e *Evaluator) textsOfConvertTo(c *Call) (position, count int) {
	if e.isStringType(c.Argument(1)) {
		count = 1
	}
	return 0, count
}

func (e *Evaluator) isStringType(t Type) bool {
	return lattice.TypeClassOf(t) == lattice.TypeValueClass && e.NameOf(lattice.TypeIn(t)) == "String"
}
