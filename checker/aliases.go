package checker

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// typeNames are the names of types that a manifest's definitions declare something
// with, in lower case.
type typeNames struct {
	// aliases are those in what each alias stands for, parameters those in each
	// parameter of classes and defined types, by its key (deps.Parameter), calls those in
	// parameters and results of functions, plans and templates.
	aliases, parameters map[string][]string
	calls               []string
}

// typesNamedIn reads the types in the heads of the definitions of a manifest.
func (f *facts) typesNamedIn(manifest *module.Manifest) *typeNames {
	return f.typeNames.get(manifest, func() *typeNames {
		found := &typeNames{aliases: map[string][]string{}, parameters: map[string][]string{}}
		for _, definition := range manifest.Definitions {
			switch node := definition.Node.(type) {
			case *syntax.TypeAlias:
				found.aliases[definition.Name] = appendTypeNames(found.aliases[definition.Name], node.TypeExpr)
			case *syntax.HostClassDefinition:
				found.addParameters(definition.Name, node.Parameters)
			case *syntax.ResourceTypeDefinition:
				found.addParameters(definition.Name, node.Parameters)
			case *syntax.PlanDefinition:
				found.addCall(node.Parameters)
			case *syntax.FunctionDefinition:
				found.addCall(node.Parameters)
				found.calls = appendTypeNames(found.calls, node.ReturnType)
			}
		}
		if template, ok := manifest.Program.Body.(*syntax.LambdaExpression); ok {
			found.addCall(template.Parameters)
		}
		return found
	})
}

func (n *typeNames) addParameters(definition string, parameters []*syntax.Parameter) {
	for _, parameter := range parameters {
		key := deps.Parameter(definition, parameter.Name)
		n.parameters[key] = appendTypeNames(n.parameters[key], parameter.TypeExpr)
	}
}

func (n *typeNames) addCall(parameters []*syntax.Parameter) {
	for _, parameter := range parameters {
		n.calls = appendTypeNames(n.calls, parameter.TypeExpr)
	}
}

// appendTypeNames appends the names in a type expression, which may be nil.
func appendTypeNames(names []string, node syntax.Node) []string {
	if node == nil {
		return names
	}
	syntax.Inspect(node, func(node syntax.Node) bool {
		if reference, ok := node.(*syntax.QualifiedReference); ok {
			if name := module.Normalize(reference.Value); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return true
	})
	return names
}

// aliasesIn are the aliases that a manifest, which may be nil, defines, with what they
// stand for.
func aliasesIn(manifest *module.Manifest) map[string]string {
	found := map[string]string{}
	if manifest != nil {
		for _, definition := range manifest.Definitions {
			if definition.Kind == module.TypeAlias {
				found[definition.Name] += parametersText(definition.Node, manifest)
			}
		}
	}
	return found
}

// addAliases takes into account that aliases stand for something else. That concerns
// who names them, or others that stand for them, and who uses what is declared with
// one of them.
func (u *update) addAliases() {
	if len(u.aliases) == 0 {
		return
	}
	isChanged := func(name string) bool { return u.aliases[name] }
	for count := 0; count < len(u.aliases); {
		count = len(u.aliases)
		for _, known := range u.known {
			for alias, names := range u.facts.typesNamedIn(known.manifest).aliases {
				if slices.ContainsFunc(names, isChanged) {
					u.aliases[alias] = true
				}
			}
		}
		for alias, text := range builtin.Words().StdlibTypeAliases {
			if u.namesAlias(text) {
				u.aliases[module.Normalize(alias)] = true // if it is not in the tree
			}
		}
	}
	for _, name := range slices.Collect(maps.Keys(u.aliases)) {
		u.note(name, deps.Declaration(name))
		for at := strings.LastIndex(name, "::"); at > 0; at = strings.LastIndex(name, "::") {
			name = name[:at]
			u.note(deps.NamesBelow(name))
		}
	}
	for path, known := range u.known {
		named := u.facts.typesNamedIn(known.manifest)
		if slices.ContainsFunc(named.calls, isChanged) {
			u.seeds = append(u.seeds, path)
		}
		for key, names := range named.parameters {
			if slices.ContainsFunc(names, isChanged) {
				u.note(key)
			}
		}
	}
}

// namesAlias reports whether a text names an alias that stands for something else than
// before.
func (u *update) namesAlias(text string) bool {
	text = strings.ToLower(text)
	for alias := range u.aliases {
		if strings.Contains(text, alias) {
			return true
		}
	}
	return false
}

// namingAliases are the keys of summaries that say the same as before of types that
// stand for something else.
func (u *update) namingAliases(summaries map[string]string) (keys []string) {
	if len(u.aliases) == 0 {
		return nil
	}
	for key, text := range summaries {
		if u.namesAlias(text) {
			keys = append(keys, key)
		}
	}
	return keys
}
