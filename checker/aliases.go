package checker

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/eval"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// typeNames holds the names of the types, in lower case, that appear in a manifest's
// definitions.
type typeNames struct {
	// aliases holds the names in the right side of each alias, by its name. parameters holds
	// those in the type of each parameter of a class or defined type, by deps.Parameter. calls
	// holds those in the parameters and results of functions, plans and templates.
	aliases, parameters map[string][]string
	calls               []string
}

// typesNamedIn returns the type names in the aliases and signatures that a manifest defines.
func (f *sessionInfo) typesNamedIn(manifest *module.Manifest) *typeNames {
	return f.typeNames.Get(manifest, func() *typeNames {
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

// aliasesIn returns the text of each type alias that a manifest defines, by name. The manifest
// may be nil.
func aliasesIn(manifest *module.Manifest) map[string]string {
	found := deps.Texts{}
	if manifest != nil {
		for _, definition := range manifest.Definitions {
			if definition.Kind == module.TypeAlias {
				found.Add(definition.Name, eval.ParametersText(definition.Node, manifest))
			}
		}
	}
	return found.Whole()
}

// addAliases propagates changed aliases. An alias that names a changed one has changed, too.
// Affected are the bodies that name a changed alias, and those that use something declared with
// one.
func (u *update) addAliases() {
	if len(u.aliases) == 0 {
		return
	}
	namers := u.addNamingAliases()
	for _, name := range slices.Collect(maps.Keys(u.aliases)) {
		u.note(name, deps.Declaration(name))
		for at := strings.LastIndex(name, "::"); at > 0; at = strings.LastIndex(name, "::") {
			name = name[:at]
			u.note(deps.NamesBelow(name))
		}
	}
	isChanged := func(name string) bool { return u.aliases[name] }
	for path, named := range namers {
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

// addNamingAliases adds the aliases that name a changed alias, directly or through others. It returns
// what the manifests name that contain the name of such an alias.
func (u *update) addNamingAliases() (namers map[string]*typeNames) {
	namers = map[string]*typeNames{}
	pending := slices.Collect(maps.Keys(u.aliases))
	add := func(alias string) {
		if !u.aliases[alias] {
			u.aliases[alias] = true
			pending = append(pending, alias)
		}
	}
	for len(pending) > 0 {
		changed := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		for _, path := range u.nameIndex.Holders(changed) {
			known := u.evaluated.byPath[path]
			if known == nil {
				continue
			}
			named := u.syntaxInfo.typesNamedIn(known.manifest)
			namers[path] = named
			for alias, names := range named.aliases {
				if slices.Contains(names, changed) {
					add(alias)
				}
			}
		}
		for alias, text := range builtin.StdlibTypeAliases() {
			if strings.Contains(strings.ToLower(text), changed) {
				add(module.Normalize(alias)) // kept if it is not in the tree
			}
		}
	}
	return namers
}

// namesAlias reports whether a text contains the name of a changed alias.
func (u *update) namesAlias(text string) bool {
	text = strings.ToLower(text)
	for alias := range u.aliases {
		if strings.Contains(text, alias) {
			return true
		}
	}
	return false
}

// namingAliases returns the keys of the summaries that name a changed alias. Their types have
// changed even where their texts have not.
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
