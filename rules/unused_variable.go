package rules

import (
	"slices"
	"sort"
	"strings"
	"sync"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

var unusedVariable = Rule{
	Rule: diag.Rule{
		Name:     "unused_variable",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "a variable is never read",
		Rationale: "A variable that is set and never read is left over, or misspelt where it should be read. An " +
			"assignment in a block creates a variable of the block and does not change the one outside. Variables of " +
			"classes are reported only if no manifest, template, Ruby file or data file of any module in the tree " +
			"mentions them. The rule does not report classes that hold values for others (`params`, `globals`), " +
			"variables of nodes and of top scope, variables of a multiple assignment (`[$a, $b] = …`), and names " +
			"that start with `_`.",
		Bad: []diag.Example{
			{Path: "functions/total.pp", Code: "# Adds.\nfunction example::total(Array[Integer] $numbers) >> Integer {\n  $sum = 0\n  $numbers.each |$number| {\n    $total = $number\n  }\n  $sum\n}\n"},
		},
		Good: []diag.Example{
			{Path: "functions/total.pp", Code: "# Adds.\nfunction example::total(Array[Integer] $numbers) >> Integer {\n  $numbers.reduce(0) |$sum, $number| { $sum + $number }\n}\n"},
		},
		Since: "1.0.0",
		CWE:   []int{563},
	},
	Judge: func(in *readers) (found []treeFinding) {
		for _, scope := range in.file.flow().Scopes {
			if !holdsLocals(scope) {
				continue
			}
			unresolved := sync.OnceValue(func() []string { return unresolvedIn(in.file, scope) })
			for _, variable := range scope.Variables {
				if variable.Parameter != nil || variable.Partial || len(variable.Reads) > 0 || !isReadable(variable.Name) || isResult(scope, variable) ||
					isMistyped(variable, unresolved()) || in.mayRead(scope, variable.Name) {
					continue
				}
				found = append(found, treeFinding{file: in.file, span: variable.Span, message: "nothing reads $" + variable.Name, help: unusedHelp(in, scope, variable)})
			}
		}
		return found
	},
}

// isReadable reports whether a variable of that name is meant to be read, and can be: not one
// that starts with "_", and not one that Puppet refuses because it starts with a capital letter.
func isReadable(name string) bool { return name != "" && name[0] >= 'a' && name[0] <= 'z' }

// holdsLocals reports whether the readers of a scope's variables can be known. Every class can
// read the variables of nodes and of top scope. Classes such as params exist to be read.
func holdsLocals(scope *flow.Scope) bool {
	switch node := scope.Node.(type) {
	case *syntax.HostClassDefinition:
		last := node.Name[strings.LastIndexByte(node.Name, ':')+1:]
		words := strings.Split(last, "_")
		return !isAnyOf(last, "settings", "data", "vars", "variables") && !isOfValues(words[0]) && !isOfValues(words[len(words)-1])
	case *syntax.Program, *syntax.NodeDefinition:
		return false
	}
	return true
}

// isOfValues reports whether a class with a word at the beginning or end of its name, such as
// params_agent, holds values for others.
func isOfValues(word string) bool { return isAnyOf(word, "params", "globals", "defaults") }

// unresolvedIn returns the names of the variables that a scope reads and nothing sets, each once.
func unresolvedIn(unit *TreeFile, scope *flow.Scope) (names []string) {
	seen := map[string]bool{}
	reads, last := unit.flow().Unresolved, scope.Node.LastToken()
	at := sort.Search(len(reads), func(i int) bool { return reads[i].FirstToken() >= scope.Node.FirstToken() })
	for ; at < len(reads) && reads[at].FirstToken() <= last; at++ {
		if read := reads[at]; read.LastToken() <= last && !seen[read.Name] {
			seen[read.Name] = true
			if !strings.Contains(read.Name, "::") && !isBuiltinVariable(read.Name) {
				names = append(names, read.Name)
			}
		}
	}
	return names
}

// isMistyped reports whether a variable is similar to one that its scope reads and nothing sets.
// That name is the mistake, and is reported as unknown. Among too many names, one probably is.
func isMistyped(variable *flow.Variable, unresolved []string) bool {
	return len(unresolved) > mostNames || slices.ContainsFunc(unresolved, func(name string) bool { return spell.Best(name, []string{variable.Name}) != "" })
}

// isResult reports whether a function or block ends with the assignment to a variable, which is
// then its result.
func isResult(scope *flow.Scope, variable *flow.Variable) bool {
	var body syntax.Node
	switch node := scope.Node.(type) {
	case *syntax.FunctionDefinition:
		if node.Body != nil {
			body = node.Body
		}
	case *syntax.LambdaExpression:
		if name, _ := syntax.CalledFunction(scope.Call); name == "each" || name == "reverse_each" {
			return false
		}
		body = node.Body
	}
	return endsWith(body, variable.Values)
}

// endsWith reports whether an assignment of one of the values may be the last statement of
// body.
func endsWith(body syntax.Node, values []syntax.Node) bool {
	switch body := body.(type) {
	case *syntax.BlockExpression:
		return body != nil && len(body.Statements) > 0 && endsWith(body.Statements[len(body.Statements)-1], values)
	case *syntax.AssignmentExpression:
		return slices.Contains(values, body.Right)
	case *syntax.IfExpression:
		return endsWith(body.Then, values) || endsWith(body.Else, values)
	case *syntax.UnlessExpression:
		return endsWith(body.Then, values) || endsWith(body.Else, values)
	case *syntax.CaseExpression:
		return slices.ContainsFunc(body.Options, func(option *syntax.CaseOption) bool {
			return option.Then != nil && endsWith(option.Then, values)
		})
	}
	return false
}

// typoLength is the number of characters that a typo changes. Names that differ by more mean
// different things, such as $port and $proto.
const typoLength = 2

// mostNames bounds the number of variables examined to find the intended one.
const mostNames = 500

// unusedHelp suggests another name, or what orders resources.
func unusedHelp(in *readers, scope *flow.Scope, variable *flow.Variable) string {
	if scope.Outer != nil && scope.Outer.Lookup(variable.Name) != nil {
		return "a block has its own scope: this does not change the variable outside of it"
	}
	if isAnyOf(variable.Name, "require", "before", "notify", "subscribe") {
		return "a variable orders nothing: set the attribute " + variable.Name + " of the resources"
	}
	var names []string
	for around := scope; around != nil; around = around.Outer {
		found := in.readNames(around)
		if len(names)+len(found) > mostNames {
			return ""
		}
		names = append(names, found...)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return spell.DifferByDigit(name, variable.Name) })
	best := spell.Best(variable.Name, names)
	if best == "" || len(variable.Name) <= 3 || spell.Distance(variable.Name, best) > typoLength {
		return ""
	}
	if other := scope.Lookup(best); other != nil && isSetBeside(in.file.File, other, variable) {
		return "" // both have a value, so that both names are meant
	}
	return "did you mean to read this where $" + best + " is read?"
}

// isSetBeside reports whether a variable may have a value where the other one is set. It has none if
// each is set in another branch of the same condition.
func isSetBeside(file *syntax.File, variable, other *flow.Variable) bool {
	isSet := true
	syntax.Inspect(variable.Scope.Node, func(node syntax.Node) bool {
		var branches []syntax.Node
		switch node := node.(type) {
		case *syntax.IfExpression:
			branches = []syntax.Node{node.Then, node.Else}
		case *syntax.UnlessExpression:
			branches = []syntax.Node{node.Then, node.Else}
		case *syntax.CaseExpression:
			for _, option := range node.Options {
				branches = append(branches, option)
			}
		}
		covers := func(of *flow.Variable) int {
			return slices.IndexFunc(branches, func(branch syntax.Node) bool { return branch != nil && file.Extent(branch).Covers(of.Span) })
		}
		if first, second := covers(variable), covers(other); first >= 0 && second >= 0 && first != second {
			isSet = false
		}
		return isSet
	})
	return isSet
}
