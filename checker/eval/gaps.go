package eval

import (
	"slices"
	"strings"

	"puppet-lint/checker/program"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// GivenValue is a value that a call or resource gives to a parameter.
type GivenValue struct {
	Manifest *module.Manifest
	// Span is the span of the value's expression.
	Span source.Span
	Type Type
}

// givenKey identifies a parameter and the place where it is given a value.
type givenKey struct {
	definition syntax.Node
	parameter  string
	at         source.Span
}

// ParameterValue is a GivenValue with the parameter that gets it.
type ParameterValue struct {
	Definition syntax.Node
	Parameter  string
	Value      GivenValue
}

// GapKind is the reason why a type is not known.
type GapKind uint8

const (
	// MissingFunction is a function that is not found.
	MissingFunction GapKind = iota
	// MissingClass is a class that is not found and whose variables are read.
	MissingClass
	// MissingResourceType is a resource type that is not found.
	MissingResourceType
	// UnknownFact is a fact whose values are not known.
	UnknownFact
	// FactVariable is a variable of top scope with the name of a core fact. A node classifier
	// may set it to something else.
	FactVariable
	// UnknownVariable is a variable of top scope that is set outside the code.
	UnknownVariable
	// TemplateVariable is a variable that a template neither declares nor sets. The code that
	// renders the template sets it.
	TemplateVariable
	// UntypedFunction is a function without a known return type.
	UntypedFunction
	// UntypedLookup is a lookup of data without a requested type.
	UntypedLookup
)

// Gap is a reason why a type is not known, and the name that it concerns.
type Gap struct {
	Kind GapKind
	Name string
}

func (e *Evaluator) noteGap(kind GapKind, name string) {
	if e.remembers && !e.state.unreachable {
		e.Gaps[Gap{kind, name}]++
	}
}

// gapOfTop returns why the type of a variable of top scope is not known.
func (e *Evaluator) gapOfTop(name string) GapKind {
	if builtin.FindFact(name) != nil {
		return FactVariable
	}
	if _, isFact := slices.BinarySearch(e.CustomFacts().Names, name); isFact {
		return UnknownFact
	}
	return UnknownVariable
}

// gapOfUnset returns why the type of a variable that nothing sets is not known.
func (e *Evaluator) gapOfUnset(name, written string) GapKind {
	if _, inTemplate := e.templateOf(); inTemplate && !strings.Contains(written, "::") {
		return TemplateVariable
	}
	return UnknownVariable
}

func (e *Evaluator) noteGiven(d *program.Definition, p *program.Parameter, value Type, at syntax.Node) {
	if !e.remembers || e.IsNever(value) {
		return
	}
	span := e.Body.Manifest.Extent(at)
	key := givenKey{d.Node, p.Name, span}
	if i, known := e.givenAt[key]; known {
		e.Given[i].Value.Type = e.Join(e.Given[i].Value.Type, value)
		return
	}
	e.givenAt[key] = len(e.Given)
	e.Given = append(e.Given, ParameterValue{d.Node, p.Name, GivenValue{e.Body.Manifest, span, value}})
}
