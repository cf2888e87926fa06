package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var hieraFunction = Rule{
	Rule: diag.Rule{
		Name:      "hiera_function",
		Templates: true,
		Group:     diag.Migration,
		Severity:  diag.Warning,
		Summary:   "a Hiera 3 function is called instead of `lookup`",
		Rationale: "`hiera`, `hiera_array`, `hiera_hash` and `hiera_include` are deprecated in favour of `lookup`, which also sees the " +
			"data of environments and modules and checks types. They behave differently where the old global hiera.yaml defines " +
			"how to merge, so review the fix.",
		Bad: []diag.Example{
			{Code: "$a = hiera('example::a')\n$b = hiera('example::b', 'none')\n$c = hiera_array('example::c')\n$d = hiera_hash('example::d', undef)\nhiera_include('classes')\nnotice($a, $b, $c, $d)\n",
				Fixed: "$a = lookup('example::a')\n$b = lookup('example::b', undef, undef, 'none')\n$c = lookup('example::c', Array, 'unique')\n$d = lookup('example::d', Optional[Hash], 'hash', undef)\nlookup('classes', Array[String], 'unique').include\nnotice($a, $b, $c, $d)\n"},
			{Code: "$a = hiera_hash('example::a', false)\n$b = hiera_array('example::b', '')\n$c = hiera_hash('example::c', $a)\n$d = hiera_hash('example::d', {})\n$e = hiera_array('example::e', ['x'])\nhiera_include('classes', [])\nhiera_include('more', ['example'])\nnotice($b, $c, $d, $e)\n",
				Fixed: "$a = lookup('example::a', Variant[Hash, Boolean], 'hash', false)\n$b = lookup('example::b', Variant[Array, String], 'unique', '')\n$c = lookup('example::c', undef, 'hash', $a)\n$d = lookup('example::d', Hash, 'hash', {})\n$e = lookup('example::e', Array, 'unique', ['x'])\nlookup('classes', Array[String], 'unique', []).include\nlookup('more', undef, 'unique', ['example']).include\nnotice($b, $c, $d, $e)\n"},
		},
		Good:  []diag.Example{{Code: "$a = lookup('example::a', String, 'first', 'none')\nnotice($a)\n"}},
		Since: "1.0.0",
		Fix:   diag.FixInfo{Safety: diag.Unsafe, Summary: "call lookup()"},
		References: []string{
			"https://www.puppet.com/docs/puppet/8/function.html#hiera",
		},
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) { checkHiera(pass, node, node.Lambda) }),
		Enter(func(pass *Pass, node *syntax.CallMethodExpression) { checkHiera(pass, node, node.Lambda) }),
	},
}

// hieraToLookup maps the old functions to the type and merge arguments of the equivalent
// lookup, and to the text after them.
var hieraToLookup = map[string]struct{ typeName, merge, after string }{
	"hiera":         {"undef", "undef", ""},
	"hiera_array":   {"Array", "'unique'", ""},
	"hiera_hash":    {"Hash", "'hash'", ""},
	"hiera_include": {"Array[String]", "'unique'", ".include"},
}

func checkHiera(pass *Pass, node syntax.Node, lambda *syntax.LambdaExpression) {
	name, arguments := syntax.CalledFunction(node)
	lookup, isOld := hieraToLookup[name]
	if !isOld {
		return
	}
	finding := pass.Report(pass.Token(callName(pass, node)).Span, name+"() is deprecated")
	finding.Help = "call lookup()"
	if node.Kind() != syntax.KindCallNamedFunctionExpression || lambda != nil || len(arguments) == 0 || len(arguments) > 2 || pass.Token(node.LastToken()).Kind != syntax.RightParen {
		return
	}
	list := []string{pass.text(arguments[0])}
	if len(arguments) == 2 {
		list = append(list, typeWithDefault(lookup.typeName, arguments[1]), lookup.merge, pass.text(arguments[1]))
	} else if lookup.typeName != "undef" {
		list = append(list, lookup.typeName, lookup.merge)
	}
	pass.Fix(finding, pass.Replace(pass.extent(node), "lookup("+strings.Join(list, ", ")+")"+lookup.after))
}

// typeWithDefault returns the type that lookup demands of both the value and the default. The old
// functions accept a default of any type.
func typeWithDefault(typeName string, given syntax.Node) string {
	if typeName == "undef" {
		return typeName
	}
	switch given := syntax.Unparenthesized(given).(type) {
	case *syntax.LiteralUndef:
		return "Optional[" + typeName + "]"
	case *syntax.LiteralBoolean:
		return "Variant[" + typeName + ", Boolean]"
	case *syntax.LiteralString, *syntax.QualifiedName, *syntax.ConcatenatedString:
		return "Variant[" + typeName + ", String]"
	case *syntax.LiteralHash:
		if typeName == "Hash" {
			return typeName
		}
	case *syntax.LiteralList:
		if typeName == "Array" || typeName != "Hash" && len(given.Values) == 0 {
			return typeName
		}
	}
	return "undef"
}
