package eval

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Plans run on Bolt. Bolt's functions and types are in the tables of package builtin. The tasks
// and plans that a plan runs by name are in the tree.

// evaluateApply evaluates apply(targets) { … }. For each target, Bolt compiles the block into a
// catalog, with the plan's variables and those of the target.
func (e *Evaluator) evaluateApply(node *syntax.ApplyExpression) Type {
	c := &Call{Name: "apply", nodes: node.Arguments, At: node, undef: e.Undef}
	c.Arguments, c.Exact = e.evaluateAll(node.Arguments)
	if node.Body == nil || e.state.unreachable {
		return e.Unknown
	}
	result := e.Unknown
	if function := e.boltFunction(c.Name); function != nil {
		c.Exact = c.Exact && len(c.Arguments) == len(c.nodes)
		result = e.invokeBolt(c, function)
	}
	before, scope, outer := e.state.fork(), e.scope, e.mode
	e.frame = &frame{outer: e.frame, slots: map[string]int{}, lambda: &lambdaExits{}}
	e.applying = true
	e.EvaluateBlock(node.Body.Statements)
	e.restore(outer)
	e.scope, e.state = scope, before
	return result
}

// invokeBolt calls a Bolt function. It checks the arguments only in plans, where the name
// certainly refers to Bolt's function.
func (e *Evaluator) invokeBolt(c *Call, f *program.Function) Type {
	if e.inPlan() && c.Exact && !e.checkArguments(c, f) {
		return e.afterUnknownCall(c)
	}
	if c.Exact {
		e.requireArguments(c, f)
	}
	if e.state.unreachable {
		return e.Never
	}
	if result := e.modelOf(c.Name).onBolt; result != nil {
		return result(e, c, f)
	}
	return e.declaredAfterBlock(c, f)
}

// declaredAfterBlock returns the declared result of a call of a Bolt function. It runs the
// block with unknown arguments.
func (e *Evaluator) declaredAfterBlock(c *Call, f *program.Function) Type {
	if c.block != nil {
		c.block.invokeUnknown()
	}
	return e.declaredResult(c, f)
}

// hasBlockOf reports whether a call has a block with exactly the given number of parameters.
func (c *Call) hasBlockOf(parameters int) bool {
	return c.block != nil && c.block.arity() == parameters && !c.block.takesRest()
}

func (e *Evaluator) modelFailPlan(*Call, *program.Function) Type { return e.Never }

// modelCatchErrors models catch_errors(), which returns the result of its block or the Error
// that ends it.
func (e *Evaluator) modelCatchErrors(c *Call, f *program.Function) Type {
	if !c.hasBlockOf(0) {
		return e.declaredAfterBlock(c, f)
	}
	return e.Join(c.block.invoke(nil, false), e.Store.Error)
}

// modelOnce models functions that always run their block and return its result.
func (e *Evaluator) modelOnce(c *Call, f *program.Function) Type {
	if !c.hasBlockOf(0) {
		return e.declaredAfterBlock(c, f)
	}
	return c.block.invoke(nil, true)
}

// modelRunTaskWith models run_task_with(), which calls its block with each target.
func (e *Evaluator) modelRunTaskWith(c *Call, f *program.Function) Type {
	if !c.hasBlockOf(1) {
		return e.declaredAfterBlock(c, f)
	}
	c.block.invoke([]Type{e.ParseTypeOnBolt("Target")}, false)
	return e.declaredResult(c, f)
}

// modelParallelize models parallelize(), which returns the result of its block for each
// element. The value of a return() in the block is a result, too.
func (e *Evaluator) modelParallelize(c *Call, f *program.Function) Type {
	if !c.hasBlockOf(1) {
		return e.declaredAfterBlock(c, f)
	}
	data := e.OnlyClass(c.Argument(0), lattice.ArrayClass)
	if data == nil {
		c.block.invokeUnknown()
		return e.Store.Array
	}
	element := e.JoinAll(lattice.MapTypes(e.Members(data), e.ElementOf))
	result := c.block.invoke([]Type{element}, false)
	if calls(c.block.lambda, "return") {
		result = e.Any
	}
	return e.Array(result, lattice.SizeOf(data))
}

// modelPrompt models prompt(), which returns the user's input, as a Sensitive value if the
// options request that.
func (e *Evaluator) modelPrompt(c *Call, _ *program.Function) Type {
	options := c.Argument(1)
	switch {
	case len(c.Arguments) < 2 && c.Exact:
		return e.String
	case lattice.TypeClassOf(options) != lattice.HashClass || !c.Exact:
		return e.Unknown
	}
	switch e.Truthiness(e.LookupKey(options, e.Str("sensitive"))) {
	case lattice.Never:
		return e.String
	case lattice.Always:
		return e.Sensitive(e.String)
	}
	return e.Unknown
}

// modelRunPlan models run_plan(), which returns the result of the plan, or an Error if the call
// may catch errors.
func (e *Evaluator) modelRunPlan(c *Call, _ *program.Function) Type {
	name, known := lattice.StringOf(c.Argument(0))
	plan := (*program.Definition)(nil)
	if known {
		e.depend(module.Normalize(name))
		plan = e.Find(module.Plan, module.Normalize(name))
	}
	if plan == nil || !c.Exact {
		if !c.isStatement {
			e.noteGap(UntypedFunction, c.Name)
		}
		return e.Unknown
	}
	result := e.SummaryOf(plan.Body()).Returns
	if e.IsNever(result) {
		return e.Unknown // it always fails, or calls itself
	}
	given, exact := e.givenToPlanCall(c)
	if !exact || slices.ContainsFunc(given, func(f lattice.Field) bool { return f.Name == "_catch_errors" }) {
		return e.Join(result, e.Store.Error)
	}
	return result
}

// checkPlanCall checks a call of a Bolt function.
func (e *Evaluator) checkPlanCall(c *Call) {
	model := e.modelOf(c.Name)
	if !e.inPlan() {
		d := e.Body.Definition
		if model.needsPlan && d != nil && (d.Kind == module.Class || d.Kind == module.DefinedType) {
			e.report(&code.InvalidPlanCall, c.At, "", "'"+c.Name+"' is a Bolt function for plans: code that calls it cannot be compiled to a catalog")
		}
		return
	}
	if name, known := lattice.StringOf(c.Argument(0)); known && c.Exact && model.checkInPlan != nil {
		model.checkInPlan(e, c, name)
	}
}

// givenToPlanCall returns the arguments that a call passes by name. exact means that it passes
// no others.
func (e *Evaluator) givenToPlanCall(c *Call) (given []lattice.Field, exact bool) {
	last := c.Arguments[len(c.Arguments)-1]
	if len(c.Arguments) < 2 {
		return nil, true
	}
	switch lattice.TypeClassOf(last) {
	case lattice.HashClass:
		return e.attributesIn(last)
	case lattice.StringClass:
		return nil, true
	}
	mayBeHash := e.IsUnknown(last) || e.MayBe(last, func(class lattice.TypeClass, _ Type) bool {
		return class == lattice.HashClass || class == lattice.AnyClass
	})
	return nil, !mayBeHash || len(c.Arguments) == 2 && c.Name == "run_task"
}

// checkRunTask checks run_task(name, targets, description, arguments) against
// the metadata of the task.
func (e *Evaluator) checkRunTask(c *Call, name string) {
	first, rest, nested := strings.Cut(name, "::")
	owner := e.Tree.Module(first)
	if owner == nil || owner.Known != nil || e.Tree.IsProjectOfTwo(first) {
		return // the tasks of a known module are unknown
	}
	if !nested {
		rest = "init"
	}
	tasks := e.tasksOf(owner)
	if _, isTask := slices.BinarySearch(tasks.Words(), rest); !isTask {
		e.reportPlanCall(c, "there is no task '"+name+"'", rest, tasks)
		return
	}
	metadata := e.Tree.Documents.At(owner.Path("tasks/" + rest + ".json"))
	if metadata.Root == nil || metadata.Root.Get("parameters") == nil {
		return
	}
	given, exact := e.givenToPlanCall(c)
	wanted := map[string]Type{}
	var names, required []string
	for _, pair := range metadata.Root.Get("parameters").Pairs() {
		parameter, value := pair.Key.Resolve().Text, pair.Value.Resolve()
		names = append(names, parameter)
		wanted[parameter] = e.Any
		if typ := value.Get("type"); typ != nil {
			wanted[parameter] = e.ParseType(typ.Text)
		}
		if t := wanted[parameter]; value.Get("default") == nil && !e.IsUnknown(t) && e.Relation(e.Undef, t) == lattice.Never {
			required = append(required, parameter)
		}
	}
	e.checkGivenToPlanCall(c, "the task '"+name+"'", given, wanted, spell.NewIndex(names))
	for _, parameter := range required {
		if exact && !slices.ContainsFunc(given, func(f lattice.Field) bool { return f.Name == parameter }) {
			e.reportPlanCall(c, "the task '"+name+"' needs a value for its parameter '"+parameter+"'", "", nil)
		}
	}
}

// checkRunPlan checks run_plan(name, targets, arguments) against the parameters of the plan.
func (e *Evaluator) checkRunPlan(c *Call, name string) {
	first, rest, nested := strings.Cut(module.Normalize(name), "::")
	owner := e.Tree.Module(first)
	if owner == nil {
		return
	}
	if !nested {
		rest = "init"
	}
	plan := e.Find(module.Plan, module.Normalize(name))
	file := "plans/" + strings.ReplaceAll(rest, "::", "/")
	switch {
	case plan != nil:
	case e.Tree.HasFile(owner, file+".yaml"), e.Tree.HasFile(owner, file+".pp"), e.MayExist(module.Plan, module.Normalize(name), e.Body.Module):
		return
	default:
		e.reportPlanCall(c, "there is no plan '"+name+"'", name, e.DefinedNames(name, module.Plan))
		return
	}
	if plan.IsSignatureDamaged {
		return
	}
	given, exact := e.givenToPlanCall(c)
	wanted := map[string]Type{}
	var names []string
	for _, parameter := range plan.Signature() {
		names = append(names, parameter.Name)
		wanted[parameter.Name] = parameter.Type
	}
	e.checkGivenToPlanCall(c, "the plan '"+name+"'", given, wanted, spell.NewIndex(names))
	hasTargets := len(c.Arguments) > 1 && lattice.TypeClassOf(c.Arguments[1]) != lattice.HashClass
	for _, parameter := range plan.Signature() {
		isGiven := slices.ContainsFunc(given, func(f lattice.Field) bool { return f.Name == parameter.Name }) ||
			hasTargets && (parameter.Name == "targets" || parameter.Name == "nodes")
		if parameter.Required && exact && !isGiven {
			e.reportPlanCall(c, "the plan '"+name+"' needs a value for its parameter '"+parameter.Name+"'", "", nil)
		}
	}
}

// checkGivenToPlanCall checks the arguments passed to a task or plan by name. Names that begin
// with _ are options of the Bolt function.
func (e *Evaluator) checkGivenToPlanCall(c *Call, what string, given []lattice.Field, wanted map[string]Type, names *spell.Index) {
	for _, argument := range given {
		typ, known := wanted[argument.Name]
		switch {
		case strings.HasPrefix(argument.Name, "_"):
		case !known:
			e.reportPlanCall(c, what+" has no parameter '"+argument.Name+"'", argument.Name, names)
		case !e.IsUnknown(typ) && !e.IsUnknown(argument.Value) && e.Relation(argument.Value, typ) == lattice.Never:
			e.reportPlanCall(c, "parameter '"+argument.Name+"' of "+what+" "+e.Mismatch(typ, argument.Value), "", nil)
		}
	}
}

// reportPlanCall reports a call. If word is not known, names holds the known ones for a
// suggestion.
func (e *Evaluator) reportPlanCall(c *Call, message, word string, names *spell.Index) {
	finding := e.report(&code.InvalidPlanCall, c.At, "", message)
	if finding != nil && names != nil {
		finding.Suggest(diag.Suggestion{Written: word, Meant: names.Best(word)})
	}
}

// tasksKey is the key of the names of a module's tasks.
type tasksKey struct{ owner *module.Module }

// tasksOf returns the names of a module's tasks, without the module's name, sorted.
func (e *Evaluator) tasksOf(owner *module.Module) *spell.Index {
	return e.Words(tasksKey{owner}, func() (names []string) {
		entries, err := e.Tree.Files.ReadDir(owner.Path("tasks"))
		if err != nil {
			return nil
		}
		for _, entry := range entries {
			names = append(names, strings.TrimSuffix(entry.Name(), filepath.Ext(entry.Name())))
		}
		slices.Sort(names)
		return slices.Compact(names)
	})
}
