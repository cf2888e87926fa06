package taint

import (
	"strings"

	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// wanted is a query for the callers of a private definition.
type wanted struct {
	kind module.Kind
	name string
	// parameter is the name of the parameter; "" means the title.
	parameter string
	// byDefault is the default value of the parameter, or nil.
	byDefault syntax.Node
	// home is the environment of the definition.
	home *env
}

// traceCallers follows a parameter of a private definition to the module's declarations of the
// definition.
func (s *search) traceCallers(w wanted, unwrapped bool) (found Path) {
	if s.Modules == nil || s.callers > 3 {
		return nil
	}
	owner, _ := s.Modules.ModuleOf(w.home.File.Source.Name)
	if owner == nil {
		return nil
	}
	s.callers++
	defer func() { s.callers-- }()
	for _, manifest := range s.Modules.Manifests.Of(owner) {
		if !strings.Contains(strings.ToLower(manifest.Source.Text), w.name) {
			continue
		}
		other := &env{analysis: s.of(manifest.File), depth: w.home.depth + 1}
		syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.ResourceExpression:
				for _, body := range node.Bodies {
					if found == nil && w.isDeclared(node, body) {
						found = s.traceGiven(w, other, body.Title, s.Attribute(other.File, body, w.parameter), unwrapped)
					}
				}
			case *syntax.CallNamedFunctionExpression:
				if found == nil {
					found = s.traceCreated(w, other, node, unwrapped)
				}
			}
			return found == nil
		})
		if found != nil {
			return found
		}
	}
	return nil
}

// isDeclared reports whether a resource body declares the wanted definition.
func (w wanted) isDeclared(declaration *syntax.ResourceExpression, body *syntax.ResourceBody) bool {
	declared, _ := textOf(declaration.TypeName)
	if w.kind == module.Class {
		title, _ := textOf(body.Title)
		return declared == "class" && module.Normalize(title) == w.name
	}
	return module.Normalize(declared) == w.name
}

// traceGiven follows a value that a declaration gives: its title, or the value of the
// parameter, which is nil if it is not given.
func (s *search) traceGiven(w wanted, e *env, title, given syntax.Node, unwrapped bool) Path {
	message := "given as $" + w.parameter + " here"
	if w.parameter == "" {
		given, message = title, "given as the title here"
	}
	if given == nil {
		if path := s.trace(w.home, w.byDefault, unwrapped); path != nil {
			return append(path, s.step(w.home, w.byDefault, "the default is taken here"))
		}
		return nil
	}
	if path := s.trace(e, given, unwrapped); path != nil {
		return append(path, s.step(e, given, message))
	}
	return nil
}

// traceCreated follows a value that a call of create_resources or ensure_resource gives.
func (s *search) traceCreated(w wanted, e *env, call *syntax.CallNamedFunctionExpression, unwrapped bool) Path {
	name, arguments := flow.Call(call)
	if len(arguments) < 2 || w.kind != module.DefinedType {
		return nil
	}
	if declared, _ := textOf(arguments[0]); module.Normalize(declared) != w.name {
		return nil
	}
	third := func() syntax.Node { // attributes or their defaults
		if len(arguments) > 2 {
			if hash, isHash := s.literalHash(e.File, arguments[2]); isHash {
				return entryOf(hash, w.parameter)
			}
			return arguments[2]
		}
		return nil
	}
	switch name {
	case "ensure_resource", "ensure_resources", "stdlib::ensure_resource":
		if hash, isHash := s.literalHash(e.File, arguments[1]); !isHash || len(hash.Entries) == 0 || name == "ensure_resource" {
			return s.traceGiven(w, e, arguments[1], third(), unwrapped)
		}
	case "create_resources":
	default:
		return nil
	}
	hash, isHash := s.literalHash(e.File, arguments[1])
	if !isHash {
		return s.traceGiven(w, e, arguments[1], arguments[1], unwrapped)
	}
	for _, entry := range hash.Entries {
		given := entry.Value
		if attributes, isWritten := s.literalHash(e.File, entry.Value); isWritten {
			if given = entryOf(attributes, w.parameter); given == nil {
				given = third()
			}
		}
		if path := s.traceGiven(w, e, entry.Key, given, unwrapped); path != nil {
			return path
		}
	}
	return nil
}
