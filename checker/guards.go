package checker

import (
	"strings"

	"puppet-lint/module"
	"puppet-lint/syntax"
)

// guardKey begins the keys in state.refined that stand for what a test has
// shown to exist; no access path begins so.
const guardKey = "\x00exists "

// noteDefined notes what defined(argument) has shown to exist: a variable, or a
// class, type or function of a name, or the class or type of a reference. What
// the tree lacks is no mistake there: the code is for trees that have it.
func (e *evaluator) noteDefined(argument syntax.Node) {
	switch argument := argument.(type) {
	case *syntax.QualifiedReference:
		e.guard(argument.Value)
	case *syntax.AccessExpression:
		reference, ok := argument.Left.(*syntax.QualifiedReference)
		if !ok {
			return
		}
		if module.Normalize(reference.Value) != "class" {
			e.guard(reference.Value)
			return
		}
		for _, key := range argument.Keys {
			e.guard(literalText(key))
		}
	default:
		e.guard(literalText(argument))
	}
}

// absentKey begins the keys in state.refined that stand for classes which a test
// has shown not to be declared.
const absentKey = "\x00absent "

// noteAbsent notes that the class which defined(argument) asks for has not been
// declared.
func (e *evaluator) noteAbsent(argument syntax.Node) {
	if access, ok := argument.(*syntax.AccessExpression); ok && isClassAccess(access) && len(access.Keys) == 1 {
		if name := literalText(access.Keys[0]); name != "" {
			e.refine(absentKey+module.Normalize(name), e.any)
		}
	}
}

// isAbsent reports whether a test has shown that a class has not been declared,
// and nothing before a place can have declared it since.
func (e *evaluator) isAbsent(class string, at syntax.Node) bool {
	if e.state.refined[absentKey+class] == nil || e.body.module == nil || e.body.definition == nil || e.pending != nil {
		return false
	}
	return !e.ask(question{kind: mayComeEarly, name: class, at: at}).yes
}

// mayComeEarly reports whether the body may have declared a class before a place.
func (e *evaluator) mayComeEarly(class string, at syntax.Node) bool {
	e.dependOnLeading(class)
	before := e.earlyAt(at)
	return before.classes[class] || before.incomplete || before.anyStray || len(before.strays) > 0
}

// guard notes that a name is that of something: of a variable if it begins
// with a dollar sign.
func (e *evaluator) guard(name string) {
	if variable, ok := strings.CutPrefix(name, "$"); ok {
		name = "$" + strings.TrimPrefix(variable, "::")
		if bound, slot := e.local(variable); bound.typ != nil && !bound.certain {
			bound.certain = true
			e.state.variables.set(slot, bound)
		}
	} else {
		name = module.Normalize(name)
	}
	if name != "" && name != "$" {
		e.refine(guardKey+name, e.any)
	}
}

// isGuarded reports whether a test has shown that a class, type or function
// exists.
func (e *evaluator) isGuarded(name string) bool {
	return e.state.refined[guardKey+module.Normalize(name)] != nil
}

// isVariableGuarded reports whether a test has shown that a variable has been
// set, or that its class has been declared.
func (e *evaluator) isVariableGuarded(written string) bool {
	name := strings.TrimPrefix(written, "::")
	if e.state.refined[guardKey+"$"+name] != nil {
		return true
	}
	at := strings.LastIndex(name, "::")
	return at > 0 && e.isGuarded(name[:at])
}
