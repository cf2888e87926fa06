package eval

import (
	"slices"

	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// parameterInference collects the types that the code of a body requires of its parameters,
// while the body is evaluated. Every use that fails for some values narrows the parameter to
// the values for which it works. Branches fork and merge these types like the types of other
// variables. The type at the end of the body contains every value with which the body can end,
// so a declared type of that kind rejects no working value.
type parameterInference struct {
	// parameters are the names of the parameters whose types are inferred.
	parameters map[string]bool
	// same maps variables that always have the value of a parameter to the parameter.
	same map[string]string
	// exits are the types that the parameters have where the body ends, joined.
	exits map[string]Type
	uses  map[string][]ParameterUse
	// plain means that the body only gets plain data: values that YAML or JSON can express.
	plain bool
}

// ParameterUse is a use of a parameter that does not accept every value.
type ParameterUse struct {
	// Span is the expression that names the parameter.
	Span source.Span
	// Accepts is the type that the use accepts.
	Accepts Type
	// What describes the use: "parameter 'port' of 'apache::vhost'".
	What string
}

// RequirementsOf evaluates a body once more to infer what its code requires of its untyped
// parameters, given any value or, if plain is set, only plain data. left holds the types at the
// end of the body, by parameter; it is empty if the body never ends.
func (p *Interpreter) RequirementsOf(b *program.Body, untyped map[string]bool, plain bool) (left map[string]Type, uses map[string][]ParameterUse) {
	e := p.NewEvaluator(b, false, false)
	e.inference = &parameterInference{
		parameters: untyped, same: sameVariables(b, untyped), exits: map[string]Type{},
		uses: map[string][]ParameterUse{}, plain: plain,
	}
	e.evaluateBody()
	left = e.inference.exits
	if !e.state.unreachable {
		e.noteExit()
	}
	return left, e.inference.uses
}

// sameVariables returns the variables that always have the value of a parameter, with that
// parameter. Their only assignment is a statement of the body such as "$y = $x".
func sameVariables(b *program.Body, parameters map[string]bool) map[string]string {
	same := map[string]string{}
	for _, statement := range program.StatementsOf(b.Node) {
		assignment, ok := statement.(*syntax.AssignmentExpression)
		if !ok {
			continue
		}
		target, isVariable := assignment.Left.(*syntax.VariableExpression)
		value, isCopy := syntax.Unparenthesized(assignment.Right).(*syntax.VariableExpression)
		if isVariable && isCopy && parameters[value.Name] {
			same[target.Name] = value.Name
		}
	}
	counts := map[string]int{}
	for _, name := range program.AssignedIn(bodyOf(b.Node)) {
		counts[name]++
	}
	for name := range same {
		if counts[name] != 1 {
			delete(same, name)
		}
	}
	return same
}

// bodyOf returns a block of the statements of a definition.
func bodyOf(node syntax.Node) syntax.Node {
	return &syntax.BlockExpression{Statements: program.StatementsOf(node)}
}

// maxLeft limits the number of types that a variable keeps at a join point while parameter
// types are inferred. A larger type would not be suggested, and each further test of the
// variable would have to look at all of its members.
const maxLeft = 24

// plainData returns the type of plain data, one level deep.
func (e *Evaluator) plainData() Type {
	return e.JoinAll([]Type{e.Store.String, e.Integer, e.Float, e.Boolean, e.Undef, e.Store.Array, e.Store.HashOf(e.String, e.Any, nil)})
}

// noteExit records the types of the parameters at a point where the body ends.
func (e *Evaluator) noteExit() {
	if e.inference == nil {
		return
	}
	for name := range e.inference.parameters {
		slot, ok := e.bodyFrame().slots[name]
		if !ok {
			continue
		}
		left := e.state.variables.at(slot).typ
		if left == nil {
			continue
		}
		if before, ok := e.inference.exits[name]; ok {
			left = e.Join(before, left)
		}
		e.inference.exits[name] = left
	}
}

// require narrows an expression to the values of accepts: the evaluation would fail for all
// others. It calls what only if the expression is a parameter whose type is inferred.
func (e *Evaluator) require(node syntax.Node, accepts Type, what func() string) {
	if e.inference == nil || e.state.unreachable || e.IsUnknown(accepts) || e.IsNever(accepts) {
		return
	}
	variable, ok := syntax.Unparenthesized(node).(*syntax.VariableExpression)
	if !ok {
		return
	}
	name := variable.Name
	if original, ok := e.inference.same[name]; ok && e.isOfBody(name) {
		e.refine(name, e.Meet(e.ReadVariable(name, variable), accepts))
		name = original
	}
	if !e.inference.parameters[name] || !e.isOfBody(name) || e.state.unreachable {
		return
	}
	current := e.state.variables.at(e.bodyFrame().slots[name]).typ
	if e.Relation(current, accepts) == lattice.Always {
		return
	}
	e.inference.note(name, ParameterUse{Span: variable.Span(), Accepts: accepts, What: what()})
	e.refine(name, e.Meet(current, accepts))
}

func (r *parameterInference) note(name string, use ParameterUse) {
	if !slices.ContainsFunc(r.uses[name], func(known ParameterUse) bool { return known.Span == use.Span && known.What == use.What }) {
		r.uses[name] = append(r.uses[name], use)
	}
}

// isOfBody reports whether a name refers here to a variable of the body's own scope that is
// set.
func (e *Evaluator) isOfBody(name string) bool {
	slot, ok := e.frame.slot(name)
	own, isOwn := e.bodyFrame().slots[name]
	return ok && isOwn && slot == own && e.state.variables.at(slot).typ != nil
}

// requireArguments narrows the arguments of a call to the types that the matching signatures
// accept.
func (e *Evaluator) requireArguments(c *Call, f *program.Function) {
	if e.inference == nil || c.nodes == nil || f.Open || f.Legacy {
		return
	}
	for i, node := range c.nodes {
		accepts, known := e.acceptedArgument(c, f, i)
		if known {
			e.require(node, accepts, func() string { return "an argument of '" + c.Name + "'" })
		}
	}
}

func (e *Evaluator) acceptedArgument(c *Call, f *program.Function, position int) (accepts Type, known bool) {
	if f.Definition != nil {
		parameters := f.Definition.Signature()
		if len(parameters) == 0 {
			return nil, false
		}
		return parameters[min(position, len(parameters)-1)].Type, true
	}
	accepts = e.Never
	for _, signature := range f.Signatures {
		if signature.Open || len(signature.Types) == 0 {
			return nil, false
		}
		if fits, _ := e.fits(signature, c); fits == lattice.Never || signature.Mismatch {
			continue
		}
		wanted := signature.TypeOfParameter(position)
		if e.IsUnknown(wanted) {
			return nil, false
		}
		if accepts = e.Join(accepts, wanted); wanted.Kind() == types.KindIterable {
			accepts = e.Join(accepts, e.Store.Iterable)
		}
	}
	return accepts, true
}

// requireOperands narrows the operands of an operation to the types with which it works. For
// this it tries one type of every kind.
func (e *Evaluator) requireOperands(operator string, left, right syntax.Node, leftType, rightType Type, operation func(operator string, left, right Type) (Type, *lattice.OperationError)) {
	if e.inference == nil {
		return
	}
	what := func() string { return "an operand of '" + operator + "'" }
	works := func(left, right Type) bool { _, err := operation(operator, left, right); return err == nil }
	known := func(t Type) Type {
		if e.IsUnknown(t) {
			return e.Any
		}
		return t
	}
	leftType, rightType = known(leftType), known(rightType)
	if e.namesParameter(left) {
		e.require(left, e.acceptedKinds(func(one Type) bool { return works(one, rightType) }), what)
	}
	if e.namesParameter(right) {
		e.require(right, e.acceptedKinds(func(one Type) bool { return works(leftType, one) }), what)
	}
}

// namesParameter reports whether a node is a variable that require narrows.
func (e *Evaluator) namesParameter(node syntax.Node) bool {
	variable, ok := syntax.Unparenthesized(node).(*syntax.VariableExpression)
	return ok && (e.inference.parameters[variable.Name] || e.inference.same[variable.Name] != "")
}

// acceptedKinds tries one type of every kind and joins those for which works returns true.
func (e *Evaluator) acceptedKinds(works func(Type) bool) Type {
	kinds := []Type{
		e.Undef, e.Boolean, e.Integer, e.Float, e.String, e.Store.Regexp, e.Store.Array, e.Store.Hash, e.TypeOf(e.Any),
		e.Sensitive(e.Any), e.Store.SemVer, e.Store.SemVerRange, e.Timespan, e.Timestamp, e.BinaryType, e.Uri, e.DefaultType,
	}
	return e.JoinAll(slices.DeleteFunc(kinds, func(one Type) bool { return !works(one) }))
}

// requireElements narrows a value that the code indexes. It only does so if the body gets plain
// data: otherwise objects and references to resources can be indexed, too.
func (e *Evaluator) requireElements(node *syntax.AccessExpression, keys []Type) {
	if e.inference == nil || !e.inference.plain || !e.namesParameter(node.Left) {
		return
	}
	accepted := e.acceptedKinds(func(one Type) bool { _, err := e.index(one, keys); return err == nil })
	e.require(node.Left, accepted, func() string { return "a value whose elements are taken by '[]'" })
}

// requireTitle narrows a resource title.
func (e *Evaluator) requireTitle(node syntax.Node) {
	if e.inference != nil {
		e.require(node, e.Join(e.NonEmptyString, e.Store.Array), func() string { return "a title" })
	}
}

// requireAttribute narrows the value given to a parameter of a class or defined type.
func (e *Evaluator) requireAttribute(d *program.Definition, p *program.Parameter, at, valueAt syntax.Node) {
	if e.inference == nil {
		return
	}
	if _, isHash := at.(*syntax.AttributesOperation); isHash {
		return // valueAt is the hash that contains the value
	}
	accepts := p.Type
	if !p.Required {
		accepts = e.Optional(accepts)
	}
	e.require(valueAt, accepts, func() string { return "parameter '" + p.Name + "' of '" + d.Name + "'" })
}
