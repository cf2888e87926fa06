package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

// reportDuplicates reports every node with the same value as an earlier one. It replaces "%s"
// in the message by the node's source.
func reportDuplicates(pass *Pass, nodes []syntax.Node, message string) {
	if len(nodes) < 2 {
		return
	}
	seen := make(map[string]syntax.Node, len(nodes))
	for _, node := range nodes {
		key, comparable := identityOf(node)
		if !comparable {
			continue
		}
		if first := seen[key]; first != nil {
			finding := pass.Report(pass.extent(node), strings.Replace(message, "%s", pass.text(node), 1))
			finding.Related = append(finding.Related, diag.Related{File: pass.Source, Span: pass.extent(first), Message: "the first one"})
			continue
		}
		seen[key] = node
	}
}

// identityOf returns a text that two nodes share only if they match the same values.
func identityOf(node syntax.Node) (key string, known bool) {
	node = syntax.Unparenthesized(node)
	if value, ok := constantOf(node); ok {
		return value.kind.String() + " " + value.key, true
	}
	switch node := node.(type) {
	case *syntax.LiteralRegularExpression:
		return "/" + node.Pattern, true
	case *syntax.QualifiedReference, *syntax.AccessExpression, *syntax.ConcatenatedString, *syntax.VariableExpression:
		if isRepeatable(node) {
			return pn.Compact(pn.Of(node)), true
		}
	}
	return "", false
}
