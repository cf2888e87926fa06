package program

import (
	"slices"
	"strings"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Use describes how the definitions of a manifest, or a template, use a variable with a bare
// name.
type Use uint8

const (
	// ReadsUnset: a definition reads the variable without setting it.
	ReadsUnset Use = 1 << iota
	// ReadsTop: a definition reads it as a variable of top scope.
	ReadsTop
	// Sets: a definition has a parameter with the name, or assigns to it.
	Sets
	// SetsTop: code outside of definitions, or in a node, assigns to it.
	SetsTop
	// GivenInComment: a comment says which value it may have.
	GivenInComment
)

// Uses are uses of variables, sorted by name.
type Uses []NamedUse

// NamedUse is how a variable is used.
type NamedUse struct {
	Name string
	Use  Use
}

// Of returns how a variable is used.
func (u Uses) Of(name string) Use {
	at, found := slices.BinarySearchFunc(u, name, func(one NamedUse, name string) int { return strings.Compare(one.Name, name) })
	if !found {
		return 0
	}
	return u[at].Use
}

// UsesIn returns the uses of variables in the definitions of a manifest, and the variables that
// it sets at top scope.
func UsesIn(manifest *module.Manifest) Uses {
	uses := usesByName(manifest)
	sorted := make(Uses, 0, len(uses))
	for name, use := range uses {
		sorted = append(sorted, NamedUse{name, use})
	}
	slices.SortFunc(sorted, func(a, b NamedUse) int { return strings.Compare(a.Name, b.Name) })
	return sorted
}

// usesByName returns the uses of UsesIn by name.
func usesByName(manifest *module.Manifest) map[string]Use {
	uses := map[string]Use{}
	for _, definition := range manifest.Definitions {
		addUses(uses, definition.Node)
	}
	for _, name := range SetAtTop(manifest) {
		uses[name] |= SetsTop
	}
	if manifest.Options.EPP {
		addUses(uses, manifest.Program.Body)
	}
	addGivenInComments(uses, manifest)
	if IsBroken(manifest) { // after a syntax error, the uses of a variable are not reliable
		for _, token := range manifest.Tokens {
			if name := strings.TrimPrefix(strings.TrimPrefix(manifest.Source.Slice(token.Span), "$"), "::"); token.Kind == syntax.Variable && !strings.Contains(name, "::") {
				uses[name] |= ReadsTop
			}
		}
	}
	return uses
}

// SetAtTop returns the sorted names of the variables that a manifest sets at top scope or in a node.
// Most manifests only hold definitions, for which this takes little time.
func SetAtTop(manifest *module.Manifest) []string {
	names := AssignedIn(manifest.Program.Body)
	for _, definition := range manifest.Program.Definitions {
		if node, ok := definition.(*syntax.NodeDefinition); ok && node.Body != nil {
			names = append(names, AssignedIn(node.Body)...)
		}
	}
	slices.Sort(names)
	return names
}

// addGivenInComments adds the variables with a bare name to which the comments of a manifest give
// values, as in "included if $monitor=yes". Code that is commented out has blanks there.
func addGivenInComments(uses map[string]Use, manifest *module.Manifest) {
	for _, token := range manifest.Tokens {
		if !token.Kind.IsComment() {
			continue
		}
		for _, match := range givenInComment.FindAllStringSubmatch(manifest.Source.Slice(token.Span), -1) {
			uses[match[1]] |= GivenInComment
		}
	}
}

var givenInComment = lazyregexp.New(`\$(?:::)?([a-z_][a-z0-9_]*)=["']?\w`)

// addUses adds the uses in one definition, except for nested definitions.
func addUses(uses map[string]Use, definition syntax.Node) {
	own := map[string]Use{}
	setAll := func(names []string) {
		for _, name := range names {
			own[name] |= Sets
		}
	}
	syntax.Inspect(definition, func(node syntax.Node) bool {
		if syntax.IsDefinition(node) {
			return node == definition
		}
		switch node := node.(type) {
		case *syntax.Parameter:
			own[node.Name] |= Sets
		case *syntax.AssignmentExpression:
			setAll(TargetsOf(node.Left))
		case *syntax.VariableExpression:
			switch name, isTop := strings.CutPrefix(node.Name, "::"); {
			case strings.Contains(name, "::"):
			case isTop:
				own[name] |= ReadsTop
			default:
				own[name] |= ReadsUnset
			}
		}
		return true
	})
	for name, use := range own {
		if use&Sets != 0 {
			use &^= ReadsUnset
		}
		uses[name] |= use
	}
}
