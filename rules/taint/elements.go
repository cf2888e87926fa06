package taint

import (
	"strings"

	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// element returns the expression that an access selects, with its environment: an entry of a
// hash or list that the code writes out. value is nil if there is no such entry. isKnown is false
// if the code does not show which expression it is.
func (s *search) element(e *env, access *syntax.AccessExpression, depth int) (at *env, value syntax.Node, isKnown bool) {
	if len(access.Keys) != 1 {
		return nil, nil, false
	}
	return s.elementOf(e, access.Left, syntax.Unparenthesized(access.Keys[0]), depth)
}

// elementOf returns the element of an expression under a key, with its environment.
func (s *search) elementOf(e *env, of, key syntax.Node, depth int) (at *env, value syntax.Node, isKnown bool) {
	if s.budget--; s.budget < 0 {
		s.isCut = true
	}
	if s.budget < 0 || depth > maxElements {
		return nil, nil, false
	}
	switch of := syntax.Unparenthesized(of).(type) {
	case *syntax.LiteralHash:
		value, isKnown = valueIn(of, key)
		return e, value, isKnown
	case *syntax.LiteralList:
		if index, isNumber := key.(*syntax.LiteralInteger); isNumber && 0 <= index.Value && index.Value < int64(len(of.Values)) {
			for _, one := range of.Values[:index.Value+1] {
				if one.Kind() == syntax.KindUnfoldExpression {
					return nil, nil, false
				}
			}
			return e, of.Values[index.Value], true
		}
	case *syntax.VariableExpression:
		if at, variable := s.setBy(e, of); variable != nil && variable.Parameter == nil && !variable.Partial && len(variable.Values) == 1 {
			return s.elementOf(at, variable.Values[0], key, depth+1)
		}
	case *syntax.AccessExpression:
		if at, inner, isInner := s.element(e, of, depth+1); isInner && inner != nil {
			return s.elementOf(at, inner, key, depth+1)
		}
	case *syntax.ArithmeticExpression:
		if of.Operator == syntax.Plus {
			return s.elementOfMerged(e, []syntax.Node{of.Left, of.Right}, key, depth)
		}
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		switch name, arguments := syntax.CalledFunction(of); name {
		case "merge", "stdlib::merge":
			return s.elementOfMerged(e, arguments, key, depth)
		}
	}
	return nil, nil, false
}

// elementOfMerged returns the element under a key of the last of some hashes that has the key.
func (s *search) elementOfMerged(e *env, hashes []syntax.Node, key syntax.Node, depth int) (at *env, value syntax.Node, isKnown bool) {
	for i := len(hashes) - 1; i >= 0; i-- {
		at, value, isKnown = s.elementOf(e, hashes[i], key, depth+1)
		if !isKnown || value != nil {
			return at, value, isKnown
		}
	}
	return e, nil, len(hashes) > 0
}

// maxElements limits the depth to which merged hashes and variables are searched for an
// element. The budget of the search limits the number of expressions.
const maxElements = 12

// valueIn returns the value of a key in a hash. isKnown is false if the key, or one of the
// hash's own keys, is not a literal text.
func valueIn(hash *syntax.LiteralHash, key syntax.Node) (value syntax.Node, isKnown bool) {
	wanted, isText := textOf(key)
	if !isText {
		return nil, false
	}
	isKnown = true
	for _, entry := range hash.Entries {
		text, isText := textOf(entry.Key)
		if isText && text == wanted {
			value = entry.Value
		}
		isKnown = isKnown && isText
	}
	return value, isKnown || value != nil
}

// setBy returns the variable that is read, of this file or of the class in its name, with its
// environment.
func (s *search) setBy(e *env, read *syntax.VariableExpression) (*env, *flow.Variable) {
	name := strings.TrimPrefix(read.Name, "::")
	at := strings.LastIndex(name, "::")
	if at < 0 {
		return e.within(), e.VariableOf(read)
	}
	if s.Modules != nil {
		if definition := s.Modules.Manifests.Find(module.Class, module.Normalize(name[:at])); definition != nil {
			other := &env{analysis: s.of(definition.Manifest.File), depth: e.depth + 1}
			for _, scope := range other.Scopes {
				if scope.Node == definition.Node {
					return other, scope.Own(name[at+2:])
				}
			}
		}
	}
	return nil, nil
}

// entryOf returns the value of a literal key in a hash, or nil.
func entryOf(hash *syntax.LiteralHash, key string) syntax.Node {
	for _, entry := range hash.Entries {
		if text, isText := textOf(entry.Key); isText && text == key {
			return entry.Value
		}
	}
	return nil
}
