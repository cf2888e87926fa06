package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var unusedResult = Rule{
	Rule: diag.Rule{
		Name:     "unused_result",
		Group:    diag.Suspicious,
		Severity: diag.Warning,
		Summary:  "the result of a function that only computes a value is not used",
		Advice:   "assign the result, or remove the call",
		Rationale: "Values in Puppet never change: `merge($a, $b)` as a statement does not change `$a`, and `$list.map |$x| { ... }` " +
			"without using its result does nothing. Assign the result, or use `each` to declare resources.",
		Bad: []diag.Example{
			{Code: "$a = { 'x' => 1 }\nmerge($a, { 'y' => 2 })\nnotice($a)\n"},
			{Code: "$facts['disks'].filter |$name, $disk| { $disk['size'] > 0 }\nnotice('done')\n"},
		},
		Good: []diag.Example{
			{Code: "$a = merge({ 'x' => 1 }, { 'y' => 2 })\nnotice($a)\n"},
			{Code: "$facts['disks'].each |$name, $disk| {\n  notice($name)\n}\n"},
		},
		Since: "1.0.0",
		CWE:   []int{252},
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) { checkUnusedResult(pass, node, node.Lambda) }),
		Enter(func(pass *Pass, node *syntax.CallMethodExpression) { checkUnusedResult(pass, node, node.Lambda) }),
	},
}

// onlyComputes holds functions without side effects.
var onlyComputes = setOf("abs", "any2array", "any2bool", "base64", "basename", "bool2num", "bool2str", "camelcase", "capitalize", "ceiling",
	"chomp", "chop", "compact", "compare", "concat", "convert_base", "count", "deep_merge", "delete", "delete_at", "delete_regex",
	"delete_undef_values", "delete_values", "difference", "dig", "dirname", "downcase", "empty", "flatten", "floor", "get",
	"grep", "group_by", "index", "intersection", "join", "join_keys_to_values", "keys", "length", "lstrip", "max", "md5", "member", "merge",
	"min", "num2bool", "partition", "prefix", "range", "regexpescape", "regsubst", "reject", "reverse", "round", "rstrip", "sha1", "sha256",
	"shell_escape", "shell_join", "shellquote", "shuffle", "size", "sort", "split", "sprintf", "squeeze", "str2bool", "str2saltedsha512",
	"strftime", "strip", "stdlib::merge", "stdlib::shell_escape", "stdlib::start_with", "stdlib::end_with", "stdlib::to_yaml",
	"stdlib::to_json", "suffix", "swapcase", "to_json", "to_json_pretty", "to_yaml", "union", "unique", "unwrap", "upcase", "uriescape",
	"values", "values_at", "versioncmp", "zip")

// iterates holds functions without side effects of their own. Their blocks may have some.
var iterates = setOf("filter", "map", "reduce", "any", "all", "slice", "step", "each", "reverse_each", "group_by", "partition", "with", "then", "lest", "index", "sort", "max", "min", "tree_each", "compare")

func checkUnusedResult(pass *Pass, node syntax.Node, lambda *syntax.LambdaExpression) {
	name, _ := syntax.CalledFunction(node)
	if name == "" || !isDiscarded(pass) {
		return
	}
	switch {
	case lambda == nil && onlyComputes[name]:
	case lambda != nil && iterates[name] && name != "each" && name != "reverse_each" && name != "with" && name != "then" && name != "lest":
		if lambda.Body == nil || !onlyHoldsComputation(lambda.Body) {
			return
		}
	default:
		return
	}
	pass.Report(pass.Token(callName(pass, node)).Span, name+"() only computes a value, and the value is not used")
}

// callName returns the token index of a called function's name.
func callName(pass *Pass, node syntax.Node) int {
	switch node := node.(type) {
	case *syntax.CallNamedFunctionExpression:
		return node.Functor.FirstToken()
	case *syntax.CallMethodExpression:
		return node.Functor.LastToken()
	}
	return node.FirstToken()
}

// onlyHoldsComputation reports whether a block has no side effects.
func onlyHoldsComputation(body syntax.Node) bool {
	return !holds(body, func(node syntax.Node) bool {
		switch node.Kind() {
		case syntax.KindResourceExpression, syntax.KindResourceDefaultsExpression, syntax.KindResourceOverrideExpression,
			syntax.KindCollectExpression, syntax.KindRelationshipExpression, syntax.KindBadExpr:
			return true
		case syntax.KindCallNamedFunctionExpression, syntax.KindCallMethodExpression:
			name, _ := syntax.CalledFunction(node)
			return !onlyComputes[name] && !iterates[name]
		}
		return false
	})
}

// isDiscarded reports whether nothing uses the value of the visited node.
func isDiscarded(p *Pass) bool {
	inner := p.cursor.Node()
	for level := 0; ; level++ {
		outer := p.Parent(level)
		switch outer := outer.(type) {
		case *syntax.BlockExpression:
			if len(outer.Statements) == 0 || outer.Statements[len(outer.Statements)-1] != inner {
				return true
			}
		case *syntax.IfExpression:
			if outer.Test == inner {
				return false
			}
		case *syntax.UnlessExpression:
			if outer.Test == inner {
				return false
			}
		case *syntax.CaseOption:
			for _, value := range outer.Values {
				if value == inner {
					return false
				}
			}
		case *syntax.CaseExpression:
			if outer.Test == inner {
				return false
			}
		case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.NodeDefinition:
			return true
		default:
			return false
		}
		inner = outer
	}
}
