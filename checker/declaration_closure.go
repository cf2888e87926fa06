package checker

import (
	"math"
	"slices"
	"strings"

	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// declarationClosure is everything that evaluating a class, defined type or node may declare,
// directly or indirectly.
type declarationClosure struct {
	classSet
	// types holds the types of the resources.
	types map[string]bool
	// bodies holds the local declarations of every body evaluated for this, including the
	// first.
	bodies []*localDeclarations
	// vague reports whether there may be other classes and types.
	vague bool
}

// classSet is a set of classes that code declares, directly or indirectly.
type classSet struct {
	// classes holds the names of the classes; for a class, that includes its own name.
	classes map[string]bool
	// incomplete reports whether classes of missing modules, which may declare others, are
	// among them.
	incomplete bool
	// unresolved holds the modules of the bodies that declare classes which cannot be
	// determined. anyUnresolved means that there may be further modules.
	unresolved    []string
	anyUnresolved bool
}

// mayBeUnresolved reports whether a declaration that cannot be determined may be one of the
// classes. Code that declares what its user asks for is assumed to know no other modules, and
// so to declare only classes of its own.
func (s *classSet) mayBeUnresolved(classes ...string) bool {
	return s.anyUnresolved || slices.ContainsFunc(classes, func(class string) bool {
		first, _, _ := strings.Cut(class, "::")
		return slices.Contains(s.unresolved, first)
	})
}

// addUnresolved records a body whose declarations cannot all be determined.
func (s *classSet) addUnresolved(from *localDeclarations) {
	if from.owner == "" {
		s.anyUnresolved = true
	} else if !slices.Contains(s.unresolved, from.owner) {
		s.unresolved = append(s.unresolved, from.owner)
	}
}

// mayDeclare reports whether the resource is declared, or may be because not all titles are
// known.
func (r *declarationClosure) mayDeclare(typeName, title string) bool {
	return slices.ContainsFunc(r.bodies, func(body *localDeclarations) bool { return body.mayDeclare(typeName, title) })
}

// mayDeclare reports whether the body declares the resource or may declare it.
func (d *localDeclarations) mayDeclare(typeName, title string) bool {
	if d.index != nil {
		return d.index.open[typeName] || d.index.titles[typeName] || d.index.declared[resourceKey(typeName, title)]
	}
	return slices.ContainsFunc(d.uses, func(use resourceUse) bool {
		return use.typeName == typeName && (use.open || slices.Contains(use.titles, title)) ||
			slices.Contains(use.titles, typeName) // of a defined type that takes it for a type
	})
}

// manyUses is the number of resources from which on a body gets an index.
const manyUses = 32

// useIndex indexes the uses of a body that has many.
type useIndex struct {
	// open holds the types that may have further titles, titles the titles of any type, and
	// declared the resources, by resourceKey.
	open, titles, declared map[string]bool
}

func indexOf(uses []resourceUse) *useIndex {
	if len(uses) < manyUses {
		return nil
	}
	index := &useIndex{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, use := range uses {
		if use.open {
			index.open[use.typeName] = true
		}
		for _, title := range use.titles {
			index.titles[title] = true
			index.declared[resourceKey(use.typeName, title)] = true
		}
	}
	return index
}

// localDeclarations is what a body declares directly, and what it needs from others.
type localDeclarations struct {
	// name is the name of the body if it is a class. owner is the module that the name of the
	// body begins with.
	name, owner string
	// classes holds the names of classes; prefixes holds the beginnings of the names of further
	// classes: include "example::${x}".
	classes, prefixes []string
	uses              []resourceUse
	// index indexes uses; nil if there are few.
	index *useIndex
	// functions are the functions that the body calls.
	functions []string
	// titleIsType reports whether a defined type uses its title as the name of a type:
	// create_resources($name, …).
	titleIsType bool
	vague       bool
	// guards holds the classes that the body tests with defined(). guarded reports whether it
	// tests for anything else. private reports whether only its own module may declare it.
	guards           []string
	guarded, private bool
	// wanted holds the classes whose variables the body reads, or that it refers to. references
	// holds the resources that it refers to, by resourceKey.
	wanted, references map[string]bool
}

// resourceUse is a resource expression, or a function call that acts as one.
type resourceUse struct {
	typeName string
	titles   []string
	// open reports whether there may be other titles.
	open bool
}

func resourceKey(typeName, title string) string { return typeName + "\x00" + title }

// localDeclarationsOf returns what a body declares directly, as read off its syntax.
func (f *declarationFacts) localDeclarationsOf(root syntax.Node) *localDeclarations {
	return f.localDeclarations.Get(root, func() *localDeclarations { return readLocalDeclarations(root, math.MaxInt32) })
}

// readLocalDeclarations reads off the syntax what a body declares before the offset until.
func readLocalDeclarations(root syntax.Node, until int32) *localDeclarations {
	found := &localDeclarations{wanted: map[string]bool{}, references: map[string]bool{}}
	switch root := root.(type) {
	case *syntax.HostClassDefinition:
		found.name = module.Normalize(root.Name)
		found.owner = ownerOf(root.Name)
		if root.ParentClass != "" {
			found.classes = append(found.classes, module.Normalize(root.ParentClass))
		}
	case *syntax.ResourceTypeDefinition:
		found.owner = ownerOf(root.Name)
	case *syntax.FunctionDefinition:
		found.owner = ownerOf(root.Name)
	}
	syntax.Inspect(root, func(node syntax.Node) bool {
		if node.Span().Start >= until && node != root {
			return true // a part of it may stand before
		}
		switch node := node.(type) {
		case *syntax.CallNamedFunctionExpression:
			if name, ok := node.Functor.(*syntax.QualifiedName); ok {
				found.call(module.Normalize(name.Value), node.Arguments)
			}
		case *syntax.CallMethodExpression:
			if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
				found.call(module.Normalize(program.LiteralText(access.Right)), append([]syntax.Node{access.Left}, node.Arguments...))
			}
		case *syntax.ResourceExpression:
			found.resource(node)
		case *syntax.VariableExpression:
			found.private = found.private || node.Name == "caller_module_name"
			if at := strings.LastIndex(node.Name, "::"); at > 0 {
				found.wanted[module.Normalize(node.Name[:at])] = true
			}
		case *syntax.AccessExpression:
			found.reference(node)
		case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition,
			*syntax.PlanDefinition, *syntax.NodeDefinition:
			return node == root
		}
		return true
	})
	found.index = indexOf(found.uses)
	return found
}

// ownerOf returns the module that a name begins with.
func ownerOf(name string) string {
	first, _, _ := strings.Cut(module.Normalize(name), "::")
	return first
}

// call records what a function call declares.
func (d *localDeclarations) call(name string, arguments []syntax.Node) {
	switch name {
	case "include", "contain", "require":
		for _, argument := range arguments {
			d.includes(argument)
		}
	case "hiera_include", "call":
		d.vague = true
	case "create_resources", "ensure_resource", "ensure_resources", "stdlib::ensure_resource", "stdlib::ensure_resources":
		d.create(arguments)
	case "ensure_packages", "stdlib::ensure_packages":
		d.uses = append(d.uses, resourceUse{typeName: "package", open: true})
	case "defined":
		for _, argument := range arguments {
			d.guard(argument)
		}
	case "defined_with_params", "getvar":
		d.guarded = true
	case "assert_private", "stdlib::assert_private", "private":
		d.private = true
	default:
		d.functions = append(d.functions, name)
	}
}

// guard records what an argument of defined() tests for.
func (d *localDeclarations) guard(argument syntax.Node) {
	access, ok := program.Unparenthesized(argument).(*syntax.AccessExpression)
	if !ok || !program.IsClassAccess(access) {
		d.guarded = true
		return
	}
	for _, key := range access.Keys {
		name := program.LiteralText(key)
		if d.guards = append(d.guards, module.Normalize(name)); name == "" {
			d.guarded = true
		}
	}
}

// create records what a function declares whose first argument names a type.
func (d *localDeclarations) create(arguments []syntax.Node) {
	if len(arguments) == 0 {
		return
	}
	if variable, ok := arguments[0].(*syntax.VariableExpression); ok && (variable.Name == "name" || variable.Name == "title") {
		d.titleIsType = true
		return
	}
	name := module.Normalize(strings.TrimLeft(program.LiteralText(arguments[0]), "@"))
	if name == "" || name == "class" {
		d.vague = true
		return
	}
	d.uses = append(d.uses, resourceUse{typeName: name, open: true})
}

// includes adds the classes in an argument of include.
func (d *localDeclarations) includes(node syntax.Node) {
	switch node := program.Unparenthesized(node).(type) {
	case *syntax.QualifiedName:
		d.classes = append(d.classes, module.Normalize(node.Value))
	case *syntax.LiteralString:
		d.classes = append(d.classes, module.Normalize(node.Value))
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
		d.vague = true
	case *syntax.ConcatenatedString:
		if prefix := d.prefixOf(node); strings.Contains(prefix, "::") {
			d.prefixes = append(d.prefixes, prefix)
			return
		}
		d.vague = true
	default:
		d.vague = true
	}
}

// prefixOf returns the known beginning of a text: literal segments, and the name of the class
// for $title and $name.
func (d *localDeclarations) prefixOf(text *syntax.ConcatenatedString) string {
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

func (d *localDeclarations) resource(node *syntax.ResourceExpression) {
	name, ok := node.TypeName.(*syntax.QualifiedName)
	switch {
	case !ok:
		d.vague = true
	case module.Normalize(name.Value) == "class":
		for _, body := range node.Bodies {
			d.includes(body.Title)
		}
	default:
		use := resourceUse{typeName: module.Normalize(name.Value)}
		for _, body := range node.Bodies {
			use.addTitle(body.Title)
		}
		d.uses = append(d.uses, use)
	}
}

func (u *resourceUse) addTitle(node syntax.Node) {
	if list, ok := program.Unparenthesized(node).(*syntax.LiteralList); ok {
		for _, value := range list.Values {
			u.addTitle(value)
		}
	} else if text := program.LiteralText(node); text != "" {
		u.titles = append(u.titles, text)
	} else {
		u.open = u.open || !program.IsDefault(node)
	}
}

// reference records the resources that Type['title'] refers to.
func (d *localDeclarations) reference(node *syntax.AccessExpression) {
	reference, ok := node.Left.(*syntax.QualifiedReference)
	if !ok {
		return
	}
	for _, key := range node.Keys {
		text := program.LiteralText(key)
		switch {
		case text == "":
		case program.IsClassAccess(node):
			d.wanted[module.Normalize(text)] = true
		default:
			d.references[resourceKey(module.Normalize(reference.Value), text)] = true
		}
	}
}

// closureOf returns what evaluating the code at root declares, directly or indirectly.
func (p *declarationIndex) closureOf(root syntax.Node) *declarationClosure {
	return p.closures.Get(root, func() *declarationClosure {
		found := &declarationClosure{classSet: classSet{classes: map[string]bool{}}, types: map[string]bool{}}
		found.anyUnresolved = p.localDeclarationsOf(root).titleIsType // its title may be anything
		if class, ok := root.(*syntax.HostClassDefinition); ok {
			found.classes[module.Normalize(class.Name)] = true
		}
		search := &reachSearch{
			spanSearch: spanSearch{declarationIndex: p, seen: map[syntax.Node]bool{}, pending: []syntax.Node{root}, found: &found.classSet},
			reach:      found,
		}
		search.follow(search.addAll)
		found.vague = found.vague || found.incomplete || found.anyUnresolved || len(found.unresolved) > 0
		return found
	})
}

// spanSearch finds the classes that code declares, directly or indirectly. It leaves out the
// resources of defined types, which are evaluated later.
type spanSearch struct {
	*declarationIndex
	seen    map[syntax.Node]bool
	pending []syntax.Node
	found   *classSet
}

// follow calls add for the pending bodies, and for those that this makes pending.
func (s *spanSearch) follow(add func(*localDeclarations)) {
	for len(s.pending) > 0 {
		node := s.pending[len(s.pending)-1]
		s.pending = s.pending[:len(s.pending)-1]
		if s.seen[node] {
			continue
		}
		if len(s.seen) == program.MaxReach {
			s.found.anyUnresolved = true
			return
		}
		s.seen[node] = true
		add(s.localDeclarationsOf(node))
	}
}

// add adds the classes that a body declares and the functions that it calls.
func (s *spanSearch) add(from *localDeclarations) {
	if from.vague {
		s.found.addUnresolved(from)
	}
	for _, prefix := range from.prefixes {
		s.addPrefix(prefix)
	}
	for _, name := range from.classes {
		s.found.classes[name] = true
		class := s.Class(name)
		if class != nil {
			s.pending = append(s.pending, class.Node)
		}
		if class == nil || class.IsDamaged {
			s.found.incomplete = true
		}
	}
	for _, name := range from.functions {
		if function := s.Find(module.Function, name); function != nil {
			s.pending = append(s.pending, function.Node)
			s.found.incomplete = s.found.incomplete || function.IsDamaged
		}
	}
}

// addPrefix adds every class of the prefix's module whose name begins with the prefix.
func (s *spanSearch) addPrefix(prefix string) {
	first, _, _ := strings.Cut(prefix, "::")
	owner := s.Tree.Module(first)
	if owner == nil {
		s.found.incomplete = true
		return
	}
	for _, definition := range s.declarable(owner) {
		if definition.Kind == module.Class && strings.HasPrefix(definition.Name, prefix) {
			s.found.classes[definition.Name] = true
			s.pending = append(s.pending, definition.Node)
		}
	}
}

// reachSearch finds everything that code declares, directly or indirectly.
type reachSearch struct {
	spanSearch
	reach *declarationClosure
}

func (s *reachSearch) addAll(from *localDeclarations) {
	s.reach.bodies = append(s.reach.bodies, from)
	s.add(from)
	for _, use := range from.uses {
		s.use(use)
	}
}

func (s *reachSearch) use(use resourceUse) {
	s.reach.types[use.typeName] = true
	define := s.DefinedType(use.typeName)
	if define == nil {
		s.found.incomplete = s.found.incomplete || strings.Contains(use.typeName, "::")
		return
	}
	s.pending = append(s.pending, define.Node)
	if s.localDeclarationsOf(define.Node).titleIsType {
		s.found.anyUnresolved = s.found.anyUnresolved || use.open
		for _, title := range use.titles {
			s.use(resourceUse{typeName: module.Normalize(title), open: true})
		}
	}
}
