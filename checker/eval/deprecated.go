package eval

import (
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/lazyregexp"
)

// reportDiscontinued reports a call of a function that Puppet keeps only to reject it.
func (e *Evaluator) reportDiscontinued(c *Call) {
	finding := e.report(&code.DiscontinuedFunction, c.At, "DISCONTINUED_IMPORT", "'"+c.Name+"' fails whenever it is called")
	if finding != nil && c.Name == "import" {
		finding.Help = "remove the call: Puppet reads all manifests in an environment's folder 'manifests', and finds classes by their names"
	}
}

// checkDeprecated reports a call of one of Puppet's own functions if Puppet is certain to warn
// about its form.
func (e *Evaluator) checkDeprecated(c *Call) {
	if len(c.Arguments) == 0 {
		return
	}
	if check := e.modelOf(c.Name).checkDeprecated; check != nil {
		check(e, c)
	}
}

// deprecatedText returns the check of a function that takes a String for a number; convert is
// the call that converts one.
func deprecatedText(convert string) func(e *Evaluator, c *Call) {
	return func(e *Evaluator, c *Call) {
		if e.alwaysOf(c.Arguments[0], lattice.StringClass) {
			e.reportDeprecated(c, "is called with a String", "convert it first, with "+convert)
		}
	}
}

func (e *Evaluator) checkEmpty(c *Call) {
	if e.alwaysOf(c.Arguments[0], lattice.IntegerClass, lattice.FloatClass) {
		e.reportDeprecated(c, "is called with a number, which is never empty", "leave it out")
	}
}

func (e *Evaluator) checkStrftime(c *Call) {
	if e.alwaysOf(c.Arguments[0], lattice.StringClass) {
		e.reportDeprecated(c, "is called without a time", "write Timestamp() before the format")
	}
}

func (e *Evaluator) checkRegsubst(c *Call) {
	// Puppet 7 does not warn, and Puppet 9 does not accept it.
	if e.Program.Target == 8 && len(c.Arguments) == 5 && e.alwaysOf(c.Arguments[4], lattice.StringClass) {
		e.reportDeprecated(c, "is called with an encoding, which it ignores", "leave it out")
	}
}

func (e *Evaluator) reportDeprecated(c *Call, form, instead string) {
	finding := e.report(&code.DeprecatedCall, c.At, "", "'"+c.Name+"' "+form+": this is deprecated, and Puppet logs a warning")
	if finding != nil {
		finding.Help = instead
	}
}

// numericText matches the strings that max and min compare as numbers.
var numericText = lazyregexp.New(`\A-?[0-9]+([._eE][0-9]+)?\z`)

// checkExtreme reports max and min of values that are converted before they
// are compared: a number or a string with something else, or strings that are
// all numbers.
func (e *Evaluator) checkExtreme(c *Call) {
	if c.block != nil {
		return
	}
	values := c.Arguments
	if len(values) == 1 && lattice.TypeClassOf(values[0]) == lattice.ArrayClass {
		elements, exact := lattice.TupleOf(values[0])
		if !exact {
			return
		}
		values = elements
	}
	if len(values) < 2 {
		return
	}
	var number, noNumber, text, noText bool
	onlyNumerals := true
	for _, value := range values {
		number = number || e.alwaysOf(value, lattice.IntegerClass, lattice.FloatClass)
		noNumber = noNumber || e.neverOf(value, lattice.IntegerClass, lattice.FloatClass)
		text = text || e.alwaysOf(value, lattice.StringClass)
		noText = noText || e.neverOf(value, lattice.StringClass)
		literal, known := lattice.StringOf(value)
		onlyNumerals = onlyNumerals && known && numericText.MatchString(literal)
	}
	switch {
	case number && noNumber:
		e.reportDeprecated(c, "compares a number with something else", "convert the values first, with Numeric(), or compare them in a lambda")
	case text && noText:
		e.reportDeprecated(c, "compares a String with something else", "convert the values first, with String(), or compare them in a lambda")
	case onlyNumerals:
		e.reportDeprecated(c, "compares strings as numbers", "convert them first, with Numeric(), or compare them in a lambda")
	}
}

// alwaysOf reports whether all values of a type belong to one of the type classes.
func (e *Evaluator) alwaysOf(t Type, shapes ...lattice.TypeClass) bool {
	members := e.Members(t)
	for _, member := range members {
		if e.IsUnknown(member) || !slices.Contains(shapes, lattice.TypeClassOf(member)) {
			return false
		}
	}
	return len(members) > 0
}

// neverOf reports whether no value of a type belongs to one of the type classes.
func (e *Evaluator) neverOf(t Type, shapes ...lattice.TypeClass) bool {
	members := e.Members(t)
	for _, member := range members {
		s := lattice.TypeClassOf(member)
		if e.IsUnknown(member) || s == lattice.AnyClass || s == lattice.OtherClass || s == lattice.MixedClass || slices.Contains(shapes, s) {
			return false
		}
	}
	return len(members) > 0
}
