package eval

import (
	"cmp"
	"slices"

	"puppet-lint/checker/declarations"
	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Evaluator evaluates one body, in one goroutine. Its fields are grouped by job: why the body
// is evaluated, how the current point is evaluated, what is known there, and the results.
type Evaluator struct {
	*Interpreter
	Body *program.Body
	purpose
	mode
	scope
	state *state
	// refinedSlots are the indexes of access paths in state.refined.
	refinedSlots map[string]int
	passing
	work

	reports
	recording
	results
	typing
	ownDeclarations
	unsetReading
}

// purpose is why a body is evaluated, if not only for its findings and types.
type purpose struct {
	// inference is set while the parameter types that a body needs are inferred
	// (parameter_inference.go).
	inference *parameterInference
	// callSite is set while the body is evaluated for the values of a declaration
	// (call_site.go).
	callSite *CallSite
	// compiling is set while a catalog is evaluated (catalog_scope.go).
	compiling CatalogScope
	// onBolt reports whether Bolt may run the code. If so, Bolt's types are known.
	onBolt bool
	// onlyTypes reports whether nobody asks for findings, or for why a type is not known.
	onlyTypes bool
}

// mode is how the code around the current point is evaluated. It applies to a part of the code
// and everything evaluated within it. Code that changes the mode puts the previous one back as
// a whole (restore).
type mode struct {
	// reporting is set if findings are kept. silent is set if the same code is also evaluated
	// on its own: the other evaluation reports the findings and makes the records.
	reporting, silent bool
	// remembers reports whether the types of the nodes are kept.
	remembers bool
	// applying reports whether the current point is in an apply block of a plan.
	applying bool
	// logging reports whether the values evaluated go to the log.
	logging bool
	// conditions counts the conditions around the current point that do not test the operating
	// system.
	conditions int
	// joinPoint is set while branches of an if or case are joined (alternatives.go).
	joinPoint *joinPoint
	// pending holds the parameters without a value while the default of one is evaluated: that
	// parameter, and the later ones with defaults.
	pending []program.Parameter
}

// restore puts back the mode that held before a part of the code.
func (e *Evaluator) restore(outer mode) { e.mode = outer }

// aside returns the mode for evaluating code once more, without findings or records.
func (m mode) aside() mode {
	m.reporting, m.silent = false, true
	return m
}

// scope is the innermost scope of variables.
type scope struct {
	frame *frame
	// slots counts the slots given to variables so far.
	slots int
}

// passing is what one step of the evaluation leaves for the next.
type passing struct {
	// possible is the error that the last operation has for some values of its operands. It is
	// only set if the strict level is enabled.
	possible *possibleError
	// passable is the type that a value has after reportPossible has reported a part of it.
	passable Type
	// refusedEdge is the last relationship that Puppet refuses, or does not get to because of that.
	refusedEdge syntax.Node
	// discarded is the last statement whose value nothing uses.
	discarded syntax.Node
	// ended is a branch of the last if that was evaluated.
	ended *takenBranch
	// forgotten holds the values about which nothing is known behind the tests around the current
	// point.
	forgotten []forgottenValue
}

// work counts the work of an evaluation, in order to limit it.
type work struct {
	// Evaluations counts evaluations of nodes; a node evaluated twice counts twice.
	Evaluations int64
	// depth is the nesting of evaluations.
	depth int
	// steps counts the evaluations within lambdas. Past MaxSteps, a lambda is evaluated once
	// for all elements instead of once for each.
	steps int
	// spelled counts the names that were compared with unknown variables.
	spelled int
	// alternatives counts the branches of if and case that were evaluated.
	alternatives int
}

// reports holds the findings of a body.
type reports struct {
	Findings []*diag.Diagnostic
	seen     set[FindingKey]
	// alreadyReported holds the classes reported as undeclared, and the variables, with a
	// dollar sign, reported as unset.
	alreadyReported set[string]
}

// set is a set whose map is made when the first key is added.
type set[K comparable] map[K]bool

func (s *set[K]) add(key K) {
	if *s == nil {
		*s = set[K]{}
	}
	(*s)[key] = true
}

// recording holds what the findings of a body depend on.
type recording struct {
	// Dependencies holds the names that the body looked up, including misses; nil if they are
	// not wanted.
	Dependencies deps.Set
	// RecordedQueries holds the queries of the body and their answers, if dependencies are
	// wanted.
	RecordedQueries []declarations.RecordedQuery
	// ownInputs is computed on first use.
	ownInputs *bodyInputs
}

// results holds the results of a function.
type results struct {
	// returned joins the values of return().
	returned Type
	// returns holds the value of each return() of a function.
	returns map[syntax.Node]Type
	// ends holds the values of the ends of a function, if it declares a return type.
	ends map[functionEnd]Type
}

// typing holds what Infer and the type report need of a body; it is empty for other checks.
type typing struct {
	// Types holds the types of the nodes, by NodeID.
	Types *NodeTypes
	// Given holds the values that calls and resources give to parameters, givenAt their indexes
	// in given, and gaps what could not be known.
	Given   []ParameterValue
	givenAt map[givenKey]int
	Gaps    map[Gap]int
}

// ownDeclarations holds what a body declares.
type ownDeclarations struct {
	// DeclaredHere holds the classes and resources of defined types that the body declares with
	// values.
	DeclaredHere []Declaration
	// partDeclarations counts the declarations that are kept for one branch each.
	partDeclarations int
	// everDeclared holds what any path has declared last, by key.
	everDeclared map[string]*chain[declared]
}

// unsetReading records the reads of variables that nothing sets.
type unsetReading struct {
	// unsetReads counts these reads; unset holds the names of the variables.
	unsetReads int
	unset      map[string]bool
	// comparedAlone holds the variables that a statement only compares; nil until it is needed.
	comparedAlone map[string]bool
	// factVariables holds the facts about the operating system that variables hold; nil until it is
	// needed.
	factVariables map[string]string
}

// Type is the type of an expression. It represents all that is known of the value.
type Type = types.Type

// Limits that keep the work for one body in proportion to its length.
const (
	maxDepth   = 512     // nested evaluations
	MaxSteps   = 20000   // evaluations of lambdas for single elements
	maxSpelled = 1 << 20 // comparisons of names in search of suggestions
	MaxRounds  = 4       // rounds until a fixpoint
)

// depend records that the body looked up a name.
func (r *recording) depend(on string) { r.Dependencies.Add(on) }

// dependOnLeading records that a result depends on which code declares some classes or types,
// directly or indirectly.
func (r *recording) dependOnLeading(names ...string) {
	r.Dependencies.AddLeading(names...)
}

// FindingKey identifies a finding: a rule has at most one at a position.
type FindingKey struct {
	rule *diag.Rule
	at   int32
}

// report adds a finding about a node, at the position where Puppet reports it.
func (e *Evaluator) report(rule *diag.Rule, node syntax.Node, code, message string) *diag.Diagnostic {
	return e.reportSpan(rule, e.Body.Manifest.Extent(node), node.Span().Start, code, message)
}

// reportAt adds a finding whose position is the start of its span.
func (e *Evaluator) reportAt(rule *diag.Rule, span source.Span, code, message string) *diag.Diagnostic {
	return e.reportSpan(rule, span, span.Start, code, message)
}

// reportSpan adds a finding and returns it; the pointer is valid until the next one is added.
// It returns nil if no findings are wanted here, or the rule has one at that position already. While
// a catalog is evaluated, the compilation gets the finding instead.
func (e *Evaluator) reportSpan(rule *diag.Rule, span source.Span, at int32, code, message string) *diag.Diagnostic {
	if e.isCompiling() {
		return e.reportToCatalog(rule, span, code, message)
	}
	key := FindingKey{rule, at}
	if !e.reporting || e.state.unreachable || e.seen[key] {
		return nil
	}
	if e.callSite != nil && !e.noteFailure(rule) {
		return nil
	}
	e.seen.add(key)
	if e.callSite != nil {
		e.callSite.noteWhere(key, e.freeTest())
	}
	finding := &diag.Diagnostic{Rule: rule, Severity: rule.Severity, File: e.Body.Manifest.Source, Span: span, At: at, Message: message}
	finding.SetCode(code)
	e.Findings = append(e.Findings, finding)
	if code == "UNKNOWN_VARIABLE" && e.mayReadUnset() {
		finding.Severity = diag.Warning
	}
	if e.callSite != nil {
		e.explainEmptyString(finding)
	}
	return finding
}

// reportOperationError reports an operation that always fails.
func (e *Evaluator) reportOperationError(f *lattice.OperationError, left, right, operator syntax.Node) {
	node := left
	switch {
	case f.OnOperator:
		node = operator
	case f.OnRight:
		node = right
	}
	if finding := e.report(f.Rule, node, f.Code, f.Message); finding != nil {
		finding.Help = cmp.Or(e.wordForVariable(left), e.wordForVariable(right), f.Help)
	}
}

// wordForVariable returns the help for a word that is the name of a variable without its dollar
// sign, or "" if the node is none.
func (e *Evaluator) wordForVariable(node syntax.Node) string {
	word, isWord := syntax.Unparenthesized(node).(*syntax.QualifiedName)
	if !isWord || !e.isSet("$"+word.Value) {
		return ""
	}
	return "did you mean `$" + word.Value + "`? A word without a dollar sign is a string"
}

func (e *Evaluator) related(span source.Span, message string) diag.Related {
	return diag.Related{File: e.Body.Manifest.Source, Span: span, Message: message}
}

// remember keeps the type of a node, joined over all of its evaluations.
func (e *Evaluator) remember(node syntax.Node, t Type) {
	id := node.ID()
	if int(id) >= e.Body.Manifest.NodeCount {
		return
	}
	switch known := e.Types.Slot(id); *known {
	case nil:
		*known = t
	case t:
	default:
		*known = e.Join(*known, t)
	}
}

// Declare binds a name in the innermost scope, even if it is bound already.
func (e *Evaluator) Declare(name string, value Type, at source.Span) {
	e.state.variables.set(e.slot(name), variable{typ: value, certain: true, at: at})
}

// slot returns the slot of a variable of the innermost scope.
func (e *Evaluator) slot(name string) int {
	slot, ok := e.frame.slots[name]
	if !ok {
		slot = e.slots
		e.slots++
		e.frame.slots[name] = slot
	}
	return slot
}

// local returns the variable with a name in the open scopes, and its slot. The type of the
// variable is nil if nothing has set it.
func (e *Evaluator) local(name string) (bound variable, slot int) {
	slot, ok := e.frame.slot(name)
	if !ok {
		return variable{}, 0
	}
	return e.state.variables.at(slot), slot
}

// bodyFrame returns the scope of the body itself.
func (e *Evaluator) bodyFrame() *frame {
	frame := e.frame
	for frame.outer != nil {
		frame = frame.outer
	}
	return frame
}

// Class returns the class that a name means in the code of the body, or nil.
func (e *Evaluator) Class(name string) *program.Definition {
	return e.FindFrom(e.Body.Manifest, module.Class, name)
}

// DefinedType returns the defined type that a name means in the code of the body, or nil.
func (e *Evaluator) DefinedType(name string) *program.Definition {
	return e.FindFrom(e.Body.Manifest, module.DefinedType, name)
}

// NewEvaluator returns an evaluator of a body. If reporting is set, it reports findings, and notes why
// types are not known. If remember is set, it keeps the types of the nodes.
func (p *Interpreter) NewEvaluator(b *program.Body, reporting, remember bool) *Evaluator {
	parameters := 0
	if b.Definition != nil {
		parameters = len(b.Definition.Parameters)
	}
	e := &Evaluator{
		Interpreter: p, Body: b,
		purpose:      purpose{onBolt: b.Definition != nil && b.Definition.MayRunOnBolt(), onlyTypes: !reporting},
		mode:         mode{reporting: reporting, remembers: remember},
		scope:        scope{frame: &frame{slots: make(map[string]int, parameters)}},
		state:        &state{captures: noCaptures},
		refinedSlots: map[string]int{},
		recording:    recording{Dependencies: p.NewDependencies()},
		results:      results{returned: p.Never},
	}
	if remember {
		e.typing = typing{Types: &NodeTypes{}, givenAt: map[givenKey]int{}, Gaps: map[Gap]int{}}
	}
	return e
}

// RunBody evaluates the body and returns its summary.
func (e *Evaluator) RunBody() *program.Summary {
	result := e.evaluateBody()
	if e.Body.Alone {
		return &program.Summary{Returns: e.Unknown, Open: true}
	}
	return e.summarize(result)
}

// evaluateBody evaluates the body and returns the type of its result.
func (e *Evaluator) evaluateBody() Type {
	if e.Body.Definition != nil {
		e.checkParent(e.Body.Definition)
		e.checkParameterTypes(e.Body.Definition.Parameters, resultType(e.Body.Node))
		e.noteOwnClasses(e.Body.Definition)
		e.bindDefinitionParameters(e.Body.Definition)
	}
	if node, ok := e.Body.Node.(*syntax.NodeDefinition); ok && slices.ContainsFunc(node.HostMatches, IsRegexp) {
		e.state.captures = captures{} // $1 belongs to the host's name
	}
	if function, ok := e.Body.Node.(*syntax.FunctionDefinition); ok {
		e.ends = endsOf(function)
	}
	if e.Body.Alone {
		e.state.captures = captures{}
		return e.Evaluate(e.Body.Node)
	}
	result := e.evaluateStatements(program.StatementsOf(e.Body.Node), e.hasResult())
	if e.inPlan() {
		result = e.Undef // the result if return() is not called
	}
	if e.state.unreachable {
		result = e.Never
	} else {
		e.checkCycles()
		e.checkDuplicateAcross()
	}
	e.checkReturn(result)
	return e.Join(result, e.returned)
}

// hasResult reports whether the value of the last statement of the body may be used.
func (e *Evaluator) hasResult() bool {
	switch e.Body.Node.(type) {
	case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.NodeDefinition:
		return false
	}
	return true
}

// IsRegexp reports whether a node is a regular expression.
func IsRegexp(node syntax.Node) bool {
	_, ok := node.(*syntax.LiteralRegularExpression)
	return ok
}

// noteOwnClasses records that a class and its ancestors have been declared when the body of the
// class is evaluated.
func (e *Evaluator) noteOwnClasses(d *program.Definition) {
	for range program.MaxAncestors {
		if d == nil || d.Kind != module.Class {
			return
		}
		e.noteClass(d.Name, e.Body.Definition.Node.Span())
		d = e.Class(d.Parent())
	}
}

// templateOf returns the lambda that represents the body of a template.
func (e *Evaluator) templateOf() (*syntax.LambdaExpression, bool) {
	program, ok := e.Body.Node.(*syntax.Program)
	if !ok {
		return nil, false
	}
	lambda, ok := program.Body.(*syntax.LambdaExpression)
	return lambda, ok
}

// bindDefinitionParameters declares the parameters of a definition, each with any value of its
// type, or with its value at the call site. Defaults are checked against the types.
func (e *Evaluator) bindDefinitionParameters(d *program.Definition) {
	signature := d.Signature()
	for i, parameter := range signature {
		value := parameter.Type
		if (d.Kind == module.Class || d.Kind == module.DefinedType) && e.HasBareOptional(value, 0) {
			value, parameter.Type = e.Any, e.Any
		}
		if parameter.Node.TypeExpr != nil {
			e.typeExpression(parameter.Node.TypeExpr)
		}
		if parameter.Rest {
			value = e.Array(parameter.Type, parameter.Count)
		}
		if e.callSite != nil {
			e.Declare(parameter.Name, e.valueAtCallSite(&parameter, value), parameter.Node.Span())
			continue
		}
		if parameter.Node.Value != nil {
			e.bindDefault(d, &parameter, signature[i:])
			e.state.unreachable = false
		}
		if e.inference != nil && e.inference.plain && e.inference.parameters[parameter.Name] {
			value = e.plainData()
		}
		e.Declare(parameter.Name, value, parameter.Node.Span())
	}
}

func (e *Evaluator) summarize(returns Type) *program.Summary {
	result := &program.Summary{Returns: returns, Placeholder: isPlaceholder(e.Body.Node)}
	if d := e.Body.Definition; d != nil && d.Kind != module.Class && len(e.frame.slots) <= len(d.Parameters) {
		return result // other code reads only the variables of a class
	}
	result.Variables = make(map[string]Type, len(e.frame.slots))
	for name, slot := range e.frame.slots {
		if bound := e.state.variables.at(slot); bound.typ != nil {
			result.Variables[name] = bound.typ
		}
	}
	return result
}

// isPlaceholder reports whether a definition is a class without any content.
func isPlaceholder(node syntax.Node) bool {
	class, ok := node.(*syntax.HostClassDefinition)
	return ok && class.ParentClass == "" && len(class.Parameters) == 0 && len(program.StatementsOf(class)) == 0
}
