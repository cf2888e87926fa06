package eval

import (
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

func (e *Evaluator) evaluateAssignment(node *syntax.AssignmentExpression) Type {
	switch node.Left.(type) {
	case *syntax.VariableExpression, *syntax.LiteralList, *syntax.AccessExpression:
	default: // Puppet refuses the assignment; the syntax error before it is reported
		return e.Unknown
	}
	value := e.Evaluate(node.Right)
	if e.state.unreachable {
		return e.Never
	}
	e.assign(node.Left, value, node)
	return value
}

// assign binds a variable, or each of a list of variables, to a value.
func (e *Evaluator) assign(target syntax.Node, value Type, node *syntax.AssignmentExpression) {
	switch target := target.(type) {
	case *syntax.VariableExpression:
		e.bind(target.Name, value, target.Span(), node)
	case *syntax.LiteralList:
		e.assignList(target, value, node)
	case *syntax.AccessExpression: // which is refused; consequences are not reported
		if variable, ok := target.Left.(*syntax.VariableExpression); ok && !strings.Contains(variable.Name, "::") {
			if bound, slot := e.local(variable.Name); bound.typ != nil {
				bound.typ, bound.unset, bound.branchValues = e.Unknown, nil, nil
				e.state.variables.set(slot, bound)
			}
		}
	}
}

// bind sets a variable of the innermost scope.
func (e *Evaluator) bind(name string, value Type, at source.Span, node *syntax.AssignmentExpression) {
	isPlan := e.Body.Definition != nil && e.Body.Definition.Kind == module.Plan
	if name == "server_facts" || (name == "facts" || name == "trusted") && !isPlan {
		e.reportAt(&code.ReassignedVariable, node.Span(), "ILLEGAL_RESERVED_ASSIGNMENT", "$"+name+" is reserved and cannot be assigned")
		e.state.variables.set(e.slot(name), variable{typ: e.Unknown, certain: true, at: at}) // consequences are not reported
		return
	}
	slot := e.slot(name)
	bound := e.state.variables.at(slot)
	switch {
	case bound.typ == nil:
		bound = variable{typ: value, certain: true, at: at}
	case bound.certain:
		e.reportReassigned(name, bound.at, node)
		bound.typ, bound.unset, bound.branchValues = e.Join(bound.typ, value), nil, nil
	default: // this fails on the paths that have set it
		bound = variable{typ: value, certain: true, at: at}
	}
	e.state.variables.set(slot, bound)
}

func (e *Evaluator) reportReassigned(name string, first source.Span, node *syntax.AssignmentExpression) {
	finding := e.reportAt(&code.ReassignedVariable, node.Span(), "ILLEGAL_REASSIGNMENT", "$"+name+" is assigned a second time")
	if finding != nil && first.End > first.Start {
		finding.Related = append(finding.Related, e.related(first, e.describeFirst(first)))
	}
}

// describeFirst describes what gave a variable its first value: a parameter or an assignment.
func (e *Evaluator) describeFirst(at source.Span) string {
	if e.Body.Definition != nil {
		for _, parameter := range e.Body.Definition.Signature() {
			if parameter.Node != nil && parameter.Node.Span().Start <= at.Start && at.End <= parameter.Node.Span().End {
				return "declared as a parameter here"
			}
		}
	}
	return "first assigned here"
}

// assignList binds the variables of a list to the elements of an array or the
// values of a hash.
func (e *Evaluator) assignList(target *syntax.LiteralList, value Type, node *syntax.AssignmentExpression) {
	length := int64(len(target.Values))
	var parts [][]Type // for each member of value that fits
	var first *lattice.OperationError
	for _, member := range e.Members(value) {
		part, err := e.splitForList(target, member, length)
		if err == nil {
			parts = append(parts, part)
		} else if first == nil {
			first = err
		}
	}
	if len(parts) == 0 && first != nil {
		e.reportAt(first.Rule, node.Span(), first.Code, first.Message)
	}
	for i, variable := range target.Values {
		element := e.Unknown
		if len(parts) > 0 {
			element = e.Never
			for _, part := range parts {
				element = e.Join(element, part[i])
			}
		}
		e.assign(variable, element, node)
	}
}

// splitForList returns the type of each variable of a list assignment, given one member of the
// type of the assigned value.
func (e *Evaluator) splitForList(target *syntax.LiteralList, member Type, length int64) ([]Type, *lattice.OperationError) {
	parts := make([]Type, length)
	for i := range parts {
		parts[i] = e.Unknown
	}
	mismatch := func(got string) *lattice.OperationError {
		return &lattice.OperationError{Rule: &code.AssignmentMismatch, Code: "ILLEGAL_MULTI_ASSIGNMENT_SIZE", Message: lattice.Count(int(length)) + " variables are assigned from " + got}
	}
	switch lattice.TypeClassOf(member) {
	case lattice.AnyClass, lattice.OtherClass:
		return parts, nil
	case lattice.TypeValueClass:
		if lattice.IsClassReference(lattice.TypeIn(member)) {
			return e.classVariables(target, lattice.TypeIn(member), parts), nil
		}
	case lattice.HashClass:
		for i, variable := range target.Values {
			named, ok := variable.(*syntax.VariableExpression)
			if !ok {
				continue
			}
			found := e.LookupKey(member, e.Str(named.Name))
			if found == e.Undef && !lattice.MayHaveKey(member, named.Name) {
				return nil, &lattice.OperationError{Rule: &code.AssignmentMismatch, Code: "MISSING_MULTI_ASSIGNMENT_KEY", Message: "the hash has no key " + lattice.Quote(named.Name)}
			}
			parts[i] = found
		}
		return parts, nil
	case lattice.ArrayClass:
		size := lattice.SizeOf(member)
		if size.High < length || size.Low > length {
			return nil, mismatch("an array of " + lattice.DescribeSize(size))
		}
		for i := range parts {
			parts[i] = e.elementAt(member, int64(i))
		}
		return parts, nil
	}
	if length != 1 {
		return nil, mismatch(e.Describe(member))
	}
	parts[0] = member
	return parts, nil
}

// elementAt returns the type of an element of an array that is known to be long enough
// to have it.
func (e *Evaluator) elementAt(array Type, position int64) Type {
	if elements, exact := lattice.TupleOf(array); exact {
		return elements[position]
	}
	return e.PositionOf(array, position, true)
}
