package checker

import (
	"strings"

	"puppet-lint/module"
	"puppet-lint/syntax"
)

// reach is what evaluating a class, defined type or node leads to.
type reach struct {
	// classes are the names of the classes that it declares, and that those
	// declare in turn, wherever they stand.
	classes map[string]bool
	// vague says that there may be others.
	vague bool
}

// direct is what a body declares itself.
type direct struct {
	classes, defines []string
	vague            bool
}

// directOf reads off the syntax what a body declares.
func (p *program) directOf(root syntax.Node) *direct {
	return p.directs.get(root, func() *direct {
		found := &direct{}
		if class, ok := root.(*syntax.HostClassDefinition); ok && class.ParentClass != "" {
			found.classes = append(found.classes, module.Normalize(class.ParentClass))
		}
		syntax.Inspect(root, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.CallNamedFunctionExpression:
				if name, ok := node.Functor.(*syntax.QualifiedName); ok {
					found.call(name.Value, node.Arguments)
				}
			case *syntax.CallMethodExpression:
				if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
					found.call(literalText(access.Right), []syntax.Node{access.Left})
				}
			case *syntax.ResourceExpression:
				found.resource(node)
			case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition,
				*syntax.PlanDefinition, *syntax.NodeDefinition:
				return node == root
			}
			return true
		})
		return found
	})
}

func (d *direct) call(name string, arguments []syntax.Node) {
	switch module.Normalize(name) {
	case "include", "contain", "require":
		for _, argument := range arguments {
			d.includes(argument)
		}
	case "create_resources", "ensure_resource", "ensure_resources", "hiera_include", "lookup", "call":
		d.vague = d.vague || module.Normalize(name) != "lookup"
	}
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
		d.defines = append(d.defines, module.Normalize(name.Value))
	}
}

// reachOf is what evaluating the code at root leads to.
func (p *program) reachOf(root syntax.Node) *reach {
	return p.reaches.get(root, func() *reach {
		result := &reach{classes: map[string]bool{}}
		seen := map[syntax.Node]bool{}
		pending := []syntax.Node{root}
		for len(pending) > 0 {
			node := pending[len(pending)-1]
			pending = pending[:len(pending)-1]
			if seen[node] {
				continue
			}
			seen[node] = true
			found := p.directOf(node)
			result.vague = result.vague || found.vague
			for _, name := range found.classes {
				result.classes[name] = true
				if class := p.class(name); class != nil {
					pending = append(pending, class.node)
				} else {
					result.vague = true
				}
			}
			for _, name := range found.defines {
				if define := p.definedType(name); define != nil {
					pending = append(pending, define.node)
				} else if strings.Contains(name, "::") {
					result.vague = true
				}
			}
		}
		return result
	})
}

// neverIncluded reports whether a class that only holds defaults cannot have
// been evaluated when the code of a body is: neither does the body declare it,
// nor does any class of its module that declares the body. Of other classes a
// user may have to declare one before the other.
func (e *evaluator) neverIncluded(class string) bool {
	d := e.body.definition
	if d == nil || d.kind != kindClass || e.body.module == nil || d.name == class || !holdsDefaults(class) ||
		!strings.HasPrefix(class, e.body.module.Name+"::") {
		return false
	}
	own := e.reachOf(d.node)
	if own.vague || own.classes[class] {
		return false
	}
	for _, manifest := range append(e.tree.ManifestsOf(e.body.module), e.tree.Initial()...) {
		if around := e.reachOf(manifest.Program); around.vague || around.classes[d.name] {
			return false
		}
		for _, definition := range manifest.Definitions {
			if definition.Kind != module.Class && definition.Kind != module.DefinedType || definition.Name == d.name {
				continue
			}
			if e.directOf(definition.Node).vague || e.reachOf(definition.Node).classes[d.name] {
				return false
			}
		}
	}
	return true
}

// holdsDefaults reports whether a class is, by its name, one that others take
// their defaults from and that nobody declares himself.
func holdsDefaults(class string) bool {
	return strings.HasSuffix(class, "::params") || strings.HasSuffix(class, "::defaults")
}
