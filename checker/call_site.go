package checker

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/diag"
	"puppet-lint/module"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// callSite is a context-sensitive evaluation of a class or defined type: with the values that a
// declaration gives its parameters, or with their defaults, instead of any values of their
// types.
//
// A failure counts only if evaluation is certain to reach it. state.passed holds the conditions
// of unknown outcome on the way to a state. For a definition on its own, a condition that
// depends only on the host counts as met: the finding holds for some hosts. For a declaration
// it does not, because the declaration may depend on the host, too.
type callSite struct {
	// given holds the types of the given values, by parameter. A parameter that is not in it
	// has its default if IsDefault returns true, and otherwise any value of its type.
	given     map[string]Type
	isDefault func(parameter string) bool
	// free holds the parameters whose given values may be anything (isUnsettled).
	free map[string]bool
	// title is nil if it is unknown.
	title Type
	// anyHost makes conditions about the host count as unknown. mayBe makes conditions that may
	// have any outcome count as met.
	anyHost, mayBe bool
	// outer is the evaluator of the call site that makes this declaration, or nil.
	outer *evaluator
	// budget counts down with each evaluated node, including those of inner call sites.
	budget *int
	depth  int
	// idle holds the statements to skip.
	idle     map[syntax.Node]bool
	failures []failure
	// dependencies collects the names that the evaluation looks up; it may be nil.
	dependencies deps.Set
}

// failure is an error that occurs at a call site.
type failure struct {
	diag.Diagnostic
	// refusal reports whether the code itself rejects the values, by calling fail().
	refusal bool
	// declared is the declaration in the outermost call site that fails; nil if that call site
	// fails itself.
	declared syntax.Node
}

func (f *failure) key() findingKey { return findingKey{f.Rule, f.At} }

// isOfName reports whether a failure is about an unknown name: a function, a type, a class, or
// a variable that the manifest never sets. Such a failure does not depend on values; it is
// reported where the name is used.
func (p *interpreter) isOfName(f *failure) bool {
	switch f.Rule {
	case &code.UnknownFunction, &code.UnknownType:
		return true
	case &code.UnknownClass, &code.UnknownResourceType:
		return !strings.Contains(f.File.Slice(f.Span), "$")
	case &code.UnknownVariable:
		name, _, found := strings.Cut(strings.TrimPrefix(f.Message, "$"), setNowhere)
		return found && (strings.Contains(name, "::") || usesIn(p.Tree.Manifest(f.File.Name))[name]&sets == 0)
	}
	return false
}

// maxInstances limits the nesting of call sites, instanceBudget the nodes evaluated for one
// call site and all within it, and maxPartDeclarations the declarations of a body that are
// checked for single branches.
const (
	maxInstances   = 3
	instanceBudget = 60000
	maxInnerLength = 16 << 10 // bytes of the text of a definition

	maxPartDeclarations = 16
)

// condition is a test of unknown outcome that a path has passed.
type condition struct {
	// ofHost reports whether the test depends only on the host.
	ofHost bool
	// isFree reports whether the test may have any outcome: it depends only on free parameters,
	// or on what else is declared.
	isFree bool
}

// noteCondition records in states that they are only reached under a condition.
func (e *evaluator) noteCondition(test syntax.Node, states ...*state) {
	if e.callSite == nil {
		return
	}
	one := condition{ofHost: e.asksHost(test), isFree: isDefinedTest(test) || e.asksOnlyFor(test, e.callSite.free)}
	for _, s := range states {
		s.passed = s.passed.with(one, source.Span{})
	}
}

// isDefinedTest reports whether a test is a call of defined(), negated or not.
func isDefinedTest(test syntax.Node) bool {
	switch test := program.Unparenthesized(test).(type) {
	case *syntax.NotExpression:
		return isDefinedTest(test.Expr)
	case *syntax.CallNamedFunctionExpression:
		return program.LiteralText(test.Functor) == "defined"
	}
	return false
}

// asksOnlyFor reports whether a test depends on the given parameters only.
func (e *evaluator) asksOnlyFor(test syntax.Node, parameters map[string]bool) bool {
	only, variables := len(parameters) > 0, 0
	syntax.Inspect(test, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.VariableExpression:
			variables++
			only = only && parameters[node.Name]
		case *syntax.LambdaExpression:
			only = false
		case *syntax.CallNamedFunctionExpression:
			only = only && !asksElsewhere(program.LiteralText(node.Functor))
		}
		return only
	})
	return only && variables > 0
}

// asksHost reports whether a test depends on facts only.
func (e *evaluator) asksHost(test syntax.Node) bool {
	ofHost, variables := true, 0
	syntax.Inspect(test, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.VariableExpression:
			variables++
			ofHost = ofHost && e.isOfHost(node.Name)
		case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression, *syntax.LambdaExpression:
			ofHost = false
		}
		return ofHost
	})
	return ofHost && variables > 0
}

func (e *evaluator) isOfHost(name string) bool {
	bare := strings.TrimPrefix(name, "::")
	if strings.Contains(bare, "::") {
		return false
	}
	if bare != name {
		return true
	}
	if _, isLocal := e.frame.slot(name); isLocal || e.readInherited(name) != nil {
		return false
	}
	return bare != "" && (bare[0] < '0' || bare[0] > '9')
}

// isReached reports whether the current point is certain to be reached. Conditions about the
// host count as met unless anyHost is true.
func (e *evaluator) isReached(anyHost bool) bool {
	return e.state.passed.find(func(c condition) bool { return !c.ofHost || anyHost }) == nil
}

// mayBeReached is like isReached, but conditions that may have any outcome count as met if the
// call site has mayBe set: the author expects the code behind them to run.
func (e *evaluator) mayBeReached(anyHost bool) bool {
	return e.state.passed.find(func(c condition) bool {
		return !(c.isFree && e.callSite.mayBe) && (!c.ofHost || anyHost)
	}) == nil
}

// noteFailure reports whether a finding of a rule is a failure of the call site: an error at a
// point that is certain to be reached.
func (e *evaluator) noteFailure(rule *diag.Rule) bool {
	return rule.Severity == diag.Error && rule.Group == diag.Correctness && rule != &code.InternalError && e.mayBeReached(e.callSite.anyHost)
}

// noteRefusal records a call of fail() that is certain to be reached.
func (e *evaluator) noteRefusal(c *call) {
	if e.callSite == nil || !e.reporting || e.state.unreachable || !e.isReached(true) {
		return
	}
	message := "fail() is called"
	if text, known := lattice.StringOf(c.argument(0)); known {
		message = "it calls fail(" + lattice.Shorten(lattice.Quote(text)) + ")"
	}
	e.callSite.failures = append(e.callSite.failures, failure{Diagnostic: diag.Diagnostic{
		Rule: &code.RefusedValue, Severity: code.RefusedValue.Severity, File: e.body.Manifest.Source,
		Span: e.body.Manifest.Extent(c.at), At: c.at.Span().Start, Message: message,
	}, refusal: true})
}

// isExhausted counts one evaluation and reports whether the budget is exceeded.
func (i *callSite) isExhausted() bool {
	*i.budget--
	return *i.budget < 0
}

// valueInInstance returns the type of a parameter at the call site. ofType is the type of any
// value of the parameter.
func (e *evaluator) valueInInstance(p *program.Parameter, ofType Type) Type {
	given := e.callSite.given[p.Name]
	if given != nil && !p.Required && e.MayBeUndef(given) && !e.IsUnknown(given) {
		if given != e.Undef {
			return ofType // the default, or not
		}
		given = nil
		if p.Node.Value != nil && !e.callSite.isDefault(p.Name) {
			given = e.evaluateForCallSite(p.Node.Value)
		}
	}
	if given == nil && p.Node.Value != nil && e.callSite.isDefault(p.Name) {
		given = e.evaluateForCallSite(p.Node.Value)
	}
	if given == nil || e.IsUnknown(given) || e.IsNever(given) || p.Rest {
		return ofType
	}
	if e.IsUnknown(ofType) || ofType == e.Any {
		return given
	}
	switch e.Relation(given, ofType) {
	case lattice.Always:
		return given
	case lattice.Never:
		return ofType // said where it is given
	}
	return e.Meet(given, ofType)
}

// evaluateForCallSite evaluates the default of a parameter without findings. Mistakes in the
// default are found when the body is evaluated for any values.
func (e *evaluator) evaluateForCallSite(value syntax.Node) Type {
	defer e.restore(e.mode)
	e.reporting = false
	given := e.evaluate(value)
	e.state.unreachable = false
	return given
}

// evaluateCallSite evaluates a body at a call site and returns the failures in the order of
// evaluation. It returns nil if the budget is exceeded.
func (p *interpreter) evaluateCallSite(b *program.Body, in callSite) (failures []failure) {
	if b.Definition != nil && b.Definition.IsDamaged {
		return nil // what its syntax errors lead to is no news to who calls it
	}
	if in.budget == nil {
		budget := instanceBudget
		in.budget = &budget
	}
	if in.isDefault == nil {
		in.isDefault = func(string) bool { return false }
	}
	in.idle = p.relevanceOf(b.Definition).idle
	e := p.newEvaluator(b, true, false)
	e.callSite = &in
	if in.dependencies != nil {
		e.dependencies = in.dependencies
	}
	defer func() {
		if recover() != nil {
			failures = nil // the body's own evaluation reports mistakes of the checker
		}
	}()
	e.runBody()
	if *in.budget < 0 {
		return nil
	}
	for _, finding := range e.findings {
		if finding.Severity != diag.Error {
			continue // it is no more certain than for any values
		}
		in.failures = append(in.failures, failure{Diagnostic: finding})
	}
	return in.failures
}

// declaration is a class or a resource of a defined type that is declared with values.
type declaration struct {
	definition *program.Definition
	given      attributes
	title      Type
	at         syntax.Node
	// complete reports whether every parameter without a given value has its default.
	complete bool
	// created is the function call that creates the resource, or nil.
	created *call
	// part is the branch that sets one of the given values, if the declaration is checked for
	// that branch alone; otherwise nil.
	part *branch
}

// noteDeclaration keeps a declaration until every body has been evaluated. At a call site this
// is the case already, so failures are recorded at once.
func (e *evaluator) noteDeclaration(kind resourceKind, node *syntax.ResourceExpression, body *syntax.ResourceBody, given attributes, defaults *syntax.ResourceBody) {
	if !e.reporting || e.state.unreachable || given.open || defaults != nil || node.Form == syntax.Exported {
		return
	}
	one := declaration{definition: kind.defined, given: given, at: body.Title}
	title, known := lattice.StringOf(e.evaluateSilently(body.Title))
	switch {
	case kind.name == "class":
		if !known {
			return
		}
		if one.definition = e.Class(module.Normalize(title)); one.definition == nil {
			return
		}
	case kind.defined == nil || len(given.names) == 0 && !(known && e.dependsOnTitle(kind.defined)):
		return
	default:
		if one.complete = !e.hasDefaults(kind); known {
			one.title = e.Str(title)
		}
		one.given = given.except(e.changesTo(kind))
	}
	e.keepDeclaration(&one)
	e.keepParts(&one)
}

// matters reports whether evaluating a body at a call site can make a difference.
func (p *interpreter) matters(d *program.Definition, in *callSite) bool {
	return len(in.given) > 0 || in.title != nil && p.asksForTitle(d)
}

// asksForTitle reports whether the body of a defined type uses its title.
func (p *interpreter) asksForTitle(d *program.Definition) bool {
	asked := p.relevanceOf(d).contents
	return asked["title"] || asked["name"]
}

// keepParts keeps a variant of a declaration for each value that branches have set a given
// variable to.
func (e *evaluator) keepParts(d *declaration) {
	for i, name := range d.given.names {
		parts := e.partsAt(d.given.nodes[i][1])
		if len(parts) == 0 || !e.relevanceOf(d.definition).parameters[name] {
			continue
		}
		for _, part := range parts {
			if e.partDeclarations++; e.partDeclarations > maxPartDeclarations {
				return
			}
			one := *d
			one.part = &part
			one.given.values = slices.Clone(d.given.values)
			one.given.values[i] = part.typ
			e.keepDeclaration(&one)
		}
	}
}

func (e *evaluator) keepDeclaration(d *declaration) {
	switch {
	case e.callSite == nil:
		e.declarations = append(e.declarations, *d)
	case e.callSite.depth < maxInstances && e.mayBeReached(e.callSite.anyHost):
		e.noteInner(d)
	}
}

// noteCreated is noteDeclaration for a resource that a function call creates.
func (e *evaluator) noteCreated(c *call, kind resourceKind, title Type, fields []lattice.Field, exact bool) {
	if !e.reporting || e.state.unreachable || kind.defined == nil || kind.name == "class" || len(fields) == 0 {
		return
	}
	one := declaration{definition: kind.defined, title: title, at: c.at, created: c, complete: exact && !e.hasDefaults(kind)}
	for _, field := range fields {
		if !slices.Contains(one.given.names, field.Name) {
			one.given.names, one.given.values = append(one.given.names, field.Name), append(one.given.values, field.Value)
			one.given.nodes = append(one.given.nodes, [2]syntax.Node{c.at, c.at})
		}
	}
	one.given = one.given.except(e.changesTo(kind))
	e.keepDeclaration(&one)
}

// noteInner evaluates a declaration made at a call site. Its first failure becomes a failure of
// the call site, unless the definition fails without the given values, too.
func (e *evaluator) noteInner(d *declaration) {
	inner := d.callSite(e.interpreter, true, nil)
	e.dependOnDeclared(e.dependencies, d, e.matters(d.definition, &inner))
	extent := d.definition.Manifest.Extent(d.definition.Node)
	if extent.End-extent.Start > maxInnerLength || e.hasDeclared(d, inner.given) {
		return
	}
	inner.outer, inner.budget, inner.depth, inner.mayBe = e, e.callSite.budget, e.callSite.depth+1, e.callSite.mayBe
	failures := e.failuresOf(d.definition, inner, e.dependencies)
	if len(failures) == 0 {
		return
	}
	first := failures[0]
	if e.failsAnyway(d.definition, &first, e.dependencies) || e.failsByDefaults(d, &first, e.dependencies) {
		return
	}
	first.declared = d.at
	e.callSite.failures = append(e.callSite.failures, first)
}

// hasDeclared reports whether a declaration has the same given values when the body is
// evaluated on its own. If so, it is checked there.
func (e *evaluator) hasDeclared(d *declaration, given map[string]Type) bool {
	declarations := e.declarationsOf(e.body)
	for i := range declarations {
		if declarations[i].at != d.at {
			continue
		}
		for j, name := range declarations[i].given.names {
			if value := given[name]; value != nil && value != declarations[i].given.values[j] {
				return false
			}
		}
		return true
	}
	return false
}

// declarationsOf returns the declarations found when a body was evaluated on its own, in this
// check or an earlier one.
func (p *interpreter) declarationsOf(b *program.Body) []declaration {
	if found := p.ownDeclarationsOf(b); found != nil {
		return found
	}
	if before, ok := p.lastDeclared.Load(b.Node); ok {
		return before.([]declaration)
	}
	return nil
}

// ownDeclarationsOf returns the declarations found when a body was evaluated for findings in
// this check.
func (p *interpreter) ownDeclarationsOf(b *program.Body) []declaration {
	if found, ok := p.declared.Load(b); ok {
		return found.([]declaration)
	}
	return nil
}

// keepDeclarations keeps the declarations of a body for later checks.
func (p *interpreter) keepDeclarations(b *program.Body) {
	found := p.ownDeclarationsOf(b)
	kept := make([]declaration, len(found))
	for i, one := range found {
		kept[i] = declaration{at: one.at, given: one.given} // the rest would hold the program
	}
	p.lastDeclared.Store(b.Node, kept)
}

// callSite returns the call site of a declaration. If only is not empty, it names the
// values that count: all others may be any value of their types.
func (d *declaration) callSite(p *interpreter, isInner bool, only []string) callSite {
	in := callSite{given: map[string]Type{}, free: map[string]bool{}, title: d.title, anyHost: true, mayBe: true}
	relevance := p.relevanceOf(d.definition)
	for i, name := range d.given.names {
		if relevance.parameters[name] && !p.IsUnknown(d.given.values[i]) && !p.isOrdinary(d.definition, name, isInner || !relevance.contents[name]) && (len(only) == 0 || slices.Contains(only, name)) {
			in.given[name] = d.given.values[i]
		}
		if p.isUnsettled(d.given.values[i]) {
			in.free[name] = true
		}
	}
	if d.complete && len(only) == 0 {
		in.isDefault = func(name string) bool { return !slices.Contains(d.given.names, name) }
	}
	return in
}

// isUnsettled reports whether a value may be anything, or is only known to be a Boolean, or a
// Hash or Array that may be empty.
func (p *interpreter) isUnsettled(value Type) bool {
	switch {
	case p.IsUnknown(value) || value == p.Any || value == p.Boolean:
		return true
	case lattice.TypeClassOf(value) == lattice.HashClass || lattice.TypeClassOf(value) == lattice.ArrayClass:
		size := lattice.SizeOf(value)
		return size.Low == 0 && size.High > 0
	}
	return false
}

// isOrdinary reports whether all values of a parameter's type have the same effect: the
// parameter takes scalars, and the code does not use its value (isUnasked).
func (p *interpreter) isOrdinary(d *program.Definition, name string, isUnasked bool) bool {
	parameter := d.Parameter(name)
	return isUnasked && parameter != nil && p.isScalar(parameter)
}

// isScalar reports whether a parameter accepts only scalars and undef.
func (p *interpreter) isScalar(of *program.Parameter) bool {
	return of.Type != p.Any && !p.IsUnknown(of.Type) && p.Relation(of.Type, p.Optional(p.Store.ScalarData)) == lattice.Always
}

// callSiteSummary is the result of evaluating a call site.
type callSiteSummary struct {
	failures     []failure
	dependencies deps.Set
}

// pass adds the dependencies of a call site to those of the caller.
func (i *callSiteSummary) pass(p *interpreter, to deps.Set) {
	if p.Tracks {
		maps.Copy(to, i.dependencies)
	}
}

// failuresOf returns what evaluateCallSite does, and reuses the result for equal values. It
// returns nil if no value matters. The dependencies of the result are added to dependencies.
func (p *interpreter) failuresOf(d *program.Definition, in callSite, dependencies deps.Set) []failure {
	if !p.matters(d, &in) {
		return nil
	}
	var key strings.Builder
	fmt.Fprintf(&key, "%p %p %t", d.Node, in.title, in.mayBe)
	for _, parameter := range d.Signature() {
		if value := in.given[parameter.Name]; value != nil {
			fmt.Fprintf(&key, " %s %p", parameter.Name, value)
		}
	}
	made := p.callSites.Get(key.String(), func() *callSiteSummary {
		in.dependencies = p.NewDependencies()
		return &callSiteSummary{p.evaluateCallSite(d.Body(), in), in.dependencies}
	})
	made.pass(p, dependencies)
	return made.failures
}

// fails reports whether a call site has the same failure.
func (p *interpreter) fails(d *program.Definition, in callSite, as *failure) bool {
	return slices.ContainsFunc(p.evaluateCallSite(d.Body(), in), func(one failure) bool { return one.key() == as.key() })
}

// failsAnyway reports whether a definition has the same failure for any values of its
// parameters. The dependencies of the answer are added to dependencies.
func (p *interpreter) failsAnyway(d *program.Definition, f *failure, dependencies deps.Set) bool {
	if p.isOfName(f) {
		return true
	}
	made := p.failsAlways.Get(d.Node, func() *callSiteSummary {
		dependencies := p.NewDependencies()
		return &callSiteSummary{p.evaluateCallSite(d.Body(), callSite{dependencies: dependencies}), dependencies}
	})
	made.pass(p, dependencies)
	return slices.ContainsFunc(made.failures, func(one failure) bool { return one.key() == f.key() })
}

// ownFailures are the errors that a body has on its own, and what its declarations lead to.
type ownFailures struct {
	errors       []findingKey
	declarations []declaration
	dependencies deps.Set
}

// failsItself reports whether a failure of a call site is reported at the definition already:
// one of its paths fails, or one of its declarations. Who uses the definition need not hear of
// it again. The dependencies of the answer are added to dependencies.
func (p *interpreter) failsItself(d *program.Definition, f *failure, dependencies deps.Set) bool {
	made := p.failsOnItsOwn.Get(d.Node, func() *ownFailures {
		if d.IsDamaged {
			return &ownFailures{}
		}
		e := p.newEvaluator(d.Body(), true, false)
		if !e.runsThrough() {
			return &ownFailures{}
		}
		made := &ownFailures{declarations: e.declarations, dependencies: e.dependencies}
		for _, finding := range e.findings {
			if finding.Severity == diag.Error {
				made.errors = append(made.errors, findingKey{finding.Rule, finding.At})
			}
		}
		return made
	})
	if p.Tracks {
		maps.Copy(dependencies, made.dependencies)
	}
	if slices.Contains(made.errors, f.key()) {
		return true
	}
	return slices.ContainsFunc(made.declarations, func(declared declaration) bool {
		failures := p.failuresOf(declared.definition, declared.callSite(p, false, nil), dependencies)
		return len(failures) > 0 && (failures[0].key() == f.key() || f.declared != nil && f.declared == declared.at)
	})
}

// runsThrough evaluates the body and reports whether that came to an end. The body's own
// evaluation reports mistakes of the checker.
func (e *evaluator) runsThrough() (ended bool) {
	defer func() { ended = recover() == nil }()
	e.runBody()
	return true
}

// asksForInstances reports whether to evaluate a body with the defaults of its parameters, and
// its declarations with the given values. A body with errors is skipped, since these may be the
// cause of further ones.
func (r *run) asksForInstances(b *program.Body) bool {
	outcome := r.results[b]
	return outcome != nil && b.Wanted && !slices.ContainsFunc(outcome.findings, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// checkInstances reports what fails with the defaults of a body's parameters, and the
// declarations that fail with the given values.
func (r *run) checkInstances(b *program.Body) {
	outcome := r.results[b]
	outcome.findings = append(outcome.findings, r.checkDefaults(b)...)
	var failing syntax.Node
	declarations := r.ownDeclarationsOf(b)
	for i := range declarations {
		d := &declarations[i]
		if d.part != nil && d.at == failing {
			continue
		}
		if finding := r.checkDeclaration(b, d); finding != nil {
			outcome.findings = append(outcome.findings, *finding)
			failing = d.at
		}
	}
}

// checkDeclaration returns a finding if a declaration fails with the given values, and
// otherwise nil. If the title or one value alone is the cause, the finding names it.
func (r *run) checkDeclaration(b *program.Body, d *declaration) *diag.Diagnostic {
	dependencies := r.results[b].lookedUp
	in := d.callSite(r.interpreter, false, nil)
	r.dependOnDeclared(dependencies, d, r.matters(d.definition, &in))
	failures := r.failuresOf(d.definition, in, dependencies)
	if len(failures) == 0 || r.failsAnyway(d.definition, &failures[0], dependencies) || r.failsByDefaults(d, &failures[0], dependencies) ||
		r.failsItself(d.definition, &failures[0], dependencies) {
		return nil
	}
	first := failures[0]
	at, what := d.at, "these values"
	named := callSite{title: d.title, anyHost: true, mayBe: true, dependencies: dependencies}
	isTitles := d.title != nil && r.fails(d.definition, named, &first)
	if isTitles {
		what = "this title"
	}
	for i, name := range d.given.names {
		if isTitles {
			break
		}
		in := d.callSite(r.interpreter, false, []string{name})
		in.dependencies = dependencies
		if r.fails(d.definition, in, &first) {
			at, what = b.ValueLocation(d.given.nodes[i][1]), "this value of '"+name+"'"
			if d.created != nil {
				if value := attributeInfo(b, d.created, name); value != nil {
					at = value
				}
			}
			break
		}
	}
	finding := first.Diagnostic
	finding.File, finding.Span, finding.At = b.Manifest.Source, b.Manifest.Extent(at), at.Span().Start
	if d.part != nil {
		finding.Span, finding.At = d.part.at, d.part.at.Start
	}
	finding.Message = fmt.Sprintf("with %s '%s' fails: %s", what, d.definition.Name, first.Message)
	finding.Related = []diag.Related{{File: first.File, Span: first.Span, Message: "here"}}
	return &finding
}
