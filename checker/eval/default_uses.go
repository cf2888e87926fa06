package eval

import (
	"fmt"
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// A default that always fails is a mistake in the code that relies on it. If all code of the
// tree gives a value, or data outside of the tree may give one, the finding is only a warning.

// parametersGiven lists the parameters that one declaration of a class or defined type sets.
type parametersGiven struct {
	names []string
	// open reports whether the declaration may also set other parameters, through a hash or a
	// function.
	open bool
}

// sets reports whether the declaration may set any parameter.
func (g parametersGiven) sets() bool { return g.open || len(g.names) > 0 }

func (g parametersGiven) has(name string) bool { return g.open || slices.Contains(g.names, name) }

// and returns the parameters that either of the two declarations sets.
func (g parametersGiven) and(other parametersGiven) parametersGiven {
	return parametersGiven{slices.Concat(g.names, other.names), g.open || other.open}
}

// givenIn returns the declarations of classes and defined types in a manifest, by the name of
// the definition.
func givenIn(manifest *module.Manifest) map[string][]parametersGiven {
	found := map[string][]parametersGiven{}
	add := func(name string, given parametersGiven) {
		name = module.Normalize(name)
		found[name] = append(found[name], given)
	}
	addApart := func(reference syntax.Node, operations []syntax.Node) {
		if reference, ok := reference.(*syntax.QualifiedReference); ok && len(operations) > 0 {
			add(reference.Value, parametersGiven{givenByOperations(operations).names, true})
		}
	}
	above := declaredAbove{}
	syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
		addIncluded := func(name string, given parametersGiven) {
			if given.sets() || !above.contains(name, manifest.Extent(node).Start) {
				add(name, given)
			}
		}
		switch node := node.(type) {
		case *syntax.BlockExpression:
			above.addBlock(manifest, node)
		case *syntax.HostClassDefinition:
			if node.ParentClass != "" {
				add(node.ParentClass, parametersGiven{})
			}
		case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
			name, arguments := syntax.CalledFunction(node)
			addGivenByCall(name, arguments, addIncluded)
		case *syntax.ResourceExpression:
			addGivenByResource(node, add)
		case *syntax.ResourceDefaultsExpression: // in whatever scope they are
			addApart(node.TypeRef, node.Operations)
		case *syntax.ResourceOverrideExpression:
			if access, ok := node.Resources.(*syntax.AccessExpression); ok {
				addApart(access.Left, node.Operations)
			}
		case *syntax.CollectExpression:
			addApart(node.TypeExpr, node.Operations)
		}
		return true
	})
	return found
}

// declaredAbove maps each class to the parts of a manifest in which `include` does nothing,
// because they follow a resource-like declaration of the class.
type declaredAbove map[string][]source.Span

func (a declaredAbove) contains(class string, at int32) bool {
	return slices.ContainsFunc(a[module.Normalize(class)], func(part source.Span) bool { return part.Start <= at && at < part.End })
}

// addBlock adds the classes that the statements of a block declare like resources.
func (a declaredAbove) addBlock(manifest *module.Manifest, block *syntax.BlockExpression) {
	for _, statement := range block.Statements {
		operands := []syntax.Node{statement}
		for len(operands) > 0 {
			last := operands[len(operands)-1]
			operands = operands[:len(operands)-1]
			switch node := last.(type) {
			case *syntax.RelationshipExpression:
				operands = append(operands, node.Left, node.Right)
			case *syntax.ResourceExpression:
				a.addResource(node, source.Span{Start: manifest.Extent(node).End, End: manifest.Extent(block).End})
			}
		}
	}
}

func (a declaredAbove) addResource(node *syntax.ResourceExpression, below source.Span) {
	if module.Normalize(program.LiteralText(node.TypeName)) != "class" {
		return
	}
	for _, body := range node.Bodies {
		for _, title := range program.LiteralTexts(body.Title) {
			name := module.Normalize(title)
			a[name] = append(a[name], below)
		}
	}
}

func addGivenByCall(function string, arguments []syntax.Node, add func(string, parametersGiven)) {
	switch module.Normalize(function) {
	case "include", "contain", "require":
		for _, argument := range arguments {
			for _, name := range program.LiteralTexts(argument) {
				add(name, parametersGiven{})
			}
		}
	case "create_resources", "ensure_resource", "ensure_resources", "stdlib::ensure_resource", "stdlib::ensure_resources":
		if len(arguments) > 0 {
			for _, name := range program.LiteralTexts(arguments[0]) {
				add(name, parametersGiven{open: true})
			}
		}
	}
}

func addGivenByResource(node *syntax.ResourceExpression, add func(string, parametersGiven)) {
	name := program.LiteralText(node.TypeName)
	var defaults parametersGiven
	for _, body := range node.Bodies {
		if program.IsDefault(body.Title) {
			defaults = givenByBody(body)
		}
	}
	for _, body := range node.Bodies {
		if program.IsDefault(body.Title) {
			continue
		}
		given := givenByBody(body)
		given.names, given.open = slices.Concat(given.names, defaults.names), given.open || defaults.open
		if module.Normalize(name) != "class" {
			add(name, given)
			continue
		}
		for _, title := range program.LiteralTexts(body.Title) {
			add(title, given)
		}
	}
}

func givenByBody(body *syntax.ResourceBody) parametersGiven {
	return givenByOperations(body.Operations)
}

func givenByOperations(operations []syntax.Node) (given parametersGiven) {
	for _, operation := range operations {
		switch operation := operation.(type) {
		case *syntax.AttributeOperation:
			given.names = append(given.names, operation.Name)
		default:
			given.open = true
		}
	}
	return given
}

// AddGivenSignatures adds the parameters that a manifest's declarations, defaults, overrides and
// collectors give to the parts of its signature.
func AddGivenSignatures(parts deps.Texts, manifest *module.Manifest) {
	for name, given := range givenIn(manifest) {
		for _, one := range given {
			parts.Add(deps.ParametersGiven(name), fmt.Sprint(one.open, one.names, "\n"))
		}
	}
	apart := readSetApart(manifest)
	for name, given := range apart.defaults {
		parts.Add(deps.ParametersGiven(name), fmt.Sprint("defaults ", given.open, given.names, "\n"))
	}
	for name, given := range apart.changes {
		parts.Add(deps.ParametersGiven(name), fmt.Sprint("changes ", given.open, given.names, "\n"))
	}
}

// IsAlwaysGiven reports whether the tree declares a class or defined type, and always gives a
// value to one of its parameters.
func (p *Interpreter) IsAlwaysGiven(d *program.Definition, parameter string, dependencies deps.Set) bool {
	isDeclared, isAlways := p.declarationsGiving(d, parameter, dependencies)
	return isDeclared && isAlways
}

// declarationsGiving reports whether code of the tree declares a class or defined type by name, and
// whether all of that code gives a value to one of its parameters.
func (p *Interpreter) declarationsGiving(d *program.Definition, parameter string, dependencies deps.Set) (isDeclared, isAlways bool) {
	dependencies.Add(deps.ParametersGiven(d.Name))
	manifests := p.Tree.Manifests.With(d.Name)
	if own := d.Body().Manifest; !slices.Contains(manifests, own) {
		manifests = append(manifests, own) // of a file that belongs to nothing
	}
	for _, manifest := range manifests {
		for _, given := range p.given.Get(manifest, func() map[string][]parametersGiven { return givenIn(manifest) })[d.Name] {
			if isDeclared = true; !given.has(parameter) {
				return true, false
			}
		}
	}
	return isDeclared, true
}

// isGivenByUnseenData reports whether a parameter may get its value from data outside of the
// tree, or from data that no known hierarchy of the tree reads.
func (p *Interpreter) isGivenByUnseenData(d *program.Definition, parameter string, dependencies deps.Set) bool {
	if d.Kind != module.Class {
		return false
	}
	key := d.Name + "::" + parameter
	owner, _, _ := strings.Cut(d.Name, "::")
	dependencies.Add(deps.DataValues(key))
	dependencies.Add(deps.ModuleData(owner))
	dependencies.Add(deps.ModuleData("")) // files outside of modules may have values too
	return p.Data().IsOpen(key) || p.Tree.Documents.HasDataFor(key)
}

// SoftenDefault turns a finding into a warning if no code in the tree is known to rely on the
// default that causes it.
func (p *Interpreter) SoftenDefault(d *program.Definition, parameter string, finding *diag.Diagnostic, dependencies deps.Set) {
	if finding.Severity != diag.Error {
		return
	}
	why := ""
	switch {
	case p.IsAlwaysGiven(d, parameter, dependencies):
		why = "every declaration here gives a value: remove the default, so that Puppet reports a declaration without one"
	case p.isDeclaredByComputedName(d, dependencies):
		why = "only the module '" + d.Manifest.Module.Name + "' may declare it, and does so by a computed name: if that gives a value, remove the default"
	case p.isGivenByUnseenData(d, parameter, dependencies):
		why = "a node whose data gives no value cannot be compiled"
	default:
		return
	}
	finding.Severity = diag.Warning
	if finding.Help == "" {
		finding.Help = why
	}
}

// isDeclaredByComputedName reports whether only its own module may declare a class or defined
// type, but no declaration names it.
func (p *Interpreter) isDeclaredByComputedName(d *program.Definition, dependencies deps.Set) bool {
	if d.Manifest.Module == nil || !AssertsPrivate(d.Node) {
		return false
	}
	isDeclared, _ := p.declarationsGiving(d, "", dependencies)
	return !isDeclared
}
