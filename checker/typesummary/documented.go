package typesummary

import (
	"strings"

	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// suggestDocumented suggests types for untyped parameters: those in the comment of the
// definition for Puppet Strings ("@param [Integer] port"). A comment may be out of date, so if
// the code contradicts it for one parameter, it is not used for the others either. left holds
// the types for which the body can end; nil if they are unknown.
func (r *summarizer) suggestDocumented(b *program.Body, result *Definition, untyped map[string]bool, left map[string]types.Type) {
	documented := map[string]types.Type{}
	for _, tag := range b.Manifest.ParameterTags(b.Node) {
		if t := r.documentedType(tag.Types, b.Definition.MayRunOnBolt()); t != nil {
			documented[tag.Name] = t
		}
	}
	if len(documented) == 0 {
		return
	}
	for _, parameter := range result.Parameters {
		if t := documented[parameter.Node.Name]; t != nil && r.contradicts(parameter, t, left[parameter.Node.Name]) {
			return
		}
	}
	for _, parameter := range result.Parameters {
		name := parameter.Node.Name
		t := documented[name]
		if t == nil || !untyped[name] {
			continue
		}
		if parameter.Default != nil && !r.IsUnknown(parameter.Default) && r.MayBeUndef(parameter.Default) {
			t = r.Optional(t) // documentation seldom mentions undef
		}
		text := r.asCode(t)
		widest := left[name]
		switch isWider := parameter.Suggested != "" && r.Relation(r.WithoutUndef(t), widest) != lattice.Always; {
		case text == "" || isWider:
		case r.acceptsSeen(parameter, t, b.Definition.Kind):
			parameter.Suggested, parameter.Documented = text, true
		case parameter.Suggested == "":
			parameter.Likely, parameter.Documented = text, true
		}
	}
}

// documentedType returns the type that a tag names; a list of types means any of them. It
// returns nil for a type that neither Puppet, the modules nor, if onBolt is set, Bolt has.
func (r *summarizer) documentedType(text string, onBolt bool) types.Type {
	if text == "" {
		return nil
	}
	manifest := module.NewManifest(source.NewFile("type", "["+text+"]"), nil)
	list, isList := manifest.Program.Body.(*syntax.LiteralList)
	if len(manifest.Errors) > 0 || !isList {
		return nil
	}
	isKnown := true
	syntax.Inspect(list, func(node syntax.Node) bool {
		switch node.(type) {
		case *syntax.QualifiedReference:
			name := manifest.Source.Slice(manifest.Extent(node))
			_, isAlias := r.ResolveAlias(name)
			isKnown = isKnown && (isAlias || r.DataType(strings.ToLower(name)) != nil || onBolt && r.BoltReference(name) != nil)
		case *syntax.VariableExpression:
			isKnown = false
		}
		return isKnown
	})
	joined := r.Never
	for _, element := range list.Values {
		t := r.ParseTypeText(program.TypeText{Text: manifest.Source.Slice(manifest.Extent(element)), OnBolt: onBolt})
		if !isKnown || r.IsUnknown(t) {
			return nil
		}
		joined = r.Join(joined, t)
	}
	if r.IsNever(joined) || joined.Kind() == types.KindAny {
		return nil
	}
	return joined
}

// contradicts reports whether the code contradicts the documented type of a parameter: it
// declares another type, uses the parameter as another, or gives it values of another.
func (r *summarizer) contradicts(parameter *Parameter, documented, left types.Type) bool {
	isOther := func(t types.Type) bool {
		return t != nil && !r.IsUnknown(t) && !r.IsNever(t) && r.IsNever(r.Meet(documented, t))
	}
	if !parameter.IsUntyped() {
		return isOther(r.WithoutUndef(parameter.Declared))
	}
	if isOther(left) || parameter.Default != nil && isOther(r.WithoutUndef(parameter.Default)) {
		return true
	}
	for _, given := range parameter.Given {
		if isOther(r.WithoutUndef(given.Type)) {
			return true
		}
	}
	for _, given := range parameter.Data {
		if isOther(r.WithoutUndef(given.Type)) {
			return true
		}
	}
	return false
}

// acceptsSeen reports whether a type accepts the default of a parameter and all known values that
// code and data give. An undef in data, or one given to anything but a function, does not count:
// it means the default.
func (r *summarizer) acceptsSeen(parameter *Parameter, t types.Type, kind module.Kind) bool {
	takes := func(value types.Type) bool { return r.IsNever(value) || r.Relation(value, t) == lattice.Always }
	if parameter.Default != nil && !takes(parameter.Default) {
		return false
	}
	for _, given := range parameter.Given {
		value := given.Type
		if kind != module.Function {
			value = r.WithoutUndef(value)
		}
		if !takes(value) {
			return false
		}
	}
	for _, given := range parameter.Data {
		if !takes(r.WithoutUndef(given.Type)) {
			return false
		}
	}
	return true
}
