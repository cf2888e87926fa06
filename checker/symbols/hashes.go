package symbols

import (
	"slices"

	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// maxHashes bounds how many values are followed to find the keys of a hash.
const maxHashes = 50

// hashKeys collects the keys that hashes may have.
type hashKeys struct {
	*collector
	keys []string
	left int
	// resources is set while the hashes are those of resources by their titles, whose
	// values have the keys.
	resources bool
}

// keysOf are the keys that a hash has at most, or those of the resources in it; known
// says that there are no others.
func (c *collector) keysOf(node syntax.Node, resources bool) (keys []string, known bool) {
	found := hashKeys{collector: c, left: maxHashes, resources: resources}
	known = found.add(node)
	return found.keys, known
}

// add adds the keys of what an expression yields, and reports whether these are all.
func (h *hashKeys) add(node syntax.Node) bool {
	if h.left--; h.left < 0 {
		return false
	}
	switch node := flow.Unparenthesized(node).(type) {
	case nil, *syntax.LiteralUndef:
		return true
	case *syntax.LiteralHash:
		return h.addEntries(node)
	case *syntax.ArithmeticExpression: // $defaults + { … }
		return h.add(node.Left) && h.add(node.Right)
	case *syntax.SelectorExpression:
		return !slices.ContainsFunc(node.Selectors, func(one *syntax.SelectorEntry) bool { return !h.add(one.Value) })
	case *syntax.VariableExpression:
		variable := h.flow.VariableOf(node)
		if variable == nil || variable.Parameter != nil || variable.Partial || len(variable.Values) == 0 {
			return false
		}
		return !slices.ContainsFunc(variable.Values, func(value syntax.Node) bool { return !h.add(value) })
	default:
		return h.addCall(node)
	}
}

func (h *hashKeys) addEntries(hash *syntax.LiteralHash) bool {
	for _, entry := range hash.Entries {
		if h.resources {
			inner := hashKeys{collector: h.collector, left: h.left}
			known := inner.add(entry.Value)
			if h.keys, h.left = append(h.keys, inner.keys...), inner.left; !known {
				return false
			}
			continue
		}
		name, _, ok := h.text(entry.Key)
		if !ok {
			return false
		}
		h.keys = append(h.keys, name)
	}
	return true
}

// addCall adds the keys of what functions yield that join hashes, or leave some out.
func (h *hashKeys) addCall(node syntax.Node) bool {
	name, arguments := flow.Call(node)
	switch name {
	case "merge", "stdlib::merge":
	case "delete_undef_values", "stdlib::delete_undef_values", "delete", "stdlib::delete", "filter":
		arguments = arguments[:min(1, len(arguments))]
	default:
		return false
	}
	return len(arguments) > 0 && !slices.ContainsFunc(arguments, func(argument syntax.Node) bool { return !h.add(argument) })
}

// onlyHash is the hash that a variable stands for, where nothing else reads it: its keys
// can be renamed. Those of classes are read from elsewhere.
func (c *collector) onlyHash(node syntax.Node) syntax.Node {
	read, ok := node.(*syntax.VariableExpression)
	if !ok {
		return nil
	}
	variable := c.flow.VariableOf(read)
	if variable == nil || variable.Parameter != nil || variable.Partial || len(variable.Values) != 1 || len(variable.Reads) != 1 || len(variable.Scope.Openers) > 0 {
		return nil
	}
	switch variable.Scope.Node.(type) {
	case *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition, *syntax.LambdaExpression:
	default:
		return nil
	}
	if hash, isHash := flow.Unparenthesized(variable.Values[0]).(*syntax.LiteralHash); isHash {
		return hash
	}
	return nil
}
