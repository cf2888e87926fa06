package taint

import (
	"sync"

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
	if s.Modules == nil {
		return nil
	}
	if s.callers > 3 {
		s.isCut = true
		return nil
	}
	owner, _ := s.Modules.ModuleOf(w.home.File.Source.Name)
	if owner == nil {
		return nil
	}
	s.callers++
	defer func() { s.callers-- }()
	for _, one := range s.declarationsIn(owner)[w.name] {
		e := &env{analysis: s.of(one.file), depth: w.home.depth + 1}
		if one.body == nil {
			found = s.traceCreated(w, e, one.call, unwrapped)
		} else if one.ofClass == (w.kind == module.Class) {
			found = s.traceGiven(w, e, one.body.Title, s.Attribute(one.file, one.body, w.parameter), unwrapped)
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// declaration is a place that declares a class or a resource of a defined type: a resource body,
// or the call of a function such as create_resources if body is nil.
type declaration struct {
	file    *syntax.File
	body    *syntax.ResourceBody
	call    *flow.NamedCall
	ofClass bool
}

// declarationsIn returns the declarations in the manifests of a module, by the name of the
// class or defined type. Each list is in source order, except that the calls in a file follow
// its resources.
func (f *Finder) declarationsIn(owner *module.Module) map[string][]declaration {
	known, isKnown := f.declared.Load(owner)
	if !isKnown {
		known, _ = f.declared.LoadOrStore(owner, sync.OnceValue(func() map[string][]declaration {
			found := map[string][]declaration{}
			for _, manifest := range f.Modules.Manifests.Of(owner) {
				f.addDeclarations(found, f.of(manifest.File))
			}
			return found
		}))
	}
	return known.(func() map[string][]declaration)()
}

func (f *Finder) addDeclarations(found map[string][]declaration, of *analysis) {
	for _, resource := range of.Resources {
		typeName, isName := textOf(resource.TypeName)
		if !isName {
			continue
		}
		for _, body := range resource.Bodies {
			name, ofClass := typeName, typeName == "class"
			if ofClass {
				name, _ = textOf(body.Title)
			}
			name = module.Normalize(name)
			found[name] = append(found[name], declaration{file: of.File, body: body, ofClass: ofClass})
		}
	}
	for i := range of.Calls {
		call := &of.Calls[i]
		if CreatesResources(call.Name) && len(call.Arguments) > 1 {
			name, _ := textOf(call.Arguments[0])
			name = module.Normalize(name)
			found[name] = append(found[name], declaration{file: of.File, call: call})
		}
	}
}

// CreatesResources reports whether a function of that name declares resources of the type that
// its first argument names.
func CreatesResources(function string) bool {
	switch function {
	case "create_resources", "ensure_resource", "ensure_resources", "stdlib::ensure_resource":
		return true
	}
	return false
}

// traceGiven follows a value that a declaration gives: its title, or the value of the
// parameter. given is nil if the declaration does not set the parameter.
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
func (s *search) traceCreated(w wanted, e *env, call *flow.NamedCall, unwrapped bool) Path {
	if w.kind != module.DefinedType {
		return nil
	}
	arguments := call.Arguments
	third := func() syntax.Node { // attributes or their defaults
		if len(arguments) > 2 {
			if hash, isHash := s.literalHash(e.File, arguments[2]); isHash {
				return entryOf(hash, w.parameter)
			}
			return arguments[2]
		}
		return nil
	}
	if call.Name != "create_resources" {
		if hash, isHash := s.literalHash(e.File, arguments[1]); !isHash || len(hash.Entries) == 0 || call.Name == "ensure_resource" {
			return s.traceGiven(w, e, arguments[1], third(), unwrapped)
		}
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
