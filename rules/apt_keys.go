package rules

import (
	"strings"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// keyedSources holds the apt::source resources of a file whose keys are certainly installed before
// them, because of a chain or of an attribute of the source or the key.
type keyedSources struct {
	// titles holds the titles as they are written, without quotes. all is set if a collector
	// names every source.
	titles map[string]bool
	all    bool
}

// keyedSourcesOf returns the keyed sources of the file.
func keyedSourcesOf(pass *Pass) *keyedSources {
	found := &keyedSources{titles: map[string]bool{}}
	syntax.Inspect(pass.File.Program, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.RelationshipExpression:
			found.addChain(pass, node)
		case *syntax.ResourceExpression:
			if !installsKey(pass, node) {
				break
			}
			for _, body := range node.Bodies {
				for _, operation := range body.Operations {
					if set, isSet := operation.(*syntax.AttributeOperation); isSet && isAnyOf(set.Name, "before", "notify") {
						found.addSources(pass, set.Value)
					}
				}
			}
		}
		return true
	})
	return found
}

// addChain adds the sources on one side of a chain if the other side installs a key.
func (k *keyedSources) addChain(pass *Pass, chain *syntax.RelationshipExpression) {
	first, then := chain.Left, chain.Right
	if chain.Operator == syntax.OutEdge || chain.Operator == syntax.OutEdgeSub {
		first, then = then, first
	}
	if installsKey(pass, first) {
		k.addSources(pass, then)
	}
}

// addSources adds the sources that an operand of a chain, or a reference, names.
func (k *keyedSources) addSources(pass *Pass, node syntax.Node) {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.ResourceExpression:
		if name, _ := stringOf(node.TypeName); strings.TrimPrefix(name, "::") == "apt::source" {
			for _, body := range node.Bodies {
				k.addTitle(pass, body.Title)
			}
		}
	case *syntax.AccessExpression:
		if isNamed(node, "apt::source") {
			for _, key := range node.Keys {
				k.addTitle(pass, key)
			}
		}
	case *syntax.CollectExpression:
		k.all = k.all || isNamed(node.TypeExpr, "apt::source")
	case *syntax.LiteralList:
		for _, one := range node.Values {
			k.addSources(pass, one)
		}
	case *syntax.RelationshipExpression: // key -> other -> source
		k.addSources(pass, node.Left)
		k.addSources(pass, node.Right)
	}
}

func (k *keyedSources) addTitle(pass *Pass, title syntax.Node) {
	if list, isList := syntax.Unparenthesized(title).(*syntax.LiteralList); isList {
		for _, one := range list.Values {
			k.addTitle(pass, one)
		}
		return
	}
	k.titles[titleText(pass, title)] = true
}

// has reports whether a key is installed before the source with that title.
func (k *keyedSources) has(pass *Pass, title syntax.Node) bool {
	return k.all || k.titles[titleText(pass, title)]
}

// titleText returns a title as it is written, without quotes.
func titleText(pass *Pass, title syntax.Node) string { return strings.Trim(pass.text(title), `'"`) }

// installsKey reports whether an operand of a chain, or a reference, is a resource that installs
// the key of a repository.
func installsKey(pass *Pass, node syntax.Node) bool {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.ResourceExpression:
		name, _ := stringOf(node.TypeName)
		for _, body := range node.Bodies {
			if holdsKey(pass, strings.TrimPrefix(name, "::"), body.Title) {
				return true
			}
		}
	case *syntax.AccessExpression:
		for _, key := range node.Keys {
			if holdsKey(pass, strings.ToLower(flow.TypeName(node)), key) {
				return true
			}
		}
	case *syntax.CollectExpression:
		return isKeyType(strings.ToLower(flow.TypeName(node.TypeExpr)))
	case *syntax.LiteralList:
		for _, one := range node.Values {
			if installsKey(pass, one) {
				return true
			}
		}
	case *syntax.RelationshipExpression:
		return installsKey(pass, node.Left) || installsKey(pass, node.Right)
	}
	return false
}

// holdsKey reports whether a resource of that type and title installs a key.
func holdsKey(pass *Pass, typeName string, title syntax.Node) bool {
	if title == nil {
		return false
	}
	switch {
	case isKeyType(typeName):
		return true
	case typeName == "class":
		return strings.Contains(strings.ToLower(titleText(pass, title)), "key")
	case isAnyOf(typeName, "file", "archive", "remote_file", "exec", "wget::fetch"):
		return keyTitle.MatchString(titleText(pass, title))
	}
	return false
}

func isKeyType(typeName string) bool {
	return isAnyOf(typeName, "apt::key", "apt_key", "apt::keyring", "gpg_key", "gnupg_key")
}

// keyTitle matches the title of a file or a command that holds, or adds, a trusted key.
var keyTitle = lazyregexp.New(`(?i)\.(?:gpg|asc)['"]?$|/(?:trusted\.gpg\.d|keyrings)/|\bapt-key\b|\bgpg\b[^|;&]*--dearmor|\b(?:apt|gpg|repo(?:sitory)?|signing)[-_ ]key\b`)

// isNamed reports whether an expression is a type of that name, in lower case.
func isNamed(node syntax.Node, name string) bool { return strings.ToLower(flow.TypeName(node)) == name }
