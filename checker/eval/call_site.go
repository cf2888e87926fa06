package eval

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// CallSite is a context-sensitive evaluation of a class or defined type: with the values that a
// declaration gives its parameters, or with their defaults, instead of any values of their
// types.
//
// A failure counts only if evaluation is certain to reach it. state.passed holds the conditions
// of unknown outcome on the way to a state. For a definition on its own, a condition that
// depends only on the host counts as met: the finding holds for some hosts. For a declaration
// it does not, because the declaration may depend on the host, too.
type CallSite struct {
	// given holds the types of the given values, by parameter. A parameter that is not in it
	// has its default if IsDefault returns true, and otherwise any value of its type.
	given     map[string]Type
	IsDefault func(parameter string) bool
	// free holds the parameters whose given values may be anything (isUnsettled).
	free map[string]bool
	// Title is nil if it is unknown.
	Title Type
	// AnyHost makes conditions about the host count as unknown. MayBe makes conditions that may
	// have any outcome count as met.
	AnyHost, MayBe bool
	// outer is the evaluator of the call site that makes this declaration, or nil.
	outer *Evaluator
	// budget counts down with each evaluated node, including those of inner call sites.
	budget *int
	depth  int
	// idle holds the statements to skip.
	idle     map[syntax.Node]bool
	failures []Failure
	// where holds Failure.Where for the findings of the body.
	where map[FindingKey]string
	// Dependencies collects the names that the evaluation looks up; it may be nil.
	Dependencies deps.Set
}

// Failure is an error that occurs at a call site.
type Failure struct {
	*diag.Diagnostic
	// Refusal reports whether the code itself rejects the values, by calling fail().
	Refusal bool
	// Declared is the declaration in the outermost call site that fails; nil if that call site
	// fails itself.
	Declared syntax.Node
	// Where describes a test of unknown outcome on the way to the failure; it is empty if evaluation
	// is certain to reach it.
	Where string
	// through are the declarations that lead to the failure, from the outermost call site
	// inward.
	through []diag.Related
}

// Key identifies the failure among those of its body.
func (f *Failure) Key() FindingKey { return FindingKey{f.Rule, f.At} }

// Path returns the declarations that lead from the call site to the failure, then the failure
// itself. The slice belongs to the caller.
func (f *Failure) Path() []diag.Related {
	return append(slices.Clone(f.through), diag.Related{File: f.File, Span: f.Span, Message: "it fails here"})
}

// Identity returns the failure and its location as a cause that findings about several declarations
// may share.
func (f *Failure) Identity() string { return identityOf(f.Diagnostic) }

func identityOf(d *diag.Diagnostic) string {
	return fmt.Sprint(d.File.Name, ":", d.At, ": ", d.Message)
}

// isOfName reports whether a failure is about an unknown name: a function, a type, a class, or
// a variable that the manifest never sets. Such a failure does not depend on values; it is
// reported where the name is used.
func (p *Interpreter) isOfName(f *Failure) bool {
	switch f.Rule {
	case &code.UnknownFunction, &code.UnknownType:
		return true
	case &code.UnknownClass, &code.UnknownResourceType:
		return !strings.Contains(f.File.Slice(f.Span), "$")
	case &code.UnknownVariable:
		name, _, found := strings.Cut(strings.TrimPrefix(f.Message, "$"), setNowhere)
		return found && (strings.Contains(name, "::") || p.UsesIn(p.Tree.Manifests.At(f.File.Name)).Of(name)&program.Sets == 0)
	}
	return false
}

// MaxCallSiteDepth limits the nesting of call sites, callSiteBudget the nodes evaluated for one
// call site and all within it, and maxBranchDeclarations the declarations of a body that are
// checked for single branches.
const (
	MaxCallSiteDepth = 3
	callSiteBudget   = 60000
	maxInnerLength   = 16 << 10 // bytes of the text of a definition

	maxBranchDeclarations = 16
)

// condition is a test of unknown outcome that a path has passed.
type condition struct {
	// ofHost reports whether the test depends only on the host.
	ofHost bool
	// isFree reports whether the test may have any outcome: it depends only on free parameters,
	// or is that something else is not declared, as for the first of several declarations.
	isFree bool
	// test is the outcome of the test.
	test passedTest
}

// noteCondition records in states that they are only reached if a test has an outcome.
func (e *Evaluator) noteCondition(test syntax.Node, holds bool, states ...*state) {
	if e.callSite == nil {
		return
	}
	one := condition{ofHost: e.dependsOnHost(test), isFree: !holds && isDefinedTest(test) || e.dependsOnlyOn(test, e.callSite.free)}
	for _, s := range states {
		s.passed = s.passed.with(one, source.Span{})
	}
}

// isDefinedTest reports whether a test is a call of defined().
func isDefinedTest(test syntax.Node) bool {
	call, ok := syntax.Unparenthesized(test).(*syntax.CallNamedFunctionExpression)
	return ok && program.LiteralText(call.Functor) == "defined"
}

// dependsOnlyOn reports whether a test depends on the given parameters only.
func (e *Evaluator) dependsOnlyOn(test syntax.Node, parameters map[string]bool) bool {
	only, variables := len(parameters) > 0, 0
	syntax.Inspect(test, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.VariableExpression:
			variables++
			only = only && parameters[node.Name]
		case *syntax.LambdaExpression:
			only = false
		case *syntax.CallNamedFunctionExpression:
			only = only && !readsOtherInputs(program.LiteralText(node.Functor))
		}
		return only
	})
	return only && variables > 0
}

// dependsOnHost reports whether a test depends on facts only.
func (e *Evaluator) dependsOnHost(test syntax.Node) bool {
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

func (e *Evaluator) isOfHost(name string) bool {
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
func (e *Evaluator) isReached(anyHost bool) bool {
	return e.state.passed.find(func(c condition) bool { return !c.ofHost || anyHost }) == nil
}

// mayBeReached is like isReached, but conditions that may have any outcome count as met if the
// call site has MayBe set: the author expects the code behind them to run.
func (e *Evaluator) mayBeReached(anyHost bool) bool {
	return e.state.passed.find(func(c condition) bool {
		return !(c.isFree && e.callSite.MayBe) && (!c.ofHost || anyHost)
	}) == nil
}

// freeTest describes the last test on the way to the current point that may have any outcome and
// counts as met. It returns "" if there is none.
func (e *Evaluator) freeTest() string {
	link := e.state.passed.find(func(c condition) bool { return c.isFree && c.test.node != nil && !isDefinedTest(c.test.node) })
	if link == nil {
		return ""
	}
	return e.wordTest(link.value.test)
}

// noteWhere keeps the description of a test on the way to a finding.
func (i *CallSite) noteWhere(key FindingKey, test string) {
	if test == "" {
		return
	}
	if i.where == nil {
		i.where = map[FindingKey]string{}
	}
	i.where[key] = test
}

// noteFailure reports whether a finding of a rule is a failure of the call site: an error at a
// point that is certain to be reached.
func (e *Evaluator) noteFailure(rule *diag.Rule) bool {
	return isFailure(rule) && e.mayBeReached(e.callSite.AnyHost)
}

// isFailure reports whether the findings of a rule are errors with which the compilation fails.
func isFailure(rule *diag.Rule) bool {
	return rule.Severity == diag.Error && rule.Group == diag.Correctness && rule != &code.CheckerInternalError
}

// noteRefusal records a call of fail() that is certain to be reached.
func (e *Evaluator) noteRefusal(c *Call) {
	if e.callSite == nil || !e.reporting || e.state.unreachable || !e.isReached(true) {
		return
	}
	e.callSite.failures = append(e.callSite.failures, Failure{Diagnostic: &diag.Diagnostic{
		Rule: &code.RefusedValue, Severity: code.RefusedValue.Severity, File: e.Body.Manifest.Source,
		Span: e.Body.Manifest.Extent(c.At), At: c.At.Span().Start, Message: e.refusalMessage(c),
	}, Refusal: true})
}

// refusalMessage describes a call of fail() by its message or, if that is not known, by its code.
func (e *Evaluator) refusalMessage(c *Call) string {
	if text, known := lattice.StringOf(c.Argument(0)); known {
		return "it calls fail(" + lattice.Quote(source.OneLine(text)) + ")"
	}
	written := e.Body.Manifest.Source.Slice(e.Body.Manifest.Extent(c.At))
	return "it calls " + source.Cut(source.OneLine(written), maxWrittenCall)
}

// maxWrittenCall is the number of characters of a call's code that a message shows.
const maxWrittenCall = 100

// isExhausted counts one evaluation and reports whether the budget is exceeded.
func (i *CallSite) isExhausted() bool {
	*i.budget--
	return *i.budget < 0
}

// valueAtCallSite returns the type of a parameter at the call site. ofType is the type of any
// value of the parameter.
func (e *Evaluator) valueAtCallSite(p *program.Parameter, ofType Type) Type {
	given := e.callSite.given[p.Name]
	if given != nil && !p.Required && e.MayBeUndef(given) && !e.IsUnknown(given) {
		if given != e.Undef {
			return ofType // the default may apply
		}
		given = nil
		if p.Node.Value != nil && !e.callSite.IsDefault(p.Name) {
			given = e.evaluateForCallSite(p.Node.Value)
		}
	}
	if given == nil && p.Node.Value != nil && e.callSite.IsDefault(p.Name) {
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
		return ofType // reported where it is given
	}
	return e.Meet(given, ofType)
}

// evaluateForCallSite evaluates the default of a parameter without findings. Mistakes in the
// default are found when the body is evaluated for any values.
func (e *Evaluator) evaluateForCallSite(value syntax.Node) Type {
	defer e.restore(e.mode)
	e.reporting = false
	given := e.Evaluate(value)
	e.state.unreachable = false
	return given
}

// EvaluateCallSite evaluates a body at a call site and returns the failures in the order of
// evaluation. It returns nil if the budget is exceeded.
func (p *Interpreter) EvaluateCallSite(b *program.Body, in CallSite) (failures []Failure) {
	if b.Definition != nil && b.Definition.IsDamaged {
		return nil // consequences of its syntax errors are not reported at call sites
	}
	if in.budget == nil {
		budget := callSiteBudget
		in.budget = &budget
	}
	if in.IsDefault == nil {
		in.IsDefault = func(string) bool { return false }
	}
	in.idle = p.RelevanceOf(b.Definition).idle
	e := p.NewEvaluator(b, true, false)
	e.callSite = &in
	if in.Dependencies != nil {
		e.Dependencies = in.Dependencies
	}
	defer func() {
		if recover() != nil {
			failures = nil // the evaluation of the body itself reports internal errors
		}
	}()
	e.evaluateBody()
	if *in.budget < 0 {
		return nil
	}
	for _, finding := range e.Findings {
		if finding.Severity != diag.Error {
			continue // the values add no certainty
		}
		in.failures = append(in.failures, Failure{Diagnostic: finding, Where: in.where[FindingKey{finding.Rule, finding.At}]})
	}
	return in.failures
}

// Declaration is a class or a resource of a defined type that is declared with values.
type Declaration struct {
	Definition *program.Definition
	Given      Attributes
	Title      Type
	At         syntax.Node
	// complete reports whether every parameter without a given value has its default, unless
	// other code gives it one: see Settled.
	complete bool
	// Created is the function call that creates the resource, or nil.
	Created *Call
	// Part is the branch that sets one of the given values, if the declaration is checked for
	// that branch alone; otherwise nil.
	Part *Branch
}

// noteDeclaration keeps a declaration until every body has been evaluated. At a call site this
// is the case already, so failures are recorded at once.
func (e *Evaluator) noteDeclaration(kind ResourceKind, node *syntax.ResourceExpression, body *syntax.ResourceBody, given Attributes, defaults *syntax.ResourceBody) {
	if !e.reporting || e.state.unreachable || given.Open || defaults != nil || node.Form == syntax.Exported {
		return
	}
	one := Declaration{Definition: kind.Defined, Given: given, At: body.Title}
	title, known := e.titleText(body.Title)
	switch {
	case kind.Name == "class":
		if !known {
			return
		}
		if one.Definition = e.Class(module.Normalize(title)); one.Definition == nil {
			return
		}
	case kind.Defined == nil || len(given.Names) == 0 && !(known && e.dependsOnTitle(kind.Defined)):
		return
	default:
		one.complete = true
		if known {
			one.Title = e.Str(title)
		}
	}
	e.keepDeclaration(&one)
	e.keepBranchVariants(&one)
}

// Matters reports whether evaluating a body at a call site can make a difference.
func (p *Interpreter) Matters(d *program.Definition, in *CallSite) bool {
	return len(in.given) > 0 || in.Title != nil && p.usesTitle(d)
}

// usesTitle reports whether the body of a defined type uses its title.
func (p *Interpreter) usesTitle(d *program.Definition) bool {
	asked := p.RelevanceOf(d).contents
	return asked["title"] || asked["name"]
}

// keepBranchVariants keeps a variant of a declaration for each value that branches have set a given
// variable to.
func (e *Evaluator) keepBranchVariants(d *Declaration) {
	for i, name := range d.Given.Names {
		branchValues := e.branchValuesAt(d.Given.Nodes[i][1])
		if len(branchValues) == 0 || !e.RelevanceOf(d.Definition).Parameters[name] {
			continue
		}
		for _, part := range branchValues {
			if e.partDeclarations++; e.partDeclarations > maxBranchDeclarations {
				return
			}
			one := *d
			one.Part = &part
			one.Given.Values = slices.Clone(d.Given.Values)
			one.Given.Values[i] = part.typ
			e.keepDeclaration(&one)
		}
	}
}

func (e *Evaluator) keepDeclaration(d *Declaration) {
	switch {
	case e.callSite == nil:
		e.DeclaredHere = append(e.DeclaredHere, *d)
	case e.callSite.depth < MaxCallSiteDepth && e.mayBeReached(e.callSite.AnyHost):
		e.noteInner(d)
	}
}

// noteCreated is noteDeclaration for a resource that a function call creates.
func (e *Evaluator) noteCreated(c *Call, kind ResourceKind, title Type, fields []lattice.Field, exact bool) {
	if !e.reporting || e.state.unreachable || kind.Defined == nil || kind.Name == "class" || len(fields) == 0 {
		return
	}
	one := Declaration{Definition: kind.Defined, Title: title, At: c.At, Created: c, complete: exact}
	for _, field := range fields {
		if !slices.Contains(one.Given.Names, field.Name) {
			one.Given.Names, one.Given.Values = append(one.Given.Names, field.Name), append(one.Given.Values, field.Value)
			one.Given.Nodes = append(one.Given.Nodes, [2]syntax.Node{c.At, c.At})
		}
	}
	e.keepDeclaration(&one)
}

// noteInner evaluates a declaration made at a call site. Its first failure becomes a failure of
// the call site, unless the definition fails without the given values, too.
func (e *Evaluator) noteInner(d *Declaration) {
	inner := d.CallSite(e.Interpreter, true, nil)
	e.DependOnDeclared(e.Dependencies, d, e.Matters(d.Definition, &inner))
	extent := d.Definition.Manifest.Extent(d.Definition.Node)
	if extent.End-extent.Start > maxInnerLength || e.hasDeclared(d, inner.given) {
		return
	}
	failures := e.failuresWithin(d, inner)
	if len(failures) == 0 {
		return
	}
	if settled, ok := e.Settled(d, e.Body.Manifest, e.Dependencies); ok {
		d = settled
		if failures = e.failuresWithin(d, d.CallSite(e.Interpreter, true, nil)); len(failures) == 0 {
			return
		}
	}
	first := failures[0]
	if e.FailsAnyway(d.Definition, &first, e.Dependencies) || e.FailsByDefaults(d, &first, e.Dependencies) ||
		slices.Contains(e.ownFailuresOf(d.Definition, e.Dependencies).errors, first.Key()) {
		return
	}
	first.Declared = d.At
	if first.Where == "" {
		first.Where = e.freeTest()
	}
	first.through = slices.Insert(slices.Clone(first.through), 0, diag.Related{
		File: e.Body.Manifest.Source, Span: e.Body.Manifest.Extent(d.At), Message: "'" + d.Definition.Name + "' is declared here",
	})
	e.callSite.failures = append(e.callSite.failures, first)
}

// failuresWithin returns what fails at an inner call site.
func (e *Evaluator) failuresWithin(d *Declaration, inner CallSite) []Failure {
	inner.outer, inner.budget, inner.depth, inner.MayBe = e, e.callSite.budget, e.callSite.depth+1, e.callSite.MayBe
	return e.FailuresOf(d.Definition, inner, e.Dependencies)
}

// hasDeclared reports whether a declaration has the same given values when the body is
// evaluated on its own. If so, it is checked there.
func (e *Evaluator) hasDeclared(d *Declaration, given map[string]Type) bool {
	declarations := e.declarationsOf(e.Body)
	for i := range declarations {
		if declarations[i].At != d.At {
			continue
		}
		for j, name := range declarations[i].Given.Names {
			if value := given[name]; value != nil && value != declarations[i].Given.Values[j] {
				return false
			}
		}
		return true
	}
	return false
}

// declarationsOf returns the declarations found when a body was evaluated on its own, in this
// check or an earlier one.
func (p *Interpreter) declarationsOf(b *program.Body) []Declaration {
	if found := p.OwnDeclarationsOf(b); found != nil {
		return found
	}
	before, _ := p.lastDeclared.Load(b.Node)
	return before
}

// OwnDeclarationsOf returns the declarations found when a body was evaluated for findings in
// this check.
func (p *Interpreter) OwnDeclarationsOf(b *program.Body) []Declaration {
	found, _ := p.Declared.Load(b)
	return found
}

// KeepDeclarations keeps the declarations of a body for later checks.
func (p *Interpreter) KeepDeclarations(b *program.Body) {
	found := p.OwnDeclarationsOf(b)
	kept := make([]Declaration, len(found))
	for i, one := range found {
		kept[i] = Declaration{At: one.At, Given: one.Given} // keeping more would keep the whole program in memory
	}
	p.lastDeclared.Store(b.Node, kept)
}

// CallSite returns the call site of a declaration. If only is not empty, it names the
// values that count: all others may be any value of their types.
func (d *Declaration) CallSite(p *Interpreter, isInner bool, only []string) CallSite {
	in := CallSite{given: map[string]Type{}, free: map[string]bool{}, Title: d.Title, AnyHost: true, MayBe: true}
	relevance := p.RelevanceOf(d.Definition)
	for i, name := range d.Given.Names {
		if relevance.Parameters[name] && !p.IsUnknown(d.Given.Values[i]) && !p.isOrdinary(d.Definition, name, isInner || !relevance.contents[name]) && (len(only) == 0 || slices.Contains(only, name)) {
			in.given[name] = d.Given.Values[i]
		}
		if p.isUnsettled(d.Given.Values[i]) {
			in.free[name] = true
		}
	}
	if d.complete && len(only) == 0 {
		in.IsDefault = func(name string) bool { return !slices.Contains(d.Given.Names, name) }
	}
	return in
}

// isUnsettled reports whether a value may be anything, or is only known to be a Boolean, or a
// Hash or Array that may be empty.
func (p *Interpreter) isUnsettled(value Type) bool {
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
func (p *Interpreter) isOrdinary(d *program.Definition, name string, isUnasked bool) bool {
	parameter := d.Parameter(name)
	return isUnasked && parameter != nil && p.isScalar(parameter)
}

// isScalar reports whether a parameter accepts only scalars and undef.
func (p *Interpreter) isScalar(of *program.Parameter) bool {
	return of.Type != p.Any && !p.IsUnknown(of.Type) && p.Relation(of.Type, p.Optional(p.Store.ScalarData)) == lattice.Always
}

// callSiteSummary is the result of evaluating a call site.
type callSiteSummary struct {
	failures     []Failure
	dependencies deps.Set
}

// pass adds the dependencies of the call site to those of its caller.
func (i *callSiteSummary) pass(p *Interpreter, to deps.Set) {
	if p.Tracks {
		maps.Copy(to, i.dependencies)
	}
}

// FailuresOf returns the same failures as EvaluateCallSite, and reuses the result for equal
// values. It returns nil if no value matters. It adds the dependencies of the result to
// dependencies.
func (p *Interpreter) FailuresOf(d *program.Definition, in CallSite, dependencies deps.Set) []Failure {
	if !p.Matters(d, &in) {
		return nil
	}
	var key strings.Builder
	fmt.Fprintf(&key, "%p %p %t", d.Node, in.Title, in.MayBe)
	for _, parameter := range d.Signature() {
		name := parameter.Name
		switch value := in.given[name]; {
		case value != nil:
			fmt.Fprintf(&key, " %s %p", name, value)
		case in.IsDefault != nil && in.IsDefault(name):
			key.WriteString(" " + name + " default")
		}
		if in.free[name] {
			key.WriteString(" " + name + " free")
		}
	}
	made := p.callSites.Get(key.String(), func() *callSiteSummary {
		in.Dependencies = p.NewDependencies()
		return &callSiteSummary{p.EvaluateCallSite(d.Body(), in), in.Dependencies}
	})
	made.pass(p, dependencies)
	return made.failures
}

// Fails reports whether a call site has the same failure.
func (p *Interpreter) Fails(d *program.Definition, in CallSite, as *Failure) bool {
	return slices.ContainsFunc(p.EvaluateCallSite(d.Body(), in), func(one Failure) bool { return one.Key() == as.Key() })
}

// FailsAnyway reports whether a definition has the same failure for any values of its
// parameters. It adds the dependencies of the answer to dependencies.
func (p *Interpreter) FailsAnyway(d *program.Definition, f *Failure, dependencies deps.Set) bool {
	if p.isOfName(f) {
		return true
	}
	made := p.failsAlways.Get(d.Node, func() *callSiteSummary {
		dependencies := p.NewDependencies()
		return &callSiteSummary{p.EvaluateCallSite(d.Body(), CallSite{Dependencies: dependencies}), dependencies}
	})
	made.pass(p, dependencies)
	return slices.ContainsFunc(made.failures, func(one Failure) bool { return one.Key() == f.Key() })
}

// ownFailures are the errors that a body has on its own, and what its declarations lead to.
type ownFailures struct {
	errors       []FindingKey
	declarations []Declaration
	dependencies deps.Set
}

// FailsItself reports whether a failure of a call site is already reported at the definition,
// because one of its own paths or one of its declarations fails. Such a failure is not reported
// again where the definition is used. FailsItself adds the dependencies of the answer to
// dependencies.
func (p *Interpreter) FailsItself(d *program.Definition, f *Failure, dependencies deps.Set) bool {
	own := p.ownFailuresOf(d, dependencies)
	if slices.Contains(own.errors, f.Key()) {
		return true
	}
	return slices.ContainsFunc(own.declarations, func(declared Declaration) bool {
		failures := p.FailuresOf(declared.Definition, declared.CallSite(p, false, nil), dependencies)
		return len(failures) > 0 && (failures[0].Key() == f.Key() || f.Declared != nil && f.Declared == declared.At)
	})
}

// ownFailuresOf evaluates a definition for any values of its parameters. It adds the
// dependencies of the answer to dependencies.
func (p *Interpreter) ownFailuresOf(d *program.Definition, dependencies deps.Set) *ownFailures {
	made := p.failsOnItsOwn.Get(d.Node, func() *ownFailures {
		if d.IsDamaged {
			return &ownFailures{}
		}
		e := p.NewEvaluator(d.Body(), true, false)
		if !e.runsThrough() {
			return &ownFailures{}
		}
		made := &ownFailures{declarations: e.DeclaredHere, dependencies: e.Dependencies}
		for _, finding := range e.Findings {
			if finding.Severity == diag.Error {
				made.errors = append(made.errors, FindingKey{finding.Rule, finding.At})
			}
		}
		return made
	})
	if p.Tracks {
		maps.Copy(dependencies, made.dependencies)
	}
	return made
}

// runsThrough evaluates the body and reports whether the evaluation ended without a panic. A
// panic is reported when the body is evaluated on its own.
func (e *Evaluator) runsThrough() (ended bool) {
	defer func() { ended = recover() == nil }()
	e.evaluateBody()
	return true
}
