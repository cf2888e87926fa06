package checker

import (
	"slices"
	"strings"

	"puppet-lint/module"
	"puppet-lint/syntax"
)

// reach is what evaluating a class, defined type or node may lead to: what it
// declares, and what that declares in turn, wherever it stands.
type reach struct {
	// classes and types are the names of the classes (with that of the class
	// itself) and of the types of resources.
	classes, types map[string]bool
	// eager are the classes among them that are evaluated before the code goes
	// on: not those that a defined type declares, which waits for the end of
	// what declares it.
	eager map[string]bool
	// bodies are those that are evaluated on the way.
	bodies []*direct
	// vague says that there may be other classes and types.
	vague bool
}

// mayDeclare reports whether the resource is among those declared, or may be:
// not all titles are known.
func (r *reach) mayDeclare(typeName, title string) bool {
	return slices.ContainsFunc(r.bodies, func(body *direct) bool {
		return slices.ContainsFunc(body.uses, func(use resourceUse) bool {
			return use.typeName == typeName && (use.open || slices.Contains(use.titles, title)) ||
				slices.Contains(use.titles, typeName) // of a defined type that takes it for a type
		})
	})
}

// direct is what a body declares itself, and what it asks of others.
type direct struct {
	// prefixes begin the names of further classes: include "example::${x}".
	classes, prefixes []string
	uses              []resourceUse
	// functions are those that it calls.
	functions []string
	// titleIsType says that the body of a defined type takes its title for the
	// name of a type: create_resources($name, …).
	titleIsType bool
	vague       bool
	// guarded says that the body asks whether something is defined, private
	// that it is only declared by its own module.
	guarded, private bool
	// wanted are the classes whose variables it reads, or that it refers to;
	// references are the resources that it refers to, by resourceKey.
	wanted, references map[string]bool
}

// resourceUse is a resource expression, or a function that stands for one.
type resourceUse struct {
	typeName string
	titles   []string
	// open says that there may be other titles.
	open bool
}

func resourceKey(typeName, title string) string { return typeName + "\x00" + title }

// directOf reads off the syntax what a body declares.
func (f *facts) directOf(root syntax.Node) *direct {
	return f.directs.get(root, func() *direct {
		found := &direct{wanted: map[string]bool{}, references: map[string]bool{}}
		if class, ok := root.(*syntax.HostClassDefinition); ok && class.ParentClass != "" {
			found.classes = append(found.classes, module.Normalize(class.ParentClass))
		}
		syntax.Inspect(root, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.CallNamedFunctionExpression:
				if name, ok := node.Functor.(*syntax.QualifiedName); ok {
					found.call(module.Normalize(name.Value), node.Arguments)
				}
			case *syntax.CallMethodExpression:
				if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
					found.call(module.Normalize(literalText(access.Right)), append([]syntax.Node{access.Left}, node.Arguments...))
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
		return found
	})
}

// call notes what calling a function declares.
func (d *direct) call(name string, arguments []syntax.Node) {
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
	case "defined", "defined_with_params", "getvar":
		d.guarded = true
	case "assert_private", "stdlib::assert_private", "private":
		d.private = true
	default:
		d.functions = append(d.functions, name)
	}
}

// create notes what a function declares whose first argument names a type.
func (d *direct) create(arguments []syntax.Node) {
	if len(arguments) == 0 {
		return
	}
	if variable, ok := arguments[0].(*syntax.VariableExpression); ok && (variable.Name == "name" || variable.Name == "title") {
		d.titleIsType = true
		return
	}
	name := module.Normalize(strings.TrimLeft(literalText(arguments[0]), "@"))
	if name == "" || name == "class" {
		d.vague = true
		return
	}
	d.uses = append(d.uses, resourceUse{typeName: name, open: true})
}

// includes adds the classes that an argument of include names.
func (d *direct) includes(node syntax.Node) {
	switch node := unparenthesized(node).(type) {
	case *syntax.QualifiedName:
		d.classes = append(d.classes, module.Normalize(node.Value))
	case *syntax.LiteralString:
		d.classes = append(d.classes, module.Normalize(node.Value))
	case *syntax.LiteralList:
		for _, value := range node.Values {
			d.includes(value)
		}
	case *syntax.AccessExpression:
		if isClassAccess(node) {
			for _, key := range node.Keys {
				d.includes(key)
			}
			return
		}
		d.vague = true
	case *syntax.ConcatenatedString:
		if len(node.Segments) > 0 {
			if text, ok := node.Segments[0].(*syntax.LiteralString); ok && strings.Contains(text.Value, "::") {
				d.prefixes = append(d.prefixes, module.Normalize(text.Value))
				return
			}
		}
		d.vague = true
	default:
		d.vague = true
	}
}

func (d *direct) resource(node *syntax.ResourceExpression) {
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
	if list, ok := unparenthesized(node).(*syntax.LiteralList); ok {
		for _, value := range list.Values {
			u.addTitle(value)
		}
	} else if text := literalText(node); text != "" {
		u.titles = append(u.titles, text)
	} else {
		u.open = u.open || !isDefault(node)
	}
}

// reference notes the resources that Type['title'] refers to.
func (d *direct) reference(node *syntax.AccessExpression) {
	reference, ok := node.Left.(*syntax.QualifiedReference)
	if !ok {
		return
	}
	for _, key := range node.Keys {
		text := literalText(key)
		switch {
		case text == "":
		case isClassAccess(node):
			d.wanted[module.Normalize(text)] = true
		default:
			d.references[resourceKey(module.Normalize(reference.Value), text)] = true
		}
	}
}

// reachOf is what evaluating the code at root leads to.
func (p *program) reachOf(root syntax.Node) *reach {
	return p.reaches.get(root, func() *reach {
		search := &reachSearch{program: p, seen: map[syntax.Node]bool{}, found: &reach{
			classes: map[string]bool{}, types: map[string]bool{}, eager: map[string]bool{},
		}}
		search.found.vague = p.directOf(root).titleIsType // its title may be anything
		if class, ok := root.(*syntax.HostClassDefinition); ok {
			search.found.classes[module.Normalize(class.Name)] = true
		}
		search.pending = []syntax.Node{root}
		search.addEager(root)
		for len(search.pending) > 0 {
			node := search.pending[len(search.pending)-1]
			search.pending = search.pending[:len(search.pending)-1]
			if !search.seen[node] {
				if len(search.seen) == maxReach {
					search.found.vague = true
					break
				}
				search.seen[node] = true
				search.add(p.directOf(node))
			}
		}
		return search.found
	})
}

type reachSearch struct {
	*program
	seen    map[syntax.Node]bool
	pending []syntax.Node
	found   *reach
}

// addEager adds the classes that evaluating the code at root declares at once.
func (s *reachSearch) addEager(root syntax.Node) {
	seen := map[syntax.Node]bool{}
	pending := []syntax.Node{root}
	for len(pending) > 0 && len(seen) < maxReach {
		node := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if seen[node] {
			continue
		}
		seen[node] = true
		direct := s.directOf(node)
		for _, name := range direct.classes {
			s.found.eager[name] = true
			if class := s.class(name); class != nil {
				pending = append(pending, class.node)
			}
		}
		for _, prefix := range direct.prefixes {
			first, _, _ := strings.Cut(prefix, "::")
			if owner := s.tree.Module(first); owner != nil {
				for _, definition := range s.declarable(owner) {
					if definition.Kind == module.Class && strings.HasPrefix(definition.Name, prefix) {
						s.found.eager[definition.Name] = true
						pending = append(pending, definition.Node)
					}
				}
			}
		}
		for _, name := range direct.functions {
			if function := s.find(module.Function, name); function != nil {
				pending = append(pending, function.node)
			}
		}
	}
}

func (s *reachSearch) add(from *direct) {
	s.found.bodies = append(s.found.bodies, from)
	s.found.vague = s.found.vague || from.vague
	for _, prefix := range from.prefixes {
		s.addPrefix(prefix)
	}
	for _, name := range from.classes {
		s.found.classes[name] = true
		if class := s.class(name); class != nil {
			s.pending = append(s.pending, class.node)
		} else {
			s.found.vague = true
		}
	}
	for _, use := range from.uses {
		s.use(use)
	}
	for _, name := range from.functions {
		if function := s.find(module.Function, name); function != nil {
			s.pending = append(s.pending, function.node)
		}
	}
}

// addPrefix adds every class of the prefix's module that it may stand for.
func (s *reachSearch) addPrefix(prefix string) {
	first, _, _ := strings.Cut(prefix, "::")
	owner := s.tree.Module(first)
	if owner == nil {
		s.found.vague = true
		return
	}
	for _, definition := range s.declarable(owner) {
		if definition.Kind == module.Class && strings.HasPrefix(definition.Name, prefix) {
			s.found.classes[definition.Name] = true
			s.pending = append(s.pending, definition.Node)
		}
	}
}

func (s *reachSearch) use(use resourceUse) {
	s.found.types[use.typeName] = true
	define := s.definedType(use.typeName)
	if define == nil {
		s.found.vague = s.found.vague || strings.Contains(use.typeName, "::")
		return
	}
	s.pending = append(s.pending, define.node)
	if s.directOf(define.node).titleIsType {
		s.found.vague = s.found.vague || use.open
		for _, title := range use.titles {
			s.use(resourceUse{typeName: module.Normalize(title), open: true})
		}
	}
}
