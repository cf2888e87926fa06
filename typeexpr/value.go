package typeexpr

import (
	"fmt"

	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Value evaluates a tree of types and literals as a manifest is evaluated. The
// error is an *Error.
func (r *Reader) Value(node syntax.Node) (types.Value, error) {
	switch n := node.(type) {
	case nil:
		return types.Undef{}, nil
	case *syntax.Program:
		return r.Value(n.Body)
	case *syntax.Nop:
		return types.Undef{}, nil
	case *syntax.ParenthesizedExpression:
		return r.Value(n.Expr)
	case *syntax.HeredocExpression:
		return r.Value(n.Text)
	case *syntax.LiteralList:
		return r.list(n.Values, r.Value)
	case *syntax.LiteralHash:
		return r.hash(n, r.Value)
	case *syntax.UnaryMinusExpression:
		return r.negative(n, r.Value)
	case *syntax.QualifiedReference:
		return r.reference(n)
	case *syntax.AccessExpression:
		return r.access(n)
	}
	if v, ok, err := r.literal(node); ok || err != nil {
		return v, err
	}
	return r.other(node)
}

func (r *Reader) other(node syntax.Node) (types.Value, error) {
	if r.Other != nil {
		return r.Other(r, node)
	}
	return nil, &Error{Code: "NOT_CONSTANT", Message: "the value of this expression is not known before it runs", At: node.Span().Start, Span: r.File.Extent(node)}
}

// reference evaluates a type's name; one that nothing defines is an error.
func (r *Reader) reference(n *syntax.QualifiedReference) (types.Value, error) {
	t, ok := r.named(n.Value)
	if !ok {
		t = r.Algebra.Store().ReferenceOf(n.Value)
	}
	if ref, unknown := t.(*types.TypeReferenceType); unknown {
		return nil, &Error{Code: "UNKNOWN_RESOURCE_TYPE", Class: "Puppet::PreformattedError", At: n.Span().Start, Span: n.Span(),
			Message: "Resource type not found: " + ref.Text}
	}
	return types.TypeValue{Type: t}, nil
}

func (r *Reader) access(n *syntax.AccessExpression) (types.Value, error) {
	left, err := r.Value(n.Left)
	if err != nil {
		return nil, err
	}
	t, ok := left.(types.TypeValue)
	if !ok {
		return r.other(n)
	}
	keys := make([]types.Value, len(n.Keys))
	for i, k := range n.Keys {
		if keys[i], err = r.Value(k); err != nil {
			return nil, err
		}
	}
	v, err := r.Algebra.Specialize(t.Type, keys)
	if err != nil {
		return nil, r.fail(err, n)
	}
	return v, nil
}

// TypeValue evaluates a tree to a type, as the declared type of a parameter.
// The error is an *Error.
func (r *Reader) TypeValue(node syntax.Node) (types.Type, error) {
	v, err := r.Value(node)
	if err != nil {
		return nil, err
	}
	if t, ok := v.(types.TypeValue); ok {
		return t.Type, nil
	}
	return nil, &Error{Code: "NOT_A_TYPE", Class: "Puppet::ParseError", At: node.Span().Start, Span: r.File.Extent(node),
		Message: fmt.Sprintf("The expression <%s> is not a valid type specification.", r.text(node))}
}
