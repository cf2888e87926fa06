package declarations

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// mayDeclare reports whether the body declares the resource or may declare it.
func (d *Local) mayDeclare(typeName, title string) bool {
	if d.index != nil {
		return d.index.open[typeName] || d.index.titles[typeName] || d.index.declared[ResourceKey(typeName, title)]
	}
	return slices.ContainsFunc(d.Uses, func(use ResourceUse) bool {
		return use.TypeName == typeName && (use.Open || slices.Contains(use.Titles, title)) ||
			slices.Contains(use.Titles, typeName) // the defined type uses its title as a type
	})
}

// declares reports whether the body declares a resource of that title.
func (d *Local) declares(typeName, title string) bool {
	if d.index != nil {
		return d.index.declared[ResourceKey(typeName, title)]
	}
	return slices.ContainsFunc(d.Uses, func(use ResourceUse) bool {
		return use.TypeName == typeName && slices.Contains(use.Titles, title)
	})
}

// usesType reports whether the body declares a resource of a type.
func (d *Local) usesType(typeName string) bool {
	if d.index != nil {
		return d.index.types[typeName]
	}
	return slices.ContainsFunc(d.Uses, func(use ResourceUse) bool { return use.TypeName == typeName })
}

// useIndex indexes the uses of a body that has many.
type useIndex struct {
	// types holds the types of the uses; open, the types that may have further titles; titles,
	// the titles of any type; and declared, the keys of the resources (ResourceKey).
	types, open, titles, declared map[string]bool
}

func indexOf(uses []ResourceUse) *useIndex {
	if len(uses) < manyUses {
		return nil
	}
	index := &useIndex{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, use := range uses {
		index.types[use.TypeName] = true
		if use.Open {
			index.open[use.TypeName] = true
		}
		for _, title := range use.Titles {
			index.titles[title] = true
			index.declared[ResourceKey(use.TypeName, title)] = true
		}
	}
	return index
}

// Local holds what a body itself declares, and what it needs from other code.
type Local struct {
	// name is the name of the body if it is a class. owner is the module that the name of the
	// body begins with.
	name, owner string
	// Classes holds the names of the declared classes. Prefixes holds the beginnings of names
	// whose ends are unknown, as in include "example::${x}".
	Classes, Prefixes []string
	Uses              []ResourceUse
	// index indexes uses; nil if there are few.
	index *useIndex
	// Functions are the functions that the body calls.
	Functions []string
	// TitleIsType reports whether a defined type uses its title as the name of a type:
	// create_resources($name, …).
	TitleIsType bool
	Vague       bool
	// Guards holds the classes that the body tests with defined(). Guarded reports whether it
	// tests for anything else. Private reports whether only its own module may declare the
	// body.
	Guards           []string
	Guarded, Private bool
	// collectsExported reports whether the body collects exported resources.
	collectsExported bool
	// Wanted holds the classes that the body refers to or whose variables it reads. References
	// holds the resources that it refers to, by ResourceKey. Both are nil while they are empty.
	Wanted, References map[string]bool
}

// ResourceUse is a resource expression, or a function call that acts as one.
type ResourceUse struct {
	TypeName string
	Titles   []string
	// Open reports whether there may be other titles.
	Open bool
}

// ResourceKey returns the key of a resource or class by its type and title. For the
// declarations of a path, a title is written as code: in quotes if it is literal.
func ResourceKey(typeName, title string) string { return typeName + "\x00" + title }

// SplitResourceKey returns the type and title of a key.
func SplitResourceKey(key string) (typeName, title string) {
	typeName, title, _ = strings.Cut(key, "\x00")
	return typeName, title
}

// LocalOf returns what a body declares directly, as read off its syntax.
func (f *SyntaxInfo) LocalOf(root syntax.Node) *Local {
	return f.localDeclarations.Get(root, func() *Local {
		found := readLocalDeclarations(root, math.MaxInt32)
		f.declarers.add(root, found)
		return found
	})
}

// readLocalDeclarations reads off the syntax what a body declares before a byte offset.
func readLocalDeclarations(root syntax.Node, until int32) *Local {
	found := &Local{}
	switch root := root.(type) {
	case *syntax.HostClassDefinition:
		found.name = module.Normalize(root.Name)
		found.owner = ownerOf(root.Name)
		if root.ParentClass != "" {
			found.Classes = append(found.Classes, module.Normalize(root.ParentClass))
		}
	case *syntax.ResourceTypeDefinition:
		found.owner = ownerOf(root.Name)
	case *syntax.FunctionDefinition:
		found.owner = ownerOf(root.Name)
	}
	syntax.Inspect(root, func(node syntax.Node) bool {
		if node.Span().Start >= until && node != root {
			return true // a part of the node may come before the offset
		}
		switch node := node.(type) {
		case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
			if name, arguments := syntax.CalledFunction(node); name != "" {
				found.call(strings.ToLower(name), arguments)
			}
		case *syntax.ResourceExpression:
			found.resource(node)
		case *syntax.VariableExpression:
			found.Private = found.Private || node.Name == "caller_module_name"
			if at := strings.LastIndex(node.Name, "::"); at > 0 {
				addTo(&found.Wanted, module.Normalize(node.Name[:at]))
			}
		case *syntax.AccessExpression:
			found.reference(node)
		case *syntax.CollectExpression:
			_, isExported := node.Query.(*syntax.ExportedQuery)
			found.collectsExported = found.collectsExported || isExported
		}
		return node == root || !syntax.IsDefinition(node)
	})
	slices.Sort(found.Functions)
	found.Functions = slices.Compact(found.Functions)
	found.index = indexOf(found.Uses)
	return found
}

// ownerOf returns the module that a name begins with.
func ownerOf(name string) string {
	first, _, _ := strings.Cut(module.Normalize(name), "::")
	return first
}

// call records what a function call declares.
func (d *Local) call(name string, arguments []syntax.Node) {
	switch name {
	case "include", "contain", "require":
		for _, argument := range arguments {
			d.includes(argument)
		}
	case "hiera_include", "call":
		d.Vague = true
	case "create_resources", "ensure_resource", "ensure_resources", "stdlib::ensure_resource", "stdlib::ensure_resources":
		d.create(arguments)
	case "ensure_packages", "stdlib::ensure_packages":
		d.Uses = append(d.Uses, ResourceUse{TypeName: "package", Open: true})
	case "defined":
		for _, argument := range arguments {
			d.guard(argument)
		}
	case "defined_with_params", "getvar":
		d.Guarded = true
	case "assert_private", "stdlib::assert_private", "private":
		d.Private = true
	default:
		d.Functions = append(d.Functions, name)
	}
}

// guard records what an argument of defined() tests for.
func (d *Local) guard(argument syntax.Node) {
	access, ok := syntax.Unparenthesized(argument).(*syntax.AccessExpression)
	if !ok || !program.IsClassAccess(access) {
		d.Guarded = true
		return
	}
	for _, key := range access.Keys {
		name := program.LiteralText(key)
		if d.Guards = append(d.Guards, module.Normalize(name)); name == "" {
			d.Guarded = true
		}
	}
}

// create records the declarations of a function whose first argument names a type.
func (d *Local) create(arguments []syntax.Node) {
	if len(arguments) == 0 {
		return
	}
	if variable, ok := arguments[0].(*syntax.VariableExpression); ok && (variable.Name == "name" || variable.Name == "title") {
		d.TitleIsType = true
		return
	}
	name := module.Normalize(strings.TrimLeft(program.LiteralText(arguments[0]), "@"))
	if name == "" || name == "class" {
		d.Vague = true
		return
	}
	d.Uses = append(d.Uses, ResourceUse{TypeName: name, Open: true})
}

// includes adds the classes in an argument of include.
func (d *Local) includes(node syntax.Node) {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.QualifiedName:
		d.Classes = append(d.Classes, module.Normalize(node.Value))
	case *syntax.LiteralString:
		d.Classes = append(d.Classes, module.Normalize(node.Value))
	case *syntax.LiteralList:
		for _, value := range node.Values {
			d.includes(value)
		}
	case *syntax.AccessExpression:
		if program.IsClassAccess(node) {
			for _, key := range node.Keys {
				d.includes(key)
			}
			return
		}
		d.Vague = true
	case *syntax.ConcatenatedString:
		if prefix := d.prefixOf(node); strings.Contains(prefix, "::") {
			d.Prefixes = append(d.Prefixes, prefix)
			return
		}
		d.Vague = true
	default:
		d.Vague = true
	}
}

// prefixOf returns the known beginning of a text: literal segments, and the name of the class
// for $title and $name.
func (d *Local) prefixOf(text *syntax.ConcatenatedString) string {
	prefix := ""
	for _, segment := range text.Segments {
		switch segment := segment.(type) {
		case *syntax.LiteralString:
			prefix += segment.Value
			continue
		case *syntax.TextExpression:
			if variable, ok := segment.Expr.(*syntax.VariableExpression); ok && d.name != "" && (variable.Name == "title" || variable.Name == "name") {
				prefix += d.name
				continue
			}
		}
		break
	}
	return module.Normalize(prefix)
}

func (d *Local) resource(node *syntax.ResourceExpression) {
	name, ok := node.TypeName.(*syntax.QualifiedName)
	switch {
	case !ok:
		d.Vague = true
	case module.Normalize(name.Value) == "class":
		for _, body := range node.Bodies {
			d.includes(body.Title)
		}
	default:
		use := ResourceUse{TypeName: module.Normalize(name.Value)}
		for _, body := range node.Bodies {
			use.addTitle(body.Title)
			use.addOtherNames(body)
		}
		d.Uses = append(d.Uses, use)
	}
}

func (u *ResourceUse) addTitle(node syntax.Node) {
	if list, ok := syntax.Unparenthesized(node).(*syntax.LiteralList); ok {
		for _, value := range list.Values {
			u.addTitle(value)
		}
	} else if text := program.LiteralText(node); text != "" {
		u.Titles = append(u.Titles, text)
	} else {
		u.Open = u.Open || !program.IsDefault(node)
	}
}

// addOtherNames adds the names by which a resource is known beside its title: its aliases, and
// its literal name.
func (u *ResourceUse) addOtherNames(body *syntax.ResourceBody) {
	for _, operation := range body.Operations {
		attribute, ok := operation.(*syntax.AttributeOperation)
		switch {
		case !ok:
		case attribute.Name == "alias":
			u.addTitle(attribute.Value)
		case attribute.Name == "name":
			u.Titles = append(u.Titles, program.LiteralTexts(attribute.Value)...)
		}
	}
}

// reference records the resources that Type['title'] refers to.
func (d *Local) reference(node *syntax.AccessExpression) {
	reference, ok := node.Left.(*syntax.QualifiedReference)
	if !ok {
		return
	}
	for _, key := range node.Keys {
		text := program.LiteralText(key)
		switch {
		case text == "":
		case program.IsClassAccess(node):
			addTo(&d.Wanted, module.Normalize(text))
		default:
			addTo(&d.References, ResourceKey(module.Normalize(reference.Value), text))
		}
	}
}

// addTo adds a name to a set, which is nil while it is empty.
func addTo(set *map[string]bool, name string) {
	if *set == nil {
		*set = map[string]bool{}
	}
	(*set)[name] = true
}

// Text returns everything that a body declares and needs.
func (d Local) Text() string {
	d.index = nil // the index only repeats the uses
	return fmt.Sprintf("%+v", d)
}
