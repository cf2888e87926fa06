package ide

import (
	"slices"
	"strings"

	"puppet-lint/checker/lattice"
	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// written is a type as it is written in code. Completion in code that does not parse needs
// nothing more: it offers the values, keys and elements that the text of the type lists.
type written struct {
	file *syntax.File
	node syntax.Node
}

// parseType returns the type that a text denotes. ok is false if the text is not a type.
func parseType(text string) (t written, ok bool) {
	parsed := syntax.Parse(source.NewFile("type.pp", "type A = "+text), syntax.Options{})
	alias, ok := parsed.Program.Body.(*syntax.TypeAlias)
	if !ok || len(parsed.Errors) > 0 {
		return written{}, false
	}
	return written{parsed, alias.TypeExpr}, true
}

// split returns the normalized name of the type and its parameters.
func (t written) split() (name string, keys []syntax.Node) {
	switch node := t.node.(type) {
	case *syntax.QualifiedReference:
		return module.Normalize(node.Value), nil
	case *syntax.AccessExpression:
		if reference, ok := node.Left.(*syntax.QualifiedReference); ok {
			return module.Normalize(reference.Value), node.Keys
		}
	}
	return "", nil
}

// maxAliases limits the number of nested aliases that are followed.
const maxAliases = 12

// writtenTypes looks into types as they are written in manifests, for completion.
type writtenTypes struct{ *View }

// alternatives returns the types that a type stands for, with aliases resolved: the members of
// a Variant, the type in an Optional, and so on.
func (w writtenTypes) alternatives(t written) (all []written) {
	return w.addAlternatives(nil, t, 0)
}

func (w writtenTypes) addAlternatives(all []written, t written, depth int) []written {
	if depth > maxAliases || t.node == nil {
		return all
	}
	if _, isText := t.node.(*syntax.LiteralString); isText && depth > 0 {
		return append(all, t) // Optional['text']
	}
	name, keys := t.split()
	switch name {
	case "":
		return all
	case "optional", "variant", "notundef", "sensitive":
		for _, key := range keys {
			all = w.addAlternatives(all, written{t.file, key}, depth+1)
		}
		return all
	}
	if manifest, node := w.definitionNode(symbols.Symbol{Kind: symbols.TypeAlias, Name: name}); node != nil {
		if alias, ok := node.(*syntax.TypeAlias); ok {
			return w.addAlternatives(all, written{manifest.File, alias.TypeExpr}, depth+1)
		}
	}
	words := builtin.Words()
	for _, aliases := range []map[string]string{words.TypeAliases, builtin.StdlibTypeAliases()} {
		for _, known := range []string{capitalize(name), knownAlias(aliases, name)} {
			if stands := aliases[known]; stands != "" {
				if target, ok := parseType(stands); ok {
					return w.addAlternatives(all, target, depth+1)
				}
			}
		}
	}
	return append(all, t)
}

// knownAlias returns the spelling of an alias in a table, such as Stdlib::IP::Address.
func knownAlias(aliases map[string]string, name string) string {
	if !strings.Contains(name, "::") {
		return ""
	}
	for known := range aliases {
		if strings.EqualFold(known, name) {
			return known
		}
	}
	return ""
}

// values calls show with each value of the Enums and Booleans in a type.
func (w writtenTypes) values(t written, show func(value string, isText bool)) {
	for _, one := range w.alternatives(t) {
		if text, ok := one.node.(*syntax.LiteralString); ok {
			show(text.Value, true)
			continue
		}
		switch name, keys := one.split(); name {
		case "boolean":
			show("true", false)
			show("false", false)
		case "enum":
			for _, key := range keys {
				if text := textOf(key); text != "" {
					show(text, true)
				}
			}
		}
	}
}

// textOf returns the value of a literal text or bare word.
func textOf(node syntax.Node) string {
	text, _ := syntax.LiteralText(node)
	return text
}

// member is a key of a Struct.
type member struct {
	name     string
	optional bool
	value    written
}

// members returns the keys of the Structs in a type.
func (w writtenTypes) members(t written) (members []member) {
	for _, one := range w.alternatives(t) {
		name, keys := one.split()
		if name != "struct" || len(keys) == 0 {
			continue
		}
		hash, ok := keys[0].(*syntax.LiteralHash)
		if !ok {
			continue
		}
		for _, entry := range hash.Entries {
			found := member{name: textOf(entry.Key), value: written{one.file, entry.Value}}
			if access, ok := entry.Key.(*syntax.AccessExpression); ok && len(access.Keys) > 0 {
				wrapper, _ := access.Left.(*syntax.QualifiedReference)
				found.name = textOf(access.Keys[0])
				found.optional = wrapper != nil && strings.EqualFold(wrapper.Value, "Optional")
			}
			if found.name != "" {
				members = append(members, found)
			}
		}
	}
	return members
}

// element returns the types of the element with a key. The key of a list's element is "".
func (w writtenTypes) element(t written, key string) (found []written) {
	for _, one := range w.members(t) {
		if one.name == key {
			found = append(found, one.value)
		}
	}
	for _, one := range w.alternatives(t) {
		switch name, keys := one.split(); name {
		case "hash":
			if len(keys) > 1 && key != "" {
				found = append(found, written{one.file, keys[1]})
			}
		case "array", "iterable", "collection":
			if len(keys) > 0 && key == "" {
				found = append(found, written{one.file, keys[0]})
			}
		case "tuple":
			for _, element := range keys {
				if key == "" {
					found = append(found, written{one.file, element})
				}
			}
		}
	}
	return found
}

// elementsAt returns the types at a path of keys in values of some types.
func (w writtenTypes) elementsAt(types []written, path []string) []written {
	for _, key := range path {
		var next []written
		for _, t := range types {
			next = append(next, w.element(t, key)...)
		}
		types = next
	}
	return types
}

// String returns the type as written, on one line and abbreviated.
func (t written) String() string {
	if t.node == nil {
		return ""
	}
	text := source.OneLine(t.file.Source.Slice(t.file.Extent(t.node)))
	return lattice.Abbreviate(text, detailLimit)
}

// detailLimit is the length beyond which the type beside an item is abbreviated.
const detailLimit = 80

// declaredType returns the type that a definition declares for a parameter.
func (w writtenTypes) declaredType(owner symbols.Symbol, name string) (t written, ok bool) {
	manifest, node := w.definitionNode(owner)
	for _, parameter := range syntax.ParametersOf(node) {
		if parameter.Name == name && parameter.TypeExpr != nil {
			return written{manifest.File, parameter.TypeExpr}, true
		}
	}
	return written{}, false
}

// classesOf returns the classes of a type's values. The classes are coarse: types of different
// classes have no value in common. It returns nil for an unknown name.
func classesOf(name string) []string {
	switch name {
	case "string", "enum", "pattern":
		return []string{"text"}
	case "integer", "float", "numeric":
		return []string{"number"}
	case "hash", "struct":
		return []string{"hash"}
	case "array", "tuple":
		return []string{"list"}
	case "collection":
		return []string{"list", "hash"}
	case "iterable", "iterator":
		return []string{"list", "hash", "text", "number", "type"}
	case "scalar", "scalardata":
		return []string{"text", "number", "boolean", "regexp", "timespan", "timestamp", "semver"}
	case "boolean", "undef", "regexp", "timespan", "timestamp", "semver", "semverrange", "binary", "uri", "callable", "default", "type", "sensitive":
		return []string{name}
	}
	return nil
}

// valueClasses returns the classes of all values of a type. ok is false if its text does not show
// them.
func (w writtenTypes) valueClasses(t written) (classes map[string]bool, ok bool) {
	if name, _ := t.split(); name == "sensitive" {
		return map[string]bool{name: true}, true
	}
	classes = map[string]bool{}
	for _, one := range w.alternatives(t) {
		name, _ := one.split()
		if _, isText := one.node.(*syntax.LiteralString); isText {
			name = "string"
		}
		found := classesOf(name)
		if found == nil {
			return nil, false
		}
		for _, class := range found {
			classes[class] = true
		}
	}
	return classes, len(classes) > 0
}

// mayBe reports whether a value of one type may belong to the other, as far as their texts
// show.
func (w writtenTypes) mayBe(t, expected written) bool {
	classes, ok := w.valueClasses(expected)
	if !ok {
		return false // Any, Data and the like make no variable more likely
	}
	for _, one := range w.alternatives(t) {
		name, _ := one.split()
		if slices.ContainsFunc(classesOf(name), func(class string) bool { return classes[class] }) {
			return true
		}
	}
	return false
}
