package eval

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

// argumentValues returns all values that an argument may have; nil if they are unknown or too
// many. A type counts as a value only if it is written in the call.
func (e *Evaluator) argumentValues(c *Call, position int) []types.Value {
	argument := c.Arguments[position]
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

// constants returns all combinations of the values of the arguments at some positions; nil if
// some values are unknown or there are too many.
func (e *Evaluator) constants(c *Call, positions []int) [][]types.Value {
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

// positionsFrom returns the positions from, from+1, …, to-1.
func positionsFrom(from, to int) []int {
	var positions []int
	for position := from; position < to; position++ {
		positions = append(positions, position)
	}
	return positions
}

// computed returns the exact result of one of Puppet's own functions for known arguments. It
// returns nil if they are unknown or the function may fail.
func (e *Evaluator) computed(c *Call) Type {
	if c.block != nil || c.Name == "new" || c.Name == "convert_to" || !functions.Computes(c.Name) {
		return nil
	}
	var results []Type
	for _, arguments := range e.constants(c, positionsFrom(0, len(c.Arguments))) {
		value, ok := functions.Call(e.Converter, c.Name, arguments)
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

// convertConstant returns the result of converting known arguments to a type. known is false if
// it cannot be determined. A conversion that Puppet rejects for all values is reported.
func (e *Evaluator) convertConstant(c *Call, target int, positions []int) (result Type, known bool) {
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
	if parts := strings.Split(refused.Message, "'"); refused.Unsupported && len(parts) > 2 {
		e.reportWithoutConstructor(c, parts[1])
		return e.Unknown, true
	}
	e.report(&code.ConversionFails, c.At, "RUNTIME_ERROR", "the conversion fails: "+lattice.LowerFirst(refused.Message))
	return e.Unknown, true
}

// badFormat explains why sprintf fails for all values of its arguments; it returns "" if it may
// succeed.
func (e *Evaluator) badFormat(c *Call) string {
	var refused *convert.Error
	for _, arguments := range e.constants(c, positionsFrom(0, len(c.Arguments))) {
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
