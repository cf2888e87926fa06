package eval

import (
	"errors"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
	"puppet-lint/types/typeexpr"
)

// Some types take values as parameters: Timestamp['2020-01-01'], SemVer['1.x'], Object[{…}]. If
// all parameters are known, package types determines exactly which type such an expression
// represents, or why Puppet rejects it.

// takesValues reports whether exactType builds types of this kind.
func takesValues(base Type) bool {
	switch base.Kind() {
	case types.KindSemVer, types.KindTimespan, types.KindTimestamp, types.KindURI, types.KindRuntime, types.KindInit,
		types.KindObject, types.KindTypeSet:
		return true
	}
	return false
}

// exactType returns the type that an access with constant parameters represents. It returns
// Unknown if they are not constant, and if Puppet rejects them, which it reports.
func (e *Evaluator) exactType(node *syntax.AccessExpression) Type {
	names := &program.NamesInTree{Program: e.Program, OnBolt: e.onBolt}
	reader := &typeexpr.Reader{
		// This may run while the program's own algebra resolves an alias.
		Algebra: e.Store.Algebra(&program.DefinitionResolver{Program: e.Program}),
		Names:   names, File: e.Body.Manifest.File, Other: e.constantVariable,
	}
	value, err := reader.Value(node)
	if names.IsVague {
		return e.Unknown
	}
	if err != nil {
		e.reportTypeError(err, "")
		return e.Unknown
	}
	if t := e.TypeOfValue(value); t != nil {
		return t
	}
	return e.Unknown
}

// constantVariable returns the value of a variable in a type expression, if it is known.
func (e *Evaluator) constantVariable(_ *typeexpr.Reader, node syntax.Node) (types.Value, error) {
	if variable, ok := node.(*syntax.VariableExpression); ok {
		if value, known := lattice.ValueOf(e.Evaluate(variable)); known {
			return value, nil
		}
	}
	return nil, errNotConstant
}

var errNotConstant = errors.New("not constant")

// reportTypeError reports why Puppet rejects a type expression. The message begins with of.
func (e *Evaluator) reportTypeError(err error, of string) {
	var refused *typeexpr.Error
	if !errors.As(err, &refused) || refused.At < 0 || refused.Code == "UNKNOWN_RESOURCE_TYPE" || refused.Code == "NUMERIC_OVERFLOW" {
		return
	}
	if strings.Contains(refused.Message, "is too large") {
		return // only this checker needs it
	}
	e.reportSpan(&code.InvalidTypeParameters, refused.Span, refused.At, refused.Code, of+plainReason(refused.Message))
}

// checkTypeAlias reports an alias whose definition Puppet rejects as soon as anything uses it.
// It reports unknown type names in the definition as warnings.
func (e *Evaluator) checkTypeAlias(node *syntax.TypeAlias) {
	if !e.reporting {
		return
	}
	e.checkNamesIn(node)
	_, err := e.ReadDefinition(node, e.Body.Manifest, nil)
	if err != nil {
		var refused *types.ParameterError
		what := "the definition of '" + node.Name + "' is invalid: "
		if errors.As(err, &refused) {
			e.report(&code.InvalidTypeParameters, node.TypeExpr, refused.Code, what+plainReason(refused.Message))
			return
		}
		e.reportTypeError(err, what)
		return
	}
	if found := e.FindAlias(module.Normalize(node.Name)); found != nil && found.Node == syntax.Node(node) && e.isSelfAlias(node.Name) {
		e.report(&code.InvalidTypeParameters, node.TypeExpr, "", "the type alias '"+node.Name+"' refers only to itself")
	}
}

// isSelfAlias reports whether an alias resolves only to itself.
func (e *Evaluator) isSelfAlias(name string) bool {
	_, known := e.ResolveAlias(name)
	return known && e.Algebra.CheckAlias(e.Store.Alias(name)) != nil
}

// checkNamesIn reports the unknown type names in a definition.
func (e *Evaluator) checkNamesIn(alias *syntax.TypeAlias) {
	syntax.Inspect(alias.TypeExpr, func(node syntax.Node) bool {
		if program.IsTypeSet(node) {
			return false // the names of its own types are known only within it
		}
		reference, ok := node.(*syntax.QualifiedReference)
		if !ok {
			return true
		}
		names := &program.NamesInTree{Program: e.Program, OnBolt: true}
		if _, found := names.TypeNamed(reference.Value); !found {
			if finding := e.reportUnknownType(reference.Value, reference, false); finding != nil {
				finding.Severity = diag.Warning
			}
		}
		return true
	})
}

// plainReason rewrites Puppet's reason so that it can follow a colon.
func plainReason(message string) string {
	message, _, _ = strings.Cut(message, "\n")
	if strings.HasPrefix(message, "undefined method") {
		return "it does not accept such a parameter" // as Ruby words it
	}
	return lattice.LowerFirst(strings.TrimPrefix(message, "Error while evaluating a '[]' expression, "))
}
