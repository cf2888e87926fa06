package rules

import (
	"slices"
	"strings"

	"puppet-lint/internal/secret"
	"puppet-lint/syntax"
)

// namesBeside returns the names of what is set beside the visited attribute or entry of a hash,
// and its own name.
func namesBeside(p *Pass) (names []string) {
	switch outer := p.Parent(0).(type) {
	case *syntax.ResourceBody, *syntax.LiteralHash:
		eachBeside(outer, func(node syntax.Node) bool {
			if name, _ := ownName(node); name != "" {
				names = append(names, name)
			}
			return true
		})
	}
	return names
}

// ownName returns the name and the value of an attribute, an entry of a hash, a parameter or an
// assignment; "" for other nodes.
func ownName(node syntax.Node) (name string, value syntax.Node) {
	switch node := node.(type) {
	case *syntax.AttributeOperation:
		return node.Name, node.Value
	case *syntax.KeyedEntry:
		name, _ = stringOf(node.Key)
		return name, node.Value
	case *syntax.Parameter:
		return node.Name, node.Value
	case *syntax.AssignmentExpression:
		if variable, isVariable := node.Left.(*syntax.VariableExpression); isVariable {
			return variable.Name, node.Right
		}
	}
	return "", nil
}

// eachBeside calls visit with the nodes directly within a hash, a resource or a block, or with the
// parameters of any other node, until it returns false.
func eachBeside(outer syntax.Node, visit func(node syntax.Node) bool) {
	switch outer := outer.(type) {
	case *syntax.LiteralHash:
		untilFalse(outer.Entries, visit)
	case *syntax.ResourceBody:
		untilFalse(outer.Operations, visit)
	case *syntax.BlockExpression:
		untilFalse(outer.Statements, visit)
	default:
		untilFalse(syntax.ParametersOf(outer), visit)
	}
}

// untilFalse calls visit with the nodes until it returns false.
func untilFalse[Node syntax.Node](nodes []Node, visit func(node syntax.Node) bool) {
	for _, node := range nodes {
		if !visit(node) {
			return
		}
	}
}

// namesBeside returns the keys beside the value's own, and that one.
func (v *dataValue) namesBeside() (names []string) {
	for _, pair := range v.beside.Pairs() {
		names = append(names, pair.Key.Text)
	}
	return names
}

// makesRule reports whether settings with these names make an entry of pg_hba.conf.
func makesRule(names []string) bool {
	has := func(name string) bool { return slices.Contains(names, name) }
	return has("database") && has("user") && (has("type") || has("address") || has("connection_type"))
}

// configuresKibana reports whether settings with these names are those of Kibana, a client of the
// server with the data: its xpack.security is about its own pages.
func configuresKibana(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return strings.HasPrefix(name, "elasticsearch.") || strings.HasPrefix(name, "kibana.")
	})
}

// spreads reports whether settings with these names spread keys over servers by their hash, as those
// of nutcracker do.
func spreads(names []string) bool {
	return slices.Contains(names, "distribution") || slices.Contains(names, "servers")
}

// connects reports whether one of the names is that of a server's address or certificate.
func connects(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		words := secret.Words(name)
		if len(words) == 0 {
			return false
		}
		switch last := words[len(words)-1]; last {
		case "url", "uri", "endpoint", "server", "host", "hostname", "registry", "cacert", "cafile":
			return true
		case "file", "cert", "path":
			return len(words) > 1 && words[len(words)-2] == "ca"
		default:
			return strings.HasSuffix(last, "url")
		}
	})
}
