package graph

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/checker/infer"
	"puppet-lint/checker/symbols"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// names are the possible values of a computed name.
type names struct {
	texts []string
	// open are other values, which code in the tree may give. outside are those that only
	// declarations of the declarers, which are classes and defined types, outside of the tree give.
	open, outside openText
	declarers     []symbols.Symbol
	// key is the key of data that the texts come from, if any.
	key string
	// ofUndef are the names if an interpolated value is undef.
	ofUndef []string
	// hasAlternatives is true if an expression chooses among the texts, so the value need not
	// contain all of them. surely are texts that it contains or takes nevertheless, such as the
	// elements of a list that a loop visits.
	hasAlternatives bool
	surely          []string
}

// openText describes unknown texts that begin with prefix and end with suffix.
type openText struct {
	exists         bool
	prefix, suffix string
}

// add adds other unknown texts.
func (t *openText) add(other openText) {
	switch {
	case !other.exists:
	case !t.exists:
		*t = other
	default:
		t.prefix, t.suffix = commonPrefix(t.prefix, other.prefix), commonSuffix(t.suffix, other.suffix)
	}
}

// within returns the texts with a prefix and a suffix added.
func (t openText) within(prefix, suffix string) openText {
	if !t.exists {
		return t
	}
	return openText{true, prefix + t.prefix, t.suffix + suffix}
}

// anyName is the names of which nothing is known.
func anyName() names { return names{open: openText{exists: true}} }

// anyNameOutside is any name that a declaration of a class or defined type outside of the tree gives.
func anyNameOutside(owner symbols.Symbol) names {
	return names{outside: openText{exists: true}, declarers: []symbols.Symbol{owner}}
}

// others returns all values besides texts.
func (n *names) others() openText {
	all := n.open
	all.add(n.outside)
	return all
}

// reason returns why the name is only possible, or "" if it is certain.
func (n *names) reason() string {
	others := n.others()
	switch {
	case others.prefix != "" && others.suffix != "":
		return fmt.Sprintf("the name is computed and begins with '%s' and ends with '%s'", others.prefix, others.suffix)
	case others.prefix != "":
		return fmt.Sprintf("the name is computed and begins with '%s'", others.prefix)
	case others.suffix != "":
		return fmt.Sprintf("the name is computed and ends with '%s'", others.suffix)
	case others.exists:
		return "the name is computed and could be any name"
	case len(n.texts) > 1 && n.key == "" && n.hasAlternatives:
		return fmt.Sprintf("the name is computed and has %d possible values", len(n.texts))
	}
	return ""
}

// maxTexts limits the number of values of one computed name. maxSteps limits the number of
// variables that are followed from one to the next.
const (
	maxTexts = 512
	maxSteps = 10
)

// maxFollowed limits the number of expressions that are followed for one computed name.
const maxFollowed = 4096

// selection selects a part of a value: the one under the keys of path. If that part is a hash,
// ofKeys selects its keys, otherwise its values are selected.
type selection struct {
	path   []string
	ofKeys bool
}

// anyPart is a segment of a path that stands for all elements of a list or values of a hash.
const anyPart = "\x00"

// at returns the selection of the same part, seen from an outer value that holds the value under
// key.
func (s selection) at(key string) selection {
	return selection{append([]string{key}, s.path...), s.ofKeys}
}

// inner returns the selection within each element of the value.
func (s selection) inner() selection {
	if len(s.path) > 0 && s.path[0] == anyPart {
		return selection{s.path[1:], s.ofKeys}
	}
	return s
}

// isWhole reports whether the selection of a single text is the text itself: no segment of the path
// names a key.
func (s selection) isWhole() bool {
	return !slices.ContainsFunc(s.path, func(key string) bool { return key != anyPart })
}

// namer computes the possible values of the computed names of one part.
type namer struct {
	*part
	*builder
	data *Data
	// types are the types from the checker's evaluation, or nil if nothing is computed.
	types *infer.Types
	// following holds the parameters whose values are being followed. left is the number of
	// expressions that may still be followed.
	following map[symbols.Symbol]bool
	left      *int
	// defaultOf is the parameter whose default is being followed, or empty.
	defaultOf string
}

// in returns a namer for the code of another part.
func (n *namer) in(other *part) *namer {
	inner := *n
	inner.part, inner.types, inner.defaultOf = other, nil, ""
	return &inner
}

// namesOf returns the possible values of a computed name. They come from the checker's
// evaluation or, if that finds none, from following the value to its origin. If other values
// are possible, it also determines their prefix and suffix. The evaluation does not tell whether
// a name takes all of its values, such as in a loop; following it does.
func (n *namer) namesOf(c *computed) names {
	texts, isEvaluated := n.evaluated(c)
	if isEvaluated && len(texts) < 2 {
		return names{texts: texts}
	}
	left := maxFollowed
	n.following, n.left = map[symbols.Symbol]bool{}, &left
	found := n.follow(c.node, selection{ofKeys: c.ofKeys}, maxSteps)
	if isEvaluated {
		evaluated := names{texts: texts, hasAlternatives: true}
		if !found.hasAlternatives {
			evaluated.surely = found.texts
		}
		return evaluated
	}
	slices.Sort(found.texts)
	if found.texts = slices.Compact(found.texts); len(found.texts) > maxTexts {
		return anyName()
	}
	return found
}

// evaluated returns the possible values of a computed name that the checker's evaluation finds, sorted.
// ok is false if it does not find all of them.
func (n *namer) evaluated(c *computed) (texts []string, ok bool) {
	if n.types == nil || c.ofLookup {
		return nil, false
	}
	texts, ok = n.types.TextsOf(n.types.TypeOf(c.node), c.ofKeys)
	if !ok || len(texts) > maxTexts {
		return nil, false
	}
	slices.Sort(texts)
	return slices.Compact(texts), true
}

// add adds the possible values of another expression.
func (n *names) add(other names) {
	n.hasAlternatives = n.hasAlternatives || other.hasAlternatives
	n.texts, n.ofUndef = append(n.texts, other.texts...), append(n.ofUndef, other.ofUndef...)
	n.open.add(other.open)
	n.outside.add(other.outside)
	n.declarers = append(n.declarers, other.declarers...)
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

// follow returns the possible texts of a part of an expression by following its value to its origin.
func (n *namer) follow(node syntax.Node, wanted selection, steps int) names {
	unknown := anyName()
	if *n.left--; steps == 0 || *n.left < 0 {
		return unknown
	}
	if text, ok := textOf(node); ok {
		if !wanted.isWhole() {
			return names{}
		}
		return names{texts: []string{text}}
	}
	switch node := syntax.Unparenthesized(node).(type) {
	case nil, *syntax.LiteralUndef:
		return names{}
	case *syntax.LiteralList:
		return n.resolveAll(node.Values, wanted.inner(), steps-1)
	case *syntax.LiteralHash:
		return n.resolveHash(node, wanted, steps-1)
	case *syntax.VariableExpression:
		return n.resolveVariable(node, wanted, steps-1)
	case *syntax.AccessExpression:
		if _, isType := node.Left.(*syntax.QualifiedReference); isType || len(node.Keys) != 1 {
			return unknown
		}
		if key, isLiteral := textOf(node.Keys[0]); isLiteral {
			return n.follow(node.Left, wanted.at(key), steps-1)
		}
		found := n.follow(node.Left, wanted.at(anyPart), steps-1)
		found.hasAlternatives, found.key = true, "" // one part of them
		return found
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		return n.resolveCall(node, wanted, steps-1)
	case *syntax.ConcatenatedString:
		return n.resolveString(node, steps-1)
	default:
		if parts, areAlternatives := partsOf(node); len(parts) > 0 {
			found := n.resolveAll(parts, wanted, steps-1)
			found.hasAlternatives = found.hasAlternatives || areAlternatives && len(parts) > 1
			return found
		}
	}
	return unknown
}

// resolveHash returns the texts in a part of a literal hash.
func (n *namer) resolveHash(hash *syntax.LiteralHash, wanted selection, steps int) names {
	var parts []syntax.Node
	for _, entry := range hash.Entries {
		switch {
		case len(wanted.path) == 0 && wanted.ofKeys:
			parts = append(parts, entry.Key)
			continue
		case len(wanted.path) > 0 && wanted.path[0] != anyPart:
			key, isLiteral := textOf(entry.Key)
			if !isLiteral {
				return anyName()
			}
			if key != wanted.path[0] {
				continue
			}
		}
		parts = append(parts, entry.Value)
	}
	if len(wanted.path) > 0 {
		return n.resolveAll(parts, selection{wanted.path[1:], wanted.ofKeys}, steps)
	}
	return n.resolveAll(parts, selection{}, steps)
}

// isModuleName reports whether an expression is the name of the module of the part.
func (p *part) isModuleName(node syntax.Node) bool {
	variable, isVariable := node.(*syntax.VariableExpression)
	return isVariable && variable.Name == "module_name" && p.module != ""
}

// needsTypes reports whether the types of a computed name may tell more than its text.
func (p *part) needsTypes(c computed) bool {
	if c.ofLookup {
		return false
	}
	joined, isString := c.node.(*syntax.ConcatenatedString)
	return !isString || slices.ContainsFunc(joined.Segments, func(segment syntax.Node) bool {
		if one, isExpression := segment.(*syntax.TextExpression); isExpression {
			return !p.isModuleName(one.Expr)
		}
		_, isText := segment.(*syntax.LiteralString)
		return !isText
	})
}

// partsOf returns the expressions that make up the value of an expression. With areAlternatives,
// the value is one of them; otherwise it contains all of them.
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

func (n *namer) resolveAll(parts []syntax.Node, wanted selection, steps int) (all names) {
	for _, part := range parts {
		all.add(n.follow(part, wanted, steps))
	}
	return all
}

func (n *namer) resolveCall(call syntax.Node, wanted selection, steps int) names {
	name, arguments := syntax.CalledFunction(call)
	if len(arguments) == 0 {
		return anyName()
	}
	switch module.Normalize(name) {
	case "lookup", "hiera", "hiera_array", "hiera_hash", "hiera_include":
		return n.resolveLookup(arguments, wanted, steps)
	case "unique", "flatten", "sort", "reverse_each", "stdlib::sort_by", "delete_undef_values", "tap", "with":
		return n.follow(arguments[0], wanted, steps)
	case "filter":
		found := n.follow(arguments[0], wanted, steps)
		found.hasAlternatives = found.hasAlternatives || found.key == "" && !found.others().exists
		return found
	case "prefix", "suffix":
		return n.resolveExtended(name, arguments, steps)
	case "map":
		if lambda := syntax.LambdaOf(call); lambda != nil && !wanted.ofKeys && !leavesEarly(lambda) {
			return n.follow(lambda.Body, wanted.inner(), steps)
		}
	case "keys":
		if !wanted.isWhole() {
			return anyName()
		}
		return n.follow(arguments[0], selection{ofKeys: true}, steps)
	case "values":
		return n.follow(arguments[0], wanted.inner().at(anyPart), steps)
	case "union", "concat", "merge", "deep_merge":
		return n.resolveAll(arguments, wanted, steps)
	case "pick":
		found := n.resolveAll(arguments, wanted, steps)
		found.hasAlternatives = true
		return found
	}
	return anyName()
}

// resolveExtended returns the texts of a list to which prefix() or suffix() adds a text.
func (n *namer) resolveExtended(name string, arguments []syntax.Node, steps int) names {
	found := n.follow(arguments[0], selection{}, steps)
	if len(arguments) != 2 {
		return anyName()
	}
	added, ok := textOf(arguments[1])
	isPrefix := module.Normalize(name) == "prefix"
	switch {
	case !ok && isPrefix:
		return names{open: openText{exists: true, suffix: found.others().suffix}}
	case !ok:
		return names{open: openText{exists: true, prefix: found.others().prefix}}
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
		found.open, found.outside = found.open.within(added, ""), found.outside.within(added, "")
	} else {
		found.open, found.outside = found.open.within("", added), found.outside.within("", added)
	}
	return found
}

// leavesEarly reports whether a lambda may return before its last expression, so that its value may
// be a different one.
func leavesEarly(lambda *syntax.LambdaExpression) (found bool) {
	syntax.Inspect(lambda.Body, func(node syntax.Node) bool {
		switch name, _ := syntax.CalledFunction(node); module.Normalize(name) {
		case "next", "return", "break":
			found = true
		}
		return !found
	})
	return found
}

// resolveLookup returns the texts that a lookup may find in the data, and its default.
func (n *namer) resolveLookup(arguments []syntax.Node, wanted selection, steps int) names {
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
				return anyName()
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
		return anyName()
	}
	found := names{key: key}
	found.texts, ok = n.data.textsAt(key, wanted)
	found.open.exists = !ok || len(n.data.Configs) == 0
	if fallback != nil {
		found.add(n.follow(fallback, wanted, steps))
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
			if !n.isModuleName(segment.Expr) {
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
