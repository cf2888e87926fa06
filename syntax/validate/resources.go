package validate

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var illegalAttributeAppend = diag.Rule{
	Name: "illegal_attribute_append", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_ATTRIBUTE_APPEND"},
	Summary:     "`+>` is used outside of an override or collector",
	Rationale: "`+>` adds to an attribute that a resource already has, so Puppet allows it only in an override " +
		"(`File['/x'] { … }`) or a collector. In a new resource or a default, use `=>`.",
	Bad:  code("file { '/tmp/x':\n  require +> File['/tmp'],\n}\n"),
	Good: code("# Adds a dependency.\nclass example {\n  File <| title == '/tmp/x' |> { require +> File['/tmp'] }\n}\n"),
}

var repeatedAttributeSplat = diag.Rule{
	Name: "repeated_attribute_splat", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"MULTIPLE_ATTRIBUTES_UNFOLD"},
	Summary:     "a resource has more than one `* =>`",
	Rationale: "A resource accepts the attributes of one hash only; Puppet refuses a second `* =>`. Merge the hashes " +
		"first: `* => $defaults + $given`.",
	Bad:  code("file { '/tmp/x':\n  * => $defaults,\n  * => $given,\n}\n"),
	Good: code("# Merges attributes.\n#\n# @param given what to set\n#\nclass example (\n  Hash $given = {},\n) {\n  file { '/tmp/x':\n    * => { 'mode' => '0644' } + $given,\n  }\n}\n"),
}

var notVirtualizable = diag.Rule{
	Name: "not_virtualizable", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"CLASS_NOT_VIRTUALIZABLE", "NOT_VIRTUALIZEABLE"},
	Summary:     "a class, default or override is made virtual or exported",
	Rationale: "`@` and `@@` mark a resource that is realized or collected later. A class cannot be collected, and " +
		"defaults and overrides declare nothing, so Puppet refuses them. Remove the `@`.",
	Bad:  code("@class { 'example': }\n", "@@File { mode => '0644' }\n"),
	Good: inClass("@file { '/tmp/x':\n  ensure => file,\n}\n"),
}

var collectorWithoutType = diag.Rule{
	Name: "collector_without_type", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_EXPRESSION"},
	Summary:     "the name before a collector's `<|` is not a resource type",
	Rationale: "A collector is written with the type's capitalized name, `User <| … |>`. Puppet refuses a file with " +
		"any other name there.",
	Bad:  code("user <| groups == 'admin' |>\n"),
	Good: code("# Realizes users.\nclass example {\n  User <| groups == 'admin' |>\n}\n"),
}

var invalidQuery = diag.Rule{
	Name: "invalid_query", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_QUERY_EXPRESSION"},
	Summary:     "a collector's query uses more than `==`, `!=`, `and` and `or`",
	Rationale: "The query between `<|` and `|>` is a small language of its own: comparisons of attributes with `==` or " +
		"`!=`, joined by `and`, `or` and parentheses. Puppet refuses every other operator there, such as `<`, " +
		"`>` and `!`.",
	Bad:  code("User <| uid > 1000 |>\n", "User <| !(groups == 'admin') |>\n"),
	Good: code("# Realizes users.\nclass example {\n  User <| groups == 'admin' and title != 'root' |>\n}\n"),
}

func (c *checker) resource(n *syntax.ResourceExpression) {
	if c.options.Tasks && c.applyDepth == 0 {
		c.whenScripting(n, "a resource")
		return
	}
	if name, ok := n.TypeName.(*syntax.QualifiedName); ok && name.Value == "class" && n.Form != syntax.Regular {
		c.reportNode(&notVirtualizable, "CLASS_NOT_VIRTUALIZABLE", n, "a class cannot be "+n.Form.String()).Help = "remove the @"
	}
}

// notVirtual reports defaults and overrides with an @.
func (c *checker) notVirtual(n syntax.Node, form syntax.ResourceForm) {
	if c.options.Tasks && c.applyDepth == 0 {
		c.whenScripting(n, aLabel(n))
		return
	}
	if form != syntax.Regular {
		c.reportNode(&notVirtualizable, "NOT_VIRTUALIZEABLE", n, aLabel(n)+" cannot be "+form.String()).Help = "remove the @"
	}
}

// repeatedSplat reports every "* =>" of a resource after the first one.
func (c *checker) repeatedSplat(n *syntax.ResourceBody) {
	seen := false
	for _, operation := range n.Operations {
		if splat, ok := operation.(*syntax.AttributesOperation); ok {
			if seen {
				c.reportNode(&repeatedAttributeSplat, "MULTIPLE_ATTRIBUTES_UNFOLD", splat, "a resource can have only one `* =>`").
					Help = "merge the hashes: `* => $a + $b`"
			}
			seen = true
		}
	}
}

func (c *checker) attribute(n *syntax.AttributeOperation) {
	if n.Operator == syntax.PlusArrow {
		switch parent := c.container(0).(type) {
		case *syntax.CollectExpression, *syntax.ResourceOverrideExpression:
		default:
			c.reportNode(&illegalAttributeAppend, "ILLEGAL_ATTRIBUTE_APPEND", n,
				"`"+n.Name+" +>` has nothing to add to in "+aLabel(parent)).Help = "write `" + n.Name + " =>`"
		}
	}
	c.value(n.Value)
}

func (c *checker) collector(n *syntax.CollectExpression) {
	if c.options.Tasks {
		if c.applyDepth == 0 {
			c.whenScripting(n, "a collector")
			return
		}
		if _, virtual := n.Query.(*syntax.VirtualQuery); !virtual {
			c.whenCompiling(n, "exported resources cannot be collected in an apply block")
			return
		}
	}
	switch n.TypeExpr.(type) {
	case *syntax.QualifiedReference, *syntax.BadExpr:
	default:
		c.reportNode(&collectorWithoutType, "ILLEGAL_EXPRESSION", n.TypeExpr, aLabel(n.TypeExpr)+" cannot be collected").
			Help = "write the capitalized name of a resource type before the `<|`"
	}
}

// query reports nodes that a collector's query cannot contain. It does not check the compared
// values.
func (c *checker) query(node syntax.Node) {
	switch n := node.(type) {
	case nil, *syntax.VariableExpression, *syntax.QualifiedName, *syntax.LiteralInteger, *syntax.LiteralFloat,
		*syntax.LiteralString, *syntax.LiteralBoolean, *syntax.BadExpr:
		return
	case *syntax.ComparisonExpression:
		if n.Operator == syntax.IsEqual || n.Operator == syntax.NotEqual {
			return
		}
	case *syntax.AndExpression:
		c.query(n.Left)
		c.query(n.Right)
		return
	case *syntax.OrExpression:
		c.query(n.Left)
		c.query(n.Right)
		return
	case *syntax.ParenthesizedExpression:
		c.query(n.Expr)
		return
	}
	c.reportNode(&invalidQuery, "ILLEGAL_QUERY_EXPRESSION", node, aLabel(node)+" cannot be part of a query").
		Help = "a query compares attributes with `==` or `!=`, and joins comparisons with `and` and `or`"
}
