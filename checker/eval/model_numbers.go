package eval

import (
	"math"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/types"
)

// Models of numeric functions.

func (e *Evaluator) modelAbs(c *Call) Type {
	if e.notANumber(c) {
		return e.Unknown
	}
	var results []Type
	for _, member := range e.Members(c.Argument(0)) {
		value, known := lattice.NumberOf(member)
		switch {
		case lattice.TypeClassOf(member) == lattice.IntegerClass && known:
			whole := lattice.IntegerOf(member).Low
			if whole == math.MinInt64 {
				return e.Unknown // Ruby's integers have no bound, as Puppet's types do
			}
			results = append(results, e.IntegerRange(lattice.Range{Low: max(whole, -whole), High: max(whole, -whole)}))
		case lattice.TypeClassOf(member) == lattice.IntegerClass:
			results = append(results, e.IntegerRange(lattice.Range{Low: 0, High: math.MaxInt64}))
		case lattice.TypeClassOf(member) == lattice.FloatClass && known:
			results = append(results, e.FloatValue(math.Abs(value)))
		case lattice.TypeClassOf(member) == lattice.FloatClass:
			results = append(results, e.Float)
		default:
			results = append(results, e.NumericType)
		}
	}
	return e.JoinAll(results)
}

// notANumber reports a string that is not a number, passed to a numeric function, and returns
// whether there is one.
func (e *Evaluator) notANumber(c *Call) bool {
	text, known := lattice.StringOf(c.Argument(0))
	if !known {
		return false
	}
	if _, isNumber := lattice.ToNumber(text); isNumber {
		return false
	}
	e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'"+c.Name+"' needs a number, not "+e.Describe(c.Argument(0)))
	return true
}

// modelRounding models ceiling, floor and round.
func modelRounding(round func(float64) float64) func(e *Evaluator, c *Call) Type {
	return func(e *Evaluator, c *Call) Type {
		if e.notANumber(c) {
			return e.Unknown
		}
		if value, known := lattice.NumberOf(c.Argument(0)); known && math.Abs(value) < 1<<53 {
			whole := int64(round(value))
			return e.IntegerRange(lattice.Range{Low: whole, High: whole})
		}
		if lattice.TypeClassOf(c.Argument(0)) == lattice.IntegerClass {
			return e.OnlyClass(c.Argument(0), lattice.IntegerClass)
		}
		return e.Integer
	}
}

// modelExtreme models max and min. They return one of the arguments, or one of the elements if
// the only argument is an array.
func (e *Evaluator) modelExtreme(c *Call) Type {
	arguments := c.Arguments
	if c.block != nil {
		c.block.invokeUnknown()
	}
	if len(arguments) == 0 || len(arguments) == 1 && lattice.TypeClassOf(arguments[0]) == lattice.ArrayClass && lattice.SizeOf(arguments[0]).High == 0 {
		e.report(&code.ArgumentCount, c.At, "RUNTIME_ERROR", "'"+c.Name+"' expects at least 1 argument, got none")
		return e.Unknown
	}
	if len(arguments) == 1 && lattice.TypeClassOf(arguments[0]) == lattice.ArrayClass {
		return e.ElementOf(arguments[0])
	}
	if len(arguments) == 1 && e.MayHaveClass(arguments[0], lattice.ArrayClass) {
		return e.Any
	}
	return e.JoinAll(arguments)
}

// modelFqdnRand models fqdn_rand(limit, …) and stdlib's fqdn_rand_string(length, …), whose
// first argument must be positive.
func (e *Evaluator) modelFqdnRand(c *Call) Type {
	limits := e.ValuesOf(c.Argument(0))
	isWrong := len(limits) > 0
	for _, limit := range limits {
		switch limit := limit.(type) {
		case types.Integer:
			isWrong = isWrong && limit <= 0
		case types.Float:
			isWrong = isWrong && limit < 1
		case types.String:
			isWrong = isWrong && lattice.LeadingInteger(string(limit)) <= 0
		default:
			isWrong = false
		}
	}
	if isWrong {
		e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'"+c.Name+"' needs a number of at least 1, not "+e.Describe(c.Argument(0)))
	}
	return e.ParseType(e.modelOf(c.Name).returns)
}
