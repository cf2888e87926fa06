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
	switch around := p.Parent(0).(type) {
	case *syntax.ResourceBody:
		for _, operation := range around.Operations {
			if set, isSet := operation.(*syntax.AttributeOperation); isSet {
				names = append(names, set.Name)
			}
		}
	case *syntax.LiteralHash:
		for _, entry := range around.Entries {
			if name, isLiteral := stringOf(entry.Key); isLiteral {
				names = append(names, name)
			}
		}
	}
	return names
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
