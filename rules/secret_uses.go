package rules

import (
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/secret"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// secretUses finds the parameters of classes and defined types that become secrets.
type secretUses struct {
	pass *TreePass
	// known holds the parameters of each definition, by searchedDefinition.
	known sync.Map
}

// searchedDefinition is a definition, by its node, and the depth at which it is searched: the deeper
// it is, the less may be beyond it.
type searchedDefinition struct {
	node  syntax.Node
	depth int
}

// secretUse is how a parameter becomes a secret.
type secretUse struct {
	kind secret.Kind
	// steps lead from the parameter to the secret.
	steps []diag.Related
	// isNamed is true if, in the definition, the value itself gets a name that marks it as a
	// secret.
	isNamed bool
}

// maxPassedOn bounds how many definitions a value may be passed on through.
const maxPassedOn = 4

// mayFollow reports whether a resource of that type may be a class or of a defined type.
func (u *secretUses) mayFollow(typeName string) bool {
	return typeName == "class" || strings.Contains(typeName, "::") || builtin.FindResourceType(typeName) == nil
}

// of returns the parameters of a definition that become secrets, by name, except for those whose
// own name says so.
func (u *secretUses) of(modules *module.Tree, definition *module.Definition, depth int) map[string]*secretUse {
	key := searchedDefinition{definition.Node, depth}
	if known, isKnown := u.known.Load(key); isKnown {
		return known.(map[string]*secretUse)
	}
	file := definition.Manifest.File
	if !strings.Contains(file.Source.Text, "::") && !secret.MayName(file.Source.Text) {
		u.known.Store(key, map[string]*secretUse(nil))
		return nil
	}
	variables := u.pass.finders.flows.of(file)
	if variables == nil {
		variables = flow.Of(file)
	}
	s := &useSearch{uses: u, modules: modules, definition: definition, variables: variables, depth: depth, found: map[string]*secretUse{}}
	syntax.Inspect(definition.Node, s.visit)
	u.known.Store(key, s.found)
	return s.found
}

// useSearch is the search for the parameters of one definition that become secrets.
type useSearch struct {
	uses       *secretUses
	modules    *module.Tree
	definition *module.Definition
	variables  *flow.Analysis
	depth      int
	found      map[string]*secretUse
}

func (s *useSearch) visit(node syntax.Node) bool {
	switch node := node.(type) {
	case *syntax.AttributeOperation:
		s.named(node.Name, node.Value)
	case *syntax.KeyedEntry:
		if key, isText := stringOf(node.Key); isText {
			s.named(key, node.Value)
		}
	case *syntax.AssignmentExpression:
		if variable, isVariable := node.Left.(*syntax.VariableExpression); isVariable {
			s.named(variable.Name, node.Right)
		}
	case *syntax.ConcatenatedString:
		s.inText(node)
	case *syntax.ResourceExpression:
		s.passedOn(node)
	}
	return true
}

// add notes that a parameter becomes a secret.
func (s *useSearch) add(parameter *flow.Variable, kind secret.Kind, at syntax.Node, message string, more ...diag.Related) {
	if s.found[parameter.Name] == nil {
		file := s.definition.Manifest.File
		s.found[parameter.Name] = &secretUse{kind: kind, steps: append([]diag.Related{{File: file.Source, Span: file.Extent(at), Message: message}}, more...)}
	}
}

// named examines a value that has a name.
func (s *useSearch) named(name string, value syntax.Node) {
	kind := secret.Named(name)
	if !kind.IsConfidential() {
		return
	}
	if parameter := s.parameter(value, 0); parameter != nil {
		s.add(parameter, kind, value, "used as '"+name+"' here")
		s.found[parameter.Name].isNamed = true
	}
}

// probe is a text that counts as a password wherever one is expected.
const probe = "Zq7xK9vW3tB5"

// inText examines a string that interpolates parameters. With the probe in place of a parameter,
// the form of the text decides whether the parameter is a secret.
func (s *useSearch) inText(node *syntax.ConcatenatedString) {
	if !slices.ContainsFunc(node.Segments, mayHoldSecret) || !slices.ContainsFunc(node.Segments, s.isNewParameter) {
		return
	}
	for _, segment := range node.Segments {
		parameter := s.parameter(segment, 0)
		if parameter == nil || s.found[parameter.Name] != nil {
			continue
		}
		var text strings.Builder
		start := 0
		for _, one := range node.Segments {
			switch literal, isLiteral := one.(*syntax.LiteralString); {
			case isLiteral:
				text.WriteString(literal.Value)
			case one == segment:
				start = text.Len()
				text.WriteString(probe)
			default:
				text.WriteByte(0)
			}
		}
		for _, match := range secret.InText(text.String()) {
			if match.Start <= start && start+len(probe) <= match.End && match.What != "a private key" {
				s.add(parameter, secret.Password, segment, "written as "+match.What+" here")
			}
		}
	}
}

// isNewParameter reports whether a segment of a string is a parameter that is not known to become a
// secret.
func (s *useSearch) isNewParameter(segment syntax.Node) bool {
	parameter := s.parameter(segment, 0)
	return parameter != nil && s.found[parameter.Name] == nil
}

// mayHoldSecret reports whether a segment of a string is a text that may contain a secret.
func mayHoldSecret(segment syntax.Node) bool {
	literal, isLiteral := segment.(*syntax.LiteralString)
	return isLiteral && secret.MayHold(literal.Value)
}

// passedOn examines what a resource gives to the parameters of another definition.
func (s *useSearch) passedOn(node *syntax.ResourceExpression) {
	typeName, isName := stringOf(node.TypeName)
	typeName = strings.TrimPrefix(typeName, "::")
	if !isName || s.depth >= maxPassedOn || !s.uses.mayFollow(typeName) {
		return
	}
	for _, body := range node.Bodies {
		var uses map[string]*secretUse
		for _, operation := range body.Operations {
			set, isAttribute := operation.(*syntax.AttributeOperation)
			if !isAttribute {
				continue
			}
			parameter := s.parameter(set.Value, 0)
			if parameter == nil || s.found[parameter.Name] != nil || secret.Named(set.Name) != secret.None {
				continue
			}
			if uses == nil {
				definition := definitionOf(s.modules, typeName, body.Title)
				if definition == nil || definition.Node == s.definition.Node {
					break
				}
				uses = s.uses.of(s.modules, definition, s.depth+1)
			}
			if use := uses[set.Name]; use != nil {
				s.add(parameter, use.kind, set.Value, "given as $"+set.Name+" here", use.steps...)
			}
		}
	}
}

// parameter returns the parameter of the definition whose value an expression has, or nil.
func (s *useSearch) parameter(node syntax.Node, depth int) *flow.Variable {
	if depth > maxPassedOn || node == nil {
		return nil
	}
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.TextExpression:
		return s.parameter(node.Expr, depth)
	case *syntax.ConcatenatedString:
		if len(node.Segments) == 1 {
			return s.parameter(node.Segments[0], depth+1)
		}
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		if wrapped := madeSensitive(node); len(wrapped) == 1 {
			return s.parameter(wrapped[0], depth+1)
		}
		if name, arguments := syntax.CalledFunction(node); (name == "unwrap" || name == "pick" || name == "String") && len(arguments) > 0 {
			return s.parameter(arguments[0], depth+1)
		}
	case *syntax.VariableExpression:
		variable := s.variables.VariableOf(node)
		switch {
		case variable == nil || variable.Partial:
		case variable.Parameter == nil && len(variable.Values) == 1:
			return s.parameter(variable.Values[0], depth+1)
		case variable.Parameter != nil && variable.Scope.Node == s.definition.Node && mayBeSecret(variable):
			return variable
		}
	}
	return nil
}

// mayBeSecret reports whether a parameter may hold a secret, and its own name does not say so.
func mayBeSecret(variable *flow.Variable) bool {
	if secret.Named(variable.Name) != secret.None {
		return false
	}
	leaves := flow.Leaves(variable.Parameter.TypeExpr)
	for _, leaf := range leaves {
		switch flow.TypeName(leaf) {
		case "String", "Sensitive", "Any", "Data", "Scalar", "ScalarData", "NotUndef":
			return true
		}
	}
	return len(leaves) == 0
}
