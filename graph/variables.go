package graph

import (
	"slices"
	"strings"
	"sync"

	"puppet-lint/checker/symbols"
	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

func (n *namer) resolveVariable(read *syntax.VariableExpression, wanted selection, steps int) names {
	if at := strings.LastIndex(read.Name, "::"); at > 0 {
		return n.resolveQualified(module.Normalize(read.Name[:at]), read.Name[at+2:], wanted, steps)
	}
	variable := n.flow.VariableOf(read)
	switch {
	case variable != nil:
	case read.Name == "title" || read.Name == "name":
		return n.resolveTitle(read, wanted, steps)
	default:
		return anyName()
	}
	return n.resolveFound(variable, wanted, steps)
}

// resolveQualified returns the texts of a variable of a class, or of a class that it inherits from.
func (n *namer) resolveQualified(class, name string, wanted selection, steps int) names {
	for _, owner := range n.Index.Line(class) {
		definitions := n.Index.Definitions(symbols.Symbol{Kind: symbols.Variable, In: symbols.Class, Owner: owner, Name: name})
		if len(definitions) == 0 {
			continue
		}
		other := n.parts[definitions[0].Table.Path]
		if other == nil || other.flow == nil || slices.ContainsFunc(definitions, func(one symbols.Reference) bool { return one.Table != definitions[0].Table }) {
			break
		}
		for _, scope := range other.flow.Scopes {
			if node, isClass := scope.Node.(*syntax.HostClassDefinition); isClass && module.Normalize(node.Name) == owner {
				if variable := scope.Own(name); variable != nil {
					return n.in(other).resolveFound(variable, wanted, steps)
				}
			}
		}
		break
	}
	return anyName()
}

// resolveFound returns the texts of a variable of the part.
func (n *namer) resolveFound(variable *flow.Variable, wanted selection, steps int) names {
	switch node := variable.Scope.Node.(type) {
	case *syntax.LambdaExpression:
		if variable.Parameter != nil {
			return n.resolveElement(variable, node, wanted, steps)
		}
	case *syntax.HostClassDefinition:
		if variable.Parameter != nil {
			return n.resolveParameter(symbols.Symbol{Kind: symbols.Variable, In: symbols.Class, Owner: module.Normalize(node.Name), Name: variable.Name}, variable, wanted, steps)
		}
	case *syntax.ResourceTypeDefinition:
		if variable.Parameter != nil {
			return n.resolveParameter(symbols.Symbol{Kind: symbols.Variable, In: symbols.DefinedType, Owner: module.Normalize(node.Name), Name: variable.Name}, variable, wanted, steps)
		}
	}
	if variable.Partial || variable.Parameter != nil {
		return anyName()
	}
	found := n.resolveAll(variable.Values, wanted, steps)
	found.hasAlternatives = found.hasAlternatives || len(variable.Values) > 1
	return found
}

// resolveElement returns the texts of a parameter of a lambda that visits the elements of a value.
func (n *namer) resolveElement(variable *flow.Variable, lambda *syntax.LambdaExpression, wanted selection, steps int) names {
	name, arguments := syntax.CalledFunction(variable.Scope.Call)
	switch name {
	case "each", "map", "filter", "reverse_each", "unique", "any", "all":
	default:
		return anyName()
	}
	switch {
	case len(arguments) == 0:
		return anyName()
	case len(lambda.Parameters) == 2 && lambda.Parameters[0] == variable.Parameter:
		if !wanted.isWhole() {
			return anyName()
		}
		return n.follow(arguments[0], selection{ofKeys: true}, steps)
	}
	if len(wanted.path) > 0 || len(lambda.Parameters) == 2 {
		wanted = wanted.at(anyPart)
	}
	return n.follow(arguments[0], wanted, steps)
}

// resolveParameter returns the texts of a parameter of a class or defined type: its default, the
// values in the data, and those that its declarations give. There may be others unless all
// declarations are known.
func (n *namer) resolveParameter(parameter symbols.Symbol, variable *flow.Variable, wanted selection, steps int) names {
	found := names{}
	if n.following[parameter] {
		return found // the outer call returns its values
	}
	n.following[parameter] = true
	defer delete(n.following, parameter)
	if variable.Parameter.Value != nil {
		inner := n.in(n.part)
		inner.defaultOf = parameter.Name
		found.add(inner.follow(variable.Parameter.Value, wanted, steps))
	}
	owner := symbols.Symbol{Kind: parameter.In, Name: parameter.Owner}
	isKnown := n.declared().finds(owner) && n.declared().listAttributes(owner)
	isComplete := n.declared().isComplete(owner)
	if parameter.In == symbols.Class {
		texts, ok := n.data.textsAt(parameter.Owner+"::"+parameter.Name, wanted)
		found.texts, isKnown, isComplete = append(found.texts, texts...), isKnown && ok, isComplete && !n.data.isPartial
	}
	for _, use := range n.usesOf(parameter) {
		other := n.parts[use.Table.Path]
		if other == nil || other.manifest == nil {
			continue
		}
		if value := other.declarationIndex().values[use.Occurrence.Span.Start]; value != nil {
			found.add(n.in(other).follow(value, wanted, steps))
		}
	}
	switch {
	case !isKnown:
		found.add(anyName())
	case !isComplete:
		found.add(anyNameOutside(owner))
	case !found.hasAlternatives:
		found.key = parameter.Owner + "::" + parameter.Name
	}
	return found
}

// usesOf returns the occurrences of a variable. Many classes have a parameter 'ensure': the
// occurrences of a name are resolved once for all variables of this name.
func (b *builder) usesOf(variable symbols.Symbol) []symbols.Reference {
	named, isKnown := b.variables.Load(variable.Name)
	if !isKnown {
		named, _ = b.variables.LoadOrStore(variable.Name, sync.OnceValue(func() map[symbols.Symbol][]symbols.Reference {
			return b.Index.VariablesNamed(variable.Name)
		}))
	}
	return named.(func() map[symbols.Symbol][]symbols.Reference)()[variable]
}
