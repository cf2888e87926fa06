package typeexpr

import (
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Value evaluates a tree of types and literals as the evaluation of a manifest does. The error
// is an *Error.
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
		return r.unfolded(n.Values)
	case *syntax.UnfoldExpression:
		return r.unfold(n)
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

// reference evaluates the name of a type. An undefined name is an error.
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
	keys, err := r.unfolded(n.Keys)
	if err != nil {
		return nil, err
	}
	v, err := r.Algebra.Specialize(t.Type, keys)
	if err != nil {
		return nil, r.fail(err, n)
	}
	return v, nil
}

// unfolded evaluates expressions in order. An expression with * gives all values that it
// contains.
func (r *Reader) unfolded(nodes []syntax.Node) (types.Array, error) {
	values := make(types.Array, 0, len(nodes))
	for _, node := range nodes {
		if n, ok := node.(*syntax.UnfoldExpression); ok {
			list, err := r.unfold(n)
			if err != nil {
				return nil, err
			}
			values = append(values, list...)
			continue
		}
		v, err := r.Value(node)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

// unfold evaluates an expression with *.
func (r *Reader) unfold(n *syntax.UnfoldExpression) (types.Array, error) {
	v, err := r.Value(n.Expr)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case types.Undef:
		return types.Array{}, nil
	case types.Array:
		return v, nil
	case *types.Hash:
		list := make(types.Array, v.Len())
		for i, entry := range v.Entries() {
			list[i] = types.Array{entry.Key, entry.Value}
		}
		return list, nil
	case *types.Iterator:
		return types.Array(v.Values), nil
	}
	return types.Array{v}, nil
}
