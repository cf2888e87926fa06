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

// namesInTree resolves the type names in one type expression and records whether any is
// unknown.
type namesInTree struct {
	*program
	onBolt bool
	// isVague reports whether a name refers to an unknown type.
	isVague bool
}

// TypeNamed returns the type that a name refers to.
func (n *namesInTree) TypeNamed(name string) (types.Type, bool) {
	t, found := n.reference(name)
	if !found && n.onBolt {
		t = n.boltReference(name)
		found = t != nil
	}
	n.isVague = n.isVague || !found || n.IsUnknown(t)
	return t, found
}

// exactType returns the type that an access with constant parameters represents. It returns
// Unknown if they are not constant, and if Puppet rejects them, which it reports.
func (e *evaluator) exactType(node *syntax.AccessExpression) Type {
	names := &namesInTree{program: e.program, onBolt: e.onBolt}
	reader := &typeexpr.Reader{
		// This may run while the program's own algebra resolves an alias.
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

// constantVariable returns the value of a variable in a type expression, if it is known.
func (e *evaluator) constantVariable(_ *typeexpr.Reader, node syntax.Node) (types.Value, error) {
	if variable, ok := node.(*syntax.VariableExpression); ok {
		if value, known := e.ValueOf(e.evaluate(variable)); known {
			return value, nil
		}
	}
	return nil, errNotConstant
}

var errNotConstant = errors.New("not constant")

// reportTypeError reports why Puppet rejects a type expression. of is the beginning of the
// message.
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

// definitionResolver resolves aliases while the definition of one is read. Nothing is known
// about that one yet.
type definitionResolver struct {
	*program
	// within holds the names, in lower case, of the definitions being read.
	within []string
	// isVague reports whether one of them was looked up.
	isVague bool
}

// ResolveAlias returns the type that an alias represents, unless its definition is being read.
func (r *definitionResolver) ResolveAlias(name string) (types.Type, bool) {
	if slices.Contains(r.within, module.Normalize(name)) {
		r.isVague = true
		return nil, false
	}
	t := r.aliasStandsFor(name, r.within)
	return t, !r.IsUnknown(t)
}

// namedDefinition returns the hash of an alias that is defined by Object[{…}], TypeSet[{…}] or
// a hash alone. The resulting type has the name of the alias. kind is "" for any other alias.
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

// readDefinition reads the definition of an alias by the rules of Puppet's type parser. The
// type is Unknown if any part of it is. The error is one that Puppet reports.
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

// readNamed reads the definition of an Object or TypeSet that has a name.
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

// readTypeSet reads the hash of a TypeSet. The names of its types and references are written as
// type names, not as strings.
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

// nilOf converts the results of a constructor. On an error it returns a nil Type rather than a
// nil pointer in one.
func nilOf[T types.Type](t T, err error) (Type, error) {
	if err != nil {
		return nil, err
	}
	return t, nil
}

// inheritsItself reports whether an Object type is among its own ancestors.
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

// extendedBy returns the name, in lower case, of the parent of an Object type, or "".
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

// checkTypeAlias reports a definition that Puppet rejects as soon as anything uses it. Unknown
// type names in it are warnings.
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

// leadsNowhere reports whether an alias resolves only to itself.
func (e *evaluator) leadsNowhere(name string) bool {
	_, known := e.ResolveAlias(name)
	return known && e.Algebra.CheckAlias(e.Store.Alias(name)) != nil
}

// checkNamesIn reports the unknown type names in a definition.
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

// plainReason returns Puppet's reason in a form that can follow a colon.
func plainReason(message string) string {
	message, _, _ = strings.Cut(message, "\n")
	if strings.HasPrefix(message, "undefined method") {
		return "it does not accept such a parameter" // Ruby's words for it
	}
	return lattice.LowerFirst(strings.TrimPrefix(message, "Error while evaluating a '[]' expression, "))
}
