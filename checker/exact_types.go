package checker

import (
	"errors"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/diag"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
	"puppet-lint/types/typeexpr"
)

// Some types take values as parameters: Timestamp['2020-01-01'], SemVer['1.x'],
// Object[{…}]. What such an expression stands for, and why Puppet refuses it, is
// told exactly by package types where all parameters are known.

// takesValues reports whether a type is one of those that exactType builds.
func takesValues(base Type) bool {
	switch base.Kind() {
	case types.KindSemVer, types.KindTimespan, types.KindTimestamp, types.KindURI, types.KindRuntime, types.KindInit,
		types.KindObject, types.KindTypeSet:
		return true
	}
	return false
}

// namesInTree are the names of types that one type expression uses. It notes what
// cannot be told about them.
type namesInTree struct {
	*program
	onBolt bool
	// isVague says that a name stands for something that is not known.
	isVague bool
}

// TypeNamed is the type that a name stands for.
func (n *namesInTree) TypeNamed(name string) (types.Type, bool) {
	t, found := n.reference(name)
	if !found && n.onBolt {
		t = n.boltReference(name)
		found = t != nil
	}
	n.isVague = n.isVague || !found || n.IsUnknown(t)
	return t, found
}

// exactType is the type that an access with constant parameters stands for. It is
// unknown where they are not constant, and where Puppet refuses them, which is
// reported.
func (e *evaluator) exactType(node *syntax.AccessExpression) Type {
	names := &namesInTree{program: e.program, onBolt: e.onBolt}
	reader := &typeexpr.Reader{
		// It may be asked while the program's own algebra resolves an alias.
		Algebra: e.Store.Algebra(&definitionResolver{program: e.program}),
		Names:   names, File: e.body.manifest.File, Other: e.constantVariable,
	}
	value, err := reader.Value(node)
	if names.isVague {
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

// constantVariable is the value of a variable in a type expression, if it is known.
func (e *evaluator) constantVariable(_ *typeexpr.Reader, node syntax.Node) (types.Value, error) {
	if variable, ok := node.(*syntax.VariableExpression); ok {
		if value, known := e.ValueOf(e.evaluate(variable)); known {
			return value, nil
		}
	}
	return nil, errNotConstant
}

var errNotConstant = errors.New("not constant")

// reportTypeError reports why Puppet refuses a type expression; what it stands in is
// said by of.
func (e *evaluator) reportTypeError(err error, of string) {
	var refused *typeexpr.Error
	if !errors.As(err, &refused) || refused.At < 0 || refused.Code == "UNKNOWN_RESOURCE_TYPE" || refused.Code == "NUMERIC_OVERFLOW" {
		return
	}
	if strings.Contains(refused.Message, "is too large") {
		return // for us, not for Ruby
	}
	e.reportSpan(&code.InvalidTypeParameters, refused.Span, refused.At, refused.Code, of+plainReason(refused.Message))
}

// definitionResolver resolves aliases while a definition of one is read, of which
// nothing is known yet.
type definitionResolver struct {
	*program
	// within are the names, in lower case, of the definitions that are being read.
	within []string
	// isVague says that one of them has been asked for.
	isVague bool
}

// ResolveAlias is what an alias stands for, unless its definition is being read.
func (r *definitionResolver) ResolveAlias(name string) (types.Type, bool) {
	if slices.Contains(r.within, module.Normalize(name)) {
		r.isVague = true
		return nil, false
	}
	t := r.aliasStandsFor(name, r.within)
	return t, !r.IsUnknown(t)
}

// namedDefinition is the hash of an alias that is defined by Object[{…}], by
// TypeSet[{…}] or by a hash alone: the type that it makes bears the alias's name.
func namedDefinition(alias *syntax.TypeAlias) (kind string, hash syntax.Node) {
	switch node := alias.TypeExpr.(type) {
	case *syntax.LiteralHash:
		return "object", node
	case *syntax.AccessExpression:
		if reference, ok := node.Left.(*syntax.QualifiedReference); ok && len(node.Keys) == 1 {
			switch name := lattice.LowerASCII(reference.Value); name {
			case "object", "typeset":
				return name, node.Keys[0]
			}
		}
	}
	return "", nil
}

// readDefinition reads the definition of an alias by the rules of Puppet's type
// parser. The type is unknown where something in it is. The error is one of Puppet's.
func (p *program) readDefinition(alias *syntax.TypeAlias, manifest *module.Manifest, within []string) (Type, error) {
	within = append(slices.Clone(within), module.Normalize(alias.Name))
	if p.inheritsItself(alias) {
		return p.Unknown, &types.ParameterError{Message: "the Object type '" + alias.Name + "' inherits from itself"}
	}
	names := &namesInTree{program: p, onBolt: true}
	resolver := &definitionResolver{program: p, within: within}
	reader := &typeexpr.Reader{Algebra: p.Store.Algebra(resolver), Names: names, File: manifest.File}
	var t Type
	var err error
	switch kind, hash := namedDefinition(alias); kind {
	case "":
		t, err = reader.Type(alias.TypeExpr)
	default:
		t, err = p.readNamed(reader, kind, alias.Name, hash)
	}
	if names.isVague || resolver.isVague {
		return p.Unknown, nil
	}
	if err != nil {
		return p.Unknown, err
	}
	return t, nil
}

// readNamed reads the definition of an Object or TypeSet that bears a name.
func (p *program) readNamed(reader *typeexpr.Reader, kind, name string, node syntax.Node) (Type, error) {
	if literal, ok := node.(*syntax.LiteralHash); ok && kind == "typeset" {
		hash, err := readTypeSet(reader, literal)
		if err != nil {
			return nil, err
		}
		return nilOf(reader.Algebra.TypeSetFromHash(name, hash))
	}
	value, err := reader.Constant(node)
	if err != nil {
		return nil, err
	}
	if hash, ok := value.(*types.Hash); ok && kind == "object" {
		return nilOf(reader.Algebra.ObjectFromHash(name, hash))
	}
	return p.Unknown, nil
}

// readTypeSet reads the hash of a TypeSet, in which the names of its types and
// references are words.
func readTypeSet(reader *typeexpr.Reader, literal *syntax.LiteralHash) (*types.Hash, error) {
	entries := make([]types.HashEntry, 0, len(literal.Entries))
	for _, entry := range literal.Entries {
		var key types.Value = types.String(literalText(entry.Key))
		var err error
		if reference, ok := entry.Key.(*syntax.QualifiedReference); ok {
			key = types.String(reference.Value)
		} else if key == types.String("") {
			key, err = reader.Constant(entry.Key)
		}
		if err != nil {
			return nil, err
		}
		var value types.Value
		switch inner, isHash := entry.Value.(*syntax.LiteralHash); {
		case isHash && (key == types.String("types") || key == types.String("references")):
			value, err = readTypeSet(reader, inner)
		default:
			value, err = reader.Constant(entry.Value)
		}
		if err != nil {
			return nil, err
		}
		entries = append(entries, types.HashEntry{Key: key, Value: value})
	}
	return types.NewHash(entries...), nil
}

// nilOf is a type without the Go type that a nil of it would have.
func nilOf[T types.Type](t T, err error) (Type, error) {
	if err != nil {
		return nil, err
	}
	return t, nil
}

// inheritsItself reports whether an Object type is among those that it extends.
func (p *program) inheritsItself(alias *syntax.TypeAlias) bool {
	first := module.Normalize(alias.Name)
	seen := map[string]bool{}
	for name := extendedBy(alias); name != "" && !seen[name]; {
		if name == first {
			return true
		}
		seen[name] = true
		found := p.findAlias(name)
		if found == nil {
			return false
		}
		next, ok := found.Node.(*syntax.TypeAlias)
		if !ok {
			return false
		}
		name = extendedBy(next)
	}
	return false
}

// extendedBy is the name, in lower case, of the type that an Object type extends, or
// empty.
func extendedBy(alias *syntax.TypeAlias) string {
	kind, node := namedDefinition(alias)
	hash, ok := node.(*syntax.LiteralHash)
	if !ok || kind != "object" {
		return ""
	}
	for _, entry := range hash.Entries {
		if reference, ok := entry.Value.(*syntax.QualifiedReference); ok && literalText(entry.Key) == "parent" {
			return module.Normalize(reference.Value)
		}
	}
	return ""
}

// checkTypeAlias reports a definition that Puppet refuses as soon as anything uses it,
// and, as a warning, names in it that stand for nothing.
func (e *evaluator) checkTypeAlias(node *syntax.TypeAlias) {
	if !e.reporting {
		return
	}
	e.checkNamesIn(node)
	_, err := e.readDefinition(node, e.body.manifest, nil)
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
	if found := e.findAlias(module.Normalize(node.Name)); found != nil && found.Node == syntax.Node(node) && e.leadsNowhere(node.Name) {
		e.report(&code.InvalidTypeParameters, node.TypeExpr, "", "the type alias '"+node.Name+"' refers only to itself")
	}
}

// leadsNowhere reports whether following an alias only leads back to it.
func (e *evaluator) leadsNowhere(name string) bool {
	_, known := e.ResolveAlias(name)
	return known && e.Algebra.CheckAlias(e.Store.Alias(name)) != nil
}

// checkNamesIn looks at the names of types in a definition.
func (e *evaluator) checkNamesIn(alias *syntax.TypeAlias) {
	syntax.Inspect(alias.TypeExpr, func(node syntax.Node) bool {
		reference, ok := node.(*syntax.QualifiedReference)
		if !ok {
			return true
		}
		names := &namesInTree{program: e.program, onBolt: true}
		if _, found := names.TypeNamed(reference.Value); !found {
			if finding := e.reportUnknownType(reference.Value, reference, false); finding != nil {
				finding.Severity = diag.Warning
			}
		}
		return true
	})
}

// plainReason is Puppet's reason as it goes on behind a colon.
func plainReason(message string) string {
	message, _, _ = strings.Cut(message, "\n")
	if strings.HasPrefix(message, "undefined method") {
		return "it does not accept such a parameter" // Ruby's words for it
	}
	return lattice.LowerFirst(strings.TrimPrefix(message, "Error while evaluating a '[]' expression, "))
}
