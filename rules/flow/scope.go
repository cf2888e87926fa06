package flow

import (
	"slices"
	"strings"

	"puppet-lint/internal/source"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// Analysis holds the variables of one file. It is immutable.
type Analysis struct {
	File *syntax.File
	// Scopes are in source order. The first is the file's top scope.
	Scopes []*Scope
	// Unresolved are the reads that no scope of the file resolves, and those of qualified
	// names, in source order.
	Unresolved []*syntax.VariableExpression
	// Resources are the resource expressions, and Calls the calls of named functions, in source
	// order.
	Resources []*syntax.ResourceExpression
	Calls     []NamedCall
	// Overrides holds the attributes that resource defaults, overrides and collectors set.
	Overrides []Override

	resolved []*Variable // by NodeID
}

// Scope is a scope opened in the text.
type Scope struct {
	// Node is the Program, definition or LambdaExpression that opens it.
	Node syntax.Node
	// Outer is the scope around a lambda, nil for all others.
	Outer *Scope
	// Call is the call that a lambda belongs to, nil for all others.
	Call syntax.Node
	// Variables are in the order of their first occurrence.
	Variables []*Variable
	// Openers are the calls in the scope, or in lambdas in it, that may read variables of the
	// scope without naming them as variables: calls for which ReadsByName is true, and calls of
	// functions from modules.
	Openers []syntax.Node

	// byName holds the variables by name if there are more than maxFew.
	byName map[string]*Variable
}

// maxFew is the greatest number of variables that are searched one by one. Most scopes are
// lambdas with one or two.
const maxFew = 8

// Variable is a variable of a scope.
type Variable struct {
	Name  string
	Scope *Scope
	// Span is the location of the first definition or assignment.
	Span source.Span
	// Parameter is set for parameters of definitions and lambdas.
	Parameter *syntax.Parameter
	// Values are the values assigned to the whole variable, in source order.
	Values []syntax.Node
	// Partial is set if the variable is assigned a part of a value, as in [$a, $b] = f(). Parts
	// holds these parts.
	Partial bool
	Parts   []Part
	// Reads are the expressions that read it.
	Reads []*syntax.VariableExpression

	// since is the offset after the first assignment. The variable exists from there on.
	since int32
}

// Part is an element of a list, or the value of a hash under the variable's own name. Index is
// -1 if the element is not known.
type Part struct {
	Of    syntax.Node
	Index int
}

// NamedCall is a call of a named function. The value before the dot of a method call is the
// first argument.
type NamedCall struct {
	Name      string
	Arguments []syntax.Node
}

// Override holds the attributes that the code sets for resources that are declared elsewhere.
type Override struct {
	// Type is the name of their type in lower case.
	Type       string
	Operations []syntax.Node
}

// Lookup returns the variable of that name that is visible in the scope, or nil.
func (s *Scope) Lookup(name string) *Variable {
	for scope := s; scope != nil; scope = scope.Outer {
		if variable := scope.Own(name); variable != nil {
			return variable
		}
	}
	return nil
}

// Own returns the scope's own variable of that name, or nil.
func (s *Scope) Own(name string) *Variable {
	if s.byName != nil {
		return s.byName[name]
	}
	for _, variable := range s.Variables {
		if variable.Name == name {
			return variable
		}
	}
	return nil
}

// add adds a variable with a new name.
func (s *Scope) add(variable *Variable) {
	s.Variables = append(s.Variables, variable)
	switch {
	case s.byName != nil:
		s.byName[variable.Name] = variable
	case len(s.Variables) > maxFew:
		s.byName = make(map[string]*Variable, 2*maxFew)
		for _, one := range s.Variables {
			s.byName[one.Name] = one
		}
	}
}

// VariableOf returns the variable that an expression reads, or nil if the file does not set it.
func (a *Analysis) VariableOf(read *syntax.VariableExpression) *Variable {
	return a.resolved[read.ID()]
}

// Of analyses the variables of a file.
func Of(file *syntax.File) *Analysis {
	f := &finder{analysis: &Analysis{File: file, resolved: make([]*Variable, file.NodeCount)}}
	f.visitEach = f.visit
	f.open(file.Program, nil)
	f.visit(file.Program.Body)
	f.resolve()
	return f.analysis
}

// finder collects scopes in one walk, and then resolves the reads. It does so afterwards
// because a variable may be set after the code that reads it.
type finder struct {
	analysis *Analysis
	scope    *Scope
	reads    []pendingRead
	calls    map[*syntax.LambdaExpression]syntax.Node
	// visitEach is the method visit as a function value, made once.
	visitEach func(node syntax.Node)
}

type pendingRead struct {
	node  *syntax.VariableExpression
	scope *Scope
}

func (f *finder) open(node syntax.Node, outer *Scope) {
	f.scope = &Scope{Node: node, Outer: outer}
	f.analysis.Scopes = append(f.analysis.Scopes, f.scope)
}

// within visits the children of a node in a new scope.
func (f *finder) within(node syntax.Node, outer *Scope, parameters []*syntax.Parameter) {
	around := f.scope
	f.open(node, outer)
	for _, parameter := range parameters {
		variable := f.declare(parameter.Name, parameter.NameToken, f.analysis.File.Tokens[parameter.NameToken].End)
		variable.Parameter = parameter
	}
	if lambda, isLambda := node.(*syntax.LambdaExpression); isLambda {
		f.scope.Call = f.calls[lambda]
	}
	syntax.EachChild(node, f.visitEach)
	f.scope = around
}

func (f *finder) declare(name string, token, since int32) *Variable {
	variable := f.scope.Own(name)
	if variable == nil {
		variable = &Variable{Name: name, Scope: f.scope, Span: f.analysis.File.Tokens[token].Span, since: since}
		f.scope.add(variable)
	}
	return variable
}

func (f *finder) visit(node syntax.Node) {
	switch node := node.(type) {
	case nil:
	case *syntax.HostClassDefinition:
		f.within(node, nil, node.Parameters)
	case *syntax.ResourceTypeDefinition:
		f.within(node, nil, node.Parameters)
	case *syntax.FunctionDefinition:
		f.within(node, nil, node.Parameters)
	case *syntax.PlanDefinition:
		f.within(node, nil, node.Parameters)
	case *syntax.NodeDefinition:
		f.within(node, nil, nil)
	case *syntax.ApplyExpression:
		f.openers(node)
		syntax.EachChild(node, f.visitEach)
	case *syntax.LambdaExpression:
		f.within(node, f.scope, node.Parameters)
	case *syntax.AssignmentExpression:
		f.assign(node.Left, node.Right, nil, f.analysis.File.Tokens[node.LastToken()].End)
		f.visit(node.Right)
	case *syntax.VariableExpression:
		f.reads = append(f.reads, pendingRead{node, f.scope})
	case *syntax.ResourceExpression:
		f.analysis.Resources = append(f.analysis.Resources, node)
		syntax.EachChild(node, f.visitEach)
	case *syntax.ResourceDefaultsExpression:
		f.override(node.TypeRef, node.Operations)
		syntax.EachChild(node, f.visitEach)
	case *syntax.ResourceOverrideExpression:
		f.override(node.Resources, node.Operations)
		syntax.EachChild(node, f.visitEach)
	case *syntax.CollectExpression:
		f.override(node.TypeExpr, node.Operations)
		syntax.EachChild(node, f.visitEach)
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		name, arguments := syntax.CalledFunction(node)
		if ReadsByName(name) || isOfModule(name) {
			f.openers(node)
		}
		if name != "" {
			f.analysis.Calls = append(f.analysis.Calls, NamedCall{name, arguments})
		}
		f.rememberLambda(node)
		syntax.EachChild(node, f.visitEach)
	default:
		syntax.EachChild(node, f.visitEach)
	}
}

// override records the attributes that are set for resources of a type.
func (f *finder) override(resources syntax.Node, operations []syntax.Node) {
	if name := TypeName(resources); name != "" && len(operations) > 0 {
		f.analysis.Overrides = append(f.analysis.Overrides, Override{strings.ToLower(name), operations})
	}
}

func (f *finder) rememberLambda(call syntax.Node) {
	var lambda *syntax.LambdaExpression
	switch call := call.(type) {
	case *syntax.CallNamedFunctionExpression:
		lambda = call.Lambda
	case *syntax.CallMethodExpression:
		lambda = call.Lambda
	}
	if lambda == nil {
		return
	}
	if f.calls == nil {
		f.calls = map[*syntax.LambdaExpression]syntax.Node{}
	}
	f.calls[lambda] = call
}

// ReadsByName reports whether a function may read variables of its caller's scope by name, as
// templates do. An empty name means that the function is not known.
func ReadsByName(name string) bool {
	return name == "" || readsByName[strings.TrimPrefix(name, "::")]
}

// isOfModule reports whether a function is neither Puppet's nor stdlib's, and so may access its
// caller's scope.
func isOfModule(name string) bool {
	return builtin.FindFunction(strings.TrimPrefix(name, "::")) == nil
}

var readsByName = map[string]bool{
	"template": true, "inline_template": true, "epp": true, "inline_epp": true, "getvar": true, "defined": true,
	"hiera": true, "hiera_array": true, "hiera_hash": true, "hiera_include": true, "lookup": true, "call": true,
	"multi_source_template": true, "template_multi": true, "getparam": true, "stdlib::deferrable_epp": true,
	"simplib::lookup": true, "dig44": true, "pick_default_template": true, "concat_template": true,
}

func (f *finder) openers(node syntax.Node) {
	for scope := f.scope; scope != nil; scope = scope.Outer {
		scope.Openers = append(scope.Openers, node)
	}
}

// assign declares the variables on the left side of an assignment.
func (f *finder) assign(left, value syntax.Node, part *Part, since int32) {
	switch left := left.(type) {
	case *syntax.VariableExpression:
		if strings.Contains(left.Name, "::") || left.Name == "" {
			return
		}
		variable := f.declare(left.Name, int32(left.FirstToken()), since)
		if value != nil {
			variable.Values = append(variable.Values, value)
		} else {
			variable.Partial = true
			variable.Parts = append(variable.Parts, *part)
		}
	case *syntax.LiteralList:
		whole, isKnown := value, part == nil
		if part != nil { // a list in a list
			whole = part.Of
			if list, isList := syntax.Unparenthesized(whole).(*syntax.LiteralList); isList && part.Index >= 0 && part.Index < len(list.Values) {
				whole, isKnown = list.Values[part.Index], true
			}
		}
		for i, one := range left.Values {
			if !isKnown {
				i = -1
			}
			f.assign(one, nil, &Part{whole, i}, since)
		}
	default:
		f.visit(left)
	}
}

func (f *finder) resolve() {
	for _, read := range f.reads {
		name := read.node.Name
		var found *Variable
		for scope := read.scope; scope != nil && !strings.Contains(name, "::"); scope = scope.Outer {
			variable := scope.Own(name)
			if variable == nil {
				continue
			}
			// Before a lambda sets a variable, it reads the one around it.
			if found == nil || variable.since <= f.analysis.File.Tokens[read.node.FirstToken()].Start {
				found = variable
			}
			if found.since <= f.analysis.File.Tokens[read.node.FirstToken()].Start {
				break
			}
		}
		if found == nil {
			f.analysis.Unresolved = append(f.analysis.Unresolved, read.node)
			continue
		}
		found.Reads = append(found.Reads, read.node)
		f.analysis.resolved[read.node.ID()] = found
	}
	slices.SortStableFunc(f.analysis.Unresolved, func(a, b *syntax.VariableExpression) int { return int(a.FirstToken() - b.FirstToken()) })
}
