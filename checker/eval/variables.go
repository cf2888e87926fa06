package eval

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

func (e *Evaluator) evaluateVariable(node *syntax.VariableExpression) Type {
	if refined := e.refinedType(node); refined != nil {
		if e.unset[node.Name] {
			e.unsetReads++
		}
		if bound, _ := e.local(node.Name); bound.typ == nil && builtin.LegacyFact(node.Name) != nil {
			e.ReadVariable(node.Name, node) // so that a fix for every use of a legacy fact is offered
		}
		return refined
	}
	return e.ReadVariable(node.Name, node)
}

// ReadVariable returns the type of a variable at the current point. It searches in the order of
// Puppet's Scope#lookupvar.
func (e *Evaluator) ReadVariable(name string, node syntax.Node) Type {
	if name == "" {
		return e.Unknown
	}
	if name[0] >= '0' && name[0] <= '9' {
		return e.capture(name)
	}
	if bare, top := strings.CutPrefix(name, "::"); top && !strings.Contains(bare, "::") {
		return e.readTop(bare, name, node)
	}
	if strings.Contains(name, "::") {
		return e.readQualified(strings.TrimPrefix(name, "::"), name, node)
	}
	if bound, _ := e.local(name); bound.typ != nil {
		if !e.readsUnset(bound, name, node) {
			e.checkUnset(bound, name, node)
		}
		return bound.typ
	}
	if e.compiling != nil {
		if t := e.compiling.VariableAroundTemplate(name, node); t != nil {
			return t
		}
	}
	if e.Body.Alone {
		return e.Unknown
	}
	if e.isPending(name) {
		e.reportPending(name, name, node)
		return e.Unknown
	}
	if t := e.readInherited(name); t != nil {
		return t
	}
	if e.Body.Definition.MayHaveMetaparameter(name) {
		return e.Unknown
	}
	return e.readTop(name, name, node)
}

// isPending reports whether a name is a parameter that has no value yet.
func (e *Evaluator) isPending(name string) bool {
	return slices.ContainsFunc(e.pending, func(p program.Parameter) bool { return p.Name == name && p.Node.Value != nil })
}

// reportPending reports a default that reads a parameter that has no value yet.
func (e *Evaluator) reportPending(name, written string, node syntax.Node) {
	message := "the parameter $" + name + " has no value yet when this default is evaluated"
	if e.pending[0].Name == name {
		message = "`$" + name + "` must always be given a value: its default reads the parameter itself"
	}
	finding := e.report(&code.UnknownVariable, node, "ILLEGAL_PARAMETER_ACCESS", message)
	if finding == nil {
		return
	}
	if parent := e.Class(e.Body.Definition.Parent()); parent != nil {
		if t, found := e.classVariable(parent, name); found && !e.IsUnknown(t) {
			inherited := parent.Name + "::" + name
			finding.Suggest(diag.Suggestion{Written: written, Meant: inherited, Shown: "$" + inherited})
			return
		}
	}
	if e.pending[0].Name == name {
		finding.Help = "remove the default, so that Puppet names the missing value"
	}
}

// capture returns the type of $0, $1 …. Reading one is never an error.
func (e *Evaluator) capture(name string) Type {
	captures := e.state.captures
	if !captures.known {
		return e.Optional(e.String)
	}
	group := 0
	for _, digit := range name {
		if group = group*10 + int(digit-'0'); group > 1000 {
			break
		}
	}
	switch {
	case group > captures.groups:
		return e.Undef
	case group == 0, group < 64 && captures.certain&(1<<group) != 0:
		return e.String
	}
	return e.Optional(e.String)
}

// readInherited returns the type of a variable that the body's surroundings define: title, name
// and the like and, in a class, the variables of its ancestors. It returns nil if there is
// none.
func (e *Evaluator) readInherited(name string) Type {
	definition := e.Body.Definition
	if definition == nil {
		return nil
	}
	switch definition.Kind {
	case module.Class, module.DefinedType:
		switch name {
		case "title":
			return e.titleType(definition)
		case "name":
			return e.titleType(definition)
		case "module_name":
			if e.Body.Module != nil {
				return e.Str(e.Body.Module.Name)
			}
			return e.String
		case "caller_module_name":
			return e.String
		}
	}
	if definition.Kind != module.Class || definition.Parent() == "" {
		return nil
	}
	parent := e.Class(definition.Parent())
	e.depend(definition.Parent())
	if parent == nil {
		e.noteGap(MissingClass, definition.Parent())
		return e.Unknown // the parent is missing, or reported as missing
	}
	t, _ := e.classVariable(parent, name)
	return t
}

func (e *Evaluator) titleType(definition *program.Definition) Type {
	if definition.Kind == module.Class {
		return e.Str(definition.Name)
	}
	if e.callSite != nil && e.callSite.Title != nil {
		return e.callSite.Title
	}
	return e.NonEmptyString
}

// readTop returns the type of a variable of top scope. The main manifests, facts and the
// compiler set such variables.
func (e *Evaluator) readTop(name, written string, node syntax.Node) Type {
	e.checkLegacyVariable(name, written, node)
	if e.compiling != nil {
		if t := e.compiling.VariableAtTop(name); t != nil {
			return t
		}
	}
	if t := e.topVariable(name); t != nil {
		if e.IsUnknown(t) {
			e.noteGap(e.gapOfTop(name), name)
		}
		return t
	}
	if name == "module_name" || name == "caller_module_name" {
		return e.Optional(e.String)
	}
	if e.isCompiling() {
		e.reportToCatalog(&code.UnknownVariable, e.Body.Manifest.Extent(node), "UNKNOWN_VARIABLE", "$"+written+setNowhere)
	}
	if e.onlyTypes {
		return e.Unknown // finding out why would search the whole tree
	}
	if e.mayBeSetElsewhere(name, written) {
		e.noteGap(e.gapOfUnset(name, written), name)
		e.reportMisspeltFact(name, written, node)
		return e.Unknown
	}
	e.reportUnknownVariable(written, node)
	return e.Unknown
}

// topVariable is Program.TopVariable; it records the dependency.
func (e *Evaluator) topVariable(name string) Type {
	e.depend(deps.TopVariable(name))
	return e.TopVariable(e.Body, name)
}

// readQualified returns the type of $class::name.
func (e *Evaluator) readQualified(name, written string, node syntax.Node) Type {
	at := strings.LastIndex(name, "::")
	className, leaf := strings.ToLower(name[:at]), name[at+2:]
	if className == "settings" {
		return e.readSetting(leaf, written, node)
	}
	e.depend(className)
	class := e.Class(className)
	if class == nil {
		e.noteGap(MissingClass, className)
		if !e.alreadyReported[className] && !e.MayExist(module.Class, className, e.Body.Module) {
			e.reportVariableOfNone(className, written, node)
		}
		return e.Unknown
	}
	if class.Node == e.Body.Node && e.isPending(leaf) {
		e.reportPending(leaf, written, node)
		return e.Unknown
	}
	t, found := e.classVariable(class, leaf)
	if found {
		e.checkIncluded(className, written, node)
		return t
	}
	if leaf == "title" || leaf == "name" {
		return e.Str(class.Name)
	}
	if leaf == "module_name" || leaf == "caller_module_name" {
		return e.Optional(e.String)
	}
	isOwn := class.Manifest == e.Body.Manifest || class.Manifest.Module != nil && class.Manifest.Module == e.Body.Module
	if isOwn || !e.SummaryOf(class.Body()).Placeholder {
		e.reportUnknownVariable(written, node)
	}
	return e.Unknown
}

// classVariable returns the type of a variable of a class or its ancestors. If an ancestor is
// missing, the type is Unknown and found is true.
func (e *Evaluator) classVariable(class *program.Definition, name string) (t Type, found bool) {
	for range program.MaxAncestors {
		if class.Node == e.Body.Node {
			if slot, ok := e.bodyFrame().slots[name]; ok && e.state.variables.at(slot).typ != nil {
				return e.state.variables.at(slot).typ, true
			}
		} else if e.compiling != nil {
			if t, found, known := e.compiling.VariableOfClass(class, name); found {
				return t, true
			} else if !known {
				return e.Unknown, true
			}
		} else {
			e.depend(deps.Variable(class.Name, name))
			e.depend(deps.Variables(class.Name))
			summary := e.SummaryOf(class.Body())
			if t, ok := summary.Variables[name]; ok {
				return t, true
			}
			if summary.Growing || summary.Open {
				return e.Unknown, true
			}
		}
		if class.Parent() == "" {
			return nil, false
		}
		e.depend(class.Parent())
		class = e.Class(class.Parent())
		if class == nil {
			return e.Unknown, true
		}
	}
	return e.Unknown, true
}
