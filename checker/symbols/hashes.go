package symbols

import (
	"slices"

	"puppet-lint/syntax"
)

// maxHashes bounds the number of values that keysOf follows to find the keys of a hash.
const maxHashes = 50

// hashKeys collects the keys that hashes may have.
type hashKeys struct {
	*collector
	keys []string
	left int
	// resources is set while the hashes map titles to resources. The values then have the keys.
	resources bool
}

// keysOf returns the keys that a hash may have, or those of the resources in it. known is false
// if there may be others.
func (c *collector) keysOf(node syntax.Node, resources bool) (keys []string, known bool) {
	found := hashKeys{collector: c, left: maxHashes, resources: resources}
	known = found.add(node)
	return found.keys, known
}

// add adds the keys of the value of an expression and reports whether these are all.
func (h *hashKeys) add(node syntax.Node) bool {
	if h.left--; h.left < 0 {
		return false
	}
	switch node := syntax.Unparenthesized(node).(type) {
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

// addCall adds the keys of the results of functions that merge or filter hashes.
func (h *hashKeys) addCall(node syntax.Node) bool {
	name, arguments := syntax.CalledFunction(node)
	switch name {
	case "merge", "stdlib::merge":
	case "delete_undef_values", "stdlib::delete_undef_values", "delete", "stdlib::delete", "filter":
		arguments = arguments[:min(1, len(arguments))]
	default:
		return false
	}
	return len(arguments) > 0 && !slices.ContainsFunc(arguments, func(argument syntax.Node) bool { return !h.add(argument) })
}

// onlyHash returns the literal hash assigned to a variable that nothing else reads, or nil. The
// keys of such a hash can be renamed. Variables of classes do not count: other files may read
// them.
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
	if hash, isHash := syntax.Unparenthesized(variable.Values[0]).(*syntax.LiteralHash); isHash {
		return hash
	}
	return nil
}
