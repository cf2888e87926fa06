package infer

import (
	"slices"
	"strings"

	"puppet-lint/checker/eval"
	"puppet-lint/checker/program"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// ExpressionInfo describes the expression at a position of a manifest.
type ExpressionInfo struct {
	// Span is the extent of the expression.
	Span source.Span
	// Type is nil if the expression is never evaluated.
	Type types.Type
	// Origins are where the value comes from, the closest first.
	Origins []Origin
}

// Origin is a location that a value comes from.
type Origin struct {
	// What describes the origin: "parameter $port of class 'example'".
	What string
	// File is nil for values from Puppet itself or from Ruby.
	File *source.File
	Span source.Span
	// Type is the type of the value there; it may be nil.
	Type types.Type
}

// At returns the smallest expression at a byte offset of the manifest. ok is false if there is
// none.
func (i *Types) At(offset int32) (place ExpressionInfo, ok bool) {
	around := i.around(offset)
	for at := len(around) - 1; at >= 0; at-- {
		node := around[at]
		t := i.TypeOf(node)
		isWhole := false // whether the value is not one of several parts
		switch node := node.(type) {
		case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition, *syntax.PlanDefinition,
			*syntax.NodeDefinition, *syntax.Program:
			return ExpressionInfo{}, false
		case *syntax.Parameter:
			t, isWhole = i.parameterType(around[:at], node), true
		case *syntax.VariableExpression:
			_, isPart := parentIn(around, at).(*syntax.AccessExpression)
			isWhole = !isPart
			if outer, ok := parentIn(around, at).(*syntax.AssignmentExpression); ok && outer.Left == syntax.Node(node) {
				t = i.TypeOf(outer.Right)
			}
		}
		if t != nil || isWhole {
			return ExpressionInfo{i.Manifest.Extent(node), t, i.originsOf(node, around[:at])}, true
		}
	}
	return ExpressionInfo{}, false
}

// around returns the nodes that contain an offset, the outermost first.
func (i *Types) around(offset int32) []syntax.Node {
	var found []syntax.Node
	syntax.Inspect(i.Manifest.Program, func(node syntax.Node) bool {
		if _, whole := node.(*syntax.Program); !whole && !i.Manifest.Extent(node).Contains(offset) {
			return false
		}
		found = append(found, node)
		return true
	})
	return found
}

func parentIn(around []syntax.Node, at int) syntax.Node {
	if at == 0 {
		return nil
	}
	return around[at-1]
}

// parameterType returns the declared type of a parameter of a definition, or the type of the
// values passed to a lambda's parameter.
func (i *Types) parameterType(around []syntax.Node, parameter *syntax.Parameter) types.Type {
	if d := i.definitionOf(parentIn(around, len(around))); d != nil {
		if known := d.Parameter(parameter.Name); known != nil {
			return known.Type
		}
	}
	return i.TypeOf(parameter)
}

// definitionOf returns the class, defined type, function or plan that a node of the manifest
// defines, or nil.
func (i *Types) definitionOf(node syntax.Node) *program.Definition {
	if b := i.evaluation.BodyOf(node); b != nil {
		return b.Definition
	}
	return nil
}

// originsOf returns the origins of a node's value.
func (i *Types) originsOf(node syntax.Node, around []syntax.Node) []Origin {
	switch node := node.(type) {
	case *syntax.VariableExpression:
		return i.originsOfVariable(node, around)
	case *syntax.TextExpression:
		return i.originsOf(node.Expr, around)
	case *syntax.ParenthesizedExpression:
		return i.originsOf(node.Expr, around)
	case *syntax.AccessExpression:
		if path, ok := eval.FactPath(node); ok {
			return []Origin{i.originOfFact(path)}
		}
		return i.originsOf(node.Left, around)
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		name, _ := syntax.CalledFunction(node)
		return i.originsOfCall(name)
	}
	return nil
}

// originsOfCall returns the function whose result a value is.
func (i *Types) originsOfCall(name string) []Origin {
	name = module.Normalize(name)
	if d := i.evaluation.Find(module.Function, name); d != nil {
		return []Origin{{
			What: "the result of function '" + name + "'", File: d.Manifest.Source, Span: d.Manifest.Extent(d.Node),
			Type: i.evaluation.SummaryOf(d.Body()).Returns,
		}}
	}
	found := i.evaluation.Tree.Plugins.FindFunction(name)
	switch {
	case found == nil:
		return nil
	case found.Module != nil:
		return []Origin{{What: "the result of function '" + name + "' of module '" + found.Module.Name + "', written in Ruby"}}
	}
	return []Origin{{What: "the result of Puppet's function '" + name + "'"}}
}

func (i *Types) originOfFact(path string) Origin {
	first, _, _ := strings.Cut(path, ".")
	if builtin.FindFact(first) != nil {
		return Origin{What: "the core fact '" + path + "'"}
	}
	if _, custom := slices.BinarySearch(i.evaluation.CustomFacts().Names, first); custom {
		return Origin{What: "the fact '" + path + "' of a module"}
	}
	return Origin{What: "the fact '" + path + "', which no module of the tree defines"}
}

// originsOfVariable returns where a variable is set. It searches the scopes around the variable
// from the inside out.
func (i *Types) originsOfVariable(node *syntax.VariableExpression, around []syntax.Node) []Origin {
	name, qualified := strings.CutPrefix(node.Name, "::")
	if at := strings.LastIndex(name, "::"); at > 0 {
		return i.originsInClass(i.evaluation.Class(module.Normalize(name[:at])), name[at+2:])
	}
	for at := len(around) - 1; at >= 0 && !qualified; at-- {
		scope := around[at]
		var found []Origin
		if lambda, ok := scope.(*syntax.LambdaExpression); ok {
			of := "of a block"
			if i.Manifest.Program.Body == syntax.Node(lambda) {
				of = "of the template"
			}
			found = i.parametersNamed(i.Manifest, lambda.Parameters, name, of)
			found = append(found, i.assignments(i.Manifest, lambda.Body, name)...)
		} else if d := i.definitionOf(scope); d != nil {
			found = i.originsIn(d, name)
			if len(found) == 0 && d.Kind == module.Class {
				found = i.originsInClass(i.evaluation.Class(d.Parent()), name)
			}
		} else if host, ok := scope.(*syntax.NodeDefinition); ok && host.Body != nil {
			found = i.assignments(i.Manifest, host.Body, name)
		} else if program, ok := scope.(*syntax.Program); ok {
			found = i.assignments(i.Manifest, program.Body, name)
		}
		if len(found) > 0 {
			return found
		}
	}
	return i.originsAtTop(name)
}

// originsAtTop returns the origins of a variable of top scope.
func (i *Types) originsAtTop(name string) []Origin {
	var found []Origin
	for _, setter := range i.evaluation.TopBodies(name) {
		found = append(found, i.assignments(setter.Manifest, setter.Manifest.Program.Body, name)...)
	}
	_, custom := slices.BinarySearch(i.evaluation.CustomFacts().Names, name)
	if len(found) == 0 && (custom || builtin.FindFact(name) != nil || builtin.LegacyFact(name) != nil) {
		found = append(found, i.originOfFact(name))
	}
	if len(found) == 0 && builtin.Words().TopVariables[name] != "" {
		found = append(found, Origin{What: "set by Puppet"})
	}
	return found
}

// originsInClass returns where a class or its ancestors set a variable.
func (i *Types) originsInClass(class *program.Definition, name string) []Origin {
	for range program.MaxAncestors {
		if class == nil {
			return nil
		}
		if found := i.originsIn(class, name); len(found) > 0 {
			return found
		}
		class = i.evaluation.Class(class.Parent())
	}
	return nil
}

// originsIn returns the parameter and the assignments of a definition that set a variable.
func (i *Types) originsIn(d *program.Definition, name string) []Origin {
	found := i.parametersNamed(d.Manifest, d.Parameters, name, "of "+wordFor(d.Kind)+" '"+d.Name+"'")
	if len(found) > 0 {
		found[0].Type = d.Parameter(name).Type
	}
	for _, statement := range program.StatementsOf(d.Node) {
		found = append(found, i.assignments(d.Manifest, statement, name)...)
	}
	if shown := i.evaluation.SummaryOf(d.Body()).Variables[name]; shown != nil {
		for at := range found {
			if found[at].Type == nil {
				found[at].Type = shown
			}
		}
	}
	return found
}

// wordFor returns the word for a kind of definition in messages.
func wordFor(kind module.Kind) string {
	switch kind {
	case module.Class:
		return "class"
	case module.DefinedType:
		return "defined type"
	case module.Function:
		return "function"
	case module.Plan:
		return "plan"
	}
	return "node"
}

func (i *Types) parametersNamed(manifest *module.Manifest, parameters []*syntax.Parameter, name, of string) []Origin {
	for _, parameter := range parameters {
		if parameter.Name == name {
			return []Origin{{What: "parameter $" + name + " " + of, File: manifest.Source, Span: manifest.Extent(parameter)}}
		}
	}
	return nil
}

// assignments returns the assignments to a variable in code, except for those in inner scopes.
func (i *Types) assignments(manifest *module.Manifest, root syntax.Node, name string) []Origin {
	var found []Origin
	syntax.Inspect(root, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.AssignmentExpression:
			if slices.Contains(program.TargetsOf(node.Left), name) {
				origin := Origin{What: "set", File: manifest.Source, Span: manifest.Extent(node)}
				if _, single := node.Left.(*syntax.VariableExpression); single && manifest == i.Manifest {
					origin.Type = i.TypeOf(node.Right)
				}
				found = append(found, origin)
			}
		case *syntax.LambdaExpression:
			return false
		}
		return !syntax.IsDefinition(node)
	})
	return found
}
