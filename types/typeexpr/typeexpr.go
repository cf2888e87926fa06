// Package typeexpr turns type expressions, given as text or as trees, into types. It connects
// packages syntax and types. The rules for parameters are in types.
//
// Puppet reads types in two ways. Its type parser reads strings (in lookups, templates and
// data): Parse and Reader.Type. Its evaluator reads manifests: Reader.Value. The two differ in
// what they accept and in their messages.
package typeexpr

import (
	"fmt"

	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Names looks up the types that modules define: aliases, object types, resource types and
// defined types.
type Names interface {
	// TypeNamed returns the type of a name, or false if nothing defines it. The name is as
	// written, but without a leading "::". For an alias it returns the AliasType.
	TypeNamed(name string) (types.Type, bool)
}

// Error explains why an expression is not a type, or has no value.
type Error struct {
	// Code is Puppet's issue code, or "" for errors of its type parser.
	Code string
	// Class is the Ruby class of Puppet's error.
	Class string
	// Message is Puppet's message, without a location.
	Message string
	// At is the byte offset that Puppet reports, or -1.
	At int32
	// Span is the wrong part of the source.
	Span syntax.Span
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Reader reads the type expressions of one file.
type Reader struct {
	Algebra *types.Algebra
	// Names may be nil. Only Puppet's own types are then known.
	Names Names
	File  *syntax.File
	// Other evaluates expressions that are neither literals nor types, for Value. If it is nil,
	// they are refused.
	Other func(r *Reader, node syntax.Node) (types.Value, error)
}

// Parse parses the text of a type as Puppet's type parser does. The error is an *Error.
func Parse(algebra *types.Algebra, names Names, text string) (types.Type, error) {
	if text == "Array[1]" {
		// Puppet has exactly this text in a table, and refuses it in any other form.
		s := algebra.Store()
		return s.ArrayOf(s.Any, s.Size(1, -1)), nil
	}
	file := syntax.Parse(source.NewFile("", text), syntax.Options{})
	if err := SyntaxError(file); err != nil {
		return nil, err
	}
	r := &Reader{Algebra: algebra, Names: names, File: file}
	return r.Type(file.Program.Body)
}

// SyntaxError returns the error at which Puppet stops when it parses the file.
func SyntaxError(file *syntax.File) error {
	for _, e := range file.Errors {
		if !e.Fatal {
			continue
		}
		message := e.PuppetMessage
		if message == "" {
			message = e.Message
		}
		return &Error{Code: e.Code, Class: "Puppet::ParseErrorWithIssue", Message: message, At: e.At, Span: e.Span}
	}
	return nil
}

func (r *Reader) text(node syntax.Node) string { return r.File.Source.Slice(r.File.Extent(node)) }

// fail returns an Error for a parameter error, with the quoted texts inserted.
func (r *Reader) fail(err error, node syntax.Node) error {
	p, ok := err.(*types.ParameterError)
	if !ok {
		return err
	}
	at, name := node, ""
	if access, ok := node.(*syntax.AccessExpression); ok {
		name = r.text(access.Left)
		switch {
		case p.Key >= 0 && p.Key < len(access.Keys):
			at = access.Keys[p.Key]
		case p.Key == -2:
			at = access.Left
		}
	}
	return &Error{Code: p.Code, Class: p.Class, Message: p.MessageFor(r.text(node), name), At: at.Span().Start, Span: r.File.Extent(at)}
}

func (r *Reader) invalid(node syntax.Node) error { return r.fail(types.InvalidSpecification(), node) }

// named returns the type of a name. Puppet's own types take precedence.
func (r *Reader) named(name string) (types.Type, bool) {
	if len(name) > 2 && name[:2] == "::" {
		name = name[2:]
	}
	if t, ok := r.Algebra.Store().Builtin(name); ok {
		return t, true
	}
	if r.Names == nil {
		return nil, false
	}
	return r.Names.TypeNamed(name)
}

// Type reads a tree as Puppet's type parser does. The error is an *Error.
func (r *Reader) Type(node syntax.Node) (types.Type, error) {
	v, err := r.interpret(node)
	if err != nil {
		return nil, err
	}
	if t, ok := v.(types.TypeValue); ok {
		return t.Type, nil
	}
	return nil, r.invalid(node)
}

// Constant reads a tree of types and literals by the type parser's rules, as it reads the
// argument of Object[…]. The error is an *Error.
func (r *Reader) Constant(node syntax.Node) (types.Value, error) { return r.interpret(node) }

// interpret reads a tree of types and literals by the type parser's rules.
func (r *Reader) interpret(node syntax.Node) (types.Value, error) {
	switch n := node.(type) {
	case *syntax.Program:
		return r.interpret(n.Body)
	case *syntax.HeredocExpression:
		return r.interpret(n.Text)
	case *syntax.LiteralList:
		return r.list(n.Values, r.interpret)
	case *syntax.LiteralHash:
		return r.hash(n, r.interpret)
	case *syntax.UnaryMinusExpression:
		return r.negative(n, r.interpret)
	case *syntax.QualifiedReference:
		if t, ok := r.named(n.Value); ok {
			return types.TypeValue{Type: t}, nil
		}
		return types.TypeValue{Type: r.Algebra.Store().ReferenceOf(n.Value)}, nil
	case *syntax.AccessExpression:
		return r.interpretAccess(n)
	}
	if v, ok, err := r.literal(node); ok || err != nil {
		return v, err
	}
	if node == nil {
		return nil, &Error{Class: "Puppet::ParseError", Message: "The expression <> is not a valid type specification.", At: -1}
	}
	return nil, r.invalid(node)
}

func (r *Reader) interpretAccess(n *syntax.AccessExpression) (types.Value, error) {
	args := make([]types.Value, len(n.Keys))
	for i, k := range n.Keys {
		v, err := r.interpret(k)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	name, ok := n.Left.(*syntax.QualifiedReference)
	if !ok {
		return nil, r.invalid(n)
	}
	t, known, err := r.Algebra.Parameterize(name.Value, args)
	if !known {
		t, err = r.parameterizeNamed(n, name, args)
	}
	if err != nil {
		return nil, r.fail(err, n)
	}
	return types.TypeValue{Type: t}, nil
}

// parameterizeNamed applies parameters to a type that a module defines.
func (r *Reader) parameterizeNamed(n *syntax.AccessExpression, name *syntax.QualifiedReference, args []types.Value) (types.Type, error) {
	found, ok := r.named(name.Value)
	if !ok {
		return r.Algebra.Store().ReferenceOf(r.text(n)), nil
	}
	switch t := found.(type) {
	case *types.ResourceType:
		if len(args) != 1 {
			return nil, types.WrongParameterCount(name.Value, "1", len(args))
		}
		return r.Algebra.ParameterizeResource(t.Name, args)
	case *types.ObjectType:
		return r.Algebra.ObjectExtension(t, args)
	}
	return nil, types.NotParameterized()
}

// literal reads a literal that contains no other expression.
func (r *Reader) literal(node syntax.Node) (v types.Value, ok bool, err error) {
	switch n := node.(type) {
	case *syntax.QualifiedName:
		return types.String(n.Value), true, nil
	case *syntax.LiteralString:
		return types.String(n.Value), true, nil
	case *syntax.LiteralBoolean:
		return types.Boolean(n.Value), true, nil
	case *syntax.LiteralDefault:
		return types.Default{}, true, nil
	case *syntax.LiteralUndef:
		return types.Undef{}, true, nil
	case *syntax.LiteralFloat:
		return types.Float(n.Value), true, nil
	case *syntax.LiteralRegularExpression:
		return types.Regexp{Source: n.Pattern}, true, nil
	case *syntax.LiteralInteger:
		if n.Big != "" {
			return nil, false, &Error{Code: "NUMERIC_OVERFLOW", Class: "Puppet::ParseErrorWithIssue", At: n.Span().Start, Span: n.Span(),
				Message: fmt.Sprintf("A Literal Integer resulted in a value outside of Puppet Integer max range, got '%s'", overflowText(n))}
		}
		return types.Integer(n.Value), true, nil
	}
	return nil, false, nil
}

// overflowText formats an integer as in Puppet's message for one that is too large.
func overflowText(n *syntax.LiteralInteger) string {
	var digits [64]byte
	value := []byte(n.Big)
	at := len(digits)
	for len(value) > 0 && at > 0 {
		rest := 0
		var quotient []byte
		for _, c := range value {
			rest = rest*10 + int(c-'0')
			if q := rest / 16; q > 0 || len(quotient) > 0 {
				quotient = append(quotient, byte('0'+q))
			}
			rest %= 16
		}
		at--
		digits[at] = "0123456789abcdef"[rest]
		value = quotient
	}
	return "+0x" + string(digits[at:])
}

func (r *Reader) list(nodes []syntax.Node, read func(syntax.Node) (types.Value, error)) (types.Value, error) {
	list := make(types.Array, len(nodes))
	for i, n := range nodes {
		v, err := read(n)
		if err != nil {
			return nil, err
		}
		list[i] = v
	}
	return list, nil
}

func (r *Reader) hash(n *syntax.LiteralHash, read func(syntax.Node) (types.Value, error)) (types.Value, error) {
	entries := make([]types.HashEntry, len(n.Entries))
	for i, e := range n.Entries {
		k, err := read(e.Key)
		if err != nil {
			return nil, err
		}
		v, err := read(e.Value)
		if err != nil {
			return nil, err
		}
		entries[i] = types.HashEntry{Key: k, Value: v}
	}
	return types.NewHash(entries...), nil
}

func (r *Reader) negative(n *syntax.UnaryMinusExpression, read func(syntax.Node) (types.Value, error)) (types.Value, error) {
	if i, ok := n.Expr.(*syntax.LiteralInteger); ok && i.Big == "9223372036854775808" {
		return types.Integer(-1 << 63), nil
	}
	v, err := read(n.Expr)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case types.Integer:
		return -v, nil
	case types.Float:
		return -v, nil
	case types.Timespan:
		return -v, nil
	}
	text := r.Algebra.ValueString(v)
	if s, ok := v.(types.String); ok {
		text = string(s)
	}
	return nil, &Error{Code: "NOT_NUMERIC", Class: "Puppet::PreformattedError", At: n.Span().Start, Span: r.File.Extent(n.Expr),
		Message: fmt.Sprintf("The value '%s' cannot be converted to Numeric.", text)}
}
