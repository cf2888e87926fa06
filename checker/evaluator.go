package checker

import (
	"slices"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/diag"
	"puppet-lint/source"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// evaluator evaluates one body. It serves one goroutine. What it has is grouped by its
// job: what the body is evaluated for, how at the point, what is known there, and what
// comes of it.
type evaluator struct {
	*program
	body *body
	purpose
	mode
	scope
	state *state
	passing
	work

	reports
	recording
	results
	typing
	ownDeclarations
	unsetReading
}

// purpose is what a body is evaluated for, if for more than its findings and types.
type purpose struct {
	// inference is set while it is asked what a body needs its parameters
	// to be (parameter_inference.go).
	inference *parameterInference
	// callSite is set while the body is evaluated for the values that a
	// declaration gives (call_site.go).
	callSite *callSite
	// compiling is set while a catalog is evaluated (compile.go).
	compiling *compileScope
	// onBolt says that Bolt may run the code, so that Bolt's types are known.
	onBolt bool
}

// mode is how the code around the point is evaluated. It holds for a part of the code and
// for all that is evaluated within it: who changes it for a part puts the one before
// back as a whole (restore).
type mode struct {
	// reporting says that findings are kept; silent that what is evaluated is for itself
	// at another time, so that nothing is to be said of it or kept from it.
	reporting, silent bool
	// remembers says that the types of the nodes are kept.
	remembers bool
	// applying says that the point is in an apply block of a plan.
	applying bool
	// logging says that what is evaluated goes to the log.
	logging bool
	// conditions counts the conditions around the point that do not ask for the
	// operating system.
	conditions int
	// joinPoint is set where alternatives of an if or case meet (alternatives.go).
	joinPoint *joinPoint
	// pending are the parameters that have no value yet where the default of one
	// is evaluated: that one, and those after it that have defaults.
	pending []parameter
}

// restore puts a mode back after a part of the code for which it was another.
func (e *evaluator) restore(outer mode) { e.mode = outer }

// aside is the mode for what is evaluated once more, for itself.
func (m mode) aside() mode {
	m.reporting, m.silent = false, true
	return m
}

// scope is the innermost scope of variables.
type scope struct {
	frame *frame
	// slots counts the places given to variables so far.
	slots int
}

// passing is what one step of the evaluation leaves for the next.
type passing struct {
	// possible is the fault that the last operation has for a part of its
	// operands, while the strict level is wanted.
	possible *possibleError
	// passable is the type of which reportPossible has refused a part of a value.
	passable Type
	// ended is an alternative of the last if that has been evaluated.
	ended *takenBranch
	// forgotten are the values of which nothing is known behind the tests around the point.
	forgotten []forgottenValue
}

// work counts what an evaluation has done, for its bounds.
type work struct {
	// evaluations counts the nodes evaluated, each time anew.
	evaluations int64
	// depth counts evaluations within evaluations.
	depth int
	// steps counts evaluations within lambdas: past maxSteps a lambda is run
	// once for all elements, no longer for each of them.
	steps int
	// spelled counts the names that unknown variables were compared with.
	spelled int
	// alternatives counts those of if and case as they are met.
	alternatives int
}

// reports are the findings of a body.
type reports struct {
	findings []diag.Diagnostic
	seen     map[findingKey]bool
	// alreadyReported are the classes of which it was said that nothing declares them, and
	// the variables, with a dollar, of which it was said that nothing sets them.
	alreadyReported map[string]bool
}

// recording is what the findings of a body depend on.
type recording struct {
	// dependencies are the names that the body looked up, misses included; nil
	// when nobody wants to know.
	dependencies deps.Set
	// recordedQueries are the questions that the body asked, if what bodies depend on is wanted.
	recordedQueries []recordedQuery
	// ownInputs are read when they are asked for.
	ownInputs *bodyInputs
}

// results are the values of a function.
type results struct {
	// returned joins the values of return().
	returned Type
	// returns are the values of each return() of a function.
	returns map[syntax.Node]Type
	// tails are the values of a function by the branch at its end that is taken, where
	// it declares what it returns.
	tails map[syntax.Node]Type
}

// typing is what infer and the report on types are told of a body; empty unless they
// ask.
type typing struct {
	// types are the types of the nodes by NodeID.
	types *nodeTypes
	// given are the values that calls and resources give to parameters, givenAt
	// where they stand in it, and gaps what could not be known.
	given   []givenValue
	givenAt map[givenKey]int
	gaps    map[gap]int
}

// ownDeclarations is what a body declares.
type ownDeclarations struct {
	// declarations are the resources of defined types and the classes that the
	// body declares with values.
	declarations []declaration
	// partDeclarations counts those that are there for one alternative.
	partDeclarations int
	// everDeclared is what any path has declared so far, by key.
	everDeclared map[string][]*chain[declared]
}

// unsetReading is what a body reads though nothing sets it.
type unsetReading struct {
	// unsetReads counts the reads of variables that nothing sets, unset are their names.
	unsetReads int
	unset      map[string]bool
}

// Type is the type of an expression: what is known of its value.
type Type = types.Type

// Bounds that keep the work for one body in proportion to its length.
const (
	maxDepth     = 512     // nested evaluations
	maxSteps     = 20000   // evaluations of lambdas for single elements
	maxSpelled   = 1 << 20 // comparisons of names in search of the one that was meant
	maxRounds    = 4       // rounds towards a fixpoint
	maxAncestors = 64      // classes that a class inherits from
	maxReach     = 256     // bodies that one leads to
)

// newDependencies is a set to be filled; nil when nobody wants to know.
func (p *program) newDependencies() deps.Set {
	if !p.tracks {
		return nil
	}
	return deps.Set{}
}

// depend notes that the body looked something up.
func (r *recording) depend(on string) { r.dependencies.Add(on) }

// dependOnLeading notes that the body was judged by whether code leads to classes or
// types.
func (r *recording) dependOnLeading(names ...string) {
	if r.dependencies == nil {
		return
	}
	for _, name := range names {
		r.depend(deps.LeadsTo(name))
	}
}

// findingKey tells findings apart: of one rule there is one at a place.
type findingKey struct {
	rule *diag.Rule
	at   int32
}

// report adds a finding about a node, at the place that Puppet gives it.
func (e *evaluator) report(rule *diag.Rule, node syntax.Node, code, message string) *diag.Diagnostic {
	return e.reportSpan(rule, e.body.manifest.Extent(node), node.Span().Start, code, message)
}

// reportAt adds a finding whose span is also its place.
func (e *evaluator) reportAt(rule *diag.Rule, span source.Span, code, message string) *diag.Diagnostic {
	return e.reportSpan(rule, span, span.Start, code, message)
}

// reportSpan adds a finding. It yields nil when none is wanted or there is one
// of the rule at that place.
func (e *evaluator) reportSpan(rule *diag.Rule, span source.Span, at int32, code, message string) *diag.Diagnostic {
	key := findingKey{rule, at}
	if !e.reporting || e.state.unreachable || e.seen[key] {
		return nil
	}
	if e.callSite != nil && !e.noteFailure(rule) {
		return nil
	}
	e.seen[key] = true
	e.findings = append(e.findings, diag.Diagnostic{
		Rule: rule, Code: code, Severity: rule.Severity, File: e.body.manifest.Source,
		Span: span, At: at, Message: message,
	})
	finding := &e.findings[len(e.findings)-1]
	if code == "UNKNOWN_VARIABLE" && e.mayReadUnset() {
		finding.Severity = diag.Warning
	}
	return finding
}

// reportOperationError adds the finding of an operation that cannot work.
func (e *evaluator) reportOperationError(f *lattice.OperationError, left, right, operator syntax.Node) {
	node := left
	switch {
	case f.OnOperator:
		node = operator
	case f.OnRight:
		node = right
	}
	if finding := e.report(f.Rule, node, f.Code, f.Message); finding != nil {
		finding.Help = f.Help
	}
}

func (e *evaluator) related(span source.Span, message string) diag.Related {
	return diag.Related{File: e.body.manifest.Source, Span: span, Message: message}
}

// remember keeps the type of a node: the join of all evaluations.
func (e *evaluator) remember(node syntax.Node, t Type) {
	id := node.ID()
	if int(id) >= e.body.manifest.NodeCount {
		return
	}
	switch known := e.types.place(id); *known {
	case nil:
		*known = t
	case t:
	default:
		*known = e.Join(*known, t)
	}
}

// declare binds a name in the innermost scope without asking whether it is
// bound.
func (e *evaluator) declare(name string, value Type, at source.Span) {
	e.state.variables.set(e.slot(name), variable{typ: value, certain: true, at: at})
}

// slot returns the slot of a variable of the innermost scope.
func (e *evaluator) slot(name string) int {
	slot, ok := e.frame.slots[name]
	if !ok {
		slot = e.slots
		e.slots++
		e.frame.slots[name] = slot
	}
	return slot
}

// local is the variable called name of the open scopes, and its slot; it has
// no type when nothing has set it.
func (e *evaluator) local(name string) (bound variable, slot int) {
	slot, ok := e.frame.slot(name)
	if !ok {
		return variable{}, 0
	}
	return e.state.variables.at(slot), slot
}

// bodyFrame is the body's own scope.
func (e *evaluator) bodyFrame() *frame {
	frame := e.frame
	for frame.outer != nil {
		frame = frame.outer
	}
	return frame
}

// newEvaluator is ready to evaluate a body.
func (p *program) newEvaluator(b *body, reporting, remember bool) *evaluator {
	e := &evaluator{
		program: p, body: b,
		purpose:   purpose{onBolt: b.definition != nil && b.definition.mayRunOnBolt()},
		mode:      mode{reporting: reporting, remembers: remember},
		scope:     scope{frame: &frame{slots: map[string]int{}}},
		state:     &state{captures: noCaptures},
		reports:   reports{seen: map[findingKey]bool{}, alreadyReported: map[string]bool{}},
		recording: recording{dependencies: p.newDependencies()},
		results:   results{returned: p.Never},
	}
	if remember {
		e.typing = typing{types: &nodeTypes{}, givenAt: map[givenKey]int{}, gaps: map[gap]int{}}
	}
	return e
}

// run evaluates the body and yields its summary.
func (e *evaluator) runBody() *summary {
	if e.body.definition != nil {
		e.checkParent(e.body.definition)
		e.noteOwnClasses(e.body.definition)
		e.bindDefinitionParameters(e.body.definition)
	}
	if node, ok := e.body.node.(*syntax.NodeDefinition); ok && slices.ContainsFunc(node.HostMatches, isRegexp) {
		e.state.captures = captures{} // $1 is of the host's name
	}
	if function, ok := e.body.node.(*syntax.FunctionDefinition); ok {
		e.tails = tailsOf(function)
	}
	if e.body.alone {
		e.state.captures = captures{}
		e.evaluate(e.body.node)
		return &summary{returns: e.Unknown, open: true}
	}
	result := e.evaluateBlock(statementsOf(e.body.node))
	if e.inPlan() {
		result = e.Undef // what it does not give by return()
	}
	if e.state.unreachable {
		result = e.Never
	} else {
		e.checkCycles()
		e.checkDuplicateAcross()
	}
	e.checkReturn(result)
	return e.summarize(e.Join(result, e.returned))
}

func isRegexp(node syntax.Node) bool {
	_, ok := node.(*syntax.LiteralRegularExpression)
	return ok
}

// noteOwnClasses notes that a class and those that it inherits from have been
// declared when its body is evaluated.
func (e *evaluator) noteOwnClasses(d *definition) {
	for range maxAncestors {
		if d == nil || d.kind != kindClass {
			return
		}
		e.noteClass(d.name, e.body.definition.node.Span())
		d = e.class(d.parent())
	}
}

// templateOf is the lambda that stands for a template's body.
func (e *evaluator) templateOf() (*syntax.LambdaExpression, bool) {
	program, ok := e.body.node.(*syntax.Program)
	if !ok {
		return nil, false
	}
	lambda, ok := program.Body.(*syntax.LambdaExpression)
	return lambda, ok
}

// bindDefinitionParameters opens a definition's scope: a parameter has any
// value of its type; defaults are checked against it.
func (e *evaluator) bindDefinitionParameters(d *definition) {
	signature := d.signature()
	for i, parameter := range signature {
		value := parameter.typ
		if (d.kind == kindClass || d.kind == kindDefinedType) && e.hasBareOptional(value, 0) {
			value, parameter.typ = e.Any, e.Any
		}
		if parameter.node.TypeExpr != nil {
			e.typeExpression(parameter.node.TypeExpr)
		}
		if parameter.rest {
			value = e.Array(parameter.typ, parameter.count)
		}
		if e.callSite != nil {
			e.declare(parameter.name, e.valueInInstance(&parameter, value), parameter.node.Span())
			continue
		}
		if parameter.node.Value != nil {
			e.bindDefault(d, &parameter, signature[i:])
			e.state.unreachable = false
		}
		if e.inference != nil && e.inference.plain && e.inference.parameters[parameter.name] {
			value = e.plainData()
		}
		e.declare(parameter.name, value, parameter.node.Span())
	}
}

func (e *evaluator) summarize(returns Type) *summary {
	result := &summary{returns: returns, variables: map[string]Type{}}
	for name, slot := range e.frame.slots {
		if bound := e.state.variables.at(slot); bound.typ != nil {
			result.variables[name] = bound.typ
		}
	}
	return result
}

// summaryOf is what is known of another body.
func (p *program) summaryOf(b *body) *summary {
	if b.summary != nil && (b.definition == nil || !b.definition.isDamaged) {
		return b.summary
	}
	return &summary{returns: p.Unknown, open: true}
}
