package checker

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

var classNamePattern = lazyregexp.New(`^((::)?[a-z_]\w*)(::[a-z]\w*)*$`)

// buildClass makes Class[name], or an array of several as a value.
func (s *specialization) buildClass() Type {
	if class, ok := s.base.(*types.ClassType); ok && class.HasName {
		s.vague = true // a parameter of a declared class
		return nil
	}
	if len(s.keys) != 1 {
		s.vague = true
		return nil
	}
	key := s.keys[0]
	switch shapeOf(key) {
	case shapeAny, shapeMixed, shapeOther, shapeUndef:
		s.vague = true
	case shapeString:
		name, known := stringOf(key)
		if !known {
			s.vague = true
			break
		}
		name = strings.ToLower(name)
		if !classNamePattern.MatchString(name) {
			s.fail("ILLEGAL_NAME", 0, quote(name)+" cannot name a class")
			break
		}
		return s.store.ClassOf(name)
	case shapeType:
		if s.resourceTypeName(typeIn(key)) == "" {
			s.fail("ILLEGAL_HOSTCLASS_NAME", 0, s.describe(key)+" cannot name a class")
			break
		}
		s.vague = true
	default:
		s.fail("ILLEGAL_HOSTCLASS_NAME", 0, s.describe(key)+" cannot name a class")
	}
	return nil
}

// buildResource makes File['title'] and Resource['file', 'title'].
func (s *specialization) buildResource() Type {
	base, ok := s.base.(*types.ResourceType)
	if !ok || base.HasTitle {
		s.vague = true // a parameter of a declared resource
		return nil
	}
	name, keys := base.Name, s.keys
	if name == "" {
		if len(keys) == 0 {
			s.vague = true
			return nil
		}
		switch shapeOf(keys[0]) {
		case shapeString:
			text, known := stringOf(keys[0])
			if !known {
				s.vague = true
				return nil
			}
			name = text
		case shapeType:
			if name = s.resourceTypeName(typeIn(keys[0])); name == "" {
				s.fail("ILLEGAL_RESOURCE_SPECIALIZATION", 0, s.describe(keys[0])+" is no resource type")
				return nil
			}
		case shapeAny, shapeMixed, shapeOther:
			s.vague = true
			return nil
		default:
			s.fail("ILLEGAL_RESOURCE_SPECIALIZATION", 0, s.describe(keys[0])+" is no resource type")
			return nil
		}
		if keys = keys[1:]; len(keys) == 0 {
			return s.store.ResourceOf(name)
		}
	}
	if len(keys) != 1 {
		s.vague = true
		return nil
	}
	switch shapeOf(keys[0]) {
	case shapeString:
		if title, known := stringOf(keys[0]); known {
			return s.store.ResourceTitled(name, title)
		}
		return s.store.ResourceOf(name)
	case shapeAny, shapeMixed, shapeOther, shapeUndef:
		s.vague = true
	default:
		s.fail("BAD_TYPE_SPECIALIZATION", 0, "a title is a String, not "+s.describe(keys[0]))
	}
	return nil
}

// specialize is Name[keys…] as a value.
func (e *evaluator) specialize(node *syntax.AccessExpression, reference *syntax.QualifiedReference) Type {
	base, found := e.reference(reference.Value)
	if found && base.Kind() == types.KindStruct && len(node.Keys) == 1 {
		if hash, ok := unparenthesized(node.Keys[0]).(*syntax.LiteralHash); ok {
			return e.structType(hash)
		}
	}
	keys, exact := e.evaluateAll(node.Keys)
	if found && takesValues(base) && !e.state.unreachable {
		return e.exactType(node)
	}
	if !found {
		e.reportUnknownType(reference.Value, reference, !slices.ContainsFunc(keys, isOfDataType))
		return e.unknown
	}
	if e.state.unreachable {
		return e.never
	}
	if !exact || e.isUnknown(base) {
		return e.unknown
	}
	return e.specializeValue(node, base, keys)
}

// isOfDataType reports whether a key is one that only data types have: no title.
func isOfDataType(key Type) bool {
	switch shapeOf(key) {
	case shapeType, shapeInteger, shapeFloat, shapeRegexp, shapeHash, shapeDefault:
		return true
	}
	return false
}

// specializeValue is the value of type[keys…]: a type, or an array of
// references when there are several titles.
func (e *evaluator) specializeValue(node *syntax.AccessExpression, base Type, keys []Type) Type {
	resolved := e.resolve(base)
	e.checkReferenceAttributes(node, resolved, keys)
	if t := e.declaredAttribute(resolved, keys); t != nil {
		return t
	}
	if e.isOfNothing(resolved, keys) {
		return e.undef
	}
	if titles := e.titleKeys(resolved, keys); titles != nil {
		references := make([]Type, len(titles))
		for i, title := range titles {
			references[i] = e.specializeOne(node, resolved, []Type{title})
		}
		return e.tuple(references)
	}
	return e.specializeOne(node, resolved, keys)
}

// checkReferenceAttributes reports what Type['title'][attribute] asks for and no
// resource of that type has.
func (e *evaluator) checkReferenceAttributes(node *syntax.AccessExpression, base Type, keys []Type) {
	kind := resourceKind{}
	switch base := base.(type) {
	case *types.ResourceType:
		if !base.HasTitle {
			return
		}
		kind, _ = e.resourceKindOf(lowerASCII(base.Name))
	case *types.ClassType:
		if !base.HasName {
			return
		}
		kind.name, kind.defined = "class", e.class(base.Name)
	}
	if kind.defined == nil && (kind.native == nil || kind.native.Open) {
		return
	}
	for i, key := range keys {
		name, known := stringOf(key)
		if !known || len(keys) != len(node.Keys) || e.hasAttribute(kind, name) {
			continue
		}
		owner := "resource type '" + kind.name + "'"
		if kind.defined != nil {
			owner = "'" + kind.defined.name + "'"
		}
		e.report(&code.UnknownAttribute, node.Keys[i], "UNKNOWN_RESOURCE_PARAMETER", owner+" has no attribute '"+name+"'")
	}
}

// declaredAttribute is the type of Type['title'][attribute]: what the path has given the
// resource, or what a parameter takes; nil for anything else.
func (e *evaluator) declaredAttribute(base Type, keys []Type) Type {
	if len(keys) != 1 {
		return nil
	}
	name, known := stringOf(keys[0])
	if !known {
		return nil
	}
	key, owner := "", (*definition)(nil)
	switch base := base.(type) {
	case *types.ResourceType:
		if !base.HasTitle {
			return nil
		}
		key, owner = lowerASCII(base.Name)+"\x00'"+base.Title, e.definedType(lowerASCII(base.Name))
	case *types.ClassType:
		if !base.HasName {
			return nil
		}
		key, owner = "class\x00'"+base.Name, e.class(base.Name)
	default:
		return nil
	}
	if first := e.declaredBefore(key); first != nil && len(first.value.values) == len(first.value.attributes) {
		isChanged := e.declaring(key, func(d declared) bool { return d.isOverride && slices.Contains(d.attributes, name) }) != nil
		if at := slices.Index(first.value.attributes, name); at >= 0 && !isChanged && !e.mayBeUndef(first.value.values[at]) {
			return first.value.values[at]
		}
	}
	if owner != nil {
		if parameter := e.parameterOf(owner, name); parameter != nil && !e.isUnknown(parameter.typ) {
			return e.optional(parameter.typ)
		}
	}
	return nil
}

// hasAttribute reports whether resources of a kind may have an attribute that
// can be asked for.
func (e *evaluator) hasAttribute(kind resourceKind, name string) bool {
	switch {
	case module.IsMetaparameter(name) || name == "name" || name == "provider":
		return true
	case kind.defined != nil:
		return e.parameterOf(kind.defined, name) != nil || e.tree.MayAdd(kind.name, name)
	}
	return kind.native.Attribute(name) != nil || e.tree.MayAdd(kind.name, name)
}

func (e *evaluator) specializeOne(node *syntax.AccessExpression, base Type, keys []Type) Type {
	result, why, key := e.specializeType(base, keys)
	if why != nil {
		at := syntax.Node(node)
		if key >= 0 && key < len(node.Keys) {
			at = node.Keys[key]
		}
		e.report(why.rule, at, why.code, why.message)
		return e.unknown
	}
	if e.isUnknown(result) && (base.Kind() == types.KindResource || base.Kind() == types.KindClass) {
		return e.unknown
	}
	return e.typeOf(result)
}

// isOfNothing reports whether a reference is given undef alone for its title:
// its value is undef then.
func (e *evaluator) isOfNothing(base Type, keys []Type) bool {
	if len(keys) != 1 || keys[0] != e.undef {
		return false
	}
	switch base := base.(type) {
	case *types.ResourceType:
		return base.Name != "" && !base.HasTitle
	case *types.ClassType:
		return !base.HasName
	}
	return false
}

// titleKeys are the titles when a reference is given several, or an array of
// them; nil otherwise.
func (e *evaluator) titleKeys(base Type, keys []Type) []Type {
	switch base := base.(type) {
	case *types.ResourceType:
		if base.HasTitle || base.Name == "" {
			return nil
		}
	case *types.ClassType:
		if base.HasName {
			return nil
		}
	default:
		return nil
	}
	if len(keys) == 1 && shapeOf(keys[0]) != shapeArray {
		return nil
	}
	var titles []Type
	for _, key := range keys {
		items, exact := e.flattenOne(key, 0)
		if !exact {
			return []Type{e.unknown}
		}
		titles = append(titles, items...)
	}
	return titles
}

// structType is Struct[{…}] written out: its keys may be Optional['a'] and
// NotUndef['a']. It is unknown when a key or a value is not constant.
func (e *evaluator) structType(node *syntax.LiteralHash) Type {
	elements := make([]types.StructElement, 0, len(node.Entries))
	known := true
	for _, entry := range node.Entries {
		name, optional, required := structKey(entry.Key)
		value := e.evaluate(entry.Value)
		if name == "" || e.isUnknown(value) || shapeOf(value) == shapeMixed {
			known = false
			continue
		}
		if isTypeKey(value) {
			value = typeIn(value)
		} else {
			value = e.generalize(value)
		}
		elements = append(elements, types.StructElement{Name: name, Value: value, Optional: optional || !required && e.acceptsUndef(value, 0)})
	}
	if !known {
		return e.unknown
	}
	return e.typeOf(e.store.StructOf(elements))
}

// structKey reads a key of a Struct: a name, Optional[name] or NotUndef[name].
func structKey(node syntax.Node) (name string, optional, required bool) {
	if name = literalText(node); name != "" {
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
	return literalText(access.Keys[0]), strings.EqualFold(reference.Value, "optional"), strings.EqualFold(reference.Value, "notundef")
}
