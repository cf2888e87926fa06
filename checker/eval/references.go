package eval

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/declarations"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/ascii"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// specialize returns the value of Name[keys…].
func (e *Evaluator) specialize(node *syntax.AccessExpression, reference *syntax.QualifiedReference) Type {
	base, found := e.reference(reference.Value)
	if found && base.Kind() == types.KindStruct && len(node.Keys) == 1 {
		if hash, ok := syntax.Unparenthesized(node.Keys[0]).(*syntax.LiteralHash); ok {
			return e.structType(hash)
		}
	}
	if found && base.Kind() == types.KindClass && e.reportTypesAsClasses(node) {
		return e.Unknown
	}
	keys, exact := e.evaluateAll(node.Keys)
	if found && takesValues(base) && !e.state.unreachable {
		return e.exactType(node)
	}
	if !found {
		e.reportUnknownType(reference.Value, reference, !slices.ContainsFunc(keys, isOfDataType))
		return e.Unknown
	}
	if e.state.unreachable {
		return e.Never
	}
	if !exact || e.IsUnknown(base) || base.Kind() == types.KindClass && e.reportReferenceAsClass(node, keys) {
		return e.Unknown
	}
	return e.specializeValue(node, base, keys)
}

// reportTypesAsClasses reports the names of types in Class[…], whether or not such types exist:
// Puppet expects strings. It returns whether there are any.
func (e *Evaluator) reportTypesAsClasses(node *syntax.AccessExpression) (found bool) {
	for _, key := range node.Keys {
		name, ok := syntax.Unparenthesized(key).(*syntax.QualifiedReference)
		if !ok {
			continue
		}
		found = true
		finding := e.report(&code.InvalidTypeParameters, name, "ILLEGAL_HOSTCLASS_NAME", "'"+name.Value+"' is a type here, not the name of a class")
		if finding != nil {
			finding.Help = "write Class['" + module.Normalize(name.Value) + "']"
		}
	}
	return found
}

// reportReferenceAsClass reports a value in Class[…] that is a type, such as a reference to a
// resource. It returns whether there is one.
func (e *Evaluator) reportReferenceAsClass(node *syntax.AccessExpression, keys []Type) bool {
	at := slices.IndexFunc(keys, func(key Type) bool { return lattice.TypeClassOf(key) == lattice.TypeValueClass })
	if at < 0 {
		return false
	}
	e.report(&code.InvalidTypeParameters, node, "ILLEGAL_HOSTCLASS_NAME", e.Format(lattice.TypeIn(keys[at]))+" cannot name a class: Class[…] takes names")
	return true
}

// isTypeExpression reports whether an expression names a type, so that its exact type is known.
func isTypeExpression(node syntax.Node) bool {
	for {
		switch inner := syntax.Unparenthesized(node).(type) {
		case *syntax.QualifiedReference:
			return true
		case *syntax.AccessExpression:
			node = inner.Left
		default:
			return false
		}
	}
}

// mayHaveTitle reports whether a value may be a reference with a title that is not known, as
// Notify[$x] is: what a key in it gives is an attribute of the resource, not a reference.
func (e *Evaluator) mayHaveTitle(value Type) bool {
	of, ok := value.(*types.TypeType)
	if !ok || of.Type == nil {
		return false
	}
	switch of := e.Resolve(of.Type).(type) {
	case *types.ResourceType:
		return !of.HasTitle
	case *types.ClassType:
		return !of.HasName
	}
	return false
}

// mayBeNarrower reports whether a value of Type[T] may be a type that takes other parameters
// than T. That is so if the code does not name the type: a variable of Type[Collection] may
// hold Hash.
func (e *Evaluator) mayBeNarrower(value Type) bool {
	of, ok := value.(*types.TypeType)
	if !ok || of.Type == nil {
		return true
	}
	switch of := e.Resolve(of.Type).(type) {
	case *types.ResourceType:
		return of.Name == ""
	case *types.ClassType, *types.IntegerType, *types.FloatType, *types.BooleanType, *types.EnumType, *types.PatternType, *types.RegexpType, *types.TupleType, *types.StructType:
		return false
	}
	return true
}

// isOfDataType reports whether a key is a parameter that only data types accept, rather than a
// title.
func isOfDataType(key Type) bool {
	switch lattice.TypeClassOf(key) {
	case lattice.TypeValueClass, lattice.IntegerClass, lattice.FloatClass, lattice.RegexpClass, lattice.HashClass, lattice.DefaultClass:
		return true
	}
	return false
}

// specializeValue returns the value of type[keys…]: a type, or an array of references if there
// are several titles.
func (e *Evaluator) specializeValue(node *syntax.AccessExpression, base Type, keys []Type) Type {
	resolved := e.Resolve(base)
	e.checkReferenceAttributes(node, resolved, keys)
	if t := e.declaredAttribute(resolved, keys); t != nil {
		return t
	}
	if e.IsOfNothing(resolved, keys) {
		return e.Undef
	}
	if titles := e.TitleKeys(resolved, keys); titles != nil {
		references := make([]Type, len(titles))
		for i, title := range titles {
			references[i] = e.specializeOne(node, resolved, []Type{title})
		}
		return e.Tuple(references)
	}
	return e.specializeOne(node, resolved, keys)
}

// checkReferenceAttributes reports an attribute in Type['title'][attribute] that resources of
// the type do not have.
func (e *Evaluator) checkReferenceAttributes(node *syntax.AccessExpression, base Type, keys []Type) {
	kind := ResourceKind{}
	switch base := base.(type) {
	case *types.ResourceType:
		if !base.HasTitle {
			return
		}
		kind, _ = e.resourceKindOf(ascii.Lower(base.Name))
	case *types.ClassType:
		if !base.HasName {
			return
		}
		kind.Name, kind.Defined = "class", e.Class(base.Name)
	}
	if kind.Defined == nil && (kind.Native == nil || kind.Native.Open) {
		return
	}
	for i, key := range keys {
		name, known := lattice.StringOf(key)
		if !known || len(keys) != len(node.Keys) || e.hasAttribute(kind, name) {
			continue
		}
		owner := "resource type '" + kind.Name + "'"
		if kind.Defined != nil {
			owner = "'" + kind.Defined.Name + "'"
		}
		e.report(&code.UnknownAttribute, node.Keys[i], "UNKNOWN_RESOURCE_PARAMETER", owner+" has no attribute '"+name+"'")
	}
}

// declaredAttribute returns the type of Type['title'][attribute]: the value given on the path
// to the point, or else the declared type of the parameter. It returns nil for anything else.
func (e *Evaluator) declaredAttribute(base Type, keys []Type) Type {
	if len(keys) != 1 {
		return nil
	}
	name, known := lattice.StringOf(keys[0])
	if !known {
		return nil
	}
	key, owner := "", (*program.Definition)(nil)
	switch base := base.(type) {
	case *types.ResourceType:
		if !base.HasTitle {
			return nil
		}
		key, owner = declarations.ResourceKey(ascii.Lower(base.Name), "'"+base.Title), e.DefinedType(ascii.Lower(base.Name))
	case *types.ClassType:
		if !base.HasName {
			return nil
		}
		key, owner = declarations.ResourceKey("class", "'"+base.Name), e.Class(base.Name)
	default:
		return nil
	}
	if first := e.declaredBefore(key); first != nil {
		isChanged := e.declaring(key, func(d declared) bool { return d.isOverride() && d.sets(name) }) != nil
		if value := first.value.valueOf(name); value != nil && !isChanged && !e.MayBeUndef(value) {
			return value
		}
	}
	if owner != nil {
		if parameter := e.parameterOf(owner, name); parameter != nil && !e.IsUnknown(parameter.Type) {
			return e.Optional(parameter.Type)
		}
	}
	return nil
}

// hasAttribute reports whether resources of a kind may have an attribute that code can read.
func (e *Evaluator) hasAttribute(kind ResourceKind, name string) bool {
	switch {
	case module.IsMetaparameter(name) || name == "name" || name == "provider":
		return true
	case kind.Defined != nil:
		return e.parameterOf(kind.Defined, name) != nil || e.Tree.Plugins.MayAdd(kind.Name, name)
	}
	return kind.Native.Attribute(name) != nil || e.Tree.Plugins.MayAdd(kind.Name, name)
}

func (e *Evaluator) specializeOne(node *syntax.AccessExpression, base Type, keys []Type) Type {
	result, why, key := e.Specialize(base, keys)
	if why != nil {
		at := syntax.Node(node)
		if key >= 0 && key < len(node.Keys) {
			at = node.Keys[key]
		}
		if why.Code != "ILLEGAL_NAME" || key < 0 || key >= len(keys) || !e.isRefusedClass(keys[key]) {
			e.report(why.Rule, at, why.Code, why.Message)
		}
		return e.Unknown
	}
	if e.IsUnknown(result) && (base.Kind() == types.KindResource || base.Kind() == types.KindClass) {
		return e.Unknown
	}
	return e.TypeOf(result)
}

// isRefusedClass reports whether a value names a class of the tree whose name Puppet refuses.
// The name is reported where the class is defined.
func (e *Evaluator) isRefusedClass(value Type) bool {
	name, known := lattice.StringOf(value)
	if !known {
		return false
	}
	name = module.Normalize(name)
	e.depend(name)
	return e.Tree.Manifests.HasRefused(name)
}

// structType returns the type of a literal Struct[{…}]. Its keys may be Optional['a'] and
// NotUndef['a']. The type is Unknown if a key or a value is not constant.
func (e *Evaluator) structType(node *syntax.LiteralHash) Type {
	elements := make([]types.StructElement, 0, len(node.Entries))
	known := true
	for _, entry := range node.Entries {
		name, optional, required := structKey(entry.Key)
		if name == "" {
			e.reportStructKey(entry.Key)
		}
		value := e.Evaluate(entry.Value)
		if name == "" || e.IsUnknown(value) || lattice.TypeClassOf(value) == lattice.MixedClass {
			known = false
			continue
		}
		if lattice.IsTypeKey(value) {
			value = lattice.TypeIn(value)
		} else {
			value = e.Generalize(value)
		}
		elements = append(elements, types.StructElement{Name: name, Value: value, Optional: optional || !required && e.AcceptsUndef(value, 0)})
	}
	if !known {
		return e.Unknown
	}
	return e.TypeOf(e.Store.StructOf(elements))
}

// reportStructKey reports a constant that cannot be a key of a Struct.
func (e *Evaluator) reportStructKey(node syntax.Node) {
	key := e.Evaluate(node)
	what := ""
	switch text, known := lattice.StringOf(key); {
	case !isConstant(node) || e.IsUnknown(key):
		return
	case known && text == "":
		what = "an empty string"
	case lattice.TypeClassOf(key) == lattice.StringClass || lattice.TypeClassOf(key) == lattice.MixedClass:
		return
	default:
		what = e.Describe(key)
	}
	if finding := e.report(&code.InvalidTypeParameters, node, "RUNTIME_ERROR", what+" cannot be a key of Struct"); finding != nil {
		finding.Help = "a key is a name, such as 'port', Optional['port'] or NotUndef['port']"
	}
}

// isConstant reports whether an expression has no variables and no calls.
func isConstant(node syntax.Node) bool {
	constant := true
	syntax.Inspect(node, func(node syntax.Node) bool {
		switch node.(type) {
		case *syntax.VariableExpression, *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
			constant = false
		}
		return constant
	})
	return constant
}

// structKey reads a key of a Struct: a name, Optional[name] or NotUndef[name].
func structKey(node syntax.Node) (name string, optional, required bool) {
	if name = program.LiteralText(node); name != "" {
		return name, false, false
	}
	access, ok := node.(*syntax.AccessExpression)
	if !ok || len(access.Keys) != 1 {
		return "", false, false
	}
	reference, ok := access.Left.(*syntax.QualifiedReference)
	if !ok {
		return "", false, false
	}
	return program.LiteralText(access.Keys[0]), strings.EqualFold(reference.Value, "optional"), strings.EqualFold(reference.Value, "notundef")
}
