package eval

import (
	"context"

	"puppet-lint/checker/declarations"
	"puppet-lint/checker/documents"
	"puppet-lint/checker/program"
	"puppet-lint/internal/sharded"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Interpreter is what the evaluators of one check share: the program, what its code declares,
// its documents, the models of functions and resource types, and the results of call sites.
type Interpreter struct {
	*program.Program
	*declarations.Declarations
	*documents.Documents
	*evaluationInfo
	// models are the models of functions, resourceModels those of resource types, by name.
	models         map[string]*functionModel
	resourceModels map[string]*resourceModel

	// declaredResults are what resultOf returns, by definition.
	declaredResults program.Cache[*program.Definition, Type]
	given           program.Cache[*module.Manifest, map[string][]parametersGiven] // what givenIn returns, by manifest
	apart           program.Cache[*module.Manifest, apartByType]                  // what setApartIn returns, by manifest
	capitalized     program.Cache[*module.Manifest, map[string]bool]              // by manifest
	outsideInputs   program.Cache[*module.Manifest, outsideInputs]                // by manifest
	apartAnywhere   program.Cache[string, givenApart]                             // by defined type
	failsAlways     program.Cache[syntax.Node, *callSiteSummary]                  // by definition
	failsOnItsOwn   program.Cache[syntax.Node, *ownFailures]                      // by definition
	relevances      program.Cache[syntax.Node, *Relevance]                        // by definition
	callSites       program.Cache[string, *callSiteSummary]                       // by definition and values
	setByLoose      program.Cache[string, map[string]bool]                        // by folder
	forOlder        program.Cache[*module.Module, bool]                           // by module
	// returnTypes are the declared return types of functions.
	returnTypes program.Cache[*program.Definition, Type]
	// Declared are the declarations of bodies that were evaluated for findings.
	Declared sharded.Map[*program.Body, []Declaration]
}

// NewInterpreter returns an interpreter of the code of a tree. known holds the
// results of earlier checks; it is nil if there were none.
func NewInterpreter(ctx context.Context, tree *module.Tree, known *SyntaxInfo, options program.Options) *Interpreter {
	options.Tracks = known != nil
	if known == nil {
		known = NewSyntaxInfo()
	}
	i := &Interpreter{evaluationInfo: known.evaluationInfo, models: known.models, resourceModels: known.resourceModels}
	i.Program = program.New(ctx, tree, i, known.program, options)
	i.Declarations = declarations.New(i.Program, known.Declarations)
	i.Documents = documents.New(i.Program, known.Documents)
	return i
}

// EvaluateType returns the type of a type expression, without findings.
func (i *Interpreter) EvaluateType(node syntax.Node, manifest *module.Manifest, onBolt bool) Type {
	e := i.NewEvaluator(&program.Body{Manifest: manifest, Module: manifest.Module, Node: manifest.Program}, false, false)
	e.onBolt = onBolt
	return e.Evaluate(node)
}

// ModeledFunction returns the least number of arguments and the result type that the model of a
// built-in function states.
func (i *Interpreter) ModeledFunction(name string) (least int, returns string) {
	model := i.modelOf(name)
	return model.least, model.returns
}

// SyntaxInfo caches results that the syntax of a manifest alone determines. They are valid as
// long as the manifest is, from one check of a tree to the next.
type SyntaxInfo struct {
	program      *program.SyntaxInfo
	Declarations *declarations.SyntaxInfo
	Documents    *documents.SyntaxInfo
	*evaluationInfo
	// models and resourceModels depend on nothing, and are made once for all checks.
	models         map[string]*functionModel
	resourceModels map[string]*resourceModel
}

// NewSyntaxInfo returns an empty SyntaxInfo.
func NewSyntaxInfo() *SyntaxInfo {
	return &SyntaxInfo{
		program.NewSyntaxInfo(), &declarations.SyntaxInfo{}, &documents.SyntaxInfo{}, &evaluationInfo{},
		functionModels(), resourceModels(),
	}
}

// evaluationInfo is the part of SyntaxInfo that the evaluation of bodies and the sessions use.
type evaluationInfo struct {
	revealed program.Cache[*module.Manifest, map[int]bool]
	// variableInputs, by node, are the names that the variables of a body are computed from.
	variableInputs program.Cache[syntax.Node, map[string]map[string]bool]
	// testsOfExistence are the existence tests of a body, by node.
	testsOfExistence program.Cache[syntax.Node, *existenceTests]
	// lastDeclared, by node, are the declarations of bodies in their last evaluation, as far as
	// hasDeclared needs them.
	lastDeclared sharded.Map[syntax.Node, []Declaration]
	// Summaries, by node, are the summaries of bodies from their last evaluation.
	Summaries sharded.Map[syntax.Node, *program.Summary]
}

// Forget drops the results for a manifest that no longer exists.
func (f *SyntaxInfo) Forget(manifest *module.Manifest) {
	f.program.Forget(manifest)
	f.Declarations.Forget(manifest)
	f.Documents.Forget(manifest)
	f.evaluationInfo.forget(manifest)
}

func (f *evaluationInfo) forget(manifest *module.Manifest) {
	f.revealed.Forget(manifest)
	for _, root := range program.RootsOf(manifest) {
		f.variableInputs.Forget(root)
		f.testsOfExistence.Forget(root)
		f.lastDeclared.Delete(root)
		f.Summaries.Delete(root)
	}
}

// ForgetSummaries drops the summaries of the bodies of a manifest.
func (f *evaluationInfo) ForgetSummaries(manifest *module.Manifest) {
	for _, root := range program.RootsOf(manifest) {
		f.Summaries.Delete(root)
	}
}
