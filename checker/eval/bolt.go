package eval

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// reference returns the type that a capitalized name refers to in the body.
func (e *Evaluator) reference(name string) (t Type, found bool) {
	if t, found = e.Program.Reference(name); found || !e.onBolt {
		return t, found
	}
	t = e.BoltReference(name)
	return t, t != nil
}

// boltFunction returns the function that Bolt defines under a name, or nil. It always returns
// nil in code that Bolt does not run. A plain word counts only in plans: a catalog may call the
// other code, where the word may name another function.
func (e *Evaluator) boltFunction(name string) *program.Function {
	if !e.onBolt || !e.inPlan() && !strings.ContainsAny(name, "_:") {
		return nil
	}
	return e.BoltFunctions.Get(name, func() *program.Function {
		found := builtin.FindBoltFunction(name)
		if found == nil {
			return nil
		}
		return &program.Function{Name: name, Signatures: e.SignaturesOf(name, module.BoltSignatures(name, found.Signatures), false, e.ParseTypeOnBolt)}
	})
}

// callBoltMember returns the type of an attribute or method of Bolt data. It returns nil if no
// receiver has a member of that name. The arguments are checked like those of functions.
// Receivers without the member call the function of that name, if there is one.
func (e *Evaluator) callBoltMember(c *Call) Type {
	if !e.onBolt {
		return nil
	}
	var results []Type
	members, others := e.Members(c.Arguments[0]), 0
	for _, member := range members {
		of := e.BoltTypeOf(member)
		if of == nil || of.Members[c.Name] == nil {
			if lattice.TypeClassOf(member) != lattice.UndefClass {
				others++
			}
			if e.IsUnknown(member) {
				return nil
			}
			continue
		}
		called := *c
		called.Arguments = c.Arguments[1:]
		if c.nodes != nil {
			called.nodes = c.nodes[1:]
		}
		function := &program.Function{Name: c.Name, Signatures: e.BoltSignatures(of, c.Name)}
		takesBlock := function.Signatures[0].Block != nil
		if c.Exact && len(members) == 1 && (c.block == nil || takesBlock) && !e.checkArguments(&called, function) {
			return e.afterUnknownCall(c)
		}
		if c.block != nil && takesBlock {
			c.block.invoke([]Type{member.(*types.ObjectType).Element}, false)
		}
		results = append(results, e.declaredResult(&called, function))
	}
	switch {
	case len(results) == 0:
		return nil
	case others > 0 && (e.Program.FindFunction(c.Name) != nil || e.boltFunction(c.Name) != nil):
		return e.Unknown // the result of the function
	}
	return e.JoinAll(results)
}

// indexBolt returns the type of value[keys…] for Bolt data.
func (e *Evaluator) indexBolt(of *builtin.BoltType, member Type, keys []Type) (Type, *lattice.OperationError) {
	if of.Index == nil {
		return nil, &lattice.OperationError{Rule: &code.InvalidIndex, Code: "OPERATOR_NOT_APPLICABLE", Message: e.Describe(member) + " cannot be indexed with '[]'"}
	}
	c := &Call{Name: "[]", Arguments: keys, Exact: true, undef: e.Undef}
	function := &program.Function{Name: "[]", Signatures: e.BoltSignatures(of, "[]")}
	if why, refused := e.refusedByAllSignatures(c, function); refused {
		return nil, &lattice.OperationError{Rule: &code.InvalidIndex, Code: "RUNTIME_ERROR", Message: "the '[]' of " + e.Describe(member) + ": " + why}
	}
	return e.declaredResult(c, function), nil
}

// newOfBolt returns the type that the constructor of a kind of Bolt data creates. Its arguments
// are a hash, or the attributes in order. known is false for other types.
func (e *Evaluator) newOfBolt(c *Call, t Type) (result Type, known bool) {
	of := e.BoltTypeOf(t)
	if of == nil || !e.onBolt {
		return e.Unknown, false
	}
	if e.DataType(strings.ToLower(of.Name)) != nil { // Puppet checks its arguments
		e.construct(c, t, c.Arguments[1:])
	}
	return t, true
}

// isOneOfResults reports whether a type may be either of the two types that a ResultSet holds.
// Which of them it holds depends on what created the ResultSet.
func (e *Evaluator) isOneOfResults(t Type) bool {
	return e.onBolt && len(e.Members(t)) > 1 && e.Relation(t, e.ParseTypeOnBolt("Variant[Result, ApplyResult]")) == lattice.Always
}

// reportUnknownMember reports a method call on Bolt data that has no such member, if no
// function has that name either. If a function may come from a module outside the tree, only a
// likely typo is reported. It returns whether all receivers are Bolt data.
func (e *Evaluator) reportUnknownMember(c *Call) bool {
	if _, isMethod := c.At.(*syntax.CallMethodExpression); !isMethod || !e.onBolt || len(c.Arguments) == 0 || strings.Contains(c.Name, "::") {
		return false
	}
	var names []string
	var called Type
	for _, member := range e.Members(c.Arguments[0]) {
		of := e.BoltTypeOf(member)
		switch {
		case of != nil:
			called = member
			names = slices.AppendSeq(names, maps.Keys(of.Members))
		case lattice.TypeClassOf(member) != lattice.UndefClass:
			return false
		}
	}
	slices.Sort(names)
	if called == nil || e.functionMayExist(c.Name) && program.SuggestionOf(c.Name, spell.List(names)) == "" || e.isGuarded(c.Name) {
		return called != nil
	}
	finding := e.report(&code.UnknownFunction, c.At, "UNKNOWN_FUNCTION", e.Describe(called)+" has no attribute '"+c.Name+"', and there is no function of that name")
	if finding != nil {
		finding.Suggest(diag.Suggestion{Written: c.Name, Meant: spell.Best(c.Name, names)})
	}
	return true
}
