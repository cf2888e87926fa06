package eval

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// fits reports whether a call fits a signature: always, never, or for some values. why explains
// a Never.
func (e *Evaluator) fits(s *program.Signature, c *Call) (t lattice.Truth, why misfit) {
	if why := wrongCount(len(c.Arguments), s.Least, s.Most); why != "" {
		return lattice.Never, misfit{text: why}
	}
	t, block := e.blockFits(s, c)
	if t == lattice.Never {
		return lattice.Never, misfit{text: block}
	}
	for i, argument := range c.Arguments {
		if e.IsUnknown(argument) || len(s.Types) == 0 {
			t = lattice.Maybe
			continue
		}
		wanted := s.TypeOfParameter(i)
		if e.IsUnknown(wanted) {
			t = lattice.Maybe
			continue
		}
		one := e.Relation(argument, wanted)
		if one == lattice.Never || one == lattice.Maybe && e.neverIterates(wanted, argument, c.node(i)) {
			name := "parameter '" + s.NameOfParameter(i) + "' "
			return lattice.Never, misfit{name + e.Mismatch(wanted, argument), name, i, wanted}
		}
		t = t.And(one)
	}
	return t, misfit{}
}

// misfit is why a call does not fit a signature. If an argument has the wrong type, name is the
// name of the parameter as text begins with it, position is the position of the argument, and
// wanted is the type of the parameter. For any other reason, wanted is nil.
type misfit struct {
	text, name string
	position   int
	wanted     Type
}

// neverIterates reports whether wanted is an Iterable and no value of the argument's type is
// iterable.
func (e *Evaluator) neverIterates(wanted, argument Type, node syntax.Node) bool {
	return wanted.Kind() == types.KindIterable && !e.MayBe(argument, func(_ lattice.TypeClass, member Type) bool {
		if lattice.TypeClassOf(member) == lattice.TypeValueClass {
			return e.mayIterateType(lattice.TypeIn(member), node)
		}
		_, ok := e.iterate(member)
		return ok
	})
}

// mayIterateType reports whether a type, as a value, may be one that Puppet iterates over: a
// finite Integer range or an Enum. A type written in the code is exactly that type; a variable
// may hold a more specific one.
func (e *Evaluator) mayIterateType(t Type, node syntax.Node) bool {
	t = e.Resolve(t)
	switch node.(type) {
	case *syntax.QualifiedReference, *syntax.AccessExpression:
		switch t := t.(type) {
		case *types.IntegerType:
			return t.From.IsFinite() && t.To.IsFinite()
		case *types.StringType, *types.PatternType:
			return false
		}
	}
	switch t.Kind() {
	case types.KindBoolean, types.KindFloat, types.KindRegexp, types.KindUndef, types.KindDefault, types.KindArray, types.KindHash,
		types.KindTuple, types.KindStruct, types.KindTimespan, types.KindTimestamp, types.KindSemVer, types.KindSemVerRange,
		types.KindBinary, types.KindURI, types.KindCollection, types.KindClass, types.KindResource:
		return false
	}
	return true
}

// blockFits reports whether a signature accepts the call's lambda, and if it never does, why.
func (e *Evaluator) blockFits(s *program.Signature, c *Call) (lattice.Truth, string) {
	switch {
	case c.block == nil && s.Block != nil && !s.BlockOptional:
		return lattice.Never, "expects a block"
	case c.block == nil:
		return lattice.Always, ""
	case s.Block == nil:
		return lattice.Never, "does not expect a block"
	}
	least, most := lattice.BlockCounts(s.Block)
	blockLeast, blockMost := c.block.counts()
	if blockLeast > most && most >= 0 || blockMost >= 0 && blockMost < least {
		return lattice.Never, "expects a block of " + lattice.CountRange(least, most) + ", not of " + lattice.CountRange(blockLeast, blockMost)
	}
	if blockLeast > least || most < 0 && blockMost >= 0 || blockMost >= 0 && blockMost < most {
		if least == most {
			return lattice.Never, "expects a block of " + lattice.CountRange(least, most) + ", not of " + lattice.CountRange(blockLeast, blockMost)
		}
		return lattice.Maybe, ""
	}
	return lattice.Always, ""
}

// wrongCount explains why a number of arguments is wrong; it returns "" if the number is right.
// most is -1 if there is no limit.
func wrongCount(given, least, most int) string {
	if given >= least && (most < 0 || given <= most) {
		return ""
	}
	got := fmt.Sprint(given)
	if given == 0 {
		got = "none"
	}
	return "expects " + lattice.CountRange(least, most) + ", got " + got
}

// checkArguments reports a call that no signature accepts. It returns whether the call may
// succeed.
func (e *Evaluator) checkArguments(c *Call, f *program.Function) bool {
	if check := e.modelOf(c.Name).checkArguments; check != nil && f.Builtin {
		return check(e, c)
	}
	if f.Open {
		return true
	}
	if f.Definition != nil {
		return e.checkDefinedCall(c, f)
	}
	if f.Legacy {
		for _, argument := range c.Arguments {
			if e.holdsIterator(argument, 0) {
				e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'"+c.Name+"' does not accept an Iterator; convert it to an array with *, or give the iteration a block")
				return false
			}
		}
		why := wrongCount(len(c.Arguments), f.Least, f.Most)
		if why != "" {
			e.report(&code.ArgumentCount, c.At, "RUNTIME_ERROR", "'"+c.Name+"' "+why)
			return false
		}
		return !f.Builtin || e.checkLegacyArguments(c)
	}
	var reasons []misfit
	isCount, least, most := true, math.MaxInt, 0
	for _, signature := range f.Signatures {
		if signature.Open {
			return true
		}
		t, why := e.fits(signature, c)
		if t != lattice.Never {
			if signature.Mismatch && t == lattice.Always {
				break
			}
			if !signature.Mismatch {
				e.checkCallStrictly(c, f)
				return true
			}
			continue
		}
		if !signature.Mismatch {
			isCount = isCount && wrongCount(len(c.Arguments), signature.Least, signature.Most) != ""
			least = min(least, signature.Least)
			if most = max(most, signature.Most); signature.Most < 0 {
				most = math.MaxInt
			}
			reasons = append(reasons, why)
		}
	}
	if len(f.Signatures) == 0 {
		return true
	}
	if given := len(c.Arguments); isCount && (given < least || given > most) {
		if most == math.MaxInt {
			most = -1
		}
		e.report(&code.ArgumentCount, c.At, "RUNTIME_ERROR", "'"+c.Name+"' "+wrongCount(given, least, most))
		return false
	}
	e.reportNoSignature(c, reasons, isCount)
	return false
}

// reportNoSignature reports a call that fits no signature, with the reasons that the signatures give.
// isCount means that all of them reject the number of arguments.
func (e *Evaluator) reportNoSignature(c *Call, reasons []misfit, isCount bool) {
	rule := &code.ArgumentMismatch
	if isCount {
		rule = &code.ArgumentCount
	}
	var texts []string
	for _, reason := range e.nearest(c, reasons) {
		if !slices.Contains(texts, reason.text) {
			texts = append(texts, reason.text)
		}
	}
	name := "'" + c.Name + "' "
	switch len(texts) {
	case 0:
		e.report(rule, c.At, "RUNTIME_ERROR", name+"does not accept these arguments")
	case 1:
		e.report(rule, c.At, "RUNTIME_ERROR", name+texts[0])
	default:
		e.report(rule, c.At, "RUNTIME_ERROR", name+"does not accept these arguments: "+strings.Join(texts[:min(len(texts), 4)], "; or "))
	}
}

// nearest returns the reasons of the signatures that come closest to accepting a call: they
// accept the number of arguments and the block, but not the type of an argument. If all of them
// reject the same argument, nearest returns one reason that covers them.
func (e *Evaluator) nearest(c *Call, reasons []misfit) []misfit {
	var found []misfit
	var wanted []Type
	isOne := true
	for _, reason := range reasons {
		if reason.wanted != nil {
			found = append(found, reason)
			wanted = append(wanted, reason.wanted)
			isOne = isOne && reason.position == found[0].position
		}
	}
	switch {
	case len(found) == 0:
		return reasons
	case len(found) > 1 && isOne:
		first := found[0]
		return []misfit{{text: first.name + e.Mismatch(e.JoinAll(wanted), c.Arguments[first.position])}}
	}
	return found
}
