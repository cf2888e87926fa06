package ide

import (
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// classLists decides whether a value in Hiera data is a list of classes: whether the code that
// looks up its key does nothing with the value but declare the classes that it names. Then a name
// in the list is a use of the class.
type classLists struct {
	*View
	readers *dataReaders
	// keys and variables hold the decisions. A variable in progress counts as no list: its value
	// would be assigned to itself, through others.
	keys      map[string]bool
	variables map[symbols.Symbol]bool
	// depth is the number of variables that are being decided, each for the one before.
	depth int
	paths map[*syntax.File]*nodePaths
}

// maxVariables bounds the number of variables through which a value is followed.
const maxVariables = 100

func newClassLists(view *View) *classLists {
	return &classLists{View: view, keys: map[string]bool{}, variables: map[symbols.Symbol]bool{}, paths: map[*syntax.File]*nodePaths{}}
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

// usesIn returns the mentions of a class in the lists of classes of a file.
func (c *classLists) usesIn(table *symbols.Table, class symbols.Symbol) (uses []symbols.Reference) {
	if class.Kind != symbols.Class {
		return nil
	}
	for _, mention := range table.Mentions {
		if mention.Text != class.Name {
			continue
		}
		if use, ok := c.use(table, mention); ok {
			uses = append(uses, use)
		}
	}
	return uses
}

// isKey reports whether all readers of a key only declare the classes in its value, and whether
// there are any.
func (c *classLists) isKey(key string) bool {
	if known, decided := c.keys[key]; decided {
		return known
	}
	if c.readers == nil {
		c.readers = newDataReaders(c.View)
	}
	readers := 0
	holds := func(table *symbols.Table, span source.Span) bool {
		readers++
		return c.declaresAt(table, span)
	}
	isList := !c.readers.mayReadInRuby(key) && c.areReferences(symbols.Symbol{Kind: symbols.DataKey, Name: key}, holds) && c.isParameter(key, holds)
	if isList {
		for _, one := range c.readers.computed.matching(key) {
			isList = isList && one.all(holds)
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
	from := max(0, int(one.Span.Start)-maxInterpolation)
	before := table.File.Text[from:one.Span.Start]
	at := strings.LastIndexAny(before, "}\n")
	return at < 0 && from > 0 || strings.Contains(before[at+1:], "%{")
}

// maxInterpolation is the length of the longest interpolation, in bytes, whose end is looked for.
// What follows longer text without a brace counts as interpolated.
const maxInterpolation = 4096

// isVariable reports whether the code does nothing with a variable but declare the classes that
// its value names.
func (c *classLists) isVariable(symbol symbols.Symbol) bool {
	if known, decided := c.variables[symbol]; decided {
		return known
	}
	c.variables[symbol] = false
	if c.depth < maxVariables {
		c.depth++
		c.variables[symbol] = c.isVariableFor(symbol, c.declaresAt)
		c.depth--
	}
	return c.variables[symbol]
}

func (c *classLists) isVariableFor(symbol symbols.Symbol, holds reading) bool {
	for _, table := range c.readers.words[symbol.Name] {
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
	if c.paths[manifest.File] == nil {
		c.paths[manifest.File] = newNodePaths(manifest.File)
	}
	nodes := c.paths[manifest.File].at(span.Start)
	for at := len(nodes) - 1; at > 0; at-- {
		switch c.usageOf(table, nodes[:at+1]) {
		case declared:
			return true
		case discarded:
			return false
		}
	}
	return false
}

// usage is what happens to the names of classes in a value.
type usage uint8

const (
	// discarded means that the value is used for something else, or that its use is unknown.
	discarded usage = iota
	// passed means that the value is a part of the value of the enclosing expression.
	passed
	// declared means that the classes are declared, or that the value has no effect.
	declared
)

// usageOf returns what the code does with the value of the last of some nested nodes.
func (c *classLists) usageOf(table *symbols.Table, nodes []syntax.Node) usage {
	node, parent := nodes[len(nodes)-1], nodes[len(nodes)-2]
	switch parent := parent.(type) {
	case *syntax.ParenthesizedExpression, *syntax.LiteralList, *syntax.NamedAccessExpression:
		return passed
	case *syntax.ConcatenatedString:
		_, isKey := node.(*syntax.LiteralString) // before a computed path into its value
		return usageIf(isKey, passed)
	case *syntax.KeyedEntry, *syntax.LiteralHash:
		return usageIf(isOptionOfLookup(nodes[:len(nodes)-1]), passed)
	case *syntax.ArithmeticExpression:
		return usageIf(parent.Operator == syntax.Plus || parent.Operator == syntax.Minus, passed)
	case *syntax.AccessExpression:
		return usageIf(parent.Left == node, passed)
	case *syntax.IfExpression:
		return usageIf(parent.Test == node, declared)
	case *syntax.UnlessExpression:
		return usageIf(parent.Test == node, declared)
	case *syntax.AssignmentExpression:
		if variable, ok := parent.Left.(*syntax.VariableExpression); ok && parent.Right == node {
			return usageIf(c.isVariableAt(table, variable.Span().Start+1), declared)
		}
	case *syntax.Parameter:
		return usageIf(parent.Value == node && c.isVariableAt(table, parent.Span().Start+1), declared)
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		return c.usageInCall(table, parent)
	}
	return discarded
}

func usageIf(holds bool, then usage) usage {
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
			name, _ := syntax.CalledFunction(node)
			return module.Normalize(name) == "lookup"
		}
	}
	return false
}

// usageInCall returns what a function does with one of its arguments.
func (c *classLists) usageInCall(table *symbols.Table, call syntax.Node) usage {
	name, _ := syntax.CalledFunction(call)
	switch module.Normalize(name) {
	case "include", "contain", "require", "hiera_include", "empty", "size", "length":
		return declared
	case "debug", "info", "notice", "warning", "err":
		return declared // the log shows the new names
	case "lookup", "hiera", "hiera_array", "hiera_hash", "unique", "flatten", "sort", "delete_undef_values", "concat", "union",
		"difference", "intersection", "any2array", "values", "join", "stdlib::ensure_array":
		return passed
	case "each":
		if lambda := syntax.LambdaOf(call); lambda != nil && len(lambda.Parameters) == 1 {
			return usageIf(c.isVariableAt(table, lambda.Parameters[0].Span().Start+1), declared)
		}
	}
	return discarded
}

// isVariableAt is isVariable for the variable that is set at an offset.
func (c *classLists) isVariableAt(table *symbols.Table, offset int32) bool {
	at := sort.Search(len(table.Occurrences), func(i int) bool { return table.Occurrences[i].Span.Start >= offset-1 })
	for ; at < len(table.Occurrences) && table.Occurrences[at].Span.Start <= offset; at++ {
		if one := &table.Occurrences[at]; one.Role == symbols.Definition && one.Symbol.Kind == symbols.Variable {
			return c.isVariable(one.Symbol)
		}
	}
	return false
}
