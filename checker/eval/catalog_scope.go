package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// CatalogScope is the scope of a body that is evaluated for a catalog. It returns values that
// other evaluations do not know, and it records what the code declares. Package compile
// implements it.
type CatalogScope interface {
	catalogValues
	catalogRecord
}

// catalogValues returns the values that only an evaluation for a catalog knows.
type catalogValues interface {
	// Evaluates is called before each node is evaluated.
	Evaluates(node syntax.Node)
	// CallResult returns the result of a function written in Puppet.
	CallResult(c *Call, d *program.Definition) Type
	// LookupResult returns the result of a lookup in the data.
	LookupResult(l *LookupCall) Type
	// DefinedNow reports whether an argument of defined() names something that exists.
	DefinedNow(argument Type) lattice.Truth
	// RenderedTemplate returns the text that a template renders; nil if it is unknown.
	RenderedTemplate(c *Call, template *module.Manifest) Type
	// ReadsAttribute is called before an attribute of a resource is read.
	ReadsAttribute()
	// HasFacts reports whether the facts of the node are known.
	HasFacts() bool
	// GivenFact returns the type of a fact, or of the part of it that further names select; nil if
	// it is unknown.
	GivenFact(names []string) Type
	// VariableAtTop returns the type of a top-scope variable. It returns nil if neither the
	// code evaluated so far nor the facts set the variable.
	VariableAtTop(name string) Type
	// VariableOfClass returns the type of a variable that a class itself sets. found reports
	// whether the class has the variable; known reports whether found is certain.
	VariableOfClass(d *program.Definition, name string) (t Type, found, known bool)
	// VariableAroundTemplate reads a variable in the scope that a template without parameters
	// is rendered in. It returns nil for all other code.
	VariableAroundTemplate(name string, node syntax.Node) Type
}

// catalogRecord records what code adds to a catalog. It is not called while code is evaluated
// aside, or at points that are never reached.
type catalogRecord interface {
	// DeclareResources adds the resources that a resource expression declares.
	DeclareResources(kind ResourceKind, known bool, node *syntax.ResourceExpression, titles [][]Type, exact []bool, given []Attributes)
	// SetDefaults adds Type { … }.
	SetDefaults(kind ResourceKind, given Attributes)
	// OverrideResources adds Type[title] { … } for the resources that references name.
	OverrideResources(references []Type, given Attributes)
	// CollectResources adds a collector.
	CollectResources(node *syntax.CollectExpression, kind ResourceKind, given Attributes)
	// RelateResources adds the order that a relationship expression defines.
	RelateResources(node *syntax.RelationshipExpression, left, right Type)
	// IncludeClass adds a class for include, contain or require. IncludeAnyOf adds each class
	// that a value may name.
	IncludeClass(function, name string, at syntax.Node)
	IncludeAnyOf(of Type, at syntax.Node)
	// RealizeResources adds the references that are passed to realize().
	RealizeResources(values []Type, at syntax.Node)
	// CreateResources adds the resources that a call creates from a hash. Attributes that a
	// resource lacks come from the argument at defaultsAt.
	CreateResources(c *Call, kind ResourceKind, known bool, resources []CreatedResource, exact bool, defaultsAt int)
	// EnsureResources adds the resources that a call ensures. Their titles are in the argument
	// at position, their attributes in the next one.
	EnsureResources(c *Call, kind ResourceKind, known bool, position int)
	// Fails records that fail() is called at the current point.
	Fails(what string, at syntax.Node)
	// Refuses records that Puppet refuses to evaluate the current point. Once the catalog is
	// evaluated, the severity of the finding says whether that is certain.
	Refuses(finding *diag.Diagnostic)
	// CallsRuby records a call of a function written in Ruby about which nothing is known but its
	// signatures.
	CallsRuby(c *Call)
	// AddTags adds tags to the class or resource whose body is evaluated.
	AddTags(value Type)
	// WriteText appends text to the template being rendered.
	WriteText(text string, known bool)
	// Uncertain marks what is declared from now on as possible only, until the returned
	// function is called.
	Uncertain() (certain func())
}

// NewCatalogEvaluator returns an evaluator of a body for a catalog. The budget counts down with
// each evaluated node.
func (p *Interpreter) NewCatalogEvaluator(b *program.Body, scope CatalogScope, budget *int) *Evaluator {
	e := p.NewEvaluator(b, false, false)
	e.callSite = &CallSite{AnyHost: true, budget: budget, IsDefault: func(string) bool { return false }, given: map[string]Type{}}
	e.compiling = scope
	return e
}

// SetTitle sets the title of the resource whose body is evaluated.
func (e *Evaluator) SetTitle(title Type) { e.callSite.Title = title }

// isCompiling reports whether the code being evaluated adds to a catalog.
func (e *Evaluator) isCompiling() bool {
	return e.compiling != nil && !e.silent && !e.state.unreachable
}

// reportToCatalog tells the compilation that Puppet refuses the code at the current point. issue is
// Puppet's code of the error; "" if the error has none. It returns the finding if its severity
// decides whether that is certain; the caller may change it.
func (e *Evaluator) reportToCatalog(rule *diag.Rule, span source.Span, issue, message string) *diag.Diagnostic {
	if !isFailure(rule) || e.Body.Module != nil && e.Body.Module.Known != nil {
		return nil // the code of a known module is not all that it really has
	}
	certain := issue != "" && issue != "UNKNOWN_VARIABLE" // which depends on the setting strict_variables
	switch rule {
	case &code.DuplicateDeclaration, &code.UndeclaredReference, &code.DependencyCycle:
		return nil // the catalog itself shows these
	case &code.InvalidAttributeValue, &code.InvalidDeferred:
		return nil // agents refuse these
	case &code.MissingFile:
		if !certain {
			return nil // agents fetch the file
		}
	case &code.UnknownAttribute, &code.InvalidTag, &code.IllegalLeave:
		certain = true
	}
	finding := &diag.Diagnostic{Rule: rule, Severity: diag.Error, File: e.Body.Manifest.Source, Span: span, At: span.Start, Message: message}
	finding.SetCode(issue)
	if !certain {
		finding.Severity = diag.Warning
	}
	e.compiling.Refuses(finding)
	if !certain {
		return nil
	}
	return finding
}

// writeText adds text to the template that is rendered for a catalog.
func (e *Evaluator) writeText(text string, known bool) {
	if e.compiling != nil && !e.silent {
		e.compiling.WriteText(text, known)
	}
}

// FollowMode makes the evaluator add to the catalog only if the evaluator of adds to it.
func (e *Evaluator) FollowMode(of *Evaluator) { e.silent = of.silent }

// IsOnEveryPath reports whether every execution of the body reaches the current point.
func (e *Evaluator) IsOnEveryPath() bool { return !e.IsConditional() && !e.state.unreachable }

// IsConditional reports whether the current point is behind a condition of unknown outcome.
func (e *Evaluator) IsConditional() bool { return e.state.passed != nil }

// IsUnreachable reports whether no execution reaches the current point.
func (e *Evaluator) IsUnreachable() bool { return e.state.unreachable }

// HasFailed reports whether no execution reaches the current point, because every one fails before it.
func (e *Evaluator) HasFailed() bool { return e.state.unreachable && !e.state.left }

// Resume continues the evaluation after code that always fails.
func (e *Evaluator) Resume() { e.state.unreachable = false }

// Returned returns the join of the values of return(), Never if there was none.
func (e *Evaluator) Returned() Type { return e.returned }

// OwnVariable returns the type of a variable that the body itself sets; nil if nothing has set
// it yet. certain reports whether all paths have set it, named whether the code evaluated so far
// names it.
func (e *Evaluator) OwnVariable(name string) (t Type, certain, named bool) {
	slot, named := e.bodyFrame().slots[name]
	if !named {
		return nil, false, false
	}
	bound := e.state.variables.at(slot)
	return bound.typ, bound.certain, true
}

// Variables are the variables of a body at one point of its evaluation. They do not change.
type Variables struct {
	slots  map[string]int
	values bindings[variable]
	// Unreachable reports whether no execution reaches the point.
	Unreachable bool
}

// Variables returns the variables of the body at the current point.
func (e *Evaluator) Variables() *Variables {
	return &Variables{slots: e.bodyFrame().slots, values: e.state.variables.fork(), Unreachable: e.state.unreachable}
}

// Own is OwnVariable at that point.
func (v *Variables) Own(name string) (t Type, certain, named bool) {
	slot, named := v.slots[name]
	if !named {
		return nil, false, false
	}
	bound := v.values.at(slot)
	return bound.typ, bound.certain, true
}

// IsStatement reports whether the code does not use the result of the call.
func (c *Call) IsStatement() bool { return c.isStatement }

// HasBlock reports whether the call has a lambda.
func (c *Call) HasBlock() bool { return c.block != nil }
