package lattice

import (
	"strings"

	"puppet-lint/internal/ascii"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/types"
)

// ClassNamePattern matches the name of a class.
var ClassNamePattern = lazyregexp.New(`^((::)?[a-z_]\w*)(::[a-z]\w*)*$`)

// buildClass returns the type Class[name], or the array of types that several names make.
func (s *specialization) buildClass() Type {
	if class, ok := s.base.(*types.ClassType); ok && class.HasName {
		s.vague = true // it may be a parameter of a declared class
		return nil
	}
	if len(s.keys) != 1 {
		s.vague = true
		return nil
	}
	key := s.keys[0]
	switch TypeClassOf(key) {
	case AnyClass, MixedClass, OtherClass, UndefClass:
		s.vague = true
	case StringClass:
		name, known := StringOf(key)
		if !known {
			s.vague = true
			break
		}
		name = strings.ToLower(name)
		if !ClassNamePattern.MatchString(name) {
			s.fail("ILLEGAL_NAME", 0, Quote(name)+" cannot name a class")
			break
		}
		return s.Store.ClassOf(name)
	case TypeValueClass:
		if ResourceTypeName(TypeIn(key)) == "" {
			s.fail("ILLEGAL_HOSTCLASS_NAME", 0, s.Describe(key)+" cannot name a class")
			break
		}
		s.vague = true
	default:
		s.fail("ILLEGAL_HOSTCLASS_NAME", 0, s.Describe(key)+" cannot name a class")
	}
	return nil
}

// buildResource returns the type File['title'] or Resource['file', 'title'].
func (s *specialization) buildResource() Type {
	base, ok := s.base.(*types.ResourceType)
	if !ok || base.HasTitle {
		s.vague = true // it may be a parameter of a declared resource
		return nil
	}
	name, keys := base.Name, s.keys
	if name == "" {
		if len(keys) == 0 {
			s.vague = true
			return nil
		}
		switch TypeClassOf(keys[0]) {
		case StringClass:
			text, known := StringOf(keys[0])
			if !known {
				s.vague = true
				return nil
			}
			name = text
		case TypeValueClass:
			if name = ResourceTypeName(TypeIn(keys[0])); name == "" {
				s.fail("ILLEGAL_RESOURCE_SPECIALIZATION", 0, s.Describe(keys[0])+" is not a resource type")
				return nil
			}
		case AnyClass, MixedClass, OtherClass:
			s.vague = true
			return nil
		default:
			s.fail("ILLEGAL_RESOURCE_SPECIALIZATION", 0, s.Describe(keys[0])+" is not a resource type")
			return nil
		}
		if keys = keys[1:]; len(keys) == 0 {
			return s.Store.ResourceOf(name)
		}
	}
	if len(keys) != 1 {
		s.vague = true
		return nil
	}
	switch TypeClassOf(keys[0]) {
	case StringClass:
		if title, known := StringOf(keys[0]); known {
			return s.Store.ResourceTitled(name, title)
		}
		return s.Store.ResourceOf(name)
	case AnyClass, MixedClass, OtherClass, UndefClass:
		s.vague = true
	default:
		s.fail("BAD_TYPE_SPECIALIZATION", 0, "a title must be a String, not "+s.Describe(keys[0]))
	}
	return nil
}

// IsOfNothing reports whether undef is the only title of a reference. The value of such a
// reference is undef.
func (l *core) IsOfNothing(base Type, keys []Type) bool {
	if len(keys) != 1 || keys[0] != l.Undef {
		return false
	}
	switch base := base.(type) {
	case *types.ResourceType:
		return base.Name != "" && !base.HasTitle
	case *types.ClassType:
		return !base.HasName
	}
	return false
}

// TitleKeys returns the titles of a reference with several titles or an array of titles;
// otherwise nil.
func (l collections) TitleKeys(base Type, keys []Type) []Type {
	switch base := base.(type) {
	case *types.ResourceType:
		if base.HasTitle || base.Name == "" {
			return nil
		}
	case *types.ClassType:
		if base.HasName {
			return nil
		}
	default:
		return nil
	}
	if len(keys) == 1 && TypeClassOf(keys[0]) != ArrayClass {
		return nil
	}
	var titles []Type
	for _, key := range keys {
		items, exact := l.FlattenOne(key, 0)
		if !exact {
			return []Type{l.Unknown}
		}
		titles = append(titles, items...)
	}
	return titles
}

// IsClassReference reports whether a type is a reference to a class.
func IsClassReference(t Type) bool { return t.Kind() == types.KindClass }

// ClassNameOf returns the name of the class that a type refers to, or "".
func ClassNameOf(t Type) string {
	if class, ok := t.(*types.ClassType); ok && class.HasName {
		return class.Name
	}
	return ""
}

// ResourceTypeName returns the name, in lower case, of the resource type that a type refers to,
// or "".
func ResourceTypeName(t Type) string {
	switch t := t.(type) {
	case *types.ResourceType:
		return ascii.Lower(t.Name)
	case *types.ClassType:
		return "class"
	}
	return ""
}
