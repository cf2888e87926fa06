package validate

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var illegalHostname = diag.Rule{
	Name: "illegal_hostname", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_HOSTNAME_CHARS", "ILLEGAL_EXPRESSION"},
	Summary:     "a node's name has a character that a certificate name cannot have",
	Rationale: "A node name consists of letters, digits, `_`, `-` and `.`; with any other character Puppet refuses the " +
		"main manifest, and no node gets a catalog. To match several nodes, use a regular expression, `node " +
		"/^web\\d+$/`, or several names separated by commas.",
	Bad:  codeAt("../../manifests/site.pp", "node 'web*.example.com' {\n}\n"),
	Good: codeAt("../../manifests/site.pp", "node 'web.example.com' {\n}\n"),
}

var interpolatedHostname = diag.Rule{
	Name: "interpolated_hostname", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_HOSTNAME_INTERPOLATION"},
	Summary:     "a node's name contains a variable",
	Rationale: "Puppet chooses the node before it evaluates anything, so no variable has a value yet, and Puppet " +
		"refuses the file. Use a regular expression.",
	Bad:  codeAt("../../manifests/site.pp", "node \"web.${facts['domain']}\" {\n}\n"),
	Good: codeAt("../../manifests/site.pp", "node /^web\\./ {\n}\n"),
}

var nodeInheritance = diag.Rule{
	Name: "node_inheritance", Group: diag.Correctness, Severity: diag.Error, Since: since,
	PuppetCodes: []string{"ILLEGAL_NODE_INHERITANCE"},
	Summary:     "a node inherits from another node",
	Rationale: "Puppet 4 removed the inheritance of nodes, and refuses the file. Put what nodes share into a class and " +
		"include it in each.",
	Bad:  codeAt("../../manifests/site.pp", "node 'web' inherits 'base' {\n}\n"),
	Good: codeAt("../../manifests/site.pp", "node 'web' {\n  include example\n}\n"),
}

// node checks a node definition.
func (c *checker) node(n *syntax.NodeDefinition) {
	if c.options.Tasks && c.applyDepth == 0 {
		c.whenScripting(n, "a node")
		return
	}
	for _, match := range n.HostMatches {
		c.hostname(match)
	}
	c.topLevel(n)
	c.lastStatement(n.Body, "a node")
	if n.Parent != nil {
		c.reportNode(&nodeInheritance, "ILLEGAL_NODE_INHERITANCE", n.Parent, "nodes cannot inherit").
			Help = "put what they share into a class"
	}
}

// hostname checks a matcher of a node.
func (c *checker) hostname(match syntax.Node) {
	switch n := match.(type) {
	case *syntax.LiteralString:
		c.hostnameText(n, n.Value)
	case *syntax.QualifiedName:
		c.hostnameText(n, n.Value)
	case *syntax.ConcatenatedString:
		for _, segment := range n.Segments {
			if text, ok := segment.(*syntax.TextExpression); ok {
				c.reportNode(&interpolatedHostname, "ILLEGAL_HOSTNAME_INTERPOLATION", text.Expr,
					"a node's name cannot contain a variable").Help = "match several nodes with a regular expression"
				return
			}
		}
	case *syntax.LiteralInteger, *syntax.LiteralFloat, *syntax.LiteralDefault, *syntax.LiteralRegularExpression, *syntax.BadExpr:
	default:
		c.reportNode(&illegalHostname, "ILLEGAL_EXPRESSION", n, aLabel(n)+" cannot be the name of a node").
			Help = "write a string or a regular expression"
	}
}

func (c *checker) hostnameText(node syntax.Node, name string) {
	for i := 0; i < len(name); i++ {
		if char := name[i]; !isWordByte(char) && char != '-' && char != '.' {
			c.reportNode(&illegalHostname, "ILLEGAL_HOSTNAME_CHARS", node,
				"the node name '"+name+"' has characters other than letters, digits, '_', '-' and '.'").
				Help = "match several nodes with a regular expression"
			return
		}
	}
}
