package compile

import (
	"maps"
	"slices"

	"puppet-lint/checker/catalog"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
	"puppet-lint/types/functions"
)

// WatchManifest makes the two sides of a comparison watch the code in which a manifest differs.
// Where only attributes of a resource differ, both sides watch these attributes: all else that a
// catalog has is then the same on both sides, even where it is not known. Any other difference is
// watched after the change.
func WatchManifest(before, after *Watch, old, now *module.Manifest) {
	for _, difference := range syntax.Differing(old.File, now.File) {
		oldBody, body := differingBodies(difference)
		if body != nil && after.attributes[body] != nil {
			continue // another part of the same body differs, too
		}
		if added, ok := addedIncludes(difference, old, now); ok {
			maps.Copy(after.included, added)
			continue
		}
		names, onlyAttributes := changedAttributes(oldBody, body, old, now)
		if !onlyAttributes || isPartEvaluatedWhole(difference.After, body) {
			after.path(difference.After)
			continue
		}
		before.attributes[oldBody] = versionOf(oldBody, names, old)
		after.attributes[body] = versionOf(body, names, now)
		after.attributes[body].past = literalsOf(oldBody, names)
	}
	if old.Broken() != now.Broken() {
		after.parsed[now.Source] = true
	}
}

// isPartEvaluatedWhole reports whether a path leads to a part of a resource body that is evaluated
// only on some paths, such as a value of a selector.
func isPartEvaluatedWhole(path []syntax.Node, body *syntax.ResourceBody) bool {
	for at := len(path) - 1; at > 0 && path[at] != syntax.Node(body); at-- {
		if isEvaluatedWhole(path[at], path[at-1]) {
			return true
		}
	}
	return false
}

// attributeVersion is one version of the code for attributes of a resource.
type attributeVersion struct {
	// title is the code of the resource's title.
	title string
	// codes are the codes of the attributes' values by name. One that is not set has none.
	names []string
	codes map[string]string
	// past holds the values of the attributes in the earlier version if all of them are literals;
	// otherwise it is nil.
	past map[string]syntax.Node
}

func versionOf(body *syntax.ResourceBody, names []string, manifest *module.Manifest) *attributeVersion {
	code := func(node syntax.Node) string { return manifest.Source.Slice(manifest.File.Extent(node)) }
	version := &attributeVersion{title: code(body.Title), names: names, codes: map[string]string{}}
	for _, operation := range body.Operations {
		if set, ok := operation.(*syntax.AttributeOperation); ok && slices.Contains(names, set.Name) {
			version.codes[set.Name] = code(set.Value)
		}
	}
	return version
}

// literalsOf returns the values of attributes if a body sets them all to literals, and none of them
// orders resources; otherwise nil.
func literalsOf(body *syntax.ResourceBody, names []string) map[string]syntax.Node {
	literals := map[string]syntax.Node{}
	for _, operation := range body.Operations {
		if set, ok := operation.(*syntax.AttributeOperation); ok && slices.Contains(names, set.Name) && isLiteral(set.Value) && !catalog.MayOrder(set.Name) {
			literals[set.Name] = set.Value
		}
	}
	if len(literals) < len(names) {
		return nil
	}
	return literals
}

func isLiteral(node syntax.Node) bool {
	switch node := node.(type) {
	case *syntax.LiteralString, *syntax.LiteralInteger, *syntax.LiteralFloat, *syntax.LiteralBoolean, *syntax.QualifiedName:
		return true
	case *syntax.LiteralList:
		return !slices.ContainsFunc(node.Values, func(value syntax.Node) bool { return !isLiteral(value) })
	}
	return false
}

// differingBodies returns the innermost resource bodies that contain a difference; nil if there
// are none.
func differingBodies(difference syntax.Difference) (before, after *syntax.ResourceBody) {
	for at, node := range slices.Backward(difference.After) {
		after, isBody := node.(*syntax.ResourceBody)
		before, wasBody := difference.Before[at].(*syntax.ResourceBody)
		if isBody && wasBody {
			return before, after
		}
	}
	return nil, nil
}

// changedAttributes returns the names of the attributes in which two versions of a resource body
// differ. onlyAttributes reports whether the change of these attributes affects nothing but their
// values in the catalog.
func changedAttributes(old, body *syntax.ResourceBody, before, after *module.Manifest) (names []string, onlyAttributes bool) {
	if old == nil || body == nil || body.Title == nil || body.Title.Kind() == syntax.KindLiteralDefault || !syntax.SameTokens(before.File, old.Title, after.File, body.Title) {
		return nil, false
	}
	set, known := attributesOf(body)
	wasSet, wasKnown := attributesOf(old)
	if !known || !wasKnown {
		return nil, false
	}
	for _, operations := range [][]syntax.Node{old.Operations, body.Operations} {
		for _, operation := range operations {
			name := operation.(*syntax.AttributeOperation).Name
			a, b := wasSet[name], set[name]
			if slices.Contains(names, name) || a != nil && b != nil && syntax.SameTokens(before.File, a, after.File, b) {
				continue
			}
			if !isPlainAttribute(name) || a != nil && hasEffects(a) || b != nil && hasEffects(b) {
				return nil, false
			}
			names = append(names, name)
		}
	}
	return names, len(names) > 0
}

// attributesOf returns the values that a resource body sets, by name. known is false if it also
// sets attributes by a hash, or sets one twice.
func attributesOf(body *syntax.ResourceBody) (values map[string]syntax.Node, known bool) {
	values = map[string]syntax.Node{}
	for _, operation := range body.Operations {
		set, ok := operation.(*syntax.AttributeOperation)
		if !ok || values[set.Name] != nil || set.Operator != syntax.FatArrow {
			return nil, false
		}
		values[set.Name] = set.Value
	}
	return values, true
}

// isPlainAttribute reports whether an attribute defines neither relationships nor the identity of
// its resource.
func isPlainAttribute(name string) bool {
	return name != "name" && name != "path" && name != "title" && !module.IsMetaparameter(name)
}

// pureCalls are functions that only return a value, beside those of package functions.
var pureCalls = []string{"file", "filter", "fqdn_rand", "hiera", "inline_template", "lookup", "map", "pick", "reduce", "template"}

// hasEffects reports whether the evaluation of a value may do more than return it.
func hasEffects(root syntax.Node) bool {
	found := false
	syntax.Inspect(root, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.AssignmentExpression, *syntax.ResourceExpression, *syntax.ResourceOverrideExpression, *syntax.ResourceDefaultsExpression,
			*syntax.CollectExpression, *syntax.RelationshipExpression, *syntax.HeredocExpression:
			found = true
		case *syntax.CallNamedFunctionExpression:
			found = found || !isPureCall(node.Functor)
		case *syntax.CallMethodExpression:
			if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
				found = found || !isPureCall(access.Right)
			}
		}
		return !found
	})
	return found
}

func isPureCall(functor syntax.Node) bool {
	switch functor := functor.(type) {
	case *syntax.QualifiedReference, *syntax.AccessExpression: // a conversion to a type
		return true
	case *syntax.QualifiedName:
		return functions.Computes(functor.Value) && builtin.FindFunction(functor.Value) != nil || slices.Contains(pureCalls, functor.Value)
	}
	return false
}

// changedResource is a resource whose declaration sets watched attributes.
type changedResource struct {
	*compiledResource
	version *attributeVersion
}

// recordDeclared records that a watched declaration adds a resource. isNew is false if the catalog
// had it before.
func (s *scope) recordDeclared(r *compiledResource, isNew bool, at syntax.Node) {
	version := s.k.watchedAttributes(at)
	switch {
	case version == nil:
	case !isNew || r.kind.Defined != nil:
		s.k.used.Code = true
	default:
		switch s.Body.Node.(type) {
		case *syntax.HostClassDefinition, *syntax.NodeDefinition, *syntax.Program:
		default:
			s.k.used.Repeatable = true
		}
		s.k.changed = append(s.k.changed, changedResource{r, version})
	}
}

// watchedAttributes returns what is watched of the attributes that a resource body sets; nil if
// nothing is.
func (k *compilation) watchedAttributes(at syntax.Node) *attributeVersion {
	body, ok := at.(*syntax.ResourceBody)
	if !ok || k.watch == nil {
		return nil
	}
	return k.watch.attributes[body]
}

// settleChanged records the resources whose watched attributes are declared. Code is set if what
// else the catalog holds may depend on these attributes.
func (k *compilation) settleChanged() {
	if k.used == nil {
		return
	}
	k.used.HidesCode = k.hidesCode
	bodies := map[*attributeVersion]bool{}
	for _, changed := range k.changed {
		bodies[changed.version] = true
		if k.readsAttributes || slices.ContainsFunc(k.collectors, func(c *collector) bool { return c.comparesAny(changed) }) {
			k.used.Code = true
		}
		declared := catalog.Declared{Resource: changed.Resource, Title: changed.version.title}
		for _, name := range changed.version.names {
			declared.Differing = append(declared.Differing, catalog.DeclaredAttribute{Name: name, Code: changed.version.codes[name]})
		}
		k.used.Declared = append(k.used.Declared, declared)
		if past, known := k.pastOf(changed); known {
			k.used.Past = append(k.used.Past, past)
		}
	}
	others := len(k.watch.nodes) + len(k.watch.parsed) + len(k.watch.keys)
	k.used.Complete = len(bodies) == len(k.watch.attributes) && others+len(k.watch.included) == 0 && !k.watch.all
	k.used.Settled = len(k.repeated) == len(k.watch.included) && len(k.repeated) > 0 && others+len(k.watch.attributes) == 0 && !k.watch.all && !k.used.Code
}

// pastOf returns a resource as the earlier version of its declaration makes it. known is false if
// that does not follow from the code of the declaration alone.
func (k *compilation) pastOf(changed changedResource) (past catalog.Declared, known bool) {
	if changed.version.past == nil {
		return past, false
	}
	resource := *changed.Resource
	resource.Attributes = slices.Clone(resource.Attributes)
	for name, node := range changed.version.past {
		at := slices.IndexFunc(resource.Attributes, func(a *catalog.Attribute) bool { return a.Name == name })
		value, isKnown := k.mainEvaluator(nil).catalogValue(k.mainEvaluator(nil).EvaluateSilently(node))
		if at < 0 || !isKnown || resource.Attributes[at].Origin != "" {
			return past, false
		}
		resource.Attributes[at] = &catalog.Attribute{Name: name, Value: value, Text: catalog.ValueText(value)}
	}
	return catalog.Declared{Resource: &resource}, true
}

// comparesAny reports whether a collector's query asks for an attribute that differs in
// a resource.
func (c *collector) comparesAny(changed changedResource) bool {
	if c.query == nil || c.kind != changed.kind.Name {
		return false
	}
	asks := false
	syntax.Inspect(c.query, func(node syntax.Node) bool {
		if comparison, ok := node.(*syntax.ComparisonExpression); ok {
			name, isName := comparison.Left.(*syntax.QualifiedName)
			asks = asks || !isName || slices.Contains(changed.version.names, name.Value)
		}
		return !asks
	})
	return asks
}
