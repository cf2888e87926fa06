package types

import (
	"strings"

	"puppet-lint/internal/ascii"
	"puppet-lint/internal/lazyregexp"
)

func (p parameterizer) class(args []Value) (Type, error) {
	if len(args) != 1 {
		return nil, wrongCountError("Class", "1", len(args))
	}
	name, ok := args[0].(String)
	if !ok {
		return nil, fail(noMethodError, "undefined method `sub' for %s", p.ValueString(args[0]))
	}
	return p.store.ClassOf(string(name)), nil
}

var classReference = lazyregexp.New(`\A((::){0,1}[A-Z]\w*)+\z`)

func (p parameterizer) resource(args []Value) (Type, error) {
	if len(args) != 1 && len(args) != 2 {
		return nil, wrongCountError("Resource", "1 or 2", len(args))
	}
	name := ""
	switch v := args[0].(type) {
	case String:
		name = string(v)
	case TypeValue:
		switch t := v.Type.(type) {
		case *ResourceType:
			return p.titled(t.Name, args[1:])
		case *TypeReferenceType:
			name, _, _ = strings.Cut(t.Text, "[")
		default:
			return nil, fail(argumentError, "The type name cannot be a %s", rubyClass(v))
		}
	case Undef:
		if len(args) == 1 {
			return p.store.Resource, nil
		}
		return nil, fail(argumentError, "The type name cannot be nil, if title is given")
	default:
		return nil, fail(argumentError, "The type name cannot be a %s", rubyClass(v))
	}
	name = CapitalizeSegments(name)
	if !classReference.MatchString(name) {
		return nil, fail(argumentError, "Illegal type name '%s'", name)
	}
	return p.titled(name, args[1:])
}

func (p parameterizer) titled(name string, title []Value) (Type, error) {
	if len(title) == 0 {
		return p.store.ResourceOf(name), nil
	}
	switch t := title[0].(type) {
	case String:
		return p.store.ResourceTitled(name, string(t)), nil
	case Undef:
		return p.store.ResourceOf(name), nil
	}
	return p.store.resourceValueTitled(name, title[0]), nil
}

// ParameterizeResource returns name['title'] for a resource type, by the rules of the type
// parser.
func (x *Algebra) ParameterizeResource(name string, args []Value) (Type, error) {
	if len(args) != 1 {
		return nil, wrongCountError(name, "1", len(args))
	}
	return parameterizer{x}.titled(name, args)
}

// resourceValueTitled returns a resource type with a title that is not a string. Puppet's type
// parser accepts one.
func (s *Store) resourceValueTitled(name string, title Value) *ResourceType {
	k := appendValueKey(keyString(key(KindResource, 2), ascii.Lower(name)), title)
	return s.intern(k, func() Type { return &ResourceType{Name: name, HasTitle: true, title: title} }).(*ResourceType)
}
