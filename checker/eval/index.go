package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
)

// index returns the type of value[keys…] for values that are not types (AccessOperator). If the
// error has onRight set, it belongs to the key.
func (e *Evaluator) index(value Type, keys []Type) (Type, *lattice.OperationError) {
	var results, working []Type
	var first, possible *lattice.OperationError
	areResults := e.Strict && e.isOneOfResults(e.WithoutUndef(value))
	for _, member := range e.Members(value) {
		result, err := e.indexMember(member, keys)
		if err == nil {
			results, working = append(results, result), append(working, member)
			continue
		}
		if first == nil {
			first = err
		}
		if areResults && lattice.TypeClassOf(member) != lattice.UndefClass {
			working = append(working, member)
		} else if possible == nil {
			possible = err
		}
	}
	if len(results) == 0 && first != nil {
		return e.Unknown, first
	}
	e.notePossible(possible, working, nil)
	return e.JoinAll(results), nil
}

func (e *Evaluator) indexMember(member Type, keys []Type) (Type, *lattice.OperationError) {
	if e.IsUnknown(member) {
		return e.Unknown, nil
	}
	if e.isDeferred(member) {
		return nil, &lattice.OperationError{Rule: &code.InvalidIndex, Code: "OPERATOR_NOT_APPLICABLE", Message: "a Deferred cannot be indexed with '[]': the agent computes its value later"}
	}
	switch lattice.TypeClassOf(member) {
	case lattice.AnyClass:
		return e.Any, nil
	case lattice.TypeValueClass:
		return e.Unknown, nil // one of several values, which decides what a type accepts
	case lattice.OtherClass:
		if of := e.BoltTypeOf(member); of != nil && e.onBolt {
			return e.indexBolt(of, member, keys)
		}
		return e.Unknown, nil
	case lattice.StringClass:
		return e.IndexString(member, e.FlattenKeys(keys))
	case lattice.BinaryClass:
		if _, err := e.IndexString(e.String, e.FlattenKeys(keys)); err != nil {
			return nil, err
		}
		return e.BinaryType, nil
	case lattice.ArrayClass:
		return e.IndexArray(member, e.FlattenKeys(keys))
	case lattice.HashClass:
		return e.IndexHash(member, keys)
	}
	return nil, &lattice.OperationError{Rule: &code.InvalidIndex, Code: "OPERATOR_NOT_APPLICABLE", Message: e.Describe(member) + lattice.NoElements}
}
