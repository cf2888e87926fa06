package graph

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/checker/infer"
	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// names are the possible values of a computed name.
type names struct {
	texts []string
	// isOpen is true if there may be other values. They begin with prefix and end with suffix.
	isOpen         bool
	prefix, suffix string
	// key is the key of data that the texts come from, if any.
	key string
	// hasAlternatives is true if the value may be one without some of the texts.
	hasAlternatives bool
}

// reason returns why the name is only possible, or "" if it is certain.
func (n *names) reason() string {
	switch {
	case n.isOpen && n.prefix != "" && n.suffix != "":
		return fmt.Sprintf("the name is computed and begins with '%s' and ends with '%s'", n.prefix, n.suffix)
	case n.isOpen && n.prefix != "":
		return fmt.Sprintf("the name is computed and begins with '%s'", n.prefix)
	case n.isOpen && n.suffix != "":
		return fmt.Sprintf("the name is computed and ends with '%s'", n.suffix)
	case n.isOpen:
		return "the name is computed and could be any name"
	case len(n.texts) > 1 && n.key == "":
		return fmt.Sprintf("the name is computed and has %d possible values", len(n.texts))
	}
	return ""
}

// maxTexts limits the number of values of one computed name. maxSteps limits the number of
// variables that are followed from one to the next.
const (
	maxTexts = 512
	maxSteps = 6
)

// namer computes the possible values of the computed names of one part.
type namer struct {
	*part
	data *Data
	// types are the types from the checker's evaluation, or nil if nothing is computed.
	types *infer.Types
}

// namesOf returns the possible values of a computed name. They come from the checker's
// evaluation or, if that finds none, from following the value to its origin. If other values
// are possible, it also determines their prefix and suffix.
func (n *namer) namesOf(c *computed) names {
	if n.types != nil && !c.ofLookup {
		if texts, ok := n.types.TextsOf(n.types.TypeOf(c.node), c.ofKeys); ok && len(texts) <= maxTexts {
			slices.Sort(texts)
			return names{texts: slices.Compact(texts)}
		}
	}
	found := n.follow(c.node, c.ofKeys, maxSteps)
	slices.Sort(found.texts)
	if found.texts = slices.Compact(found.texts); len(found.texts) > maxTexts {
		return names{isOpen: true}
	}
	return found
}

// add adds the possible values of another expression.
func (n *names) add(other names) {
	n.hasAlternatives = n.hasAlternatives || other.hasAlternatives
	n.texts = append(n.texts, other.texts...)
	switch {
	case !other.isOpen:
	case !n.isOpen:
		n.isOpen, n.prefix, n.suffix = true, other.prefix, other.suffix
	default:
		n.prefix, n.suffix = commonPrefix(n.prefix, other.prefix), commonSuffix(n.suffix, other.suffix)
	}
	if other.key != "" {
		n.key = other.key
	}
}

func commonPrefix(a, b string) string {
	length := 0
	for length < len(a) && length < len(b) && a[length] == b[length] {
		length++
	}
	return a[:length]
}

func commonSuffix(a, b string) string {
	length := 0
	for length < len(a) && length < len(b) && a[len(a)-1-length] == b[len(b)-1-length] {
		length++
	}
	return a[len(a)-length:]
}

// follow returns the possible texts of an expression by following its value to its origin.
func (n *namer) follow(node syntax.Node, ofKeys bool, steps int) names {
	unknown := names{isOpen: true}
	if steps == 0 {
		return unknown
	}
	if text, ok := textOf(node); ok {
		return names{texts: []string{text}}
	}
	switch node := syntax.Unparenthesized(node).(type) {
	case nil, *syntax.LiteralUndef:
		return names{}
	case *syntax.LiteralList:
		return n.resolveAll(node.Values, ofKeys, steps-1)
	case *syntax.LiteralHash:
		var parts []syntax.Node
		for _, entry := range node.Entries {
			if ofKeys {
				parts = append(parts, entry.Key)
			} else {
				parts = append(parts, entry.Value)
			}
		}
		return n.resolveAll(parts, false, steps-1)
	case *syntax.VariableExpression:
		return n.resolveVariable(node, ofKeys, steps-1)
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		return n.resolveCall(node, ofKeys, steps-1)
	case *syntax.ConcatenatedString:
		unknown.prefix, unknown.suffix = n.ends(node)
	default:
		if parts, areAlternatives := partsOf(node); len(parts) > 0 {
			found := n.resolveAll(parts, ofKeys, steps-1)
			found.hasAlternatives = found.hasAlternatives || areAlternatives && len(parts) > 1
			return found
		}
	}
	return unknown
}

// partsOf returns the expressions that give the value of an expression: one of them if they are
// alternatives, else all of them together.
func partsOf(node syntax.Node) (parts []syntax.Node, areAlternatives bool) {
	switch node := node.(type) {
	case *syntax.ArithmeticExpression:
		switch node.Operator {
		case syntax.Plus:
			return []syntax.Node{node.Left, node.Right}, false
		case syntax.Minus:
			return []syntax.Node{node.Left}, false
		}
	case *syntax.SelectorExpression:
		for _, one := range node.Selectors {
			parts = append(parts, one.Value)
		}
	case *syntax.IfExpression:
		return []syntax.Node{node.Then, node.Else}, true
	case *syntax.BlockExpression:
		if len(node.Statements) > 0 {
			return node.Statements[len(node.Statements)-1:], false
		}
	}
	return parts, true
}

func (n *namer) resolveAll(parts []syntax.Node, ofKeys bool, steps int) (all names) {
	for _, part := range parts {
		all.add(n.follow(part, ofKeys, steps))
	}
	return all
}

func (n *namer) resolveVariable(read *syntax.VariableExpression, ofKeys bool, steps int) names {
	variable := n.flow.VariableOf(read)
	if variable == nil || variable.Partial {
		return names{isOpen: true}
	}
	if variable.Parameter == nil {
		found := n.resolveAll(variable.Values, ofKeys, steps)
		found.hasAlternatives = found.hasAlternatives || len(variable.Values) > 1
		return found
	}
	if call := variable.Scope.Call; call != nil { // a parameter of a lambda
		name, arguments := flow.Call(call)
		switch name {
		case "each", "map", "filter", "reverse_each", "unique", "any", "all":
			if len(arguments) > 0 {
				return n.follow(arguments[0], ofKeys, steps)
			}
		}
		return names{isOpen: true}
	}
	if class, ok := variable.Scope.Node.(*syntax.HostClassDefinition); ok {
		// The texts in the data are known, but a declaration may give other values.
		found := names{isOpen: true}
		found.texts, _ = n.data.textsAt(module.Normalize(class.Name)+"::"+variable.Name, ofKeys)
		return found
	}
	return names{isOpen: true}
}

func (n *namer) resolveCall(call syntax.Node, ofKeys bool, steps int) names {
	name, arguments := flow.Call(call)
	if len(arguments) == 0 {
		return names{isOpen: true}
	}
	switch module.Normalize(name) {
	case "lookup", "hiera", "hiera_array", "hiera_hash", "hiera_include":
		return n.resolveLookup(arguments, ofKeys, steps)
	case "unique", "flatten", "sort", "filter", "reverse_each", "stdlib::sort_by", "delete_undef_values", "tap", "with":
		return n.follow(arguments[0], ofKeys, steps)
	case "prefix", "suffix":
		return n.resolveExtended(name, arguments, steps)
	case "map":
		if lambda := syntax.LambdaOf(call); lambda != nil && !ofKeys && !leavesEarly(lambda) {
			return n.follow(lambda.Body, false, steps)
		}
	case "keys":
		return n.follow(arguments[0], true, steps)
	case "values":
		return n.follow(arguments[0], false, steps)
	case "union", "concat", "merge", "deep_merge":
		return n.resolveAll(arguments, ofKeys, steps)
	case "pick":
		found := n.resolveAll(arguments, ofKeys, steps)
		found.hasAlternatives = true
		return found
	}
	return names{isOpen: true}
}

// resolveExtended returns the texts of a list to which prefix() or suffix() adds a text.
func (n *namer) resolveExtended(name string, arguments []syntax.Node, steps int) names {
	found := n.follow(arguments[0], false, steps)
	if len(arguments) != 2 {
		return names{isOpen: true}
	}
	added, ok := textOf(arguments[1])
	isPrefix := module.Normalize(name) == "prefix"
	switch {
	case !ok && isPrefix:
		return names{isOpen: true, suffix: found.suffix}
	case !ok:
		return names{isOpen: true, prefix: found.prefix}
	}
	found.texts = slices.Clone(found.texts)
	for i, text := range found.texts {
		if isPrefix {
			found.texts[i] = added + text
		} else {
			found.texts[i] = text + added
		}
	}
	if isPrefix {
		found.prefix = added + found.prefix
	} else {
		found.suffix += added
	}
	return found
}

// leavesEarly reports whether the value of a lambda may be another than that of its last expression.
func leavesEarly(lambda *syntax.LambdaExpression) (found bool) {
	syntax.Inspect(lambda.Body, func(node syntax.Node) bool {
		switch name, _ := flow.Call(node); module.Normalize(name) {
		case "next", "return", "break":
			found = true
		}
		return !found
	})
	return found
}

// resolveLookup returns the texts that a lookup may find in the data, and its default.
func (n *namer) resolveLookup(arguments []syntax.Node, ofKeys bool, steps int) names {
	key, ok := textOf(arguments[0])
	options, isHash := syntax.Unparenthesized(arguments[len(arguments)-1]).(*syntax.LiteralHash)
	var fallback syntax.Node
	if isHash {
		for _, entry := range options.Entries {
			switch option, _ := textOf(entry.Key); option {
			case "name":
				if !ok {
					key, ok = textOf(entry.Value)
				}
			case "default_value":
				fallback = entry.Value
			case "default_values_hash":
				return names{isOpen: true}
			}
		}
	} else if len(arguments) == 4 || len(arguments) == 2 && len(n.data.Configs) > 0 {
		fallback = arguments[len(arguments)-1]
		if _, isType := fallback.(*syntax.QualifiedReference); isType {
			fallback = nil
		}
		if _, isType := fallback.(*syntax.AccessExpression); isType && len(arguments) == 2 {
			fallback = nil
		}
	}
	if !ok {
		return names{isOpen: true}
	}
	found := names{key: key}
	found.texts, ok = n.data.textsAt(key, ofKeys)
	found.isOpen = !ok || len(n.data.Configs) == 0
	if fallback != nil {
		found.add(n.follow(fallback, ofKeys, steps))
		found.hasAlternatives = true
	}
	return found
}

// ends returns the literal prefix and suffix of an interpolated string.
func (n *namer) ends(joined *syntax.ConcatenatedString) (prefix, suffix string) {
	open := false
	for _, segment := range joined.Segments {
		text := ""
		switch segment := segment.(type) {
		case *syntax.LiteralString:
			text = segment.Value
		case *syntax.TextExpression:
			variable, isVariable := segment.Expr.(*syntax.VariableExpression)
			if !isVariable || variable.Name != "module_name" || n.module == "" {
				open, suffix = true, ""
				continue
			}
			text = n.module
		default:
			open, suffix = true, ""
			continue
		}
		if suffix += text; !open {
			prefix += text
		}
	}
	if !open {
		return prefix, ""
	}
	return prefix, suffix
}

// nameOf returns the name that a text refers to, for the kind of the computed name. ok is false
// if it refers to nothing in a module.
func (c *computed) nameOf(text string) (name string, ok bool) {
	switch c.kind {
	case File:
		if c.ofURL {
			text, ok = strings.CutPrefix(text, fileURL)
			return text, ok
		}
		return strings.Replace(text, "/files/", "/", 1), strings.Contains(text, "/") && !strings.HasPrefix(text, "/")
	case Template:
		return text, !strings.HasPrefix(text, "/")
	case Key:
		key, _, _ := strings.Cut(strings.TrimPrefix(text, "::"), ".")
		return key, key != ""
	}
	return module.Normalize(text), text != ""
}
