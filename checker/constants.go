package checker

import (
	"errors"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/syntax"
	"puppet-lint/types"
	"puppet-lint/types/convert"
	"puppet-lint/types/functions"
)

// argumentValues are all values that an argument may have; none when there are
// too many. A type is one only where it is written in the call.
func (e *evaluator) argumentValues(c *call, position int) []types.Value {
	argument := c.arguments[position]
	if lattice.TypeClassOf(argument) != lattice.TypeValueClass {
		return e.ValuesOf(argument)
	}
	if position >= len(c.nodes) || e.IsUnknown(lattice.TypeIn(argument)) {
		return nil
	}
	switch c.nodes[position].(type) {
	case *syntax.QualifiedReference, *syntax.AccessExpression:
		return []types.Value{types.TypeValue{Type: lattice.TypeIn(argument)}}
	}
	return nil
}

// constants are all combinations of values that the arguments at the given
// positions may have; none when some are not known or there are too many.
func (e *evaluator) constants(c *call, positions []int) [][]types.Value {
	combinations := [][]types.Value{nil}
	for _, position := range positions {
		values := e.argumentValues(c, position)
		if len(values) == 0 || len(values)*len(combinations) > lattice.MaxComputed {
			return nil
		}
		next := make([][]types.Value, 0, len(values)*len(combinations))
		for _, before := range combinations {
			for _, value := range values {
				next = append(next, append(before[:len(before):len(before)], value))
			}
		}
		combinations = next
	}
	return combinations
}

// positionsFrom are the positions from one up to, and without, another.
func positionsFrom(from, to int) []int {
	var positions []int
	for position := from; position < to; position++ {
		positions = append(positions, position)
	}
	return positions
}

// computed is the exact result of one of Puppet's own functions for arguments
// that are known; nil when they are not, or when the function may fail.
func (e *evaluator) computed(c *call) Type {
	if c.block != nil || c.name == "new" || c.name == "convert_to" || !functions.Computes(c.name) {
		return nil
	}
	var results []Type
	for _, arguments := range e.constants(c, positionsFrom(0, len(c.arguments))) {
		value, ok := functions.Call(e.Converter, c.name, arguments)
		if !ok {
			return nil
		}
		result := e.TypeOfValue(value)
		if result == nil {
			return nil
		}
		results = append(results, result)
	}
	if len(results) == 0 {
		return nil
	}
	return e.JoinAll(results)
}

// convertConstant is what calling a type makes of arguments that are known;
// known is false when that cannot be told. A conversion that Puppet refuses for
// each of them is reported.
func (e *evaluator) convertConstant(c *call, target int, positions []int) (result Type, known bool) {
	targets := e.argumentValues(c, target)
	if len(targets) != 1 {
		return nil, false
	}
	wanted, isType := targets[0].(types.TypeValue)
	if !isType {
		return nil, false
	}
	var results []Type
	var refused *convert.Error
	for _, arguments := range e.constants(c, positions) {
		value, err := e.Converter.Convert(wanted.Type, arguments...)
		if err != nil {
			if !errors.As(err, &refused) {
				return nil, false
			}
			continue
		}
		one := e.TypeOfValue(value)
		if one == nil {
			return nil, false
		}
		results = append(results, one)
	}
	switch {
	case len(results) > 0:
		return e.JoinAll(results), true
	case refused == nil:
		return nil, false
	}
	message := "the conversion fails: " + lattice.LowerFirst(refused.Message)
	if parts := strings.Split(refused.Message, "'"); refused.Unsupported && len(parts) > 2 {
		message = lattice.Article(parts[1]) + " type cannot be called to create a value"
	}
	e.report(&code.ConversionFails, c.at, "RUNTIME_ERROR", message)
	return e.Unknown, true
}

// badFormat says why sprintf fails for all values that its arguments may have;
// empty when it may work.
func (e *evaluator) badFormat(c *call) string {
	var refused *convert.Error
	for _, arguments := range e.constants(c, positionsFrom(0, len(c.arguments))) {
		if len(arguments) == 0 {
			return ""
		}
		format, ok := arguments[0].(types.String)
		if !ok {
			return ""
		}
		if _, err := convert.Format(string(format), arguments[1:]); !errors.As(err, &refused) {
			return ""
		}
	}
	if refused == nil {
		return ""
	}
	return refused.Message
}
