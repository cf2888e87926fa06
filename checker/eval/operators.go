package eval

import (
	"puppet-lint/checker/lattice"
)

// binary applies operation to every pair of members of the operands and joins the results of
// the pairs that work. It returns an error only if no pair works.
func (e *Evaluator) binary(left, right Type, operation func(left, right Type) (Type, *lattice.OperationError)) (Type, *lattice.OperationError) {
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
			// An unknown member may be anything. The pair only fails if the other operand fails
			// with every value.
			result, err := operation(l, r)
			if err == nil {
				if e.IsUnknown(l) || e.IsUnknown(r) {
					return e.Unknown, nil
				}
				results = append(results, result)
				if e.Strict {
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

// arithmetic returns the type of left operator right, for the operators + - * / % << >>
// (EvaluatorImpl#calculate).
func (e *Evaluator) arithmetic(operator string, left, right Type) (Type, *lattice.OperationError) {
	return e.binary(left, right, func(l, r Type) (Type, *lattice.OperationError) { return e.Calculate(operator, l, r) })
}
