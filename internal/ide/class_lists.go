package ide

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// classLists decides whether a value in Hiera data is a list of classes: whether the code that
// looks up its key does nothing with the value but declare the classes that it names. Then a name
// in the list is a use of the class.
type classLists struct {
	*View
	// keys and variables hold the decisions. One in progress counts as true.
	keys      map[string]bool
	variables map[symbols.Symbol]bool
}

func newClassLists(view *View) *classLists {
	return &classLists{view, map[string]bool{}, map[symbols.Symbol]bool{}}
}

// use returns a mention of a class in a list of classes as a reference. ok is false if the text
// may have another purpose.
func (c *classLists) use(table *symbols.Table, mention symbols.Mention) (use symbols.Reference, ok bool) {
	if mention.Key == "" || !c.isKey(mention.Key) {
		return use, false
	}
	return symbols.Reference{Table: table, Occurrence: &symbols.Occurrence{
		Symbol: symbols.Symbol{Kind: symbols.Class, Name: mention.Text}, Span: mention.Span, Role: symbols.Declaration,
	}}, true
}

// isKey reports whether all readers of a key only declare the classes in its value, and whether
// there are any.
func (c *classLists) isKey(key string) bool {
	if known, decided := c.keys[key]; decided {
		return known
	}
	c.keys[key] = true
	readers := 0
	holds := func(table *symbols.Table, span source.Span) bool {
		readers++
		return c.declaresAt(table, span)
	}
	isList := c.areReferences(symbols.Symbol{Kind: symbols.DataKey, Name: key}, holds) && c.isParameter(key, holds)
	for _, table := range c.Index.Tables() {
		isList = isList && !(unknownUses{c.View}.isNear(table) && mayReadInRuby(table, key))
		for _, one := range table.Computed {
			if isList && one.Kind == symbols.DataKey && one.Prefix+one.Suffix != "" && matches(one, key) && !isInOptions(table, one) {
				isList = holds(table, one.Span)
			}
		}
	}
	c.keys[key] = isList && readers > 0
	return c.keys[key]
}

// reading reports whether the code at a span in a table declares what it reads, and does nothing
// else with it.
type reading func(table *symbols.Table, span source.Span) bool

// isParameter reports whether a key binds no class parameter, or one whose readers all satisfy
// holds.
func (c *classLists) isParameter(key string, holds reading) bool {
	at := strings.LastIndex(key, "::")
	if at < 0 {
		return true
	}
	symbol := symbols.Symbol{Kind: symbols.Variable, In: symbols.Class, Owner: key[:at], Name: key[at+2:]}
	return !c.Index.IsParameter(symbol) || c.isVariableFor(symbol, holds)
}

// mayReadInRuby reports whether a file with Ruby code looks up keys and contains a key in quotes.
func mayReadInRuby(table *symbols.Table, key string) bool {
	text := table.File.Text
	return (filepath.Ext(table.Path) == ".rb" || filepath.Ext(table.Path) == ".erb") &&
		(strings.Contains(text, "lookup") || strings.Contains(text, "hiera")) &&
		slices.ContainsFunc([]string{"'" + key + "'", "'" + key + ".", `"` + key + `"`, `"` + key + "."}, func(quoted string) bool { return strings.Contains(text, quoted) })
}

// isInOptions reports whether a computed key is a pattern of lookup_options.
func isInOptions(table *symbols.Table, one symbols.Computed) bool {
	return strings.HasPrefix(table.File.Slice(one.Span), "^")
}

// areReferences reports whether all uses of a symbol outside of data satisfy holds, and whether no
// use in data reads it.
func (c *classLists) areReferences(symbol symbols.Symbol, holds reading) bool {
	for _, reference := range c.Index.References(symbol) {
		table, one := reference.Table, reference.Occurrence
		switch {
		case one.Role == symbols.Definition || one.Role == symbols.Gives:
		case isCode(table.Path):
			if !holds(table, one.Span) {
				return false
			}
		case filepath.Ext(table.Path) == ".rb" || filepath.Ext(table.Path) == ".erb" || isInterpolated(table, one):
			return false
		}
	}
	return true
}

func isCode(path string) bool { return filepath.Ext(path) == ".pp" || filepath.Ext(path) == ".epp" }

// isInterpolated reports whether a use in a document is in an interpolation.
func isInterpolated(table *symbols.Table, one *symbols.Occurrence) bool {
	before := table.File.Text[:one.Span.Start]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return strings.LastIndex(line, "%{") > strings.LastIndex(line, "}")
}

// isVariable reports whether the code does nothing with a variable but declare the classes that
// its value names.
func (c *classLists) isVariable(symbol symbols.Symbol) bool {
	if known, decided := c.variables[symbol]; decided {
		return known
	}
	c.variables[symbol] = true
	c.variables[symbol] = c.isVariableFor(symbol, c.declaresAt)
	return c.variables[symbol]
}

func (c *classLists) isVariableFor(symbol symbols.Symbol, holds reading) bool {
	for _, table := range c.Index.Tables() {
		if (unknownUses{c.View}).hasWord(table, symbol) {
			return false
		}
	}
	return c.areReferences(symbol, holds)
}

// declaresAt reports whether the code only declares the classes that the expression at a span
// names.
func (c *classLists) declaresAt(table *symbols.Table, span source.Span) bool {
	manifest := c.Snapshot.Manifest(table.Path)
	if manifest == nil || table.Broken {
		return false
	}
	nodes := nodesAt(manifest.File, span.Start)
	for at := len(nodes) - 1; at > 0; at-- {
		switch c.fateOf(table, nodes[:at+1]) {
		case declared:
			return true
		case discarded:
			return false
		}
	}
	return false
}

// fate is what happens to the names of classes in a value.
type fate uint8

const (
	// discarded means that the value is used for something else, or that its use is unknown.
	discarded fate = iota
	// passed means that the value is a part of the value of the enclosing expression.
	passed
	// declared means that the classes are declared, or that the value has no effect.
	declared
)

// fateOf returns what the code does with the value of the last of some nested nodes.
func (c *classLists) fateOf(table *symbols.Table, nodes []syntax.Node) fate {
	node, parent := nodes[len(nodes)-1], nodes[len(nodes)-2]
	switch parent := parent.(type) {
	case *syntax.ParenthesizedExpression, *syntax.LiteralList, *syntax.NamedAccessExpression:
		return passed
	case *syntax.ConcatenatedString:
		_, isKey := node.(*syntax.LiteralString) // before a computed path into its value
		return fateIf(isKey, passed)
	case *syntax.KeyedEntry, *syntax.LiteralHash:
		return fateIf(isOptionOfLookup(nodes[:len(nodes)-1]), passed)
	case *syntax.ArithmeticExpression:
		return fateIf(parent.Operator == syntax.Plus || parent.Operator == syntax.Minus, passed)
	case *syntax.AccessExpression:
		return fateIf(parent.Left == node, passed)
	case *syntax.IfExpression:
		return fateIf(parent.Test == node, declared)
	case *syntax.UnlessExpression:
		return fateIf(parent.Test == node, declared)
	case *syntax.AssignmentExpression:
		if variable, ok := parent.Left.(*syntax.VariableExpression); ok && parent.Right == node {
			return fateIf(c.isVariableAt(table, variable.Span().Start+1), declared)
		}
	case *syntax.Parameter:
		return fateIf(parent.Value == node && c.isVariableAt(table, parent.Span().Start+1), declared)
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		return c.fateInCall(table, parent)
	}
	return discarded
}

func fateIf(holds bool, then fate) fate {
	if holds {
		return then
	}
	return discarded
}

// isOptionOfLookup reports whether the last of some nested nodes is part of the hash of options of
// a lookup.
func isOptionOfLookup(nodes []syntax.Node) bool {
	for _, node := range slices.Backward(nodes) {
		switch node.(type) {
		case *syntax.KeyedEntry, *syntax.LiteralHash:
		default:
			name, _ := flow.Call(node)
			return module.Normalize(name) == "lookup"
		}
	}
	return false
}

// fateInCall returns what a function does with one of its arguments.
func (c *classLists) fateInCall(table *symbols.Table, call syntax.Node) fate {
	name, _ := flow.Call(call)
	switch module.Normalize(name) {
	case "include", "contain", "require", "hiera_include", "empty", "size", "length":
		return declared
	case "debug", "info", "notice", "warning", "err":
		return declared // the log shows the new names
	case "lookup", "hiera", "hiera_array", "hiera_hash", "unique", "flatten", "sort", "delete_undef_values", "concat", "union",
		"difference", "intersection", "any2array", "values", "join", "stdlib::ensure_array":
		return passed
	case "each":
		if lambda := lambdaOf(call); lambda != nil && len(lambda.Parameters) == 1 {
			return fateIf(c.isVariableAt(table, lambda.Parameters[0].Span().Start+1), declared)
		}
	}
	return discarded
}

func lambdaOf(call syntax.Node) *syntax.LambdaExpression {
	switch call := call.(type) {
	case *syntax.CallNamedFunctionExpression:
		return call.Lambda
	case *syntax.CallMethodExpression:
		return call.Lambda
	}
	return nil
}

// isVariableAt is isVariable for the variable that is set at an offset.
func (c *classLists) isVariableAt(table *symbols.Table, offset int32) bool {
	for _, one := range table.AllAt(offset) {
		if one.Role == symbols.Definition && one.Symbol.Kind == symbols.Variable {
			return c.isVariable(one.Symbol)
		}
	}
	return false
}
