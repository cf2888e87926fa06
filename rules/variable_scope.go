package rules

import (
	"sort"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

var variableScope = Rule{
	Rule: diag.Rule{
		Name:        "variable_scope",
		Group:       diag.Suspicious,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a variable that is neither set in the class nor qualified by a namespace",
		Advice:      "name the scope, as in $example::x or $facts['x'], or set the variable here",
		Rationale: "A variable that a class or defined type does not set itself is looked up in the node and at top scope: a misspelt " +
			"name is silently `undef`, or fails. Name the scope (`$facts['x']`, `$example::x`, `$::x`) or set the variable. A " +
			"class that inherits may get it from its parent, so nothing is reported there.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  notice($unknown)\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  $known = 1\n  notice($known, $facts['kernel'])\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#namespacing-variables"},
	},
	Visits: []Visit{definitions(checkVariableScope)},
}

// isBuiltinVariable reports whether a variable exists in every class and defined type: Puppet
// sets it, or it is a metaparameter.
func isBuiltinVariable(name string) bool {
	_, isSet := builtin.Variables()[name]
	return isSet || builtin.Metaparameter(name) != nil
}

// unknownInRuby are the variables that Puppet sets but puppet-lint (Ruby) does not know.
var unknownInRuby = setOf("clientnoop", "serverip6", "serverimplementation")

// knownVariables holds the names that a definition sets. For puppet-lint (Ruby), names set by
// one definition of a file are known in all later ones.
type knownVariables struct {
	names map[string]bool
	// seen are the token indices of the variables, except for parameters of blocks.
	seen []int
	// lambdas are the parameters of blocks by name, in source order.
	lambdas map[string][]lambdaParameter
	// open holds, for each token, the number of braces that are open before it. closers holds the
	// indices of the closing braces by the number that is open after them. blockEnd fills both.
	open    []int
	closers map[int][]int
}

// lambdaParameter is a parameter of a block.
type lambdaParameter struct {
	// first is the index of the token from which on it is known. last is that of the last token at
	// which it, or an earlier parameter of the same name, is known.
	first, last int
}

func checkVariableScope(pass *Pass, definition *definition) {
	if definition.Parent != "" && !pass.AsRuby() {
		return
	}
	known := State[knownVariables](pass)
	if known.names == nil || !pass.AsRuby() {
		known.names = map[string]bool{}
	}
	known.lambdas = map[string][]lambdaParameter{}
	for _, parameter := range definition.Parameters {
		switch pass.Token(pass.NextCode(int(parameter.Node.NameToken))).Kind {
		case syntax.Comma, syntax.RightParen, syntax.Equals:
			known.names[parameter.Name] = true
		default:
			// Something is missing here. For puppet-lint (Ruby), the parameter is missing.
			known.names[parameter.Name] = known.names[parameter.Name] || !pass.AsRuby()
		}
		if pass.AsRuby() {
			known.addDefault(pass, parameter.Node)
		}
	}
	known.collect(pass, definition)
	for _, index := range known.seen {
		variable, found := pass.variableAt(index)
		if !found || variable.Unenclosed && pass.AsRuby() || known.has(pass, variable) {
			continue
		}
		pass.Report(variable.Span(), "top-scope variable being used without an explicit namespace")
	}
}

// collect collects the names that are set, by assignments anywhere and as parameters of blocks,
// and the variables that are seen elsewhere.
func (k *knownVariables) collect(pass *Pass, definition *definition) {
	k.seen = k.seen[:0]
	skipsInner := len(definition.Inner) > 0 && !pass.AsRuby()
	tokens := pass.File.Tokens
	for i := definition.First; i <= definition.Last; i++ {
		switch tokens[i].Kind {
		case syntax.Variable:
			k.seen = append(k.seen, i)
		case syntax.Equals:
			k.collectAssigned(pass, i)
		case syntax.Pipe:
			i = k.collectParameters(pass, i)
		case syntax.KeywordClass, syntax.KeywordDefine:
			if skipsInner {
				if inner := definition.innerAt(i); inner != nil {
					i = inner.Last
				}
			}
		}
	}
}

// addDefault adds variables in a default value that puppet-lint (Ruby) reads as parameters:
// those that are followed by what ends a parameter.
func (k *knownVariables) addDefault(pass *Pass, parameter *syntax.Parameter) {
	for i := int(parameter.NameToken) + 1; i <= parameter.LastToken(); i++ {
		if variable, found := pass.variableAt(i); found && !variable.Unenclosed && variable.Subscripts == "" {
			next := i + 1
			for pass.Token(next).Start < variable.End {
				next++
			}
			switch pass.Token(pass.NextCode(next - 1)).Kind {
			case syntax.Comma, syntax.RightParen, syntax.Equals:
				k.names[variable.Name] = true
			}
		}
	}
}

// collectAssigned adds the variable, or the variables of the list, before the
// equals sign.
func (k *knownVariables) collectAssigned(pass *Pass, equals int) {
	i := pass.PreviousCode(equals)
	if pass.Token(i).Kind == syntax.Variable {
		k.add(pass, i)
		return
	}
	if pass.AsRuby() {
		if variable, found := pass.variableEndingAt(i); found {
			k.names[variable.Name] = true
			return
		}
	}
	depth := 0
	for ; i >= 0; i = pass.PreviousCode(i) {
		switch kind := pass.Token(i).Kind; {
		case kind == syntax.RightBracket:
			depth++
		case kind == syntax.LeftBracket || kind == syntax.ListStart:
			if depth--; depth == 0 {
				return
			}
		case kind == syntax.Variable && depth > 0:
			k.add(pass, i)
		case kind == syntax.Comma && depth > 0:
		default:
			return
		}
	}
}

func (k *knownVariables) add(pass *Pass, index int) {
	k.names[strings.TrimPrefix(pass.Text(index), "$")] = true
}

// collectParameters adds the parameters of the block whose first "|" is given. It returns the
// index of the second one.
func (k *knownVariables) collectParameters(pass *Pass, open int) int {
	closing := open + 1
	for pass.Token(closing).Kind != syntax.Pipe && pass.Token(closing).Kind != syntax.EndOfFile {
		closing++
	}
	last := k.blockEnd(pass, closing)
	for i := open; i < closing; i++ {
		switch pass.Token(i).Kind {
		case syntax.Variable:
			k.addParameter(strings.TrimPrefix(pass.Text(i), "$"), open, last)
		case syntax.Equals:
			if pass.AsRuby() {
				// For puppet-lint (Ruby), a parameter with a default is set in the whole class.
				k.collectAssigned(pass, i)
			}
		}
	}
	return closing
}

func (k *knownVariables) has(pass *Pass, variable variable) bool {
	name := variable.Name
	if pass.AsRuby() && strings.Contains(variable.Subscripts, "::") {
		return true // subscripts are part of the name there
	}
	if strings.Contains(name, "::") || strings.Trim(name, "0123456789") == "" || isBuiltinVariable(name) && !(pass.AsRuby() && unknownInRuby[name]) || k.names[name] {
		return true
	}
	return k.isParameter(pass, name, variable.Index)
}

func (k *knownVariables) addParameter(name string, first, last int) {
	before := k.lambdas[name]
	if len(before) > 0 {
		last = max(last, before[len(before)-1].last)
	}
	k.lambdas[name] = append(before, lambdaParameter{first, last})
}

// blockEnd returns the index of the token that ends the block behind the parameters that a "|" closes:
// the closing brace that leaves as many braces open as there are at that token. It returns the number
// of tokens if there is none.
func (k *knownVariables) blockEnd(pass *Pass, closing int) int {
	if k.open == nil {
		k.closers = map[int][]int{}
		k.open = make([]int, len(pass.File.Tokens)+1)
		for i, token := range pass.File.Tokens {
			k.open[i+1] = k.open[i]
			switch token.Kind {
			case syntax.LeftBrace, syntax.SelectBrace:
				k.open[i+1]++
			case syntax.RightBrace:
				k.open[i+1]--
				k.closers[k.open[i+1]] = append(k.closers[k.open[i+1]], i)
			}
		}
	}
	if closing >= len(pass.File.Tokens) {
		return closing
	}
	closers := k.closers[k.open[closing]]
	if at := sort.SearchInts(closers, closing); at < len(closers) {
		return closers[at]
	}
	return len(pass.File.Tokens)
}

// isParameter reports whether a parameter of a block is known at a token. For puppet-lint (Ruby),
// it is known on whole lines, from that of the second "|" to the last.
func (k *knownVariables) isParameter(pass *Pass, name string, index int) bool {
	place := func(token int) int { return token }
	if pass.AsRuby() {
		place = func(token int) int { return pass.Source.Line(pass.Token(token).Start) }
	}
	parameters, at := k.lambdas[name], place(index)
	begun := sort.Search(len(parameters), func(i int) bool { return place(parameters[i].first) > at })
	return begun > 0 && at <= place(parameters[begun-1].last)
}
