package eval

import (
	"strings"

	"puppet-lint/internal/ascii"

	"puppet-lint/checker/code"
	"puppet-lint/checker/declarations"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// checkIncluded reports a variable of a class that nothing can have declared when the variable
// is read. It reports each class once in a body.
func (e *Evaluator) checkIncluded(class, written string, node syntax.Node) {
	if !e.reporting || e.callSite != nil || e.state.unreachable || e.alreadyReported[class] {
		return
	}
	if e.Body.IsTop() && e.Tree.Closed() {
		e.checkIncludedInWhole(class, written, node)
		return
	}
	if later, isGuess := e.includedLater(class, node); later != nil {
		e.alreadyReported.add(class)
		message := "$" + written + " has no value yet: the class '" + class + "' is declared only afterwards"
		if isGuess {
			message = "$" + written + " has no value unless the class '" + class + "' is declared first; here, it is declared only afterwards"
		}
		if finding := e.report(&code.ClassNotIncluded, node, "UNKNOWN_VARIABLE", message); finding != nil {
			if isGuess {
				finding.Severity = diag.Warning
			}
			finding.Related = append(finding.Related, e.related(e.Body.Manifest.Extent(later), "declared here"))
		}
	} else if e.isAbsent(class, node) {
		e.alreadyReported.add(class)
		e.report(&code.ClassNotIncluded, node, "UNKNOWN_VARIABLE", "$"+written+" has no value: the class '"+class+"' is not declared here")
	} else if found := e.query(declarations.Query{Kind: declarations.IsUndeclaredClass, Name: class, Shared: declarations.HoldsDefaults(class), At: node}); found.Yes {
		e.alreadyReported.add(class)
		message := "$" + written + " has no value: nothing declares the class '" + class + "' first"
		if found.IsGuess {
			message = "$" + written + " has no value unless the class '" + class + "' is declared first, and nothing here ensures that"
		}
		if finding := e.report(&code.ClassNotIncluded, node, "UNKNOWN_VARIABLE", message); finding != nil && found.IsGuess {
			finding.Severity = diag.Warning
		}
	}
}

// checkIncludedInWhole reports a variable of a class that a complete program never declares.
func (e *Evaluator) checkIncludedInWhole(class, written string, node syntax.Node) {
	e.query(declarations.Query{Kind: declarations.IsOfWhole})
	e.dependOnLeading(class)
	if e.isVariableGuarded(written) || e.isGuarded(class) {
		return
	}
	if reached := e.ClosureOf(e.Body.Node); !reached.Vague && !reached.Classes[class] && !program.DefinesNodes(e.Body.Manifest) {
		e.alreadyReported.add(class)
		e.report(&code.ClassNotIncluded, node, "UNKNOWN_VARIABLE", "$"+written+" has no value: nothing declares the class '"+class+"'")
	}
}

// includedLater returns the statement of the body that always declares a class, if that
// statement follows the node at and nothing before it can have declared the class. isGuess
// means that other code may have declared the class.
func (e *Evaluator) includedLater(class string, at syntax.Node) (later syntax.Node, isGuess bool) {
	d := e.Body.Definition
	if d == nil || e.Body.Module == nil || d.Kind != module.Class && d.Kind != module.DefinedType || e.declaredBefore("class\x00'"+class) != nil {
		return nil, false
	}
	for _, one := range e.CertainOf(d.Node).Classes {
		if one.Name == class {
			if one.Node.Span().Start < at.Span().Start {
				return nil, false
			}
			later = one.Node
		}
	}
	if later == nil || e.LocalOf(d.Node).Private {
		return nil, false
	}
	before := e.query(declarations.Query{Kind: declarations.MayComeBefore, Name: class, At: at})
	if before.Yes {
		return nil, false
	}
	// Puppet evaluates defined types after the classes of a node, whatever the order of their
	// declarations.
	return later, before.IsGuess || d.Kind == module.DefinedType
}

// checkReferences reports references in a relationship to classes and resources that nothing
// can have declared. If the other side of the relationship may be empty, it only reports
// classes that do not exist.
func (e *Evaluator) checkReferences(value Type, at syntax.Node, mayBeUnrelated bool) {
	if !e.reporting || e.callSite != nil || e.state.unreachable {
		return
	}
	items, exact := e.FlattenOne(value, 0)
	if !exact {
		return
	}
	isWhole := e.Tree.Closed() && e.Body.IsTop()
	for _, item := range items {
		switch reference := lattice.TypeIn(item).(type) {
		case *types.ClassType:
			e.depend(reference.Name)
			switch {
			case !reference.HasName || reference.Name == "main" || reference.Name == "settings":
			case e.Class(reference.Name) == nil:
				if e.query(declarations.Query{Kind: declarations.MayBeThere, Name: reference.Name}).Yes {
					continue
				}
				e.reportUndeclared(at, "the class '"+reference.Name+"'", diag.Suggestion{
					Written: reference.Name, Meant: e.DefinedNames(reference.Name, module.Class).Best(reference.Name),
				})
			case e.Body.Definition != nil && !mayBeUnrelated:
				if found := e.query(declarations.Query{Kind: declarations.IsUndeclaredClass, Name: reference.Name, Shared: declarations.HoldsDefaults(reference.Name)}); found.Yes {
					e.reportUndeclaredBy(found, at, "the class '"+reference.Name+"'", reference.Name)
				}
			}
		case *types.ResourceType:
			shown := reference.Name + "[" + lattice.Quote(reference.Title) + "]"
			if reference.HasTitle && reference.Title == "" {
				e.report(&code.RelationshipMismatch, at, "", shown+" refers to no resource: a title cannot be empty")
			} else if reference.HasTitle && e.Body.Definition != nil && !mayBeUnrelated {
				if found := e.query(declarations.Query{Kind: declarations.IsUndeclaredResource, Name: ascii.Lower(reference.Name), Title: reference.Title}); found.Yes {
					e.reportUndeclaredBy(found, at, shown, reference.Title)
				}
			}
		}
	}
	if isWhole && !mayBeUnrelated {
		e.checkReferencesOfWhole(items, at)
	}
}

// reportUndeclared reports a reference to something undeclared. If the reference is a typo, it
// suggests the intended name.
func (e *Evaluator) reportUndeclared(at syntax.Node, what string, suggestion diag.Suggestion) {
	if finding := e.report(&code.UndeclaredReference, at, "", "this refers to "+what+", but nothing declares it"); finding != nil {
		finding.Suggest(suggestion)
	}
}

// reportUndeclaredBy is like reportUndeclared, and takes the suggestion from the answer to a
// query. written is the undeclared name or title.
func (e *Evaluator) reportUndeclaredBy(found declarations.Answer, at syntax.Node, what, written string) {
	count := len(e.Findings)
	e.reportUndeclared(at, what, diag.Suggestion{Written: written, Meant: found.Meant})
	if found.IsGuess && len(e.Findings) > count {
		e.Findings[count].Severity = diag.Warning
		e.Findings[count].Message = "this refers to " + what + ", but nothing here ensures that it is in the same catalog"
	}
}

// checkReferencesOfWhole reports references to classes and resources that a complete program
// never declares.
func (e *Evaluator) checkReferencesOfWhole(items []Type, at syntax.Node) {
	e.query(declarations.Query{Kind: declarations.IsOfWhole})
	e.askOfAll(items)
	reached := e.ClosureOf(e.Body.Node)
	if reached.Vague || program.DefinesNodes(e.Body.Manifest) {
		return
	}
	for _, item := range items {
		switch reference := lattice.TypeIn(item).(type) {
		case *types.ClassType:
			if reference.HasName && e.Class(reference.Name) != nil && !reached.Classes[reference.Name] {
				e.reportUndeclared(at, "the class '"+reference.Name+"'", diag.Suggestion{})
			}
		case *types.ResourceType:
			if reference.HasTitle && e.programLacks(reached, ascii.Lower(reference.Name), reference.Title) {
				e.reportUndeclared(at, reference.Name+"["+lattice.Quote(reference.Title)+"]", diag.Suggestion{})
			}
		}
	}
}

// askOfAll makes the body depend on whether the program declares the targets of references.
func (e *Evaluator) askOfAll(references []Type) {
	for _, one := range references {
		switch reference := lattice.TypeIn(one).(type) {
		case *types.ClassType:
			e.dependOnLeading(reference.Name)
		case *types.ResourceType:
			e.dependOnLeading(ascii.Lower(reference.Name))
			e.depend(deps.Titles(ascii.Lower(reference.Name)))
		}
	}
}

// programLacks reports whether a complete program declares no resource with a title. Some
// resources are also known by another name, as files are by their path. For such a type,
// programLacks returns true only if there is no resource of the type at all.
func (e *Evaluator) programLacks(reached *declarations.Closure, typeName, title string) bool {
	if typeName == "stage" || reached.MayDeclare(typeName, title) {
		return false
	}
	text := e.Body.Manifest.Source.Text
	return !reached.Types[typeName] || typeName != "file" &&
		!strings.Contains(text, "alias") && !strings.Contains(text, "name") && !strings.Contains(text, "path")
}
