package checker

import (
	"puppet-lint/checker/lattice"
)

// binary applies operation to every pair of members of the operands. The
// result joins those of the pairs that work; only when none works is there a
// fault.
func (e *evaluator) binary(left, right Type, operation func(left, right Type) (Type, *lattice.OperationError)) (Type, *lattice.OperationError) {
	lefts, rights := e.Members(left), e.Members(right)
	if len(lefts)*len(rights) > lattice.MaxCombinations {
		lefts, rights = e.WidenMembers(left), e.WidenMembers(right)
	}
	if len(lefts)*len(rights) > lattice.MaxCombinations {
		return e.Unknown, nil
	}
	var results, workingLefts, workingRights []Type
	var first *lattice.OperationError
	for _, l := range lefts {
		for _, r := range rights {
			// What is not known may be anything: only the other operand can be
			// wrong with all of it.
			result, err := operation(l, r)
			if err == nil {
				if e.IsUnknown(l) || e.IsUnknown(r) {
					return e.Unknown, nil
				}
				results = append(results, result)
				if e.strict {
					workingLefts, workingRights = append(workingLefts, l), append(workingRights, r)
				}
			} else if first == nil {
				first = err
			}
		}
	}
	if len(results) == 0 && first != nil {
		return e.Unknown, first
	}
	e.notePossible(first, workingLefts, workingRights)
	return e.JoinAll(results), nil
}

// arithmetic is the type of left operator right, for the operators + - * / %
// << >> (EvaluatorImpl#calculate).
func (e *evaluator) arithmetic(operator string, left, right Type) (Type, *lattice.OperationError) {
	return e.binary(left, right, func(l, r Type) (Type, *lattice.OperationError) { return e.Calculate(operator, l, r) })
}
