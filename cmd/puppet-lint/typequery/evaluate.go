package typequery

import (
	"errors"
	"fmt"

	"puppet-lint/checker"
	"puppet-lint/checker/infer"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/syntax/validate"
	"puppet-lint/types"
	"puppet-lint/types/convert"
	"puppet-lint/types/functions"
	"puppet-lint/types/typeexpr"
)

// value evaluates an expression of types and literals. It validates the expression first, as
// Puppet does.
func (w *aliasScope) value(text string) (types.Value, error) {
	file := syntax.Parse(source.NewFile("", text), syntax.Options{})
	if err := typeexpr.SyntaxError(file); err != nil {
		return nil, locate(err, text, false)
	}
	var problems []*diag.Diagnostic
	for _, d := range validate.File(file, validate.Options{}) {
		if d.Severity >= diag.Error && validate.PhaseOf(d) == validate.Checking {
			problems = append(problems, d)
		}
	}
	switch {
	case len(problems) == 1:
		position := problems[0].Position()
		return nil, &placed{class: "Puppet::ParseErrorWithIssue", code: problems[0].Code(), message: problems[0].Message, line: position.Line, pos: position.Column}
	case len(problems) > 1:
		return nil, &placed{class: "Puppet::ParseErrorWithIssue", message: fmt.Sprintf("Language validation logged %d errors. Giving up", len(problems))}
	}
	r := &typeexpr.Reader{Algebra: w.algebra, Names: w, File: file, Other: w.other}
	v, err := r.Value(file.Program.Body)
	if err != nil {
		return nil, locate(err, text, true)
	}
	return v, nil
}

// other evaluates an expression that is neither a literal nor a type. Calls of types and
// functions are evaluated. Any other expression has a value if the checker infers a type with
// only one value.
func (w *aliasScope) other(r *typeexpr.Reader, node syntax.Node) (types.Value, error) {
	fails := func(code, message string, span syntax.Span, at int32) error {
		return &typeexpr.Error{Code: code, Class: "Puppet::PreformattedError", Message: message, At: at, Span: span}
	}
	span := node.Span()
	if variable, ok := node.(*syntax.VariableExpression); ok {
		return nil, fails("UNKNOWN_VARIABLE", "Unknown variable: '"+variable.Name+"'.", span, span.Start)
	}
	if name, arguments := calledWith(node); name != "" {
		values := make([]types.Value, len(arguments))
		for i, argument := range arguments {
			v, err := r.Value(argument)
			if err != nil {
				return nil, err
			}
			values[i] = v
		}
		v, err := w.call(name, values)
		var refused *convert.Error
		switch {
		case err == nil:
			return v, nil
		case errors.As(err, &refused):
			return nil, fails("RUNTIME_ERROR", "Error while evaluating a Function Call, "+refused.Message, span, span.Start)
		}
	}
	extent := r.File.Extent(node)
	v, problem, ok := constant(r.File.Source.Slice(extent))
	switch {
	case ok:
		return v, nil
	case problem != nil:
		found := syntax.Span{Start: extent.Start + problem.Span.Start, End: extent.Start + problem.Span.End}
		return nil, fails(problem.Code(), problem.Message, found, extent.Start+problem.At)
	}
	return nil, fails("NOT_CONSTANT", "the value of this expression is not known here", span, span.Start)
}

// calledWith returns the name and the arguments of a call without a block. Calling a type is a
// call of new. name is empty for any other expression.
func calledWith(node syntax.Node) (name string, arguments []syntax.Node) {
	switch n := node.(type) {
	case *syntax.CallNamedFunctionExpression:
		if n.Lambda != nil {
			return "", nil
		}
		switch functor := n.Functor.(type) {
		case *syntax.QualifiedReference:
			return "new", append([]syntax.Node{functor}, n.Arguments...)
		case *syntax.QualifiedName:
			return functor.Value, n.Arguments
		}
	case *syntax.CallMethodExpression:
		access, isName := n.Functor.(*syntax.NamedAccessExpression)
		if !isName || n.Lambda != nil {
			return "", nil
		}
		if method, ok := access.Right.(*syntax.QualifiedName); ok {
			return method.Value, append([]syntax.Node{access.Left}, n.Arguments...)
		}
	}
	return "", nil
}

// call returns the result of a function. The error is a *convert.Error if Puppet rejects the
// arguments, or convert.ErrUnknown.
func (w *aliasScope) call(name string, args []types.Value) (types.Value, error) {
	converter := convert.New(w.algebra)
	if len(args) > 0 {
		switch wanted, isType := args[0].(types.TypeValue); {
		case name == "new" && isType:
			return converter.Convert(wanted.Type, args[1:]...)
		case name == "reverse_each" && len(args) == 1:
			if list, ok := args[0].(types.Array); ok {
				return w.algebra.ReverseIterator(list), nil
			}
		}
	}
	if v, ok := functions.Call(converter, name, args); ok {
		return v, nil
	}
	return nil, convert.ErrUnknown
}

// constant returns the value of an expression for which the checker infers a type with only one
// value. problem is the first error that the checker finds.
func constant(text string) (value types.Value, problem *diag.Diagnostic, ok bool) {
	manifest := module.NewManifest(source.NewFile("expression.pp", text), nil)
	inference := infer.Manifest(module.NewTree(source.NewOverlay(nil, nil), nil, true), manifest, checker.Options{})
	for _, d := range inference.Diagnostics {
		if d.Severity >= diag.Error {
			return nil, d, false
		}
	}
	value, ok = inference.Constant()
	return value, nil, ok
}
